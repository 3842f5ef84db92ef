"""The pages of the club: setting up, signing in, tournaments, players, staff, screens, printed sheets."""

from django.urls import URLPattern, URLResolver, path

from director import (
    club_views,
    club_views_door,
    club_views_tournament,
    setup_views,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("setup", setup_views.setup, name="setup"),
    path("login", club_views_door.login, name="login"),
    path("logout", club_views_door.logout, name="logout"),
    path("language", club_views_door.language, name="language"),
    path("clubs", club_views_door.clubs, name="clubs"),
    path("password", club_views_door.password, name="password"),
    path("", club_views.home, name="home"),
    path("new", club_views_tournament.new, name="tournament_new"),
    path("club", club_views.club, name="club"),
    path("templates", club_views.templates, name="templates"),
    path("templates/<int:template_id>/delete", club_views.delete_template, name="template_delete"),
    path("t/<int:tournament_id>/edit", club_views_tournament.edit, name="tournament_edit"),
]

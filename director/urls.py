"""The pages of staff. Everything about one tournament lies below /t/<id>/."""

from django.urls import URLPattern, URLResolver, include, path

from director import acts_view, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("act/<str:kind>", acts_view.club_act, name="club_act"),
    path("t/<int:tournament_id>/act/<str:kind>", acts_view.tournament_act, name="act"),
    path("t/<int:tournament_id>/", views.cockpit, name="cockpit"),
    path("t/<int:tournament_id>/floor", views.tables, name="tables"),
    path("", include("director.club_urls")),
]

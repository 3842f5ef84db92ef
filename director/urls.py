"""The pages of staff. Everything about one tournament lies below /t/<id>/."""

from django.urls import URLPattern, URLResolver, include, path

from director.cockpit import views
from director.desk import find_views
from director.desk import views as desk_views
from director.dialogs import views as form_views
from director.money import books_views, prizes_views
from director.posting import acts as acts_view

urlpatterns: list[URLPattern | URLResolver] = [
    path("act/<str:kind>", acts_view.club_act, name="club_act"),
    path("t/<int:tournament_id>/act/<str:kind>", acts_view.tournament_act, name="act"),
    path("t/<int:tournament_id>/", views.cockpit, name="cockpit"),
    path("t/<int:tournament_id>/desk", desk_views.desk, name="desk"),
    path("t/<int:tournament_id>/floor", views.tables, name="tables"),
    path("t/<int:tournament_id>/floor/<int:number>", views.table, name="table"),
    path("t/<int:tournament_id>/form/<str:name>", form_views.form, name="form"),
    path("t/<int:tournament_id>/find", find_views.find, name="find"),
    path("t/<int:tournament_id>/prizes", prizes_views.prizes, name="prizes"),
    path("t/<int:tournament_id>/deal", prizes_views.deal, name="deal"),
    path("t/<int:tournament_id>/money", books_views.money, name="money"),
    path("t/<int:tournament_id>/log", books_views.log, name="log"),
    path("", include("director.house.urls")),
]

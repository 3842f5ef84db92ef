"""The pages of staff. Everything about one tournament lies below /t/<id>/."""

from django.urls import URLPattern, URLResolver, include, path

from director import acts_view, books_views, desk_views, find_views, form_views, prizes_views, views

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
    path("", include("director.club_urls")),
]

"""Addresses of players and displays; none of them asks for a sign-in, none of them writes."""

from django.urls import path

from display import players, readers, themes, views

urlpatterns = [
    path("d/", views.no_link, name="display_no_link"),
    path("d/time", views.time, name="display_time"),
    path("d/words/<str:language>", views.words_of, name="display_words"),
    path("d/image/<str:sha256>", themes.image, name="display_image"),
    path("d/<str:link>", views.screen, name="display"),
    path("d/<str:link>/state.json", readers.state, name="display_state"),
    path("d/<str:link>/states.json", readers.states, name="display_states"),
    path("d/<str:link>/simple.json", readers.simple, name="display_simple"),
    path("d/<str:link>/seats.json", views.seats, name="display_seats"),
    path("d/<str:link>/waiting.json", views.waiting, name="display_waiting"),
    path("d/<str:link>/rules.json", views.rules, name="display_rules"),
    path("d/<str:link>/qr.svg", views.qr, name="display_qr"),
    path("p/", players.ask, name="player_ask"),
    path("p/<str:code>", players.player, name="player"),
    path("p/<str:code>/state.json", players.player_state, name="player_state"),
    path("p/<str:code>/me.json", players.player_record, name="player_record"),
]

"""The pages of the club: setting up, signing in, tournaments, players, staff."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []

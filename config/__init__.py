"""Wiring: settings, addresses, tasks, health. No rules and no models."""

# Tasks bind to this app wherever Django is set up, in a web process too.
from config.celery import app as celery_app

__all__ = ["celery_app"]

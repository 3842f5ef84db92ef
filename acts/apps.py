from django.apps import AppConfig


class ActsConfig(AppConfig):
    name = "acts"
    default_auto_field = "django.db.models.BigAutoField"

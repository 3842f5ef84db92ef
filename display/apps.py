from django.apps import AppConfig


class DisplayConfig(AppConfig):
    name = "display"
    default_auto_field = "django.db.models.BigAutoField"

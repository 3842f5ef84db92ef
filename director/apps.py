from django.apps import AppConfig


class DirectorConfig(AppConfig):
    name = "director"
    default_auto_field = "django.db.models.BigAutoField"

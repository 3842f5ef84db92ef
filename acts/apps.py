from django.apps import AppConfig


class ActsConfig(AppConfig):
    name = "acts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import acts.verbs  # noqa: F401  registers every verb

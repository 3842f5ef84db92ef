from django.apps import AppConfig


class PayoutsConfig(AppConfig):
    name = "payouts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from payouts.selectors import current_plan
        from tournaments.stamps import register_stamp

        def plan_stamp(tournament_id: int, _key: str) -> str:
            """The stamp of the prizes: the newest plan's row."""
            row = current_plan(tournament_id)
            return f"{row.pk}.{row.revision}" if row else "0"

        register_stamp("plan", plan_stamp)

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tables.selectors import seat_stamp, table_stamp
        from tables.steps import revert_closed, revert_opened, seat_guard
        from tournaments.stamps import register_stamp
        from tournaments.undoing import register_guard, register_reverter

        register_reverter("seat_open", revert_opened)
        register_reverter("seat_close", revert_closed)
        register_guard(seat_guard)
        register_stamp("table", table_stamp)
        register_stamp("seat", seat_stamp)

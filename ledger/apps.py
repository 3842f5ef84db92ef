from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ledger.audit import check_books
        from ledger.steps import revert_transfers
        from tournaments.acting import register_check
        from tournaments.undoing import register_reverter

        register_reverter("transfer", revert_transfers)
        register_check(check_books)

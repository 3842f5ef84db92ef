from django.apps import AppConfig


class ClockConfig(AppConfig):
    name = "clock"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import clock.recording  # noqa: F401  registers its verb
        from clock.keeping import settle_clock
        from clock.reverting import revert_anchors, revert_structures
        from clock.selectors import anchor_stamp, structure_stamp
        from tournaments.acting import register_before
        from tournaments.stamps import register_stamp
        from tournaments.undoing import register_reverter

        register_reverter("anchor", revert_anchors)
        register_reverter("structure", revert_structures)
        register_before(settle_clock)
        register_stamp("anchor", anchor_stamp)
        register_stamp("structure", structure_stamp)

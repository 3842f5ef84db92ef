"""Which displays are there: written by the server that holds their streams. No act, so no row in the log."""

from collections.abc import Collection

from tournaments.models import ScreenPresence

# A display that is there is written down this often at most; one that was not for three times as long is lost.
WRITE_EVERY_MS = 30_000
LOST_AFTER_MS = 90_000


NEVER, LIVE, LOST = "never", "live", "lost"


def presence(heard_ms: int, now_ms: int) -> str:
    """Whether a display that was last heard then (0: never) is there now."""
    if not heard_ms:
        return NEVER
    return LOST if now_ms - heard_ms > LOST_AFTER_MS else LIVE


def record_heard(screen_ids: Collection[int], now_ms: int) -> None:
    """Displays whose streams are open now, in one statement."""
    rows = [ScreenPresence(screen_id=pk, heard_ms=now_ms) for pk in sorted(screen_ids)]
    ScreenPresence.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["screen"], update_fields=["heard_ms"]
    )


def lost_screens(tournament_ids: Collection[int], now_ms: int) -> dict[int, frozenset[int]]:
    """Displays that were opened and are lost now, by tournament; an empty set where none is."""
    rows = ScreenPresence.objects.filter(
        screen__tournament_id__in=tournament_ids,
        screen__revoked_by__isnull=True,
        heard_ms__lt=now_ms - LOST_AFTER_MS,
    ).values_list("screen__tournament_id", "screen_id")
    found: dict[int, set[int]] = {pk: set() for pk in tournament_ids}
    for tournament_id, screen_id in rows:
        found[tournament_id].add(screen_id)
    return {pk: frozenset(screens) for pk, screens in found.items()}

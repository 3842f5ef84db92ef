"""What a display's own record says: its mode, language, sound; and which tournaments it shows."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from display.snapshot import as_json
from tournaments.models import Screen, ScreenTournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRecord:
    """`mode` is what the display shows; until `shown_until_ms` it shows `shown_mode` in its place, where that is set.

    In the mode "rotation" the `panels` take turns (none: all), each for `panel_seconds`. `sound`: it is heard;
    `speaks`: it says announcements too.
    """

    mode: str = "auto"
    language: str = "en"
    sound: bool = False
    speaks: bool = False
    panels: tuple[str, ...] = ()
    panel_seconds: int = 15
    shown_mode: str = ""
    shown_until_ms: int | None = None


def record_of(screen: Screen, *, guest: bool) -> ScreenRecord:
    """The record of a display; a guest at its address gets no sound and no mode of the screen's own."""
    if guest:
        return ScreenRecord(language=screen.language)
    return ScreenRecord(
        mode=screen.mode,
        language=screen.language,
        sound=screen.sounds,
        speaks=screen.speaks,
        panels=tuple(screen.panels),
        panel_seconds=screen.panel_seconds,
        shown_mode=screen.shown_mode,
        shown_until_ms=screen.shown_until_ms if screen.shown_mode else None,
    )


def record_json(record: ScreenRecord) -> Any:
    """The record as plain JSON data."""
    return as_json(record)


def others_of(screen_ids: Collection[int]) -> dict[int, tuple[int, ...]]:
    """The further tournaments of displays, in their order; one query, and only displays that have some are in it."""
    rows = ScreenTournament.objects.filter(
        screen__in=screen_ids, revoked_by__isnull=True, tournament__revoked_by__isnull=True
    )
    found: dict[int, tuple[int, ...]] = {}
    for screen_id, tournament_id in rows.order_by("position", "pk").values_list("screen_id", "tournament_id"):
        found[screen_id] = (*found.get(screen_id, ()), tournament_id)
    return found

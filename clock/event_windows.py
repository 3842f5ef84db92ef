"""The windows of one tournament: its settings as windows of the clock."""

from clock.rules.windows import BreakAfter, PlayTime, UntilLevel, Window, WindowState, window_state
from clock.selectors import ClockFacts
from tournaments.models import Tournament

MINUTE_MS = 60_000
CLOSED_NOW = WindowState("closed", 0, None)


def late_registration(event: Tournament) -> Window:
    """Late registration; without a setting entries close when play begins."""
    if event.late_minutes:
        return PlayTime(event.late_minutes * MINUTE_MS)
    return UntilLevel(event.late_until_level or 0, event.late_through_break)


def waiting_list(event: Tournament) -> Window:
    """The life of the waiting list: its own levels, or as long as registration is open."""
    if event.waiting_until_level:
        return UntilLevel(event.waiting_until_level, event.late_through_break)
    return late_registration(event)


def rebuys(event: Tournament) -> Window | None:
    """The rebuy period, if there are rebuys."""
    if event.rebuy_kind == "none" or event.rebuy_until_level is None:
        return None
    return UntilLevel(event.rebuy_until_level)


def reentry(event: Tournament) -> Window | None:
    """The re-entry period, if there is one."""
    if not event.reentry_offered or event.reentry_until_level is None:
        return None
    return UntilLevel(event.reentry_until_level, event.late_through_break)


def addon(event: Tournament) -> Window | None:
    """The break in which add-ons are sold, if there are any."""
    if not event.addon_offered or event.addon_after_level is None:
        return None
    return BreakAfter(event.addon_after_level)


def state_of(window: Window | None, clock: ClockFacts, now_ms: int) -> WindowState:
    """A window at `now_ms`; one the tournament does not have is closed."""
    if window is None:
        return CLOSED_NOW
    return window_state(clock.structure, window, clock.anchor, now_ms)


def registration_state(event: Tournament, clock: ClockFacts, now_ms: int) -> WindowState:
    """Late registration at `now_ms`."""
    return _entry_state(event, late_registration(event), clock, now_ms)


def reentry_state(event: Tournament, clock: ClockFacts, now_ms: int) -> WindowState:
    """Re-entry at `now_ms`."""
    return _entry_state(event, reentry(event), clock, now_ms)


def waiting_state(event: Tournament, clock: ClockFacts, now_ms: int) -> WindowState:
    """The waiting list at `now_ms`."""
    return _entry_state(event, waiting_list(event), clock, now_ms)


def _entry_state(event: Tournament, window: Window | None, clock: ClockFacts, now_ms: int) -> WindowState:
    """A window that lets players in: closed for good when registration was closed early."""
    if event.late_closed_early or event.status in ("finished", "cancelled"):
        return CLOSED_NOW
    return state_of(window, clock, now_ms)


def entries_may_come(event: Tournament, clock: ClockFacts, now_ms: int) -> bool:
    """Whether a new entry is still possible for somebody: registration or re-entry is open."""
    return any(read(event, clock, now_ms).is_open for read in (registration_state, reentry_state))

"""Refusals at closed windows. They hold on every path: desk, chosen seat, API, import, promotion."""

from django.utils.translation import gettext_lazy as _

from clock.event_windows import addon as addon_window
from clock.event_windows import (
    entries_may_come,
    late_registration,
    rebuys,
    reentry,
    reentry_state,
    registration_state,
    state_of,
    waiting_list,
)
from clock.rules.windows import Window, last_hand
from clock.selectors import ClockFacts, load_clock
from club.models import Player
from tournaments.act import Act
from tournaments.errors import DirectorError
from tournaments.models import Elimination, Entry, Tournament, WaitingListEntry
from tournaments.rules.settings import RuleSettings, settings_from

MINUTE_MS = 60_000


def rule_settings(event: Tournament) -> RuleSettings:
    """The tournament's rule settings, complete with those of its preset."""
    return settings_from(event.rules)


def clock_of(act: Act) -> ClockFacts:
    """The clock of the act's tournament, read once under the lock."""
    if "clock" not in act.cache:
        act.cache["clock"] = load_clock(act.event.pk)
    return act.cache["clock"]


def require_late_registration(act: Act) -> None:
    """Refuse a first entry once registration is closed."""
    if not registration_state(act.event, clock_of(act), act.now_ms).is_open:
        raise DirectorError(
            "registration_closed", _("Registration is closed. New entries are no longer taken.")
        )


def waiting_list_open(act: Act) -> bool:
    """Whether the list still leads to a place: its own levels are not over, and nobody closed registration early."""
    open_still = state_of(waiting_list(act.event), clock_of(act), act.now_ms).is_open
    return open_still and not act.event.late_closed_early


def require_waiting_list(act: Act) -> None:
    """Refuse joining and promotion once the list's own levels are over."""
    if not waiting_list_open(act):
        raise DirectorError("waiting_list_over", _("The waiting list is over: its levels have been played."))


def require_reentries_left(act: Act, player: Player, had: int) -> None:
    """Refuse a further entry of a player who had `had`: no re-entry, or the limit reached."""
    event = act.event
    if not event.reentry_offered:
        raise DirectorError("no_reentry", _("This tournament has no re-entry. The player is out."))
    if event.reentry_limit is not None and had > event.reentry_limit:
        raise DirectorError(
            "reentry_limit", _("%(player)s has used all re-entries (%(limit)s)."), player=player.name,
            limit=event.reentry_limit,
        )  # fmt: skip


def require_reentry(act: Act, player: Player, had: int) -> None:
    """Refuse a further entry of a player who had `had`: no re-entry, the limit reached, or the window closed."""
    require_reentries_left(act, player, had)
    event = act.event
    last = (
        Entry.objects.filter(tournament=event, player=player, revoked_by__isnull=True)
        .order_by("-turn")
        .first()
    )
    if event.late_closed_early or not _still_open(act, reentry(event), last):
        raise DirectorError("reentry_closed", _("The time for re-entries is over."))


def require_rebuy(act: Act, entry: Entry) -> None:
    """Refuse a rebuy when there are none, or the period and the last hand's grace are over."""
    if act.event.rebuy_kind == "none":
        raise DirectorError("no_rebuys", _("This tournament has no rebuys."))
    if not _still_open(act, rebuys(act.event), entry):
        raise DirectorError("rebuys_over", _("The rebuy period is over."))


def require_addon(act: Act) -> None:
    """Refuse an add-on outside its break."""
    if not act.event.addon_offered:
        raise DirectorError("no_addon", _("This tournament has no add-on."))
    if not state_of(addon_window(act.event), clock_of(act), act.now_ms).is_open:
        raise DirectorError(
            "addon_closed",
            _("The add-on is sold in the break after level %(level)s."),
            level=act.event.addon_after_level,
        )


def windows_open(act: Act) -> bool:
    """Whether somebody who is out now may buy in again, because rebuys or re-entries are open."""
    event, clock = act.event, clock_of(act)
    again = reentry_state(event, clock, act.now_ms)
    return again.is_open or state_of(rebuys(event), clock, act.now_ms).is_open


def _still_open(act: Act, window: Window | None, entry: Entry | None) -> bool:
    """The window itself, or the grace of who busted in a hand dealt before it closed (docs/rules.md 2)."""
    if window is None:
        return False
    clock = clock_of(act)
    if state_of(window, clock, act.now_ms).is_open:
        return True
    settings = rule_settings(act.event)
    bust = bust_of(entry) if entry else None
    if bust is None or not settings.last_hand_grace:
        return False
    return last_hand(
        clock.structure,
        window,
        clock.anchor,
        act.now_ms,
        bust_entered_at_ms=bust.at_ms,
        hand_began_in_time=bust.in_time,
        grace_ms=settings.last_hand_grace_minutes * MINUTE_MS,
    ).is_open


def close_early(act: Act) -> None:
    """Close registration and re-entry for good, whatever the clock says."""
    act.change(act.event, late_closed_early=True)
    act.facts["registration_closed"] = True


def entries_open(act: Act) -> bool:
    """Whether somebody may still enter now."""
    return entries_may_come(act.event, clock_of(act), act.now_ms)


def bust_of(entry: Entry) -> Elimination | None:
    """How the entry went out, if it did."""
    return Elimination.objects.filter(entry=entry, revoked_by__isnull=True).first()


def somebody_may_come_back(act: Act) -> bool:
    """Whether the field can still grow: then nobody has won yet (docs/rules.md 6).

    Closing registration early ends entries and re-entries; the rebuy period has an end of its own.
    """
    event, clock = act.event, clock_of(act)
    entering = [] if event.late_closed_early else [late_registration(event), reentry(event)]
    if any(state_of(window, clock, act.now_ms).is_open for window in (*entering, rebuys(event))):
        return True
    if not event.late_closed_early and _somebody_waits(act):
        return True
    returning = [window for window in (*entering[1:], rebuys(event)) if window]
    return any(_still_open(act, window, bust.entry) for bust in _recent_busts(act) for window in returning)


def _somebody_waits(act: Act) -> bool:
    """Whether somebody on the waiting list may still be given the place that is free now."""
    rows = WaitingListEntry.objects.filter(tournament=act.event, revoked_by__isnull=True)
    listed = rows.filter(status__in=("waiting", "offered"))
    return state_of(waiting_list(act.event), clock_of(act), act.now_ms).is_open and listed.exists()


def _recent_busts(act: Act) -> list[Elimination]:
    """Busts whose grace may still run."""
    since = act.now_ms - rule_settings(act.event).last_hand_grace_minutes * MINUTE_MS
    rows = Elimination.objects.filter(
        tournament=act.event, revoked_by__isnull=True, in_time=True, at_ms__gt=since
    )
    return list(rows.select_related("entry"))

"""The structure sheet and the results."""

from collections import Counter
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clock.event_windows import entries_may_come
from clock.rules.structure import Level
from clock.rules.timeline import upcoming
from clock.selectors import ClockFacts, load_clock
from club.templatetags.figures import chips, money_short
from director.printing.money import place_text
from director.printing.sheets import PrintJob, sheet, shown_name
from director.setup.form_rules import VALUES
from director.setup.structure_marks import ends_of
from payouts.selectors import Result, results_of
from tournaments.actors import EVERYBODY_ON_STAFF
from tournaments.models import Elimination, Entry, Tournament
from tournaments.models_tournament import Game
from tournaments.selectors import PAID_ENTRY

# Results -----------------------------------------------------------------------------------------------------------


@sheet(
    "results",
    gettext_lazy("Results"),
    gettext_lazy("Places, when and where each went out, prizes."),
    roles=EVERYBODY_ON_STAFF,
)
def results(job: PrintJob) -> dict[str, Any]:
    """Everybody with a place, from first down; players still in stand at the top without one."""
    event = job.event
    entry_open = entries_may_come(event, load_clock(event.pk), job.now_ms)
    found = results_of(event, entry_open=entry_open)
    outs, entries, knockouts = _outs(event.pk), _entries(event.pk), _knockouts(event.pk)
    notes = [_("Places are provisional while entries are open.")] if entry_open else []
    return {
        "currency": event.currency,
        "aside": [
            ngettext("%(count)s player", "%(count)s players", len(found.rows)) % {"count": len(found.rows)}
        ],
        "prizes": bool(found.prizes.plan.prizes),
        "rows": [_result(job, row, outs.get(row.entry_id), entries, knockouts) for row in found.rows],
        "foot_note": " ".join(notes),
    }


def _outs(tournament_id: int) -> dict[int, Elimination]:
    """How each entry went out."""
    rows = Elimination.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    return {row.entry_id: row for row in rows}


def _entries(tournament_id: int) -> Counter[int]:
    """Entries by player."""
    rows = Entry.objects.filter(PAID_ENTRY, tournament_id=tournament_id)
    return Counter(rows.values_list("player_id", flat=True))


def _knockouts(tournament_id: int) -> Counter[int]:
    """Players whom each player knocked out."""
    rows = Elimination.objects.filter(
        tournament_id=tournament_id, revoked_by__isnull=True, by_entry__isnull=False
    )
    return Counter(rows.values_list("by_entry__player_id", flat=True))


def _result(
    job: PrintJob, row: Result, out: Elimination | None, entries: Counter[int], knockouts: Counter[int]
) -> dict[str, Any]:
    return {
        "place": place_text(row.place_from, row.place_to),
        "name": shown_name(job, row.name, row.display_name),
        "out_at_ms": out.at_ms if out else None,
        "out_note": _out_note(out) if out else "",
        "entries": entries[row.player_id],
        "knockouts": knockouts[row.player_id],
        "prize_minor": row.prize_minor,
    }


def _out_note(out: Elimination) -> str:
    """Where, and why when it was not a lost hand."""
    parts = []
    if out.table_number:
        parts.append(_("table %(table)s") % {"table": out.table_number})
    if out.cause != Elimination.Cause.BUST:
        parts.append(str(out.get_cause_display()))
    return ", ".join(parts)


# Structure ---------------------------------------------------------------------------------------------------------


@sheet(
    "structure",
    gettext_lazy("Structure"),
    gettext_lazy("Levels and breaks with the times they begin, buy-in and windows."),
    roles=EVERYBODY_ON_STAFF,
)
def structure(job: PrintJob) -> dict[str, Any]:
    """The structure as players get it."""
    clock = load_clock(job.event.pk)
    begins = begins_at(job, clock)
    ends = ends_of(clock.structure, job.event)
    rows = [
        _level(level, number, begins.get(index), ends[index])
        for index, (level, number) in enumerate(
            zip(clock.structure.levels, clock.structure.numbers, strict=True)
        )
    ]
    return {
        "aside": [],
        "facts": facts(job.event),
        "has_bets": any(level.small_bet for level in clock.structure.levels),
        "rows": rows,
        "foot_note": _("The director may change later levels; the display shows what holds."),
    }


def begins_at(job: PrintJob, clock: ClockFacts) -> dict[int, int]:
    """When each level begins if nobody pauses: from the clock once it is set, else from the announced start."""
    if clock.anchor is None:
        start_ms = int(job.event.starts_at.timestamp() * 1000)
        return {index: start_ms + offset for index, offset in enumerate(clock.structure.starts_ms)}
    ahead = upcoming(clock.structure, clock.anchor, job.now_ms)
    return {level.level_index: level.starts_at_ms for level in ahead if level.starts_at_ms is not None}


def _level(level: Level, number: int | None, begins_ms: int | None, ends: list[str]) -> dict[str, Any]:
    return {
        "is_break": level.is_break,
        "level_number": number,
        "duration_ms": level.duration_ms,
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "ante": level.ante,
        "ante_kind": level.ante_kind,
        "bring_in": level.bring_in,
        "small_bet": level.small_bet,
        "big_bet": level.big_bet,
        "note": _note(level, ends),
        "starts_at_ms": begins_ms,
    }


def _note(level: Level, ends: list[str]) -> str:
    """The game of a rotation, hands, what ends with the level, chips that leave, then its own note."""
    game = [str(Game(level.game).label)] if level.game in Game.values else []
    hands = [ngettext("%(count)s hand", "%(count)s hands", level.hands) % {"count": level.hands}]
    out = [_("%(chip)ss out") % {"chip": chips(chip)} for chip in level.colour_ups]
    own = [level.note] if level.note else []
    return ", ".join([*game, *(hands if level.hands else []), *ends, *out, *own])


def facts(event: Tournament) -> list[tuple[str, str]]:
    """Buy-in, stack, windows and rules in lines; what the tournament does not have is left out."""
    start = timezone.localtime(event.starts_at)
    lines = [
        (_("Game"), f"{event.get_game_display()}, {event.get_betting_display()}"),
        (_("Start"), f"{start:%H:%M} ({start:%Z})"),
        (_("Buy-in"), _price(event)),
        (_("Starting stack"), _("%(chips)s chips") % {"chips": chips(event.stack_chips)}),
        (_("Late registration"), _late(event)),
        (_("Re-entry"), _reentry(event)),
        (_("Rebuys"), _rebuys(event)),
        (_("Add-on"), _addon(event)),
        (_("Guarantee"), money_short(event.guarantee_minor, event.currency) if event.guarantee_minor else ""),
        (_("Rules"), str(VALUES["preset", event.rules.get("preset", "tda")])),
    ]
    return [(label, text) for label, text in lines if text]


def _price(event: Tournament) -> str:
    """The parts of the buy-in: €130 + €15 + €5 = €150."""
    parts = [
        event.entry_prize_minor,
        event.entry_bounty_minor,
        event.entry_fee_minor,
        event.entry_staff_minor,
    ]
    shown = [money_short(part, event.currency) for part in parts if part]
    total = money_short(event.entry_price_minor, event.currency)
    if not shown:
        return _("free")
    return total if len(shown) == 1 else f"{' + '.join(shown)} = {total}"


def _until(level: int | None, *, through_break: bool = False) -> str:
    if not level:
        return ""
    if through_break:
        return _("to the end of the break after level %(level)s") % {"level": level}
    return _("to the end of level %(level)s") % {"level": level}


def _late(event: Tournament) -> str:
    if event.late_minutes:
        return _("%(minutes)s minutes of play") % {"minutes": event.late_minutes}
    return _until(event.late_until_level, through_break=event.late_through_break)


def _reentry(event: Tournament) -> str:
    if not event.reentry_offered:
        return ""
    text = _until(event.reentry_until_level, through_break=event.late_through_break)
    if event.reentry_limit:
        text = _("%(text)s, %(limit)s a player") % {"text": text, "limit": event.reentry_limit}
    return text


def _rebuys(event: Tournament) -> str:
    if event.rebuy_kind == "none":
        return ""
    price = money_short(event.rebuy_prize_minor + event.rebuy_fee_minor, event.currency)
    return _("%(price)s for %(chips)s chips, %(until)s") % {
        "price": price,
        "chips": chips(event.rebuy_chips),
        "until": _until(event.rebuy_until_level),
    }


def _addon(event: Tournament) -> str:
    if not event.addon_offered:
        return ""
    price = money_short(event.addon_prize_minor + event.addon_fee_minor, event.currency)
    return _("%(price)s for %(chips)s chips, in the break after level %(level)s") % {
        "price": price,
        "chips": chips(event.addon_chips),
        "level": event.addon_after_level,
    }

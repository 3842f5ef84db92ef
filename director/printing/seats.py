"""Sheets about seats: cards to hand out, table sheets, the list by name, the dealer's slip."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clock.rules.state import level_on_screen
from clock.rules.structure import Level
from clock.selectors import load_clock
from club.models import Player, identity_of
from club.templatetags.figures import chips, stake
from director.printing.sheets import RECEIPT, NoSuchSheet, PrintJob, sheet, shown_name
from director.scene.penalties import cards_by_player
from director.scene.scene import scene_of
from director.web.qr_codes import no_address, qr_code
from tables.models import Table
from tables.selectors import Seated, open_tables, seated
from tournaments.actors import EVERYBODY_ON_STAFF, FLOOR_AND_DESK
from tournaments.models import Entry
from tournaments.rules.settings import settings_from

LONG_NAME = 24


def level_text(job: PrintJob) -> str:
    """The level on the screen: Level 5: 100 / 200, ante 25."""
    clock = load_clock(job.event.pk)
    state = clock.state(job.now_ms)
    number = clock.structure.numbers[state.level_index]
    level = level_on_screen(clock.structure, state)
    name = _("Break") if number is None else _("Level %(number)s") % {"number": number}
    return f"{name}: {bets_text(level)}"


def bets_text(level: Level) -> str:
    """Blinds or bets of a level with its ante."""
    text = stake(level)
    if level.ante:
        text = _("%(stake)s, ante %(ante)s") % {"stake": text, "ante": chips(level.ante)}
    return text


# Seat cards --------------------------------------------------------------------------------------------------------


@sheet(
    "seat_cards",
    gettext_lazy("Seat cards"),
    gettext_lazy("To hand out, by table and seat; ten on a page."),
    roles=FLOOR_AND_DESK,
)
def seat_cards(job: PrintJob) -> dict[str, Any]:
    """Cards of everybody who sits, of one table (`table`), or of one entry (`entry_id`) on the roll."""
    entry_id, table = job.number("entry_id"), job.number("table")
    people = seated(job.event.pk)
    chosen = [
        one
        for one in people
        if (entry_id is None or one.entry_id == entry_id) and (table is None or one.table_number == table)
    ]
    if (entry_id is not None or table is not None) and not chosen:
        raise NoSuchSheet("seat")
    facts = _entry_facts([one.entry_id for one in chosen])
    cards = [_card(job, one, facts[one.entry_id], place, len(chosen)) for place, one in enumerate(chosen, 1)]
    notes = [] if job.address("/") else [no_address()]
    return {"cards": cards, "paper": RECEIPT if entry_id is not None else None, "screen_notes": notes}


def _entry_facts(entry_ids: Sequence[int]) -> dict[int, tuple[int, int, int]]:
    """Number of the entry and of the player, and the time-bank chips used, by entry."""
    rows = Entry.objects.filter(pk__in=entry_ids)
    columns = rows.values_list("pk", "number", "player__number", "time_banks_used")
    return {pk: (number, player, used) for pk, number, player, used in columns}


def _card(
    job: PrintJob, one: Seated, numbers: tuple[int, int, int], place: int, count: int
) -> dict[str, Any]:
    name = shown_name(job, one.name, one.display_name)
    address = job.address(f"/p/{one.code}")
    start = timezone.localtime(job.event.starts_at)
    return {
        "name": name,
        "is_long": len(name) > LONG_NAME,
        "player_number": numbers[1],
        "entry_number": numbers[0],
        "table": one.table_number,
        "seat": one.seat,
        "note_left": _("%(chips)s chips, start %(time)s")
        % {"chips": chips(job.event.stack_chips), "time": f"{start:%H:%M}"}
        + _banks(job, numbers[2]),
        "note_right": _("card %(number)s of %(count)s") % {"number": place, "count": count},
        "code": one.code,
        "qr": qr_code(address) if address else None,
    }


def _banks(job: PrintJob, used: int) -> str:
    """The time-bank chips that go with the card, where the tournament has some."""
    given = settings_from(job.event.rules).time_bank_chips
    left = max(0, given - used)
    told = ngettext("%(count)s time bank", "%(count)s time banks", left) % {"count": left}
    return f", {told}" if given else ""


# Table sheets and the list by name ---------------------------------------------------------------------------------


@sheet(
    "table_sheets",
    gettext_lazy("Table sheets"),
    gettext_lazy("One a table: who sits where, with room to write stacks."),
    roles=EVERYBODY_ON_STAFF,
)
def table_sheets(job: PrintJob) -> dict[str, Any]:
    """A page for every open table, or for one (`table`)."""
    number = job.number("table")
    tables = [table for table in open_tables(job.event.pk) if number is None or table.number == number]
    if number is not None and not tables:
        raise NoSuchSheet("table")
    people = {(one.table_number, one.seat): one for one in seated(job.event.pk)}
    numbers = dict(
        Player.objects.filter(pk__in=[one.player_id for one in people.values()]).values_list("pk", "number")
    )
    text = level_text(job)
    return {
        "tables": [
            {
                "number": table.number,
                "button_seat": table.button_seat,
                "level_text": text,
                "rows": [
                    _seat_row(job, seat, people.get((table.number, seat)), numbers)
                    for seat in range(1, table.seats + 1)
                ],
            }
            for table in tables
        ],
        "button_label": _("first button") if job.event.status == "planned" else _("button of the next hand"),
        "notes": True,
    }


def _seat_row(job: PrintJob, seat: int, one: Seated | None, numbers: dict[int, int]) -> dict[str, Any]:
    if one is None:
        return {"seat": seat, "name": "", "player_number": "", "stack_chips": None, "note": ""}
    return {
        "seat": seat,
        "name": shown_name(job, one.name, one.display_name),
        "player_number": numbers.get(one.player_id, ""),
        "stack_chips": one.stack_chips,
        "note": _("away") if one.away else "",
    }


@sheet(
    "player_list",
    gettext_lazy("Seats by name"),
    gettext_lazy("For the wall: display names only."),
    roles=EVERYBODY_ON_STAFF,
)
def player_list(job: PrintJob) -> dict[str, Any]:
    """Everybody's seat by name, as players may read it."""
    people = sorted(
        seated(job.event.pk), key=lambda one: (identity_of(one.display_name), one.table_number, one.seat)
    )
    count = len(people)
    return {
        "aside": [ngettext("%(count)s player", "%(count)s players", count) % {"count": count}],
        "rows": [{"name": one.display_name, "table": one.table_number, "seat": one.seat} for one in people],
        "foot_note": _("Dealer's left hand is seat 1."),
    }


# Slip --------------------------------------------------------------------------------------------------------------


@sheet(
    "slip",
    gettext_lazy("Dealer's slip"),
    gettext_lazy("Level, button, penalties and who is away at one table."),
    roles=EVERYBODY_ON_STAFF,
    paper=RECEIPT,
    listed=False,
)
def slip(job: PrintJob) -> dict[str, Any]:
    """What the dealer of one table (`table`) needs."""
    number = job.number("table")
    table = Table.objects.filter(tournament=job.event, number=number or 0, revoked_by__isnull=True).first()
    if table is None:
        raise NoSuchSheet("table")
    people = [one for one in seated(job.event.pk) if one.table_number == number]
    return {
        "table": {
            "number": table.number,
            "button_seat": table.button_seat,
            "level_text": level_text(job),
            "players": len(people),
        },
        "seats": [{"seat": one.seat, "name": one.display_name} for one in people],
        "penalties": _penalties(job, people),
        "away": [
            _("Seat %(seat)s is away: dealt in, posts, hand killed") % {"seat": one.seat}
            for one in people
            if one.away
        ],
    }


def _penalties(job: PrintJob, people: Sequence[Seated]) -> list[str]:
    """Cards that run at the table, with what is left of each."""
    cards = cards_by_player(scene_of(job.event, job.now_ms))
    return [
        _("Seat %(seat)s, %(name)s: yellow card, %(left)s left")
        % {"seat": one.seat, "name": one.display_name, "left": cards[one.player_id].text}
        for one in people
        if one.player_id in cards
    ]

"""The deal page: every method side by side for the players left, and what each gives up or gains."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from acts.deals import deal_facts, deal_terms, players_left, reckon_deal
from acts.refusals import refusal_of
from club.templatetags.figures import amount, money, money_short
from director.money.prize_words import DEAL_NOTICES, METHOD_NOTES, METHODS, SAVE_RULES
from ledger.models import AccountKind
from ledger.selectors import balances
from payouts.rules.deals import Deal, check_deal_allowed
from payouts.selectors import prizes_of
from tables.selectors import Seated, seated
from tournaments.errors import DirectorError
from tournaments.models import Entry, Tournament
from tournaments.rules.errors import RuleError
from tournaments.stamps import stamp_of

SHOWN = ("icm", "chip_chop_min", "chip_chop_pure", "even", "mix")
MARKS = ("m1", "m2", "m3", "m4", "m5")
UNITS_MINOR = (1, 100, 500, 1000, 5000, 10000)


@dataclass(frozen=True, slots=True)
class DealWish:
    """What the form asks for: the method chosen, what is left to play for and how, the unit."""

    method: str = "icm"
    leave_minor: int = 0
    leave_kind: str = "first_prize"
    unit_minor: int = 100


def deal_context(event: Tournament, wish: DealWish, now_ms: int) -> dict[str, Any]:
    """The whole page. Without counted stacks it says so and shows no amounts."""
    entries = sorted(players_left(event), key=lambda entry: (-(entry.stack_chips or 0), entry.number))
    seats = {one.entry_id: one for one in seated(event.pk)}
    deals, error = _reckoned(event, entries, wish)
    left_minor = sum(prizes_of(event).amounts_minor[: len(entries)])
    return {
        "deal": {
            "heading": _("Deal of %(count)s, %(amount)s to share")
            % {"count": len(entries), "amount": money_short(left_minor, event.currency)},
            "left_minor": left_minor,
            **_counted(event, entries),
            "methods": methods_of(wish),
            "rows": _rows(event, entries, seats, deals, wish),
            "sums": [
                {"text": money_short(_sum(deal), event.currency), "chosen": method == wish.method}
                for method, deal in deals.items()
            ],
            "sum_chips": sum(entry.stack_chips or 0 for entry in entries),
            "stamp": json.dumps(stamp_of(event.pk, "plan", *(f"entry:{entry.pk}" for entry in entries))),
            "error_note": error,
        },
        "chart": chart_of(entries, deals, event.currency) if deals else None,
        "form": _form(event, wish),
        "waits": error or _waits(event, entries, now_ms),
    }


def _sum(deal: Deal[int]) -> int:
    return sum(share.amount_minor for share in deal.shares) + deal.left_for_first_minor


def _reckoned(event: Tournament, entries: list[Entry], wish: DealWish) -> tuple[dict[str, Deal[int]], str]:
    """The deal by every method shown; the first refusal (stacks not counted, too much left) instead of amounts."""
    deals: dict[str, Deal[int]] = {}
    for method in SHOWN:
        terms = deal_terms(method, wish.unit_minor, wish.leave_minor, wish.leave_kind, 50, None)
        try:
            deals[method] = reckon_deal(event, entries, terms)
        except DirectorError as refused:
            return {}, str(refused)
    return deals, ""


def methods_of(wish: DealWish) -> list[dict[str, Any]]:
    """The methods with their marks; own amounts come last and have no column."""
    return [
        {
            "id": name,
            "label": METHODS[name],
            "note": METHOD_NOTES[name],
            "mark": mark,
            "chosen": name == wish.method,
        }
        for name, mark in zip(SHOWN, MARKS, strict=True)
    ]


def _counted(event: Tournament, entries: Sequence[Entry]) -> dict[str, Any]:
    """Whether the counted stacks are the chips in play."""
    counted = sum(entry.stack_chips or 0 for entry in entries)
    in_play = balances(event.pk)[AccountKind.IN_PLAY]
    if any(not entry.stack_chips for entry in entries):
        return {"counted": False, "counted_note": _("stacks not counted")}
    if counted != in_play:
        note = _("counted %(counted)s, in play %(in_play)s") % {
            "counted": f"{counted:,}",
            "in_play": f"{in_play:,}",
        }
        return {"counted": False, "counted_note": note}
    return {"counted": True, "counted_note": _("chips balance")}


def _rows(
    event: Tournament,
    entries: Sequence[Entry],
    seats: dict[int, Seated],
    deals: dict[str, Deal[int]],
    wish: DealWish,
) -> list[dict[str, Any]]:
    total = sum(entry.stack_chips or 0 for entry in entries) or 1
    chosen = (
        {share.key: share.amount_minor for share in deals[wish.method].shares} if wish.method in deals else {}
    )
    return [
        {
            "entry_id": entry.pk,
            "name": entry.player.name,
            "seat": seats[entry.pk].seat if entry.pk in seats else "",
            "stack_chips": entry.stack_chips or 0,
            "stack_share": _percent(entry.stack_chips or 0, total),
            "cells": [_cell(event, entry, method, deal, chosen, wish) for method, deal in deals.items()],
            "agreed": False,
            "custom": None,
        }
        for entry in entries
    ]


def _cell(
    event: Tournament, entry: Entry, method: str, deal: Deal[int], chosen: dict[int, int], wish: DealWish
) -> dict[str, Any]:
    amount_minor = next(share.amount_minor for share in deal.shares if share.key == entry.pk)
    difference = amount_minor - chosen.get(entry.pk, amount_minor)
    share = _percent(amount_minor, _sum(deal) or 1) + " %"
    sign = "+" if difference > 0 else "−"
    note = share if method == wish.method else f"{sign}{money_short(abs(difference), event.currency)}"
    return {
        "amount_minor": amount_minor,
        "note": note if difference or method == wish.method else "±0",
        "chosen": method == wish.method,
    }


def _percent(part: int, whole: int) -> str:
    tenths = round(Fraction(1000 * part, whole))
    return f"{tenths // 10}.{tenths % 10}"


def _form(event: Tournament, wish: DealWish) -> dict[str, Any]:
    units = [(str(unit), money(unit, event.currency)) for unit in UNITS_MINOR]
    return {
        "leave": amount(wish.leave_minor, event.currency) if wish.leave_minor else "",
        "leave_kinds": SAVE_RULES,
        "leave_kind": wish.leave_kind,
        "unit": str(wish.unit_minor),
        "units": units,
        "model_note": _("ICM: the Malmuth–Harville model, reckoned exactly for ten players or fewer."),
    }


def _waits(event: Tournament, entries: list[Entry], now_ms: int) -> str:
    """What stands in the way of recording a deal now."""
    prizes = prizes_of(event)
    if prizes.deal is not None:
        return _("A deal is recorded already. Undo it first.")
    if prizes.stale:
        return _("The prizes are stale: lock them again first.")
    try:
        check_deal_allowed(deal_facts(event, entries, now_ms))
    except RuleError as error:
        return str(refusal_of(error))
    return ""


def notices_of(deal: Deal[int]) -> list[str]:
    """What the rules remark about a deal, in sentences."""
    return [str(DEAL_NOTICES[notice.code]) % notice.facts for notice in deal.notices]


# The chart ---------------------------------------------------------------------------------------------------------

WIDTH, LEFT, RIGHT, ROW = 960, 190, 930, 56


def chart_of(entries: Sequence[Entry], deals: dict[str, Deal[int]], currency: str) -> dict[str, Any]:
    """The same amounts as marks on one scale, placed in a box 960 wide."""
    most = max(share.amount_minor for deal in deals.values() for share in deal.shares) or 1
    bottom = ROW * len(entries) + 8
    return {
        "height": bottom + 30,
        "axis_y": bottom,
        "label_y": bottom + 20,
        "axis": [
            {
                "x": _x(most * quarter // 4, most),
                "label": money_short(most * quarter // 4 // 100 * 100, currency),
            }
            for quarter in range(5)
        ],
        "rows": [_chart_row(at, entry, deals, most) for at, entry in enumerate(entries)],
    }


def _x(amount_minor: int, most: int) -> int:
    return LEFT + (RIGHT - LEFT) * amount_minor // most


def _chart_row(at: int, entry: Entry, deals: dict[str, Deal[int]], most: int) -> dict[str, Any]:
    found = [
        next(share.amount_minor for share in deal.shares if share.key == entry.pk) for deal in deals.values()
    ]
    top = at * ROW + 8
    return {
        "name": entry.player.display_name[:24],
        "text_y": top + 26,
        "band_x": _x(min(found), most) - 12,
        "band_y": top,
        "band_width": _x(max(found), most) - _x(min(found), most) + 24,
        "dots": [
            {"mark": mark, "x": _x(amount_minor, most), "y": top + 20}
            for mark, amount_minor in zip(MARKS, found, strict=False)
        ],
    }

"""Prizes and deals: the pages, and the two forms whose typed amounts are read before the verbs are called."""

import re
from collections.abc import Callable

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from acts.deals import CustomShare, players_left, record_deal
from acts.payouts import plan_payouts
from director.money.deal import SHOWN, UNITS_MINOR, DealWish, deal_context
from director.money.prize_words import SAVE_RULES
from director.money.prizes import prizes_context
from director.posting.acts import answer
from director.web.access import StaffRequest, staff
from director.web.form_data import request_id_from, stamp_from
from director.web.pages import LIVE, now_ms, render_page
from director.web.permissions import PAGES
from director.web.typed_numbers import parse_money, whole_number
from tournaments.acting import Outcome
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError

LONGEST_LIST = 5000

DEAL_PARTS = frozenset({*LIVE, "foot"})


@staff(PAGES["prizes"])
def prizes(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """The prizes of the tournament; a post from the editor makes a plan."""
    if request.method == "POST":
        return make_plan(request, tournament_id)
    at_ms = now_ms()
    context = prizes_context(request.tournament, at_ms)
    return render_page(
        request, "console/prizes.html", context, nav="prizes", title=_("Prizes"), parts=LIVE, at_ms=at_ms
    )


@require_POST
@staff(DIRECTORS)
def make_plan(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Share the pool as the form says."""
    return answer(request, lambda: _plan(request, tournament_id))


def _plan(request: StaffRequest, tournament_id: int) -> Outcome:
    posted, currency = request.POST, request.tournament.currency
    mode = posted.get("mode", "preset")
    return plan_payouts(
        actor=request.staff.actor,
        tournament_id=tournament_id,
        request_id=request_id_from(posted),
        stamp=stamp_from(posted.get("stamp", "")),
        preset=posted.get("preset", "") if mode == "preset" else "",
        places=_whole(posted.get("places", "")) if mode == "preset" else None,
        percents=lines_of(posted.get("percents", "")) if mode == "percent" else None,
        amounts_minor=amounts_of(posted.get("amounts", ""), currency) if mode == "amounts" else None,
        unit_minor=typed_money(posted.get("unit", ""), currency) or None,
        rounding=posted.get("rounding", ""),
        min_cash_minor=typed_money(posted.get("min_cash", ""), currency),
    )


def lines_of(text: str) -> list[str]:
    """Percentages one per line or with spaces and semicolons between them; a percent sign is let pass."""
    words = [word.strip("% ").replace(",", ".") for word in re.split(r"[\s;]+", text)]
    found = [word for word in words if word]
    if not found:
        raise DirectorError("nothing_typed", _("Enter one percentage per line."))
    return found[:LONGEST_LIST]


def amounts_of(text: str, currency: str) -> list[int]:
    """Amounts one per line, exactly as typed."""
    rows = [line for line in text.splitlines() if line.strip()]
    if not rows:
        raise DirectorError("nothing_typed", _("Enter one amount per line."))
    return [typed_money(row, currency) for row in rows[:LONGEST_LIST]]


def typed_money(text: str, currency: str) -> int:
    """Minor units of a typed amount; empty is 0."""
    if not text.strip():
        return 0
    try:
        return parse_money(text, currency)
    except ValueError as error:
        raise DirectorError(
            "not_money", _("“%(text)s” is not an amount. Write 45 or 45.50."), text=text.strip()[:30]
        ) from error


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


@staff(PAGES["deal"])
def deal(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """Deals side by side; a post records the one chosen."""
    if request.method == "POST":
        return answer(request, lambda: _record(request, tournament_id))
    at_ms = now_ms()
    context = _or_plain(
        lambda: deal_context(request.tournament, wish_of(request.GET, request), at_ms), request, at_ms
    )
    return render_page(
        request, "console/deal.html", context, nav="prizes", title=_("Deal"), parts=DEAL_PARTS, at_ms=at_ms
    )


def _or_plain(make: Callable[[], dict], request: StaffRequest, at_ms: int) -> dict:
    """The page for what was asked; when that cannot be read, the page as it opens, with the reason."""
    try:
        return make()
    except DirectorError as refused:
        context = deal_context(request.tournament, DealWish(), at_ms)
        context["deal"]["error_note"] = str(refused)
        return context


def wish_of(asked: QueryDict, request: StaffRequest) -> DealWish:
    """The terms of the form; unknown choices fall back to the first."""
    method = asked.get("method", "icm")
    kind = asked.get("leave_kind", "first_prize")
    unit_minor = whole_number(asked.get("unit", "100"))
    return DealWish(
        method=method if method in (*SHOWN, "custom") else "icm",
        leave_minor=typed_money(asked.get("leave", ""), request.tournament.currency),
        leave_kind=kind if kind in dict(SAVE_RULES) else "first_prize",
        unit_minor=unit_minor if unit_minor in UNITS_MINOR else 100,
    )


def _record(request: StaffRequest, tournament_id: int) -> Outcome:
    posted = request.POST
    wish = wish_of(posted, request)
    entries = players_left(request.tournament)
    agreed = set(posted.getlist("agreed"))
    if any(str(entry.pk) not in agreed for entry in entries):
        raise DirectorError("not_agreed", _("A deal needs everybody: tick each player who agrees."))
    currency = request.tournament.currency
    typed = {entry.pk: posted.get(f"amount_{entry.pk}", "").strip() for entry in entries}
    custom = any(typed.values())
    shares = [
        CustomShare(entry_id=pk, amount_minor=typed_money(text, currency)) for pk, text in typed.items()
    ]
    return record_deal(
        actor=request.staff.actor,
        tournament_id=tournament_id,
        request_id=request_id_from(posted),
        stamp=stamp_from(posted.get("stamp", "")),
        method="custom" if custom else wish.method,
        unit_minor=wish.unit_minor,
        save_minor=wish.leave_minor,
        save_rule=wish.leave_kind,
        custom=shares if custom else None,
    )

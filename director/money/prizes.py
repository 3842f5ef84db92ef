"""The prizes page: the plan with who got what, the pool line by line, and the form that shares it."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.event_windows import entries_may_come
from clock.selectors import load_clock
from club.templatetags.figures import amount, money
from director.money.pool_lines import pool_lines
from director.money.prize_words import PLAN_WARNINGS, rules_text
from director.setup.form_texts import CHOICE_LABELS, PAYOUT_PRESETS
from payouts.models import Payment, PayoutPlan
from payouts.rules.bubble import money_stage
from payouts.rules.notices import Notice
from payouts.rules.rounding import shown_shares
from payouts.selectors import Prizes, Result, Results, results_of
from tournaments.models import Tournament
from tournaments.reading import read_snapshot
from tournaments.stamps import stamp_of


def prizes_context(event: Tournament, now_ms: int) -> dict[str, Any]:
    """Plan, pool and editor of a tournament, in a fixed number of queries."""
    with read_snapshot():
        entry_open = event.status == "running" and entries_may_come(event, load_clock(event.pk), now_ms)
        results = results_of(event, entry_open=entry_open)
        payments = _payments(event.pk)
        row = (
            PayoutPlan.objects.filter(pk=results.prizes.plan_id or 0).select_related("made_by__actor").first()
        )
        stamp = json.dumps(stamp_of(event.pk, "plan"))
    playing = len(results.standing.playing)
    return {
        "plan": _plan(event, results, payments, row, stamp, entry_open)
        if results.prizes.plan.prizes
        else None,
        "pool": {"lines": pool_lines(results.prizes), "pool_minor": results.prizes.pool.pool_minor},
        "editor": None if results.prizes.locked else editor_of(event, results.prizes, stamp),
        "bubble": "" if entry_open or event.status != "running" else bubble_text(playing, results.prizes),
        "deal_url": f"/t/{event.pk}/deal"
        if event.status == "running" and 2 <= playing <= MOST_DEALERS
        else "",
    }


MOST_DEALERS = 20


def _payments(tournament_id: int) -> dict[int, list[Payment]]:
    """Payments that count, by entry, in the order of their parts."""
    found: dict[int, list[Payment]] = {}
    rows = Payment.objects.filter(tournament_id=tournament_id, revoked_by__isnull=True)
    for row in rows.select_related("made_by__actor").order_by("part"):
        found.setdefault(row.entry_id, []).append(row)
    return found


def _plan(
    event: Tournament,
    results: Results,
    payments: dict[int, list[Payment]],
    row: PayoutPlan | None,
    stamp: str,
    entry_open: bool,
) -> dict[str, Any]:
    prizes = results.prizes
    rows = plan_rows(results, payments, payable=prizes.locked and not prizes.stale and not entry_open)
    pay_minor = sum(one["pay_minor"] for one in rows)
    paid_minor = sum(one["paid_minor"] for one in rows)
    return {
        "number": row.number if row else 1,
        "locked": prizes.locked,
        "locked_at_ms": row.made_by.at_ms if row else None,
        "locked_by": str(row.made_by.actor) if row and row.made_by.actor else "",
        "stale": prizes.stale,
        "stale_note": stale_note(event, prizes),
        "warnings": [said(notice, event.currency) for notice in prizes.plan.warnings],
        "rules": rules_text(prizes, event.currency),
        "stamp": stamp,
        "rows": rows,
        "differs": any(one["pay_minor"] != one["prize_minor"] for one in rows),
        "sum_share": "100.0" if rows else "",
        "sum_minor": sum(prize.amount_minor for prize in prizes.plan.prizes),
        "sum_pay_minor": pay_minor,
        "paid_minor": paid_minor,
        "owed_minor": pay_minor - paid_minor,
    }


def plan_rows(results: Results, payments: dict[int, list[Payment]], *, payable: bool) -> list[dict[str, Any]]:
    """Every place with its prize, in order; the player once he has it; first those who share by a deal."""
    amounts = results.prizes.amounts_minor
    shares = shown_shares(amounts, 1) if amounts else ()
    taken: set[int] = set()
    rows = []
    for result in results.rows:
        if not result.prize_minor or (result.place_from or 0) > len(amounts) > 0:
            continue
        taken.update(range(result.place_from or 0, (result.place_to or 0) + 1))
        rows.append(_won(result, amounts, shares, payments.get(result.entry_id, []), payable))
    dealt = any(row["place"] == "" for row in rows)
    open_places = [] if dealt else [n for n in range(1, len(amounts) + 1) if n not in taken]
    rows += [_open(place, amounts[place - 1], shares[place - 1]) for place in open_places]
    return sorted(rows, key=lambda row: (row["place"] or 0, row["name"]))


def _won(
    result: Result, amounts: Sequence[int], shares: Sequence[Any], payments: list[Payment], payable: bool
) -> dict[str, Any]:
    """A place with its player: what he gets, what he was paid, by whom and when."""
    alone = result.place_from is not None and result.place_from == result.place_to
    place = result.place_from or 0
    planned = amounts[place - 1] if alone and place <= len(amounts) else result.prize_minor
    paid = sum(payment.amount_minor for payment in payments)
    last = payments[-1] if payments else None
    state = "paid" if paid == result.prize_minor else "part" if paid else "open"
    return {
        "place": result.place_from or "",
        "place_to": result.place_to,
        "name": result.name,
        "share": str(shares[place - 1]) if alone and place <= len(shares) else "",
        "prize_minor": planned,
        "pay_minor": result.prize_minor,
        "label": result.label,
        "paid_minor": paid,
        "state": state,
        "paid_at_ms": last.at_ms if last else None,
        "paid_by": str(last.made_by.actor) if last and last.made_by.actor else "",
        "pay_form": f"pay_prize?entry_id={result.entry_id}" if payable and result.owed_minor > 0 else "",
    }


def _open(place: int, amount_minor: int, share: Any) -> dict[str, Any]:
    return {
        "place": place,
        "place_to": place,
        "name": "",
        "share": str(share),
        "prize_minor": amount_minor,
        "pay_minor": amount_minor,
        "label": "",
        "paid_minor": 0,
        "state": "future",
        "paid_at_ms": None,
        "paid_by": "",
        "pay_form": "",
    }


def stale_note(event: Tournament, prizes: Prizes) -> str:
    """What has changed since the lock, and what to do."""
    return _(
        "It was made for %(then)s entries and %(plan)s; the pool is %(pool)s now. Lock the prizes again."
    ) % {
        "then": prizes.entries_at_lock,
        "plan": money(prizes.plan.pool_minor, event.currency),
        "pool": money(prizes.pool.pool_minor, event.currency),
    }


def said(notice: Notice, currency: str) -> str:
    """A warning of the rules in a sentence; amounts in the tournament's currency."""
    facts = {
        name: money(value, currency) if name.endswith("_minor") and isinstance(value, int) else value
        for name, value in notice.facts.items()
    }
    return str(PLAN_WARNINGS[notice.code]) % facts


def bubble_text(playing: int, prizes: Prizes) -> str:
    """How far the money is; nothing before it is close (docs/rules.md 9)."""
    stage = money_stage(playing, prizes.amounts_minor)
    if stage.stage == "bubble":
        return _("The bubble: the next player out gets nothing.")
    if stage.stage == "before" and stage.to_the_money <= 3:
        return ngettext(
            "%(count)s player to the money.", "%(count)s players to the money.", stage.to_the_money
        ) % {"count": stage.to_the_money}
    return ""


def editor_of(event: Tournament, prizes: Prizes, stamp: str) -> dict[str, Any]:
    """The form that shares the pool, filled with what holds now."""
    settings, currency = prizes.settings, event.currency
    mode = "amounts" if settings.custom_amounts_minor else "percent" if settings.custom_percents else "preset"
    return {
        "mode": mode,
        "presets": PAYOUT_PRESETS,
        "preset": settings.preset,
        "places": settings.places or "",
        "places_from": _("Empty: %(percent)s %% of %(count)s entries, or the preset's own table.")
        % {"percent": event.places_percent, "count": prizes.plan.entries},
        "percents": "\n".join(str(percent) for percent in settings.custom_percents),
        "amounts": "\n".join(
            amount(one, currency) for one in settings.custom_amounts_minor or prizes.amounts_minor
        ),
        "unit": amount(settings.unit_minor, currency),
        "rounding_choices": CHOICE_LABELS["payout_rounding"],
        "rounding": settings.rounding,
        "min_cash": amount(settings.min_cash_minor, currency) if settings.min_cash_minor else "",
        "missing": "",
        "stamp": stamp,
    }

"""The agreement of a deal, to be signed: the one that is recorded, or one that is being talked about."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from acts.deals import deal_terms, players_left, reckon_deal
from director.money.deal import SHOWN, UNITS_MINOR, notices_of
from director.money.prize_words import METHOD_NOTES, METHODS, SAVE_RULES
from director.printing.money import deal_line, entries_text
from director.printing.sheets import PrintJob, sheet, shown_name
from director.web.typed_numbers import parse_money, whole_number
from payouts.models import Deal as DealRow
from payouts.selectors import Results, results_of
from tournaments.actors import DIRECTORS


@sheet(
    "deal",
    gettext_lazy("Deal"),
    gettext_lazy("What the players left agree on, to be signed."),
    roles=DIRECTORS,
    listed=False,
)
def deal(job: PrintJob) -> dict[str, Any]:
    """The deal that is recorded; without one, what the deal page shows for the terms in the address."""
    results = results_of(job.event, entry_open=False)
    row = results.prizes.deal
    body = _recorded(job, results, row) if row is not None else _proposed(job)
    return body | {
        "currency": job.event.currency,
        "aside": [entries_text(results.prizes.plan.entries)],
        "signers": [_("Director: %(name)s") % {"name": job.user_name}, _("Date and time")],
    }


def _recorded(job: PrintJob, results: Results, row: DealRow) -> dict[str, Any]:
    names = {one.entry_id: shown_name(job, one.name, one.display_name) for one in results.rows}
    shares = list(row.shares.order_by("-amount_minor", "pk"))
    return {
        "method_text": deal_line(job, row),
        "rules": [_("Only prizes not yet won are shared; all players left agree.")],
        "rows": [
            {
                "name": names.get(one.entry_id, "–"),
                "stack_chips": one.stack_chips,
                "amount_minor": one.amount_minor,
            }
            for one in shares
        ],
        "left_minor": row.kept_minor,
        "sum_minor": sum(one.amount_minor for one in shares) + row.kept_minor,
    }


def _proposed(job: PrintJob) -> dict[str, Any]:
    """The terms in the address, reckoned now; DirectorError where they cannot be (stacks not counted)."""
    entries = players_left(job.event)
    method = job.params.get("method", "")
    method = method if method in SHOWN else SHOWN[0]
    found = reckon_deal(
        job.event, entries, deal_terms(method, _unit(job), _left(job), _left_kind(job), 50, None)
    )
    amounts = {share.key: share.amount_minor for share in found.shares}
    rows = [
        {
            "name": shown_name(job, entry.player.name, entry.player.display_name),
            "stack_chips": entry.stack_chips or 0,
            "amount_minor": amounts[entry.pk],
        }
        for entry in entries
    ]
    return {
        "method_text": f"{METHODS[method]}: {METHOD_NOTES[method]}",
        "rules": [
            _("Not recorded yet. Only prizes not yet won are shared; it holds when all have signed."),
            *notices_of(found),
        ],
        "rows": sorted(rows, key=lambda row: -row["amount_minor"]),
        "left_minor": found.left_for_first_minor,
        "sum_minor": sum(amounts.values()) + found.left_for_first_minor,
    }


def _unit(job: PrintJob) -> int:
    unit_minor = whole_number(job.params.get("unit", ""))
    return unit_minor if unit_minor in UNITS_MINOR else 100


def _left(job: PrintJob) -> int:
    """What is left to play for; nothing where it cannot be read, as on the page itself."""
    try:
        return parse_money(job.params.get("leave", "") or "0", job.event.currency)
    except ValueError:
        return 0


def _left_kind(job: PrintJob) -> str:
    kind = job.params.get("leave_kind", "")
    return kind if kind in dict(SAVE_RULES) else SAVE_RULES[0][0]

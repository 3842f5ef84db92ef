"""Deals of the players left about what is still to be won (docs/rules.md 10)."""

from fractions import Fraction
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from acts.refusals import refusing
from acts.windows import rule_settings
from clock.event_windows import entries_may_come
from clock.selectors import load_clock
from payouts.rules.deals import Deal as DealFigures
from payouts.rules.deals import DealFacts, DealPlayer, DealTerms, check_deal_allowed, propose_deal
from payouts.selectors import prizes_of
from payouts.steps import write_deal
from tables.selectors import open_tables
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError
from tournaments.models import Entry, Tournament


class CustomShare(TypedDict):
    """An amount agreed for one entry, minor units."""

    entry_id: int
    amount_minor: int


def players_left(event: Tournament) -> list[Entry]:
    """Everybody still in, in the order of registration."""
    rows = Entry.objects.filter(tournament=event, status="active", revoked_by__isnull=True)
    return list(rows.select_related("player").order_by("number"))


def deal_terms(
    method: str,
    unit_minor: int,
    save_minor: int,
    save_rule: str,
    icm_percent: int,
    custom: list[CustomShare] | None,
) -> DealTerms[int]:
    """Terms as the rules take them; `icm_percent` is the part of ICM in a mix."""
    return DealTerms(
        method=method,  # type: ignore[arg-type]
        unit_minor=unit_minor,
        save_minor=save_minor,
        save_rule=save_rule,  # type: ignore[arg-type]
        icm_part=Fraction(icm_percent, 100),
        custom_minor={share["entry_id"]: share["amount_minor"] for share in custom or ()},
    )


def reckon_deal(event: Tournament, entries: list[Entry], terms: DealTerms[int]) -> DealFigures[int]:
    """The deal for these players and the prizes still to be won; nothing is written (the deal page shows several).

    Every player needs a counted stack. Raises RuleError and DirectorError.
    """
    missing = [entry.player.name for entry in entries if not entry.stack_chips]
    if missing:
        raise DirectorError(
            "stacks_missing", _("Count the stacks first: %(players)s."), players=", ".join(missing)
        )
    prizes = prizes_of(event).amounts_minor[: len(entries)]
    players = [DealPlayer(entry.pk, entry.stack_chips or 0, entry.number) for entry in entries]
    with refusing():
        return propose_deal(players, prizes, terms)


def deal_facts(event: Tournament, entries: list[Entry], now_ms: int) -> DealFacts:
    """What decides whether a deal may be made at all."""
    return DealFacts(
        deals_allowed=rule_settings(event).deals_allowed,
        players_left=len(entries),
        tables_open=len(open_tables(event.pk)),
        registration_open=entries_may_come(event, load_clock(event.pk), now_ms),
        prizes_locked=prizes_of(event).locked,
    )


@director_action("payouts.deal", roles=DIRECTORS, statuses=frozenset({"running"}))
def record_deal(
    act: Act,
    *,
    method: str,
    unit_minor: int = 100,
    save_minor: int = 0,
    save_rule: str = "first_prize",
    icm_percent: int = 50,
    custom: list[CustomShare] | None = None,
) -> dict[str, object]:
    """Record what all players left agreed to. Prizes already paid are never in it; play may go on for what was kept.

    Refused: deals forbidden by the tournament, registration open, prizes not locked or stale, stacks not counted.
    """
    entries = players_left(act.event)
    prizes = prizes_of(act.event)
    if prizes.stale:
        raise DirectorError(
            "plan_stale", _("The prizes are stale: entries came since they were locked. Lock them again.")
        )
    with refusing():
        check_deal_allowed(deal_facts(act.event, entries, act.now_ms))
    terms = deal_terms(method, unit_minor, save_minor, save_rule, icm_percent, custom)
    figures = reckon_deal(act.event, entries, terms)
    by_key = {entry.pk: entry for entry in entries}
    shares = [(by_key[share.key], share.stack_chips, share.amount_minor) for share in figures.shares]
    stored: dict[str, Any] = {
        "unit_minor": unit_minor,
        "save_minor": save_minor,
        "save_rule": save_rule,
        "icm_percent": icm_percent,
    }
    deal = write_deal(act, method, stored, figures.pool_minor, figures.left_for_first_minor, shares)
    act.facts |= {"method": method, "players": len(entries), "pool_minor": figures.pool_minor}
    return {
        "deal_id": deal.pk,
        "shares": [[share.key, share.amount_minor] for share in figures.shares],
        "kept_minor": figures.left_for_first_minor,
    }

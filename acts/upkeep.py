"""What the clock ends by itself: offers past their deadline, cards served, tournaments won.

Called every few seconds by Celery and, when the worker is silent, by a web process. Each is an ordinary act of the
system, so it is in the log and happens once.
"""

import logging
from collections.abc import Callable
from functools import partial

from django.db.models import Count, Q

from acts.discipline import played_of
from acts.elimination import finish_if_won
from acts.registration import lapse_offer
from acts.windows import rule_settings
from clock.rules.timeline import played_ms
from clock.selectors import load_clock
from tournaments.act import Act
from tournaments.acting import NothingToDo, Outcome, director_action
from tournaments.actors import CLOCK_ITSELF, system_actor
from tournaments.errors import DirectorError
from tournaments.models import Penalty, Tournament, WaitingListEntry
from tournaments.penalties import card_of
from tournaments.rules.discipline import is_over
from tournaments.sources import current_sources

logger = logging.getLogger(__name__)


@director_action("tournament.won", roles=CLOCK_ITSELF, statuses=frozenset({"running"}))
def end_won_tournament(act: Act) -> dict[str, object]:
    """Finish a tournament in which one player is left and the last window has closed meanwhile."""
    if not finish_if_won(act):
        raise NothingToDo
    return {"finished": True}


@director_action("penalty.served", roles=CLOCK_ITSELF)
def end_served_penalty(act: Act, *, penalty_id: int) -> dict[str, object]:
    """End a card whose time on its clock is over."""
    row = Penalty.objects.select_related("player").get(pk=penalty_id, tournament=act.event)
    if (
        row.ended_ms is not None
        or row.revoked_by_id
        or not is_over(card_of(row), now_ms=act.now_ms, play_ms=played_of(act))
    ):
        raise NothingToDo
    act.change(row, ended_ms=act.now_ms)
    act.facts |= {"player": row.player.name, "penalty": row.kind, "words": rule_settings(act.event).preset}
    return {"penalty_id": row.pk}


def upkeep() -> int:
    """Carry out everything that is due; returns how many acts it took."""
    return sum(_try(step) for step in [*_lapsed_offers(), *_served_cards(), *_won()])


def _try(step: Callable[[], Outcome]) -> bool:
    """Carry out one step; a refusal (somebody was faster) must not keep the others waiting."""
    try:
        return not step().repeated
    except DirectorError as refused:
        logger.info("upkeep: nothing done: %s", refused.code)
        return False


def _lapsed_offers() -> list[Callable[[], Outcome]]:
    now_ms = current_sources().now_ms()
    rows = WaitingListEntry.objects.filter(
        status="offered", offer_until_ms__lte=now_ms, revoked_by__isnull=True
    )
    rows = rows.filter(tournament__status__in=("planned", "running")).select_related("tournament")
    return [
        partial(
            lapse_offer,
            actor=system_actor(row.tournament.club_id),
            tournament_id=row.tournament_id,
            waiting_id=row.pk,
        )
        for row in rows
    ]


def _served_cards() -> list[Callable[[], Outcome]]:
    rows = Penalty.objects.filter(
        kind="yellow", ended_ms__isnull=True, revoked_by__isnull=True, tournament__status="running"
    ).select_related("tournament")
    return [
        partial(
            end_served_penalty,
            actor=system_actor(row.tournament.club_id),
            tournament_id=row.tournament_id,
            penalty_id=row.pk,
        )
        for row in rows
        if _seems_served(row)
    ]


def _seems_served(row: Penalty) -> bool:
    clock = load_clock(row.tournament_id)
    now_ms = current_sources().now_ms()
    play_ms = played_ms(clock.structure, clock.state(now_ms))
    return is_over(card_of(row), now_ms=now_ms, play_ms=play_ms)


def _won() -> list[Callable[[], Outcome]]:
    rows = Tournament.objects.filter(status="running", revoked_by__isnull=True).annotate(
        playing=Count("entries", filter=Q(entries__status="active", entries__revoked_by__isnull=True))
    )
    return [
        partial(end_won_tournament, actor=system_actor(row.club_id), tournament_id=row.pk)
        for row in rows.filter(playing=1)
    ]

"""The one wrapper around every act: lock, time, permission, repetition, stamp, the verb itself, the record.

A verb is a function `verb(act, *, ...)` decorated with `director_action`; calling it runs it as one act. Nothing
else begins a transaction that writes, and nothing else locks.
"""

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, Protocol

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext_lazy as _

from club.models import ApiToken, Club, Membership, Player
from tournaments import recording
from tournaments.act import Act
from tournaments.actors import SYSTEM, Actor, lower_role
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import DirectorAction, Tournament
from tournaments.sources import current_sources
from tournaments.stamps import check_stamp

OPEN_STATUSES = frozenset({"planned", "running"})
ANY_STATUS = frozenset({"planned", "running", "finished", "cancelled"})


class NothingToDo(Exception):
    """Raised by a verb of the clock that finds nothing due: the transaction leaves no trace."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of an act: its id, the ids and figures it made, and whether it had been carried out before."""

    action_id: str
    result: dict[str, Any]
    version: int
    repeated: bool = False


@dataclass(frozen=True)
class Verb:
    """What the wrapper and the delivery layers know of a verb."""

    kind: str
    roles: frozenset[str]
    body: Callable[..., dict[str, Any]]
    needs_tournament: bool
    locks_club: bool
    locks_players: bool
    statuses: frozenset[str]
    no_undo_reason: str
    parameters: Mapping[str, inspect.Parameter]

    @property
    def undo(self) -> bool:
        """Whether its acts can be undone (row by row, from their deltas)."""
        return not self.no_undo_reason


class Deed(Protocol):
    """A decorated verb: called with the actor, it runs as one act."""

    verb: Verb

    def __call__(self, **params: Any) -> Outcome: ...


VERBS: dict[str, Verb] = {}
CALLABLES: dict[str, Deed] = {}
CHECKS: list[Callable[[Act], None]] = []
ALWAYS_BEFORE: list[Callable[[Act], None]] = []


def register_check(check: Callable[[Act], None]) -> None:
    """Have `check(act)` run at the end of every act; it raises InvariantError when books do not balance."""
    CHECKS.append(check)


def register_before(step: Callable[[Act], None]) -> None:
    """Have `step(act)` run before every act of a tournament, under the lock (the clock compensates there)."""
    ALWAYS_BEFORE.append(step)


def director_action[**P](
    kind: str,
    *,
    roles: frozenset[str],
    tournament: bool = True,
    club: bool = False,
    players: bool = False,
    statuses: frozenset[str] = OPEN_STATUSES,
    no_undo_reason: str = "",
) -> Callable[[Callable[Concatenate[Act, P], dict[str, Any]]], Deed]:
    """Make a verb of a function.

    `kind` is its lasting name; `roles` who may; `tournament`, `club`, `players` what is locked (the club's row for
    receipts and limits across events, the player named by `player_id`); `statuses` of the tournament in which it makes
    sense; `no_undo_reason` says why there is no undo, where there is none.
    """

    def decorate(body: Callable[Concatenate[Act, P], dict[str, Any]]) -> Deed:
        parameters = dict(list(inspect.signature(body).parameters.items())[1:])
        verb = Verb(kind, roles, body, tournament, club, players, statuses, no_undo_reason, parameters)

        @functools.wraps(body)
        def call(
            *,
            actor: Actor,
            tournament_id: int | None = None,
            request_id: str | None = None,
            stamp: Mapping[str, str] | None = None,
            reason: str = "",
            **params: Any,
        ) -> Outcome:
            said = recording.writable(reason).strip()[:400]
            return perform(Order(verb, actor, tournament_id, request_id, stamp or {}, said, params))

        call.verb = verb  # type: ignore[attr-defined]
        VERBS[kind] = verb
        CALLABLES[kind] = call  # type: ignore[assignment]
        return call  # type: ignore[return-value]

    return decorate


@dataclass(frozen=True, slots=True)
class Order:
    """One call of a verb, as asked."""

    verb: Verb
    actor: Actor
    tournament_id: int | None
    request_id: str | None
    stamp: Mapping[str, str]
    reason: str
    params: Mapping[str, Any]


def perform(order: Order) -> Outcome:
    """Carry out one act in a durable transaction of its own."""
    try:
        with transaction.atomic(durable=True):
            return carry_out(order)
    except NothingToDo:
        return Outcome("", {}, 0, repeated=True)
    except IntegrityError as error:
        raise _as_refusal(error) from error


def carry_out(order: Order) -> Outcome:
    """The act itself; the caller has begun the transaction."""
    club, tournament = _lock(order)
    sources = current_sources()
    clocks = sources.read()
    role = _role_of(order, clocks.wall_ms)
    payload = recording.payload_of(order.verb.kind, order.tournament_id, order.params)
    repeated = _carried_out_before(order, payload)
    if repeated:
        return repeated
    _check_status(order.verb, tournament)
    act = Act(
        id=sources.new_id(),
        kind=order.verb.kind,
        actor=order.actor,
        role=role,
        locked_club=club,
        tournament=tournament,
        clocks=clocks,
        reason=order.reason,
        sources=sources,
    )
    if order.stamp and tournament:
        check_stamp(tournament.pk, order.stamp)
    if tournament:
        for step in ALWAYS_BEFORE:
            step(act)
    result = order.verb.body(act, **order.params)
    for check in CHECKS:
        check(act)
    action = recording.record(act, payload, order.request_id, result)
    _wake(act)
    return Outcome(str(action.pk), result, action.sequence)


def _lock(order: Order) -> tuple[Club | None, Tournament | None]:
    """Lock club, player, tournament, in that order. On SQLite the transaction itself is the lock.

    `no_key`: a row that others only refer to is not locked against them. Every act refers to its club, so without it
    an act that holds the tournament and one that holds the club would wait for each other for ever.
    """
    verb, club_id = order.verb, order.actor.club_id
    club = None
    if not verb.needs_tournament or (verb.locks_club and connection.features.has_select_for_update):
        club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
        if club is None:
            raise NotFound("club_unknown", _("There is no such club."))
    if verb.locks_players and connection.features.has_select_for_update:
        _lock_player(club_id, order.params.get("player_id"))
    if club is not None and not verb.needs_tournament:
        return club, None
    tournament = None if order.tournament_id is None else _lock_tournament(club_id, order.tournament_id)
    if tournament is None or tournament.revoked_by_id:
        raise NotFound("tournament_unknown", _("There is no such tournament in this club."))
    if club is not None:
        tournament.club = club
    return club, tournament


def _lock_player(club_id: int, player_id: int | None) -> None:
    if player_id:
        Player.objects.select_for_update(no_key=True).filter(pk=player_id, club_id=club_id).first()


def _lock_tournament(club_id: int, tournament_id: int) -> Tournament | None:
    rows = Tournament.objects.select_for_update(no_key=True)
    return rows.filter(pk=tournament_id, club_id=club_id).first()


def _role_of(order: Order, now_ms: int) -> str:
    """The role the actor has now (not the one his page was opened with); refuses when it does not include the act."""
    role = SYSTEM if order.actor.is_system else _present_role(order.actor, now_ms)
    if role not in order.verb.roles:
        raise NotAllowed("not_allowed", _("Your role does not include this. Ask a director."))
    return role


def _present_role(actor: Actor, now_ms: int) -> str:
    """The member's role, through a token the lower of both; "" for somebody who does not work here (any more)."""
    if actor.user_id is None:
        return ""
    member = Membership.objects.filter(
        club_id=actor.club_id, user_id=actor.user_id, active=True, user__is_active=True
    ).first()
    if member is None or actor.token_id is None:
        return member.role if member else ""
    token = ApiToken.objects.filter(
        pk=actor.token_id, club_id=actor.club_id, user_id=actor.user_id, active=True
    ).first()
    if token is None or token.is_over(now_ms):
        return ""
    return lower_role(token.role, member.role)


def _carried_out_before(order: Order, payload: recording.Payload) -> Outcome | None:
    """The stored answer when the same request was carried out already; another payload under the same id is refused."""
    if not order.request_id:
        return None
    earlier = DirectorAction.objects.filter(
        club_id=order.actor.club_id, actor_id=order.actor.user_id, request_id=order.request_id
    ).first()
    if earlier is None:
        return None
    if earlier.payload_hash != payload.hash:
        raise DirectorError(
            "request_id_reused",
            _("This form was already sent with other content. Reload the page and enter it again."),
            conflict=True,
        )
    return Outcome(str(earlier.pk), earlier.result, earlier.sequence, repeated=True)


def _check_status(verb: Verb, tournament: Tournament | None) -> None:
    """Refuse when the tournament is past the point where the act makes sense (a finished one stays finished)."""
    if tournament is None or tournament.status in verb.statuses:
        return
    if tournament.status == "finished":
        raise DirectorError(
            "finished", _("The tournament is finished. Undo its last bust to open it again."), conflict=True
        )
    if tournament.status == "cancelled":
        raise DirectorError("cancelled", _("The tournament was cancelled."), conflict=True)
    if tournament.status == "planned":
        raise DirectorError("not_started", _("The tournament has not started yet: start the clock first."))
    raise DirectorError("already_running", _("The tournament is already running."), conflict=True)


def _as_refusal(error: IntegrityError) -> Exception:
    """A constraint of the database that two acts ran into: the second is told what is taken."""
    text = str(error)
    for name, message in recording.CONSTRAINT_MESSAGES.items():
        if name in text or all(part in text for part in recording.SQLITE_COLUMNS.get(name, (name,))):
            return DirectorError(name, message, conflict=True)
    return error


def _wake(act: Act) -> None:
    """Tell the hubs of all web processes; the notice is sent by the commit itself, so it cannot be early."""
    if connection.vendor == "postgresql":
        # An act of the club can change names that every tournament of it shows.
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_notify('tournament', %s)", [str(act.tournament.pk if act.tournament else "")]
            )

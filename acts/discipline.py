"""Warnings, yellow and red cards. A card belongs to the player and follows him through moves and re-entries."""

from django.utils.translation import gettext_lazy as _

from acts.elimination import active_count, next_batch, refuse_last, settle_exit, take_out
from acts.entries import find_active
from acts.refusals import text, whole
from acts.windows import clock_of, rule_settings
from clock.rules.timeline import played_ms
from ledger.models import AccountKind as A
from ledger.steps import Posting, post
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import Elimination, Entry, Penalty
from tournaments.penalties import history_of
from tournaments.rules.discipline import Card, Kind, second_yellow

CAUSES = {
    "phone": _("telephone at the table"),
    "language": _("language"),
    "exposing": _("exposing cards"),
    "acting_out_of_turn": _("acting out of turn"),
    "one_player_to_a_hand": _("advice during a hand"),
    "etiquette": _("etiquette"),
    "abuse": _("abuse"),
    "soft_play": _("soft play"),
    "collusion": _("collusion"),
    "chips": _("chips out of sight"),
    "absent": _("absence"),
    "other": _("other"),
}
MOST_MINUTES = 600
MINUTE_MS = 60_000


@director_action("penalty.give", roles=FLOOR_STAFF, statuses=frozenset({"running"}))
def give_penalty(
    act: Act,
    *,
    entry_id: int,
    kind: str,
    cause: str = "other",
    minutes: int | None = None,
    hands: int | None = None,
    note: str = "",
    despite_yellow: bool = False,
) -> dict[str, object]:
    """Give a warning, a yellow card (minutes or hands away) or a red one (out, chips removed by `disqualify`).

    A second yellow asks whether it becomes red; `despite_yellow` answers that it stays yellow (setting: always red).
    A missed round is entered as hands: one for each player at the table now, fixed when given.
    """
    entry = find_active(act, entry_id)
    if kind not in Penalty.Kind.values or cause not in CAUSES:
        raise DirectorError("penalty_unknown", _("Choose a kind of penalty and a cause from the lists."))
    if kind == Penalty.Kind.RED and act.role == "floor":
        raise NotAllowed("not_allowed", _("A red card is given by a director."))
    if kind == Penalty.Kind.YELLOW:
        _ask_second_yellow(act, entry, despite_yellow)
    measure, amount = _measure(act, kind, minutes, hands)
    row = act.create(
        Penalty(
            tournament=act.event,
            player=entry.player,
            entry=entry,
            kind=kind,
            cause=cause,
            note=text(note, 400, _("The note"), required=False),
            measure=measure,
            amount=amount,
            given_ms=act.now_ms,
            given_play_ms=played_of(act),
        )
    )
    act.facts |= {
        "player": entry.player.name,
        "penalty": kind,
        "measure": measure,
        "amount": amount,
        "cause": cause,
        "words": rule_settings(act.event).preset,
    }
    return {"penalty_id": row.pk} | (_send_off(act, entry) if kind == Penalty.Kind.RED else {})


def _send_off(act: Act, entry: Entry) -> dict[str, object]:
    """A red card: out, no refund; the chips counted last (or asked for in the form) leave play."""
    refuse_last(act)
    stack = entry.stack_chips or 0
    take_out(
        act, entry, Elimination.Cause.DISQUALIFIED, next_batch(act), status="disqualified", stack_chips=stack
    )
    post(act, [Posting(A.CHIPS_REMOVED, A.IN_PLAY, stack, "disqualified.chips", entry)])
    return {"finished": settle_exit(act, active_count(act))}


def played_of(act: Act) -> int:
    """Playing time of the tournament so far, milliseconds."""
    clock = clock_of(act)
    return played_ms(clock.structure, clock.state(act.now_ms))


def _ask_second_yellow(act: Act, entry: Entry, despite_yellow: bool) -> None:
    """A player with a yellow card in this event: red by setting, otherwise the director is asked."""
    history = history_of(act.event.pk, entry.player_id)
    if not second_yellow(history, Card(Kind.YELLOW)):
        return
    if rule_settings(act.event).second_yellow == "red" or not despite_yellow:
        raise DirectorError(
            "second_yellow",
            _("%(player)s has a yellow card already: give a red one, or say that it stays yellow."),
            player=entry.player.name,
        )


def _measure(act: Act, kind: str, minutes: int | None, hands: int | None) -> tuple[str, int]:
    """How the time away is counted: hands if given, else minutes on the clock of the setting."""
    if kind != Penalty.Kind.YELLOW:
        return Penalty.Measure.NONE, 0
    if hands:
        return Penalty.Measure.HANDS, whole(hands, 1, 1000, _("Hands"))
    settings = rule_settings(act.event)
    length = settings.yellow_minutes if minutes is None else minutes
    return settings.card_clock, whole(length, 1, MOST_MINUTES, _("Minutes")) * MINUTE_MS


@director_action("penalty.end", roles=FLOOR_STAFF)
def end_penalty(act: Act, *, penalty_id: int) -> dict[str, object]:
    """End a card before its time is over."""
    row = Penalty.objects.filter(tournament=act.event, pk=penalty_id, revoked_by__isnull=True).first()
    if row is None:
        raise NotFound("penalty_unknown", _("There is no such penalty."))
    if row.ended_ms is not None:
        raise DirectorError("penalty_over", _("This penalty is over already."), conflict=True)
    act.change(row, ended_ms=act.now_ms)
    act.facts |= {"player": row.player.name, "penalty": row.kind, "words": rule_settings(act.event).preset}
    return {"penalty_id": row.pk}

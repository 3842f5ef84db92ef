"""Players going out: busts of one hand, players who leave, and the end of the tournament."""

from typing import NotRequired, TypedDict

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from acts.entries import find_active, find_entries, require_active
from acts.refusals import whole
from acts.windows import (
    clock_of,
    close_early,
    entries_open,
    rule_settings,
    somebody_may_come_back,
    windows_open,
)
from clock.rules.acts import pause
from clock.steps import append_anchor, record_due
from club.models import Player
from ledger.models import AccountKind as A
from ledger.selectors import chips_in_play
from ledger.steps import Posting, post
from payouts.selectors import prizes_of, shared_by_deal
from tables.selectors import seat_of
from tables.steps import settle_reports, unseat
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DIRECTORS, FLOOR_STAFF
from tournaments.errors import DirectorError
from tournaments.hand_for_hand import batch_of_hand, hand_for_hand_of
from tournaments.models import Elimination, Entry, Purchase
from tournaments.rules.places import ranked_by_stack, without_stack
from tournaments.selectors import busts_of_batch, place_rules

MOST_CHIPS = 10**10
STACKS = _(
    "Several are out in one hand. Enter what %(players)s had at its start, or tick that they share the places."
)
STACKS_OF_EARLIER = _(
    "%(players)s went out in the same hand, entered without a stack. Undo that and enter them together with their "
    "stacks, or tick that they share the places."
)


class Bust(TypedDict):
    """One player of a bust: the entry, its stack at the start of the hand, and who took the last chips."""

    entry_id: int
    stack_chips: NotRequired[int | None]
    by_entry_id: NotRequired[int | None]


@director_action("entry.bust", roles=FLOOR_STAFF, statuses=frozenset({"running"}))
def bust(
    act: Act,
    *,
    busts: list[Bust],
    in_time: bool | None = None,
    hand_for_hand: bool = False,
    tie: bool = False,
) -> dict[str, object]:
    """Take out one or several players of one hand; places follow from order and stacks (docs/rules.md 6).

    `in_time`: the hand was dealt before the windows closed, so rebuy and re-entry stay open a while (the last hand).
    Not said, it was if one of them is open now; a bust long after the close brings nobody back.
    While hand-for-hand is on, all who go out in its present hand are one batch, at whatever table.
    `tie`: the stacks of those of one hand were equal or are not known, so that they share the places.
    Refused: somebody not in play, the same player twice, a rebuy still to be paid (TDA 27), the last player, several in
    one hand with neither stacks nor `tie`.
    """
    if not busts:
        raise DirectorError("nobody", _("Choose the player who is out."))
    takers = [bust.get("by_entry_id") for bust in busts]
    found = find_entries(act, [*(bust["entry_id"] for bust in busts), *filter(None, takers)])
    entries = [require_active(found[bust["entry_id"]]) for bust in busts]
    if len({entry.pk for entry in entries}) != len(entries):
        raise DirectorError("twice", _("A player is named twice."))
    for entry, taker in zip(entries, takers, strict=True):
        refuse_debt(entry)
        if taker:
            _check_taker(found[taker], entry)
    left = active_count(act) - len(entries)
    if left < 1:
        raise DirectorError("last_player", _("The last player cannot be out: he has won."))
    in_time = windows_open(act) if in_time is None else in_time
    hand = hand_for_hand_of(act.event.pk)
    batch = (batch_of_hand(act.event.pk, hand) if hand else None) or next_batch(act)
    outs = [
        _out(act, entry, bust, batch, in_time=in_time, hand_for_hand=hand_for_hand or hand is not None)
        for entry, bust in zip(entries, busts, strict=True)
    ]
    if len(outs) > 1 or hand:
        _refuse_silent_tie(act, batch, {entry.player_id for entry in entries}, tie=tie)
    act.facts |= {"players": [out["player"] for out in outs], "left": left, "batch": batch}
    if len(outs) == 1:
        act.facts |= {"table": outs[0]["table"], "seat": outs[0]["seat"], "place": left + 1}
    return {"entries": [entry.pk for entry in entries], "left": left, "finished": settle_exit(act, left)}


def _refuse_silent_tie(act: Act, batch: int, named: set[int], *, tie: bool) -> None:
    """Places of one hand follow from stacks, which are asked for: nobody ties because a field was left empty.

    Read once those `named` in this act are out, so that the others of a hand-for-hand round are seen with them.
    """
    busts, rules = busts_of_batch(act.event, batch), place_rules(act.event)
    if tie:
        if ranked_by_stack(busts, rules):
            raise DirectorError(
                "stacks_differ",
                _(
                    "The stacks differ, so the places are not shared: take the tick away, or empty the stacks."
                ),
            )
        if len(busts) > 1:
            act.facts["tie"] = True
        return
    missing = without_stack(busts, rules)
    if not missing:
        return
    earlier = [player for player in missing if player not in named]
    names = Player.objects.filter(pk__in=earlier or missing).order_by("name").values_list("name", flat=True)
    raise DirectorError("stacks_needed", STACKS_OF_EARLIER if earlier else STACKS, players=", ".join(names))


def refuse_debt(entry: Entry) -> None:
    """A rebuy declared before the hand must be paid, so it blocks the bust (TDA 27)."""
    if Purchase.objects.filter(entry=entry, status=Purchase.Status.PENDING, revoked_by__isnull=True).exists():
        raise DirectorError(
            "debt",
            _("%(player)s owes a rebuy: take the money first, then enter the bust."),
            player=entry.player.name,
        )


def active_count(act: Act) -> int:
    """Players still in."""
    return Entry.objects.filter(tournament=act.event, status="active", revoked_by__isnull=True).count()


def anybody_out(act: Act) -> bool:
    """Whether somebody has gone out already, so that the players left play for the places before his."""
    return Elimination.objects.filter(tournament=act.event, revoked_by__isnull=True).exists()


def refuse_last(act: Act) -> None:
    """Whatever takes a player out, the last one stays: without him there would be no winner."""
    if active_count(act) < 2:
        raise DirectorError("last_player", _("The last player cannot be out: he has won."))


def next_batch(act: Act) -> int:
    """The number of the next hand with busts; numbers of undone ones are not used again."""
    return (Elimination.objects.filter(tournament=act.event).aggregate(last=Max("batch"))["last"] or 0) + 1


def _out(act: Act, entry: Entry, bust: Bust, batch: int, **how: bool) -> dict[str, object]:
    """Take one entry out of its seat and note how it went."""
    stack = bust.get("stack_chips")
    if stack is not None:
        whole(stack, 1, MOST_CHIPS, _("The stack"))
    return take_out(
        act,
        entry,
        Elimination.Cause.BUST,
        batch,
        status="busted",
        stack_chips=stack,
        by_entry_id=bust.get("by_entry_id") or None,
        **how,
    )


def _check_taker(by: Entry, entry: Entry) -> None:
    """Who took the last chips is another player, who has played."""
    if by.pk == entry.pk:
        raise DirectorError("twice", _("A player is named twice."))
    if by.status in ("registered", "cancelled"):
        raise DirectorError(
            "entry_not_active",
            _("%(player)s is not in play (%(status)s)."),
            conflict=True,
            player=by.player.name,
            status=by.get_status_display(),
        )


def take_out(
    act: Act, entry: Entry, cause: str, batch: int, *, status: str, **how: object
) -> dict[str, object]:
    """End an entry's play: the elimination, its status, its seat."""
    held = seat_of(entry.pk)
    act.create(
        Elimination(
            tournament=act.event,
            entry=entry,
            cause=cause,
            order=batch,
            batch=batch,
            table_number=held.table.number if held else None,
            seat=held.seat if held else None,
            at_ms=act.now_ms,
            **how,
        )
    )
    if held:
        unseat(act, [held])
    settle_reports(act, [entry.pk])
    act.change(entry, status=status, stack_chips=0)
    return {
        "player": entry.player.name,
        "table": held.table.number if held else None,
        "seat": held.seat if held else None,
    }


@director_action("entry.leave", roles=DIRECTORS, statuses=frozenset({"running"}))
def leave(act: Act, *, entry_id: int, stack_chips: int) -> dict[str, object]:
    """A player leaves for good: his chips leave play and he takes his place at this moment (home rules)."""
    return _remove(act, entry_id, stack_chips, Elimination.Cause.LEFT, "left")


@director_action("entry.disqualify", roles=DIRECTORS, statuses=frozenset({"running"}))
def disqualify(act: Act, *, entry_id: int, stack_chips: int) -> dict[str, object]:
    """Take a player out of the tournament for good; his chips leave play (red card)."""
    return _remove(act, entry_id, stack_chips, Elimination.Cause.DISQUALIFIED, "disqualified")


def _remove(act: Act, entry_id: int, stack_chips: int, cause: str, status: str) -> dict[str, object]:
    """Take out a player whose chips leave play; whoever stays keeps a chip at least."""
    entry = find_active(act, entry_id)
    refuse_last(act)
    others = active_count(act) - 1
    whole(stack_chips, 0, max(0, chips_in_play(act.event.pk) - others), _("The stack"))
    out = take_out(act, entry, cause, next_batch(act), status=status, stack_chips=stack_chips)
    post(act, [Posting(A.CHIPS_REMOVED, A.IN_PLAY, stack_chips, f"{status}.chips", entry)])
    act.facts |= out | {"stack_chips": stack_chips}
    return {"entry_id": entry.pk, "finished": settle_exit(act, others)}


def settle_exit(act: Act, left: int) -> bool:
    """What follows when somebody went out and `left` are in: registration may close, the last one may have won.

    Registration closes when the players left reach the places paid and some more (a setting, docs/rules.md 2).
    """
    more = rule_settings(act.event).close_at_places_plus
    if more and entries_open(act):
        paid = len(prizes_of(act.event).plan.prizes)
        if paid and left <= paid + more:
            close_early(act)
    return left == 1 and finish_if_won(act)


def finish_if_won(act: Act) -> bool:
    """End the tournament when one player is left and nobody can come back: status finished, clock paused (F11)."""
    if act.event.status != "running" or active_count(act) != 1 or somebody_may_come_back(act):
        return False
    _end(act)
    winner = Entry.objects.select_related("player").get(
        tournament=act.event, status="active", revoked_by__isnull=True
    )
    act.facts["winner"] = winner.player.name
    return True


def _end(act: Act) -> None:
    """Play is over: the clock stops."""
    clock = clock_of(act)
    record_due(act, clock)
    state = clock.state(act.now_ms)
    if state.running or state.waits_ms:
        append_anchor(act, clock.structure_id, pause(clock.structure, clock.anchor, act.now_ms))
    act.change(act.event, status="finished")


def _finish_by_deal(act: Act) -> bool:
    """End a tournament whose last players shared all that was left: they share the first places."""
    if active_count(act) < 2 or not shared_by_deal(act.event.pk):
        return False
    _end(act)
    playing = Entry.objects.filter(tournament=act.event, status="active", revoked_by__isnull=True)
    act.facts["players"] = list(playing.order_by("number").values_list("player__name", flat=True))
    return True


@director_action("tournament.finish", roles=DIRECTORS, statuses=frozenset({"running"}))
def finish(act: Act) -> dict[str, object]:
    """Say that play is over: the last player has won, or those left shared by a deal all that was to be won."""
    if not (finish_if_won(act) or _finish_by_deal(act)):
        raise DirectorError(
            "not_won_yet", _("Nobody has won yet: more than one player is in, or somebody may still enter.")
        )
    return {"finished": True}

"""Registration, waiting list, promotion: one function, one lock, one price for everybody who gets a place."""

import datetime as dt

from django.utils.translation import gettext_lazy as _

from acts.elimination import anybody_out, finish_if_won, refuse_last
from acts.entries import (
    buy,
    draw_seat,
    find_entry,
    free_places,
    give_money_back,
    next_number,
    refuse_excluded,
    refuse_refund_by_cashier,
    seat_entry,
    waiting,
)
from acts.players import create_player, find_player
from acts.windows import (
    close_early,
    require_late_registration,
    require_reentries_left,
    require_reentry,
    require_waiting_list,
    rule_settings,
    waiting_list_open,
)
from club.models import Player
from tables.selectors import seat_of
from tables.steps import unseat
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DESK_STAFF, DIRECTORS, FLOOR_AND_DESK, FLOOR_STAFF, SYSTEM
from tournaments.errors import DirectorError, NotFound
from tournaments.models import Entry, Purchase, WaitingListEntry

MINUTE_MS = 60_000


@director_action("entry.register", roles=DESK_STAFF, club=True, players=True)
def register_entry(
    act: Act,
    *,
    player_id: int,
    paid: bool = True,
    table_number: int | None = None,
    seat: int | None = None,
    or_wait: bool = True,
) -> dict[str, object]:
    """Enter a player: pay, draw a seat (or take the one named), issue the stack. A re-entry is a new entry.

    When no place is free, or others wait for it, the player joins the end of the waiting list (`or_wait`) without
    paying, and the answer says so. Refused: registration closed, a live entry, excluded players, the re-entry limit.
    """
    player = find_player(act, player_id)
    act.facts["player"] = player.name
    refuse_excluded(act, player)
    turn = _next_turn(act, player)
    places = free_places(act)
    if places is not None and places <= sum(1 for row in waiting(act) if row.status == "waiting"):
        if not or_wait:
            raise DirectorError("full", _("The tournament is full. Put the player on the waiting list."))
        return _wait(act, player)
    return enter(act, player, turn, paid=paid, table_number=table_number, seat=seat)


@director_action("entry.register_new", roles=DESK_STAFF, club=True)
def register_newcomer(
    act: Act,
    *,
    name: str,
    club_number: str = "",
    born_on: dt.date | None = None,
    another_person: bool = False,
    paid: bool = True,
    table_number: int | None = None,
    seat: int | None = None,
    or_wait: bool = True,
) -> dict[str, object]:
    """Add somebody to the players and enter him, in one act that one undo takes back.

    Asks first when a player of that name exists (`another_person` is the answer), as `player.create` does.
    """
    made = create_player.verb.body(
        act, name=name, club_number=club_number, born_on=born_on, another_person=another_person
    )
    entered = register_entry.verb.body(
        act,
        player_id=made["player_id"],
        paid=paid,
        table_number=table_number,
        seat=seat,
        or_wait=or_wait,
    )
    return {**entered, "player_id": made["player_id"]}


def _next_turn(act: Act, player: Player) -> int:
    """Which entry of the player this would be; checks the window and the limit that go with it."""
    earlier = _earlier_entries(act, player)
    if earlier:
        require_reentry(act, player, len(earlier))
    else:
        require_late_registration(act)
    return len(earlier) + 1


def _earlier_entries(act: Act, player: Player) -> list[Entry]:
    """The entries the player has had. One still in has no further one, one disqualified is barred from the event."""
    rows = Entry.objects.filter(tournament=act.event, player=player, revoked_by__isnull=True)
    earlier = list(rows.exclude(status="cancelled"))
    if any(entry.status in ("registered", "active") for entry in earlier):
        raise DirectorError(
            "already_entered", _("%(player)s already has an entry in this tournament."), player=player.name
        )
    if any(entry.status == "disqualified" for entry in earlier):
        raise DirectorError(
            "disqualified", _("%(player)s was disqualified from this event."), player=player.name
        )
    return earlier


def _turn_from_list(act: Act, player: Player) -> int:
    """Which entry a listed player's would be: the list has a life of its own, the limit of re-entries holds on it."""
    earlier = _earlier_entries(act, player)
    if earlier:
        require_reentries_left(act, player, len(earlier))
    return len(earlier) + 1


def _elsewhere(act: Act, player: Player) -> list[str]:
    """Other events of the club in which the player is entered now: whoever seats him here is told."""
    rows = Entry.objects.filter(player=player, status__in=("registered", "active"), revoked_by__isnull=True)
    rows = rows.filter(tournament__status__in=("planned", "running")).exclude(tournament=act.event)
    return list(rows.order_by("pk").values_list("tournament__name", flat=True))


def enter(
    act: Act, player: Player, turn: int, *, paid: bool, table_number: int | None, seat: int | None
) -> dict[str, object]:
    """Make the entry; everybody who gets a place comes through here."""
    entry = act.create(
        Entry(
            tournament=act.event,
            player=player,
            number=next_number(act),
            turn=turn,
            status="active" if paid else "registered",
            code=act.sources.new_code(),
            registered_ms=act.now_ms,
        )
    )
    act.facts |= {"number": entry.number, "turn": turn, "paid": paid}
    result: dict[str, object] = {
        "entry_id": entry.pk,
        "number": entry.number,
        "code": entry.code,
        "waiting": False,
        "elsewhere": _elsewhere(act, player),
    }
    return result | _pay(act, entry, table_number, seat) if paid else result


def _pay(act: Act, entry: Entry, table_number: int | None, seat: int | None) -> dict[str, object]:
    """Take the buy-in, issue the stack and seat the entry."""
    purchase = buy(act, entry, Purchase.Kind.ENTRY, 1)
    placing = draw_seat(act, entry, table_number, seat)
    seat_entry(act, placing)
    act.facts["amount_minor"] = purchase.price_minor
    return {
        "purchase_id": purchase.pk,
        "receipt_number": purchase.receipt_number,
        "amount_minor": purchase.price_minor,
        "table": placing.table.number,
        "seat": placing.seat,
    }


@director_action("entry.pay", roles=DESK_STAFF, club=True)
def pay_entry(
    act: Act, *, entry_id: int, table_number: int | None = None, seat: int | None = None
) -> dict[str, object]:
    """Take the buy-in of a registered player and seat him; windows and exclusions hold here too."""
    entry = find_entry(act, entry_id)
    act.facts["player"] = entry.player.name
    if entry.status != "registered":
        raise DirectorError(
            "not_unpaid", _("%(player)s has no unpaid entry."), conflict=True, player=entry.player.name
        )
    refuse_excluded(act, entry.player)
    if entry.turn == 1:
        require_late_registration(act)
    else:
        require_reentry(act, entry.player, entry.turn - 1)
    act.change(entry, status="active")
    return {"entry_id": entry.pk, "code": entry.code, **_pay(act, entry, table_number, seat)}


@director_action("entry.unregister", roles=DESK_STAFF, club=True)
def unregister_entry(act: Act, *, entry_id: int) -> dict[str, object]:
    """Cancel an entry with a full refund; chips and seat go back. After the start only a director may.

    A player who has bought more than his entry, or is out, is not unregistered: that would rewrite what happened.
    """
    entry = find_entry(act, entry_id)
    act.facts["player"] = entry.player.name
    if entry.status not in ("registered", "active"):
        raise DirectorError(
            "entry_not_live",
            _("%(player)s cannot be unregistered: %(status)s."),
            conflict=True,
            player=entry.player.name,
            status=entry.get_status_display(),
        )
    refuse_refund_by_cashier(act)
    if entry.status == "active" and anybody_out(act):
        refuse_last(act)
    bought = Purchase.objects.filter(entry=entry, revoked_by__isnull=True).exclude(
        status__in=("refunded", "dropped")
    )
    if bought.exclude(kind=Purchase.Kind.ENTRY).exists():
        raise DirectorError(
            "bought_more", _("%(player)s has bought chips since. Undo that first."), player=entry.player.name
        )
    refund = 0
    for purchase in bought:
        refund += purchase.price_minor
        give_money_back(act, purchase)
    held = seat_of(entry.pk)
    if held:
        act.facts |= {"table": held.table.number, "seat": held.seat}
        unseat(act, [held])
    act.change(entry, status="cancelled", stack_chips=None)
    act.facts["amount_minor"] = refund
    return {"entry_id": entry.pk, "refund_minor": refund}


def _wait(act: Act, player: Player) -> dict[str, object]:
    """Join the end of the waiting list, without paying."""
    require_waiting_list(act)
    rows = WaitingListEntry.objects.filter(tournament=act.event)
    if rows.filter(player=player, status__in=("waiting", "offered"), revoked_by__isnull=True).exists():
        raise DirectorError(
            "waits_already",
            _("%(player)s is on the waiting list already."),
            player=player.name,
            conflict=True,
        )
    last = rows.order_by("-number").first()
    row = act.create(
        WaitingListEntry(
            tournament=act.event,
            player=player,
            number=last.number + 1 if last else 1,
            code=act.sources.new_code(),
            joined_ms=act.now_ms,
        )
    )
    act.facts |= {"player": player.name, "waiting_number": row.number}
    return {"waiting_id": row.pk, "waiting": True, "waiting_number": row.number, "code": row.code}


@director_action("waiting.join", roles=FLOOR_AND_DESK, players=True)
def join_waiting_list(act: Act, *, player_id: int) -> dict[str, object]:
    """Put a player at the end of the waiting list."""
    player = find_player(act, player_id)
    refuse_excluded(act, player)
    _turn_from_list(act, player)
    return _wait(act, player)


def find_waiting(act: Act, waiting_id: int) -> WaitingListEntry:
    """A line of the waiting list that is still open; used-up ones are refused by name."""
    row = (
        WaitingListEntry.objects.filter(tournament=act.event, pk=waiting_id, revoked_by__isnull=True)
        .select_related("player")
        .first()
    )
    if row is None:
        raise NotFound("waiting_unknown", _("There is no such place on the waiting list."))
    if row.status not in ("waiting", "offered"):
        raise DirectorError(
            "not_waiting",
            _("%(player)s is no longer on the waiting list."),
            conflict=True,
            player=row.player.name,
        )
    return row


@director_action("waiting.leave", roles=FLOOR_AND_DESK)
def leave_waiting_list(act: Act, *, waiting_id: int) -> dict[str, object]:
    """Take a player off the list; an offer he had goes to the next."""
    row = find_waiting(act, waiting_id)
    act.facts |= {"player": row.player.name, "waiting_number": row.number}
    act.change(row, status="left", offer_until_ms=None)
    return {"waiting_id": row.pk}


@director_action("waiting.offer", roles=FLOOR_STAFF | {SYSTEM})
def offer_place(act: Act) -> dict[str, object]:
    """Offer the free place to the first in the list for some time: one place, one offer (docs/rules.md 2)."""
    require_waiting_list(act)
    rows = waiting(act)
    first = next((row for row in rows if row.status == "waiting"), None)
    if first is None:
        raise DirectorError("nobody_waits", _("Nobody is waiting."))
    places = free_places(act)
    if places is not None and places < 1:
        raise DirectorError("no_free_place", _("No place is free. It can be offered when somebody leaves."))
    until_ms = act.now_ms + rule_settings(act.event).waiting_offer_minutes * MINUTE_MS
    act.change(first, status="offered", offer_until_ms=until_ms)
    act.facts |= {"player": first.player.name, "waiting_number": first.number}
    return {"waiting_id": first.pk, "until_ms": until_ms}


@director_action("waiting.lapse", roles=FLOOR_STAFF | {SYSTEM})
def lapse_offer(act: Act, *, waiting_id: int) -> dict[str, object]:
    """A player who did not come: off the list, or to its end, as the setting says. A list that is over has no end."""
    row = find_waiting(act, waiting_id)
    if row.status != "offered":
        raise DirectorError("no_offer", _("%(player)s has no offer."), player=row.player.name)
    act.facts |= {"player": row.player.name, "waiting_number": row.number}
    act.change(row, status="dropped", offer_until_ms=None)
    if rule_settings(act.event).waiting_no_show == "back" and waiting_list_open(act):
        return _wait(act, row.player)
    return {"waiting_id": row.pk, "waiting": False}


@director_action("waiting.promote", roles=DESK_STAFF, club=True)
def promote(
    act: Act, *, waiting_id: int, table_number: int | None = None, seat: int | None = None
) -> dict[str, object]:
    """Give a listed player a place, paid: the same lock, price, stack and seats as at the desk, all checked again.

    The first in order goes first; an offer that still stands keeps its place. Refused once the list's own levels are
    over, not when open registration closes.
    """
    row = find_waiting(act, waiting_id)
    act.facts |= {"player": row.player.name, "waiting_number": row.number}
    require_waiting_list(act)
    refuse_excluded(act, row.player)
    _check_turn_in_list(act, row)
    turn = _turn_from_list(act, row.player)
    outcome = enter(act, row.player, turn, paid=True, table_number=table_number, seat=seat)
    act.change(row, status="promoted", offer_until_ms=None, entry_id=outcome["entry_id"])
    return outcome | {"waiting_id": row.pk}


def _check_turn_in_list(act: Act, row: WaitingListEntry) -> None:
    """Refuse when no place is free for this player, or somebody before him in the list has none."""
    if row.status == "offered" and (row.offer_until_ms or 0) > act.now_ms:
        return
    places = free_places(act)
    if places is None:
        return
    if places < 1:
        raise DirectorError("no_free_place", _("No place is free any more."), conflict=True)
    before = [other for other in waiting(act) if other.status == "waiting" and other.number < row.number]
    if len(before) >= places:
        raise DirectorError(
            "not_his_turn",
            _("%(player)s is before him in the list."),
            player=before[0].player.name,
        )


@director_action("registration.close", roles=DIRECTORS)
def close_registration(act: Act) -> dict[str, object]:
    """Close registration early: at the final table, or when the director says so."""
    if act.event.late_closed_early:
        raise DirectorError("closed_already", _("Registration is closed already."), conflict=True)
    close_early(act)
    return {"finished": finish_if_won(act)}

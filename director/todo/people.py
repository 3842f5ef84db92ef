"""What people wait for: a place, a card that ends, a debt, a seat, the money for an entry."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.templatetags.figures import at, money_short
from director.scene.matters import Debt, Waiting
from director.scene.penalties import CardLeft, cards_left
from director.todo.items import LATER, Doing, Item, View, builds, fields

ENDS_SOON_MS = 3 * 60_000


def places_free(view: View) -> int | None:
    """Places nobody holds and nobody is offered; None without a capacity."""
    scene = view.scene
    if scene.event.capacity is None:
        return None
    held = scene.counts.playing + scene.counts.unpaid + scene.matters.offered(scene.now_ms)
    return max(0, scene.event.capacity - held)


@builds
def waiting_items(view: View) -> Iterator[Item]:
    """A free place is offered to the first in the list; an offer that stands waits for its player."""
    waiting = view.scene.matters.waiting
    yield from (_offered(view, row) for row in waiting if row.offered)
    first = next((row for row in waiting if not row.offered), None)
    free = places_free(view)
    if first is None or free == 0:
        return
    count = view.scene.free_seats if free is None else free
    yield Item(
        key=f"offer:{first.id}",
        title=_("Offer a place to %(player)s") % {"player": view.name(first)},
        why=ngettext(
            "%(count)s place is free; number %(number)s is next in the list",
            "%(count)s places are free; number %(number)s is next in the list",
            count,
        )
        % {"count": count, "number": first.number},
        order=25,
        rule=view.rule("waiting_list"),
        do=Doing(_("Offer it"), "waiting.offer"),
    )


def _offered(view: View, row: Waiting) -> Item:
    over = row.until_ms <= view.scene.now_ms
    held = _("Offered, and the time is over") if over else _("The place is held to %(time)s")
    return Item(
        key=f"offered:{row.id}:{row.until_ms}",
        title=_("%(player)s has a place: take the money") % {"player": view.name(row)},
        why=held % {"time": at(row.until_ms)},
        order=24,
        until_ms=None if over else row.until_ms,
        lasts=True,
        rule=view.rule("waiting_list"),
        do=Doing(_("Paid, seat"), "waiting.promote", fields(waiting_id=row.id)),
    )


@builds
def card_items(view: View) -> Iterator[Item]:
    """Yellow cards that end within minutes, or with the next hand."""
    seats = {one.player_id: (one.table_number, one.seat) for one in view.scene.floor.seated}
    for one in cards_left(view.scene):
        soon = one.left <= (1 if one.in_hands else ENDS_SOON_MS)
        if soon:
            yield _card(view, one, seats.get(one.card.player_id))


def _card(view: View, one: CardLeft, place: tuple[int, int] | None) -> Item:
    where = _("at table %(table)s, seat %(seat)s") % {"table": place[0], "seat": place[1]} if place else ""
    home = view.scene.rules.preset == "home"
    ends = _("Yellow card ends") if home else _("Penalty ends")
    return Item(
        key=f"card:{one.card.id}",
        title=" ".join(part for part in (ends, where) if part),
        why=view.name(one.card),
        state="now" if not one.left else LATER,
        order=40,
        when=one.text if one.in_hands else "",
        left_ms=one.left_ms,
        until_ms=one.until_ms(view.scene.now_ms),
        rule=view.rule("discipline"),
        do=Doing(_("End it"), "penalty.end", fields(penalty_id=one.card.id)),
    )


@builds
def debt_items(view: View) -> Iterator[Item]:
    """Rebuys declared before the hand and not yet paid; they block a bust (TDA 27)."""
    for debt in view.scene.matters.debts:
        yield _debt(view, debt)


def _owes(view: View, debt: Debt) -> str:
    """Who owes; how much only for those who take the money (permission matrix)."""
    if not view.may["money"]:
        return _("%(player)s owes a rebuy") % {"player": view.name(debt)}
    amount = money_short(debt.amount_minor, view.scene.event.currency)
    return _("%(player)s owes %(amount)s") % {"player": view.name(debt), "amount": amount}


def _debt(view: View, debt: Debt) -> Item:
    return Item(
        key=f"debt:{debt.id}",
        title=_owes(view, debt),
        why=_("A rebuy was declared at %(time)s and is to be paid") % {"time": at(debt.at_ms)},
        order=30,
        rule=view.rule("rebuy"),
        do=Doing(_("Take the money"), "purchase.settle", fields(purchase_id=debt.id)),
    )


@builds
def seat_items(view: View) -> Iterator[Item]:
    """Players in play whom no seat was given, and entries nobody has paid."""
    scene = view.scene
    if scene.seatless > 0:
        yield Item(
            key=f"seatless:{scene.seatless}",
            title=ngettext(
                "%(count)s paid player has no seat", "%(count)s paid players have no seat", scene.seatless
            )
            % {"count": scene.seatless},
            why=_("Everybody who paid gets a seat by draw."),
            order=6,
            form="draw",
            link_label=_("Seat them"),
        )
    if scene.counts.unpaid:
        yield Item(
            key=f"unpaid:{scene.counts.unpaid}",
            title=ngettext(
                "%(count)s entry is not paid", "%(count)s entries are not paid", scene.counts.unpaid
            )
            % {"count": scene.counts.unpaid},
            why=_("An entry gets its seat and its chips when it is paid."),
            state=LATER,
            order=60,
            url=view.url("desk"),
            link_label=_("To the desk"),
        )

"""For every act: parameters that succeed on a side of the world, with what must have happened before it."""

import base64
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from acts.balancing import break_table
from acts.dealers import deal_at, report_bust
from acts.elimination import bust
from acts.hand_clock import call_clock
from acts.hand_for_hand import start_hand_for_hand
from acts.payouts import lock_payouts
from acts.players import create_player
from acts.purchases import settle
from acts.registration import close_registration, offer_place
from acts.seating import close_empty_table, mark_away, open_table, record_count
from acts.secrecy import new_token
from acts.setup import edit_tournament
from acts.theme import add_image
from acts.timing import edit_structure, go_to_level, pause_clock, schedule_start
from acts.uploads import Upload
from clock.selectors import load_clock
from club.models import Membership
from payouts.selectors import prizes_of
from tables.models import SeatAssignment
from tables.proposals import floor_of, propose_balance
from tables.selectors import free_seats
from tests.building import MINUTE_MS, levels
from tests.club.pictures import small_png
from tests.security.world import FIELD, PASSWORD, Side
from tournaments.sources import current_sources

IN = FIELD[:9]  # Jan is out
REASON = "because"


@dataclass
class Sample:
    """One call: the tournament (None: an act of the club), the parameters, the reason."""

    tournament_id: int | None
    params: dict[str, Any] = field(default_factory=dict)
    reason: str = REASON


type Maker = Callable[[Side], Sample]

SAMPLES: dict[str, Maker] = {}


def sample(kind: str) -> Callable[[Maker], Maker]:
    """Register the maker of an act's sample."""

    def register(maker: Maker) -> Maker:
        SAMPLES[kind] = maker
        return maker

    return register


def simple(kind: str, /, **params: Any) -> None:
    """An act of the running tournament that needs nothing before it."""
    SAMPLES[kind] = lambda side: Sample(side.running, dict(params))


def on_planned(kind: str, /, **params: Any) -> None:
    """An act of the planned tournament that needs nothing before it."""
    SAMPLES[kind] = lambda side: Sample(side.planned, dict(params))


def made(kind: str, name: str, /, *, club: bool = False, **params: Any) -> None:
    """An act on something the world made, named by the parameter `name`."""
    SAMPLES[kind] = lambda side: Sample(
        None if club else side.running, {name: side.made[name]} | dict(params)
    )


def seat_of(side: Side, name: str) -> SeatAssignment:
    return SeatAssignment.objects.select_related("table").get(
        entry_id=side.id_of(name), closed_by__isnull=True
    )


def out(side: Side, *names: str) -> None:
    """Those players are out, one after the other."""
    for name in names:
        side.do(bust, busts=[{"entry_id": side.id_of(name)}], in_time=False)


def nearly_done(side: Side) -> Side:
    """The running tournament with registration closed, prizes locked, debts paid, and three players left."""
    side.at(side.running)
    side.do(settle, purchase_id=side.made["purchase_id"])
    to_the_end(side)
    out(side, *IN[3:])
    return side


def to_the_end(side: Side) -> None:
    """Nobody can enter or come back any more, and the prizes are locked."""
    side.do(close_registration)
    side.do(lock_payouts)
    side.do(go_to_level, level_index=4)


# Clock -------------------------------------------------------------------------------------------------------------

simple("clock.pause")
simple("clock.next_level")
simple("clock.adjust", delta_ms=MINUTE_MS)
simple("clock.set_left", minutes=5)
simple("clock.next_break")
simple("clock.break_now", minutes=10)
simple("clock.stretch", minutes=5)
simple("clock.add_level")
simple("clock.edit_level", minutes=70)
simple("clock.give_back", amount_ms=MINUTE_MS)
simple("clock.go_to_level", level_index=1)
simple("clock.edit_structure", levels=levels(60, 30, 30, 30), origins=[0, 1, None, None])
on_planned("clock.start")


@sample("clock.hand")
def _hand(side: Side) -> Sample:
    rows = load_clock(side.running).structure.to_rows()
    rows[1]["hands"] = 8
    side.at(side.running)
    side.do(edit_structure, levels=rows)
    side.do(go_to_level, level_index=1)
    return Sample(side.running)


@sample("clock.resume")
def _resume(side: Side) -> Sample:
    side.at(side.running).do(pause_clock)
    return Sample(side.running)


@sample("clock.previous_level")
def _previous_level(side: Side) -> Sample:
    side.at(side.running).do(go_to_level, level_index=1)
    return Sample(side.running)


@sample("clock.end_break")
def _end_break(side: Side) -> Sample:
    to_the_break(side)
    return Sample(side.running)


def to_the_break(side: Side) -> None:
    side.at(side.running)
    structure = load_clock(side.running).structure
    index = next(index for index, level in enumerate(structure.levels) if level.is_break)
    side.do(go_to_level, level_index=index)


def soon_ms() -> int:
    return current_sources().now_ms() + 60 * MINUTE_MS


@sample("clock.schedule")
def _schedule(side: Side) -> Sample:
    return Sample(side.planned, {"start_at_ms": soon_ms()})


@sample("clock.unschedule")
def _unschedule(side: Side) -> Sample:
    side.at(side.planned).do(schedule_start, start_at_ms=soon_ms())
    return Sample(side.planned)


# Entries -----------------------------------------------------------------------------------------------------------


@sample("entry.register")
def _register(side: Side) -> Sample:
    player = side.player(side.named("Newcomer"))
    return Sample(side.running, {"player_id": player, "table_number": 1})


@sample("entry.register_new")
def _register_new(side: Side) -> Sample:
    return Sample(side.running, {"name": side.named("Unknown"), "table_number": 1})


@sample("entry.pay")
def _pay(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Unpaid"), "table_number": 1})


@sample("entry.unregister")
def _unregister(side: Side) -> Sample:
    return Sample(side.planned, {"entry_id": side.id_of("Pia")})


@sample("entry.rebuy")
def _rebuy(side: Side) -> Sample:
    params = {"entry_id": side.id_of("Ann"), "stack_chips": 0, "pending": True}
    return Sample(side.running, params)


@sample("entry.addon")
def _addon(side: Side) -> Sample:
    to_the_break(side)
    return Sample(side.running, {"entry_id": side.id_of("Ann")})


@sample("entry.away")
def _away(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "away": True})


@sample("entry.bust")
def _bust(side: Side) -> Sample:
    row = {"entry_id": side.id_of("Ann"), "stack_chips": 500, "by_entry_id": side.id_of("Bob")}
    return Sample(side.running, {"busts": [row]})


@sample("entry.count")
def _count(side: Side) -> Sample:
    return Sample(side.running, {"counts": [{"entry_id": side.id_of("Ann"), "stack_chips": 500}]})


@sample("entry.disqualify")
def _disqualify(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "stack_chips": 500})


@sample("entry.leave")
def _leave(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "stack_chips": 500})


@sample("entry.surrender")
def _surrender(side: Side) -> Sample:
    side.at(side.running).do(edit_tournament, settings={"rules": {"surrender_reentry": True}})
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "stack_chips": 500, "table_number": 2})


@sample("penalty.give")
def _penalty(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "kind": "yellow", "minutes": 10})


made("penalty.end", "penalty_id")
made("purchase.drop", "purchase_id")
made("purchase.settle", "purchase_id")
simple("registration.close")
made("waiting.leave", "waiting_id")
made("waiting.promote", "waiting_id", table_number=1)
simple("waiting.offer")


@sample("waiting.join")
def _join(side: Side) -> Sample:
    return Sample(side.running, {"player_id": side.player(side.named("Newcomer"))})


@sample("waiting.lapse")
def _lapse(side: Side) -> Sample:
    side.at(side.running).do(offer_place)
    return Sample(side.running, {"waiting_id": side.made["waiting_id"]})


# Tables ------------------------------------------------------------------------------------------------------------

simple("chips.remove", amount_chips=100)
simple("table.button", number=1, seat_number=2)
simple("table.halt", number=1)
simple("table.waive_halt", number=1)
simple("table.break", number=2)
simple("seat.redraw")
on_planned("seat.draw")


def dealt(side: Side) -> Side:
    """The running tournament, its first table dealt by the one who has that role; nobody has it in the other club."""
    side.at(side.running)
    dealer = Membership.objects.filter(club=side.club, role="dealer").first()
    if dealer:
        side.do(deal_at, number=1, user_id=dealer.user_id)
    return side


def at_first_table(side: Side) -> SeatAssignment:
    """Somebody in play there, who owes nothing."""
    rows = SeatAssignment.objects.filter(
        table__tournament=side.running, table__number=1, closed_by__isnull=True
    )
    return rows.exclude(entry_id=side.id_of("Cem")).order_by("seat")[0]


@sample("hand_clock.call")
def _call_clock(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": at_first_table(dealt(side)).entry_id})


@sample("hand_clock.stop")
def _stop_clock(side: Side) -> Sample:
    side.do(call_clock, entry_id=at_first_table(dealt(side)).entry_id)
    return Sample(side.running, {"number": 1})


@sample("time_bank.use")
def _time_bank(side: Side) -> Sample:
    side.do(edit_tournament, settings={"rules": {"time_bank_chips": 2}})
    return Sample(side.running, {"entry_id": at_first_table(dealt(side)).entry_id})


@sample("table.deal")
def _deal_at(side: Side) -> Sample:
    dealer = Membership.objects.filter(club=side.club, role="dealer").first()
    return Sample(side.running, {"number": 2, "user_id": dealer.user_id if dealer else side.owner.user_id})


@sample("table.hand_done")
def _hand_done(side: Side) -> Sample:
    return Sample(dealt(side).running, {"number": 1})


@sample("table.relieve")
def _relieve(side: Side) -> Sample:
    side.at(side.running).do(deal_at, number=1)
    return Sample(dealt(side).running, {"number": 1})


@sample("report.bust")
def _report_bust(side: Side) -> Sample:
    outs = [{"entry_id": at_first_table(dealt(side)).entry_id, "stack_chips": 500}]
    return Sample(side.running, {"number": 1, "outs": outs})


@sample("report.count")
def _report_count(side: Side) -> Sample:
    counts = [{"entry_id": at_first_table(dealt(side)).entry_id, "stack_chips": 500}]
    return Sample(side.running, {"number": 1, "counts": counts})


@sample("report.decline")
def _decline(side: Side) -> Sample:
    dealt(side).do(report_bust, number=1, outs=[{"entry_id": at_first_table(side).entry_id}])
    return Sample(side.running, {"number": 1, "kind": "bust"})


@sample("chips.race")
def _race(side: Side) -> Sample:
    held = seat_of(side, "Ann")
    seats = [{"seat": held.seat, "old_chips": 3}]
    return Sample(side.running, {"number": held.table.number, "old": 25, "new": 100, "seats": seats})


@sample("seat.move")
def _move(side: Side) -> Sample:
    table, seat = free_seats(side.running)[0]
    params = {"entry_id": side.id_of("Ann"), "table_number": table.number, "seat_number": seat}
    return Sample(side.running, params)


@sample("seat.swap")
def _swap(side: Side) -> Sample:
    return Sample(side.running, {"entry_id": side.id_of("Ann"), "other_entry_id": side.id_of("Bob")})


@sample("seat.balance")
def _balance(side: Side) -> Sample:
    """One table is emptied until the rules propose moves."""
    side.at(side.running)
    table = seat_of(side, "Ann").table.number
    there = [name for name in IN if name != "Cem" and seat_of(side, name).table.number == table]
    out(side, *there[:3])
    plan = propose_balance(side.event, floor_of(side.event))
    moves = [
        {"entry_id": move.player_key, "to_table": move.to_table, "to_seat": move.to_seat}
        for move in plan.moves
    ]
    assert moves
    return Sample(side.running, {"moves": moves})


@sample("table.open")
def _open(side: Side) -> Sample:
    side.at(side.running).do(open_table)
    side.do(close_empty_table, number=3)
    return Sample(side.running, {"number": 3})


@sample("table.close")
def _close(side: Side) -> Sample:
    side.at(side.running).do(open_table)
    return Sample(side.running, {"number": 3})


@sample("table.final")
def _final(side: Side) -> Sample:
    side.at(side.running)
    return Sample(side.running, {"stays": 1})


simple("hand_for_hand.start")


@sample("hand_for_hand.end")
def _end_hand_for_hand(side: Side) -> Sample:
    side.at(side.running).do(start_hand_for_hand)
    return Sample(side.running)


@sample("hand_for_hand.tick")
def _tick(side: Side) -> Sample:
    dealt(side).do(start_hand_for_hand)
    return Sample(side.running, {"number": 1})


# Money -------------------------------------------------------------------------------------------------------------

simple("payouts.plan", preset="club")
simple("payouts.lock")


@sample("payouts.unlock")
def _unlock(side: Side) -> Sample:
    side.at(side.running).do(lock_payouts)
    return Sample(side.running)


@sample("payouts.pay")
def _pay_prize(side: Side) -> Sample:
    nearly_done(side)
    out(side, "Cem", "Bob")
    return Sample(side.running, {"entry_id": side.id_of("Ann")})


@sample("payouts.deal")
def _deal(side: Side) -> Sample:
    nearly_done(side)
    counts = [{"entry_id": side.id_of(name), "stack_chips": 10_000} for name in IN[:3]]
    side.do(record_count, counts=counts)
    tables = SeatAssignment.objects.filter(tournament_id=side.running, closed_by__isnull=True)
    if tables.values("table").distinct().count() > 1:
        side.do(break_table, number=2)
    amounts = prizes_of(side.event).amounts_minor
    custom = [
        {"entry_id": count["entry_id"], "amount_minor": amount}
        for count, amount in zip(counts, (*amounts, 0, 0), strict=False)
    ]
    return Sample(side.running, {"method": "custom", "custom": custom})


# Tournament --------------------------------------------------------------------------------------------------------

simple("tournament.edit", settings={"guarantee_minor": 1_000})
simple("template.save", name="Another template")
simple("todo.put_off", item_key="debt:1")
simple("todo.overrule", item_key="x")
simple("notice.show", text="Five minutes")
simple("notice.announce", code="one_minute")
made("notice.end", "notice_id")
made("screen.change", "screen_id", name="Bar")
made("screen.revoke", "screen_id")
made("image.remove", "image_id", club=True)
SAMPLES["image.add"] = lambda side: Sample(
    None, {"kind": "logo", "content": base64.b64encode(small_png()).decode()}
)
SAMPLES["club.set_theme"] = lambda side: Sample(None, {"colour_accent": "#d4af37"})
simple("screen.show_all", mode="seats", minutes=5)
made("template.edit", "template_id", club=True, name="Renamed")
made("template.remove", "template_id", club=True)
made("chip_set.remove", "chip_set_id", club=True)
made(
    "chip_set.save",
    "chip_set_id",
    club=True,
    name="Big set",
    chips=[{"value": 25, "count": 400, "colour": "green"}],
)


@sample("tournament.create")
def _create(side: Side) -> Sample:
    starts_at = dt.datetime.fromtimestamp(soon_ms() / 1000, dt.UTC).isoformat()
    template = f"own:{side.made['template_id']}"
    return Sample(None, {"name": "Next week", "starts_at": starts_at, "template": template})


@sample("tournament.cancel")
def _cancel(side: Side) -> Sample:
    return Sample(side.create())


@sample("tournament.finish")
def _finish(side: Side) -> Sample:
    """One player is left before registration closes; then it does, by the clock."""
    side.create(rows=levels(20, 20), late_until_level=1)
    side.enter(side.named("Ann"), side.named("Bob"))
    side.start()
    out(side, "Bob")
    side.do(go_to_level, level_index=1)
    return Sample(side.tournament_id)


@sample("image.move")
def _move_image(side: Side) -> Sample:
    """A sponsor's picture behind another's goes to the front."""
    second = add_image(actor=side.owner, kind="sponsor", content=Upload(small_png(2)))
    return Sample(None, {"image_id": second.result["image_id"], "turn": 1})


@sample("screen.create")
def _screen(side: Side) -> Sample:
    return Sample(side.running, {"name": "Bar", "token": new_token()})


@sample("screen.renew")
def _renew(side: Side) -> Sample:
    return Sample(side.running, {"screen_id": side.made["screen_id"], "token": new_token()})


@sample("undo")
def _undo(side: Side) -> Sample:
    act = side.at(side.running).do(mark_away, entry_id=side.id_of("Ann"))
    return Sample(side.running, {"action_id": act.action_id})


# Club --------------------------------------------------------------------------------------------------------------


def of_club(kind: str, /, **params: Any) -> None:
    """An act of the club that needs nothing before it."""
    SAMPLES[kind] = lambda side: Sample(None, dict(params))


of_club("account.set_password", old=PASSWORD, new="another-long-pass-phrase")
of_club("member.add", username="fresh", role="floor", password=PASSWORD)
of_club(
    "club.edit",
    name="Renamed",
    currency="EUR",
    timezone="Europe/Tallinn",
    language="et",
    rule_preset="home",
    minimum_age_years=18,
)
made("api_token.revoke", "api_token_id", club=True)
made("player.lift_exclusion", "exclusion_id", club=True)


@sample("api_token.create")
def _token(side: Side) -> Sample:
    return Sample(None, {"name": "Screen", "role": "viewer", "token": new_token()})


def on_member(kind: str, name: str, /, **params: Any) -> None:
    """An act on a member of staff."""
    SAMPLES[kind] = lambda side: Sample(None, {"membership_id": side.made[name]} | dict(params))


on_member("member.activate", "former")
on_member("member.deactivate", "member")
on_member("member.change_role", "member", role="cashier")
on_member("member.set_password", "member", password="another-long-pass-phrase")


@sample("player.create")
def _player(side: Side) -> Sample:
    return Sample(None, {"name": side.named("Fresh")})


@sample("player.edit")
def _edit(side: Side) -> Sample:
    return Sample(None, {"player_id": side.player(side.named("Ann")), "name": side.named("Anna")})


@sample("player.exclude")
def _exclude(side: Side) -> Sample:
    return Sample(None, {"player_id": side.player(side.named("Ann")), "kind": "barred"})


@sample("player.erase")
def _erase(side: Side) -> Sample:
    return Sample(None, {"player_id": side.player(side.named("Forgotten"))})


@sample("players.import")
def _import(side: Side) -> Sample:
    return Sample(None, {"rows": [{"name": side.named("Listed")}]})


@sample("club.undo")
def _undo_club(side: Side) -> Sample:
    act = create_player(actor=side.owner, name=side.named("Mistake"))
    return Sample(None, {"action_id": act.action_id})

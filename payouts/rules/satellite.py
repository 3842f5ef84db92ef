"""Satellites: the pool buys seats in another tournament; equal prizes are not ranked."""

from dataclasses import dataclass
from typing import Literal

from payouts.rules.notices import Notice
from payouts.rules.plan import Plan, PlanPrize
from tournaments.rules.errors import RuleError

Remainder = Literal["next_place", "units"]
# More prizes than this are a slip of the keyboard.
MOST_PRIZES = 10_000


@dataclass(frozen=True)
class SatellitePrizes:
    """`seats` prizes of `seat_minor` each, then `cash_minor` for the places after them; the house adds the overlay."""

    seats: int
    seat_minor: int
    cash_minor: tuple[int, ...]
    overlay_minor: int

    @property
    def prizes(self) -> tuple[int, ...]:
        """Values of all prizes from first place down, minor units."""
        return (self.seat_minor,) * self.seats + self.cash_minor


def satellite_prizes(
    pool_minor: int,
    seat_minor: int,
    *,
    guaranteed_seats: int = 0,
    remainder: Remainder = "next_place",
    remainder_unit_minor: int = 0,
) -> SatellitePrizes:
    """seats = max(pool div seat, guaranteed seats); what is left goes to the place after the seats.

    `units`: what is left is paid to several places in parts of `remainder_unit_minor` (e.g. twice the buy-in), the
    last one what then remains. Raises RuleError: pool_negative, seat_not_positive, seats_negative, unit_not_positive,
    too_many_prizes.
    """
    if pool_minor < 0:
        raise RuleError("pool_negative", pool_minor=pool_minor)
    if seat_minor <= 0:
        raise RuleError("seat_not_positive", seat_minor=seat_minor)
    if guaranteed_seats < 0:
        raise RuleError("seats_negative", seats=guaranteed_seats)
    seats = max(pool_minor // seat_minor, guaranteed_seats)
    _refuse_too_many(seats)
    overlay = max(0, seats * seat_minor - pool_minor)
    left = pool_minor + overlay - seats * seat_minor
    return SatellitePrizes(seats, seat_minor, _cash(left, remainder, remainder_unit_minor), overlay)


def _cash(left: int, remainder: Remainder, unit_minor: int) -> tuple[int, ...]:
    if remainder == "next_place":
        return (left,) if left else ()
    if unit_minor <= 0:
        raise RuleError("unit_not_positive", unit_minor=unit_minor)
    whole, rest = divmod(left, unit_minor)
    _refuse_too_many(whole)
    return (unit_minor,) * whole + ((rest,) if rest else ())


def _refuse_too_many(prizes: int) -> None:
    if prizes > MOST_PRIZES:
        raise RuleError("too_many_prizes", prizes=prizes, most=MOST_PRIZES)


def make_satellite_plan(
    pool_minor: int, entries: int, players: int, satellite: SatellitePrizes, label: str
) -> Plan:
    """The plan of a satellite: seats as prizes with a `label`, then cash; its pool includes the overlay.

    No more seats than players (warning seats_cut_to_players: wanted, seats; the house then adds less). Warns of an
    overlay (overlay_minor). Raises RuleError: prizes_exceed_players (prizes, players) when money is left over that no
    player is left to take; the director then types amounts.
    """
    seats = min(satellite.seats, players)
    needed = seats * satellite.seat_minor
    overlay = max(0, needed - pool_minor)
    cash = satellite.cash_minor if seats == satellite.seats else ()
    if needed + sum(cash) < pool_minor or seats + len(cash) > players:
        raise RuleError("prizes_exceed_players", prizes=satellite.seats + len(cash), players=players)
    notices = [Notice("overlay", {"overlay_minor": overlay})] if overlay else []
    if seats < satellite.seats:
        notices.append(Notice("seats_cut_to_players", {"wanted": satellite.seats, "seats": seats}))
    values = [(satellite.seat_minor, label)] * seats + [(amount, "") for amount in cash]
    prizes = tuple(PlanPrize(place, amount, text) for place, (amount, text) in enumerate(values, 1))
    return Plan(pool_minor + overlay, entries, prizes, tuple(notices))


def satellite_is_over(players_left: int, seats: int) -> bool:
    """Play stops when there is a seat for everybody left."""
    return players_left <= seats

"""The open state: what players may know about one tournament, in one language-neutral value.

Built once per change and process, shared by every display. docs/guide/open-state.md describes it field by field.
Nothing here depends on the reader: times are epoch milliseconds, money is minor units, chips are whole chips, and
names are display names. Readers compute the clock from `clock`; `stage` is the one at `server_ms`.
"""

import json
from dataclasses import dataclass, fields, is_dataclass
from dataclasses import field as made

FORMAT = 1
MOVES_SHOWN = 40
RESULTS_SHOWN = 30
NOTICES_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level or a break. `level_number` is the one shown; breaks have none. Bets that do not exist are 0."""

    kind: str
    duration_ms: int
    level_number: int = 0
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: str = ""
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    game: str = ""
    note: str = ""
    chips_out: tuple[int, ...] = ()
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Where the clock stood at `at_ms`. Negative `elapsed_ms` is a countdown to the start; `hands`: played in it."""

    sequence: int
    kind: str
    at_ms: int
    level_index: int
    elapsed_ms: int
    running: bool
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """All that is needed to know the time in the tournament, now and later. No anchor: not scheduled."""

    anchor: Anchor | None
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The tournament itself. `buy_in` holds the parts of the price in minor units; `words` is "tda" or "home"."""

    id: int
    name: str
    club: str
    time_zone: str
    currency: str
    currency_digits: int
    starts_at_ms: int
    game: str
    betting: str
    words: str
    seats_per_table: int
    capacity: int | None
    stack_chips: int
    buy_in: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Who is in. `average_stack_chips` is rounded down; `waiting` is the length of the waiting list."""

    players_left: int
    entries: int
    tables: int
    chips_in_play: int
    average_stack_chips: int
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """The same prize for each place from `place_from` to `place_to`. `label` names a seat, ticket or thing."""

    place_from: int
    place_to: int
    amount_minor: int
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """The published prizes. `locked` is false while entries can still change them; `shown` is off in a league night."""

    shown: bool
    pool_minor: int
    guarantee_minor: int
    places_paid: int
    locked: bool
    prizes: tuple[Prize, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Something that closes at a point of the structure, whatever the wall clock does until then.

    `kind` is "late", "reentry", "rebuy", "addon" or "waiting". A point is a level index and the time elapsed in it;
    None elapsed is the moment the level begins. No closing point: it stays open. No opening point: it is open from
    the first registration on. `closed` says that it was closed early.
    """

    kind: str
    closes_level_index: int | None
    closes_elapsed_ms: int | None = None
    opens_level_index: int | None = None
    opens_elapsed_ms: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTick:
    """A table during hand-for-hand: "playing", "all_in" (cards wait) or "done"."""

    table_number: int
    players: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForHand:
    """Every table plays one hand, then waits. The clock stands and gives `step_ms` per hand."""

    since_ms: int
    hand_number: int
    step_ms: int
    tables: tuple[TableTick, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOf:
    """A seat of the final table. `stack_chips` is None where no count was entered."""

    seat: int
    name: str
    stack_chips: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    table_number: int
    seats: tuple[SeatOf, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    name: str
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """`status`: "none", "talking" or "agreed". Shares are published only once agreed."""

    status: str
    kept_minor: int = 0
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A place that is certain, with what it won. Ties share a range of places."""

    place_from: int
    place_to: int
    name: str
    amount_minor: int
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something to tell the room. `kind` "message" carries its own `text`; other kinds carry `facts` to word it."""

    id: int
    kind: str
    text: str
    facts: dict[str, object]
    from_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player who changed seats. `from_table` is None for somebody seated for the first time."""

    name: str
    from_table: int | None
    from_seat: int | None
    to_table: int
    to_seat: int
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sponsor:
    """A picture for the slot of sponsors, by its address on this server."""

    name: str
    image: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """What the club wears: two colours as #rrggbb and its logo's address, "" where it has none."""

    main: str = ""
    accent: str = ""
    logo: str = ""
    sponsors: tuple[Sponsor, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenState:
    """One tournament, as players may see it, at `version`: its edition (display/editions.py)."""

    version: int
    server_ms: int
    stage: str
    status: str
    tournament: About
    clock: Clock
    field: Field
    money: Money
    windows: tuple[Window, ...] = ()
    hand_for_hand: HandForHand | None = None
    final_table: FinalTable | None = None
    deal: Deal = made(default_factory=lambda: Deal(status="none"))
    winners: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    notices: tuple[Notice, ...] = ()
    moves: tuple[Move, ...] = ()
    halted_tables: tuple[int, ...] = ()
    theme: Theme = made(default_factory=Theme)
    format: int = FORMAT


def as_json(value: object) -> object:
    """Plain JSON data. In levels, prizes, results and windows what says nothing is left out, to stay small."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = [(one.name, getattr(value, one.name)) for one in fields(value)]
        return {name: as_json(part) for name, part in pairs if not left_out(value, name, part)}
    if isinstance(value, (tuple, list)):
        return [as_json(part) for part in value]
    if isinstance(value, dict):
        return {str(key): as_json(part) for key, part in value.items()}
    return value


def left_out(owner: object, name: str, part: object) -> bool:
    """Whether a field of a slim object is omitted: a window's points that are None, elsewhere 0 and empty values."""
    if isinstance(owner, Window):
        return part is None or part is False
    slim = isinstance(owner, (Level, Prize, Result))
    return slim and name != "amount_minor" and not part


def encode(value: object) -> bytes:
    """Compact UTF-8 JSON; the same value gives the same bytes."""
    return json.dumps(as_json(value), ensure_ascii=False, separators=(",", ":")).encode()

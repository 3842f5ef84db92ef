"""Templates a tournament can be copied from: levels, stack, chips and windows. Names are English; callers translate."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clock.rules.breaks import place_breaks
from clock.rules.rotations import ROTATIONS, rotated
from clock.rules.structure import BIG_BLIND_ANTE, Level, Structure, play_level, stud_level
from clock.rules.windows import BreakAfter, UntilLevel, Window


@dataclass(frozen=True, slots=True)
class Preset:
    """One template. Chips are whole chips; a window that is None does not exist in this format.

    `chips` are the denominations.
    """

    slug: str
    structure: Structure
    stack_chips: int
    chips: tuple[int, ...]
    game: str = "holdem"
    seats: int = 9
    late_registration: Window | None = None
    rebuys: Window | None = None
    rebuy_chips: int = 0
    addon: Window | None = None
    addon_chips: int = 0
    reentries: Window | None = None


def preset(slug: str) -> Preset:
    """The template of that slug; KeyError if there is none."""
    return PRESETS[slug]


def _blinds(minutes: int, pairs: Sequence[tuple[int, int]]) -> list[Level]:
    return [play_level(minutes, small, big) for small, big in pairs]


def _with_big_blind_ante(minutes: int, pairs: Sequence[tuple[int, int]], from_level: int = 1) -> list[Level]:
    return [
        play_level(minutes, small, big, big, BIG_BLIND_ANTE)
        if number >= from_level
        else play_level(minutes, small, big)
        for number, (small, big) in enumerate(pairs, start=1)
    ]


_T25 = (25, 100, 500, 1_000, 5_000)
_T100 = (100, 500, 1_000, 5_000, 25_000)

_CLIMB_FROM_25 = (
    *((25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800)),
    *(
        (500, 1_000),
        (600, 1_200),
        (800, 1_600),
        (1_000, 2_000),
        (1_500, 3_000),
        (2_000, 4_000),
        (3_000, 6_000),
    ),
)
_CLIMB_FROM_100 = (
    *((100, 200), (200, 300), (200, 400), (300, 600), (400, 800), (500, 1_000), (600, 1_200), (800, 1_600)),
    *((1_000, 2_000), (1_200, 2_400), (1_500, 3_000), (2_000, 4_000), (2_500, 5_000), (3_000, 6_000)),
    *((4_000, 8_000), (5_000, 10_000), (6_000, 12_000), (8_000, 16_000), (10_000, 20_000), (15_000, 30_000)),
    *((20_000, 40_000), (30_000, 60_000), (40_000, 80_000), (50_000, 100_000)),
)
_STUD = (
    *((25, 50, 100, 200), (25, 50, 150, 300), (50, 75, 200, 400), (50, 100, 300, 600), (100, 150, 400, 800)),
    *((100, 200, 500, 1_000), (100, 200, 600, 1_200), (200, 300, 800, 1_600), (200, 400, 1_000, 2_000)),
    *((300, 500, 1_500, 3_000), (400, 800, 2_000, 4_000), (500, 1_000, 3_000, 6_000)),
    *((1_000, 1_500, 4_000, 8_000), (1_000, 2_000, 5_000, 10_000), (1_000, 2_000, 6_000, 12_000)),
)
# APPT Jeju 2019, event 12: 142 entries, 40-minute levels. The lengths of the breaks were not published.
_APPT_2019 = (
    *(
        (100, 100),
        (100, 100),
        (100, 200),
        (100, 300),
        (200, 400),
        (200, 500),
        (300, 600),
        (400, 800),
        (500, 1_000),
    ),
    *(
        (600, 1_200),
        (800, 1_600),
        (1_000, 2_000),
        (1_000, 2_500),
        (1_500, 3_000),
        (2_000, 4_000),
        (2_500, 5_000),
    ),
    *((3_000, 6_000), (4_000, 8_000), (5_000, 10_000), (6_000, 12_000), (8_000, 16_000), (10_000, 20_000)),
    *(
        (10_000, 25_000),
        (15_000, 30_000),
        (20_000, 40_000),
        (25_000, 50_000),
        (30_000, 60_000),
        (40_000, 80_000),
    ),
)
_T1000_CLUB = (
    *(
        (10, 20),
        (15, 30),
        (20, 40),
        (25, 50),
        (50, 100),
        (75, 150),
        (100, 200),
        (150, 300),
        (200, 400),
        (300, 600),
    ),
    *((400, 800), (500, 1_000), (600, 1_200), (800, 1_600), (1_000, 2_000)),
)


def _freezeout_turbo() -> Preset:
    structure = place_breaks(_blinds(10, _CLIMB_FROM_25), (5, 10), 5, _T25)
    late = UntilLevel(3)
    return Preset("freezeout-turbo", structure, 5_000, _T25, late_registration=late)


def _freezeout_club() -> Preset:
    structure = place_breaks(_blinds(20, _CLIMB_FROM_25), (5, 8, 11), 10, _T25)
    late = UntilLevel(5, through_break=True)
    return Preset(
        "freezeout-club",
        structure,
        10_000,
        _T25,
        late_registration=late,
    )


def _deep() -> Preset:
    levels = _with_big_blind_ante(40, _CLIMB_FROM_100, from_level=4)
    structure = place_breaks(levels, (3, 6, 10, 13, 18, 21), 15, _T100)
    late = UntilLevel(6, through_break=True)
    return Preset("deep", structure, 50_000, _T100, late_registration=late)


def _rebuy() -> Preset:
    structure = place_breaks(_blinds(20, _CLIMB_FROM_25), (5, 8, 11), 15, _T25)
    return Preset(
        "rebuy-addon",
        structure,
        stack_chips=5_000,
        chips=_T25,
        late_registration=UntilLevel(5, through_break=True),
        rebuys=UntilLevel(5),
        rebuy_chips=5_000,
        addon=BreakAfter(5),
        addon_chips=10_000,
    )


def _reentry() -> Preset:
    structure = place_breaks(_with_big_blind_ante(30, _CLIMB_FROM_100), (3, 6, 10, 13, 18, 21), 10, _T100)
    window = UntilLevel(6, through_break=True)
    return Preset(
        "reentry-bba",
        structure,
        stack_chips=30_000,
        chips=_T100,
        late_registration=window,
        reentries=window,
    )


def _stud() -> Preset:
    levels = [stud_level(25, *bets) for bets in _STUD]
    structure = place_breaks(levels, (5, 8, 11), 10, _T25)
    return Preset(
        "stud",
        structure,
        stack_chips=10_000,
        chips=_T25,
        game="stud",
        seats=8,
        late_registration=UntilLevel(5, through_break=True),
    )


def _horse() -> Preset:
    """Five games in turn, each level one game; limit bets double as in stud."""
    stakes = [play_level(20, small_bet // 2, small_bet) for *_forced, small_bet, _big_bet in _STUD]
    levels = rotated(stakes, range(len(stakes)), ROTATIONS["horse"], 0, _T25)
    return Preset(
        "horse",
        place_breaks(levels, (5, 10), 10, _T25),
        stack_chips=10_000,
        chips=_T25,
        game="mixed",
        seats=8,
        late_registration=UntilLevel(5, through_break=True),
    )


def _satellite() -> Preset:
    """Fast and shallow: it ends when as many players are left as seats were won."""
    structure = place_breaks(_with_big_blind_ante(12, _CLIMB_FROM_25, from_level=3), (5, 10), 5, _T25)
    window = UntilLevel(5, through_break=True)
    return Preset(
        "satellite",
        structure,
        stack_chips=6_000,
        chips=_T25,
        late_registration=window,
        reentries=window,
    )


def _appt_2019() -> Preset:
    """As published for APPT Jeju 2019, event 12."""
    levels = _with_big_blind_ante(40, _APPT_2019)
    structure = place_breaks(levels, (3, 6, 9, 15, 18, 21, 24, 27), 15, _T100)
    window = UntilLevel(9, through_break=True)
    return Preset(
        "appt-2019",
        structure,
        stack_chips=30_000,
        chips=_T100,
        late_registration=window,
        reentries=window,
    )


def _t1000_club() -> Preset:
    """As published at homepokertourney.org/blinds.htm."""
    return Preset(
        "t1000-club",
        Structure(tuple(_blinds(20, _T1000_CLUB))),
        stack_chips=1_000,
        chips=(5, 25, 100, 500),
        late_registration=UntilLevel(3),
    )


_BUILDERS: tuple[Callable[[], Preset], ...] = (
    _freezeout_turbo,
    _freezeout_club,
    _deep,
    _rebuy,
    _reentry,
    _stud,
    _horse,
    _satellite,
    _appt_2019,
    _t1000_club,
)
PRESETS: dict[str, Preset] = {item.slug: item for item in (build() for build in _BUILDERS)}

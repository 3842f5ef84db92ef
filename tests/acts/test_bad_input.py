"""Whatever is sent to a verb, it is done rightly or refused clearly; nothing is half done and nothing breaks."""

import datetime as dt
from random import Random
from typing import Any

import pytest

import acts.verbs  # noqa: F401
from acts.auditing import audit, audit_club
from acts.balancing import break_table
from acts.chips import remove_chips
from acts.discipline import give_penalty
from acts.elimination import bust, disqualify
from acts.parameters import parse, serializer_of
from acts.payouts import lock_payouts, pay_prize, plan_payouts
from acts.players import create_player
from acts.purchases import add_on, rebuy
from acts.registration import pay_entry, promote, register_entry, register_newcomer, unregister_entry
from acts.seating import move_entry, record_count, set_button, swap_entries
from acts.setup import create_tournament, edit_tournament
from acts.timing import adjust_clock, edit_structure, go_to_level, schedule_start
from acts.tournament_fields import FIELDS
from acts.undo import undo
from club.models import Membership, Player
from tests.acts.absurd import payload
from tests.building import MINUTE_MS, Night, levels
from tests.nights import rolled_back
from tests.refusing import refused
from tournaments.acting import CALLABLES, VERBS
from tournaments.actors import CLOCK_ITSELF
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction, Entry, Purchase, Tournament, WaitingListEntry

TRIES = 12
BY_PEOPLE = sorted(kind for kind, verb in VERBS.items() if verb.roles != CLOCK_ITSELF)
RULE_NAMES = ("rules", "denominations", "no_such_setting")


@pytest.fixture
def running(night: Night) -> Night:
    """Rebuys, an add-on, a debt, somebody out, somebody unpaid, somebody waiting."""
    night.create(
        levels(20, 20, 20, 20, break_after=2),
        tables=2,
        capacity=7,
        rebuy_kind="any",
        rebuy_chips=5_000,
        rebuy_prize_minor=5_000,
        rebuy_until_level=3,
        addon_offered=True,
        addon_chips=5_000,
        addon_after_level=2,
        reentry_offered=True,
        reentry_until_level=3,
    )
    night.enter(*"ABCDEF")
    night.do(register_entry, player_id=night.player("unpaid"), paid=False)
    night.do(register_entry, player_id=night.player("waiting"))
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["F"]}])
    night.do(rebuy, entry_id=night.entries["A"], pending=True)
    return night


def real_values(night: Night) -> dict[str, list[Any]]:
    """Ids there are, by the names of the parameters that take them."""
    entries = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    members = list(Membership.objects.values_list("pk", flat=True))
    return {
        "entry_id": entries,
        "by_entry_id": entries,
        "other_entry_id": entries,
        "player_id": list(Player.objects.order_by("pk").values_list("pk", flat=True)),
        "waiting_id": list(WaitingListEntry.objects.values_list("pk", flat=True)),
        "purchase_id": list(Purchase.objects.filter(status="pending").values_list("pk", flat=True)),
        "membership_id": members,
        "action_id": [
            str(pk) for pk in DirectorAction.objects.order_by("sequence").values_list("pk", flat=True)
        ],
        "number": [1, 2],
        "table_number": [1, 2],
        "to_table": [1, 2],
        "seat": [1, 2, 3],
        "seat_number": [1, 2, 3],
        "kind": ["yellow", "red", "barred", "play", "break"],
        "method": ["icm", "even", "custom", "cash"],
        "role": ["floor", "owner"],
        "template": ["stud", "empty"],
        "starts_at": ["2026-01-01T18:00:00Z"],
        "setting": [*FIELDS, *RULE_NAMES, "kind", "duration_ms", "small_blind", "big_blind"],
        "old": [5, 25],
        "new": [25, 100],
    }


def send(night: Night, kind: str, sent: dict[str, Any]) -> str:
    """What console and API do with a payload; the sentence of the refusal, if it is refused."""
    verb = VERBS[kind]
    scope = {"tournament_id": night.tournament_id} if verb.needs_tournament else {}
    try:
        CALLABLES[kind](actor=night.owner, reason="because", **scope, **parse(verb, sent))
    except DirectorError as refusal:
        return f"{refusal.code}: {refusal}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", BY_PEOPLE)
def test_absurd_input_is_refused_and_leaves_the_books_clean(running: Night, kind: str) -> None:
    rng, real, version = Random(kind), real_values(running), running.event.version
    for _try in range(TRIES):
        sent = payload(serializer_of(kind)(), rng, real)
        with rolled_back():
            refusal = send(running, kind, sent)
            assert not refusal or running.event.version == version, (sent, refusal)
            assert audit(running.tournament_id, history=False) == [], sent
            assert audit_club(running.club.pk) == [], sent


UNKNOWN = 987_654
UNKNOWN_IDS: list[tuple[Any, dict[str, Any], str]] = [
    (register_entry, {"player_id": UNKNOWN}, "player_unknown"),
    (pay_entry, {"entry_id": UNKNOWN}, "entry_unknown"),
    (unregister_entry, {"entry_id": UNKNOWN}, "entry_unknown"),
    (promote, {"waiting_id": UNKNOWN}, "waiting_unknown"),
    (rebuy, {"entry_id": UNKNOWN}, "entry_unknown"),
    (add_on, {"entry_id": UNKNOWN}, "entry_unknown"),
    (bust, {"busts": [{"entry_id": UNKNOWN}]}, "entry_unknown"),
    (disqualify, {"entry_id": UNKNOWN, "stack_chips": 0}, "entry_unknown"),
    (move_entry, {"entry_id": UNKNOWN}, "entry_unknown"),
    (swap_entries, {"entry_id": UNKNOWN, "other_entry_id": UNKNOWN}, "entry_unknown"),
    (break_table, {"number": UNKNOWN}, "table_unknown"),
    (set_button, {"number": UNKNOWN, "seat_number": 1}, "table_unknown"),
    (give_penalty, {"entry_id": UNKNOWN, "kind": "yellow"}, "entry_unknown"),
    (pay_prize, {"entry_id": UNKNOWN}, "entry_unknown"),
    (undo, {"action_id": "no-such-act"}, "act_unknown"),
    (undo, {"action_id": "00000000-0000-0000-0000-000000000000"}, "act_unknown"),
]


@pytest.mark.parametrize(
    ("verb", "params", "code"), UNKNOWN_IDS, ids=lambda one: getattr(one, "__name__", "")
)
def test_what_there_is_not_is_refused_as_unknown(
    night: Night, verb: Any, params: dict[str, Any], code: str
) -> None:
    night.create()
    night.enter("A", "B")
    night.start()
    assert refused(night.do, verb=verb, **params) == code


def test_a_tournament_of_another_club_is_unknown(night: Night) -> None:
    night.create()
    assert (
        refused(register_entry, actor=night.owner, tournament_id=UNKNOWN, player_id=1) == "tournament_unknown"
    )


NAMES = {
    "Łukasz Żółć": "Łukasz Żółć",
    "O'Neil": "O'Neil",
    "=1+1": "=1+1",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "  ann \t  lee  ": "ann lee",
    "عمر الخيام": "عمر الخيام",
    "שלום": "שלום",
    "李雷": "李雷",
    "x" * 200: "x" * 200,
    "a\x07b\x00c": "abc",
    "\u202eevil": "evil",
    "%(player)s %d": "%(player)s %d",
    "\\u0000 \\": "\\u0000 \\",
    "half \ud800": "half",
}


@pytest.mark.parametrize(("name", "kept"), NAMES.items(), ids=[str(number) for number in range(len(NAMES))])
def test_a_name_is_kept_as_it_is_written_without_what_cannot_be_seen(
    night: Night, name: str, kept: str
) -> None:
    night.create()
    made = night.do(register_newcomer, name=name)
    assert Player.objects.get(pk=made.result["player_id"]).name == kept
    again = refused(night.do, verb=register_entry, player_id=made.result["player_id"])
    assert again == "already_entered"
    assert audit(night.tournament_id) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "text_missing"),
        (" \t\n ", "text_missing"),
        ("\x00\x07", "text_missing"),
        ("x" * 201, "text_too_long"),
    ],
)
def test_a_name_that_is_none_is_refused(night: Night, name: str, code: str) -> None:
    assert refused(create_player, actor=night.owner, name=name) == code


def test_a_name_written_differently_is_the_same_player(night: Night) -> None:
    create_player(actor=night.owner, name="Ann Lee")
    for name in ("ann  lee", "ANN LEE", " Ann\tLee "):
        assert refused(create_player, actor=night.owner, name=name) == "player_exists"


SETTINGS = [
    ({"entry_prize_minor": -1}, "out_of_bounds"),
    ({"entry_prize_minor": 10**12}, "out_of_bounds"),
    ({"entry_prize_minor": "10"}, "out_of_bounds"),
    ({"entry_prize_minor": True}, "out_of_bounds"),
    ({"stack_chips": 0}, "out_of_bounds"),
    ({"seats_per_table": 13}, "out_of_bounds"),
    ({"capacity": 1}, "out_of_bounds"),
    ({"places_percent": 101}, "out_of_bounds"),
    ({"currency": "DOUBLOON"}, "setting_wrong"),
    ({"timezone": "Middle/Earth"}, "setting_wrong"),
    ({"game": "snap"}, "setting_wrong"),
    ({"starts_at": "yesterday"}, "setting_wrong"),
    ({"status": "finished"}, "setting_unknown"),
    ({"club_id": 2}, "setting_unknown"),
    ({"rules": {"preset": "house"}}, "setting_wrong"),
    ({"rules": {"no_such": 1}}, "setting_unknown"),
    ({"denominations": [0]}, "denominations"),
    ({"denominations": ["a", 1]}, "denominations"),
    ({"denominations": 5}, "denominations"),
    ({"rules": []}, "rules_wrong"),
    ({"rebuy_kind": "broke"}, "rebuy_incomplete"),
    ({"late_minutes": 5}, "late_twice"),
]


@pytest.mark.parametrize(("settings", "code"), SETTINGS, ids=str)
def test_settings_out_of_bounds_are_refused(night: Night, settings: dict[str, Any], code: str) -> None:
    night.create()
    before = Tournament.objects.values().get()
    assert refused(night.do, verb=edit_tournament, settings=settings) == code
    assert Tournament.objects.values().get() == before


STRUCTURES = [
    ([], "structure_unsound"),
    ([{"kind": "break", "duration_ms": MINUTE_MS}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": 0, "small_blind": 1, "big_blind": 2}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": 1, "small_blind": 1, "big_blind": 2}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": 86_400_001, "small_blind": 1, "big_blind": 2}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": MINUTE_MS, "small_blind": 200, "big_blind": 100}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": MINUTE_MS, "small_blind": -1, "big_blind": 100}], "structure_unsound"),
    ([{"kind": "play", "duration_ms": "20"}], "level_malformed"),
    ([{"kind": "lunch", "duration_ms": MINUTE_MS}], "level_malformed"),
    ([{"duration_ms": MINUTE_MS, "surprise": 1}], "level_malformed"),
    ([{"duration_ms": MINUTE_MS, "small_blind": 1, "big_blind": 2, "game": "snap"}], "game_unknown"),
    ([{"duration_ms": MINUTE_MS, "small_blind": 1, "big_blind": 2, "note": "x" * 121}], "level_malformed"),
]


@pytest.mark.parametrize(("rows", "code"), STRUCTURES, ids=str)
def test_a_structure_that_cannot_be_played_is_refused(
    night: Night, rows: list[dict[str, Any]], code: str
) -> None:
    night.create()
    assert refused(night.do, verb=edit_structure, levels=rows) == code


def test_a_level_of_a_moment_is_refused_in_words_when_a_tournament_is_made(night: Night) -> None:
    rows = [{"kind": "play", "duration_ms": 9_999, "small_blind": 1, "big_blind": 2}]
    with pytest.raises(DirectorError) as error:
        night.create(rows)
    assert "Row 1: A level lasts at least 10 seconds." in str(error.value)


def test_blinds_that_fall_are_played_as_entered(night: Night) -> None:
    rows = [
        {"kind": "play", "duration_ms": MINUTE_MS, "small_blind": 100, "big_blind": 200},
        {"kind": "play", "duration_ms": MINUTE_MS, "small_blind": 50, "big_blind": 100},
    ]
    night.create()
    assert night.do(edit_structure, levels=rows).result["level_index"] == 0


NUMBERS: list[tuple[Any, dict[str, Any], str]] = [
    (adjust_clock, {"delta_ms": 10**15}, "adjust_too_large"),
    (go_to_level, {"level_index": -1}, "no_such_level"),
    (go_to_level, {"level_index": 99}, "no_such_level"),
    (record_count, {"counts": [{"entry_id": 0, "stack_chips": -1}]}, "out_of_bounds"),
    (bust, {"busts": []}, "nobody"),
    (bust, {"busts": [{"entry_id": 0}, {"entry_id": 0}]}, "twice"),
    (bust, {"busts": [{"entry_id": 0, "stack_chips": -5}]}, "out_of_bounds"),
    (bust, {"busts": [{"entry_id": 0, "stack_chips": 10**12}]}, "out_of_bounds"),
    (disqualify, {"entry_id": 0, "stack_chips": 10**9}, "out_of_bounds"),
    (move_entry, {"entry_id": 0, "table_number": 1, "seat_number": 0}, "seat_unknown"),
    (move_entry, {"entry_id": 0, "table_number": 1, "seat_number": 10}, "seat_unknown"),
    (set_button, {"number": 1, "seat_number": 10}, "seat_unknown"),
    (give_penalty, {"entry_id": 0, "kind": "yellow", "minutes": -5}, "out_of_bounds"),
    (give_penalty, {"entry_id": 0, "kind": "purple"}, "penalty_unknown"),
    (remove_chips, {"amount_chips": -1, "reason": "x"}, "out_of_bounds"),
    (remove_chips, {"amount_chips": 10**9, "reason": "x"}, "out_of_bounds"),
    (remove_chips, {"amount_chips": 5}, "reason_missing"),
    (plan_payouts, {"places": -1}, "places_negative"),
    (plan_payouts, {"amounts_minor": [-1, 30_001]}, "amount_negative"),
    (plan_payouts, {"percents": ["a", "b"]}, "percent_not_a_number"),
    (plan_payouts, {"percents": ["1e999999999"]}, "percent_not_a_number"),
    (plan_payouts, {"unit_minor": -5}, "unit_not_positive"),
    (plan_payouts, {"preset": "surprise"}, "unknown_preset"),
    (pay_prize, {"entry_id": 0, "amount_minor": -1}, "not_locked_yet"),
]


@pytest.mark.parametrize(("verb", "params", "code"), NUMBERS, ids=lambda one: getattr(one, "__name__", ""))
def test_absurd_numbers_are_refused_by_name(
    night: Night, verb: Any, params: dict[str, Any], code: str
) -> None:
    night.create()
    night.enter("A", "B", "C")
    night.start()
    chosen = {name: _with_entry(value, night.entries["A"], name) for name, value in params.items()}
    assert refused(night.do, verb=verb, **chosen) == code
    assert audit(night.tournament_id) == []


def _with_entry(value: Any, entry: int, name: str) -> Any:
    """The parameters with the real entry where they say 0."""
    if name == "entry_id":
        return entry
    if isinstance(value, list):
        return [one | {"entry_id": entry} if isinstance(one, dict) else one for one in value]
    return value


def test_a_prize_is_paid_neither_twice_nor_in_absurd_parts(night: Night) -> None:
    night.create(payout_preset="winner")
    night.enter("A", "B")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    night.do(bust, busts=[{"entry_id": night.entries["A"]}])
    winner = night.entries["B"]
    for amount in (-1, 0, 10**12):
        assert refused(night.do, verb=pay_prize, entry_id=winner, amount_minor=amount) == "out_of_bounds"
    assert refused(night.do, verb=pay_prize, entry_id=winner, method="shells") == "method_unknown"
    night.do(pay_prize, entry_id=winner)
    assert refused(night.do, verb=pay_prize, entry_id=winner) == "nothing_owed"
    assert refused(night.do, verb=pay_prize, entry_id=night.entries["A"]) == "nothing_owed"


def test_a_start_in_the_past_is_refused(night: Night) -> None:
    night.create()
    assert refused(night.do, verb=schedule_start, start_at_ms=night.clock.now_ms()) == "start_not_ahead"


def test_a_tournament_with_a_wrong_template_or_start_is_not_made(night: Night) -> None:
    start = dt.datetime(2026, 1, 1, 18, tzinfo=dt.UTC)
    wrong = [
        ({"template": "no-such"}, "template_unknown"),
        ({"template": "own:17"}, "template_unknown"),
        ({"starts_at": start.replace(tzinfo=None)}, "setting_wrong"),
        ({"starts_at": start.replace(year=3000)}, "setting_wrong"),
        ({"name": "  "}, "text_missing"),
        ({"tables": -1}, "out_of_bounds"),
        ({"tables": 10_000}, "out_of_bounds"),
    ]
    for params, code in wrong:
        asked = {"name": "A", "starts_at": start} | params
        assert refused(create_tournament, actor=night.owner, **asked) == code
    assert Tournament.objects.count() == 0


def test_a_reason_keeps_what_can_be_written(night: Night) -> None:
    night.create()
    done = night.do(edit_tournament, settings={"capacity": 9}, reason=" because\x00 \ud800of O'Neil ")
    assert DirectorAction.objects.get(pk=done.action_id).reason == "because of O'Neil"

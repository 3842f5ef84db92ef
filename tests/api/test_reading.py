"""Reads: what is in them, for whom, in how many queries, page by page, of one moment."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acts.discipline import give_penalty
from acts.elimination import bust
from acts.hand_for_hand import start_hand_for_hand
from acts.notices import show_notice
from acts.payouts import lock_payouts, pay_prize
from acts.players import create_player, exclude_player
from acts.purchases import rebuy
from acts.registration import close_registration, join_waiting_list
from acts.screens import create_screen
from acts.seating import record_count
from acts.secrecy import Secret, fingerprint, new_token
from acts.setup import save_template
from acts.timing import go_to_level
from acts.undo import undo_club_act
from club.models import Role, User
from tests.api.calling import Program
from tests.building import Night
from tournaments.models import DirectorAction

Programs = Callable[[str], Program]

TOURNAMENT_READS = (
    "~", "~/clock", "~/clock/anchors", "~/clock/transitions", "~/windows", "~/field", "~/entries",
    "~/waiting-list", "~/penalties", "~/tables", "~/proposals", "~/prizes", "~/results", "~/payments", "~/deal",
    "~/ledger", "~/ledger/transfers", "~/acts", "~/todo", "~/screens", "~/notices",
)  # fmt: skip
CLUB_READS = (
    "me", "clubs", "club", "club/members", "club/tokens", "players", "templates", "acts", "tournaments",
)  # fmt: skip


def play(night: Night, names: str) -> None:
    """A tournament in which every read has a row for each name."""
    players = names.split()
    night.create(
        rebuy_kind="any", rebuy_until_level=4, rebuy_chips=1_000, rebuy_prize_minor=500, entry_fee_minor=100
    )
    night.enter(*players, "Zoe", "Yan")
    night.start()
    for number, name in enumerate(players):
        night.do(rebuy, entry_id=night.entries[name])
        night.do(give_penalty, entry_id=night.entries[name], kind="warning", note="phone")
        night.do(join_waiting_list, player_id=night.player(f"Wait{name}"))
        night.do(create_screen, name=f"Wall {number}", token=Secret(new_token()))
        night.do(show_notice, text=f"Message {number}")
        night.do(save_template, name=f"Template {name}")
        exclude_player(actor=night.owner, player_id=night.player(f"Bar{name}"), kind="barred", note="owes")
    night.do(go_to_level, level_index=1)


def finish(night: Night, names: str) -> None:
    """Everybody is out but one, after the time in which he could have come back, and paid."""
    night.do(close_registration)
    night.do(lock_payouts)
    night.do(go_to_level, level_index=5)
    for name in ("Yan", *reversed(names.split())):
        night.do(bust, busts=[{"entry_id": night.entries[name]}], in_time=False)
    night.do(pay_prize, entry_id=night.entries["Zoe"], amount_minor=100)


# Queries -----------------------------------------------------------------------------------------------------------


def queries(program: Program, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        program.read(path)
    return len(found)


@pytest.fixture
def small_and_large(night: Night, program: Programs) -> tuple[Program, int, int]:
    """A program, a tournament with one row of everything, and one with three."""
    play(night, "Ann")
    finish(night, "Ann")
    small = night.tournament_id
    play(night, "Bob Cem Dan")
    finish(night, "Bob Cem Dan")
    return program("owner"), small, night.tournament_id


def test_reads_of_a_tournament_take_as_many_queries_for_three_rows_as_for_one(
    small_and_large: tuple[Program, int, int],
) -> None:
    program, small, large = small_and_large
    counted: dict[int, dict[str, int]] = {}
    for tournament_id in (small, large):
        program.night.tournament_id = tournament_id
        program.read("~/clock")  # levels are read once per process
        counted[tournament_id] = {path: queries(program, path) for path in TOURNAMENT_READS}
    assert counted[small] == counted[large]
    assert max(counted[large].values()) <= 14


def test_reads_of_the_club_take_as_many_queries_for_three_rows_as_for_one(
    night: Night, program: Programs
) -> None:
    owner = program("owner")
    play(night, "Ann")
    before = {path: queries(owner, path) for path in CLUB_READS}
    play(night, "Bob Cem Dan")
    night.staff("floor")
    night.staff("viewer")
    assert {path: queries(owner, path) for path in CLUB_READS} == before


def test_one_entry_and_one_player_are_read_in_a_few_queries(night: Night, owner: Program) -> None:
    play(night, "Ann")
    found = [
        queries(owner, f"~/entries/{night.entries['Ann']}"),
        queries(owner, f"players/{night.player('Ann')}"),
    ]
    assert max(found) <= 7


# Fields ------------------------------------------------------------------------------------------------------------

# What each role sees of the rows that hold more than everybody may know (T-field). Written out on purpose.
PERSON = {"id", "number", "display_name"}
NAMED = PERSON | {"name", "club_number"}
ENTRY = {
    "id", "number", "turn", "status", "away", "stack_chips", "moved_count", "time_banks_used", "registered_ms",
    "revision", "player",
    "seat", "elimination",
}  # fmt: skip
PURCHASE = {"id", "kind", "number", "status", "chips", "at_ms", "revision"}
PRICES = {"prize_minor", "fee_minor", "bounty_minor", "staff_minor", "price_minor", "receipt_number"}
RESULT = {"player_id", "entry_id", "display_name", "place_from", "place_to", "prize_minor", "label"}
PLAYER = NAMED | {"fixed_seat", "revision", "excluded"}
CONTACT = {"born_on", "email", "phone", "note"}
PENALTY = {
    "id", "kind", "measure", "amount", "hands_served", "given_ms", "given_play_ms", "ended_ms", "revision",
    "entry_id", "player",
}  # fmt: skip
OCCUPANT = {"seat", "entry_id", "number", "away", "stack_chips", "player"}
WAITING = {"id", "number", "status", "joined_ms", "offer_until_ms", "entry_id", "revision", "player"}
DESK, FLOOR, OTHERS = ("owner", "director", "cashier"), ("floor",), ("dealer", "viewer")


def by_role(desk: set[str], floor: set[str] | None, others: set[str] | None) -> dict[str, set[str] | None]:
    """The fields of each role; None: the role may not read it at all."""
    return {
        **dict.fromkeys(DESK, desk), **dict.fromkeys(FLOOR, floor), **dict.fromkeys(OTHERS, others)
    }  # fmt: skip


SEEN: dict[str, tuple[Callable[[Any], Any], dict[str, set[str] | None]]] = {
    "~/entries": (lambda a: a["results"][0], by_role(*([ENTRY | {"code", "purchases"}] * 2), ENTRY)),
    "~/entries#player": (lambda a: a["results"][0]["player"], by_role(NAMED, NAMED, PERSON)),
    "~/entries#purchases": (
        lambda a: a["results"][0].get("purchases", [{}])[0],
        by_role(PURCHASE | PRICES, PURCHASE, set()),
    ),
    "~/waiting-list": (lambda a: a["results"][0], by_role(*([WAITING | {"code"}] * 2), WAITING)),
    "~/waiting-list#player": (lambda a: a["results"][0]["player"], by_role(NAMED, NAMED, PERSON)),
    "~/tables": (
        lambda a: a["results"][0]["occupants"][0],
        by_role(*([OCCUPANT | {"code"}] * 2), OCCUPANT),
    ),
    "~/tables#player": (lambda a: a["results"][0]["occupants"][0]["player"], by_role(NAMED, NAMED, PERSON)),
    "~/results": (
        lambda a: a["results"][0],
        by_role(RESULT | {"name", "paid_minor", "owed_minor"}, RESULT | {"name"}, RESULT),
    ),
    "~/payments": (lambda a: a["results"][0]["player"], by_role(NAMED, None, None)),
    "~/penalties": (
        lambda a: a["results"][0],
        by_role(PENALTY | {"cause", "note"}, PENALTY | {"cause", "note"}, None)
        | {"cashier": PENALTY},
    ),
    "players": (lambda a: a["results"][0], by_role(PLAYER | CONTACT, PLAYER, None)),
    "players/barred": (
        lambda a: a,
        by_role(PLAYER | CONTACT | {"version", "exclusions"}, PLAYER | {"version"}, None)
        | {"cashier": PLAYER | CONTACT | {"version"}},
    ),
    "players/barred#exclusions": (
        lambda a: a.get("exclusions", [{}])[0],
        by_role({"id", "kind", "from_ms", "until_ms"}, set(), None)
        | {"owner": {"id", "kind", "from_ms", "until_ms", "reason"}, "cashier": set()},
    ),
    "club": (
        lambda a: a,
        by_role(*([{
            "id", "name", "currency", "timezone", "language", "rule_preset", "house_rules", "version"
        }] * 3))
        | {
            role: {
                "id", "name", "currency", "timezone", "language", "rule_preset", "house_rules", "version",
                "minimum_age_years",
            } | ({"revision"} if role == "owner" else set())
            for role in DESK
        },
    ),
}  # fmt: skip


@pytest.fixture
def everything(night: Night) -> Night:
    play(night, "Ann Bob")
    finish(night, "Ann Bob")
    return night


@pytest.mark.parametrize("role", Role.values)
def test_a_role_sees_its_fields_and_no_others(role: str, everything: Night, program: Programs) -> None:
    reader = program(role)
    barred = everything.player("BarAnn")
    found, expected = {}, {}
    for place, (pick, fields) in SEEN.items():
        path = place.partition("#")[0].replace("barred", str(barred))
        answer = reader.get(path)
        expected[place] = fields[role]
        found[place] = set(pick(answer.json())) if answer.status_code == 200 else None  # type: ignore[attr-defined]
    assert found == expected


def test_a_cashier_reads_his_own_acts_only(everything: Night, program: Programs) -> None:
    cashier = everything.staff("cashier")
    token_of_owner = program("cashier")
    create_player(actor=cashier, name="Mine")
    assert {row["actor_id"] for row in token_of_owner.read("~/acts")["results"]} == {everything.owner.user_id}


def test_names_of_players_are_in_no_answer_to_those_who_see_display_names(
    night: Night, program: Programs
) -> None:
    night.create()
    night.enter("Anneliese Secretname", "Bob Othername", "Cem Thirdname")
    night.start()
    night.do(bust, busts=[{"entry_id": night.entries["Bob Othername"]}])
    night.do(join_waiting_list, player_id=night.player("Wim Lastname"))
    told = {}
    for role in ("dealer", "viewer", "floor"):
        reader = program(role)
        texts = [reader.get(path).content.decode() for path in TOURNAMENT_READS]
        told[role] = any("Secretname" in text or "Lastname" in text for text in texts)
    assert told == {"dealer": False, "viewer": False, "floor": True}


def test_no_secret_is_in_any_answer(night: Night, owner: Program) -> None:
    """Hashes of tokens, passwords, links of displays."""
    secret = new_token()
    night.create()
    night.do(create_screen, name="Wall", token=Secret(secret))
    texts = [owner.get(path).content.decode() for path in (*TOURNAMENT_READS, *CLUB_READS)]
    secrets = [secret, fingerprint(secret), User.objects.get(pk=night.owner.user_id).password]
    assert [text for text in texts if any(hidden in text for hidden in secrets)] == []


# Content -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(set(TOURNAMENT_READS)))
def test_every_answer_about_a_tournament_carries_its_version(
    path: str, everything: Night, owner: Program
) -> None:
    assert owner.read(path)["version"] == everything.event.version


def test_the_clock_is_read_as_it_stands(night: Night, owner: Program) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(21)
    clock = owner.read("~/clock")
    state = clock["state"]
    assert (state["phase"], state["level_number"], state["elapsed_ms"], state["remaining_ms"]) == (
        "playing",
        2,
        60_000,
        19 * 60_000,
    )
    assert (state["played_ms"], state["running"], clock["anchor"]["kind"]) == (21 * 60_000, True, "start")
    assert [level["level_number"] for level in clock["levels"]] == [1, 2, 3, 4, 5, 6]


def test_windows_tell_how_long_they_are_open(night: Night, owner: Program) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(20)
    late = owner.read("~/windows")["results"][0]
    assert (late["kind"], late["status"], late["remaining_ms"]) == ("late", "open", 60 * 60_000)
    night.do(close_registration)
    assert {row["status"] for row in owner.read("~/windows")["results"]} == {"closed"}


def test_proposed_moves_are_taken_back_as_they_were_read(night: Night, owner: Program) -> None:
    night.create(tables=2, seats_per_table=6)
    names = [f"P{number}" for number in range(9)]
    night.enter(*names)
    night.start()
    tables = {table["number"]: table["occupants"] for table in owner.read("~/tables")["results"]}
    shortest = min(tables, key=lambda number: len(tables[number]))
    for occupant in tables[shortest][:2]:
        night.do(bust, busts=[{"entry_id": occupant["entry_id"]}])
    moves = owner.read("~/proposals")["balance"]["moves"]
    sent = [{name: move[name] for name in ("entry_id", "to_table", "to_seat")} for move in moves]
    assert len(owner.done(owner.act("seat.balance", moves=sent))["result"]["moves"]) == len(moves) > 0


def test_an_item_to_do_is_done_as_it_was_read(night: Night, owner: Program) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.do(close_registration)
    items = [item for item in owner.read("~/todo")["results"] if item["do"]]
    assert [item["do"]["kind"] for item in items] == ["payouts.lock"]
    owner.done(owner.post(f"~/acts/{items[0]['do']['kind']}", {"params": items[0]["do"]["params"]}))
    assert owner.read("~/prizes")["locked"] is True


def test_hand_for_hand_is_read_from_its_notice(night: Night, owner: Program) -> None:
    night.create(tables=2)
    night.enter("Ann", "Bob", "Cem", "Dan")
    night.start()
    night.do(start_hand_for_hand)
    notice = owner.read("~/notices")["results"][0]
    assert (notice["kind"], notice["facts"]["hand_number"]) == ("hand_for_hand", 1)


def test_results_and_books_agree(everything: Night, owner: Program) -> None:
    results = owner.read("~/results")["results"]
    ledger = owner.read("~/ledger")
    balance = {row["account"]: row["amount"] for row in ledger["balances"]}
    assert sum(row["prize_minor"] for row in results) == owner.read("~/prizes")["pool"]["pool_minor"]
    assert (sum(row["paid_minor"] for row in results), results[0]["owed_minor"] > 0) == (100, True)
    assert sum(row["amount"] for row in ledger["lines"] if row["code"] == "prize") == 100
    assert balance["till"] == -balance["prize_pool"] - balance["fee"]


def test_a_player_is_found_by_part_of_his_name_in_any_case(night: Night, owner: Program) -> None:
    for name in ("Łukasz O'Neil", "Ann Lee", "100% Bob"):
        night.player(name)
    found = {
        text: [row["name"] for row in owner.read("players", search=text)["results"]]
        for text in ("łuk", "NEIL", "%", "_", "zz")
    }
    assert found == {
        "łuk": ["Łukasz O'Neil"],
        "NEIL": ["Łukasz O'Neil"],
        "%": ["100% Bob"],
        "_": [],
        "zz": [],
    }


def test_an_excluded_player_is_marked_for_the_desk_without_the_reason(
    everything: Night, program: Programs
) -> None:
    shown = program("cashier").read(f"players/{everything.player('BarAnn')}")
    assert (shown["excluded"], "owes" in str(shown)) == (True, False)


def test_tournaments_are_found_by_status(night: Night, owner: Program) -> None:
    night.create()
    planned = night.tournament_id
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    assert [row["id"] for row in owner.read("tournaments", status="planned")["results"]] == [planned]
    assert owner.get("tournaments", status="moon").status_code == 400


# Pages -------------------------------------------------------------------------------------------------------------


def walk(program: Program, path: str, **query: Any) -> list[Any]:
    """All rows of a list, page by page."""
    rows, after = [], {}
    for _ in range(20):
        page = program.read(path, **query, **after)
        rows += page["results"]
        if page["next_after"] is None:
            return rows
        after = {"after": page["next_after"]}
    raise AssertionError("the list does not end")


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("players", "number"),
        ("~/entries", "number"),
        ("~/acts", "sequence"),
        ("~/ledger/transfers", "id"),
        ("~/results", "player_id"),
        ("~/tables", "number"),
        ("~/clock/anchors", "sequence"),
    ],
)
def test_a_list_is_walked_page_by_page_without_gap_or_repetition(
    path: str, key: str, everything: Night, owner: Program
) -> None:
    whole = [row[key] for row in owner.read(path, limit=200)["results"]]
    assert [row[key] for row in walk(owner, path, limit=2)] == whole
    assert [row[key] for row in walk(owner, path, limit=2, newest_first="true")] == whole[::-1]


def test_a_log_is_followed_from_where_it_was_left(everything: Night, owner: Program) -> None:
    last = owner.read("~/acts", newest_first="true", limit=1)["results"][0]["sequence"]
    assert owner.read("~/acts", after=last)["results"] == []
    everything.do(create_screen, name="x", token=Secret(new_token()))
    assert [row["kind"] for row in owner.read("~/acts", after=last)["results"]] == ["screen.create"]


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"},
        {"limit": "201"},
        {"limit": "x"},
        {"after": "x"},
        {"after": 10**30},
        {"newest_first": "x"},
    ],
)
def test_a_page_that_is_none_is_refused(query: dict[str, Any], everything: Night, owner: Program) -> None:
    answer = owner.get("~/entries", **query)
    assert (answer.status_code, answer.json()["code"]) == (400, "field_wrong")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "path", ["tournaments/99999999", "tournaments/" + "9" * 30, "tournaments/" + "9" * 5000]
)
def test_a_tournament_that_does_not_exist_is_not_found(path: str, owner: Program) -> None:
    answer = owner.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/json")


def test_a_taken_back_tournament_is_not_found(night: Night, owner: Program) -> None:
    night.create()
    made = DirectorAction.objects.get(kind="tournament.create")
    undo_club_act(actor=night.owner, action_id=str(made.pk))
    assert owner.get("~").status_code == 404
    assert owner.read("tournaments")["results"] == []


def test_answers_are_kept_by_nobody_on_the_way(everything: Night, owner: Program) -> None:
    assert owner.get("~/entries").headers["Cache-Control"] == "no-store"


def test_counted_stacks_are_shown(night: Night, program: Programs) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.do(record_count, counts=[{"entry_id": night.entries["Ann"], "stack_chips": 12_345}])
    rows = program("viewer").read("~/entries")["results"]
    assert [row["stack_chips"] for row in rows] == [12_345, None]

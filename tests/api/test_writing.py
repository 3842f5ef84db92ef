"""Acts through the API: keys, stamps, reasons, answers and refusals."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from acts.elimination import bust
from acts.parameters import LONGEST_LIST
from director.api.acts import offered
from director.api.parsers import MOST_BYTES
from tests.api.calling import Program
from tests.building import Night
from tournaments.acting import VERBS
from tournaments.models import DirectorAction, Entry

Programs = Callable[[str], Program]


@pytest.fixture
def running(night: Night) -> Night:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    return night


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_an_act_answers_with_its_id_result_and_version(night: Night, owner: Program) -> None:
    night.create()
    answer = owner.done(owner.act("entry.register", player_id=night.player("Ann")))
    action = DirectorAction.objects.get(kind="entry.register")
    assert answer == {
        "action_id": str(action.pk),
        "result": action.result,
        "version": action.sequence,
        "repeated": False,
    }


def test_the_same_request_sent_twice_has_one_effect_and_one_answer(night: Night, owner: Program) -> None:
    night.create()
    player = night.player("Ann")
    first = owner.done(owner.act("entry.register", key="abc", player_id=player))
    second = owner.done(owner.act("entry.register", key="abc", player_id=player))
    assert (second, Entry.objects.count()) == (first | {"repeated": True}, 1)


def test_a_key_used_for_something_else_is_a_conflict(night: Night, owner: Program) -> None:
    night.create()
    owner.done(owner.act("entry.register", key="abc", player_id=night.player("Ann")))
    again = owner.act("entry.register", key="abc", player_id=night.player("Bob"))
    assert (code_of(again), Entry.objects.count()) == ((409, "request_id_reused"), 1)


def test_a_refused_request_may_be_sent_again_with_its_key(night: Night, owner: Program) -> None:
    night.create()
    night.enter("Ann")
    entry = night.entries["Ann"]
    assert owner.act("entry.bust", key="abc", busts=[{"entry_id": entry}]).status_code == 422
    night.enter("Bob", "Cem")
    night.start()
    owner.done(owner.act("entry.bust", key="abc", busts=[{"entry_id": entry}]))


@pytest.mark.parametrize("key", [None, "", "x" * 81, "with space", "ä", "tab\t"])
def test_an_act_without_a_proper_key_is_refused_and_says_how(
    running: Night, owner: Program, key: str | None
) -> None:
    answer = owner.act("clock.pause", key=key)
    assert code_of(answer) == (400, "key_missing")
    assert "Idempotency-Key" in answer.json()["message"]  # type: ignore[attr-defined]


def test_a_stale_stamp_is_a_conflict_and_changes_nothing(running: Night, owner: Program) -> None:
    ann = running.entries["Ann"]
    shown = owner.read(f"~/entries/{ann}")["revision"]
    running.do(bust, busts=[{"entry_id": ann}])
    body = {"params": {"entry_id": ann}, "stamp": {f"entry:{ann}": str(shown)}}
    assert code_of(owner.post("~/acts/entry.away", body)) == (409, "stale")


@pytest.mark.parametrize("name", ["table", "seat", "entry"])
@pytest.mark.parametrize("key", ["9" * 19, "٣", "-1", ""])
def test_a_stamp_of_what_cannot_exist_is_a_conflict(
    running: Night, owner: Program, name: str, key: str
) -> None:
    answer = owner.post("~/acts/clock.pause", {"params": {}, "stamp": {f"{name}:{key}": "1"}})
    assert code_of(answer) == (409, "stale")


def test_the_clock_is_stamped_with_the_number_of_its_last_anchor(running: Night, owner: Program) -> None:
    stamp = {"anchor": str(owner.read("~/clock")["anchor"]["sequence"])}
    owner.done(owner.post("~/acts/clock.pause", {"params": {}, "stamp": stamp}))
    assert code_of(owner.post("~/acts/clock.resume", {"params": {}, "stamp": stamp})) == (409, "stale")


def test_the_reason_is_kept_in_the_log(running: Night, owner: Program) -> None:
    owner.done(owner.post("~/acts/clock.pause", {"params": {}, "reason": "  a fight  "}))
    assert DirectorAction.objects.get(kind="clock.pause").reason == "a fight"


def test_an_act_that_asks_for_a_reason_says_so(running: Night, program: Programs) -> None:
    floor = program("floor")
    assert code_of(floor.act("clock.adjust", delta_ms=60_000)) == (422, "reason_missing")
    floor.done(floor.post("~/acts/clock.adjust", {"params": {"delta_ms": 60_000}, "reason": "late start"}))


def test_an_undo_takes_an_act_back(running: Night, owner: Program) -> None:
    done = owner.done(owner.act("entry.bust", busts=[{"entry_id": running.entries["Ann"]}]))
    owner.done(owner.act("undo", action_id=done["action_id"]))
    assert running.entry("Ann").status == "active"


@pytest.mark.parametrize(
    ("kind", "params", "expected"),
    [
        ("entry.register", {}, (422, "field_wrong")),
        ("entry.register", {"player_id": "x"}, (422, "field_wrong")),
        ("entry.register", {"player_id": 99_999_999}, (404, "player_unknown")),
        ("entry.register", {"player_id": 2**60}, (422, "field_wrong")),
        ("entry.bust", {"busts": []}, (422, "nobody")),
        ("entry.bust", {"busts": {}}, (422, "field_wrong")),
        ("entry.bust", {"busts": [[]]}, (422, "field_wrong")),
        ("entry.count", {"counts": [{"entry_id": 99_999_999, "stack_chips": 1}]}, (404, "entry_unknown")),
        ("undo", {"action_id": "x"}, (404, "act_unknown")),
        ("undo", {"action_id": str(uuid.UUID(int=1))}, (404, "act_unknown")),
        ("clock.start", {}, (409, "already_running")),
        ("tournament.edit", {"settings": {"moon": 1}}, (422, "setting_unknown")),
        ("tournament.edit", {"settings": {"stack_chips": 1.5}}, (422, "field_wrong")),
        ("tournament.edit", {"settings": {"name": {"a": 1}}}, (422, "setting_wrong")),
        ("tournament.edit", {"settings": {"starts_at": "soon"}}, (422, "setting_wrong")),
        ("tournament.edit", {"settings": {"denominations": [[1]]}}, (422, "denominations")),
        ("tournament.edit", {"settings": {"rules": []}}, (422, "rules_wrong")),
        ("tournament.edit", {"settings": {"rules": {"preset": []}}}, (422, "setting_wrong")),
        ("tournament.edit", {"settings": {"rules": {"redraw_at": 9}}}, (422, "setting_wrong")),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(
    kind: str, params: dict[str, Any], expected: tuple[int, str], running: Night, owner: Program
) -> None:
    before = DirectorAction.objects.count()
    answer = owner.act(kind, **params)
    assert (code_of(answer), DirectorAction.objects.count()) == (expected, before)
    assert set(answer.json()) == {"code", "message", "params"}  # type: ignore[attr-defined]


def test_a_refusal_names_its_values_for_programs_and_in_its_sentence(running: Night, owner: Program) -> None:
    answer = owner.act("entry.register", player_id=running.player("Ann")).json()  # type: ignore[attr-defined]
    assert answer == {
        "code": "already_entered",
        "message": "Ann already has an entry in this tournament.",
        "params": {"player": "Ann"},
    }


def test_the_sentence_is_in_the_language_that_is_asked_for(running: Night, owner: Program) -> None:
    answer = owner.post("~/acts/clock.start", {"params": {}}, **{"Accept-Language": "et"})
    assert (answer.headers["Content-Language"], code_of(answer)) == ("et", (409, "already_running"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b'"x"',
        b"null",
        b'{"params": []}',
        b'{"params": null}',
        b'{"params": {}, "stamp": []}',
        b'{"params": {}, "stamp": {"a": {}}}',
        b'{"params": {}, "reason": 1e400}',
        b'{"params": {"delta_ms": NaN}}',
        b'{"params": {"delta_ms": Infinity}}',
        b'{"params": {"delta_ms": 1e400}}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"params":' * 50_000,
        b'{"params": {"delta_ms": ' + b"9" * 5000 + b"}}",
        b'{"params": {"delta_ms": "\\ud800"}}',
        b'{"params": {}, "reason": "\\u0000"}',
        b'{"params": {}, "reason": "\\ud800"}',
    ],
)
def test_a_body_that_is_no_request_is_refused_and_changes_nothing(
    body: bytes, running: Night, owner: Program
) -> None:
    answer = owner.post("~/acts/clock.adjust", body)
    assert answer.status_code in (400, 422), answer.content
    assert DirectorAction.objects.filter(kind="clock.adjust").count() == 0


@pytest.mark.parametrize("text", ["\x00", "\ud800", "a\x00b"])
def test_text_no_database_can_keep_is_refused_wherever_it_stands(
    text: str, running: Night, owner: Program
) -> None:
    places = [
        ("~/acts/notice.show", {"text": text}),
        ("~/acts/tournament.edit", {"settings": {"name": text}}),
        ("~/acts/tournament.edit", {"settings": {text: 1}}),
        ("~/acts/clock.edit_structure", {"levels": [{"kind": "play", "duration_ms": 60_000, "note": text}]}),
        ("acts/players.import", {"rows": [{"name": f"x{text}"}]}),
    ]
    before = DirectorAction.objects.count()
    answered = [owner.post(where, json.dumps({"params": params})).status_code for where, params in places]
    assert (answered, DirectorAction.objects.count()) == ([400] * len(places), before)


def test_a_body_that_is_too_large_is_refused_without_being_read(running: Night, owner: Program) -> None:
    answer = owner.post("~/acts/notice.show", b'{"params": {"text": "' + b"x" * MOST_BYTES + b'"}}')
    assert code_of(answer) == (413, "too_large")


def test_a_list_that_is_too_long_is_refused(running: Night, owner: Program) -> None:
    row = {"entry_id": running.entries["Ann"], "stack_chips": 1}
    assert code_of(owner.act("entry.count", counts=[row] * (LONGEST_LIST + 1))) == (422, "field_wrong")


def test_a_dictionary_that_is_nested_too_deep_is_refused(running: Night, owner: Program) -> None:
    deep: Any = 1
    for _ in range(20):
        deep = [deep]
    assert code_of(owner.act("tournament.edit", settings={"rules": {"redraw_at": deep}})) == (
        422,
        "field_wrong",
    )


def test_acts_of_the_clock_itself_have_no_address(running: Night, owner: Program) -> None:
    hidden = set(VERBS) - set(offered())
    assert {owner.act(kind).status_code for kind in hidden} == {404}
    assert {owner.club_act(kind).status_code for kind in hidden} == {404}


def test_an_act_of_the_club_is_not_done_below_a_tournament_nor_the_other_way_round(
    running: Night, owner: Program
) -> None:
    assert owner.act("player.create", name="x").status_code == 404
    assert owner.club_act("clock.pause").status_code == 404


def test_an_act_of_the_club_takes_no_stamp(night: Night, owner: Program) -> None:
    answer = owner.post("acts/player.create", {"params": {"name": "Ann"}, "stamp": {"entry:1": "0"}})
    assert code_of(answer) == (400, "field_wrong")


def test_a_token_that_is_taken_already_is_refused(running: Night, owner: Program) -> None:
    secret = "a" * 30
    owner.done(owner.act("screen.create", name="x", token=secret))
    assert code_of(owner.act("screen.create", name="y", token=secret)) == (
        409,
        "tournaments_screen_token_hash",
    )


def test_an_act_is_posted_never_fetched(running: Night, owner: Program) -> None:
    assert code_of(owner.get("~/acts/clock.pause")) == (405, "method_not_allowed")


def test_a_body_without_parameters_takes_the_defaults(running: Night, owner: Program) -> None:
    owner.done(owner.post("~/acts/clock.pause", {}))

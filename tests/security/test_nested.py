"""Ids inside bodies: of another club, of another tournament of the same club, and fields nobody may set."""

import copy
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from acts.parameters import parse
from director.api.acts import offered
from tests.security.permissions import ACTS
from tests.security.samples import SAMPLES, Sample
from tests.security.test_acts_walk import DOORS
from tests.security.world import World, outcome_of
from tournaments.acting import VERBS
from tournaments.errors import DirectorError

# Names that are no id but name a thing all the same. Tables are numbered in each tournament.
TABLES = frozenset({"number", "table_number", "to_table", "stays"})
NAMES = TABLES | {"template"}
# What belongs to the club, and so to every tournament of it.
OF_THE_CLUB = frozenset(
    {
        "player_id",
        "membership_id",
        "api_token_id",
        "exclusion_id",
        "template_id",
        "chip_set_id",
        "template",
        "user_id",
    }
)
ONLY_THERE = 41
# A number that names a new thing.
NEW = frozenset({("table.open", "number")})
REFUSED = frozenset({404, 409, 422})

type Place = tuple[str | int, ...]


def places(value: Any, before: Place = ()) -> Iterator[Place]:
    """Where ids are in parameters: ("busts", 0, "entry_id")."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        if isinstance(inner, dict | list):
            yield from places(inner, (*before, key))
        elif str(key).endswith("_id") or key in NAMES:
            yield (*before, key)


def at(params: Any, place: Place) -> Any:
    for key in place:
        params = params[key]
    return params


def replaced(sample: Sample, place: Place, value: Any) -> Sample:
    """The sample with another value in one place."""
    params = copy.deepcopy(sample.params)
    at(params, place[:-1])[place[-1]] = value
    return Sample(sample.tournament_id, params, sample.reason)


def ids_in(annotation: Any) -> set[str]:
    """Names of ids in the rows of a parameter."""
    found = set()
    for part in (annotation, *typing.get_args(annotation)):
        if typing.is_typeddict(part):
            found |= {name for name in typing.get_type_hints(part) if name.endswith("_id") or name in NAMES}
        elif part is not annotation:
            found |= ids_in(part)
    return found


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_the_sample_of_an_act_names_every_id_the_act_takes(kind: str, world: World) -> None:
    parameters = VERBS[kind].parameters
    wanted = {name for name in parameters if name.endswith("_id") or name in NAMES}
    wanted |= {name for one in parameters.values() for name in ids_in(one.annotation)}
    found = {str(place[-1]) for place in places(SAMPLES[kind](world.ours).params)}
    assert found == wanted


def foreign_ids(kind: str, ours: Sample, other: Sample, side: str) -> Iterator[tuple[Place, Any]]:
    """Each id of the sample with what stands there on the other side."""
    for place in places(ours.params):
        shared = side == "twin" and (place[-1] in OF_THE_CLUB or not ours.tournament_id)
        if not shared and (kind, place[-1]) not in NEW:
            value = ONLY_THERE if place[-1] in TABLES else at(other.params, place)
            assert value != at(ours.params, place)
            yield place, value


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_an_id_of_another_club_or_tournament_is_refused_and_changes_nothing(kind: str, world: World) -> None:
    """Each id of the sample in turn, through both doors; the sample as it is succeeds (test_acts_walk.py)."""
    ours = SAMPLES[kind](world.ours)
    others = {side: SAMPLES[kind](getattr(world, side)) for side in ("theirs", "twin")}
    before = world.picture()
    for side, other in others.items():
        for place, value in foreign_ids(kind, ours, other, side):
            for door, ask in DOORS.items():
                answer = ask(world, "owner", kind, replaced(ours, place, value))
                assert answer.status_code in REFUSED, (side, door, place, outcome_of(answer))
    assert world.picture() == before


STOWAWAYS: dict[str, Any] = {
    "club": 1,
    "club_id": 1,
    "tournament_id": 1,
    "actor": 1,
    "user_id": 1,
    "role": "owner",
    "is_paid": True,
    "status": "paid",
    "amount_minor": 1,
    "price_minor": 0,
    "made_by": "x",
    "request_id": "x",
    "act": "x",
}


@pytest.mark.parametrize("kind", sorted(offered()))
def test_fields_an_act_does_not_have_are_refused(kind: str, world: World) -> None:
    params = SAMPLES[kind](world.ours).params
    for name, value in STOWAWAYS.items():
        if name not in VERBS[kind].parameters:
            with pytest.raises(DirectorError) as refused:
                parse(VERBS[kind], params | {name: value})
            assert (refused.value.code, refused.value.params["field"]) == ("field_unknown", name)


def test_a_program_is_told_which_field_there_is_not(world: World) -> None:
    before = world.picture()
    answer = DOORS["program"](
        world, "owner", "notice.show", Sample(world.ours.running, {"text": "x", "role": "owner"})
    )
    assert (answer.status_code, answer.json()["params"], world.picture()) == (  # type: ignore[attr-defined]
        422,
        {"field": "role"},
        before,
    )


@pytest.mark.parametrize("name", sorted(STOWAWAYS))
def test_fields_beside_the_parameters_are_refused(name: str, world: World) -> None:
    before = world.picture()
    answer = world.browser("nobody").post(
        f"/api/v1/tournaments/{world.ours.running}/acts/clock.pause",
        {"params": {}, name: STOWAWAYS[name]},
        "application/json",
        headers=world.bearer("owner") | {"Idempotency-Key": "stowaway"},
    )
    assert (answer.status_code, world.picture()) == (400, before)


def test_fields_in_the_rows_of_a_list_are_refused(world: World) -> None:
    sample = SAMPLES["entry.bust"](world.ours)
    sample.params["busts"][0]["place"] = 1
    before = world.picture()
    answer = DOORS["program"](world, "owner", "entry.bust", sample)
    assert (answer.status_code, world.picture()) == (422, before)


STAMPS = ("entry", "penalty", "waiting", "screen", "notice")


@pytest.mark.parametrize("side", ["theirs", "twin"])
@pytest.mark.parametrize("name", STAMPS)
def test_a_stamp_tells_nothing_about_things_of_others(name: str, side: str, world: World) -> None:
    """Whatever state is claimed, the thing is gone as seen from here."""
    other = getattr(world, side)
    ident = other.id_of("Ann") if name == "entry" else other.made[f"{name}_id"]
    for state in ("0", "1", "2"):
        answer = world.browser("nobody").post(
            f"/api/v1/tournaments/{world.ours.running}/acts/clock.pause",
            {"params": {}, "stamp": {f"{name}:{ident}": state}},
            "application/json",
            headers=world.bearer("owner") | {"Idempotency-Key": f"stamp-{state}"},
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")

"""Every parameter of every act with absurd values in turn: a refusal or a sound act, never a fault."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from acts.parameters import parse
from tests.security.permissions import ACTS
from tests.security.samples import SAMPLES, Sample
from tests.security.test_acts_walk import by_program
from tests.security.test_nested import at, replaced
from tests.security.world import World, outcome_of
from tournaments.acting import VERBS
from tournaments.errors import DirectorError

ABSURD: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**53, -(2**53), 0.5, "", "²", "9" * 5_000, "x" * 20_001, "%(x)s %s %", "\u202eevil",
    "9999-12-31T23:59:59+14:00", "own:²", [], {}, [None], [{}],
)  # fmt: skip


def leaves(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in the parameters, of values and of what holds them."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield (*before, key)
        if not isinstance(inner, list) or len(inner) < 4:
            yield from leaves(inner, (*before, key))


def with_every_parameter(kind: str, sample: Sample) -> Sample:
    """The sample with a place for parameters it leaves out."""
    params = copy.deepcopy(sample.params)
    for name in VERBS[kind].parameters:
        params.setdefault(name, None)
    return Sample(sample.tournament_id, params, sample.reason)


def answer_to(world: World, kind: str, sample: Sample) -> HttpResponse | None:
    """The answer to a call, and to reading the log after an act that was taken; None: its form is refused already."""
    try:
        parse(VERBS[kind], sample.params)
    except DirectorError:
        return None
    cache.clear()
    with world.trying():
        answer = by_program(world, "owner", kind, sample)
        if answer.status_code == 200:
            where = f"tournaments/{sample.tournament_id}/" if sample.tournament_id else ""
            client = Client(raise_request_exception=False, headers=world.bearer("owner"))
            return client.get(f"/api/v1/{where}acts?newest_first=true&limit=1")  # type: ignore[return-value]
        return answer


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_an_absurd_value_is_refused_or_taken_and_never_a_fault(kind: str, world: World) -> None:
    sample = SAMPLES[kind](world.ours)
    faults = []
    for place in leaves(with_every_parameter(kind, sample).params):
        base = Sample(sample.tournament_id, {place[0]: None, **sample.params}, sample.reason)
        for value in ABSURD:
            answer = answer_to(world, kind, replaced(base, place, value))
            if answer is not None and answer.status_code >= 500:
                faults.append((place, value, outcome_of(answer)))
    assert faults == []


def test_the_walk_over_values_reaches_into_rows(world: World) -> None:
    sample = SAMPLES["entry.bust"](world.ours)
    places = set(leaves(with_every_parameter("entry.bust", sample).params))
    assert {("busts", 0, "entry_id"), ("busts", 0, "by_entry_id"), ("in_time",)} <= places
    assert at(sample.params, ("busts", 0, "entry_id")) == world.ours.id_of("Ann")

"""Every act through both doors, by everybody: who may succeeds, who may not is refused and changes nothing (T-IDOR)."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client

import acts.verbs  # noqa: F401
from director.api.acts import offered
from tests.security.permissions import ACTS, OF_THE_CLOCK
from tests.security.samples import SAMPLES, Sample
from tests.security.world import ROLES, World, outcome_of
from tournaments.acting import VERBS

KEYS = iter(range(10**9))


def by_program(world: World, who: str, kind: str, sample: Sample) -> HttpResponse:
    """The act through the API, with a token."""
    where = f"tournaments/{sample.tournament_id}/" if sample.tournament_id else ""
    client = Client(raise_request_exception=False)
    return client.post(  # type: ignore[return-value]
        f"/api/v1/{where}acts/{kind}",
        {"params": sample.params, "reason": sample.reason},
        "application/json",
        headers=world.bearer(who) | {"Idempotency-Key": f"walk-{next(KEYS)}"},
    )


def by_page(world: World, who: str, kind: str, sample: Sample) -> HttpResponse:
    """The act as a page of the console posts it."""
    where = f"/t/{sample.tournament_id}" if sample.tournament_id else ""
    fields = {
        name: json.dumps(value) if isinstance(value, list | dict) else value
        for name, value in sample.params.items()
    }
    return world.browser(who).post(  # type: ignore[return-value]
        f"{where}/act/{kind}", fields | {"reason": sample.reason}, headers={"HX-Request": "true"}
    )


DOORS = {"program": by_program, "page": by_page}
STRANGERS = {"program": 401, "page": 302}


def test_every_act_has_a_line_in_the_permission_table_and_a_sample() -> None:
    kinds = set(VERBS)
    assert (kinds, set(offered())) == (set(ACTS) | OF_THE_CLOCK, set(ACTS))
    assert set(SAMPLES) == set(ACTS)


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_who_may_do_an_act_does_it(kind: str, world: World) -> None:
    """Every role through the API; the verbs are the same behind pages, where the least role is enough."""
    sample, roles = SAMPLES[kind](world.ours), [role for role in ROLES if role in ACTS[kind]]
    for door, role in (*(("program", role) for role in roles), ("page", roles[-1])):
        with world.trying():
            answer = DOORS[door](world, role, kind, sample)
            assert (door, role, answer.status_code) == (door, role, 200), outcome_of(answer)


@pytest.mark.parametrize("kind", sorted(ACTS))
def test_who_may_not_do_an_act_is_refused_and_changes_nothing(kind: str, world: World) -> None:
    """The tournament's own club and another, through the API and as pages do it."""
    sample = SAMPLES[kind](world.ours)
    before = world.picture()
    for door, ask in DOORS.items():
        expected: dict[str, int] = {role: 403 for role in ROLES if role not in ACTS[kind]}
        expected |= dict.fromkeys(("nobody", "display"), STRANGERS[door])
        if sample.tournament_id:
            expected["foreign"] = 404
        answered = {who: ask(world, who, kind, sample).status_code for who in expected}
        assert (door, answered) == (door, expected)
    assert world.picture() == before

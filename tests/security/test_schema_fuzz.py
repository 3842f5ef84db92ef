"""Every operation with bodies and queries made from the description, sound and unsound ones: no answer is a fault."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.describing import document
from tests.security.world import World

load_all_checks()
CHECKS = (
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance
)  # fmt: skip
site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    """The site; its description needs no sign-in here, since it is read before there is a database."""
    if environ["PATH_INFO"] == "/api/v1/schema":
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(document(), default=str).encode()]
    return site(environ, start_response)


schema = schemathesis.openapi.from_wsgi("/api/v1/schema", application)
schema.config.phases.coverage.enabled = False
schema.config.phases.examples.enabled = False


@pytest.fixture(autouse=True)
def _connection_is_kept() -> Iterator[None]:
    """A request outside of Django's own test client closes connections, and the test's transaction with them."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def pools(world: World) -> dict[str, list[Any]]:
    """Real things for ids, so that not every request ends at the first look-up."""
    ours = world.ours
    found: dict[str, list[Any]] = {name: [ident] for name, ident in ours.made.items()}
    entries = [ours.id_of(name) for name in ("Ann", "Bob", "Cem", "Jan", "Unpaid", "Pia")]
    return found | {
        "entry_id": entries,
        "other_entry_id": entries,
        "by_entry_id": entries,
        "player_id": list(ours.players.values()),
        "membership_id": [ours.made["member"], ours.made["former"]],
        "number": [1, 2],
        "table_number": [1, 2],
        "to_table": [1, 2],
        "stays": [1, 2],
    }


def grounded(value: Any, pools: dict[str, list[Any]]) -> Any:
    """The body with most of its ids taken from what there is; one in four stays as it was made."""
    if isinstance(value, list):
        return [grounded(part, pools) for part in value]
    if not isinstance(value, dict):
        return value
    return {name: _real(name, part, pools) for name, part in value.items()}


def _real(name: str, part: Any, pools: dict[str, list[Any]]) -> Any:
    if name in pools and type(part) is int and part % 4:
        return pools[name][part % len(pools[name])]
    return grounded(part, pools)


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_is_answered_with_a_fault(case: Any, world: World, pools: dict[str, list[Any]]) -> None:
    cache.clear()
    where = {
        "tournament_id": world.ours.running,
        "entry_id": pools["entry_id"][0],
        "player_id": pools["player_id"][0],
    }
    case.path_parameters = {name: where[name] for name in case.path_parameters or {}}
    if isinstance(case.body, dict):
        case.body = grounded(case.body, pools)
    with world.trying():
        case.call_and_validate(headers=world.bearer("owner"), checks=CHECKS)

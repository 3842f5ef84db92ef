"""The description of the API: complete, without warnings, true for what is answered, and readable as a page."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from jsonschema import Draft4Validator

from acts.tournament_fields import FIELDS
from club.models import User
from director.api.acts import offered
from tests.api.calling import API, Program
from tests.api.describing import component, document, resolved, strict
from tests.api.test_reading import CLUB_READS, TOURNAMENT_READS, finish, play
from tests.building import Night
from tournaments.acting import VERBS

SUMMARY = re.compile(r"[^.]{3,200}")


def operations() -> dict[str, dict[str, Any]]:
    return {
        f"{method} {path}": operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def test_the_description_is_valid_and_made_without_a_warning() -> None:
    validate_schema(document())
    assert (dict(GENERATOR_STATS._warn_cache), dict(GENERATOR_STATS._error_cache)) == ({}, {})


def test_every_address_of_the_api_is_described() -> None:
    api = next(found for found in get_resolver().url_patterns if str(found.pattern) == "api/v1/")
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/api/v1/{route.pattern}") for route in api.url_patterns}
    assert set(document()["paths"]) == routes - {"/api/v1/", "/api/v1/schema", "/api/v1/^.*$"}


def test_every_act_is_an_operation_of_its_own_with_its_parameters() -> None:
    described = {}
    for kind, verb in offered().items():
        where = f"tournaments/{{tournament_id}}/acts/{kind}" if verb.needs_tournament else f"acts/{kind}"
        operation = document()["paths"][f"/api/v1/{where}"]["post"]
        assert operation["operationId"] == f"act_{kind.replace('.', '_')}"
        body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        params = component(body)["properties"].get("params", {})
        reference = params.get("$ref") or params.get("allOf", [{}])[0].get("$ref", "")
        described[kind] = set(component(reference.rpartition("/")[2])["properties"]) if reference else set()
    assert described == {kind: set(VERBS[kind].parameters) for kind in described}


def test_every_operation_says_what_it_is_in_a_sentence() -> None:
    wrong = [name for name, found in operations().items() if not SUMMARY.fullmatch(found["summary"])]
    assert wrong == []


def test_every_act_asks_for_a_key_and_names_its_refusals() -> None:
    for name, found in operations().items():
        if name.startswith("post"):
            asked = {one["name"]: one["required"] for one in found["parameters"] if one["in"] == "header"}
            assert (name, asked) == (name, {"Idempotency-Key": True})
            assert {"200", "400", "401", "403", "404", "409", "422"} <= set(found["responses"])


def test_settings_and_levels_are_described_field_by_field() -> None:
    settings = component("TournamentEditParameters")["properties"]["settings"]
    levels = component("ClockEditStructureParameters")["properties"]["levels"]["items"]
    assert set(settings["properties"]) == {*FIELDS, "rules", "denominations"}
    assert (settings["properties"]["capacity"]["maximum"], levels["required"]) == (
        100_000,
        ["kind", "duration_ms"],
    )


def test_passwords_and_tokens_are_described_as_secrets() -> None:
    assert component("ApiTokenCreateParameters")["properties"]["token"]["format"] == "password"


@pytest.mark.parametrize("role", ["owner", "floor", "viewer"])
def test_every_answer_is_what_the_description_says(role: str, night: Night, program: Any) -> None:
    play(night, "Ann Bob")
    reader: Program = program(role)
    seen = []
    for _ in range(2):
        for path in (*TOURNAMENT_READS, *CLUB_READS, f"players/{night.player('Ann')}"):
            answer = reader.get(path)
            if answer.status_code == 403:
                continue
            seen.append(path)
            errors = list(Draft4Validator(schema_of(reader.address(path))).iter_errors(answer.json()))  # type: ignore[attr-defined]
            assert (path, [error.message for error in errors]) == (path, [])
        if night.event.status == "running":
            finish(night, "Ann Bob")
    assert len(seen) > 20


def schema_of(address: str) -> Any:
    """The strict schema of a read's answer."""
    path = next(
        path for path in document()["paths"] if re.fullmatch(re.sub(r"\{\w+\}", r"\\d+", path), address)
    )
    answers = document()["paths"][path]["get"]["responses"]
    return strict(resolved(answers["200"]["content"]["application/json"]["schema"]))


def test_refusals_and_outcomes_are_what_the_description_says(night: Night, owner: Program) -> None:
    night.create()
    done = owner.act("entry.register", player_id=night.player("Ann"))
    refused = owner.act("entry.register", player_id=night.player("Ann"))
    for name, answer in (("Outcome", done), ("Error", refused)):
        schema = strict(resolved(component(name)))
        assert [error.message for error in Draft4Validator(schema).iter_errors(answer.json())] == []  # type: ignore[attr-defined]


def test_the_document_is_served_as_json_and_as_yaml(owner: Program) -> None:
    assert owner.read("schema")["info"]["title"] == "Tournament director API"
    yaml = owner.client.get(API + "schema", headers=owner.headers | {"Accept": "application/vnd.oai.openapi"})
    assert yaml.content.startswith(b"openapi: 3.0.3")


# The page ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(night: Night) -> Any:
    browser = Client()
    browser.force_login(
        User.objects.get(pk=night.owner.user_id), backend="django.contrib.auth.backends.ModelBackend"
    )
    return browser.get(API)


def test_the_page_names_every_operation_and_every_parameter(page: Any) -> None:
    text = page.content.decode()
    missing = [
        found["operationId"] for found in operations().values() if f'id="{found["operationId"]}"' not in text
    ]
    assert (page.status_code, missing) == (200, [])
    assert "<code>params.busts</code>" in text


def test_the_page_takes_nothing_from_elsewhere(page: Any) -> None:
    text = page.content.decode()
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', text) == []
    assert "'self'" in page.headers["Content-Security-Policy"]


def test_the_page_asks_strangers_to_sign_in(night: Night) -> None:
    answer = Client().get(API)
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/login")

"""What may be asked of a verb from outside."""

import pytest

import acts.verbs  # noqa: F401
from acts.parameters import parse, parse_form, serializer_of
from tournaments.acting import VERBS
from tournaments.errors import DirectorError


def test_every_verb_has_a_serializer_with_its_parameters() -> None:
    for kind, verb in VERBS.items():
        assert set(serializer_of(kind)().fields) == set(verb.parameters)


def test_a_field_nobody_asked_for_is_refused() -> None:
    with pytest.raises(DirectorError) as refused:
        parse(VERBS["entry.register"], {"player_id": 1, "club_id": 2})
    assert (refused.value.code, refused.value.params["field"]) == ("field_unknown", "club_id")


def test_busts_are_read_from_the_json_of_a_form() -> None:
    form = {"busts": '[{"entry_id": 3, "stack_chips": 1200}]', "in_time": "false", "csrfmiddlewaretoken": "x"}
    assert parse_form(VERBS["entry.bust"], form) == {
        "busts": [{"entry_id": 3, "stack_chips": 1200}],
        "in_time": False,
    }


def test_an_empty_optional_field_is_left_to_its_default() -> None:
    assert parse_form(VERBS["entry.pay"], {"entry_id": "7", "table_number": ""}) == {"entry_id": 7}


def test_text_where_a_number_belongs_is_refused_by_the_name_of_the_field() -> None:
    with pytest.raises(DirectorError) as refused:
        parse_form(VERBS["entry.pay"], {"entry_id": "seven"})
    assert refused.value.params["field"] == "entry_id"

"""Every act is told in a sentence, in any language, whatever its facts lack."""

import pytest
from django.utils import translation

from acts.elimination import bust
from acts.undo import undo
from director.log.lines import line_of, line_of_action
from director.log.telling import TELLERS
from tests.building import Night
from tournaments.acting import VERBS
from tournaments.models import DirectorAction

UNDOS = {"undo", "club.undo"}


def lines(night: Night) -> list[str]:
    """The log of the tournament as text, oldest first."""
    rows = DirectorAction.objects.filter(tournament_id=night.tournament_id).order_by("sequence")
    return [str(line_of_action(row, "EUR")) for row in rows]


def test_every_verb_has_a_sentence_and_every_sentence_a_verb() -> None:
    assert set(TELLERS) | UNDOS == set(VERBS)


@pytest.mark.parametrize("language", ["en", "et", "ro"])
def test_an_act_without_facts_is_still_told(language: str) -> None:
    with translation.override(language):
        told = [str(line_of(kind, {}, "EUR")) for kind in VERBS]
    assert [text for text in told if not text or "%(" in text] == []


def test_names_are_told_as_they_are_even_with_percent_signs(night: Night) -> None:
    night.create()
    night.enter("100% Ann %(x)s", "<b>Bob</b>")
    assert [line.split(":")[0] for line in lines(night)][-2:] == ["100% Ann %(x)s", "<b>Bob</b>"]


def test_undo_and_redo_tell_the_act_they_are_about(night: Night) -> None:
    night.create()
    night.enter("Ann", "Bob", "Cem")
    night.start()
    out = night.do(bust, busts=[{"entry_id": night.entries["Ann"]}])
    undone = night.do(undo, action_id=out.action_id)
    again = night.do(undo, action_id=undone.action_id)
    night.do(undo, action_id=again.action_id)
    told = [line.split(".")[0] for line in lines(night)]
    assert told[-4:] == ["Ann is out", "Undone: Ann is out", "Done again: Ann is out", "Undone: Ann is out"]

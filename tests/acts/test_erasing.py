"""Erasing a person: what goes, what stays, and when it is refused."""

import json

import pytest

from acts.auditing import audit_club
from acts.elimination import bust
from acts.payouts import lock_payouts
from acts.players import edit_player, erase_player, exclude_player
from acts.undo import undo_club_act
from club.models import Player
from display.records import subject_of
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import DirectorAction


def played(night: Night) -> Night:
    """A tournament that is over."""
    night.create(payout_preset="winner")
    night.enter("Ann Lee", "Bob Ray")
    night.start()
    night.minutes(81)
    night.do(lock_payouts)
    night.do(bust, busts=[{"entry_id": night.entries["Ann Lee"]}])
    return night


def refused(night: Night, name: str) -> str:
    with pytest.raises(DirectorError) as found:
        erase_player(actor=night.owner, player_id=night.players[name])
    return found.value.code


def test_an_erased_person_stays_as_a_number_and_his_code_is_void(night: Night) -> None:
    played(night)
    ann, code = night.players["Ann Lee"], night.entry("Ann Lee").code
    edit_player(actor=night.owner, player_id=ann, name="Ann Lee", email="ann@example.org", phone="5551")
    assert subject_of(code) == (ann, night.tournament_id)
    outcome = erase_player(actor=night.owner, player_id=ann)
    row = Player.objects.get(pk=ann)
    assert (row.name, row.display_name, row.email, row.phone, row.born_on) == (
        f"Player {row.number}",
        f"Player {row.number}",
        "",
        "",
        None,
    )
    act = DirectorAction.objects.get(pk=outcome.action_id)
    assert "Ann" not in json.dumps([act.facts, act.deltas, act.result])
    assert (subject_of(code), night.entry("Ann Lee").player_id) == (None, ann)
    assert audit_club(night.club.pk) == []


def test_nothing_brings_the_data_back(night: Night) -> None:
    played(night)
    ann = night.players["Ann Lee"]
    edit_player(actor=night.owner, player_id=ann, name="Ann Lee", phone="5551")
    cleared = edit_player(actor=night.owner, player_id=ann, name="Ann Lee")
    erased = erase_player(actor=night.owner, player_id=ann)
    codes = []
    for outcome in (cleared, erased):
        with pytest.raises(DirectorError) as found:
            undo_club_act(actor=night.owner, action_id=str(outcome.action_id))
        codes.append(found.value.code)
    assert (codes, Player.objects.get(pk=ann).phone) == (["undo_in_the_way", "no_undo"], "")


def test_nobody_is_erased_who_plays_or_is_excluded(night: Night) -> None:
    night.create()
    night.enter("Ann Lee")
    exclude_player(actor=night.owner, player_id=night.player("Bob Ray"), kind="barred")
    assert [refused(night, "Ann Lee"), refused(night, "Bob Ray")] == ["player_in_play", "player_excluded"]


def test_a_new_player_of_the_same_name_is_somebody_else(night: Night) -> None:
    played(night)
    before = night.players.pop("Ann Lee")
    erase_player(actor=night.owner, player_id=before)
    assert night.player("Ann Lee") != before

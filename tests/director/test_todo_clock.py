"""What the clock puts on the to-do rail: starts, windows, breaks, the end of the levels, outages."""

import pytest

from acts.registration import close_registration, register_entry
from acts.timing import go_to_level
from clock.rules.next_level import playable
from director.scene.clock_parts import windows
from director.scene.scene import scene_of
from tests.building import Night, levels
from tests.director.browsing_console import Browser
from tests.director.rail import do, item, titles
from tournaments.models import DirectorAction, Notice


def outage(night: Night, minutes: int) -> Notice:
    """An outage that was noticed just now."""
    now = night.clock.now_ms()
    last = DirectorAction.objects.filter(tournament_id=night.tournament_id).latest("sequence")
    lasted = minutes * 60_000
    return Notice.objects.create(
        tournament_id=night.tournament_id, kind="outage", facts={"outage_ms": lasted, "held": False},
        from_ms=now - lasted, until_ms=now, made_by=last,
    )  # fmt: skip


def test_a_countdown_is_told_from_a_time_of_day(night: Night) -> None:
    night.create(late_until_level=1)
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(10)
    assert item(night, "Late registration closes").left_text == "in 10:00"


def test_a_start_nobody_set_is_proposed_then_due(night: Night, owner: Browser) -> None:
    night.create()
    night.clock.advance(-60 * 60_000)
    assert item(night, "Set the start to").do is not None
    night.clock.advance(61 * 60_000)
    do(owner, item(night, "Start the clock"))
    assert (night.event.status, "Start the clock" in titles(night)) == ("running", False)


def test_late_registration_counts_down_and_goes(night: Night) -> None:
    night.create(late_until_level=1)
    night.enter("Ann", "Bob")
    night.do(register_entry, player_id=night.player("Unpaid"), paid=False)
    night.start()
    night.minutes(10)
    one = item(night, "Late registration closes")
    assert (one.left_ms, one.state, one.rule) == (10 * 60_000, "later", "TDA 8")
    night.minutes(6)
    assert item(night, "Late registration closes").state == "now"
    night.minutes(5)
    assert [title for title in titles(night) if title.startswith("Late")] == []
    assert item(night, "1 entry is not paid").url == f"/t/{night.tournament_id}/desk"


def test_the_break_sells_add_ons(night: Night) -> None:
    rows = levels(20, 20, 20, break_after=1)
    night.create(rows, addon_offered=True, addon_chips=5000, addon_prize_minor=1000, addon_after_level=1)
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(21)
    assert item(night, "Sell add-ons: €10 for 5,000 chips").why == "0 of 2 players have taken one"


def test_chips_are_raced_off_in_their_break_table_by_table(night: Night, owner: Browser) -> None:
    rows = levels(20, 20, 20, break_after=1)
    rows[1]["marks"] = ["colour_up:25"]
    night.create(rows, tables=2, denominations=[25, 100, 500])
    for seat, name in enumerate(("Ann", "Bob", "Cem"), start=1):
        night.enter(name, table_number=1, seat=seat)
    night.enter("Dan", table_number=2, seat=1)
    night.start()
    night.minutes(21)
    one = item(night, "Race off the 25 chips")
    assert (one.rule, one.form) == ("TDA 24", "race?old=25")
    tables = owner.text("form/race", old=25)
    assert ("race?old=25&amp;table=1" in tables, "race?old=25&amp;table=2" in tables) == (True, True)
    form = owner.text("form/race", old=25, table=1)
    assert ('name="new" inputmode="numeric" autocomplete="off" value="100"' in form, "Cem" in form) == (
        True,
        True,
    )
    odd = {"seats.1.old_chips": 3, "seats.2.old_chips": 2, "seats.3.old_chips": ""}
    done = owner.done("chips.race", number=1, old=25, new=100, seats=[1, 2, 3], **odd)
    assert done["toast"]["text"] == "Table 1: the 25 chips were raced off for 100"
    assert owner.text("form/race", old=25).count("badge-good") == 1
    owner.done("undo", action_id=done["toast"]["undo"])
    assert owner.text("form/race", old=25).count("badge-good") == 0


def test_a_race_stays_to_be_done_after_its_break_until_every_table_has_raced(
    night: Night, owner: Browser
) -> None:
    rows = levels(20, 20, 20, break_after=1)
    rows[1]["marks"] = ["colour_up:25"]
    night.create(rows, tables=2, denominations=[25, 100, 500])
    night.enter("Ann", table_number=1, seat=1)
    night.enter("Dan", table_number=2, seat=1)
    night.start()
    night.minutes(19)
    assert [title for title in titles(night) if title.startswith("Race")] == []
    found = []
    for number in (1, 2):
        night.minutes(15)
        found.append(item(night, "Race off the 25 chips").why)
        owner.done("chips.race", number=number, old=25, new=100, seats=[1], **{"seats.1.old_chips": 4})
    assert found == [
        "the break is over and 2 tables still have them", "the break is over and 1 table still has them",
    ]  # fmt: skip
    assert [title for title in titles(night) if title.startswith("Race")] == []


def test_the_end_of_the_levels_offers_one_more_and_adds_it(night: Night, owner: Browser) -> None:
    night.create(levels(20, 20))
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(45)
    one = item(night, "The last level is over")
    assert one.why == "The clock counts overtime. The next would be 75 / 150."
    do(owner, one)
    assert [title for title in titles(night) if title.startswith("The last level")] == []
    assert scene_of(night.event, night.clock.now_ms()).state.level_number == 3


@pytest.mark.parametrize(
    ("chips", "shown"), [(7, 7), (37, 40), (1350, 1500), (4500, 5000), (10000, 10000), (999, 1000)]
)
def test_bets_of_a_further_level_can_be_paid(chips: int, shown: int) -> None:
    assert playable(chips) == shown


def test_going_back_over_a_close_opens_its_window_at_the_rail_again(night: Night) -> None:
    night.create(late_until_level=1)
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(25)
    assert [title for title in titles(night) if title.startswith("Late")] == []
    night.do(go_to_level, level_index=0)
    night.minutes(10)
    assert item(night, "Late registration closes").left_ms == 10 * 60_000


def test_time_of_an_outage_is_given_back_once(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(10)
    outage(night, 4)
    one = item(night, "Give 4:00 back")
    assert one.rule == "House"
    do(owner, one)
    assert scene_of(night.event, night.clock.now_ms()).state.elapsed_ms == 6 * 60_000
    assert [title for title in titles(night) if title.startswith("Give")] == []


def test_an_outage_before_the_director_touched_the_clock_is_settled(night: Night, owner: Browser) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    night.minutes(10)
    outage(night, 4)
    owner.done("clock.pause")
    assert [title for title in titles(night) if title.startswith("Give")] == []


def test_registration_closed_early_ends_reentry_on_the_rail_and_in_the_cockpit(night: Night) -> None:
    night.create(late_until_level=1, reentry_offered=True, reentry_until_level=1)
    night.enter("Ann", "Bob", "Cem")
    night.start()
    night.minutes(10)
    closing = ["Late registration closes", "Re-entry closes"]
    assert [title for title in titles(night) if title in closing] == closing
    night.do(close_registration)
    assert [title for title in titles(night) if title in closing] == []
    shown = windows(scene_of(night.event, night.clock.now_ms()))
    assert [(window["label"], window["note"]) for window in shown] == [
        ("Late registration", "closed"),
        ("Re-entry", "closed"),
    ]

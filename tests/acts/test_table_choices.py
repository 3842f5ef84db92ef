"""What the verbs of tables choose when a person leaves it to them."""

import pytest

from acts.balancing import break_table, form_final_table, hand_done
from acts.chips import race_off
from acts.elimination import bust
from acts.seating import set_button
from tables.models import Table
from tables.proposals import floor_of, propose_table
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import Entry


def seat_all(night: Night, *places: tuple[int, int]) -> None:
    for table, seat in places:
        night.enter(f"T{table}S{seat}", table_number=table, seat=seat)


def test_a_drawn_seat_is_no_move_for_balance_but_the_evening_after_it_is(night: Night) -> None:
    night.create(tables=3)
    seat_all(night, *[(1, seat) for seat in range(1, 9)], (2, 1), (2, 2), (3, 5), (3, 6))
    night.do(set_button, number=1, seat_number=1)
    night.do(set_button, number=2, seat_number=1)
    night.do(break_table, number=3)
    moved = {
        entry.player.name: entry.moved_count
        for entry in Entry.objects.select_related("player")
        if entry.moved_count
    }
    tables = dict(
        Entry.objects.filter(seats__closed_by__isnull=True).values_list(
            "player__name", "seats__table__number"
        )
    )
    assert {name for name in moved if name.startswith("T3")} == set()
    assert moved == {name: 1 for name, table in tables.items() if name.startswith("T1") and table == 2}
    assert len(moved) == 2


def test_the_final_table_is_the_one_the_proposal_names(night: Night) -> None:
    night.create(tables=2)
    night.enter(*"ABCDEFG")
    first = Table.objects.get(number=1)
    Table.objects.filter(pk=first.pk).update(break_order=1)
    proposed = propose_table(night.event, floor_of(night.event), entries_open=False, held=0)
    assert (proposed.action, proposed.table) == ("final_table", 2)
    assert night.do(form_final_table).result["table"] == 2
    assert list(Table.objects.filter(status="open").values_list("number", "final")) == [(2, True)]


def test_a_button_set_by_hand_takes_the_dead_small_blind_away(night: Night) -> None:
    night.create()
    seat_all(night, (1, 1), (1, 3), (1, 5), (1, 7))
    night.start()
    night.do(set_button, number=1, seat_number=1)
    night.do(bust, busts=[{"entry_id": night.entries["T1S3"]}])
    night.do(hand_done, number=1)
    Table.objects.update(small_blind_seat=5)
    night.do(set_button, number=1, seat_number=1)
    assert Table.objects.values_list("button_seat", "small_blind_seat").get() == (1, None)


def test_equal_ranks_in_a_home_race_are_decided_by_one_more_card(night: Night) -> None:
    night.create(rules={"preset": "home"})
    seat_all(night, (1, 1), (1, 2))
    night.start()
    seats = [
        {"seat": 1, "old_chips": 3, "cards": ["As", "2c", "3c"]},
        {"seat": 2, "old_chips": 2, "cards": ["Ac", "Kd"]},
    ]
    with pytest.raises(DirectorError) as refused:
        night.do(race_off, number=1, old=5, new=25, seats=seats)
    assert refused.value.code == "another_card_needed"
    seats[0]["extra_cards"], seats[1]["extra_cards"] = ["5s"], ["9d"]
    raced = night.do(race_off, number=1, old=5, new=25, seats=seats)
    assert [(row["seat"], row["won"]) for row in raced.result["rows"]] == [(1, 0), (2, 1)]

"""Known faults of cards and penalties, and the right answers."""

import pytest

from acts.balancing import hand_done
from acts.discipline import give_penalty
from acts.elimination import bust
from tests.building import Night
from tournaments.errors import DirectorError
from tournaments.models import Penalty
from tournaments.rules.discipline import Card, Kind, second_yellow


def test_f82_a_missed_round_is_a_number_of_hands_fixed_when_given(night: Night) -> None:
    night.create(seats_per_table=10)
    names = "ABCDEFGHIJ"
    for seat, name in enumerate(names, start=1):
        night.enter(name, table_number=1, seat=seat)
    night.start()
    night.do(give_penalty, entry_id=night.entries["A"], kind="yellow", cause="phone", hands=len(names))
    for hand in range(1, 11):
        assert Penalty.objects.get().ended_ms is None
        if hand in (3, 6):
            night.do(bust, busts=[{"entry_id": night.entries[names[hand]]}])
        night.do(hand_done, number=1)
    row = Penalty.objects.get()
    assert (row.hands_served, row.ended_ms) == (10, night.clock.now_ms())


@pytest.mark.parametrize("setting", ["ask", "red"])
def test_f83_a_second_yellow_card_is_asked_about_or_red(night: Night, setting: str) -> None:
    night.create(rules={"second_yellow": setting})
    night.enter("A", "B", "C")
    night.start()
    card = {"entry_id": night.entries["A"], "kind": "yellow", "cause": "phone"}
    night.do(give_penalty, **card)
    with pytest.raises(DirectorError) as refused:
        night.do(give_penalty, **card)
    assert refused.value.code == "second_yellow"
    night.do(give_penalty, entry_id=night.entries["A"], kind="red", cause="phone")
    assert list(Penalty.objects.order_by("pk").values_list("kind", flat=True)) == ["yellow", "red"]
    assert night.entry("A").status == "disqualified"


def test_f85_a_yellow_card_from_before_a_red_one_is_settled_by_it() -> None:
    history = [Card(Kind.YELLOW), Card(Kind.RED)]
    assert second_yellow(history, Card(Kind.YELLOW)) is False
    assert second_yellow(history[:1], Card(Kind.YELLOW)) is True

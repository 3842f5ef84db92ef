"""Registration that closes before its window does: near the money, or at the final table."""

from acts.balancing import form_final_table
from acts.elimination import bust, leave
from acts.registration import register_entry
from acts.undo import undo
from tests.building import Night
from tests.refusing import refused

NAMES = tuple(f"P{number}" for number in range(1, 13))


def begun(night: Night, tables: int = 1, **rules: object) -> None:
    night.create(tables=tables, rules=rules)
    night.enter(*NAMES)
    night.start()


def out(night: Night, *names: str) -> str:
    """One after the other goes out; the id of the last act."""
    done = [night.do(bust, busts=[{"entry_id": night.entries[name]}]) for name in names]
    return done[-1].action_id


def test_registration_closes_when_the_players_left_reach_the_places_paid_and_some_more(night: Night) -> None:
    """Twelve entries pay two places; with five more it closes at seven."""
    begun(night, tables=2, close_at_places_plus=5)
    out(night, "P1", "P2", "P3", "P4")
    before = night.event.late_closed_early
    out(night, "P5")
    assert (before, night.event.late_closed_early) == (False, True)
    assert refused(night.do, verb=register_entry, player_id=night.player("New")) == "registration_closed"


def test_undoing_the_bust_opens_registration_again(night: Night) -> None:
    begun(night, tables=2, close_at_places_plus=5)
    last = out(night, "P1", "P2", "P3", "P4", "P5")
    night.do(undo, action_id=last)
    assert night.event.late_closed_early is False


def test_a_player_who_leaves_counts_as_one_who_went_out(night: Night) -> None:
    begun(night, tables=2, close_at_places_plus=5)
    out(night, "P1", "P2", "P3", "P4")
    night.do(leave, entry_id=night.entries["P5"], stack_chips=500)
    assert night.event.late_closed_early is True


def test_without_prizes_it_never_closes_by_places(night: Night) -> None:
    night.create(tables=2, prizes_on=False, rules={"close_at_places_plus": 500})
    night.enter(*NAMES)
    night.start()
    out(night, "P1")
    assert night.event.late_closed_early is False


def test_without_the_setting_it_stays_open(night: Night) -> None:
    begun(night, tables=2)
    out(night, *NAMES[:10])
    assert night.event.late_closed_early is False


def test_the_final_table_closes_registration_where_the_setting_says_so(night: Night) -> None:
    found = []
    for closes in (False, True):
        begun(night, tables=2, close_at_final_table=closes)
        out(night, *NAMES[:4])
        night.do(form_final_table)
        found.append(night.event.late_closed_early)
    assert found == [False, True]

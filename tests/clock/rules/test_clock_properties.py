"""What holds for every structure, every anchor and every run of acts."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules import acts
from clock.rules.state import ADJUST, SCHEDULE, START, Anchor, clock_state
from clock.rules.structure import Level, Structure
from clock.rules.timeline import played_ms, upcoming
from clock.rules.transitions import due_transitions, next_transition_at
from clock.rules.windows import BreakAfter, PlayTime, UntilLevel, window_state
from tournaments.rules.errors import RuleError

NOON = 1_767_268_800_000

levels = st.builds(
    lambda kind, duration_ms: Level(kind, duration_ms, *((0, 0) if kind == "break" else (100, 200))),
    st.sampled_from(["play", "play", "play", "break"]),
    st.integers(1, 50_000),
)
structures = (
    st.lists(levels, min_size=1, max_size=8)
    .map(lambda rows: Structure(tuple(rows)))
    .filter(lambda structure: structure.play_indices)
)
either = st.booleans()
moments = st.integers(0, 500_000).map(lambda later: NOON + later)


@st.composite
def clocks(draw, running=either):
    """A structure and an anchor on it: started, counting down, or somewhere inside a level, with time added or not."""
    structure = draw(structures)
    kind = draw(st.sampled_from([START, SCHEDULE, ADJUST]))
    running = draw(running)
    if kind == START:
        return structure, Anchor(START, NOON, 0, 0, running)
    if kind == SCHEDULE:
        return structure, Anchor(SCHEDULE, NOON, 0, -draw(st.integers(1, 100_000)), running)
    index = draw(st.integers(0, len(structure) - 1))
    elapsed_ms = draw(st.integers(-60_000, structure.durations_ms[index] - 1))
    return structure, Anchor(ADJUST, NOON, index, elapsed_ms, running)


running_clocks = clocks(running=st.just(True))
windows = st.one_of(
    st.builds(UntilLevel, st.integers(0, 9), st.booleans(), st.one_of(st.none(), st.integers(0, 9))),
    st.builds(PlayTime, st.integers(0, 400_000)),
    st.builds(BreakAfter, st.integers(0, 9)),
)


def place(structure, anchor, now_ms):
    """Where the clock stands, as something that can only grow while nobody touches it."""
    state = clock_state(structure, anchor, now_ms)
    return (state.started, state.level_index, state.elapsed_ms)


def slow_state(structure, anchor, now_ms):
    """The same by walking through the levels one by one."""
    index = anchor.level_index
    elapsed_ms = anchor.elapsed_ms + (max(0, now_ms - anchor.at_ms) if anchor.running else 0)
    while index + 1 < len(structure) and elapsed_ms >= structure.durations_ms[index]:
        elapsed_ms -= structure.durations_ms[index]
        index += 1
    return index, elapsed_ms


@given(clocks(), moments)
def test_the_state_is_what_walking_through_the_levels_gives(clock, now_ms):
    structure, anchor = clock
    state = clock_state(structure, anchor, now_ms)
    assert (state.level_index, state.elapsed_ms) == slow_state(structure, anchor, now_ms)
    if state.phase == "countdown":
        assert state.remaining_ms == -state.elapsed_ms > 0
    else:
        assert state.remaining_ms - state.overtime_ms == (
            structure.durations_ms[state.level_index] - state.elapsed_ms
        )
    assert (state.phase == "overtime") == (state.remaining_ms == 0)
    assert state.running == anchor.running


@given(clocks(), st.lists(moments, min_size=2, max_size=12))
def test_time_left_never_rises_and_levels_never_fall_without_an_act(clock, times):
    structure, anchor = clock
    for before, after in pairwise(sorted(times)):
        assert place(structure, anchor, before) <= place(structure, anchor, after)
        was, now = clock_state(structure, anchor, before), clock_state(structure, anchor, after)
        if (was.started, was.level_index) == (now.started, now.level_index):
            assert now.remaining_ms <= was.remaining_ms


@given(clocks(), st.lists(moments, max_size=10), st.randoms())
def test_the_order_of_looking_changes_nothing(clock, times, order):
    structure, anchor = clock
    first = {now: clock_state(structure, anchor, now) for now in times}
    order.shuffle(times)
    assert {now: clock_state(structure, anchor, now) for now in times} == first


@given(
    running_clocks, moments, st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 9_000)), max_size=20)
)
def test_pausing_and_resuming_loses_no_millisecond(clock, now_ms, spells):
    structure, anchor = clock
    for ran, stood in spells:
        now_ms += ran
        anchor = acts.pause(structure, anchor, now_ms)
        now_ms += stood
        anchor = acts.resume(structure, anchor, now_ms)
    untouched = clock_state(structure, clock[1], now_ms - sum(stood for _ran, stood in spells))
    assert clock_state(structure, anchor, now_ms) == untouched


@given(clocks(), st.lists(moments, max_size=12), moments)
def test_every_transition_is_found_once_however_the_time_is_cut(clock, cuts, end_ms):
    structure, anchor = clock
    edges = [NOON - 1, *sorted(cut for cut in cuts if cut <= end_ms), end_ms]
    pieces = [
        transition
        for after_ms, until_ms in pairwise(edges)
        for transition in due_transitions(structure, anchor, after_ms, until_ms)
    ]
    assert tuple(pieces) == due_transitions(structure, anchor, None, end_ms)
    assert len({transition.level_index for transition in pieces}) == len(pieces)


@given(clocks(), moments)
def test_the_level_shown_is_the_last_one_that_began(clock, now_ms):
    structure, anchor = clock
    found = due_transitions(structure, anchor, None, now_ms)
    state = clock_state(structure, anchor, now_ms)
    assert [item.level_index for item in found] == sorted(item.level_index for item in found)
    if found:
        assert found[-1].level_index == state.level_index
        assert clock_state(structure, anchor, found[-1].at_ms).level_index == state.level_index


@given(clocks(), moments)
def test_the_next_transition_is_the_first_one_due_after_now(clock, now_ms):
    structure, anchor = clock
    at_ms = next_transition_at(structure, anchor, now_ms)
    later = due_transitions(structure, anchor, now_ms, now_ms + 10**9)
    assert at_ms == (later[0].at_ms if later else None)


@given(clocks(), windows, st.lists(moments, min_size=2, max_size=12))
def test_a_window_opens_once_and_closes_once_while_nobody_moves_the_clock(clock, window, times):
    structure, anchor = clock
    order = ("before", "open", "closed")
    found = [order.index(window_state(structure, window, anchor, now).status) for now in sorted(times)]
    assert found == sorted(found)


@given(running_clocks, windows, moments)
def test_a_running_window_closes_exactly_when_it_says(clock, window, now_ms):
    structure, anchor = clock
    state = window_state(structure, window, anchor, now_ms)
    if state.status == "closed" or state.closes_at_ms is None:
        return
    assert window_state(structure, window, anchor, state.closes_at_ms).status == "closed"
    if state.status == "open" and state.closes_at_ms > now_ms:
        assert window_state(structure, window, anchor, state.closes_at_ms - 1).status == "open"


@given(running_clocks, moments)
def test_the_schedule_agrees_with_the_clock(clock, now_ms):
    structure, anchor = clock
    for row in upcoming(structure, anchor, now_ms)[1:]:
        state = clock_state(structure, anchor, row.starts_at_ms)
        assert (state.level_index, state.elapsed_ms) == (row.level_index, 0)


@given(clocks(), moments, st.integers(-200_000, 200_000).filter(bool))
def test_a_compensated_step_leaves_the_clock_where_it_was(clock, now_ms, step_ms):
    structure, anchor = clock
    compensated = acts.compensate(structure, anchor, now_ms + step_ms, step_ms)
    truth = clock_state(structure, anchor, now_ms + 5_000)
    assert clock_state(structure, compensated, now_ms + step_ms + 5_000) == truth


ACTS = (
    lambda structure, anchor, now, number: acts.pause(structure, anchor, now),
    lambda structure, anchor, now, number: acts.resume(structure, anchor, now),
    lambda structure, anchor, now, number: acts.adjust(structure, anchor, now, number - 25_000),
    lambda structure, anchor, now, number: acts.go_to_level(structure, anchor, now, number % len(structure)),
    lambda structure, anchor, now, number: acts.next_level(structure, anchor, now),
    lambda structure, anchor, now, number: acts.previous_level(structure, anchor, now),
    lambda structure, anchor, now, number: acts.end_break(structure, anchor, now),
    lambda structure, anchor, now, number: acts.count_hand(structure, anchor, now, number + 1),
    lambda structure, anchor, now, number: acts.give_back(structure, anchor, now, number + 1),
    lambda structure, anchor, now, number: acts.hold(structure, anchor, now, now - number),
    lambda structure, anchor, now, number: acts.schedule(structure, anchor, now, now + number),
    lambda structure, anchor, now, number: acts.start(structure, anchor, now),
    lambda structure, anchor, now, number: acts.unschedule(structure, anchor, now),
    lambda structure, anchor, now, number: acts.edit_structure(structure, structure, anchor, now),
)
runs = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 40_000), st.integers(0, 50_000)), max_size=25)


@settings(deadline=None)
@given(structures, runs)
def test_after_any_run_of_acts_the_clock_stands_where_the_last_act_put_it(structure, run):
    anchor, now_ms = None, NOON
    for act, wait_ms, number in run:
        now_ms += wait_ms
        before = clock_state(structure, anchor, now_ms)
        try:
            anchor = act(structure, anchor, now_ms, number)
        except RuleError:
            assert clock_state(structure, anchor, now_ms) == before
            continue
        if anchor is not None:
            assert anchor.at_ms == now_ms
            state = clock_state(structure, anchor, now_ms)
            assert state.level_index == anchor.level_index
            if state.phase != "not_started":
                assert (state.elapsed_ms, state.running) == (anchor.elapsed_ms, anchor.running)
            assert played_ms(structure, state) >= 0


@settings(deadline=None)
@given(structures, runs)
def test_any_run_of_acts_can_be_undone_one_by_one(structure, run):
    history, now_ms = [None], NOON
    for act, wait_ms, number in run:
        now_ms += wait_ms
        try:
            history.append(act(structure, history[-1], now_ms, number))
        except RuleError:
            continue
    while len(history) > 1:
        undone = history.pop()
        if undone is None:
            continue
        back = acts.undo(structure, history[-1], undone, now_ms)
        expected = clock_state(structure, history[-1], now_ms)
        assert clock_state(structure, back, now_ms) == expected
        assert clock_state(structure, back, now_ms + 7_777) == clock_state(
            structure, history[-1], now_ms + 7_777
        )

"""What beat sends, and who carries it out."""

import datetime as dt

import pytest

from config.celery import TICK_EXPIRES_S, TICK_S, app, steady_now


@pytest.mark.django_db  # importing the tasks is what a worker does at its start; it looks at the models
def test_every_task_of_the_schedule_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert sorted(scheduled - set(app.tasks)) == []


def test_a_tick_that_came_too_late_is_dropped() -> None:
    assert {entry["options"]["expires"] for entry in app.conf.beat_schedule.values()} == {TICK_EXPIRES_S}


def test_beat_goes_by_a_clock_that_nobody_can_set() -> None:
    for entry in app.conf.beat_schedule.values():
        plan = entry["schedule"]
        assert (plan.nowfun, plan.run_every) == (steady_now, dt.timedelta(seconds=TICK_S))

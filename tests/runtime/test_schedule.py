"""What beat sends, and who carries it out."""

import pytest

from config.celery import TICK_EXPIRES_S, app


@pytest.mark.django_db  # importing the tasks is what a worker does at its start; it looks at the models
def test_every_task_of_the_schedule_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert sorted(scheduled - set(app.tasks)) == []


def test_a_tick_that_came_too_late_is_dropped() -> None:
    assert {entry["options"]["expires"] for entry in app.conf.beat_schedule.values()} == {TICK_EXPIRES_S}

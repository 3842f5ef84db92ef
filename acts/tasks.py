"""Celery tasks that need several apps."""

from celery import shared_task

from acts.upkeep import upkeep


@shared_task(name="acts.upkeep", ignore_result=True)
def carry_out_upkeep() -> int:
    """Every few seconds: lapsed offers, served cards, tournaments won."""
    return upkeep()

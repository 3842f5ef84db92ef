"""Chip races that were done, by chip."""

from collections import defaultdict

from tournaments.models import DirectorAction, Tournament


def raced_tables(event: Tournament) -> dict[int, set[int]]:
    """For every chip raced off, the numbers of the tables whose race stands in the log and was not undone."""
    rows = DirectorAction.objects.filter(tournament=event, kind="chips.race", undone_by__isnull=True)
    found: dict[int, set[int]] = defaultdict(set)
    for old, table in rows.values_list("facts__old", "facts__table"):
        found[old].add(table)
    return found

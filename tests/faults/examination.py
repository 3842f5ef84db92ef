"""What a site's database holds after the faults, against what a program was answered. Runs in a process of its own.

Everything is computed here anew from the answers and the log: nothing of the clock's or the verbs' code is asked.
"""

import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.faults.program import Program
from tests.supervised import ROOT

Told = dict[str, Any]


def examined(environment: dict[str, str], program: Program, level_s: int) -> list[str]:
    """Everything in the database that does not fit what the program was answered; an empty list is right."""
    told = {
        "tournament_id": program.scene.tournament_id,
        "done": program.done,
        "refused": sorted(program.refused),
        "active": sorted(program.active),
        "busted": sorted(program.busted),
        "clock_keys": program.clock_keys,
        "level_ms": level_s * 1000,
    }
    command = [sys.executable, "-m", "tests.faults.examination"]
    whole = environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        command, cwd=ROOT, env=whole, input=json.dumps(told), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def wrong_acts(told: Told) -> Iterator[str]:
    """Each answered act is in the log once, as it was answered; no refused one is; nobody else acted."""
    from tournaments.models import DirectorAction

    rows = DirectorAction.objects.filter(tournament_id=told["tournament_id"])
    kept = {row.request_id: row for row in rows.exclude(request_id=None)}
    times = Counter(row.request_id for row in rows.exclude(request_id=None))
    yield from (f"{key} is in the log {number} times" for key, number in times.items() if number > 1)
    yield from (f"{key} was answered and is lost" for key in sorted(set(told["done"]) - set(kept)))
    yield from (f"{key} was refused and is in the log" for key in sorted(set(told["refused"]) & set(kept)))
    strangers = set(kept) - set(told["done"]) - set(told["refused"])
    yield from (f"{key} is in the log and was never asked for" for key in sorted(strangers))
    for key in set(kept) & set(told["done"]):
        answer, row = told["done"][key], kept[key]
        if (answer["action_id"], answer["result"], answer["version"]) != (
            str(row.pk),
            row.result,
            row.sequence,
        ):
            yield f"{key} was answered with {answer} and is kept as {row.pk}, {row.sequence}: {row.result}"


def wrong_field(told: Told) -> Iterator[str]:
    """In play and out are exactly those whom the answered acts put there."""
    from tournaments.models import Entry

    for status in ("active", "busted"):
        rows = Entry.objects.filter(
            tournament_id=told["tournament_id"], status=status, revoked_by__isnull=True
        )
        found = sorted(rows.values_list("pk", flat=True))
        if found != told[status]:
            yield f"{status} are {found}, by the answers {told[status]}"


def wrong_clock(told: Told) -> Iterator[str]:
    """Anchors, levels begun and the time played, against the moments of start, pauses and resumptions."""
    from clock.models import Anchor, LevelTransition
    from tournaments.models import DirectorAction

    of_event = {"tournament_id": told["tournament_id"]}
    by_key = dict(DirectorAction.objects.filter(**of_event).values_list("request_id", "at_ms"))
    moments = [by_key[key] for key in told["clock_keys"]]
    begun, played_ms = levels_begun(moments, told["level_ms"])
    rows = LevelTransition.objects.filter(**of_event).order_by("at_ms", "level_index")
    found = [list(row) for row in rows.values_list("level_index", "at_ms")]
    if found != begun:
        yield f"levels begun are {found}, by the acts {begun}"
    anchors = list(
        Anchor.objects.filter(**of_event)
        .order_by("sequence")
        .values_list("at_ms", "level_index", "elapsed_ms")
    )
    stand = (moments[-1], *divmod(played_ms, told["level_ms"]))
    if len(anchors) != len(moments) or anchors[-1] != stand:
        yield f"the clock stands at {anchors[-1]} after {len(anchors)} anchors, by {len(moments)} acts at {stand}"


def levels_begun(moments: list[int], level_ms: int) -> tuple[list[list[int]], int]:
    """Which levels began when, as [level index, time], and the time played, if the clock was started, stopped,
    started … at these moments and stands still now."""
    begun, played_ms = [[0, moments[0]]], 0
    for on_ms, off_ms in zip(moments[::2], moments[1::2], strict=True):
        first, last = played_ms // level_ms + 1, (played_ms + off_ms - on_ms) // level_ms
        begun += [[index, on_ms + index * level_ms - played_ms] for index in range(first, last + 1)]
        played_ms += off_ms - on_ms
    return begun, played_ms


def wrong_books() -> Iterator[str]:
    """What `manage.py audit_books` finds, the chain of hashes included."""
    from django.core.management import call_command

    said = io.StringIO()
    try:
        call_command("audit_books", stdout=said)
    except SystemExit:
        yield said.getvalue()


def everything_wrong(told: Told) -> list[str]:
    return [*wrong_acts(told), *wrong_field(told), *wrong_clock(told), *wrong_books()]


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(everything_wrong(json.load(sys.stdin))))

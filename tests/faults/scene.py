"""A club with tournaments to be acted on from outside, made in the folder or database of a site.

`made_scenes` runs this module in a process of its own, as the site's database is not that of the tests.
"""

import datetime as dt
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from tests.supervised import ROOT

# The API counts acts per token and process: so many together let one program act without a pause.
TOKENS = 16
MOST_LEVELS = 300


@dataclass(frozen=True)
class Scene:
    """What a program needs to act: the tournament, its keys, and the secret of a display."""

    tournament_id: int
    display: str
    tokens: list[str]


def made_scene(environment: dict[str, str], level_s: int) -> Scene:
    """One tournament in the database that the environment names, with levels of so many seconds."""
    return made_scenes(environment, level_s, {})[0]


def made_scenes(environment: dict[str, str], level_s: int, *settings: dict[str, Any]) -> list[Scene]:
    """A tournament for each of the given settings, all of one club."""
    command = [sys.executable, "-m", "tests.faults.scene", str(level_s), *map(json.dumps, settings)]
    whole = environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [Scene(**one) for one in json.loads(done.stdout)]


def levels(level_s: int) -> list[dict[str, Any]]:
    """As many levels as there may be, all equally long."""
    return [
        {"kind": "play", "duration_ms": level_s * 1000, "small_blind": 50 * number, "big_blind": 100 * number}
        for number in range(1, MOST_LEVELS + 1)
    ]


def make(level_s: int, settings: list[dict[str, Any]]) -> list[Scene]:
    """Found the club and its keys, and a tournament with a display for each of the settings."""
    from acts.club import create_token
    from acts.founding import found_club, setup_code
    from acts.secrecy import Secret, new_token
    from clock.rules import structure_checks
    from tournaments.actors import Actor

    # Shorter than anybody may make them: a test has no time for many longer ones.
    structure_checks.SHORTEST_LEVEL_MS = level_s * 1000
    founded = found_club(
        code=setup_code(),
        username="owner",
        password="a-long-enough-pass-phrase",
        full_name="Owner",
        club_name="Club",
    )
    owner = Actor(founded.result["club_id"], founded.result["user_id"], "laptop")
    tokens = [new_token() for _number in range(TOKENS)]
    for number, token in enumerate(tokens):
        create_token(actor=owner, name=f"program {number}", role="owner", token=Secret(token))
    return [Scene(*tournament(owner, level_s, more), tokens) for more in settings]


def tournament(owner: Any, level_s: int, more: dict[str, Any]) -> tuple[int, str]:
    """A tournament not begun, and the secret of its display. `timezone` and `starts_at` are settings too here."""
    from acts.screens import LONGEST_DAYS, create_screen
    from acts.secrecy import Secret, new_token
    from acts.setup import create_tournament

    made = create_tournament(
        actor=owner,
        name="Night",
        starts_at=dt.datetime.fromisoformat(more.pop("starts_at", dt.datetime.now(dt.UTC).isoformat())),
        timezone=more.pop("timezone", ""),
        template="empty",
        settings={
            "entry_prize_minor": 10_000,
            "stack_chips": 10_000,
            "late_until_level": MOST_LEVELS,
            "rebuy_kind": "any",
            "rebuy_prize_minor": 5_000,
            "rebuy_chips": 5_000,
            "rebuy_until_level": MOST_LEVELS,
            **more,
        },
        levels=levels(level_s),
        tables=6,
    )
    tournament_id, display = int(made.result["tournament_id"]), new_token()
    create_screen(
        actor=owner, tournament_id=tournament_id, name="Wall", token=Secret(display), days=LONGEST_DAYS
    )
    return tournament_id, display


if __name__ == "__main__":
    import django

    django.setup()
    made = make(int(sys.argv[1]), [json.loads(one) for one in sys.argv[2:]])
    print(json.dumps([vars(scene) for scene in made]))

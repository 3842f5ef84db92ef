"""What the guide tells programs holds."""

import re

import pytest

from director.api.acts import offered
from director.api.parsers import MOST_BYTES
from director.api.shapes import LONGEST_PAGE, PAGE
from director.api.throttling import ActThrottle, PasswordThrottle, ReadThrottle
from tests.api.calling import Program
from tests.architecture.sources import ROOT
from tests.building import Night
from tournaments.stamps import READERS

GUIDE = (ROOT / "docs" / "guide" / "api.md").read_text(encoding="utf-8")


def test_acts_and_stamps_the_guide_names_exist() -> None:
    table = GUIDE.partition("| stamp |")[2].partition("\n\n")[0]
    stamps = re.findall(r"`(\w+)(?::[A-Z]+)?`(?=[, ][^|]*\|.*\|)", table)
    assert set(stamps) == set(READERS)
    assert {"undo", "club.undo", "entry.bust"} <= set(offered())


def test_the_guide_names_the_limits_there_are() -> None:
    rates = [throttle().rate for throttle in (ReadThrottle, ActThrottle, PasswordThrottle)]
    assert rates == ["1200/min", "300/min", "10/hour"]
    assert (PAGE, LONGEST_PAGE, MOST_BYTES) == (50, 200, 2 * 1024 * 1024)
    said = ("1,200 times", "300 times a minute", "ten times an hour", "(50, at most 200)", "2 MiB")
    assert [words for words in said if words not in GUIDE] == []


@pytest.mark.parametrize(
    "name", ["table:1", "entry:{ann}", "seat:{ann}", "anchor", "structure", "plan", "tournament"]
)
def test_a_stamp_is_made_of_what_reads_give(name: str, night: Night, owner: Program) -> None:
    night.create()
    night.enter("Ann", "Bob")
    night.start()
    state = {
        "table:1": lambda: owner.read("~/tables")["results"][0]["revision"],
        "entry:{ann}": lambda: owner.read("~/entries")["results"][0]["revision"],
        "seat:{ann}": lambda: owner.read("~/entries")["results"][0]["seat"]["id"],
        "structure": lambda: owner.read("~/clock")["structure_number"],
        "plan": lambda: owner.read("~/prizes")["plan_stamp"],
        "anchor": lambda: owner.read("~/clock")["anchor"]["sequence"],
        "tournament": lambda: owner.read("~")["revision"],
    }[name]()
    stamp = {name.format(ann=night.entries["Ann"]): str(state)}
    owner.done(owner.post("~/acts/clock.pause", {"params": {}, "stamp": stamp}))

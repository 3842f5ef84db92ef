#!/usr/bin/env python3
"""Measure the product and write var/bench.json: id, value, unit, goal, ok and calibration_ms of each figure.

Without names everything is measured, which takes some minutes. Exit 1 when a goal is missed.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bin.benching.figures import Figure, calibration_ms  # noqa: E402

RESULTS = ROOT / "var" / "bench.json"
PARTS = ("clock", "balancing", "icm", "sqlite", "postgres", "pages", "push", "levels", "walls")
# These need a site of their own, made in a folder that goes with the bench.
ON_A_SITE = frozenset({"pages", "push", "levels", "walls"})


class Report:
    """Prints each figure as it comes and keeps it with the calibration taken just before its measure."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def take(self, measure: Callable[[], Iterable[Figure]]) -> None:
        calibration = calibration_ms()
        for figure in measure():
            row = {
                "id": figure.id,
                "value": figure.value,
                "unit": figure.unit,
                "goal": figure.goal,
                "ok": figure.ok,
                "calibration_ms": calibration,
            }
            self.rows.append(row)
            goal = "" if figure.goal is None else f"  goal {figure.goal:g}"
            print(
                f"{'ok  ' if figure.ok else 'MISS'} {figure.id:<26}{figure.value:>12,} {figure.unit}{goal}",
                flush=True,
            )

    def write(self) -> int:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(self.rows, indent=1) + "\n")
        print(f"written to {RESULTS.relative_to(ROOT)}")
        return int(not all(row["ok"] for row in self.rows))


def measure_alone(report: Report, parts: frozenset[str]) -> None:
    """Rules and nights, which need no site."""
    from bin.benching import nights, rules

    measures = {
        "clock": rules.clock,
        "balancing": rules.balancing,
        "icm": rules.chip_model,
        "sqlite": nights.on_sqlite,
        "postgres": nights.on_postgres,
    }
    for part, measure in measures.items():
        if part in parts:
            report.take(measure)


def measure_on_a_site(report: Report, parts: frozenset[str], folder: Path) -> None:
    """Pages in this process, then displays and levels on the supervised site, all on one database."""
    import django

    subprocess.run([sys.executable, "bin/prepare.py"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    django.setup()
    from bin.benching import displays, levels, pages, room, walls
    from tests.supervised import running

    actor, user = room.found()
    if "pages" in parts:
        report.take(lambda: pages.pages(actor, user))
    if parts & {"push", "levels", "walls"}:
        tournament_id = room.field(actor, 60)
        with running(folder, WEB_PROCESSES=os.environ.get("WEB_PROCESSES", "")) as site:
            if "walls" in parts:
                report.take(lambda: walls.walls(site, actor, tournament_id))
            if "push" in parts:
                report.take(lambda: displays.displays(site, actor, tournament_id))
            if "levels" in parts:
                report.take(lambda: levels.levels(actor))


def allow_many_streams() -> None:
    """Let this process and those it starts have as many open connections as the system grants."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help=f"some of: {' '.join(PARTS)}")
    parts = frozenset(parser.parse_args().parts or PARTS)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    for name in ("DATABASE_URL", "BROKER_URL"):
        os.environ.pop(name, None)
    allow_many_streams()
    report = Report()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        os.environ["VAR_DIR"] = folder
        measure_alone(report, parts)
        if parts & ON_A_SITE:
            measure_on_a_site(report, parts, Path(folder))
    return report.write()


if __name__ == "__main__":
    sys.exit(main())

"""Runs named commands one after the other, timed, and tells at the end which of them failed."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent


@dataclass(frozen=True)
class Step:
    """A command with a name; `required` ones stop the run when they fail."""

    name: str
    command: tuple[str, ...]
    required: bool = False


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    """A command of the environment, such as ruff."""
    return (str(TOOLS / name), *arguments)


def python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, *arguments)


def run_steps(steps: Sequence[Step]) -> int:
    """Run all steps, a summary line each at the end; return 1 when one failed."""
    results: list[tuple[Step, int, float]] = []
    for step in steps:
        print(f"\n== {step.name}", flush=True)
        started_s = time.monotonic()
        code = subprocess.run(step.command, cwd=ROOT, env=dict(os.environ), check=False).returncode
        results.append((step, code, time.monotonic() - started_s))
        if code and step.required:
            break
    print("\n== Summary")
    for step, code, took_s in results:
        print(f"{'ok  ' if code == 0 else 'FAIL'} {took_s:7.1f} s  {step.name}")
    return int(len(results) < len(steps) or any(code for _, code, _ in results))

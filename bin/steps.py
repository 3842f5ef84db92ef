"""Runs named commands, timed, one after the other or side by side, and tells at the end which of them failed."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

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


@dataclass(frozen=True)
class Result:
    """How a step ended."""

    step: Step
    code: int
    took_s: float


def run_steps(steps: Sequence[Step]) -> list[Result]:
    """Run steps one after the other; a required one that fails is the last."""
    results: list[Result] = []
    for step in steps:
        print(f"\n== {step.name}", flush=True)
        results.append(_run(step))
        if results[-1].code and step.required:
            break
    return results


def run_together(steps: Sequence[Step]) -> list[Result]:
    """Run steps side by side. The first one writes as it goes, what the others wrote comes when all have ended."""
    with ExitStack() as stack:
        logs = [stack.enter_context(tempfile.TemporaryFile("w+")) for _ in steps[1:]]
        workers = stack.enter_context(ThreadPoolExecutor(len(steps)))
        print(f"\n== {' | '.join(step.name for step in steps)}", flush=True)
        running = [workers.submit(_run, step, log) for step, log in zip(steps, [None, *logs], strict=True)]
        results = [one.result() for one in running]
        for step, log in zip(steps[1:], logs, strict=True):
            log.seek(0)
            print(f"\n== {step.name}\n{log.read()}", flush=True)
    return results


def _run(step: Step, log: IO[str] | None = None) -> Result:
    started_s = time.monotonic()
    output = None if log is None else subprocess.STDOUT
    done = subprocess.run(
        step.command, cwd=ROOT, env=dict(os.environ), stdout=log, stderr=output, check=False
    )
    return Result(step, done.returncode, time.monotonic() - started_s)


def sum_up(results: Sequence[Result], wanted: int) -> int:
    """A summary line each; return 1 when one failed or fewer ran than were wanted."""
    print("\n== Summary")
    for result in results:
        print(f"{'FAIL' if result.code else 'ok  '} {result.took_s:7.1f} s  {result.step.name}")
    return int(len(results) < wanted or any(result.code for result in results))

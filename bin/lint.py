#!/usr/bin/env python3
"""Everything that looks at the code without running it."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bin.steps import Step, python, run_steps, sum_up, tool  # noqa: E402

FAST = (
    Step("style (ruff check)", tool("ruff", "check", "--quiet", ".")),
    Step("layout (ruff format)", tool("ruff", "format", "--check", "--quiet", ".")),
    Step("migrations are complete", python("manage.py", "makemigrations", "--check", "--dry-run")),
)
SLOW = (
    Step("who imports whom (import-linter)", tool("lint-imports", "--no-cache")),
    Step("types (mypy)", tool("mypy")),
    Step("security (bandit)", tool("bandit", "-q", "-c", "pyproject.toml", "-r", ".")),
)

if __name__ == "__main__":
    steps = (*FAST, *SLOW)
    sys.exit(sum_up(run_steps(steps), len(steps)))

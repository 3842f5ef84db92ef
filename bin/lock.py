#!/usr/bin/env python3
"""Pin what requirements*.in allow into hash-locked requirements*.txt, for every platform and Python >= 3.12.

The files name no package index: each machine uses the one it is set up for.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bin.bootstrap import uv  # noqa: E402

OPTIONS = ("--universal", "--python-version", "3.12", "--generate-hashes", "--no-emit-index-url")
QUIET = ("--no-emit-find-links", "--no-header", "--no-annotate", "--quiet")


def main() -> int:
    for name in ("requirements", "requirements-dev"):
        command = [uv(), "pip", "compile", *OPTIONS, *QUIET, "--upgrade", f"{name}.in", "-o", f"{name}.txt"]
        done = subprocess.run(command, cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A wall clock of its own for the programs a test starts; wall.c says how."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("wall.c")


class WallClock:
    """The time of day of the programs started with `environment`: as far off the machine's as `set_by` says."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "offset"
        self.library = folder / "wall.so"
        self.offset_ms = 0
        self._write()
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.fail("No C compiler found: install gcc (Debian: gcc libc6-dev).")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", self.library, SOURCE], check=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library), "WALL_OFFSET_FILE": str(self.file)}

    def set_by(self, step_ms: int) -> None:
        """Set it forwards or, below zero, back; at once, for all its programs."""
        self.offset_ms += step_ms
        self._write()

    def _write(self) -> None:
        # In place, since programs have the file mapped.
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write((self.offset_ms * 1_000_000).to_bytes(8, "little", signed=True))

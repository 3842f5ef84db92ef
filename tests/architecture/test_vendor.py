"""Files of others are what their SHA256 files say, and every one of them is listed there."""

import hashlib
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

VENDORED = sorted(path for path in (ROOT / "static" / "vendor").iterdir() if path.is_dir())


def listed(folder: Path) -> dict[str, str]:
    """The folder's SHA256 file, as name → hash."""
    lines = (folder / "SHA256").read_text().splitlines()
    return {
        name.lstrip("*"): digest
        for digest, name in (line.split(maxsplit=1) for line in lines if line.strip())
    }


def hashed(folder: Path) -> dict[str, str]:
    """What lies in the folder, as name → hash."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256"]
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


@pytest.mark.parametrize("folder", VENDORED, ids=lambda folder: folder.name)
def test_a_vendored_folder_holds_what_it_was_committed_with(folder: Path) -> None:
    assert hashed(folder) == listed(folder)

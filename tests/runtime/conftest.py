"""Folders in which the real site runs."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.supervised import ROOT, Site, clean_environment, running


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that was migrated and collected once, to be copied."""
    folder = tmp_path_factory.mktemp("prepared")
    command = [sys.executable, str(ROOT / "bin" / "prepare.py")]
    subprocess.run(command, env=clean_environment(VAR_DIR=str(folder)), check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="module")
def running_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """One site for tests that leave it running."""
    with running(tmp_path_factory.mktemp("site"), prepared) as site:
        yield site

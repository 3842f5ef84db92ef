"""Finding an interpreter and knowing when there is nothing to do."""

import os
import sys
from pathlib import Path

import pytest

from bin import bootstrap


def program(folder: Path, name: str, script: str) -> Path:
    """An executable shell script."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose own Python is too old and which has nothing else yet; its PATH is `bin`."""
    (tmp_path / "bin").mkdir()
    monkeypatch.delenv("PYTHON", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(bootstrap, "TOOLS", tmp_path / "tools")
    monkeypatch.setattr(sys, "executable", str(program(tmp_path, "python3", "echo 3.9")))
    return tmp_path


def test_a_shim_that_exists_and_fails_is_passed_over(machine: Path) -> None:
    program(machine, "bin/python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    works = program(machine, "bin/python3.12", "echo 3.12")
    assert bootstrap.find_python() == str(works)


def test_versions_of_pyenv_are_found_without_its_shims_and_sorted_as_numbers(machine: Path) -> None:
    program(machine, "pyenv/versions/3.13.9/bin/python3", "echo 3.13")
    newest = program(machine, "pyenv/versions/3.13.10/bin/python3", "echo 3.13")
    program(machine, "pyenv/versions/3.9.18/bin/python3", "echo 3.9")
    assert bootstrap.find_python() == str(newest)


def test_a_version_that_the_tests_run_on_is_preferred_to_a_newer_one(machine: Path) -> None:
    program(machine, "bin/python3.14", "echo 3.14")
    tried = program(machine, "bin/python3.13", "echo 3.13")
    assert bootstrap.find_python() == str(tried)


def test_a_newer_version_is_better_than_none(machine: Path) -> None:
    newer = program(machine, "bin/python3.14", "echo 3.14")
    assert bootstrap.find_python() == str(newer)


def test_the_interpreter_that_was_named_is_the_only_one_tried(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(machine, "bin/python3.13", "echo 3.13")
    monkeypatch.setenv("PYTHON", str(program(machine, "mine", "echo 3.11")))
    assert bootstrap.find_python() is None
    with pytest.raises(bootstrap.BootstrapError, match="not a working Python"):
        bootstrap.fetch_python()


def test_a_machine_that_cannot_fetch_a_python_is_told_what_to_install(machine: Path) -> None:
    program(machine, "bin/uv", "exit 2")
    with pytest.raises(bootstrap.BootstrapError, match="apt-get install python3"):
        bootstrap.fetch_python()


def test_the_stamp_follows_the_content_of_the_requirements(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("a==1\n")
    before = bootstrap.stamp_of([file])
    os.utime(file, (1, 1))
    assert bootstrap.stamp_of([file]) == before
    file.write_text("a==2\n")
    assert bootstrap.stamp_of([file]) != before


def test_the_locked_requirements_name_no_package_index(root: Path) -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (root / name).read_text().splitlines()
        assert [
            line for line in lines if "://" in line or line.startswith(("-i", "--index", "--extra"))
        ] == []

"""Estonian and Romanian say everything that English says: compared with a fresh extraction from the source."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import polib
import pytest

from tests.architecture.sources import PACKAGES, ROOT

LANGUAGES = ("et", "ro")
DOMAINS = {"django": ("*.py", "*.html", "*.txt"), "djangojs": ("*.js",)}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")

Message = tuple[str, str, str]


def key(entry: polib.POEntry) -> Message:
    return (entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")


def copy_sources(target: Path, patterns: tuple[str, ...]) -> None:
    """Copy what may hold messages, without tests and files of others, where the extraction may write."""
    for folder in (*PACKAGES, "templates", "static"):
        for pattern in patterns:
            for path in (ROOT / folder).rglob(pattern):
                if "vendor" not in path.parts:
                    copy = target / path.relative_to(ROOT)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, copy)


@cache
def extracted(domain: str, folder: Path) -> frozenset[Message]:
    """Every message of the source, found by Django's own extraction."""
    copy_sources(folder, DOMAINS[domain])
    (folder / "locale").mkdir(exist_ok=True)
    command = [
        sys.executable,
        "-m",
        "django",
        "makemessages",
        "-d",
        domain,
        "-l",
        "en",
        "--no-wrap",
        "-v",
        "0",
    ]
    # Without settings the extraction looks into the folder it runs in.
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    catalogue = folder / "locale" / "en" / "LC_MESSAGES" / f"{domain}.po"
    return (
        frozenset(key(entry) for entry in polib.pofile(str(catalogue))) if catalogue.exists() else frozenset()
    )


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, frozenset[Message]]:
    """The messages of the source by domain."""
    assert shutil.which("xgettext"), "GNU gettext is missing: install the package gettext"
    return {domain: extracted(domain, tmp_path_factory.mktemp(domain)) for domain in DOMAINS}


def catalogue(language: str, domain: str) -> list[polib.POEntry]:
    """The entries in use of a catalogue; none where there is no file."""
    path = ROOT / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    return [entry for entry in polib.pofile(str(path)) if not entry.obsolete] if path.exists() else []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_exactly_the_messages_of_the_source(
    language: str, domain: str, sources: dict[str, frozenset[Message]]
) -> None:
    held = {key(entry) for entry in catalogue(language, domain)}
    assert (sorted(sources[domain] - held), sorted(held - sources[domain])) == ([], [])


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_not_only_guessed(language: str, domain: str) -> None:
    assert [
        entry.msgid for entry in catalogue(language, domain) if not entry.translated() or entry.fuzzy
    ] == []


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text.replace("%%", "")))


def misplaced(entry: polib.POEntry) -> bool:
    """True when a translation names other values than its message (a plural form may leave the number out)."""
    if not entry.msgid_plural:
        return placeholders(entry.msgid) != placeholders(entry.msgstr)
    allowed = set(placeholders(entry.msgid_plural))
    return any(not set(placeholders(form)) <= allowed for form in entry.msgstr_plural.values())


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_name_the_same_values_as_their_messages(language: str, domain: str) -> None:
    assert [entry.msgid for entry in catalogue(language, domain) if misplaced(entry)] == []

"""Addresses written into templates and scripts lead somewhere."""

import re
from pathlib import Path

import pytest
from django.urls import Resolver404, resolve

ROOT = Path(__file__).resolve().parent.parent.parent
WRITTEN = re.compile(r"""(?:href|action|hx-get|hx-post|data-url)="(/[^"]*)\"""")
FILLED = re.compile(r"\{\{.*?\}\}")
# A file, or an address that is made elsewhere.
NOT_VIEWS = re.compile(r"^/static/|\{%")


def addresses() -> list[tuple[str, str]]:
    return [
        (path.relative_to(ROOT).as_posix(), address)
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for address in WRITTEN.findall(path.read_text())
        if not NOT_VIEWS.search(address)
    ]


def leads_somewhere(address: str) -> bool:
    path = FILLED.sub("1", address).partition("?")[0].partition("#")[0]
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def test_addresses_are_found_in_templates() -> None:
    assert len(addresses()) > 40


@pytest.mark.parametrize(("template", "address"), addresses())
def test_an_address_in_a_template_leads_somewhere(template: str, address: str) -> None:
    assert leads_somewhere(address), f"{template} links to {address}"

"""A signed-in browser of the console: pages, parts, and acts as the script of a page sends them."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.building import Night

HTMX = {"HX-Request": "true"}


class Browser:
    """Opens pages of the night's tournament and does acts on it."""

    def __init__(self, client: Client, night: Night) -> None:
        self.client = client
        self.night = night

    def address(self, page: str = "") -> str:
        return f"/t/{self.night.tournament_id}/{page}"

    def get(self, page: str = "", **query: Any) -> HttpResponse:
        """A page of the tournament."""
        return self.client.get(self.address(page), query)  # type: ignore[return-value]

    def text(self, page: str = "", **query: Any) -> str:
        """The HTML of a page that must be there."""
        answer = self.get(page, **query)
        assert answer.status_code == 200, (answer.status_code, answer.content[:300])
        return answer.content.decode()

    def post(self, page: str, fields: dict[str, Any]) -> HttpResponse:
        """A form of a page with typed text, as htmx posts it."""
        return self.client.post(self.address(page), fields, headers=HTMX)  # type: ignore[return-value]

    def act(self, kind: str, /, **fields: Any) -> HttpResponse:
        """An act as htmx posts it."""
        return self.client.post(self.address(f"act/{kind}"), fields, headers=HTMX)  # type: ignore[return-value]

    def done(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """An act that must succeed: its toast and version."""
        answer = self.act(kind, **fields)
        assert answer.status_code == 200, (answer.status_code, answer.content.decode())
        return json.loads(answer.headers["HX-Trigger"])

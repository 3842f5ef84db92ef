"""A program of the club: calls the API with a token of its own."""

import itertools
from typing import Any

from django.http import HttpResponse
from django.test import Client

from acts.club import create_token
from acts.secrecy import Secret, new_token
from club.models import ApiToken
from tests.building import Night
from tournaments.actors import Actor

API = "/api/v1/"
_keys = itertools.count(1)


class Program:
    """Reads and acts with the token it was given; answers are plain JSON."""

    def __init__(self, night: Night, token: str, token_id: int = 0) -> None:
        self.night = night
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"}
        self.token_id = token_id

    @property
    def token(self) -> ApiToken:
        return ApiToken.objects.get(pk=self.token_id)

    def address(self, path: str) -> str:
        """An address below the API; a leading ~ stands for the night's tournament."""
        return API + path.replace("~", f"tournaments/{self.night.tournament_id}", 1)

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self.client.get(self.address(path), query, headers=self.headers)  # type: ignore[return-value]

    def read(self, path: str, **query: Any) -> Any:
        """The answer of a read that must succeed."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, (answer.status_code, answer.content[:500])
        return answer.json()  # type: ignore[attr-defined]

    def post(self, path: str, body: Any, key: str | None = "fresh", **headers: str) -> HttpResponse:
        """A post with an Idempotency-Key of its own unless one is named (None: without)."""
        sent = self.headers | headers
        if key is not None:
            sent["Idempotency-Key"] = f"key-{next(_keys)}" if key == "fresh" else key
        return self.client.post(self.address(path), body, "application/json", headers=sent)  # type: ignore[return-value]

    def act(self, kind: str, key: str | None = "fresh", **params: Any) -> HttpResponse:
        """An act of the night's tournament."""
        return self.post(f"~/acts/{kind}", {"params": params}, key)

    def club_act(self, kind: str, key: str | None = "fresh", **params: Any) -> HttpResponse:
        """An act of the club."""
        return self.post(f"acts/{kind}", {"params": params}, key)

    def done(self, answer: HttpResponse) -> Any:
        """What an act that must have succeeded answered."""
        assert answer.status_code == 200, (answer.status_code, answer.content[:500])
        return answer.json()  # type: ignore[attr-defined]


def program_of(night: Night, actor: Actor, role: str, **options: Any) -> Program:
    """A program with a token of `role` that acts for `actor`, who owns the club while he makes it."""
    secret = new_token()
    outcome = create_token(actor=actor, name=f"{role} program", role=role, token=Secret(secret), **options)
    return Program(night, secret, outcome.result["api_token_id"])

"""Passwords and tokens on their way into an act: used once, stored as a hash only, never in the record of the act."""

import hashlib
import re
import secrets
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import empty

from tournaments.errors import DirectorError

HIDDEN = "•••"
LONGEST = 4000
# 22 letters of this alphabet hold 132 bits.
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,200}")


class Secret:
    """A text that no record, log or traceback shows; `reveal` gives it to the one place that needs it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    def __repr__(self) -> str:
        return HIDDEN

    __str__ = __repr__


class SecretField(serializers.CharField):
    """A text in a request that is a secret from there on."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST, trim_whitespace=False, write_only=True, **options)

    def run_validation(self, data: Any = empty) -> Any:
        """The text, checked like any other and hidden only then."""
        text = super().run_validation(data)
        return None if text is None else Secret(text)


def new_token() -> str:
    """A fresh token of 192 random bits, fit for an address."""
    return secrets.token_urlsafe(24)


def fingerprint(token: str) -> str:
    """What is stored of a token: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def checked_token(token: Secret) -> str:
    """The fingerprint of a token that is long enough to be unguessable; a shorter one is refused."""
    if not TOKEN.fullmatch(token.reveal()):
        raise DirectorError(
            "token_weak",
            _("A token has at least 22 letters and digits (A-Z, a-z, 0-9, - and _), all random."),
        )
    return fingerprint(token.reveal())

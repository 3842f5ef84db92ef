"""Bytes on their way into an act: programs send them as base64, the record of the act keeps their hash."""

import base64
import binascii
import hashlib
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import empty

MOST_BYTES = 200_000
TOO_LARGE = _("The file is too large: at most 200 kB are taken.")
# Four letters for three bytes.
LONGEST = (MOST_BYTES + 2) // 3 * 4 + 4


class Upload:
    """The content of a file. As text it is its hash: equal uploads are equal requests, and no log holds the bytes."""

    __slots__ = ("content", "sha256")

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.sha256 = hashlib.sha256(content).hexdigest()

    def __repr__(self) -> str:
        return f"sha256:{self.sha256}"

    __str__ = __repr__


class UploadField(serializers.CharField):
    """A file in a request, as base64."""

    default_error_messages = {
        "base64": _("This is not base64."),
        "max_length": TOO_LARGE,
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST, write_only=True, **options)

    def run_validation(self, data: Any = empty) -> Any:
        """The bytes that the text stands for."""
        if isinstance(data, Upload):
            return data
        text = super().run_validation(data)
        try:
            return Upload(base64.b64decode(text, validate=True))
        except (binascii.Error, ValueError):
            self.fail("base64")

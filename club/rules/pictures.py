"""What kind of picture some bytes are, and how large: read from the bytes themselves, never from a name.

PNG, JPEG and WebP are told by their signatures. SVG is none of them: it is a document that can carry scripts.
"""

from dataclasses import dataclass
from typing import Literal

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
JPEG_SIGNATURE = b"\xff\xd8\xff"
# Markers of JPEG that begin a frame and hold its size; DHT, JPG and DAC among them do not.
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


@dataclass(frozen=True, slots=True)
class Picture:
    """The type of a picture and its size in pixels."""

    content_type: str
    width: int
    height: int


def picture_of(content: bytes) -> Picture | None:
    """The picture these bytes are; None for anything else."""
    if content.startswith(PNG_SIGNATURE):
        return _png(content)
    if content.startswith(JPEG_SIGNATURE):
        return _jpeg(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _webp(content)
    return None


def _number(content: bytes, at: int, size: int, order: Literal["big", "little"] = "big") -> int:
    return int.from_bytes(content[at : at + size], order)


def _sized(content_type: str, width: int, height: int) -> Picture | None:
    return Picture(content_type, width, height) if width > 0 and height > 0 else None


def _png(content: bytes) -> Picture | None:
    """The first chunk of a PNG holds its size."""
    if content[12:16] != b"IHDR" or len(content) < 33:
        return None
    return _sized("image/png", _number(content, 16, 4), _number(content, 20, 4))


def _jpeg(content: bytes) -> Picture | None:
    """Go from marker to marker until the frame, which holds the size."""
    at = 2
    while at + 9 < len(content):
        if content[at] != 0xFF:
            return None
        marker = content[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in JPEG_ALONE:
            at += 2
        elif marker in JPEG_FRAMES:
            return _sized("image/jpeg", _number(content, at + 7, 2), _number(content, at + 5, 2))
        else:
            at += 2 + _number(content, at + 2, 2)
    return None


def _webp(content: bytes) -> Picture | None:
    """The first chunk of a WebP is one of three kinds, each with the size at a place of its own."""
    kind = content[12:16]
    if len(content) < 30:
        return None
    if kind == b"VP8X":
        width, height = 1 + _number(content, 24, 3, "little"), 1 + _number(content, 27, 3, "little")
    elif kind == b"VP8L" and content[20] == 0x2F:
        bits = _number(content, 21, 4, "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif kind == b"VP8 " and content[23:26] == b"\x9d\x01\x2a":
        width, height = _number(content, 26, 2, "little") & 0x3FFF, _number(content, 28, 2, "little") & 0x3FFF
    else:
        return None
    return _sized("image/webp", width, height)

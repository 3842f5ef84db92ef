"""Small pictures made of bytes, for tests of what displays wear."""

import struct
import zlib


def small_png(shade: int = 0, width: int = 2, height: int = 2) -> bytes:
    """A grey PNG; different shades are different pictures."""
    rows = (b"\0" + bytes([shade]) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def small_jpeg(width: int = 3, height: int = 5) -> bytes:
    """The beginning of a JPEG: a comment, a table, the frame with the size."""
    comment = b"\xff\xfe" + struct.pack(">H", 6) + b"note"
    table = b"\xff\xc4" + struct.pack(">H", 4) + b"\0\0"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\1\x11\0"
    return b"\xff\xd8\xff\xe0" + struct.pack(">H", 4) + b"\0\0" + comment + table + frame + b"\xff\xd9"


def small_webp(kind: str, width: int = 7, height: int = 9) -> bytes:
    """The beginning of a WebP: extended, lossless or lossy."""
    body = {
        "VP8X": b"\0" * 4 + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"),
        "VP8L": b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + b"\0" * 5,
        "VP8 ": b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height),
    }[kind]
    chunk = kind.encode() + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk

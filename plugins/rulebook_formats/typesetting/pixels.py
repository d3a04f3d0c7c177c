"""The size of a picture in pixels, by the head of its file."""

from __future__ import annotations

import struct

MAX_SEGMENTS = 1000
"""Of a JPEG that are looked at before its size."""


def pixels(content: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF, JPEG or WebP; None for a drawing, and for what is none of these."""
    try:
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return struct.unpack(">II", content[16:24])
        if content.startswith((b"GIF87a", b"GIF89a")):
            return struct.unpack("<HH", content[6:10])
        if content.startswith(b"\xff\xd8"):
            return _of_jpeg(content)
        if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _of_webp(content[12:16], content)
    except struct.error:
        return None
    return None


def _of_jpeg(content: bytes) -> tuple[int, int] | None:
    at = 2
    for _ in range(MAX_SEGMENTS):
        mark, kind, length = struct.unpack(">BBH", content[at : at + 4])
        if mark != 0xFF:
            return None
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None


def _of_webp(kind: bytes, content: bytes) -> tuple[int, int]:
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (value & 0x3FFF for value in struct.unpack("<HH", content[26:30]))
    return width, height

"""Reading whole what a user names. A pipe or a device has no size, and may have no end."""

from __future__ import annotations

import errno
from typing import Any

from mlirlite.support.chosen import open_regular

LONGEST = 1 << 30
"""Bytes that are read of what has no size."""
_PART = 1 << 20


def read_all(stream: Any) -> bytes:
    """The bytes of a binary stream. OSError if they do not end."""
    parts = []
    left = LONGEST
    while data := stream.read(_PART):
        parts.append(data)
        left -= len(data)
        if left < 0:
            raise OSError(errno.EFBIG, f"it does not end within {LONGEST} bytes")
    return b"".join(parts)


def read_text(path: str, errors: str = "strict", *, regular: bool = False) -> str:
    """The text of a file in UTF-8, with lines that end in a newline. OSError if it cannot be read
    or does not end, or is not a `regular` file, UnicodeDecodeError if it is other bytes."""
    with open(open_regular(path) if regular else path, "rb") as file:
        text = read_all(file).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")

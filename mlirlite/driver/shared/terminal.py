"""Output for terminals: colors, unless `NO_COLOR` is set, and lines cut to the width."""

from __future__ import annotations

import io
import os
from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """True for a terminal that can show colors, unless the user says no (https://no-color.org)."""
    return (
        stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "dumb" if os.name != "nt" else "") != "dumb"
    )


def width(stream: TextIO) -> int:
    """Columns of the terminal behind a stream, 80 if unknown."""
    import shutil  # late: 5 ms

    try:
        found = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError, io.UnsupportedOperation):
        found = shutil.get_terminal_size((80, 24)).columns
    return found or 80


def colored(text: str, stream: TextIO) -> str:
    """IR as text for a stream: in colors on a terminal."""
    if not wants_color(stream):
        return text
    from mlirlite.printer.highlight import terminal_text

    return terminal_text(text)

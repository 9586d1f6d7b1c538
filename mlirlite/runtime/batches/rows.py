"""What readers and writers of rows share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from mlirlite.support.diagnostics import DiagnosticError

Arrays = dict[str, Any]
"""Arrays by name, with one entry for each row."""

TABLES = (".npy", ".npz", ".parquet", ".txt")
"""Files of many rows; .txt has a path of an image in each line."""
IMAGES = (".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp")
"""Files of one row."""


def is_image(path: str) -> bool:
    """Whether the name of a file is that of an image."""
    return path.lower().endswith(IMAGES)


class Rows(Protocol):
    """An open file of rows."""

    count: int
    """How many rows there are."""

    def parts(self, size: int) -> Iterator[Arrays]:
        """All rows in order, `size` at a time, the last part with what is left. DiagnosticError
        when the file is damaged."""


class Sink(Protocol):
    """What rows are written to."""

    def write(self, arrays: Arrays) -> None:
        """Add rows. DiagnosticError when their shape or type is not that of the rows before."""


def missing(path: str, name: str, known: Sequence[str]) -> DiagnosticError:
    """The error for a file that lacks an input."""
    given = ", ".join(f"'{k}'" for k in known) or "nothing"
    return DiagnosticError(
        f"'{path}' has no array for input '{name}': expected that name, found {given}"
    )


def check_same(name: str, before: object, now: object) -> None:
    """DiagnosticError when rows differ in type or shape from those before."""
    if before != now:
        raise DiagnosticError(
            f"output '{name}' has rows of another type or shape than before: expected {before}, "
            f"found {now}; rows of one file need the same"
        )

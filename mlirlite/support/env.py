"""Environment switches, each declared once with its meaning, so that documentation can list
them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mlirlite.support.record import Record

if TYPE_CHECKING:
    from pathlib import Path


class EnvSwitch(Record):
    """An environment variable that changes behavior. Read at each use, so that tests can set
    it."""

    name: str
    meaning: str
    default: str = ""

    def get(self) -> str:
        """The variable's text, or the default."""
        return os.environ.get(self.name, self.default)

    def __bool__(self) -> bool:
        return self.get() not in ("", "0", "off", "false", "no")


SWITCHES: dict[str, EnvSwitch] = {}


def declare(name: str, meaning: str, default: str = "") -> EnvSwitch:
    """Declare a switch and list it in `SWITCHES`."""
    switch = SWITCHES[name] = EnvSwitch(name, meaning, default)
    return switch


TRACEBACK = declare(
    "MLIRLITE_TRACEBACK", "show Python tracebacks of internal errors instead of one line"
)
CACHE_DIR = declare("MLIRLITE_CACHE_DIR", "where compiled models and tables are kept, or off")
TABLES = "tables"
"""The folder in the cache for what is made once: tables of parsers, tests of ONNX's suite."""


def cache_directory() -> Path | None:
    """The cache folder: `MLIRLITE_CACHE_DIR`, else `mlirlite` in the user's cache folder; None with
    `MLIRLITE_CACHE_DIR=off`."""
    from pathlib import Path  # late: 5 ms

    stated = CACHE_DIR.get()
    if stated == "off":
        return None
    if stated:
        return Path(stated)
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "mlirlite"
    try:
        return Path.home() / ".cache" / "mlirlite"
    except RuntimeError:
        return None

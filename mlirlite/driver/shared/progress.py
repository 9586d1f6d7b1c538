"""Progress of a long run on a terminal: one line with the stage, the progress, the remaining time,
and the memory."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TextIO

from mlirlite.driver.shared.terminal import width

COMPILATION = {
    "read": 0.0,
    "lower": 0.02,
    "onnx": 0.04,
    "krnl": 0.3,
    "affine": 0.32,
    "scf": 0.37,
    "cf": 0.39,
    "llvm": 0.6,
    "emit": 0.6,
    "parse": 0.64,
    "optimize": 0.66,
    "write": 0.85,
}
"""The share of a compilation that is done when a stage begins, for convolutional models."""
_BAR = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
_AT_LEAST = 2.0
"""Seconds before the remaining time is estimated."""


class Progress:
    """Rewrites one line of a terminal; silent on anything else, and with `quiet`. `shares` says
    how much is done when a stage begins; without it, or without tqdm, there is no estimate.

    progress = Progress(sys.stderr, quiet=False)
    progress("affine")   # affine  1.2 s  340 MB
    progress.done()
    """

    def __init__(
        self, stream: TextIO, *, quiet: bool = False, shares: Mapping[str, float] | None = None
    ) -> None:
        self._stream = stream
        self._shown = not quiet and stream.isatty()
        self._shares = shares or {}
        self._started = self._said = time.monotonic()

    def __call__(self, stage: str) -> None:
        """Show the current stage."""
        if self._shown:
            self._stream.write(f"\r\x1b[K{self._text(stage)}")
            self._stream.flush()

    def _text(self, stage: str) -> str:
        columns = width(self._stream) - 1
        seconds, memory = self.seconds, resident_bytes()
        used = f"{memory / 1e6:7.0f} MB" if memory else ""
        share = self._shares.get(stage)
        if share and seconds >= _AT_LEAST:
            try:
                from tqdm import tqdm
            except ImportError:
                pass
            else:
                line: str = tqdm.format_meter(
                    share,
                    1.0,
                    seconds,
                    ncols=columns,
                    prefix=f"{stage:<9}",
                    postfix=used.strip(),
                    bar_format=_BAR,
                )
                return line
        return f"{stage:<12} {seconds:6.1f} s {used}"[:columns].rstrip()

    @property
    def due(self) -> bool:
        """Whether to show something again: ten times a second, on a terminal."""
        now = time.monotonic()
        if not self._shown or now - self._said < 0.1:
            return False
        self._said = now
        return True

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._started

    def done(self) -> None:
        """Clear the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def resident_bytes() -> int:
    """Memory of this process, 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0

"""Opening a file that somebody else has chosen."""

from __future__ import annotations

import os
import stat


def open_regular(path: str, flags: int = 0) -> int:
    """A descriptor of a file to read. OSError for what is no regular file: a pipe would make one
    wait, a device may have no end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("it is no regular file")
    return handle

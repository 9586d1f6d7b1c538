"""Opening files that others have chosen: the author of a model names its weight files.

A location must not reach other files of whoever loads the model: it stays inside the model's
folder, links included, and names a regular file."""

from __future__ import annotations

import os
import stat


def open_regular(path: str, flags: int = 0) -> int:
    """A descriptor of a file to read. OSError unless it is a regular file: reading a pipe would
    block, and a device may be endless."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("it is not a regular file")
    return handle


def check_location(location: str) -> None:
    """ValueError for a location that ONNX does not allow."""
    if not location:
        raise ValueError("has external data without a location")
    if "\0" in location:
        raise ValueError(f"has the external data location {location!r}, which has a zero byte")
    if os.path.isabs(location):
        raise ValueError(f'external data location "{location}" must be a relative path')
    if ".." in location.replace("\\", "/").split("/"):
        raise ValueError(
            f"external data location \"{location}\" contains up-directory component '..'"
        )


class DataFolder:
    """Where the external data of a model may lie: the model's folder and, if its path is a symbolic
    link (as in the cache of a model hub), the folder of the file that it leads to."""

    def __init__(self, path: str, model: str | None = None) -> None:
        self.path = path
        real = os.path.realpath(path)
        self._allowed = {real}
        if model is not None and os.path.islink(model):
            self._allowed.add(os.path.dirname(os.path.realpath(model)))

    def open(self, location: str) -> int:
        """A descriptor of the file at a location: a regular file inside the folder. ValueError for
        a location that is not allowed, OSError where there is no such file."""
        check_location(location)
        real = os.path.realpath(os.path.join(self.path, location))
        if not any(_inside(real, folder) for folder in self._allowed):
            raise ValueError(
                f"has its external data in '{location}', which escapes the model's folder: it "
                f"leads to '{real}'"
            )
        handle = open_regular(real, os.O_NOFOLLOW)  # links were followed above
        try:
            if os.fstat(handle).st_nlink > 1 and _has_names_elsewhere(handle, real):
                raise ValueError(
                    f"has its external data in '{location}', a file with another name (a hard "
                    "link) outside of its folder: copy it"
                )
        except BaseException:
            os.close(handle)
            raise
        return handle


def _inside(path: str, folder: str) -> bool:
    return os.path.commonpath((path, folder)) == folder


def _has_names_elsewhere(handle: int, path: str) -> bool:
    """Whether a file has more names than those in the folder of this one."""
    state = os.fstat(handle)
    with os.scandir(os.path.dirname(path)) as entries:
        here = sum(
            e.inode() == state.st_ino and os.path.samestat(e.stat(follow_symlinks=False), state)
            for e in entries
        )
    return here < state.st_nlink

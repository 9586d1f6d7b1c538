"""Files that only this user has written: what is kept from one run for the next is code, or decides
on code, so nobody else may write it.

They belong to this user, lie in folders that nobody else can write to, and appear whole or not at
all."""

from __future__ import annotations

import contextlib
import os
import stat

from mlirlite.support.chosen import open_regular
from mlirlite.support.env import CACHE_DIR

try:  # hashlib would load OpenSSL, which takes longer than reading a file
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class NotPrivate(OSError):
    """Raised if another user may have written a file or folder."""


def _user() -> int:
    """This user's id. OSError where the system has none, as Python in a browser: nothing is kept
    there."""
    if not hasattr(os, "geteuid"):
        raise NotPrivate("this system does not say who owns a file")
    return os.geteuid()


def check_private(folder: str) -> None:
    """OSError unless a folder is this user's and nobody else can write to it, or, where its parent
    lets others write, replace it."""
    mine = _user()
    state = os.lstat(folder)
    if not stat.S_ISDIR(state.st_mode) or state.st_uid != mine or state.st_mode & _OTHERS:
        raise NotPrivate(f"'{folder}' is not a folder that only this user can write to")
    above = os.path.dirname(os.path.abspath(folder))
    state = os.stat(above)
    sticky = state.st_mode & stat.S_ISVTX
    if state.st_uid not in (mine, 0) or (state.st_mode & _OTHERS and not sticky):
        raise NotPrivate(f"others can write to '{above}'")


def make_private(folder: str) -> None:
    """Make a folder that `check_private` accepts, with those above it. A folder of this user's that
    others could write to is closed to them and emptied; one above it is closed unless the
    environment names it. OSError where it cannot be had."""
    above = os.path.dirname(os.path.abspath(folder))
    for path in (*_missing(above), *_missing(folder)):
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, 0o700)
            os.chmod(path, 0o700)  # whatever the umask
    if not CACHE_DIR.get() and os.stat(above).st_uid == _user():
        os.chmod(above, 0o700)
    state = os.lstat(folder)
    mine = stat.S_ISDIR(state.st_mode) and state.st_uid == _user()
    if mine and state.st_mode & _OTHERS:
        os.chmod(folder, 0o700)
        for entry in os.scandir(folder):
            with contextlib.suppress(OSError):
                os.unlink(entry)
    check_private(folder)


def _missing(path: str) -> list[str]:
    """The missing folders of a path, outermost first."""
    found: list[str] = []
    while path and not os.path.lexists(path):
        found.append(path)
        path = os.path.dirname(path)
    return found[::-1]


def open_private(path: str) -> int:
    """A descriptor of a file that only this user has written. OSError when there is no such
    file."""
    check_private(os.path.dirname(path))
    handle = open_regular(path, os.O_NOFOLLOW)
    state = os.fstat(handle)
    if state.st_uid != _user() or state.st_nlink != 1 or state.st_mode & _OTHERS:
        os.close(handle)
        raise NotPrivate(f"others may have written '{path}'")
    return handle


def new_private(folder: str) -> tuple[int, str]:
    """Descriptor and path of a new file in a private folder, to be renamed when it is complete.
    OSError when it cannot be made."""
    import tempfile  # late: 2 ms

    handle, path = tempfile.mkstemp(prefix=TEMPORARY, dir=folder)
    os.fchmod(handle, 0o600)  # whatever the umask
    return handle, path


TEMPORARY = ".new-"
"""The prefix of the names of files that are being written."""


def read_private(path: str) -> bytes | None:
    """What `write_private` has written; None where there is nothing, or nothing that can be
    trusted."""
    try:
        with os.fdopen(open_private(path), "rb") as file:
            data = file.read()
    except OSError:
        return None
    return data[_DIGEST:] if _digest(data[_DIGEST:]) == data[:_DIGEST] else None


def write_private(path: str, data: bytes) -> None:
    """Put bytes into a private file. OSError where that cannot be done."""
    folder = os.path.dirname(path)
    make_private(folder)
    handle, temporary = new_private(folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(data) + data)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


_DIGEST = 32


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()

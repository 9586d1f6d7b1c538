"""External data: the files beside a model that hold its weights, which of them a model names, and
which may be opened.

A model that somebody sent must not make weights of other files: a location stays inside of the
model's folder wherever its links lead, and names a regular file."""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator

from mlirlite.support.regular import open_regular
from mlirlite.target.onnx.protobuf import Message, message_fields

_EXTERNAL = 1
_NUMBER = re.compile(r"-?[0-9]{1,19}", re.ASCII)


class DataFolder:
    """Where the external data of a model may lie: the model's folder, and the folder of the file
    that its path leads to where that is a symbolic link, as in the cache of a model hub."""

    def __init__(self, path: str, model: str | None = None) -> None:
        self.path = path
        real = os.path.realpath(path)
        self._allowed = {real}
        if model is not None and os.path.islink(model):
            self._allowed.add(os.path.dirname(os.path.realpath(model)))

    def open(self, location: str) -> int:
        """A descriptor of the file at a location, which is regular and inside. ValueError for a
        location that is not allowed, OSError where there is no such file."""
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


def mapped(handle: int) -> memoryview:
    """The bytes of an open file, mapped; the descriptor is closed."""
    try:
        if not os.fstat(handle).st_size:
            return memoryview(b"")
        return memoryview(mmap.mmap(handle, 0, access=mmap.ACCESS_READ))
    finally:
        os.close(handle)


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


def place_of(tensor: Message) -> tuple[str, int, int | None]:
    """Location, offset and length (None: up to the end) of a tensor's external data. ValueError
    when they are no numbers."""
    entries = {e.key: e.value for e in tensor.external_data}
    location = entries.get("location", "")
    check_location(location)
    numbers = []
    for key in ("offset", "length"):
        text = entries.get(key) or ""
        if text and not _NUMBER.fullmatch(text):
            raise ValueError(
                f"has external data in '{location}' with {key} {text[:40]!r}, which is no number"
            )
        numbers.append(int(text) if text else None)
    return location, numbers[0] or 0, numbers[1]


def locations(model: Message) -> list[str]:
    """The locations of all external data that a message names, wherever in it a tensor is: what a
    message may have is known from its declaration."""
    found = {
        next((e.value for e in reversed(t.external_data) if e.key == "location"), "")
        for t in _tensors(model)
        if t.data_location == _EXTERNAL
    }
    return sorted(found - {""})


def _tensors(message: Message) -> Iterator[Message]:
    left = [message]
    while left:
        message = left.pop()
        if message.kind == "TensorProto":
            yield message
            continue
        for name, repeated in message_fields(message.kind, "TensorProto"):
            if message.has(name):
                value = getattr(message, name)
                left.extend(value if repeated else (value,))

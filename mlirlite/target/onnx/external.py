"""External data: the files beside a model that hold its weights, and a model's references to them.
`support/chosen.py` decides which may be opened."""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator

from mlirlite.support.chosen import check_location
from mlirlite.target.onnx.protobuf import Message, message_fields

_EXTERNAL = 1
_NUMBER = re.compile(r"-?[0-9]{1,19}", re.ASCII)


def mapped(handle: int) -> memoryview:
    """The bytes of an open file, mapped; the descriptor is closed."""
    try:
        if not os.fstat(handle).st_size:
            return memoryview(b"")
        return memoryview(mmap.mmap(handle, 0, access=mmap.ACCESS_READ))
    finally:
        os.close(handle)


def place_of(tensor: Message) -> tuple[str, int, int | None]:
    """Location, offset and length (None: not set) of a tensor's external data. ValueError
    when they are not numbers."""
    entries = {e.key: e.value for e in tensor.external_data}
    location = entries.get("location", "")
    check_location(location)
    numbers = []
    for key in ("offset", "length"):
        text = entries.get(key) or ""
        if text and not _NUMBER.fullmatch(text):
            raise ValueError(
                f"has external data in '{location}' with {key} {text[:40]!r}, which is not a number"
            )
        numbers.append(int(text) if text else None)
    return location, numbers[0] or 0, numbers[1]


def locations(model: Message) -> list[str]:
    """The locations of all external data that a message names, for tensors anywhere in it: the
    fields of a message are known from its declaration."""
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

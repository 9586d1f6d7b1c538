"""What files beside a model say of it: genai_config.json as onnxruntime-genai's builder writes it,
or config.json and generation_config.json as optimum does."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mlirlite.runtime.generation.search import Search
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_text

GENAI = "genai_config.json"
_NAMES = {
    "input_ids": "input_ids",
    "attention_mask": "attention_mask",
    "position_ids": "position_ids",
    "past_key_names": "past_key_values.%d.key",
    "past_value_names": "past_key_values.%d.value",
    "logits": "logits",
    "present_key_names": "present.%d.key",
    "present_value_names": "present.%d.value",
}
"""What inputs and outputs are called, where no file says it."""


@dataclass(frozen=True, slots=True)
class Config:
    """What is known of a model besides its graph."""

    path: str = ""
    """Of the file that says it, for messages."""
    filename: str = "model.onnx"
    names: Mapping[str, str] = field(default_factory=lambda: dict(_NAMES))
    positions: int | None = None
    """As many as the model was made for; None if that is not known."""
    shared: bool | None = None
    """Whether past and present are one buffer with room for all positions."""
    pad: int = 0
    heads: int | None = None
    """Heads of keys."""
    width: int | None = None
    """Numbers of a head."""
    search: Search = field(default_factory=Search)


def config_beside(folder: str) -> Config:
    """What the files of a folder say. DiagnosticError for a file that cannot be read, or says
    something impossible."""
    path = os.path.join(folder, GENAI)
    if os.path.exists(path):
        return genai_config(path)
    path = os.path.join(folder, "config.json")
    if not os.path.exists(path):
        return Config()
    model, more = _read(path), {}
    generation = os.path.join(folder, "generation_config.json")
    if os.path.exists(generation):
        more = _read(generation)
    reader = _Reader({**model, **more}, path)
    return Config(
        path,
        positions=reader.number("max_position_embeddings"),
        pad=reader.pad(),
        heads=reader.number("num_key_value_heads"),
        width=reader.number("head_dim"),
        search=reader.search(reader.number("max_new_tokens")),
    )


def genai_config(path: str) -> Config:
    """What a genai_config.json says."""
    whole = _Reader(_read(path), path)
    model = whole.part("model")
    decoder, search = model.part("decoder"), whole.part("search")
    stated = {**decoder.part("inputs").values, **decoder.part("outputs").values}
    for name, value in stated.items():
        text = isinstance(value, str)
        if not text or (re.fullmatch(r"(past|present)_\w+_names", name) and "%d" not in value):
            raise whole.wrong(name, "a name" if not text else "a name with %d", value)
    return Config(
        path,
        decoder.model("filename"),
        {**_NAMES, **stated},
        model.number("context_length"),
        search.flag("past_present_share_buffer"),
        model.pad(),
        decoder.number("num_key_value_heads"),
        decoder.number("head_size"),
        _Reader({**search.values, **model.values}, path).search(None),
    )


def _read(path: str) -> dict[str, Any]:
    try:
        found = json.loads(read_text(path, regular=True))
        json.dumps(found, ensure_ascii=False).encode()  # escapes may be half a character
    except (OSError, ValueError) as e:  # ValueError: no JSON, or no UTF-8
        raise DiagnosticError(f"cannot read '{path}': {e}") from None
    except RecursionError:
        raise DiagnosticError(f"cannot read '{path}': its values are nested too deeply") from None
    if not isinstance(found, dict):
        raise DiagnosticError(f"'{path}' holds a {type(found).__name__}, expected an object")
    return found


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    """An object of a file."""

    def __init__(self, values: dict[str, Any], path: str) -> None:
        self.values, self.path = values, path

    def wrong(self, name: str, expected: str, found: Any) -> DiagnosticError:
        return DiagnosticError(f"'{self.path}': '{name}' must be {expected}, found {found!r}")

    def part(self, name: str) -> _Reader:
        """A member that is an object; one that is missing is empty."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(name, "an object", value)
        return _Reader(value, self.path)

    def model(self, name: str) -> str:
        """The name of an ONNX file in the folder of this file. Modules and libraries are code: a
        folder of somebody else's must not start it."""
        value = self.values.get(name, "model.onnx")
        if not isinstance(value, str):
            raise self.wrong(name, "a text", value)
        if "\0" in value:
            raise self.wrong(name, "a text without NUL", value)
        inside = not os.path.isabs(value) and os.pardir not in re.split(r"[/\\]", value)
        if not inside or not value.endswith(".onnx"):
            raise self.wrong(name, "an .onnx file in this folder", value)
        return value

    def flag(self, name: str) -> bool:
        value = self.values.get(name)
        if not isinstance(value, bool | None):
            raise self.wrong(name, "true or false", value)
        return bool(value)

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        if value is not None and (not _is_whole(value) or value < 1):
            raise self.wrong(name, "a number above 0", value)
        return value

    def tokens(self, name: str) -> tuple[int, ...]:
        """A token or a list of them."""
        value = self.values.get(name)
        found = value if isinstance(value, list) else [] if value is None else [value]
        if not all(_is_whole(t) for t in found):
            raise self.wrong(name, "a token's number, or a list of them", value)
        return tuple(found)

    def pad(self) -> int:
        """The token that fills up shorter sequences of a batch."""
        return (*self.tokens("pad_token_id"), *self.tokens("eos_token_id"), 0)[0]

    def search(self, most: int | None) -> Search:
        """Defaults of the choice."""
        stop = self.tokens("eos_token_id")
        draws = self.flag("do_sample")
        names = ("temperature", "top_k", "top_p") if draws else ()
        values = {n: self.values[n] for n in names if self.values.get(n) is not None}
        if draws:
            values.setdefault("temperature", 1.0)
        penalty = self.values.get("repetition_penalty")
        try:
            return Search(
                max_tokens=most,
                stop=stop,
                repetition_penalty=1.0 if penalty is None else penalty,
                **values,
            )
        except DiagnosticError as e:
            raise DiagnosticError(f"'{self.path}': {e.diagnostics[0].message}") from None

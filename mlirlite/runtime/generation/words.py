"""Inputs and outputs of a language model by their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from mlirlite.ir.types import FloatType, ShapedType
from mlirlite.runtime.generation.config import Config
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError


@dataclass(frozen=True, slots=True)
class Past:
    """Keys or values of a layer."""

    name: str
    present: str
    """The name of the output that has the new rows, too."""
    heads: int
    width: int
    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class Words:
    """What a model calls its inputs and outputs. DiagnosticError for a model without tokens, logits
    or caches, and for one with inputs of another meaning."""

    model: str
    ids: NodeArg
    mask: NodeArg | None
    places: NodeArg | None
    logits: NodeArg
    caches: tuple[Past, ...]

    @classmethod
    def of(cls, session: Any, config: Config) -> Words:
        """Those of a session."""
        model, names = session.name, config.names
        inputs = {i.name: i for i in session.get_inputs()}
        outputs = {o.name: o for o in session.get_outputs()}
        caches = tuple(_caches(model, inputs, outputs, config))
        ids, logits = inputs.pop(names["input_ids"], None), outputs.get(names["logits"])
        mask, places = (inputs.pop(names[k], None) for k in ("attention_mask", "position_ids"))
        if ids is None or logits is None:
            kind, key = ("input", "input_ids") if ids is None else ("output", "logits")
            raise DiagnosticError(f"{model}: a language model has an {kind} '{names[key]}'")
        for past in caches:
            del inputs[past.name]
        if inputs:
            raise DiagnosticError(
                f"{model}: input '{next(iter(inputs))}' has no known meaning: expected tokens, "
                "their mask and positions, and caches of keys and values"
            )
        for spec in (ids, mask, places):
            if spec is not None and (len(spec.shape) != 2 or spec.dtype.kind != "i"):
                raise DiagnosticError(
                    f"{model}: input '{spec.name}' is {spec.type} of rank {len(spec.shape)}, "
                    "expected integers of rank 2: a row for each sequence"
                )
        _check_numbers(model, logits)
        if len(logits.shape) != 3 or logits.shape[-1] == 0:
            raise DiagnosticError(
                f"{model}: output '{logits.name}' has shape {logits.shape}, expected "
                "[batch, positions, tokens]"
            )
        return cls(model, ids, mask, places, logits, caches)

    @property
    def tokens(self) -> range:
        """The tokens that there are; all that its input can hold if the model does not say it."""
        most, size = int(np.iinfo(self.ids.dtype).max) + 1, self.logits.shape[-1]
        return range(min(size, most) if isinstance(size, int) else most)

    def empty(self, batch: int, rows: int) -> dict[str, np.ndarray[Any, Any]]:
        """A cache of zeros for each past, with room for this many positions."""
        return {p.name: np.zeros((batch, p.heads, rows, p.width), p.dtype) for p in self.caches}


def _caches(
    model: str, inputs: Mapping[str, NodeArg], outputs: Mapping[str, Any], config: Config
) -> Iterator[Past]:
    """Keys and values of each layer."""
    names = config.names
    patterns = [(names[f"past_{c}_names"], names[f"present_{c}_names"]) for c in ("key", "value")]
    for layer in count():
        for past, present in patterns:
            before, after = past.replace("%d", str(layer)), present.replace("%d", str(layer))
            spec = inputs.get(before)
            if spec is None:
                if layer:
                    return
                raise DiagnosticError(
                    f"{model}: a language model has an input '{before}' for keys and values, "
                    f"found {', '.join(inputs) or 'none'}"
                )
            if after not in outputs:
                raise DiagnosticError(f"{model}: there is no output '{after}' for '{before}'")
            if len(spec.shape) != 4:
                raise DiagnosticError(
                    f"{model}: input '{before}' has shape {spec.shape}, expected "
                    "[batch, heads, positions, width]"
                )
            _check_numbers(model, spec)
            _, heads, _, width = spec.shape
            heads = heads if isinstance(heads, int) else config.heads
            width = width if isinstance(width, int) else config.width
            if heads is None or width is None:
                raise DiagnosticError(
                    f"{model}: input '{before}' has shape {spec.shape}, and no file says how many "
                    "heads there are, or how wide they are"
                )
            yield Past(before, after, heads, width, spec.dtype)


def _check_numbers(model: str, spec: NodeArg) -> None:
    if not isinstance(spec.mlir_type, ShapedType) or not isinstance(
        spec.mlir_type.element_type, FloatType
    ):
        raise DiagnosticError(f"{model}: '{spec.name}' is {spec.type}, expected floats")

"""Initializers that are also inputs of a model: defaults, which a caller may replace.

A model is compiled with its defaults as constants, so that what follows from them is computed
beforehand. A run that replaces some has the model compiled once more, with these as inputs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

from mlirlite.ir.attributes import ArrayAttr
from mlirlite.runtime.compiled import CompiledModel, compile_model
from mlirlite.runtime.signature import NodeArg, arguments_of
from mlirlite.runtime.sources import State, state_of
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import once

_FIRST = 4
"""The version of the format in which such an initializer became a default; before, all
initializers were inputs, too."""


class Defaults:
    """The defaults of a model (a path, bytes, or a ModelProto; others have none)."""

    def __init__(self, model: Any, options: dict[str, Any]) -> None:
        self._options = options
        self._model: Any = None
        self._state: State | None = None
        if isinstance(model, (str, os.PathLike)):
            path = os.fspath(model)
            if not path.endswith(".mlir"):
                self._model, self._state = path, _state(path)
        elif hasattr(model, "graph") and hasattr(model, "ir_version"):
            self._model = model.SerializeToString() if _names(model) else None
        elif isinstance(model, (bytes, bytearray, memoryview)):
            from mlirlite.target.onnx.load import load_model  # late: it loads onnx

            self._model = bytes(model) if _names(load_model(model)[0]) else None

    @once
    def arguments(self) -> list[NodeArg]:
        """Name, shape and type of each."""
        if self._model is None:
            return []
        from mlirlite.target.onnx.import_ import value_attributes  # late: it loads onnx
        from mlirlite.target.onnx.load import load_model
        from mlirlite.target.onnx.types import import_type

        self._check()
        proto, name, _ = load_model(self._model)
        names = _names(proto)
        infos = [i for i in proto.graph.input if i.name in names]
        try:
            types = [import_type(i.type) for i in infos]
        except ValueError as e:
            raise DiagnosticError(f"{name}: an initializer that is an input {e}") from None
        known = [(i, t) for i, t in zip(infos, types, strict=True) if t is not None]
        attributes = ArrayAttr(tuple([value_attributes(i) for i, _ in known]))
        return arguments_of("input", [t for _, t in known], attributes)

    def replaced(self, feeds: Iterable[Any], inputs: Collection[str]) -> frozenset[str]:
        """Which defaults are among the names of feeds, which are not all names of inputs."""
        others = [n for n in feeds if isinstance(n, str) and n not in inputs]
        if not others or self._model is None or self._is_changed():
            return frozenset()
        return frozenset(others) & {a.name for a in self.arguments}

    def compiled(self, names: frozenset[str]) -> CompiledModel:
        """The model with these defaults as inputs. DiagnosticError if its file has changed."""
        self._check()
        return compile_model(self._model, given=names, **self._options)

    def _is_changed(self) -> bool:
        return self._state is not None and _state(self._model) != self._state

    def _check(self) -> None:
        if self._is_changed():
            raise DiagnosticError(
                f"'{self._model}' has changed since the session was made, and is needed to replace "
                "an initializer: make a new session"
            )


def _state(path: str) -> State | None:
    try:
        return state_of(os.stat(path))
    except OSError:
        return None


def _names(model: Any) -> set[str]:
    """Names of the initializers that are inputs."""
    if model.ir_version < _FIRST:
        return set()
    inputs = {i.name for i in model.graph.input}
    stored = {t.name for t in model.graph.initializer}
    return inputs & (stored | {t.values.name for t in model.graph.sparse_initializer})

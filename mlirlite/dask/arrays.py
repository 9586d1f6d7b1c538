"""A model over the blocks of Dask's arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

import dask
import dask.array
import numpy as np

from mlirlite.dask.models import Source, batches
from mlirlite.runtime.batches.model import Batches
from mlirlite.runtime.batches.rows import Arrays
from mlirlite.runtime.session import InferenceSession
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx.load import weight_files


def map(
    model: Any,
    rows: Any,
    *,
    threads: int = 1,
    batch_size: int | None = None,
    constants: Mapping[str, Any] | None = None,
) -> Any:
    """The outputs of a model for the rows of a dask array, as dask arrays that are computed when
    they are asked for: one array, or a dictionary by name if the model has several outputs.

    `rows` is an array, or a dictionary of arrays by the names of inputs; a row is an entry of the
    first dimension. Blocks of rows are computed one by one, so that memory is bounded by theirs;
    other dimensions are put into one block. `model` is a path, which workers can read, or an
    onnx.ModelProto. `batch_size` and `constants` are those of `mlirlite-run --batch`: the rows
    taken at a time, and inputs that are the same for all rows.
    DiagnosticError names a model, input or row that does not fit."""
    if isinstance(model, (str, os.PathLike)):
        model = os.path.abspath(os.fspath(model))
    files = [model, *weight_files(model)] if isinstance(model, str) else []
    source = batches(
        partial(InferenceSession, model, threads=threads), batch_size, constants, files=files
    )
    made = source.made()
    given = _arrays(rows, [i.name for i in made.inputs])
    lengths = next(iter(given.values())).chunks[0]
    blocks = {n: a.to_delayed().reshape(len(lengths), -1)[:, 0] for n, a in given.items()}
    firsts = np.cumsum([0, *lengths])
    computed = [
        dask.delayed(_block, pure=True)(source, {n: b[k] for n, b in blocks.items()}, int(first))
        for k, first in enumerate(firsts[:-1])
    ]
    found = {o.name: _joined(o, computed, lengths) for o in made.outputs}
    return found if len(found) > 1 else next(iter(found.values()))


def _arrays(rows: Any, names: list[str]) -> dict[str, Any]:
    """The arrays by the names of inputs, all with the same blocks of rows."""
    given = dict(rows) if isinstance(rows, Mapping) else {names[0]: rows}
    if set(given) != set(names):
        raise DiagnosticError(
            f"the model has the inputs {', '.join(names)}, found arrays for "
            f"{', '.join(given) or 'none'}; give a dictionary by name, and in `constants` those "
            "that are the same for all rows"
        )
    for name, array in given.items():
        if not isinstance(array, dask.array.Array):
            raise DiagnosticError(f"'{name}' is a {type(array).__name__}, expected a dask array")
        if not array.ndim or any(np.isnan(n) for n in array.shape):
            raise DiagnosticError(f"'{name}' has the shape {array.shape}, expected known sizes")
    lengths = {name: len(array) for name, array in given.items()}
    if len(set(lengths.values())) > 1:
        raise DiagnosticError(f"the arrays have different numbers of rows: {lengths}")
    blocks = next(iter(given.values())).chunks[0]
    return {
        n: a.rechunk({0: blocks, **dict.fromkeys(range(1, a.ndim), -1)}) for n, a in given.items()
    }


def _block(source: Source[Batches], rows: Arrays, first: int) -> Arrays:
    """The outputs for a block of rows, a part at a time."""
    model = source.made()
    count = len(next(iter(rows.values())))
    starts = range(0, count, model.size)
    parts = [
        model.run({n: a[k : k + model.size] for n, a in rows.items()}, first=first + k)
        for k in starts
    ]
    if not parts:
        return {
            o.name: np.empty([0, *(n if isinstance(n, int) else 0 for n in o.shape[1:])], o.dtype)
            for o in model.outputs
        }
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _joined(output: NodeArg, computed: list[Any], lengths: tuple[int, ...]) -> Any:
    """An output of all blocks; sizes that the model does not tell are unknown."""
    rest = [n if isinstance(n, int) else np.nan for n in output.shape[1:]]
    parts = [
        dask.array.from_delayed(found[output.name], (length, *rest), output.dtype)
        for found, length in zip(computed, lengths, strict=True)
    ]
    return dask.array.concatenate(parts, allow_unknown_chunksizes=True)

"""Post-training quantization of a model: ranges of its values over examples, then bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlirlite.dialects.onnx.transforms._quantized_values import quantized_values, set_range
from mlirlite.ir.context import Context
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.runtime.compiled import compile_with
from mlirlite.runtime.compiler import STAGES, Stage, load_module, run_stages, stages_for
from mlirlite.runtime.entry import entry_function
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.session import InferenceSession
from mlirlite.runtime.signature import NodeArg, sizes_of
from mlirlite.runtime.values import is_array
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.machine import MACHINES

METHODS = ("minmax", "percentile")


@dataclass(slots=True)
class _Range:
    """The range of one value so far."""

    low: float = 0.0
    high: float = 0.0
    batches: int = 0

    def see(self, array: np.ndarray[Any, Any], percentile: float | None) -> None:
        """Add another batch: the widest range, or the mean of percentiles."""
        if percentile is None:
            low, high = float(array.min()), float(array.max())
            self.low, self.high = min(self.low, low), max(self.high, high)
        else:
            low, high = np.percentile(array, (100 - percentile, percentile))
            self.low += (min(float(low), 0.0) - self.low) / (self.batches + 1)
            self.high += (max(float(high), 0.0) - self.high) / (self.batches + 1)
        self.batches += 1


def quantize(
    model: Any,
    batches: Iterable[Mapping[str, Any]],
    *,
    method: str = "minmax",
    percentile: float = 99.99,
    activations: str = "ui8",
    step: Callable[[str], object] | None = None,
) -> Operation:
    """The model with convolutions, Gemm and MatMul on bytes, as a module of the onnx dialect.

    `model` is what `InferenceSession` takes, `batches` are typical inputs by name. Ranges are the
    least and the largest number of a value ("minmax"), or leave out the numbers beyond a percentile
    at each end, as the mean over the batches ("percentile"). `activations` is "ui8" or "i8"; x86
    has instructions for ui8, plain AArch64 for i8. The result compiles like any model and exports
    to ONNX. DiagnosticError for no batches, or inputs that do not fit. `step` is told what begins:
    a level of the IR, `batch <n>`.
    """
    if method not in METHODS:
        raise DiagnosticError(f"unknown method '{method}'; expected one of {', '.join(METHODS)}")
    if not 50 < percentile <= 100:
        raise DiagnosticError(f"expected a percentile above 50 and up to 100, found {percentile:g}")
    context = Context()
    if step is not None:
        step("onnx")
    module, _ = load_module(model, context)
    run_stages(module, context, STAGES[:1])
    calibrate(module, batches, percentile if method == "percentile" else None, step)
    quantize = PassRun.of("quantize-onnx", activations=activations)
    PassManager(Pipeline.of(Pipeline.of(quantize, anchor="func.func")), context).run(module)
    return module


def cost_of_bytes() -> str:
    """Why a model on bytes may be slower than one on floats on this processor, and what to do; ""
    if it is not."""
    name = host_machine()
    known = MACHINES.get(name)
    if known is not None and known.sums_bytes:
        return ""
    if known is not None and known.sums_pairs:
        return (
            f"this processor, like '{name}', sums up products of bytes as pairs of 16 bits: matrix "
            "products and 1x1 convolutions take about two thirds of their time on floats, but 3x3 "
            "convolutions up to twice as long; measure both, run it on a processor with AVX-512 "
            "VNNI or NEON's dot products, or keep the floats"
        )
    here = f"this processor, like '{name}'," if name else "this processor"
    return (
        f"{here} has no instruction that code is made for to sum up products of bytes: the model "
        "on bytes is smaller, but takes many times as long here as the one on floats; run it on a "
        "processor with AVX-512 VNNI or NEON's dot products, or keep the floats"
    )


def calibrate(
    module: Operation,
    batches: Iterable[Mapping[str, Any]],
    percentile: float | None = None,
    step: Callable[[str], object] | None = None,
) -> None:
    """Write the ranges of values that would be quantized into a module of the onnx dialect, as the
    attributes that --quantize-onnx reads."""
    values = quantized_values(entry_function(module))
    if not values:
        raise DiagnosticError("the model has no convolution, Gemm or MatMul with constant weights")
    ranges = [_Range() for _ in values]
    for arrays in Examples(module, values, step).of(batches):
        for found, array in zip(ranges, arrays, strict=True):
            found.see(array, percentile)
    for value, found in zip(values, ranges, strict=True):
        set_range(value, found.low, found.high)


class Examples:
    """Values of a module's entry function for examples of its inputs."""

    def __init__(
        self,
        module: Operation,
        values: Sequence[Value],
        step: Callable[[str], object] | None = None,
    ) -> None:
        """The module stays as it is. `step` is told what begins: a level of the IR, `batch <n>`."""
        self._step: Callable[[str], object] = step or (lambda what: None)
        self._values = values
        mapping: dict[Value, Value] = {}
        copy = module.clone(mapping)
        _show(copy, [mapping[value] for value in values])
        stages = stages_for(host_machine())

        def after(stage: Stage, module: Operation) -> None:
            self._step(stage.name)

        compiled = compile_with(copy, stages, after=after)
        self._session = InferenceSession(compiled)
        self._names = [o.name for o in self._session.get_outputs()][-len(values) :]

    def of(self, batches: Iterable[Mapping[str, Any]]) -> Iterator[list[np.ndarray[Any, Any]]]:
        """The values of each batch. DiagnosticError for no batches, and for a value that is empty
        or not finite."""
        number = -1
        for number, feeds in enumerate(batches):
            self._step(f"batch {number}")
            arrays = self._session.run(self._names, feeds)
            for value, array in zip(self._values, arrays, strict=True):
                if reason := _why_useless(array):
                    batch = f"batch {number} of the examples (from 0) makes it"
                    raise DiagnosticError(f"{_shown(value)} {reason}; {batch}")
            yield arrays
        if number < 0:
            raise DiagnosticError("calibration needs one batch of inputs or more")


def _why_useless(array: np.ndarray[Any, Any]) -> str:
    """Why an example has no range; "" if it has one."""
    if not array.size:
        return "has no elements, so there is no range to quantize it with"
    if np.isfinite(array).all():
        return ""
    found = "NaN" if np.isnan(array).any() else "infinite"
    return f"has elements that are {found}: a range needs finite ones"


def _shown(value: Value) -> str:
    """What a message calls a value."""
    op = value.defining_op
    if op is None:
        return f"input {getattr(value, 'index', 0)} of the model"
    name = node_name(op)
    return f"the result of {op.name}" + (f" '{name}'" if name else "")


def _show(module: Operation, values: Sequence[Value]) -> None:
    """Make the entry function also return values."""
    function: Any = entry_function(module)
    end = function.regions[0].block.last
    end.set_operands((*end.operands, *values))
    type = function.signature()
    results = (*type.results, *[v.type for v in values])
    function.properties["function_type"] = FunctionType(type.inputs, results)
    function.properties.pop("res_attrs", None)


@dataclass(slots=True)
class Loss:
    """The error of an output of a quantized model against the model's."""

    name: str
    largest: float
    """The largest difference, relative to the largest number."""
    root_mean_square: float
    """The root mean square of the differences, relative to that of the numbers."""
    rows: int
    agreed: int
    """The share of rows along the last dimension whose largest number is at the same position."""


def losses(
    session: InferenceSession, quantized: InferenceSession, batches: Iterable[Mapping[str, Any]]
) -> list[Loss]:
    """The loss of each output that holds floats, over some inputs. Numbers that are NaN or infinite
    in both count as equal; one that is so in one of them is an infinite difference."""
    names = [o.name for o in session.get_outputs() if is_array(o.mlir_type) and o.dtype.kind == "f"]
    pairs: list[list[tuple[Any, Any]]] = [[] for _ in names]
    for feeds in batches:
        results = (s.run(names, feeds) for s in (session, quantized))
        for seen, want, got in zip(pairs, *results, strict=True):
            seen.append((want.astype(np.float64), got.astype(np.float64)))
    found = []
    for name, seen in zip(names, pairs, strict=True):
        seen = [p for p in seen if p[0].size]
        if not seen:
            continue
        want, got = (np.concatenate([p[i].reshape(-1, _row(p[i])) for p in seen]) for i in (0, 1))
        off, finite = _differences(want, got), want[np.isfinite(want)]
        most = np.abs(finite).max(initial=0) or 1.0
        square = np.sqrt((finite**2).mean()) if finite.any() else 1.0
        found.append(
            Loss(
                name,
                float(off.max(initial=0) / most),
                float(np.sqrt((off**2).mean()) / square),
                len(want),
                int((want.argmax(1) == got.argmax(1)).sum()),
            )
        )
    return found


def _differences(want: np.ndarray[Any, Any], got: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    with np.errstate(invalid="ignore"):
        off: np.ndarray[Any, Any] = np.abs(got - want)
    off[(want == got) | (np.isnan(want) & np.isnan(got))] = 0
    off[np.isnan(off)] = np.inf
    return off


def _row(array: np.ndarray[Any, Any]) -> int:
    """How many numbers form one row: the size of the last dimension larger than one, such as the
    channels of features of shape 1x512x1x1."""
    sizes = [size for size in array.shape if size != 1]
    return sizes[-1] if sizes else 1


def random_batches(inputs: Sequence[NodeArg], count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Seeded random inputs: floats are normal with deviation 1, like a normalized image, integers 0
    to 9, as are texts; unknown dimensions are 1. DiagnosticError for one too big for memory."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        feeds: dict[str, Any] = {}
        for i in inputs:
            shape = sizes_of(i)
            if i.dtype.kind == "f":
                feeds[i.name] = rng.standard_normal(shape).astype(i.dtype)
            elif i.dtype.kind == "O":
                feeds[i.name] = rng.integers(0, 10, shape).astype(str).astype(object)
            else:
                feeds[i.name] = rng.integers(0, 2 if i.dtype.kind == "b" else 10, shape).astype(
                    i.dtype
                )
        found.append(feeds)
    return found


def split_batches(inputs: Sequence[NodeArg], arrays: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Arrays of many examples, as batches of the size that the model takes; one batch where it
    takes any size. DiagnosticError when an input is missing."""
    missing = [i.name for i in inputs if i.name not in arrays]
    if missing:
        given = ", ".join(arrays) or "none"
        raise DiagnosticError(f"there is no input '{missing[0]}' in the data, which has: {given}")
    counts = {_batches_in(i, arrays[i.name]) for i in inputs}
    if len(counts) != 1:
        raise DiagnosticError("the inputs in the data do not have the same number of examples")
    count = counts.pop()
    return [
        {
            i.name: a if count == 1 else a[k * len(a) // count : (k + 1) * len(a) // count]
            for i in inputs
            for a in (np.asarray(arrays[i.name]),)
        }
        for k in range(count)
    ]


def _batches_in(given: NodeArg, array: Any) -> int:
    size = given.shape[0] if given.shape else None
    if not isinstance(size, int) or size <= 0 or not np.ndim(array) or len(array) % size:
        return 1
    return max(1, len(array) // size)

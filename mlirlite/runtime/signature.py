"""The signature of a model: names, types and shapes of its inputs and outputs, and the checks of
feeds."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlirlite.dialects.onnx.constants import names_of_dims
from mlirlite.dialects.onnx.types import VARYING_RANK, OptType, spelling
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    BaseMemRefType,
    FloatType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    TensorType,
)
from mlirlite.parser import parse_type
from mlirlite.runtime.memref import plain
from mlirlite.runtime.values import (
    Given,
    as_array,
    dtype_of,
    has_boxes,
    has_numpy_type,
    is_array,
    members_of,
)
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

_TYPES = {"string": "!onnx.String"}
"""Types that a signature spells differently from MLIR."""
_FLOATS = {"f16": "float16", "bf16": "bfloat16", "f32": "float", "f64": "double"}


@dataclass(frozen=True, slots=True)
class NodeArg:
    """An input or output as onnxruntime describes it: a name, a shape (numbers, names of unknown
    dimensions, or None), and a type such as `tensor(float)`."""

    name: str
    shape: list[int | str | None]
    type: str
    mlir_type: Type = field(repr=False)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The numpy type of the elements; that of objects for texts."""
        if not isinstance(self.mlir_type, ShapedType):
            raise DiagnosticError(
                f"'{self.name}' has type {self.mlir_type}, which numpy cannot hold"
            )
        return dtype_of(self.mlir_type.element_type)


def signature_of(function: Any) -> tuple[list[NodeArg], list[NodeArg]]:
    """Inputs and outputs of a function whose arguments and results have `onnx.name` attributes (or
    get `input0`, `output0` …)."""
    if not isinstance(function, FunctionLike):
        raise DiagnosticError("the entry point is not a function")
    type = function.signature()
    given = function.properties.get("arg_attrs"), function.properties.get("res_attrs")
    return (
        arguments_of("input", type.inputs, given[0]),
        arguments_of("output", type.results, given[1]),
    )


def compiled_entry(module: Operation, context: Context) -> tuple[str, list[NodeArg], list[NodeArg]]:
    """Name, inputs and outputs of the entry point that a module of the llvm dialect declares in its
    attribute `krnl.entry_points`. DiagnosticError when it declares none."""
    stated = module.attribute("krnl.entry_points")
    first = stated[0] if isinstance(stated, ArrayAttr) and len(stated) else None
    function = first.get("func") if isinstance(first, DictionaryAttr) else None
    text = first.get("signature") if isinstance(first, DictionaryAttr) else None
    if not isinstance(function, SymbolRefAttr) or not isinstance(text, StringAttr):
        raise DiagnosticError(
            "the module is at level 'llvm' and states no entry point to call (krnl.entry_points)"
        )
    inputs, outputs, *_ = text.value.split("\0@")
    return function.leaf, described(inputs, context), described(outputs.rstrip("\0"), context)


def described(text: str, context: Context) -> list[NodeArg]:
    """The arguments that a signature's JSON describes."""
    found = []
    for entry in json.loads(text):
        shape = tuple(DYNAMIC if d < 0 else d for d in entry["dims"])
        element = parse_type(_TYPES.get(entry["type"], entry["type"]), context)
        type: Type = RankedTensorType(shape, element)
        known: list[int | str | None] = [None if d == DYNAMIC else d for d in shape]
        found.append(NodeArg(entry["name"], known, _onnx_type(type), type))
    return found


def arguments_of(kind: str, types: Sequence[Type], attributes: Any) -> list[NodeArg]:
    """The inputs or outputs of these types, with the names that the attributes give."""
    found = []
    for i, type in enumerate(types):
        entry = attributes[i] if isinstance(attributes, ArrayAttr) and i < len(attributes) else None
        name = entry.get("onnx.name") if isinstance(entry, DictionaryAttr) else None
        text = name.value if isinstance(name, StringAttr) else f"{kind}{i}"
        if not _is_passed(type):
            raise DiagnosticError(
                f"{kind} '{text}' of type {type} is not a model's: expected a tensor, or a memref "
                "without a layout; mlirlite-run -e calls functions of other types"
            )
        names = names_of_dims(entry)
        shape: list[int | str | None] = []
        if isinstance(type, ShapedType) and type.has_rank:
            shape = [names.get(d) if n == DYNAMIC else n for d, n in enumerate(type.shape)]
        is_boxed = isinstance(entry, DictionaryAttr) and entry.get(VARYING_RANK) is not None
        seen = type.element_type if is_boxed and isinstance(type, OptType) else type
        found.append(NodeArg(text, shape, _onnx_type(seen), type))
    return found


def _is_passed(type: Type) -> bool:
    """Whether sessions pass values of a type: in memory, elements in row-major order."""
    if has_boxes(type):
        return True
    if not isinstance(type, (TensorType, BaseMemRefType)) or getattr(type, "layout", None):
        return False
    return not is_array(type) or has_numpy_type(type.element_type)  # or texts


def _onnx_type(type: Type) -> str:
    if not is_array(type):
        return spelling(type) or str(type)
    element = type.element_type if isinstance(type, ShapedType) else type
    if isinstance(element, FloatType):
        name = _FLOATS.get(element.keyword, element.keyword.replace("f8", "float8", 1).lower())
    elif isinstance(element, IntegerType):
        name = (
            "bool"
            if element.width == 1
            else f"{'uint' if element.is_unsigned else 'int'}{element.width}"
        )
    else:
        name = str(element)
    return f"tensor({name})" if isinstance(type, ShapedType) else name


def check_feeds(
    inputs: Sequence[NodeArg], feeds: Mapping[str, Any], model: str, given: Given
) -> list[np.ndarray[Any, Any]]:
    """The arrays in the order of the inputs, contiguous; for values other than numbers, arrays of
    pointers to what `given` keeps alive. DiagnosticError naming the input and what was expected
    when a name, a type or a shape is wrong; one dimension name must mean one size. OutOfMemoryError
    for a copy that memory does not hold."""
    names = [i.name for i in inputs]
    if not isinstance(feeds, Mapping):
        raise DiagnosticError(
            f"{model}: expected a dict of arrays by the names of inputs, found {_named(feeds)}"
        )
    for name in feeds:
        if not isinstance(name, str):
            raise DiagnosticError(f"{model}: the name of an input is a text, found {_named(name)}")
        if name not in names:
            raise DiagnosticError(
                f"{model}: there is no input '{name}'; expected inputs: "
                + ", ".join(f"'{n}'" for n in names)
                + did_you_mean(name, names)
            )
    sizes: dict[str, tuple[int, str]] = {}
    arrays = []
    for spec in inputs:
        if spec.name not in feeds:
            raise DiagnosticError(
                f"{model}: input '{spec.name}' is missing: expected {spec.type} of shape "
                f"{_shape(spec.shape)}"
            )
        if not is_array(spec.mlir_type):
            what = f"{model}: input '{spec.name}'"
            arrays.append(given.pointers(feeds[spec.name], spec.mlir_type, what))
            continue
        array = as_array(feeds[spec.name], f"{model}: input '{spec.name}'")
        if array.dtype.newbyteorder("=") != spec.dtype:
            raise DiagnosticError(
                f"{model}: input '{spec.name}' has the wrong type: expected {spec.type} "
                f"({spec.dtype}), found {array.dtype}"
            )
        ranked = isinstance(spec.mlir_type, ShapedType) and spec.mlir_type.has_rank
        if ranked and array.ndim != len(spec.shape):
            raise DiagnosticError(
                f"{model}: input '{spec.name}' has the wrong rank: expected shape "
                f"{_shape(spec.shape)}, "
                f"found {_shape(array.shape)}"
            )
        for axis, want in enumerate(spec.shape):
            have = array.shape[axis]
            if isinstance(want, int) and want != have:
                raise DiagnosticError(
                    f"{model}: input '{spec.name}' has the wrong shape: expected "
                    f"{_shape(spec.shape)}, "
                    f"found {_shape(array.shape)} (dimension {axis})"
                )
            if isinstance(want, str):
                first, where = sizes.setdefault(want, (have, spec.name))
                if first != have:
                    raise DiagnosticError(
                        f"{model}: dimension '{want}' is {first} in input '{where}' but {have} "
                        f"in input '{spec.name}'"
                    )
        try:
            arrays.append(plain(array))
        except MemoryError as e:  # a copy, as of an array whose strides are 0
            from mlirlite.runtime.runs import OutOfMemoryError  # late: it loads llvmlite

            what = f"{model}: input '{spec.name}': out of memory for a contiguous copy: {e}"
            raise OutOfMemoryError(what) from None
    return arrays


def wanted_outputs(names: Any, outputs: Sequence[NodeArg], model: str) -> list[int] | None:
    """The indices of the named outputs, None for all: without names, as in onnxruntime, all are
    wanted. DiagnosticError for an unknown name."""
    if names is None:
        return None
    known = [o.name for o in outputs]
    if not isinstance(names, (list, tuple)):
        if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
            raise DiagnosticError(
                f"{model}: expected a list of the names of outputs, found {_named(names)}"
            )
        names = members_of(names, f"{model}: names of outputs")
    for name in names:
        if name not in known:
            near = did_you_mean(name, known) if isinstance(name, str) else ""
            shown = f"'{name}'" if isinstance(name, str) else _named(name)
            raise DiagnosticError(
                f"{model}: there is no output {shown}{near or ';'} outputs: {', '.join(known)}"
            )
    return [known.index(n) for n in names] or None


def _named(value: Any) -> str:
    """A value and its type, short."""
    text = repr(value) if isinstance(value, (str, bytes, int, float)) else ""
    kind = type(value).__name__
    return f"{text[:40]} of type {kind}" if text else kind


def _shape(shape: Sequence[Any]) -> str:
    return "[" + ", ".join("?" if s is None else str(s) for s in shape) + "]"


def sizes_of(arg: NodeArg, known: Mapping[str, int] | None = None) -> list[int]:
    """The sizes of an array for an input; unknown ones are 1 unless `known` has their names.
    DiagnosticError if no memory holds it."""
    sizes = [d if isinstance(d, int) else (known or {}).get(d or "", 1) for d in arg.shape]
    if 8 * math.prod(max(d, 1) for d in sizes) >= 1 << 63:
        raise DiagnosticError(f"input '{arg.name}' of shape {sizes} does not fit memory")
    return sizes

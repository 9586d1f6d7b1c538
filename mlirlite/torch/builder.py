"""Builder: appends onnx ops to a block; Tensor: a value with operators, as rules use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import is_static
from mlirlite.dialects.onnx.tensor_operators import Number, TensorOperators
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr, UnitAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.locations import UNKNOWN, Location
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import DYNAMIC, I64, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.torch.sizes import emit_size, expression
from mlirlite.torch.types import DTYPES, HALVES, Size, Unsupported, element_type

_INLINE = 1024
"""Constants of up to this many elements are part of the IR's text."""


class Tensor(TensorOperators):
    """A value of the graph that is made. Operators make onnx ops; numbers get its element type."""

    __slots__ = ("b", "sizes", "value")

    def __init__(self, b: Builder, value: Value, sizes: Sequence[Size] | None = None) -> None:
        self.b, self.value = b, value
        if sizes is None:
            shape = value.type.shape if isinstance(value.type, RankedTensorType) else None
            if shape is None or not is_static(shape):
                sizes = None
            else:
                sizes = tuple(shape)
        self.sizes = None if sizes is None else tuple(sizes)

    @property
    def type(self) -> RankedTensorType:
        """The type of the value."""
        type = self.value.type
        if not isinstance(type, RankedTensorType):
            raise Unsupported(f"a value of type {type}")
        return type

    @property
    def dtype(self) -> torch.dtype:
        """The element type."""
        return DTYPES[self.type.element_type]

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.type.rank

    @property
    def shape(self) -> tuple[Size, ...]:
        """The sizes. Unsupported where they are not known."""
        if self.sizes is None:
            raise Unsupported("a size that is not known")
        return self.sizes

    @property
    def static(self) -> tuple[int, ...]:
        """The sizes. Unsupported where they depend on the inputs."""
        if not is_static(self.type.shape):
            raise Unsupported("a size that is known at run time only")
        return tuple(self.type.shape)

    def extent(self, dim: int) -> int:
        """The size of one dimension. Unsupported where it depends on the inputs."""
        size: int = self.type.shape[dim]
        if size == DYNAMIC:
            raise Unsupported("a size that is known at run time only")
        return size

    def axis(self, dim: int) -> int:
        """A dimension counted from the first."""
        return dim % max(self.rank, 1)

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Tensor:
        """An op with this value as first operand."""
        return self.b(name, self, *operands, **attributes)

    made = __call__

    def to(self, dtype: torch.dtype) -> Tensor:
        """The elements converted."""
        return self.b.cast(self, dtype)

    def like(self, value: Number | Tensor) -> Tensor:
        """A number, or a tensor, with the element type of this one."""
        return self.b.operand(value, self.dtype)

    def where(self, yes: Tensor, no: Number | Tensor) -> Tensor:
        """With this as condition, elements of the first tensor where it is true, else of the
        second."""
        return self.b("Where", self, yes, yes.like(no))

    def reshape(self, sizes: Sequence[Size]) -> Tensor:
        """The elements in another shape."""
        if self.sizes is not None and list(self.sizes) == list(sizes):
            return self
        made = self("Reshape", self.b.sizes(sizes), allowzero=int(0 in sizes))
        return Tensor(self.b, made.value, None if -1 in sizes else sizes)

    def expand(self, sizes: Sequence[Size]) -> Tensor:
        """Broadcast to a shape."""
        return Tensor(self.b, self("Expand", self.b.sizes(sizes)).value, sizes)

    def transpose(self, perm: Sequence[int]) -> Tensor:
        """Dimensions in another order."""
        if list(perm) == list(range(len(perm))):
            return self
        return self("Transpose", perm=list(perm))

    def swapped(self) -> Tensor:
        """The last two dimensions swapped."""
        return self.transpose([*range(self.rank - 2), self.rank - 1, self.rank - 2])


class Builder:
    """Appends ops to the end of a block."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.location: Location = UNKNOWN
        self.symbols: dict[sympy.Symbol, Callable[[], Tensor]] = {}
        """Gives the run-time value of a symbol of shapes."""
        self._known: dict[sympy.Expr, Tensor] = {}
        self.result: Any = None
        """The fake tensor, or the fake tensors, that the current op makes."""
        self.given: Sequence[Any] = ()
        """The fake tensors and other arguments of the current op."""

        self.wanted: frozenset[int] | None = None
        """Which results of the current op are used; None for all."""
        self.lender: Any = None
        """The builder of formulas that other front ends share (pairs.py)."""

    def used(self, index: int) -> bool:
        """Whether a result of the current op is used."""
        return self.wanted is None or index in self.wanted

    @property
    def dtype(self) -> torch.dtype:
        """The element type that the current op makes."""
        made = self.result[0] if isinstance(self.result, (tuple, list)) else self.result
        dtype: torch.dtype = made.dtype
        return dtype

    @property
    def shape(self) -> tuple[Size, ...]:
        """The sizes that the current op makes."""
        made = self.result[0] if isinstance(self.result, (tuple, list)) else self.result
        return tuple(made.shape)

    @property
    def static(self) -> tuple[int, ...]:
        """The sizes that the current op makes. Unsupported where they depend on the inputs."""
        if not all(isinstance(n, int) for n in self.shape):
            raise Unsupported("a size that is known at run time only")
        return self.shape

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Tensor:
        """The first result of a new op; an operand None is left out."""
        return Tensor(self, self.op(name, operands, attributes).results[0])

    def op(self, name: str, operands: Sequence[Any], attributes: dict[str, Any]) -> Any:
        """A new op at the end."""
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        if cls is None:
            raise Unsupported(f"onnx has no {name}")
        op = cls(*map(self._operand, operands), **attributes, loc=self.location)
        self.block.append(op)
        return op

    def all(
        self, name: str, operands: Sequence[Any], types: Sequence[Type], **attributes: Any
    ) -> list[Tensor]:
        """The results of a new op, of given types; those of type none are not computed."""
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        fields = {field.attribute: field for field in cls._fields}
        properties = {key: fields[key].encode(value) for key, value in attributes.items()}
        given = [self._operand(v) for v in operands]
        op = cls.create(given, list(types), properties, location=self.location)
        self.block.append(op)
        return [Tensor(self, result) for result in op.results]

    # What torch refuses, and ONNX's operators take

    def require(self, name: str, operands: Sequence[Tensor], **attributes: int) -> None:
        """A run whose values do not fit ends here, as `require.STRICTER` says."""
        given = tuple([(key, IntegerAttr(value, I64)) for key, value in attributes.items()])
        properties = {"operator": StringAttr(name), "attributes": DictionaryAttr(given)}
        values = [t.value for t in operands]
        self.block.append(onnx.RequireOp.create(values, (), properties, location=self.location))

    def require_index(self, index: Tensor, x: Tensor, axis: int) -> None:
        """Indices count from the front."""
        self.require("torch.index", (index, x), axis=axis)

    def require_divisor(self, y: Tensor) -> None:
        """No integer is 0."""
        least = (~y.equal(0)).to(torch.int64)("ReduceMin", None, keepdims=0)
        self.require("torch.divisor", (least,))

    def _operand(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            return value.value
        if isinstance(value, (list, tuple)):
            return [self._operand(v) for v in value]
        return self.nothing() if value is None else value

    def nothing(self) -> Value:
        """A value of type none."""
        op = onnx.NoValueOp(value=UnitAttr(), loc=self.location)
        self.block.append(op)
        value: Value = op.results[0]
        return value

    # Numbers

    def constant(self, tensor: torch.Tensor, name: str = "") -> Tensor:
        """A constant; the data of a large one is that of torch's tensor, which must live as long
        as the code."""
        plain = tensor.detach().resolve_neg().contiguous()
        type = RankedTensorType(tuple(plain.shape), element_type(plain.dtype))
        if plain.numel() <= _INLINE:
            raw = bytes(_bytes(plain))
            size = plain.element_size()
            if len(raw) > size and raw == raw[:size] * (len(raw) // size):
                raw = raw[:size]
            elements: Any = DenseElementsAttr(type, raw)
        else:
            elements = DenseResourceAttr(type, Resource(name or "constant", _bytes(plain)))
        op = onnx.ConstantOp(value=elements, output=type, loc=self.location)
        self.block.append(op)
        return Tensor(self, op.results[0])

    def number(self, value: Number, dtype: torch.dtype) -> Tensor:
        """A constant of rank 0."""
        return self.constant(torch.tensor(value, dtype=dtype))

    def integers(self, *numbers: int) -> Tensor:
        """A constant vector."""
        return self.constant(torch.tensor(numbers, dtype=torch.int64))

    def operand(self, value: Number | Tensor | torch.SymInt, dtype: torch.dtype) -> Tensor:
        """A number or tensor with an element type."""
        if isinstance(value, Tensor):
            return self.cast(value, dtype)
        if isinstance(value, (torch.SymInt, torch.SymFloat)):
            return self.cast(self.size(value).reshape([]), dtype)
        if isinstance(value, (bool, int, float)):
            return self.number(value, dtype)
        raise Unsupported(f"an operand {value!r}")

    def cast(self, x: Tensor, dtype: torch.dtype) -> Tensor:
        """The elements converted."""
        if x.dtype is dtype:
            return x
        return Tensor(self, self("Cast", x, to=element_type(dtype)).value, x.sizes)

    def filled(self, value: Number | Tensor, sizes: Sequence[Size], dtype: torch.dtype) -> Tensor:
        """A tensor of one number."""
        return self.operand(value, dtype).expand(sizes)

    # Sizes

    def size(self, size: Size) -> Tensor:
        """A size, or another number that follows from sizes, as a vector of one element."""
        if isinstance(size, int):
            return self.integers(size)
        found = expression(size)
        if found not in self._known:
            self._known[found] = emit_size(found, self)
        return self._known[found]

    def sizes(self, sizes: Sequence[Size]) -> Tensor:
        """Sizes as a vector."""
        if all(isinstance(n, int) for n in sizes):
            return self.integers(*[int(n) for n in sizes])
        parts = [self.size(n) for n in sizes]
        return parts[0] if len(parts) == 1 else self("Concat", parts, axis=0)


def _bytes(tensor: torch.Tensor) -> memoryview:
    """The memory of a contiguous tensor."""
    import numpy as np

    if not tensor.numel():
        return memoryview(b"")
    if tensor.dtype is torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return memoryview(tensor.numpy().reshape(-1).view(np.uint8))


def wide(dtype: torch.dtype) -> torch.dtype:
    """The type in which torch computes elements of a type."""
    return torch.float32 if dtype in HALVES else dtype

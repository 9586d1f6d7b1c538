"""Tensor: a value of the onnx dialect with operators; Builder: appends ops to a block; the table of
rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import is_static
from mlirlite.dialects.onnx.tensor_operators import Number, TensorOperators
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.locations import UNKNOWN, Location
from mlirlite.ir.types import I1, I64, FloatType, IntegerType, RankedTensorType
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    import numpy as np


class Refused(Exception):
    """An op has no counterpart; why."""


Rule = Callable[..., Any]
R = TypeVar("R", bound=Rule)
RULES: dict[str, Rule] = {}
"""The rule of each op, by name: `f(b, op, *operands)` gives a Tensor, or a list of them."""


def rule(*names: str) -> Callable[[R], R]:
    """The rule of these ops, of which `stablehlo.` is left out."""

    def register(function: R) -> R:
        for name in names:
            RULES[name if "." in name else f"stablehlo.{name}"] = function
        return function

    return register


class Tensor(TensorOperators):
    """A value of the graph that is made. Operators make onnx ops; numbers get its element type."""

    __slots__ = ("b", "known", "value")

    def __init__(self, b: Builder, value: Value, known: Any = None) -> None:
        self.b, self.value = b, value
        self.known: DenseElementsAttr | None = known
        """The elements of a constant."""

    @property
    def type(self) -> RankedTensorType:
        """The type of the value."""
        type = self.value.type
        if not isinstance(type, RankedTensorType):
            raise Refused(f"a value of type {type}")
        return type

    @property
    def element(self) -> Type:
        """The type of an element."""
        return self.type.element_type

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.type.rank

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes. Refused where they depend on the inputs."""
        if not is_static(self.type.shape):
            raise Refused("a size that is known at run time only")
        return tuple(self.type.shape)

    @property
    def is_float(self) -> bool:
        """Whether elements are floats."""
        return isinstance(self.element, FloatType)

    @property
    def is_unsigned(self) -> bool:
        """Whether elements are unsigned integers."""
        return isinstance(self.element, IntegerType) and self.element.is_unsigned

    @property
    def is_bool(self) -> bool:
        """Whether elements are booleans."""
        return self.element is I1

    @property
    def width(self) -> int:
        """Bits of an element."""
        return int(getattr(self.element, "width", 0))

    def numbers(self) -> list[int] | None:
        """The elements of a constant of integers; None if it is none."""
        if self.known is None or not isinstance(self.element, IntegerType):
            return None
        values = [int(n) for n in self.known.values()]
        count = self.type.num_elements
        return values * count if len(values) == 1 and count != 1 else values

    def splat(self) -> Any:
        """The number that all elements of a constant are; None if there is none."""
        return self.known.splat_value() if self.known is not None and self.known.is_splat else None

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Tensor:
        """An op with this value as first operand."""
        return self.b(name, self, *operands, **attributes)

    made = __call__

    def to(self, element: Type) -> Tensor:
        """The elements converted."""
        return self if self.element is element else self("Cast", to=element)

    def like(self, value: Number | Tensor) -> Tensor:
        """A number with the element type of this tensor; a tensor as it is."""
        return value if isinstance(value, Tensor) else self.b.number(value, self.element)

    def __neg__(self) -> Tensor:
        return self("Neg") if not self.is_unsigned else 0 - self

    def where(self, yes: Number | Tensor, no: Number | Tensor) -> Tensor:
        """With this as condition, elements of the first tensor where it is true, else of the
        second."""
        of = yes if isinstance(yes, Tensor) else no
        if not isinstance(of, Tensor):
            raise TypeError("one of the two must be a tensor")
        return self("Where", of.like(yes), of.like(no))

    def reshape(self, shape: Sequence[int]) -> Tensor:
        """The elements in another shape."""
        if tuple(shape) == tuple(self.type.shape):
            return self
        return self("Reshape", self.b.integers(*shape), allowzero=int(0 in shape))

    def expand(self, shape: Sequence[int]) -> Tensor:
        """Broadcast to a shape."""
        if tuple(shape) == tuple(self.type.shape):
            return self
        return self("Expand", self.b.integers(*shape))

    def transpose(self, perm: Sequence[int]) -> Tensor:
        """Dimensions in another order."""
        if list(perm) == list(range(len(perm))):
            return self
        return self("Transpose", perm=list(perm))

    def slice(self, axis: int, start: int, stop: int, step: int = 1) -> Tensor:
        """Elements of a dimension."""
        if (start, stop, step) == (0, self.type.shape[axis], 1):
            return self
        vector = self.b.integers
        return self("Slice", vector(start), vector(stop), vector(axis), vector(step))


class Builder:
    """Appends ops to the end of a block."""

    def __init__(self, block: Block, body: Callable[..., list[Tensor]]) -> None:
        self.block = block
        self.body = body
        """`body(b, block, arguments)` converts the ops of a block; what its terminator gives."""
        self.location: Location = UNKNOWN
        self.values: dict[Value, Any] = {}
        """What each value of the source has become."""

    @contextmanager
    def inside(self, block: Block) -> Iterator[None]:
        """Ops go to another block for the time being."""
        outer, self.block = self.block, block
        yield
        self.block = outer

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Tensor:
        """The first result of a new op; an operand None is left out."""
        cls: Any = _class(name)
        op = cls(*map(self._operand, operands), **attributes, loc=self.location)
        self.block.append(op)
        return Tensor(self, op.results[0])

    def all(
        self,
        name: str,
        operands: Sequence[Any],
        types: Sequence[Type],
        regions: Sequence[Region] = (),
        **attributes: Any,
    ) -> list[Tensor]:
        """The results of a new op, of given types."""
        cls: Any = _class(name)
        fields = {field.attribute: field for field in cls._fields}
        properties = {key: fields[key].encode(value) for key, value in attributes.items()}
        given: list[Any] = []
        for value in map(self._operand, operands):
            given += value if isinstance(value, list) else [value]
        op = cls.create(
            given, list(types), properties, regions=list(regions), location=self.location
        )
        self.block.append(op)
        return [Tensor(self, result) for result in op.results]

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

    def elements(self, attribute: Any) -> Tensor:
        """A constant."""
        op = onnx.ConstantOp(value=attribute, output=attribute.type, loc=self.location)
        self.block.append(op)
        known = attribute if isinstance(attribute, DenseElementsAttr) else None
        return Tensor(self, op.results[0], known)

    def array(self, array: np.ndarray[Any, Any], element: Type) -> Tensor:
        """A constant of numpy's numbers."""
        type = RankedTensorType(tuple(array.shape), element)
        return self.elements(DenseElementsAttr.from_numpy(array, type))

    def number(self, value: Number, element: Type) -> Tensor:
        """A constant of rank 0."""
        return self.elements(DenseElementsAttr.of(RankedTensorType((), element), [value]))

    def integers(self, *numbers: int) -> Tensor:
        """A constant vector of 64-bit integers."""
        type = RankedTensorType((len(numbers),), I64)
        return self.elements(DenseElementsAttr.of(type, list(numbers)))

    def concat(self, parts: Sequence[Tensor], axis: int) -> Tensor:
        """Tensors one after the other."""
        return parts[0] if len(parts) == 1 else self("Concat", list(parts), axis=axis)

    def counts(self, size: int) -> Tensor:
        """0, 1, … as a vector of 64-bit integers."""
        return self.integers(*range(size))

    def yielded(self, values: Sequence[Tensor]) -> Region:
        """The region of the block, which ends with these values."""
        block = self.block
        values = [v if _made_in(v.value, block) else v("Identity") for v in values]
        block.append(onnx.YieldOp([v.value for v in values], loc=self.location))
        return Region([block])


def _made_in(value: Value, block: Block) -> bool:
    """Whether a value is the result of an op of a block, and not of the one outside of it."""
    op = value.defining_op
    return op is not None and op.parent is block


def _class(name: str) -> Any:
    dialect: Any = builtin_dialect("onnx")
    cls = dialect.op_class(f"onnx.{name}")
    if cls is None:
        raise Refused(f"onnx has no {name}")
    return cls

"""Emitter: inserts ops that replace one ONNX op, with constants before all loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, overload

from mlirlite.dialects import arith, builtin
from mlirlite.dialects.onnx.schedules.schedule import SCHEDULE, as_entries
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseResourceAttr
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.machine import Machine
from mlirlite.support.tuning import Tuning

Number = TypeVar("Number", int, float, str)


class Emitter:
    """Inserts ops that replace one ONNX op."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        self.op: Any = op  # each lowering knows the class of its op
        self.rewriter = rewriter
        self.machine: Machine | None = getattr(rewriter.types, "machine", None)
        """The machine for schedules; None for plain loops."""
        tuning = Tuning() if self.machine is None else self.machine.tuning
        self.tuning: Tuning = tuning | as_entries(op.attribute(SCHEDULE))
        """The machine's tuning, overridden by the op's schedule."""
        self.threads: int = getattr(rewriter.types, "threads", 1)
        """How many share loops whose iterations are independent."""
        self.checks: bool = getattr(rewriter.types, "checks", True)
        """Whether the code checks at run time what the op requires."""
        self.read: list[DenseResourceAttr] = []
        """Constants whose elements were read (`packing.constant_array`)."""
        self._constants: dict[Attribute, Value] = {}
        self._loops: list[Operation] = []

    @property
    def node(self) -> str:
        """` (node 'name')`, "" for a node without a name."""
        name = node_name(self.op)
        return f" (node '{name}')" if name else ""

    @overload
    def attr(self, name: str, default: Number) -> Number: ...
    @overload
    def attr(self, name: str, default: Any = None) -> Any: ...
    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute as Python's int, float, str or tuple; the default if it is missing."""
        return self.op.get(name, default)

    def error(self, message: str) -> DiagnosticError:
        """An error at the op that names its node."""
        return DiagnosticError(self.op.error(f"{message}{self.node}"))

    def insert(self, op: Operation) -> Operation:
        """Insert a detached op at the current position."""
        self.rewriter.insert(op)
        return op

    def emit(
        self,
        op: type[Operation],
        operands: Sequence[Value],
        properties: dict[str, Attribute] | None = None,
        type: Type | None = None,
    ) -> Value:
        """Insert an op with one result, by default of the first operand's type."""
        made = op.create(
            operands,
            (type or operands[0].type,),
            {**_defaults(op), **properties} if properties else _defaults(op).copy(),
        )
        self.rewriter.insert(made)
        result: Value = made.results[0]
        return result

    def compare(self, op: type[Operation], predicate: Any, lhs: Value, rhs: Value) -> Value:
        """An arith.cmpi or arith.cmpf."""
        properties = {"predicate": op.definition.properties["predicate"].encode(predicate)}
        type = VectorType(lhs.type.shape, I1) if isinstance(lhs.type, VectorType) else I1
        return self.emit(op, (lhs, rhs), properties, type)

    def constant(self, attribute: Attribute) -> Value:
        """An arith.constant before all loops, one for each value."""
        found = self._constants.get(attribute)
        if found is None:
            with self.outside():
                found = self.emit(
                    arith.ConstantOp,
                    (),
                    {"value": attribute},
                    attribute.type,  # type: ignore[attr-defined]  # constants are typed
                )
            self._constants[attribute] = found
        return found

    def cast(self, value: Value, type: Type) -> Value:
        """The value seen as another type of the same bits at run time (`ui8` as `i8`)."""
        if value.type is type:
            return value
        return self.emit(builtin.UnrealizedConversionCastOp, (value,), type=type)

    @contextmanager
    def inside(
        self, op: Operation, block: Block, before: Operation | None = None
    ) -> Iterator[None]:
        """Ops in a block of an op's region, before one of its ops or at its end."""
        rewriter = self.rewriter
        saved = rewriter.block, rewriter.before
        self._loops.append(op)
        rewriter.block, rewriter.before = block, before
        try:
            yield
        finally:
            self._loops.pop()
            rewriter.block, rewriter.before = saved

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Ops before all open loops."""
        if not self._loops:
            yield
            return
        rewriter = self.rewriter
        saved = rewriter.block, rewriter.before
        outermost = self._loops[0]
        rewriter.block, rewriter.before = outermost.parent, outermost
        try:
            yield
        finally:
            rewriter.block, rewriter.before = saved


# Facts about op classes, cached

_default_properties: dict[Any, dict[str, Attribute]] = {}


def _defaults(op: type[Operation]) -> dict[str, Attribute]:
    found = _default_properties.get(op)
    if found is None:
        fields = op.definition.properties.items()
        found = {name: f.default for name, f in fields if f.default is not None}
        _default_properties[op] = found
    return found

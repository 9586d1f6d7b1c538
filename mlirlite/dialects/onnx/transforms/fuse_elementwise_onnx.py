"""--fuse-elementwise-onnx: marks chains of elementwise ops for computation in one loop.

Relu(Add(MatMul(x, W), b))  -->  the three, each with `fused = 0`; lowerings follow the mark

A chain begins with a product, one of integers and its Cast to f32, or an elementwise op; only its
last value is used outside it. A chain that begins with an elementwise op may change element types
(Cast, comparisons), and each op rounds as if it stored its result.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from mlirlite.dialects.onnx.constants import Dim, dims_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i64_attr
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    F32,
    F64,
    FloatType,
    IntegerType,
    NoneType,
    RankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.tuning import Fixed

FUSED = "fused"
"""The attribute: ops with the same number in one block are one loop."""

_FAR: Fixed[int] = 64
"""How many ops after the first one are considered."""

PRODUCTS = ("MatMul", "Gemm", "MatMulNBits")
# fmt: off
ELEMENTWISE = frozenset({
    "Abs", "Add", "Ceil", "Div", "Elu", "Erf", "Exp", "Floor", "Gelu", "HardSigmoid", "HardSwish",
    "LeakyRelu", "Log", "Max", "Min", "Mish", "Mul", "Neg", "Reciprocal", "Relu", "Round", "Selu",
    "Sigmoid", "Softplus", "Softsign", "Sqrt", "Sub", "Sum", "Swish", "Tanh", "ThresholdedRelu",
})
"""Operators of floats without libm calls."""
_ANY_NUMBER = frozenset({
    "Abs", "Add", "And", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Cast", "Clip",
    "Equal", "Greater", "GreaterOrEqual", "IsInf", "IsNaN", "Less", "LessOrEqual", "Max", "Min",
    "Mul", "Neg", "Not", "Or", "Relu", "Sign", "Sub", "Where", "Xor",
})
"""Operators also of integers and booleans, and between types."""
# fmt: on


@compiler_pass("fuse-elementwise-onnx", anchor="func.func")
def fuse_elementwise_onnx(
    function: Operation, state: PassState, *, members: int = 256, reads: int = 8
) -> None:
    """Mark elementwise ops that are computed in the loop of the product or op before them.

    Ops of a chain get one number in their attribute `fused` and are moved next to each other. A
    chain has one shape: for dynamic sizes, it must be known that nothing is broadcast.

    members: the most ops of a chain
    reads: the most buffers that its loop reads: the code checks whether they overlap
    """
    for op in list(function.walk()):
        for region in op.regions:
            for block in region:
                state.count("ops in chains", _Chains(block, members, reads).mark())


def _kind(op: Operation) -> str:
    return op.schema.name if isinstance(op, OnnxOp) else ""


class _Chains:
    """The chains of one block."""

    def __init__(self, block: Block, members: int, reads: int) -> None:
        self.block, self.members, self.reads = block, members, reads
        self.taken: set[Operation] = set()
        self.ops = list(block)
        self.places = {op: i for i, op in enumerate(self.ops)}
        self.count = 0

    def mark(self) -> int:
        """Mark and move; returns the number of ops in chains."""
        for op in self.ops:
            if op not in self.taken and _is_product(op):
                self._join(self._longest(op, self._candidates(op)))
        for op in reversed(self.ops):
            if op not in self.taken and _is_elementwise(op):
                self._join(self._cone(op))
        return len(self.taken)

    def _join(self, members: list[Operation]) -> None:
        if len(members) < 2:
            return
        for member in members:
            member.attributes[FUSED] = i64_attr(self.count)
            if member is not members[-1]:
                member.move_before(members[-1])
        self.taken.update(members)
        self.count += 1

    def _cone(self, last: Operation) -> list[Operation]:
        """The elementwise ops before the last one whose values only such ops and the last one use,
        in the block's order. On the way to arrays that all of them share, there may be more values
        than a loop may read."""
        members, reads = self._grown(last, None)
        if len(reads) > self.reads:
            members, _ = self._grown(last, self.reads)
        return sorted(members, key=self.places.__getitem__)

    def _grown(self, last: Operation, limit: int | None) -> tuple[set[Operation], set[Value]]:
        """The ops of a cone, which reads at most `limit` arrays, and those arrays."""
        type, shape = last.results[0].type, _shape(last.results[0])
        members, reads = {last}, set(_arrays(last))
        if shape is None or not all(_fits(v, type, shape) for v in reads):
            return set(), set()
        pending = [-self.places[d] for d in self._definers(last)]
        heapify(pending)
        while pending and len(members) < self.members:
            op = self.ops[-heappop(pending)]
            others = {v for v in _arrays(op) if v.defining_op not in members}
            wanted = reads - {op.results[0]} | others
            if (
                op in members
                or not _is_elementwise(op)
                or not _has_shape(op.results[0], type, shape)
                or not _stays(op.results[0], members)
                or not all(_fits(v, type, shape) for v in others)
                or (limit is not None and len(wanted) > limit)
            ):
                continue
            members.add(op)
            reads = wanted
            for definer in self._definers(op):
                heappush(pending, -self.places[definer])
        return members, reads

    def _definers(self, op: Operation) -> list[Operation]:
        """The ops of the block, in no chain yet, that define the operands of one."""
        found = (v.defining_op for v in op.operands)
        return [d for d in found if d is not None and d in self.places and d not in self.taken]

    def _candidates(self, first: Operation) -> list[Operation]:
        """The op and the later ones that belong to its chain, in the block's order."""
        members = [first, *_to_floats(first)]
        type, shape = members[-1].results[0].type, _shape(members[-1].results[0])
        if shape is None:
            return []
        mixed = _kind(first) in ELEMENTWISE | _ANY_NUMBER
        values = {m.results[0] for m in members}
        reads: set[Value] = set(first.operands)
        for op in _after(first):
            if not values.intersection(op.operands) or op in self.taken:
                continue
            others = [v for v in op.operands if v not in values and not _is_left_out(v)]
            if (
                not _is_elementwise(op)
                or not _has_shape(op.results[0], type, shape)
                or not all(_fits(v, type, shape) for v in others)
                or not (mixed or _have_elements_of(type, *op.operands, *op.results))
                or len(reads.union(others)) > self.reads
            ):
                continue
            members.append(op)
            values.add(op.results[0])
            reads.update(others)
            if len(members) == self.members:
                break
        return members

    def _longest(self, first: Operation, members: list[Operation]) -> list[Operation]:
        """The longest prefix of which only the last value is used elsewhere."""
        for count in range(len(members), 1, -1):
            inside = set(members[:count])
            last = members[count - 1]
            if all(_stays(m.results[0], inside) for m in members[:count] if m is not last):
                return members[:count]
        return []


def _arrays(op: Operation) -> list[Value]:
    """The operands that a loop reads element by element; numbers are loaded before it."""
    return [v for v in op.operands if not _is_left_out(v) and not _is_number(v)]


def _is_number(value: Value) -> bool:
    type = value.type
    return isinstance(type, RankedTensorType) and all(n == 1 for n in type.shape)


def _is_product(op: Operation) -> bool:
    """Whether an op is a product that a chain may begin with."""
    if _kind(op) not in PRODUCTS:
        return bool(_to_floats(op))
    type = op.results[0].type
    return isinstance(type, RankedTensorType) and type.element_type in (F32, F64)


def may_be_fused(op: Operation) -> bool:
    """Whether an op may be part of a chain, for some element types."""
    return _kind(op) in _ANY_NUMBER or _kind(op) in ELEMENTWISE


def _is_elementwise(op: Operation) -> bool:
    """Whether a loop over numbers of any type, or floats, computes an op without calls."""
    kind = _kind(op)
    if kind in _ANY_NUMBER:
        return all(_is_left_out(v) or _number(v) for v in (*op.operands, *op.results))
    if kind in ELEMENTWISE:
        return all(isinstance(_number(v), FloatType) for v in (*op.operands, *op.results))
    return False


def _number(value: Value) -> Type | None:
    """The element type of a tensor of numbers."""
    type = value.type
    found = type.element_type if isinstance(type, RankedTensorType) else None
    return found if isinstance(found, (FloatType, IntegerType)) else None


def _is_left_out(value: Value) -> bool:
    return isinstance(value.type, NoneType)


def _have_elements_of(type: Type, *values: Value) -> bool:
    return all(_number(v) is element_type_of(type) for v in values)


def _has_shape(value: Value, like: Type, shape: list[object]) -> bool:
    type = value.type
    if not isinstance(type, RankedTensorType) or not isinstance(like, RankedTensorType):
        return False
    return type.encoding is like.encoding and type.shape == like.shape and _shape(value) == shape


def _to_floats(op: Operation) -> list[Operation]:
    """The Cast to f32 that is the only reader of a product of integers."""
    users = list(op.results[0].users) if _kind(op) == "MatMulInteger" else []
    if len(users) != 1 or _kind(users[0]) != "Cast" or users[0].parent is not op.parent:
        return []
    type = users[0].results[0].type
    return users if isinstance(type, RankedTensorType) and type.element_type is F32 else []


def _after(op: Operation) -> Iterator[Operation]:
    found = op.next
    for _ in range(_FAR):
        if found is None:
            return
        yield found
        found = found.next


def _stays(value: Value, inside: set[Operation]) -> bool:
    return all(user in inside for user in value.users)


def _shape(value: Value) -> list[object] | None:
    """Sizes, unknown ones by what they are known to equal."""
    dims = dims_of(value)
    return None if dims is None else [_size(d) for d in dims]


def _size(size: int) -> object:
    return size.key if isinstance(size, Dim) else size


def _fits(value: Value, result: object, shape: list[object]) -> bool:
    """Whether each dimension of an operand is the chain's or 1."""
    type = value.type
    if not isinstance(type, RankedTensorType) or not isinstance(result, RankedTensorType):
        return False
    if len(type.shape) > len(shape):
        return False
    if type.encoding is not result.encoding and type.shape:
        return False
    mine = _shape(value) or []
    tail = shape[len(shape) - len(mine) :]
    return all(a in (1, b) for a, b in zip(mine, tail, strict=True))

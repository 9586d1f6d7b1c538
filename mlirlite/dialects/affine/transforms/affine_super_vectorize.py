"""--affine-super-vectorize: an innermost parallel loop does a vector of iterations at once.

for %i = 0 to 512 { store (load %a[%i] + %c), %b[%i] }
  -->  for %i = 0 to 512 step 8 { transfer_write (transfer_read %a[%i] + broadcast %c), %b[%i] }
"""

from __future__ import annotations

from mlirlite.dialects.affine._loop_utils import new_loop
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear, Row
from mlirlite.dialects.affine.analysis.dependence import Access, is_parallel
from mlirlite.dialects.affine.loops import ForOp, YieldOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.affine.memory import LoadOp, StoreOp
from mlirlite.dialects.arith import ConstantOp
from mlirlite.dialects.ub import PoisonOp
from mlirlite.dialects.vector.shapes import BroadcastOp
from mlirlite.dialects.vector.transfers import TransferReadOp, TransferWriteOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, FloatAttr, IntegerAttr, bool_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Elementwise
from mlirlite.ir.types import INDEX, FloatType, IndexType, IntegerType, MemRefType, VectorType
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-super-vectorize", anchor="func.func")
def affine_super_vectorize(
    op: Operation,
    state: PassState,
    *,
    virtual_vector_size: list[int] = [],  # noqa: B006
    test_fastest_varying: list[int] = [],  # noqa: B006
) -> None:
    """Vectorize to a target independent n-D vector abstraction.

    Vectorizes in each nest the innermost loop whose iterations are independent and whose accesses
    are contiguous or invariant; loops in it stay. The last vector may extend beyond the end:
    transfers mask elements outside the buffer.

    virtual_vector_size: the number of elements of a vector, one positive number
    test_fastest_varying: which dimension, from the last one, the accesses run along; -1 for any
    """
    # MLIR differs: upstream also makes vectors of several dimensions, and vectorizes reductions.
    if len(virtual_vector_size) != 1 or virtual_vector_size[0] <= 0:
        state.emit(op.error("vectorization needs one positive virtual-vector-size"))
        return
    if len(test_fastest_varying) > 1:
        state.emit(op.error("test-fastest-varying has more entries than the vector has dimensions"))
        return
    along = test_fastest_varying[0] if test_fastest_varying else -1
    done: set[Operation] = set()
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForOp)]:
        if loop.parent is None or any(inner in done for inner in loop.walk()):
            continue
        if loop.inits or not is_parallel(loop) or not _runs_along(loop, along):
            continue
        if _fills_vectors(loop, virtual_vector_size[0]):
            made = _Vectorizer(loop, virtual_vector_size[0])
            if made.run():
                done.add(made.new)
                state.count("num-vectorized", 1)


def _accesses(loop: ForOp) -> list[LoadOp | StoreOp]:
    return [op for op in loop.walk() if isinstance(op, (LoadOp, StoreOp))]


def _fills_vectors(loop: ForOp, size: int) -> bool:
    """False when the last vector certainly extends beyond the loop and into the buffer."""
    count, end = loop.trip_count, loop.constant_bounds[1]
    if count is None or end is None or count % size == 0:
        return True
    # MLIR differs: upstream writes elements beyond the end of the loop.
    for op in _accesses(loop):
        if isinstance(op, StoreOp):
            type, moving = op.memref_operand.type, _moving_dims(op, loop) or set()
            for d in moving:
                if not isinstance(type, MemRefType) or type.shape[type.rank - 1 - d] != end:
                    return False
    return True


def _runs_along(loop: ForOp, wanted: int) -> bool:
    """True when all accesses run along one dimension (counted from the last) by ones, or stay."""
    found: set[int] = set()
    for op in _accesses(loop):
        moving = _moving_dims(op, loop)
        if moving is None or len(moving) > 1:
            return False
        found |= moving
    if len(found) > 1:
        return False
    return wanted < 0 or not found or found == {wanted}


def _moving_dims(op: LoadOp | StoreOp, loop: ForOp) -> set[int] | None:
    """Subscripts that change with the counter, from the last; None when one moves by more than
    1."""
    access = Access(op)
    system = Constraints()
    values: list[Row] = [{system.variable(v): 1} for v in access.operands]
    counter = system.find(loop.induction_var)
    dims, symbols = values[: access.map.num_dims], values[access.map.num_dims :]
    found = set()
    for d, expr in enumerate(access.map.results):
        try:
            row = system.flatten(expr, dims, symbols)
        except NotLinear:
            return None
        if system.locals and counter is not None:
            return None
        step = row.get(counter, 0) if counter is not None else 0
        if step:
            # MLIR differs: upstream reads neighbors if the subscript moves by more.
            if step * loop.step != 1:
                return None
            found.add(len(access.map.results) - 1 - d)
    return found


class _Vectorizer:
    """Builds the vector loop beside the scalar one."""

    def __init__(self, loop: ForOp, size: int) -> None:
        self.old = loop
        self.size = size
        self.vectors: dict[Value, Value] = {}
        self.scalars: dict[Value, Value] = {}
        self.made: list[Operation] = []
        self.new = new_loop(
            (loop.lowerBoundMap.map, loop.lowerBoundOperands),
            (loop.upperBoundMap.map, loop.upperBoundOperands),
            loop.step * size,
        )
        self.new.location = loop.location
        self.scalars[loop.induction_var] = self.new.induction_var
        self.b = Builder.at_end(self.new.body)
        self.b.before = self.new.body.last

    def run(self) -> bool:
        """Replace the loop; False, without changes, when an op has no vector form."""
        parent = self.old.parent
        if parent is None:
            return False
        parent.insert_before(self.old, self.new)
        if not self._vectorize_body(self.old):
            self.new.erase()
            for made in reversed(self.made):
                made.erase()
            return False
        self.old.erase()
        return True

    def _vectorize_body(self, loop: ForOp) -> bool:
        """Emit the ops of a loop's body except the last one."""
        for op in loop.body.ops[:-1]:
            self.b.location = op.location
            if not self._vectorize(op):
                return False
        return True

    def _inner_loop(self, op: ForOp) -> bool:
        """A loop in the loop: it counts as before, and carries vectors."""
        inits = [self._operand(v) for v in op.inits]
        end = op.body.last
        if end is None or any(v is None for v in inits):
            return False
        vectors = [v for v in inits if v is not None]
        body = Block([INDEX, *(v.type for v in vectors)])
        made: Operation = ForOp(
            [self.scalars.get(v, v) for v in op.lowerBoundOperands],
            [self.scalars.get(v, v) for v in op.upperBoundOperands],
            vectors,
            lowerBoundMap=op.lowerBoundMap,
            upperBoundMap=op.upperBoundMap,
            step=op.step,
            region=Region([body]),
            results_=[v.type for v in vectors],
        )
        self.b.insert(made)
        outer, self.b = self.b, Builder.at_end(body)
        self.scalars[op.induction_var] = body.args[0]
        self.vectors.update(zip(op.iter_args, body.args[1:], strict=True))
        yielded = [self._operand(v) for v in end.operands] if self._vectorize_body(op) else [None]
        if None in yielded:
            return False
        self.b.insert(YieldOp([v for v in yielded if v is not None]))
        self.b = outer
        self.vectors.update(zip(op.results, made.results, strict=True))
        return True

    def _vectorize(self, op: Operation) -> bool:
        if isinstance(op, ForOp):
            return self._inner_loop(op)
        if isinstance(op, LoadOp):
            return self._load(op)
        if isinstance(op, StoreOp):
            return self._store(op)
        if isinstance(op, ApplyOp):
            if any(v in self.vectors for v in op.operands):
                return False
            copy = self.b.insert(op.clone(dict(self.scalars)))
            self.scalars[op.results[0]] = copy.results[0]
            return True
        if isinstance(op, ConstantOp):
            return self._constant(op) is not None
        if Elementwise not in op.traits or op.regions:
            return False
        operands = [self._operand(v) for v in op.operands]
        types = [self._type(r.type) for r in op.results]
        if any(v is None for v in operands) or any(t is None for t in types):
            return False
        made = type(op).create(
            [v for v in operands if v is not None],
            [t for t in types if t is not None],
            dict(op.properties),
            dict(op.attributes),
        )
        self.b.insert(made)
        self.vectors.update(zip(op.results, made.results, strict=True))
        return True

    def _type(self, element: Type) -> VectorType | None:
        if not isinstance(element, (IntegerType, FloatType, IndexType)):
            return None
        vector: VectorType = VectorType((self.size,), element)
        return vector

    def _operand(self, value: Value) -> Value | None:
        """The vector for a scalar: an existing one, a constant, or a broadcast of an invariant
        value."""
        found = self.vectors.get(value)
        if found is not None:
            return found
        maker = value.defining_op
        if isinstance(maker, ConstantOp):
            return self._constant(maker)
        type = self._type(value.type)
        if type is None:
            return None
        is_counter = isinstance(value, BlockArgument) and value in self.scalars
        if is_counter and value is not self.old.induction_var:
            # The same in all lanes.
            value, scalar = self.scalars[value], value
        elif not self.old.is_defined_outside(value):
            return None
        else:
            scalar = value
        made: Operation = BroadcastOp(value, vector=type)
        if isinstance(value, OpResult):
            b = Builder.after_op(value.owner)
        elif value.parent_block is not None:
            b = Builder.at_start(value.parent_block)
        else:
            return None
        b.location = self.b.location
        b.insert(made)
        if scalar is value:
            self.made.append(made)
        self.vectors[scalar] = made.results[0]
        return made.results[0]

    def _constant(self, op: ConstantOp) -> Value | None:
        type = self._type(op.results[0].type)
        if type is None or not isinstance(op.value, (IntegerAttr, FloatAttr)):
            return None
        attribute = DenseElementsAttr.of(type, op.value.value)
        b = Builder.at_start(self.new.body)
        b.location = op.location
        made: Operation = b.insert(ConstantOp(attribute, result=type))
        self.vectors[op.results[0]] = made.results[0]
        return made.results[0]

    def _subscripts(self, op: LoadOp | StoreOp) -> tuple[list[Value], AffineMapAttr]:
        """The indices in the new loop, and which of them runs along the vector."""
        operands = [self.scalars.get(v, v) for v in op.index_operands]
        map = op.affine_map
        type = op.memref_operand.type
        rank = type.rank if isinstance(type, MemRefType) else 0
        indices = operands
        if map is not AffineMap.identity(rank):
            indices = []
            for result in map.results:
                single = AffineMapAttr(map._replace(results=(result,)))
                applied: Operation = self.b.insert(ApplyOp(single, operands))
                indices.append(applied.results[0])
        moving = _moving_dims(op, self.old) or set()
        along: AffineExpr = AffineConst(0)
        for d in moving:
            along = AffineDim(rank - 1 - d)
        permutation: AffineMap = AffineMap(rank, 0, (along,))
        return indices, AffineMapAttr(permutation)

    def _load(self, op: LoadOp) -> bool:
        type = self._type(op.results[0].type)
        if type is None:
            return False
        indices, permutation = self._subscripts(op)
        padding = self.b.insert(PoisonOp(result=op.results[0].type)).results[0]
        made: Operation = TransferReadOp(
            base=op.memref_operand,
            indices=indices,
            padding=padding,
            permutation_map=permutation,
            in_bounds=ArrayAttr((bool_attr(False),)),
            vector=type,
        )
        self.b.insert(made)
        self.vectors[op.results[0]] = made.results[0]
        return True

    def _store(self, op: StoreOp) -> bool:
        value = self._operand(op.operands[0])
        if value is None:
            return False
        indices, permutation = self._subscripts(op)
        made: Operation = TransferWriteOp(
            valueToStore=value,
            base=op.memref_operand,
            indices=indices,
            permutation_map=permutation,
            in_bounds=ArrayAttr((bool_attr(False),)),
            result=None,
        )
        self.b.insert(made)
        return True

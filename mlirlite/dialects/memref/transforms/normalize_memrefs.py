"""--normalize-memrefs: layouts that are maps are folded into shapes and subscripts.

memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>, %m[%i]
  -->  memref<4x4xf32>, %m[%i floordiv 4, %i mod 4]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.dialects import memref
from mlirlite.dialects.affine._compose import compose
from mlirlite.dialects.affine.analysis.constraints import (
    Constraints,
    NotLinear,
    Row,
    constant,
    plus,
)
from mlirlite.dialects.affine.loops import YieldOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.affine.memory import (
    DmaStartOp,
    DmaWaitOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
    VectorLoadOp,
    VectorStoreOp,
)
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.dialects.arith import AddIOp, ConstantOp, SubIOp
from mlirlite.dialects.func import CallOp, FuncOp, ReturnOp
from mlirlite.dialects.memref._layout import strided_map
from mlirlite.dialects.memref.casts import CastOp, MemorySpaceCastOp, ReinterpretCastOp
from mlirlite.dialects.memref.views import DimOp
from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr, StridedLayoutAttr, i64_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, FunctionType, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

AFFINE = (LoadOp, StoreOp, PrefetchOp, VectorLoadOp, VectorStoreOp)
_NORMALIZABLE = (
    *AFFINE,
    DmaStartOp,
    DmaWaitOp,
    ParallelOp,
    YieldOp,
    CallOp,
    ReturnOp,
    CastOp,
    DimOp,
    MemorySpaceCastOp,
    ReinterpretCastOp,
    memref.DeallocOp,
    memref.LoadOp,
    memref.StoreOp,
)
_ALLOCATIONS = (memref.AllocOp, memref.AllocaOp)
_CASTS = (CastOp, MemorySpaceCastOp, ParallelOp)
"""Ops whose results have layouts of their own, which may change."""


@compiler_pass("normalize-memrefs", anchor="builtin.module")
def normalize_memrefs(op: Operation, state: PassState) -> None:
    """Normalize memrefs.

    Changes buffers with a static shape, or with a tiled layout. A function with a buffer that has
    uses other than accesses, casts, calls, returns and deallocations stays, and so do its callers
    and callees.
    """
    functions = [inner for inner in op.walk() if isinstance(inner, FuncOp)]
    by_name = {function.sym_name: function for function in functions}
    stays = {f for f in functions if not _is_normalizable(f)}
    todo = list(stays)
    while todo:
        for other in _neighbors(todo.pop(), functions, by_name):
            if other not in stays:
                stays.add(other)
                todo.append(other)
    for function in functions:
        if function not in stays:
            state.count("num-normalized", _normalize(function))
            _update_types(function, functions)


def _neighbors(
    function: FuncOp, functions: Iterable[FuncOp], by_name: dict[str, FuncOp]
) -> list[FuncOp]:
    """The functions that a function calls, and that call it."""
    called = [by_name.get(name) for name in _called(function)]
    found = [f for f in called if f is not None]
    return found + [f for f in functions if function.sym_name in _called(f)]


def _called(function: FuncOp) -> set[str]:
    return {op.callee.root for op in function.walk() if isinstance(op, CallOp)}


def layout_map(type: Type) -> AffineMap | None:
    """The map of a layout that is not an identity."""
    if not isinstance(type, MemRefType) or type.layout is None:
        return None
    if isinstance(type.layout, StridedLayoutAttr):
        map = strided_map(type.layout.strides, type.layout.offset)
    elif isinstance(type.layout, AffineMapAttr):
        map = type.layout.map
    else:
        return None
    return None if map.is_identity else map


def _is_normalizable(function: FuncOp) -> bool:
    if function.is_declaration:
        return True
    changing: set[Value] = set(function.body.entry.args)
    for op in function.walk():
        if isinstance(op, (*_ALLOCATIONS, CallOp)):
            changing.update(op.results)
    if not all(_has_known_users(v) for v in changing if layout_map(v.type) is not None):
        return False
    # Values that cross functions change their type on both sides, or on none.
    crossing = [
        v for op in function.walk() if isinstance(op, (CallOp, ReturnOp)) for v in op.operands
    ]
    makers = (*_CASTS, ReinterpretCastOp)
    return all(
        v in changing or isinstance(v.defining_op, makers) or normalized(v.type) is v.type
        for v in crossing
    )


def _has_known_users(value: Value) -> bool:
    return all(isinstance(user, _NORMALIZABLE) for user in value.users)


def tiles(map: AffineMap) -> dict[int, AffineExpr] | None:
    """For each result of a tiled layout that is `d floordiv size` or `d mod size` the number of
    elements in its dimension; None for other layouts."""
    found: dict[int, AffineExpr] = {}
    for i, expr in enumerate(map.results):
        if not (isinstance(expr, AffineBinary) and expr.kind == "floordiv"):
            continue
        if not isinstance(expr.rhs, AffineConst):
            continue
        others = [j for j, e in enumerate(map.results) if j != i and expr.lhs in e.nodes()]
        if len(others) != 1:
            return None
        other = map.results[others[0]]
        if not isinstance(other, AffineBinary) or other.kind != "mod":
            return None
        if other.lhs is not expr.lhs or other.rhs is not expr.rhs:
            return None
        found[i] = expr.lhs.ceildiv(expr.rhs)
        found[others[0]] = expr.rhs
    return found or None


def normalized(type: Type) -> Type:
    """The type with an identity layout; the same type where that is not known."""
    map = layout_map(type)
    if map is None or not isinstance(type, MemRefType) or not type.shape:
        return type
    unknown = {AffineDim(d) for d, size in enumerate(type.shape) if size == DYNAMIC}
    if unknown and tiles(map) is None:
        return type
    system = Constraints()
    dims = [system.add_dim() for _ in type.shape]
    symbols: list[Row] = [{system.add_symbol(): 1} for _ in range(map.num_symbols)]
    rows: list[Row] = [{v: 1} for v in dims]
    try:
        results = [system.flatten(e, rows, symbols) for e in map.results]
    except NotLinear:
        return type
    for var, size in zip(dims, type.shape, strict=True):
        if size != DYNAMIC:
            system.add_inequality({var: 1})
            system.add_inequality(plus({None: size - 1}, {var: 1}, -1))
    for quotient in system.locals:  # rounded down, which elimination may lose
        bound = system.constant_bound(quotient, lower=False)
        if bound is not None:
            system.add_inequality(plus(constant(bound), {quotient: 1}, -1))
    shape = []
    for row, expr in zip(results, map.results, strict=True):
        if unknown.intersection(expr.leaves()):
            shape.append(DYNAMIC)
            continue
        measured = system.copy()
        var = measured.add_dim()
        measured.add_equality(plus(row, {var: 1}, -1))
        last = measured.constant_bound(var, lower=False)
        if last is None or last < 0:
            return type
        shape.append(last + 1)
    found: MemRefType = MemRefType(tuple(shape), type.element_type, None, type.memory_space)
    return found


def _normalize(function: FuncOp) -> int:
    if function.is_declaration:
        return 0
    count = 0
    ops = list(function.walk())
    for op in ops:
        if isinstance(op, _ALLOCATIONS):
            count += _normalize_allocation(op)
    for op in ops:
        if isinstance(op, ReinterpretCastOp):
            count += _normalize_reinterpret_cast(op)
    for argument in function.body.entry.args:
        count += _retype(argument, normalized(argument.type))
    for op in ops:
        if isinstance(op, _CASTS):
            for result in op.results:
                if _has_known_users(result):
                    count += _retype(result, normalized(result.type))
    return count


def _retype(value: Value, new: Type, symbols: Sequence[Value] = ()) -> bool:
    """Give a value its normalized type; True when that is another one."""
    map = layout_map(value.type)
    if map is None or new is value.type:
        return False
    value.type = new
    for user in value.users:
        _remap(user, value, map, symbols)
    return True


def _normalize_allocation(op: memref.AllocOp | memref.AllocaOp) -> bool:
    old, new = op.results[0].type, normalized(op.results[0].type)
    map = layout_map(old)
    if new is old or map is None or not isinstance(new, MemRefType):
        return False
    sizes, symbols = list(op.dynamicSizes), list(op.symbolOperands)
    b = Builder.before_op(op)
    known = tiles(map) or {}
    inputs: list[Value] = []
    if DYNAMIC in new.shape and isinstance(old, MemRefType):
        given = iter(sizes)
        inputs = [
            next(given) if n == DYNAMIC else b.insert(ConstantOp(IntegerAttr(n, INDEX))).results[0]
            for n in old.shape
        ]
    new_sizes = [
        _apply(b, map._replace(results=(known.get(i, map.results[i]),)), inputs)[0]
        for i, size in enumerate(new.shape)
        if size == DYNAMIC
    ]
    if op.definition is not None:
        op.definition.set_operand_group(op, 0, new_sizes)
        op.definition.set_operand_group(op, 1, [])
    return _retype(op.results[0], new, symbols)


def _normalize_reinterpret_cast(op: ReinterpretCastOp) -> bool:
    """One without an offset, with strides of 1."""
    old, new = op.results[0].type, normalized(op.results[0].type)
    map = layout_map(old)
    if new is old or map is None or not _has_known_users(op.results[0]):
        return False
    if not isinstance(old, MemRefType) or not isinstance(new, MemRefType):
        return False
    b = Builder.before_op(op)

    def number(value: int) -> Value:
        return b.insert(ConstantOp(IntegerAttr(value, INDEX))).results[0]

    given = iter(op.sizes)
    last = [
        b.insert(SubIOp(next(given), number(1))).results[0] if size == DYNAMIC else number(size - 1)
        for size in old.shape
    ]
    symbols = list(op.strides)
    sizes = [
        _apply(b, map._replace(results=(map.results[i],)), [*last, *symbols])[0]
        for i, size in enumerate(new.shape)
        if size == DYNAMIC
    ]
    sizes = [b.insert(AddIOp(size, number(1))).results[0] for size in sizes]
    made: Operation = b.insert(
        ReinterpretCastOp(
            op.source,
            [],
            sizes,
            [],
            static_offsets=i64_array([0] * len(new.shape)),
            static_sizes=i64_array(new.shape),
            static_strides=i64_array([1] * len(new.shape)),
            result=old,
        )
    )
    op.replace_all_uses_with(made)
    op.erase()
    return _retype(made.results[0], new, symbols)


def _remap(user: Operation, value: Value, layout: AffineMap, symbols: Sequence[Value]) -> None:
    """Let an access use the layout's results as subscripts."""
    b = Builder.before_op(user)
    if isinstance(user, AFFINE) and user.memref_operand is value:
        old = user.affine_map
        subscripts = list(user.index_operands)
        if not old.is_identity:  # as upstream, these stay although they end up unused
            subscripts = _apply(b, old, subscripts)
        map, operands = _composed(b, layout, [*subscripts, *symbols])
        group = user.operands.index(value)
        if user.definition is not None:
            user.definition.set_operand_group(user, group + 1, operands)
        user.properties["map"] = AffineMapAttr(map)
    elif isinstance(user, (memref.LoadOp, memref.StoreOp)) and user.memref is value:
        group = user.operands.index(value)
        map, operands = _composed(b, layout, [*user.indices, *symbols])
        if user.definition is not None:
            user.definition.set_operand_group(user, group + 1, _apply(b, map, operands))


def _apply(b: Builder, map: AffineMap, operands: Sequence[Value]) -> list[Value]:
    """An affine.apply for each result."""
    singles = (AffineMapAttr(map._replace(results=(r,))) for r in map.results)
    return [b.insert(ApplyOp(single, operands)).results[0] for single in singles]


def _composed(
    b: Builder, layout: AffineMap, subscripts: Sequence[Value]
) -> tuple[AffineMap, list[Value]]:
    """The layout over the subscripts, composed one result after the other."""
    applied = _apply(b, layout, subscripts)
    map, operands = compose(AffineMap.identity(len(applied)), applied)
    for value in applied:
        if value.defining_op is not None:
            value.defining_op.erase()
    return map, operands


def _update_types(function: FuncOp, functions: Sequence[FuncOp]) -> None:
    """The function's type as its body has it now, and what its callers get from it."""
    type = function.signature()
    results = list(type.results)
    if function.is_declaration:
        inputs = [normalized(t) for t in type.inputs]
        results = [normalized(t) for t in results]
    else:
        inputs = [argument.type for argument in function.body.entry.args]
        for op in function.walk():
            if isinstance(op, ReturnOp):
                for i, operand in enumerate(op.operands):
                    if layout_map(operand.type) is None:
                        results[i] = operand.type
    new: FunctionType = FunctionType(tuple(inputs), tuple(results))
    function.properties["function_type"] = new
    for caller in functions:
        calls = [op for op in caller.walk() if isinstance(op, CallOp)]
        changed = False
        for call in calls:
            if call.callee.root == function.sym_name:
                for result, result_type in zip(call.results, results, strict=True):
                    changed = _retype(result, result_type) or changed
        if changed:
            _update_types(caller, functions)

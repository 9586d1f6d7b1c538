"""--normalize-memrefs: layouts that are maps go into the shapes and subscripts.

memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>, %m[%i]
  -->  memref<4x4xf32>, %m[%i floordiv 4, %i mod 4]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.dialects.affine._compose import compose
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear, Row, plus
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
from mlirlite.dialects.func import CallOp, FuncOp, ReturnOp
from mlirlite.dialects.memref import memory
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, FunctionType, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

AFFINE = (LoadOp, StoreOp, PrefetchOp, VectorLoadOp, VectorStoreOp)
_NORMALIZABLE = (
    *AFFINE,
    DmaStartOp,
    DmaWaitOp,
    CallOp,
    ReturnOp,
    memory.DeallocOp,
    memory.LoadOp,
    memory.StoreOp,
    memory.CopyOp,
)
_ALLOCATIONS = (memory.AllocOp, memory.AllocaOp)


@compiler_pass("normalize-memrefs", anchor="builtin.module")
def normalize_memrefs(op: Operation, state: PassState) -> None:
    """Normalize memrefs.

    Buffers with a static shape and a layout map without symbols. A function with a buffer that is
    used otherwise than by accesses, calls, returns and frees stays, and so do its callers and
    callees.
    """
    functions = [inner for inner in op.walk() if isinstance(inner, FuncOp)]
    by_name = {function.sym_name: function for function in functions}
    stays = {f for f in functions if not _is_normalizable(f)}
    todo = list(stays)
    while todo:
        for other in _neighbours(todo.pop(), functions, by_name):
            if other not in stays:
                stays.add(other)
                todo.append(other)
    for function in functions:
        if function not in stays:
            state.count("num-normalized", _normalize(function))
    for function in functions:
        if function not in stays:
            _update_type(function)


def _neighbours(
    function: FuncOp, functions: Iterable[FuncOp], by_name: dict[str, FuncOp]
) -> list[FuncOp]:
    """The functions that a function calls, and that call it."""
    called = [by_name.get(name) for name in _called(function)]
    found = [f for f in called if f is not None]
    return found + [f for f in functions if function.sym_name in _called(f)]


def _called(function: FuncOp) -> set[str]:
    return {op.callee.root for op in function.walk() if isinstance(op, CallOp)}


def _values(function: FuncOp) -> list[Value]:
    """The buffers that have layouts: arguments, and results of allocations and calls."""
    if function.is_declaration:
        return []
    found: list[Value] = list(function.body.entry.args)
    for op in function.walk():
        if isinstance(op, (*_ALLOCATIONS, CallOp)):
            found += op.results
    return [v for v in found if layout_map(v.type) is not None]


def layout_map(type: Type) -> AffineMap | None:
    """The map of a layout that is a map and no identity."""
    if not isinstance(type, MemRefType) or not isinstance(type.layout, AffineMapAttr):
        return None
    map = type.layout.map
    return None if map.is_identity else map


def _is_normalizable(function: FuncOp) -> bool:
    return all(isinstance(user, _NORMALIZABLE) for v in _values(function) for user in v.users)


def normalized(type: Type) -> Type:
    """The type with an identity layout; the same type where that is not known."""
    map = layout_map(type)
    if map is None or not isinstance(type, MemRefType) or map.num_symbols:
        return type
    # MLIR differs: upstream also normalises dynamic shapes with tiled layouts.
    if DYNAMIC in type.shape:
        return type
    system = Constraints()
    dims = [system.add_dim() for _ in type.shape]
    rows: list[Row] = [{v: 1} for v in dims]
    shape = []
    try:
        results = [system.flatten(e, rows) for e in map.results]
    except NotLinear:
        return type
    for var, size in zip(dims, type.shape, strict=True):
        system.add_inequality({var: 1})
        system.add_inequality(plus({None: size - 1}, {var: 1}, -1))
    for row in results:
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
    count = 0
    for value in _values(function):
        map, new = layout_map(value.type), normalized(value.type)
        if map is None or new is value.type:
            continue
        value.type = new
        for user in value.users:
            _remap(user, value, map)
        count += 1
    return count


def _remap(user: Operation, value: Value, layout: AffineMap) -> None:
    """Let an access use the layout's results as subscripts."""
    b = Builder.before_op(user)
    if isinstance(user, AFFINE) and user.memref_operand is value:
        old = user.affine_map
        subscripts = list(user.index_operands)
        if not old.is_identity:  # as upstream, these stay although nothing uses them in the end
            subscripts = _apply(b, old, subscripts)
        map, operands = _composed(b, layout, subscripts)
        group = user.operands.index(value)
        if user.definition is not None:
            user.definition.set_operand_group(user, group + 1, operands)
        user.properties["map"] = AffineMapAttr(map)
    elif isinstance(user, (memory.LoadOp, memory.StoreOp)) and user.memref is value:
        group = user.operands.index(value)
        map, operands = _composed(b, layout, user.indices)
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


def _update_type(function: FuncOp) -> None:
    """Arguments and results of the function's type as its body has them now."""
    type = function.signature()
    inputs = [normalized(t) for t in type.inputs]
    results = [normalized(t) for t in type.results]
    new: FunctionType = FunctionType(tuple(inputs), tuple(results))
    function.properties["function_type"] = new

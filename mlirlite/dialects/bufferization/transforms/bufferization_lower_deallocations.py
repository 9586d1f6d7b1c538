"""--bufferization-lower-deallocations: bufferization.dealloc becomes memref.dealloc ops.

bufferization.dealloc (%m) if (%c)  -->  scf.if %c { memref.dealloc %m }
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from mlirlite.dialects import arith, func, memref, scf
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.bufferization.ops import DeallocOp
from mlirlite.dialects.bufferization.transforms._ownership import build_bool
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import DYNAMIC, I1, INDEX, MemRefType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.parser import parse_module
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter
from mlirlite.support.diagnostics import DiagnosticError, error

_HELPER = """
func.func private @dealloc_helper(%buffers: memref<?xindex>, %retained: memref<?xindex>,
    %conditions: memref<?xi1>, %frees: memref<?xi1>, %owned: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %n = memref.dim %buffers, %c0 : memref<?xindex>
  %k = memref.dim %retained, %c0 : memref<?xindex>
  scf.for %i = %c0 to %k step %c1 {
    memref.store %false, %owned[%i] {nontemporal = false} : memref<?xi1>
  }
  scf.for %j = %c0 to %n step %c1 {
    %buffer = memref.load %buffers[%j] {nontemporal = false} : memref<?xindex>
    %condition = memref.load %conditions[%j] {nontemporal = false} : memref<?xi1>
    %unretained = scf.for %i = %c0 to %k step %c1 iter_args(%so_far = %true) -> (i1) {
      %other = memref.load %retained[%i] {nontemporal = false} : memref<?xindex>
      %same = arith.cmpi eq, %other, %buffer : index
      scf.if %same {
        %old = memref.load %owned[%i] {nontemporal = false} : memref<?xi1>
        %new = arith.ori %old, %condition : i1
        memref.store %new, %owned[%i] {nontemporal = false} : memref<?xi1>
      }
      %differs = arith.cmpi ne, %other, %buffer : index
      %all = arith.andi %so_far, %differs : i1
      scf.yield %all : i1
    }
    %unseen = scf.for %i = %c0 to %j step %c1 iter_args(%so_far = %unretained) -> (i1) {
      %other = memref.load %buffers[%i] {nontemporal = false} : memref<?xindex>
      %differs = arith.cmpi ne, %other, %buffer : index
      %all = arith.andi %so_far, %differs : i1
      scf.yield %all : i1
    }
    %free = arith.andi %unseen, %condition : i1
    memref.store %free, %frees[%j] {nontemporal = false} : memref<?xi1>
  }
  return
}
"""
"""Which of the buffers to free, each once, and which of the retained ones are owned."""


@compiler_pass("bufferization-lower-deallocations")
def bufferization_lower_deallocations(op: Operation, state: PassState) -> None:
    """Lowers `bufferization.dealloc` operations to `memref.dealloc` operations.

    A deallocation of several buffers calls a function that compares all addresses, which is added
    to the module: run the pass on the module for that.
    """
    if op.name != "builtin.module" and not isinstance(op, FunctionLike):
        message = "root operation must be a builtin.module or a function"
        raise DiagnosticError(error(message, op.where))
    deallocs = [inner for inner in op.walk() if isinstance(inner, DeallocOp)]
    helpers: dict[Operation, str] = {}
    if op.name == "builtin.module":
        for dealloc in deallocs:
            table = _symbol_table(dealloc)
            if len(dealloc.memrefs) > 1 and table is not None and table not in helpers:
                helpers[table] = _insert_helper(table)
    for dealloc in deallocs:
        if dealloc.parent is not None:
            _lower(dealloc, Rewriter(dealloc.parent, dealloc, dealloc.location), helpers)


def _symbol_table(op: Operation) -> Operation | None:
    parent = op.parent_op
    while parent is not None and not parent.has_trait(SymbolTable):
        parent = parent.parent_op
    return parent


def _insert_helper(table: Operation) -> str:
    """Add the function that compares addresses to the end of a module; returns its name."""
    taken = {symbol_name(op) for op in symbol_ops(table)}
    name, count = "dealloc_helper", 0
    while name in taken:
        name, count = f"dealloc_helper_{count}", count + 1
    helper = parse_module(_HELPER, Context(), filename=__file__).regions[0].entry.first
    if helper is None:
        raise ValueError("the text of the function is empty")
    helper.detach()
    helper.properties["sym_name"] = StringAttr(name)
    table.regions[0].entry.append(helper)
    return name


def _lower(op: DeallocOp, rw: Rewriter, helpers: dict[Operation, str]) -> None:
    if not op.memrefs:
        no = build_bool(rw, False)
        rw.replace(op, [no] * len(op.retained))
    elif len(op.memrefs) > 1:
        table = _symbol_table(op)
        if table is None or table not in helpers:
            message = (
                "library function required for generic lowering, but cannot be automatically "
                "inserted when operating on functions"
            )
            raise DiagnosticError(error(message, op.where))
        _lower_several(op, rw, helpers[table])
    elif op.retained:
        _lower_one_with_retained(op, rw)
    else:
        _free_if(rw, op.conditions[0], op.memrefs[0])
        rw.erase(op)


def _free_if(rw: Rewriter, condition: Value, buffer: Value) -> None:
    block = Block()
    then = Rewriter(block, location=rw.location)
    then.insert(memref.DeallocOp(buffer))
    then.insert(scf.YieldOp(()))
    rw.insert(scf.IfOp.create((condition,), (), regions=[Region([block]), Region()]))


def _value(rw: Rewriter, op: Operation) -> Value:
    return rw.insert(op).results[0]


def _address(rw: Rewriter, buffer: Value) -> Value:
    return _value(rw, memref.ExtractAlignedPointerAsIndexOp(buffer))


def _and(rw: Rewriter) -> Callable[[Value, Value], Value]:
    return lambda a, b: _value(rw, arith.AndIOp(a, b))


def _lower_one_with_retained(op: DeallocOp, rw: Rewriter) -> None:
    """Compare one address with the retained ones."""
    condition, both = op.conditions[0], _and(rw)
    address = _address(rw, op.memrefs[0])
    differ: list[Value] = []
    for retained in op.retained:
        other = _address(rw, retained)
        differ.append(_value(rw, arith.CmpIOp(arith.CmpIPredicate.ne, address, other)))
    _free_if(rw, both(reduce(both, differ), condition), op.memrefs[0])
    true = build_bool(rw, True)
    owned = [both(_value(rw, arith.XOrIOp(different, true)), condition) for different in differ]
    rw.replace(op, owned)


def _lower_several(op: DeallocOp, rw: Rewriter, helper: str) -> None:
    """Let a function compare the addresses, which it gets in memory."""
    buffers = _alloc(rw, len(op.memrefs), INDEX)
    conditions = _alloc(rw, len(op.conditions), I1)
    retained = _alloc(rw, len(op.retained), INDEX)
    for i, buffer in enumerate(op.memrefs):
        _store(rw, _address(rw, buffer), buffers, i)
    for i, condition in enumerate(op.conditions):
        _store(rw, condition, conditions, i)
    for i, buffer in enumerate(op.retained):
        _store(rw, _address(rw, buffer), retained, i)
    given = [_dynamic(rw, buffers), _dynamic(rw, conditions), _dynamic(rw, retained)]
    frees, owned = _alloc(rw, len(op.memrefs), I1), _alloc(rw, len(op.retained), I1)
    results = [_dynamic(rw, frees), _dynamic(rw, owned)]
    arguments = (given[0], given[2], given[1], *results)
    rw.insert(func.CallOp.create(arguments, (), {"callee": SymbolRefAttr(helper)}))
    for i, buffer in enumerate(op.memrefs):
        _free_if(rw, _load(rw, frees, i), buffer)
    replacements = [_load(rw, owned, i) for i in range(len(op.retained))]
    for made in (buffers, retained, conditions, frees, owned):
        rw.insert(memref.DeallocOp(made))
    rw.replace(op, replacements)


def _alloc(rw: Rewriter, size: int, element: Type) -> Value:
    return _value(rw, memref.AllocOp((), (), memref=MemRefType((size,), element)))


def _dynamic(rw: Rewriter, buffer: Value) -> Value:
    element = element_type_of(buffer.type)
    return _value(rw, memref.CastOp(buffer, dest=MemRefType((DYNAMIC,), element)))


def _store(rw: Rewriter, value: Value, buffer: Value, index: int) -> None:
    rw.insert(memref.StoreOp(value, buffer, (index_constant(rw, index),)))


def _load(rw: Rewriter, buffer: Value, index: int) -> Value:
    place: Sequence[Value] = (index_constant(rw, index),)
    return _value(rw, memref.LoadOp(buffer, place))

"""--affine-raise-from-memref: accesses whose indices are affine become affine accesses.

%k = arith.addi %i, %c1; memref.load %m[%k]  -->  affine.load %m[%i + 1]
"""

from __future__ import annotations

from mlirlite.dialects import memref
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._compose import is_symbol
from mlirlite.dialects.affine._scope import affine_scope, is_valid_dim
from mlirlite.dialects.affine.memory import LoadOp, StoreOp
from mlirlite.dialects.arith import AddIOp, MulIOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-raise-from-memref", anchor="func.func")
def affine_raise_from_memref(op: Operation, state: PassState) -> None:
    """Turn some memref operators to affine operators where supported.

    memref.load and memref.store whose indices are sums and products of constants, symbols and
    dimensions.
    """
    for access in [o for o in op.walk() if isinstance(o, (memref.LoadOp, memref.StoreOp))]:
        found = _Subscripts(access)
        exprs = [found.expression(index) for index in access.indices]
        if None in exprs:
            continue
        results = tuple(e for e in exprs if e is not None)
        map = AffineMapAttr(AffineMap(len(found.dims), len(found.symbols), results))
        operands = [*found.dims, *found.symbols]
        b = Builder.before_op(access)
        b.location = access.location
        if isinstance(access, memref.LoadOp):
            made: Operation = b.insert(
                LoadOp(access.memref, operands, map=map, result=access.results[0].type)
            )
        else:
            made = b.insert(StoreOp(access.value, access.memref, operands, map=map))
        access.replace_all_uses_with(made)
        access.erase()
        state.count("num-raised", 1)


class _Subscripts:
    """The dimensions and symbols of an access."""

    def __init__(self, access: Operation) -> None:
        self.scope = affine_scope(access)
        self.dims: list[Value] = []
        self.symbols: list[Value] = []

    def expression(self, index: Value) -> AffineExpr | None:
        """An affine expression for an index; None when it has none."""
        done: list[AffineExpr] = []
        todo: list[Value | type[Operation]] = [index]
        while todo:
            item = todo.pop()
            if isinstance(item, type):
                rhs, lhs = done.pop(), done.pop()
                if item is AddIOp:
                    done.append(lhs + rhs)
                elif lhs.is_symbolic_or_constant or rhs.is_symbolic_or_constant:
                    done.append(lhs * rhs)
                else:
                    return None
                continue
            maker = item.defining_op
            if isinstance(maker, (AddIOp, MulIOp)):
                todo += (type(maker), maker.operands[1], maker.operands[0])
                continue
            leaf = self._leaf(item)
            if leaf is None:
                return None
            done.append(leaf)
        return done[0]

    def _leaf(self, value: Value) -> AffineExpr | None:
        number = constant_number(value)
        if number is not None:
            return AffineConst(number)
        if is_symbol(value):
            if value not in self.symbols:
                self.symbols.append(value)
            return AffineSymbol(self.symbols.index(value))
        if not is_valid_dim(value, self.scope):
            return None
        if value not in self.dims:
            self.dims.append(value)
        return AffineDim(self.dims.index(value))

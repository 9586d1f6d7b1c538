"""affine ops that compute indices: apply, min, max, linearization and delinearization."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects.affine._scope import affine_scope, is_valid_dim, is_valid_symbol
from mlirlite.dialects.affine._syntax import parse_dims_and_symbols, print_map_operands
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FALSE, UNIT, AffineMapAttr, IntegerAttr, UnitAttr, index_attr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import IndexExpression
from mlirlite.ir.native_properties import unit_property
from mlirlite.ir.traits import AttrSizedOperandSegments, Pure
from mlirlite.ir.types import DYNAMIC, INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class _MapOp(Op):
    """A map applied to operands, dimensions first."""

    @property
    def affine_map(self) -> AffineMap:
        """The map."""
        attribute: Any = self.properties["map"]
        found: AffineMap = attribute.map
        return found

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        attribute = p.affine_map_attribute()
        state.properties["map"] = attribute
        state.operands, dims = parse_dims_and_symbols(p)
        p.op_attr_dict(state)
        map = attribute.map
        fits = dims == map.num_dims and len(state.operands) == map.num_inputs
        if not fits and p.op_class is ApplyOp:
            raise p.error("dimension or symbol index mismatch", state.location)
        state.result_types = [INDEX]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.attribute(self.properties["map"])
        print_map_operands(p, self.operands, self.affine_map)
        p.attr_dict(self, ("map",))

    def evaluate(self, operands: Sequence[Attribute | None]) -> list[int] | None:
        """The map's results for constant operands; None when one is not constant or a divisor is
        0."""
        map = self.affine_map
        numbers = [a.value for a in operands if isinstance(a, IntegerAttr)]
        if len(numbers) != len(operands):
            return None
        try:
            return list(map.evaluate(numbers[: map.num_dims], numbers[map.num_dims :]))
        except ZeroDivisionError:
            return None


class ApplyOp(_MapOp, IndexExpression, name="affine.apply", traits=(Pure,)):
    """The one result of an affine map.

    ```mlir
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)> (%i)[%n]
    ```
    """

    map: Prop[AffineMapAttr]
    mapOperands: VarOperand[Index]
    result: Result[Index]

    def verify_op(self) -> Diagnostic | None:
        map = self.affine_map
        if len(self.operands) != map.num_inputs:
            return self.error("operand count and affine map dimension and symbol count must match")
        if len(map.results) != 1:
            return self.error("mapping must produce one value")
        scope = affine_scope(self)
        for i, operand in enumerate(self.operands):
            if i >= map.num_dims and _is_only_dimension(operand, scope):
                return error("dimensional operand cannot be used as a symbol", self.where)
        return None

    def index_expr(self) -> AffineExpr | None:
        map = self.affine_map
        symbols = [AffineDim(map.num_dims + i) for i in range(map.num_symbols)]
        return map.results[0].replace([AffineDim(i) for i in range(map.num_dims)], symbols)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant map --> its number; (d0) -> (d0) --> the operand; constants --> the result"""
        map = self.affine_map
        constant = map.single_constant
        if constant is not None:
            return index_attr(constant)
        numbers = self.evaluate(operands)
        if numbers is not None:
            return index_attr(numbers[0])
        only = map.results[0]
        position = _position(only, map.num_dims)
        return None if position is None else self.operands[position]


def _is_only_dimension(value: Value, scope: Region | None) -> bool:
    return is_valid_dim(value, scope) and not is_valid_symbol(value, scope)


class _MinMaxOp(_MapOp):
    def verify_op(self) -> Diagnostic | None:
        map = self.affine_map
        if len(self.operands) != map.num_inputs:
            return self.error("operand count and affine map dimension and symbol count must match")
        if not map.results:
            return self.error("affine map expect at least one result")
        return None

    def fold_to(
        self, operands: Sequence[Attribute | None], extreme: Callable[[list[int]], int]
    ) -> Any:
        """All results constant --> a number; results that are constant become numbers in the
        map."""
        numbers = self.evaluate(operands)
        if numbers is not None:
            return index_attr(extreme(numbers))
        map = self.affine_map
        if map.num_inputs == 1 and map.num_symbols == 1 and map.results == (AffineSymbol(0),):
            return self.operands[0]
        results = tuple(_constant_or_same(e, map.num_dims, operands) for e in map.results)
        constants = [e.value for e in results if isinstance(e, AffineConst)]
        if len(constants) == len(results):
            return index_attr(extreme(constants))
        if results != map.results:
            self.properties["map"] = AffineMapAttr(
                AffineMap(map.num_dims, map.num_symbols, results)
            )
            return self.results[0]
        return None


def _constant_or_same(
    expr: AffineExpr, num_dims: int, operands: Sequence[Attribute | None]
) -> AffineExpr:
    """The number that an expression is for these constants, or the expression."""
    exprs = [AffineConst(a.value) if isinstance(a, IntegerAttr) else None for a in operands]
    dims = [e or AffineDim(i) for i, e in enumerate(exprs[:num_dims])]
    symbols = [e or AffineSymbol(i) for i, e in enumerate(exprs[num_dims:])]
    found = expr.replace(dims, symbols)
    return found if isinstance(found, AffineConst) else expr


class MinOp(_MinMaxOp, name="affine.min", traits=(Pure,)):
    """The smallest result of an affine map.

    ```mlir
    %0 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)> (%i)[%n]
    ```
    """

    map: Prop[AffineMapAttr]
    operands_: VarOperand[Index]
    result: Result[Index]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.fold_to(operands, min)


class MaxOp(_MinMaxOp, name="affine.max", traits=(Pure,)):
    """The largest result of an affine map.

    ```mlir
    %0 = affine.max affine_map<(d0)[s0] -> (1000, d0 + 512, s0)> (%i)[%n]
    ```
    """

    map: Prop[AffineMapAttr]
    operands_: VarOperand[Index]
    result: Result[Index]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.fold_to(operands, max)


class DelinearizeIndexOp(Op, name="affine.delinearize_index", traits=(Pure,)):
    """One index split into several, the last of which runs fastest.

    ```mlir
    %0:2 = affine.delinearize_index %i into (16, 224) : index, index
    ```
    """

    linear_index: Operand[Index]
    dynamic_basis: VarOperand[Index]
    static_basis: Prop[I64Array]
    multi_index: VarResult[Index]
    assembly_format = (
        "$linear_index `into` custom<DynamicIndexList>($dynamic_basis, $static_basis, "
        '"{}", "::mlir::AsmParser::Delimiter::Paren") attr-dict `:` type($multi_index)'
    )

    @property
    def mixed_basis(self) -> list[Mixed]:
        """The sizes, numbers or values."""
        return merge(self.static_basis, self.dynamic_basis)

    def verify_op(self) -> Diagnostic | None:
        basis = self.static_basis
        if not basis:
            return self.error("basis should not be empty") if not self.results else None
        if len(self.results) not in (len(basis), len(basis) + 1):
            return self.error(
                "should return an index for each basis element and up to one extra index"
            )
        return _verify_basis(self)


# Upstream keeps this one as a Boolean: unit when set, `false` when not.
Flag = Annotated[UnitAttr, Constraint("unit property", lambda a: a is UNIT or a is FALSE)]
NOT_DISJOINT: Any = FALSE


class LinearizeIndexOp(Op, name="affine.linearize_index", traits=(AttrSizedOperandSegments, Pure)):
    """Several indices combined into one, the last of which runs fastest.

    ```mlir
    %0 = affine.linearize_index [%i, %j] by (2, 3) : index
    ```
    """

    multi_index: VarOperand[Index]
    dynamic_basis: VarOperand[Index]
    static_basis: Prop[I64Array]
    disjoint: Prop[Flag] = NOT_DISJOINT
    cpp_properties = {"disjoint": unit_property()}
    linear_index: Result[Index]
    assembly_format = (
        "(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` "
        "custom<DynamicIndexList>($dynamic_basis, $static_basis, "
        '"{}", "::mlir::AsmParser::Delimiter::Paren") attr-dict `:` type($linear_index)'
    )

    @property
    def is_disjoint(self) -> bool:
        """True when every index but the first is promised to lie below its basis element."""
        return self.disjoint is UNIT

    @property
    def mixed_basis(self) -> list[Mixed]:
        """The sizes, numbers or values."""
        return merge(self.static_basis, self.dynamic_basis)

    def verify_op(self) -> Diagnostic | None:
        basis = len(self.static_basis)
        if len(self.multi_index) not in (basis, basis + 1):
            return self.error(
                "should be passed a basis element for each index except possibly the first"
            )
        return _verify_basis(self)


def _verify_basis(op: DelinearizeIndexOp | LinearizeIndexOp) -> Diagnostic | None:
    dynamic = sum(size == DYNAMIC for size in op.static_basis)
    if len(op.dynamic_basis) != dynamic:
        return op.error(
            "mismatch between dynamic and static basis (kDynamic marker but no corresponding "
            "dynamic "
            "basis entry) -- this can only happen due to an incorrect fold/rewrite"
        )
    if any(size <= 0 and size != DYNAMIC for size in op.static_basis):
        return op.error("no basis element may be statically non-positive")
    return None


def _position(expr: Any, num_dims: int) -> int | None:
    """The operand that a bare dimension or symbol stands for."""
    if isinstance(expr, AffineDim):
        return expr.position
    return num_dims + expr.position if isinstance(expr, AffineSymbol) else None

"""The func dialect: functions, calls and returns."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from mlirlite.dialects._constraints import DictionaryArray, FlatSymbolRef
from mlirlite.dialects._function import FunctionOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import SymbolRefAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import build
from mlirlite.ir.constraints import AnyType, Function
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.from_python import to_type
from mlirlite.ir.interfaces import (
    AsmNames,
    CallOp as CallInterface,
    InlinableReturn,
    SymbolUser,
)
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    ConstantLike,
    HasParent,
    IsolatedFromAbove,
    Pure,
    ReturnLike,
    Symbol,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error


class FuncOp(
    FunctionOp,
    name="func.func",
    traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol),
):
    """A function: a name, a type, and a body unless it is only declared.

    ```mlir
    func.func @first(%arg0: i32, %arg1: i32) -> i32 {
      return %arg0 : i32
    }
    ```
    """

    no_inline: OptProp[UnitAttr]
    body: RegionField
    default_dialect: ClassVar[str] = "func"

    @classmethod
    def of(
        cls, body: Callable[..., Any], *inputs: Type | str | type, name: str = "", **kwargs: Any
    ) -> "FuncOp":
        """The function that a Python function describes, as a decorator, too:

            @func.FuncOp.of
            def square(x: F32):
                return x * x

        Its name and, by its annotations, the types of its arguments are the function's, unless they
        are given; what it returns is returned. It goes where new ops go."""
        if not inputs:
            inputs = tuple(_stated_types(body))
        region = Region()
        with build(region, *inputs) as arguments:
            found = body(*arguments)
            if region.entry.last is None or not region.entry.last.has_trait(Terminator):
                several = isinstance(found, (tuple, list))
                returned = ReturnOp(found if several else [] if found is None else [found])
                results = returned.operand_types
            else:
                results = region.entry.last.operand_types
        type = FunctionType(tuple(a.type for a in arguments), results)
        function: FuncOp = cls(name or body.__name__, type, body=region, **kwargs)
        return function

    def verify_op(self) -> Diagnostic | None:
        if self.is_declaration and self.sym_visibility in (None, "public"):
            return self.error("symbol declaration cannot have public visibility")
        return super().verify_op()


class ReturnOp(
    Op,
    InlinableReturn,
    name="func.return",
    traits=(Pure, ReturnLike, Terminator, HasParent("func.func")),
):
    """Ends a function and gives its results.

    ```mlir
    func.return %arg0 : i64
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def branch_to(self, block: Block, values: Sequence[Value]) -> Operation:
        from mlirlite.dialects.cf import BranchOp  # late: only inlining needs cf

        branch: Operation = BranchOp.create(values, successors=[block])
        return branch

    def verify_op(self) -> Diagnostic | None:
        function = self.parent_op
        if not isinstance(function, FuncOp):
            return None
        results = function.signature().results
        if len(self.operands) != len(results):
            return self.error(
                f"has {len(self.operands)} operands, but enclosing function "
                f"(@{function.sym_name}) returns {len(results)}"
            )
        for i, (operand, type) in enumerate(zip(self.operands, results, strict=True)):
            if operand.type is not type:
                return error(
                    f"type of return operand {i} ('{operand.type}') doesn't match function result "
                    f"type ('{type}') in function @{function.sym_name}",
                    self.where,
                )
        return None


class CallOp(Op, CallInterface, SymbolUser, name="func.call"):
    """Calls a function of the same symbol scope by name.

    ```mlir
    %0 = func.call @first(%arg0, %arg0) : (i32, i32) -> i32
    ```
    """

    callee: Prop[FlatSymbolRef]
    operands_: VarOperand[AnyType]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    no_inline: OptProp[UnitAttr]
    results_: VarResult[AnyType]
    assembly_format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"

    def callee_symbol(self) -> SymbolRefAttr | None:
        return self.callee

    def call_arguments(self) -> Sequence[Value]:
        return self.operands

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        function = tables.lookup(self, self.callee)
        name = self.callee.root
        if not isinstance(function, FuncOp):
            near = tables.nearest(self, name)
            return self.error(f"'{name}' does not reference a valid function{near}")
        return verify_call(self, function.signature())


def _stated_types(function: Callable[..., Any]) -> Iterator[Any]:
    """The annotations of a Python function's parameters: types, or texts of types. An annotation
    that Python keeps as text is an expression unless it is the text of a type."""
    scope = None
    import inspect  # late: only functions of Python need it

    for parameter in inspect.signature(function).parameters.values():
        stated = parameter.annotation
        if stated is parameter.empty:
            who = f"argument '{parameter.name}' of '{function.__name__}'"
            raise TypeError(f"{who} states no type")
        try:
            yield to_type(stated)
        except DiagnosticError:
            scope = scope or {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
            yield to_type(eval(stated, scope))


def verify_call(call: Operation, type: FunctionType) -> Diagnostic | None:
    """Operand and result types of a call are those of the function type."""
    if len(call.operands) != len(type.inputs):
        return call.error("incorrect number of operands for callee")
    for i, (operand, wanted) in enumerate(zip(call.operands, type.inputs, strict=True)):
        if operand.type is not wanted:
            return call.error(
                f"operand type mismatch: expected operand type '{wanted}', but provided "
                f"'{operand.type}' for operand number {i}"
            )
    if len(call.results) != len(type.results):
        return call.error("incorrect number of results for callee")
    for i, (result, wanted) in enumerate(zip(call.results, type.results, strict=True)):
        if result.type is not wanted:
            given, expected = (_listed(t) for t in (call.result_types, type.results))
            return (
                call.error(f"result type mismatch at index {i}")
                .note(f"     op result types: {given}", call.where)
                .note(f"function result types: {expected}", call.where)
            )
    return None


def _listed(types: Sequence[Type]) -> str:
    return ", ".join(f"'{t}'" for t in types)


class CallIndirectOp(
    Op,
    CallInterface,
    name="func.call_indirect",
    traits=(
        TypesMatch(
            "callee input types match argument types",
            "callee",
            "callee_operands",
            lambda t: t.inputs,
        ),
        TypesMatch(
            "callee result types match result types", "callee", "results", lambda t: t.results
        ),
    ),
):
    """Calls a function value.

    ```mlir
    %0 = func.call_indirect %arg0(%arg1, %arg1) : (i32, i32) -> i32
    ```
    """

    callee: Operand[Function]
    callee_operands: VarOperand[AnyType]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    results_: VarResult[AnyType]
    assembly_format = "$callee `(` $callee_operands `)` attr-dict `:` type($callee)"

    def callee_symbol(self) -> SymbolRefAttr | None:
        return None

    def call_arguments(self) -> Sequence[Value]:
        return self.operands[1:]


class ConstantOp(Op, AsmNames, SymbolUser, name="func.constant", traits=(ConstantLike, Pure)):
    """A function as a value.

    ```mlir
    %f = func.constant @first : (i32, i32) -> i32
    ```
    """

    value: Prop[FlatSymbolRef]
    result: Result[AnyType]
    assembly_format = "attr-dict $value `:` type(results)"

    def result_names(self) -> Sequence[str]:
        return ("f",)

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        name, type = self.value.root, self.result.type
        function = tables.lookup(self, self.value)
        if not isinstance(function, FuncOp):
            return self.error(f"reference to undefined function '{name}'")
        if function.signature() is not type:
            return self.error("reference to function with mismatched type")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


@canonicalization
def indirect_call_of_a_constant(op: CallIndirectOp, rw: Rewriter) -> bool | None:
    """call_indirect(constant @f)(args) --> call @f(args)"""
    constant = op.callee.defining_op
    if not isinstance(constant, ConstantOp):
        return rw.fail("the callee is not a constant")
    rw.replace(op, CallOp(constant.value, op.callee_operands, results_=op.result_types))
    return True


class FuncDialect(Dialect):
    """Makes constants of functions."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if isinstance(value, SymbolRefAttr) and not value.nested and isinstance(type, FunctionType):
            constant: Operation = ConstantOp(value, result=type, loc=location)
            return constant
        return None


DIALECT = FuncDialect("func", __name__)

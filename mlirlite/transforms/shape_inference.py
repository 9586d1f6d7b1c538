"""--shape-inference: `%1 = "onnx.Relu"(%0) : (tensor<2x3xf32>) -> tensor<*xf32>  -->  … ->
tensor<2x3xf32>`."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.attribute import Type
from mlirlite.ir.crash import crash
from mlirlite.ir.interfaces import CallOp, FunctionLike, InferShape
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.refinement import contradiction, sharpest
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import FunctionType, TensorType
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.ir.verifier import verify
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError
from mlirlite.transforms._dim_names import (
    name_result_dims,
    state_input_shapes as state_input_shapes,
)


@compiler_pass("shape-inference")
def shape_inference(
    op: Operation,
    state: PassState,
    *,
    shape_information: list[str] = [],  # noqa: B006
    dim_params: list[str] = [],  # noqa: B006
) -> None:
    """Infer the shapes of results from operands and constants.

    Result types become as precise as the ops can infer, in nested regions and through calls, too;
    function types follow the returned values. A value keeps its type if a user cannot take a more
    precise one. An op whose inferred and written types contradict each other is an error. Unknown
    dimensions of results that are named dimensions of arguments get their names.

    shape_information: shapes of inputs, as 0:1x3x224x224; ? is unknown, input -1 means all
    dim_params: sizes of named dimensions, as batch=4; names of dimensions, as 0:1=length
    """
    if shape_information or dim_params:
        state_input_shapes(op, state.context, shape_information, dim_params)
    _Inference(op, state).run()
    for inner in op.walk():
        if isinstance(inner, FunctionLike) and not inner.is_declaration:
            state.count("named results", int(name_result_dims(inner, state.context)))


class _Inference:
    """A worklist of ops; types only become more precise, so it ends."""

    def __init__(self, root: Operation, state: PassState) -> None:
        self.root = root
        self.state = state
        self.todo: dict[Operation, None] = {}
        self.functions: dict[Operation, None] = {}
        """Functions whose returned types may have changed."""
        self.problems: dict[Operation, Diagnostic] = {}
        self.callers: dict[Operation, list[Operation]] | None = None

    def run(self) -> None:
        for op in self.root.walk_post_order():
            if isinstance(op, InferShape):
                self.todo[op] = None
            if isinstance(op, FunctionLike) and not op.is_declaration:
                self.functions[op] = None
        while self.todo or self.functions:
            batch, self.todo = self.todo, {}
            for op in batch:
                self._infer(op)
            if not self.todo:
                functions, self.functions = self.functions, {}
                for function in functions:
                    self._update_function(function)
        if self.problems:
            raise DiagnosticError(list(self.problems.values()))

    def _infer(self, op: Operation) -> None:
        if not isinstance(op, InferShape) or op in self.problems:
            return
        try:
            inferred = op.infer_shapes()
            others = [*op.infer_argument_types(), *op.infer_operand_types()]
        except DiagnosticError as e:
            self.problems[op] = e.diagnostics[0]
            return
        except ValueError as e:
            self.problems[op] = _with_makers(op.error(str(e)), op)
            return
        except Exception as e:
            raise crash("shape inference", op, e) from e
        problem = contradiction(op, inferred)
        if problem is not None:
            self.problems[op] = _with_makers(problem, op)
            return
        for result, type in zip(op.results, inferred, strict=True):
            sharper = sharpest(result.type, type)
            if sharper is not None and sharper is not result.type:
                self._refine(result, sharper)
        for value, stated in others:
            known = sharpest(value.type, stated)
            if known is not None and known is not value.type:
                self._refine(value, known)
                if value.defining_op is not None:
                    self._look_again(value.defining_op)

    def _refine(self, result: Value, type: Type) -> None:
        """Give a value a more precise type if all its users can take it, and revisit them."""
        old, result.type = result.type, type
        if not all(_takes(user) for user in result.users):
            result.type = old
            return
        self.state.count("refined types")
        for user in result.users:
            self._look_again(user)
            parent = user.parent_op
            if parent is not None and user.has_trait(Terminator):
                self._look_again(parent)

    def _look_again(self, op: Operation) -> None:
        if isinstance(op, InferShape):
            self.todo[op] = None
        if isinstance(op, FunctionLike):
            self.functions[op] = None

    def _update_function(self, function: Operation) -> None:
        """Set the result types of a function, and of its calls, to those that it returns."""
        returns = _returns(function)
        if not isinstance(function, FunctionLike) or len(returns) != 1:
            return
        old = function.signature()
        returned = returns[0].operand_types
        if len(returned) != len(old.results):
            return
        types = [sharpest(a, b) for a, b in zip(old.results, returned, strict=True)]
        if None in types:
            expected = _quoted(old.results)
            self.problems[returns[0]] = returns[0].error(
                f"returns {_quoted(returned)}, incompatible with the function's {expected}"
            )
            return
        new = FunctionType(old.inputs, tuple(t for t in types if t is not None))
        if new is old:
            return
        function.properties["function_type"] = new
        for call in self._calls(function):
            if len(call.results) == len(new.results):
                for result, type in zip(call.results, new.results, strict=True):
                    if result.type is not type:
                        self._refine(result, type)

    def _calls(self, function: Operation) -> Sequence[Operation]:
        """The direct calls of a function."""
        if self.callers is None:
            self.callers = {}
            tables = SymbolTables()
            for op in self.root.walk():
                if isinstance(op, CallOp):
                    symbol = op.callee_symbol()
                    callee = tables.lookup(op, symbol) if symbol is not None else None
                    if callee is not None:
                        self.callers.setdefault(callee, []).append(op)
        return self.callers.get(function, ())


def _with_makers(problem: Diagnostic, op: Operation) -> Diagnostic:
    """The diagnostic with the names of the ops whose results do not fit together."""
    if name := node_name(op):
        problem.hint(f"in node '{name}'", op.where)
    for index, value in enumerate(op.operands):
        if not isinstance(value.type, TensorType):
            continue
        maker = value.defining_op
        if maker is None:
            problem.hint(f"operand #{index} of type '{value.type}' is an argument")
            continue
        name = node_name(maker)
        node = f", node '{name}'" if name else ""
        text = f"operand #{index} of type '{value.type}' is made by '{maker.name}'{node}"
        problem.hint(text, maker.where)
    return problem


def _takes(user: Operation) -> bool:
    """True when a user is valid with its operands' current types, or can be made so."""
    if isinstance(user, (InferShape, UnregisteredOp)):
        return True
    if not user.has_trait(Terminator):
        return not verify(user)
    parent = user.parent_op
    if parent is None or isinstance(parent, InferShape):
        return not user.successors
    if isinstance(parent, FunctionLike):
        return not user.successors and len(_returns(parent)) == 1
    return not verify(parent)


def _returns(function: Operation) -> list[Operation]:
    return [b.last for r in function.regions for b in r if b.last is not None and not b.successors]


def _quoted(types: Sequence[Type]) -> str:
    return ", ".join(f"'{t}'" for t in types)

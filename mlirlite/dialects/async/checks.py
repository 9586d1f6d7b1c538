"""What asynchronous functions, calls and bodies have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ods.hooks import DataOp, behavior, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_TOKEN, _VALUE = "async.token", "async.value"


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


@region_verifier("async.execute")
def _execute(op: DataOp) -> Problem:
    given = [value.type.valueType for value in op.bodyOperands]
    own = [argument.type for argument in op.regions[0].first.args]
    wrong = "async body region argument types do not match the execute operation arguments types"
    return _problem(op, wrong if given != own else None)


@verifier("async.await")
def _await(op: DataOp) -> Problem:
    type, results = op.operands[0].type, [r.type for r in op.results]
    if type.name == _TOKEN and results:
        return _problem(op, "awaiting on a token must have empty result")
    if type.name == _VALUE and results and results[0] is not type.valueType:
        return _problem(
            op,
            f"result type '{results[0]}' does not match async value type '{type.valueType}'",
        )
    return None


@verifier("async.func")
def _function(op: DataOp) -> Problem:
    results = op.function_type.results
    if not results:
        return _problem(op, "result is expected to be at least of size 1, but got 0")
    for i, type in enumerate(results):
        if type.name not in (_TOKEN, _VALUE):
            must = "result type must be async value type or async token type"
            return _problem(op, f"{must}, but got '{type}'")
        if type.name == _TOKEN and i:
            return _problem(
                op,
                " results' (optional) async token type is expected to appear as the 1st return "
                f"value, but got {i + 1}",
            )
    return None


@verifier("async.return")
def _return(op: DataOp) -> Problem:
    outer = op.parent_op
    if outer is None or outer.name != "async.func":
        return None
    results: list[Any] = list(outer.function_type.results)
    if results and results[0].name == _TOKEN:
        results = results[1:]
    wrong = "operand types do not match the types returned from the parent FuncOp"
    given = [value.type for value in op.operands]
    return _problem(op, wrong if given != [type.valueType for type in results] else None)


@behavior("async.call")
class Call(SymbolUser):
    """A call of an asynchronous function."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        callee = self.properties["callee"]
        target = tables.lookup(self, callee)
        if getattr(target, "name", "") != "async.func":
            return _problem(self, f"'{callee.root}' does not reference a valid async function")
        return _problem(self, self._mismatch(target.function_type))

    def _mismatch(self: Any, type: Any) -> str | None:
        if len(type.inputs) != len(self.operands):
            return "incorrect number of operands for callee"
        for i, (wanted, operand) in enumerate(zip(type.inputs, self.operands, strict=True)):
            if operand.type is not wanted:
                return (
                    f"operand type mismatch: expected operand type '{wanted}', but provided "
                    f"'{operand.type}' for operand number {i}"
                )
        if len(type.results) != len(self.results):
            return "incorrect number of results for callee"
        for i, (wanted, result) in enumerate(zip(type.results, self.results, strict=True)):
            if result.type is not wanted:
                return f"result type mismatch at index {i}"
        return None

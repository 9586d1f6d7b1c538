"""--check-semantics: runs every function on seeded random arguments before and after each pass, and
names the first pass that changes what a function computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from mlirlite.ir.attribute import Type
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops, symbol_visibility
from mlirlite.ir.types import BaseMemRefType, FunctionType, ShapedType
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, error

TRIALS = 8
MAX_STEPS = 100_000
THREADS = 2
_LONGEST = 200


@dataclass(slots=True)
class _Outcome:
    """The outcome of one call: the values of results and of passed memrefs, with their names and
    types; or why there is nothing to compare."""

    values: list[tuple[str, Any, Type]]
    problem: Diagnostic | None = None
    undefined: bool = False


@dataclass(slots=True)
class _Expected:
    """The outcomes of a function before the first pass, by trial."""

    type: FunctionType
    arguments: list[list[Any]]
    outcomes: list[_Outcome]


class CheckSemantics(Instrumentation):
    """Raises DiagnosticError after the first pass that changes a result, or the content of a passed
    memref. Where a function's behavior was undefined before the first pass, passes may change it.
    A function that cannot be run is reported to `emit` once, as a remark."""

    def __init__(self, seed: int, emit: Callable[[Diagnostic], object]) -> None:
        self._seed = seed
        self._emit = emit
        self._expected: dict[str, _Expected] | None = None
        self._unchecked: set[str] = set()

    def before_pass(self, run: PassRun, op: Operation) -> None:
        if self._expected is not None:
            return
        module = _root(op)
        self._expected = {}
        for name, function in _functions(module).items():
            self._record(module, name, function, run)

    def _record(self, module: Operation, name: str, function: Any, run: PassRun) -> None:
        import numpy as np

        from mlirlite.interp.arguments import random_argument

        type = function.signature()
        found = _Expected(type, [], [])
        for trial in range(TRIALS):
            rng = np.random.default_rng((self._seed, crc32(name.encode()), trial))
            try:
                arguments = [random_argument(t, rng) for t in type.inputs]
            except DiagnosticError as e:
                self._skip(name, function, run, "before", e.diagnostics[0])
                return
            outcome = _execute(module, name, type, arguments)
            if outcome.problem is not None and not outcome.undefined:
                self._skip(name, function, run, "before", outcome.problem)
                return
            found.arguments.append(arguments)
            found.outcomes.append(outcome)
        assert self._expected is not None
        self._expected[name] = found

    def after_pass(self, run: PassRun, op: Operation) -> None:
        module = _root(op)
        only = symbol_name(op) if isinstance(op, FunctionLike) else None
        functions = _functions(module)
        for name, expected in (self._expected or {}).items():
            function = functions.get(name)
            if function is not None and only in (None, name):
                self._compare(module, name, function, expected, run)

    def _compare(
        self, module: Operation, name: str, function: Any, expected: _Expected, run: PassRun
    ) -> None:
        from mlirlite.interp.arguments import difference

        type, lowered = function.signature(), function.name == "llvm.func"
        if lowered:
            type = expected.type
        elif len(type.inputs) != len(expected.type.inputs):
            return  # a pass turned results into arguments
        for arguments, before in zip(expected.arguments, expected.outcomes, strict=True):
            if before.undefined:
                continue
            after = _execute(module, name, type, arguments, lowered=lowered)
            if after.problem is not None and not after.undefined:
                self._skip(name, function, run, "after", after.problem)
                return
            if after.problem is not None:
                self._fail(name, function, run, arguments, "fails after it", after.problem)
            pairs = {label: (value, type) for label, value, type in after.values}
            for label, value, type in before.values:
                if label in pairs:
                    wrong = difference(value, pairs[label][0], type)
                    if wrong is not None:
                        self._fail(name, function, run, arguments, f"{label} is {wrong}", None)

    def _fail(
        self,
        name: str,
        function: Operation,
        run: PassRun,
        arguments: Sequence[Any],
        what: str,
        cause: Diagnostic | None,
    ) -> None:
        problem = error(
            f"pass '{run.flag}' changes what function '{name}' computes: {what}", function.where
        )
        shown = ", ".join(map(_text, arguments)) or "none"
        problem.note(f"the arguments are: {shown} (--check-semantics={self._seed})")
        if cause is not None:
            problem.note(cause.message, cause.where)
        raise DiagnosticError(problem)

    def _skip(
        self, name: str, function: Operation, run: PassRun, when: str, reason: Diagnostic
    ) -> None:
        if name in self._unchecked:
            return
        self._unchecked.add(name)
        message = f"function '{name}' is not checked {when} pass '{run.flag}': it cannot be run"
        remark = Diagnostic(Severity.REMARK, message, function.where)
        self._emit(remark.note(reason.message, reason.where))


def _root(op: Operation) -> Operation:
    while op.parent_op is not None:
        op = op.parent_op
    return op


def _functions(module: Operation) -> dict[str, Any]:
    """The functions with a body that others may call, by name. Private ones are not among them: a
    pass may change them together with their calls, and they run with those."""
    return {
        symbol_name(op) or "": op
        for op in symbol_ops(module)
        if isinstance(op, FunctionLike)
        and not op.is_declaration
        and symbol_visibility(op) != "private"
    }


def _execute(
    module: Operation,
    name: str,
    type: FunctionType,
    arguments: Sequence[Any],
    *,
    lowered: bool = False,
) -> _Outcome:
    """Call a function of this type, or a function of the llvm dialect that it became."""
    from mlirlite.interp import Machine, StepLimit, UndefinedBehavior
    from mlirlite.interp.arguments import check_shape, to_numpy, to_runtime

    printed: list[str] = []
    try:
        given = [to_runtime(v, t, name) for v, t in zip(arguments, type.inputs, strict=True)]
        machine = Machine(module, max_steps=MAX_STEPS, write=printed.append, threads=THREADS)
        if lowered:
            from mlirlite.interp.descriptors import call_lowered

            found = call_lowered(machine, name, given, type)
            if found is None:
                raise DiagnosticError(f"function '{name}' takes other arguments than before")
            results = found
        else:
            results = machine.call(name, given)
        for v, t in zip(results, type.results, strict=True):
            check_shape(v, t)
        values = [
            (f"result {i}", to_numpy(v), t)
            for i, (v, t) in enumerate(zip(results, type.results, strict=True))
            if isinstance(t, ShapedType) or not hasattr(v, "element_type")
        ]
        for i, (v, t) in enumerate(zip(given, type.inputs, strict=True)):
            if isinstance(t, BaseMemRefType) and not v.buffer.freed:
                values.append((f"argument {i}", to_numpy(v), t))
    except (UndefinedBehavior, StepLimit) as e:
        return _Outcome([], e.diagnostics[0], undefined=True)
    except DiagnosticError as e:
        return _Outcome([], e.diagnostics[0])
    return _Outcome([*values, ("the printed text", "".join(printed), type)])


def _text(value: Any) -> str:
    tolist = getattr(value, "tolist", None)
    text = str(tolist() if tolist is not None else value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"

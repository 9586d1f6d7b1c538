"""The machine that runs IR: a stack of frames, the current SSA values, and the table of
evaluations. Neither nesting nor long loops use Python's stack."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.interp.values import POISON, Undefined, UsesPoison, check_value
from mlirlite.ir.block import Block, Region
from mlirlite.ir.crash import CrashError, with_cause
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.traits import Pure, Terminator
from mlirlite.ir.types import BaseMemRefType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.late import import_module
from mlirlite.support.mistakes import written_at

Evaluation = Callable[["Machine", Any], Any]
evaluate: OpTable[Evaluation] = OpTable("evaluate", "evaluate")
"""The evaluation of each op: `function(machine, op)` returns the result, a sequence of results
(when there is not exactly one), `Jump` or `Leave` for a terminator, or is a generator that yields
`Enter` to run a region, receives its `Leave`, and returns the sequence of results. It may also
yield `Fork` and `Wait`."""


class UndefinedBehavior(DiagnosticError):
    """The program has undefined behavior: the error names the op and its location."""


class StepLimit(DiagnosticError):
    """The program ran for more ops than it was allowed to."""


@dataclass(slots=True, frozen=True)
class Enter:
    """Run a region with these arguments; with `isolated` it does not see outside values, as in a
    function."""

    region: Region
    arguments: Sequence[Any] = ()
    isolated: bool = False


@dataclass(slots=True, frozen=True)
class Jump:
    """Continue in another block of the region."""

    block: Block
    arguments: Sequence[Any] = ()


@dataclass(slots=True, frozen=True)
class Leave:
    """The region ended with this terminator (None for a block without one) and these values."""

    terminator: Operation | None
    values: Sequence[Any] = ()


@dataclass(slots=True, frozen=True)
class Fork:
    """Run regions as threads of a team, each with its own values; the op receives their `Leave`s.
    A thread runs until it waits or ends, then the next one does, so that the order is
    deterministic."""

    entries: Sequence[Enter]


@dataclass(slots=True, frozen=True)
class Wait:
    """Let the other threads of the team run until they wait or end."""


@dataclass(slots=True)
class _Frame:
    """A running region: the rest of its block, and the op that waits for an inner region."""

    ops: Iterator[Operation]
    environment: dict[Value, Any]
    op: Operation | None = None
    waiting: Generator[Any, Any, Any] | None = None
    paused: bool = False


class Machine:
    """Runs functions of a module. Memory lives as long as it is referred to; globals keep their
    values between calls. `max_steps` limits the ops of one call, `write` takes the text that the
    program prints, and parallel regions have `threads` threads."""

    def __init__(
        self,
        module: Operation,
        *,
        max_steps: int | None = None,
        write: Callable[[str], object] = lambda text: None,
        threads: int = 1,
    ) -> None:
        self.module = module
        self.max_steps = max_steps
        self.write = write
        self.threads = threads
        self.team = 1
        """How many threads run the region."""
        self.thread = 0
        """The number of this thread."""
        self._steps = 0
        self.globals: dict[Any, Any] = {}
        """State of dialects between ops, by their own keys."""
        self._symbols = {symbol_name(op): op for op in symbol_ops(module)}
        self._functions: dict[type[Operation], Evaluation] = {}
        self._authors: set[type[Operation]] = set()
        """Ops whose evaluation is written outside of this package: what it gives is checked."""
        self._environment: dict[Value, Any] = {}
        self._looked_up: set[str] = set()

    def call(self, name: str, arguments: Sequence[Any] = ()) -> list[Any]:
        """Run a function on runtime values: numbers as Python has them, numpy arrays for vectors
        and tensors, a `MemRef` for a memref (`interpret` takes arrays for these, too); the values
        it returns. Raises UndefinedBehavior where the program has no meaning, and DiagnosticError
        for an op that cannot be evaluated."""
        entry = self.enter_function(name, arguments)
        for argument, value in zip(entry.region.entry.args, arguments, strict=True):
            if isinstance(argument.type, BaseMemRefType) and hasattr(value, "__array__"):
                raise DiagnosticError(
                    f"argument {argument.index} of function '{name}' needs a MemRef, found an "
                    "array; mlirlite.interpret takes arrays"
                )
        self._steps = 0
        frames = [_frame(entry, {})]
        outer = self._environment
        try:
            while (values := self._run(frames)) is None:
                pass  # a single thread has nobody to wait for
        finally:
            self._environment = outer  # the call's values are not kept
        return list(values)

    def enter_function(self, name: str, arguments: Sequence[Any]) -> Enter:
        """The step that runs a function; DiagnosticError when there is none with a body."""
        function = self.symbol(name)
        if not isinstance(function, FunctionLike):
            raise DiagnosticError(f"symbol '{name}' is not a function")
        if function.is_declaration:
            raise DiagnosticError(f"function '{name}' has no body to run")
        wanted = len(function.signature().inputs)
        if wanted != len(arguments):
            raise DiagnosticError(
                f"function '{name}' takes {wanted} arguments, found {len(arguments)}"
            )
        return Enter(function.body, arguments, isolated=True)

    def symbol(self, name: str) -> Operation:
        """The op of the module that a symbol names; DiagnosticError when there is none."""
        found = self._symbols.get(name)
        if found is None:
            near = did_you_mean(name, [n for n in self._symbols if n])
            raise DiagnosticError(f"there is no symbol '{name}' in the module{near}")
        return found

    def __getitem__(self, value: Value) -> Any:
        """The current value of an SSA value. Poison must not be used: the results of a pure op
        become poison, for other ops it is undefined behavior."""
        found = self._environment[value]
        if found is POISON:
            raise UsesPoison(f"uses a poison value of type {value.type}")
        return found

    def __setitem__(self, value: Value, found: Any) -> None:
        self._environment[value] = found

    def raw(self, value: Value) -> Any:
        """The current value of an SSA value; it may be POISON."""
        return self._environment[value]

    def all(self, values: Iterable[Value]) -> list[Any]:
        """The current values of several SSA values; poison is not allowed."""
        return [self[v] for v in values]

    def all_raw(self, values: Iterable[Value]) -> list[Any]:
        """The current values of several SSA values; any may be POISON."""
        return [self._environment[v] for v in values]

    def numbers(self, mixed: Iterable[int | Value]) -> list[int]:
        """Numbers that are given as constants or values."""
        return [n if isinstance(n, int) else self[n] for n in mixed]

    def _run(self, frames: list[_Frame]) -> Sequence[Any] | None:
        """The values that leave the first of some frames; None while it waits for other threads."""
        while True:
            outcome = self._step(frames[-1])
            while True:
                frame = frames[-1]
                if isinstance(outcome, Generator):
                    frame.waiting = outcome
                    outcome = self._resume(frame, None)
                elif isinstance(outcome, Leave):
                    frames.pop()
                    if not frames:
                        return outcome.values
                    frame = frames[-1]
                    self._environment = frame.environment
                    outcome = self._resume(frame, outcome)
                elif isinstance(outcome, Wait):
                    frame.paused = True
                    return None
                elif isinstance(outcome, Fork):
                    leaves = self._fork(outcome.entries, frame.environment)
                    self._environment = frame.environment
                    outcome = self._resume(frame, leaves)
                elif isinstance(outcome, Enter):
                    assert frame.op is not None
                    frames.append(self._guarded(frame.op, _frame, outcome, frame.environment))
                    break
                elif isinstance(outcome, Jump):
                    assert frame.op is not None
                    arguments = outcome.block.args, outcome.arguments
                    self._guarded(frame.op, _bind, frame.environment, *arguments)
                    frame.ops = iter(outcome.block)
                    break
                else:
                    assert frame.op is not None
                    waits = frame.waiting is not None
                    values = self._guarded(frame.op, self._results, frame.op, outcome, waits)
                    _bind(frame.environment, frame.op.results, values)
                    break

    def _step(self, frame: _Frame) -> Any:
        """Run the next op of a frame, or the one that waited."""
        self._environment = frame.environment
        if frame.paused:
            frame.paused = False
            return self._resume(frame, None)
        op = frame.op = next(frame.ops, None)
        self._steps += 1
        if self.max_steps is not None and self._steps > self.max_steps:
            raise StepLimit(f"stopped after {self.max_steps} ops", op.where if op else None)
        if op is None:
            return Leave(None)
        return self._guarded(op, self._function(op), self, op)

    def _fork(self, entries: Sequence[Enter], environment: dict[Value, Any]) -> list[Leave]:
        """Run the threads of a team in turn, each until it waits, until all have ended."""
        outer = self.team, self.thread
        stacks = {i: [_frame(entry, dict(environment))] for i, entry in enumerate(entries)}
        ended: dict[int, Leave] = {}
        while stacks:
            for i in list(stacks):
                self.team, self.thread = len(entries), i
                values = self._run(stacks[i])
                if values is not None:
                    ended[i] = Leave(None, values)
                    del stacks[i]
        self.team, self.thread = outer
        return [ended[i] for i in range(len(entries))]

    def _resume(self, frame: _Frame, received: Any) -> Any:
        """Continue the waiting op; returns its next step, or its results."""
        assert frame.waiting is not None
        assert frame.op is not None
        try:
            return self._guarded(frame.op, frame.waiting.send, received)
        except StopIteration as end:
            frame.waiting = None
            values = list(end.value or ())
            return values[0] if len(frame.op.results) == 1 else values

    def _guarded(self, op: Operation, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except UsesPoison as e:
            if op.has_trait(Pure) and op.results and not op.regions:
                return POISON if len(op.results) == 1 else [POISON] * len(op.results)
            raise UndefinedBehavior(op.error(str(e))) from None
        except Undefined as e:
            raise UndefinedBehavior(op.error(str(e))) from None
        except (DiagnosticError, StopIteration):
            raise
        except MemoryError:
            raise DiagnosticError(op.error("cannot be evaluated: out of memory")) from None
        except Exception as e:  # a mistake in an evaluation: report the op, too
            why = f"{type(e).__name__}: {e}"
            problem = op.error(f"cannot be evaluated: {why}")
            raise CrashError(with_cause(problem, e, self._functions.get(type(op)))) from e

    def _results(self, op: Operation, outcome: Any, waits: bool) -> Sequence[Any]:
        """What an evaluation returned, as one value for each result; `waits`: it yielded it."""
        if waits:
            raise TypeError(f"it yielded {outcome!r} instead of Enter(…)")
        values: Sequence[Any] = (outcome,) if len(op.results) == 1 else outcome or ()
        if len(values) != len(op.results):
            raise ValueError(f"it gave {len(values)} values for {len(op.results)} results")
        if type(op) in self._authors:
            for value, result in zip(values, op.results, strict=True):
                check_value(value, result.type)
        return values

    def _function(self, op: Operation) -> Evaluation:
        found = self._functions.get(type(op))
        if found is None:
            found = self._functions[type(op)] = self._lookup(op)
            if written_at(found) is not None:
                self._authors.add(type(op))
        return found

    def _lookup(self, op: Operation) -> Evaluation:
        cls = type(op)
        found = evaluate.get(cls)
        if found is None and op.dialect_name not in self._looked_up:
            self._looked_up.add(op.dialect_name)
            _load_evaluations(op.dialect_name)
            found = evaluate.get(cls)
        if found is not None:
            return found
        if op.has_trait(Terminator) and not op.successors:
            return leave
        raise DiagnosticError(
            op.error("cannot be evaluated; a plugin adds an op with @mlirlite.dsl.evaluate")
        )


def _load_evaluations(dialect: str) -> None:
    """Import the evaluations of a dialect: the file of its name here, or, if they need another
    package, the table EVALUATIONS of `target/<dialect>/evaluation.py`."""
    if not dialect.isidentifier():
        return
    file = f"{__package__}.{dialect}"
    if importlib.util.find_spec(file) is not None:
        import_module(file)
    package = f"{__package__.rpartition('.')[0]}.target.{dialect}"
    if importlib.util.find_spec(package) is None:
        return
    if importlib.util.find_spec(f"{package}.evaluation") is not None:
        table = import_module(f"{package}.evaluation").EVALUATIONS
        for cls, function in table.items():
            if evaluate.get(cls) is not function:
                evaluate.add(cls, function)


def leave(machine: Machine, op: Operation) -> Leave:
    """The default for a terminator: its operands leave the region."""
    return Leave(op, machine.all_raw(op.operands))


def _frame(entry: Enter, environment: dict[Value, Any]) -> _Frame:
    if entry.isolated:
        environment = {}
    block = entry.region.entry
    _bind(environment, block.args, entry.arguments)
    return _Frame(iter(block), environment)


def _bind(environment: dict[Value, Any], names: Sequence[Value], values: Sequence[Any]) -> None:
    if len(names) != len(values):
        raise ValueError(f"it gave {len(values)} values for {len(names)} block arguments")
    for name, value in zip(names, values, strict=True):
        environment[name] = value

"""Interpretation of scripts: what their ops do, and what handles refer to.

A function for each op class gets the run and the op, and returns a list of ops, values or
attributes for each result. Plugins add theirs:

    @INTERPRETED(RotateOp)
    def rotate(run: Run, op: RotateOp) -> Results:
        for loop in run.get(op.target): ...
        return ()

It raises `Silenceable` for a failure that a script may recover from, `definite(…)` for any other.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.interfaces import TransformOp
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, error

Results = Sequence[Sequence[Any]]
Function = Callable[["Run", Any], Results]
INTERPRETED: OpTable[Function] = OpTable("transform-interpreter")


class Silenceable(Exception):
    """A failure that a script may recover from."""

    def __init__(self, message: str, op: Operation) -> None:
        super().__init__(message)
        self.diagnostic = error(message, op.where)

    def note(self, message: str, where: Any = None) -> "Silenceable":
        """Attach a note and return self."""
        self.diagnostic.note(message, where)
        return self


def definite(message: str, op: Operation) -> DiagnosticError:
    """A failure that ends the script."""
    return DiagnosticError(message, op.where)


class Run:
    """A running script on its payload: what its values refer to, and which are invalidated."""

    def __init__(self, root: Operation, state: PassState) -> None:
        self.root = root
        self.state = state
        self._mapping: dict[Value, list[Any]] = {}
        self._invalid: dict[Value, Diagnostic] = {}

    def get(self, handle: Value) -> list[Any]:
        """The payload of a handle."""
        return list(self._mapping.get(handle, ()))

    def set(self, handle: Value, payload: Iterable[Any]) -> None:
        """Set the payload of a handle."""
        self._mapping[handle] = list(payload)
        self._invalid.pop(handle, None)

    def bind(self, block: Block, payloads: Iterable[Iterable[Any]]) -> None:
        """Set the payload of a block's arguments."""
        for argument, payload in zip(block.args, payloads, strict=True):
            self.set(argument, payload)

    def remark(self, message: str, where: Any, note: str = "") -> None:
        """Report to the user."""
        remark = Diagnostic(Severity.REMARK, message, where)
        self.state.emit(remark.note(note, where) if note else remark)

    def apply(self, op: Operation) -> None:
        """Run one op. Silenceable and DiagnosticError when it fails."""
        function = INTERPRETED.get(type(op))
        if function is None or not isinstance(op, TransformOp):
            raise definite(f"transform op '{op.name}' is not interpreted here", op)
        for operand in op.operands:
            if operand in self._invalid:
                raise DiagnosticError([self._at(self._invalid[operand], op)])
        consumed = list(op.consumed())
        invalid = self._invalidated(op, consumed)
        try:
            results = function(self, op)
        except Silenceable:
            for result in op.results:
                self.set(result, ())
            raise
        finally:
            self._invalid.update(invalid)
        for result, payload in zip(op.results, results, strict=True):
            self.set(result, payload)

    def sequence(self, block: Block, mode: FailurePropagationMode) -> Results:
        """Run a block to its end; returns what it yields."""
        last = block.last
        for op in list(block):
            if op is last:
                break
            try:
                self.apply(op)
            except Silenceable:
                if mode is FailurePropagationMode.propagate:
                    raise
        return [self.get(value) for value in last.operands] if last is not None else ()

    def forget_removed(self, by: Operation) -> None:
        """After an op that rewrites the payload without reporting replacements: invalidate handles
        to erased ops."""
        # MLIR differs: upstream finds the op that replaced it, if there is one.
        for handle, payload in self._mapping.items():
            if handle in self._invalid:
                continue
            if any(isinstance(op, Operation) and not self.root.is_ancestor(op) for op in payload):
                dropped = error("op uses a handle to an op that was removed", None)
                self._invalid[handle] = dropped.note("removed by this transform op", by.where)

    def _invalidated(self, op: Operation, consumed: Sequence[Value]) -> dict[Value, Diagnostic]:
        """The handles that an op makes invalid when it consumes some."""
        found: dict[Value, Diagnostic] = {}
        for handle in consumed:
            number = next(i for i, value in enumerate(op.operands) if value is handle)
            for ancestor in self.get(handle):
                if not isinstance(ancestor, Operation):
                    continue
                for other, payload in self._mapping.items():
                    nested = next((p for p in payload if _is_inside(p, ancestor)), None)
                    if nested is not None and other not in self._invalid and other not in found:
                        found[other] = _invalidation(op, number, other, ancestor, nested)
        return found

    @staticmethod
    def _at(found: Diagnostic, op: Operation) -> Diagnostic:
        return Diagnostic(found.severity, found.message, op.where, list(found.notes))


def _is_inside(payload: Any, ancestor: Operation) -> bool:
    """Whether an op is this one or inside it, or a value is defined there."""
    if isinstance(payload, Value):
        maker = payload.defining_op
        if maker is not None:
            return ancestor.is_ancestor(maker)
        around = block.parent_op if (block := payload.parent_block) is not None else None
        return around is not None and ancestor.is_ancestor(around)
    return isinstance(payload, Operation) and ancestor.is_ancestor(payload)


def place_of(value: Value) -> Any:
    """The position of a value's definition."""
    maker = value.defining_op
    if maker is not None:
        return maker.where
    around = block.parent_op if (block := value.parent_block) is not None else None
    return around.where if around is not None else None


def _invalidation(
    op: Operation, number: int, handle: Value, ancestor: Operation, nested: Any
) -> Diagnostic:
    found = error("op uses a handle invalidated by a previously executed transform op", None)
    found.note("handle to invalidated ops", place_of(handle))
    found.note(
        f"invalidated by this transform op that consumes its operand #{number} and invalidates all "
        "handles to payload IR entities associated with this operand and entities nested in them",
        op.where,
    )
    found.note("ancestor payload op", ancestor.where)
    where = nested.where if isinstance(nested, Operation) else place_of(nested)
    return found.note("nested payload op", where)

"""--trace-patterns: a line for each pattern, fold and lowering that applied, or why it did not, and
a table of all of them at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.ir.values import Value
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.rewriting.trace import TraceSink
from mlirlite.support.diagnostics import error

_FLAGS = PrintingFlags(local_scope=True, skip_regions=True, elide_elements_larger=16)
_LARGE = 2000
"""In functions with more ops, values are not numbered for each line: that would take quadratic
time."""


class PatternTrace(TraceSink, Instrumentation):
    """Writes each event, with the op before and after it; `table` has counts and times."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__()
        self._write = write
        self._passes: list[str] = []
        self._large: dict[Operation, bool] = {}

    def before_pass(self, run: PassRun, op: Operation) -> None:
        self._passes.append(run.flag)
        self._large.clear()

    def after_pass(self, run: PassRun, op: Operation) -> None:
        self._passes.pop()

    def after_failure(self, run: PassRun, op: Operation) -> None:
        self._passes.pop()

    def before(self, name: str, op: Operation) -> object:
        return self._text(op)

    def applied(
        self,
        name: str,
        op: Operation,
        before: object,
        new: list[Operation],
        values: Sequence[Value | None],
        seconds: float,
    ) -> None:
        super().applied(name, op, before, new, values, seconds)
        lines = [f"{self._head(name)} applied to '{op.name}'{_place(op)}", f"  - {before}"]
        made = [o for o in new if o.parent is not None]
        lines += [f"  + {self._text(o)}" for o in made]
        if op.parent is not None:
            if self._text(op) != before:
                lines.append(f"  + {self._text(op)}")
        elif not made or (values and not any(v and v.defining_op in made for v in values)):
            shown = ", ".join(map(self._value, values)) or "nothing"
            lines.append(f"  = {shown}")
        self._write("\n".join(lines) + "\n")

    def failed(self, name: str, op: Operation, reason: str, seconds: float) -> None:
        super().failed(name, op, reason, seconds)
        if reason:
            self._write(f"{self._head(name)} does not apply to '{op.name}'{_place(op)}: {reason}\n")

    def _head(self, name: str) -> str:
        flag = self._passes[-1] if self._passes else ""
        return f"[{flag}] {name}:" if flag else f"{name}:"

    def _text(self, op: Operation) -> str:
        """The op on one line, its regions as `{...}`; in large functions without value names."""
        scope = op.parent_op
        while scope is not None and not scope.has_trait(IsolatedFromAbove):
            scope = scope.parent_op
        if scope is not None:
            large = self._large.get(scope)
            if large is None:
                large = self._large[scope] = sum(1 for _ in scope.walk()) > _LARGE
            if large:
                return _short(op)
        return " ".join(print_op(op, _FLAGS).split())

    def _value(self, value: Value | None) -> str:
        if value is None:
            return "(unused)"
        definer = value.defining_op
        if definer is not None:
            return self._text(definer)
        return f"block argument #{getattr(value, 'index', 0)} : {value.type}"

    def table(self) -> str:
        """Hits, misses and milliseconds of everything that was tried, the most time first, each
        with its most frequent reason for not applying."""
        rows = sorted(self.statistics.items(), key=lambda r: (-r[1].hits, -r[1].misses, r[0]))
        width = max([len("pattern"), *(len(name) for name, _ in rows)])
        lines = [f"{'pattern':<{width}}  applied   failed        ms  most frequent reason"]
        for name, found in rows:
            reason = max(found.reasons, key=lambda r: found.reasons[r], default="")
            often = f"{reason} ({found.reasons[reason]})" if reason else ""
            row = f"{name:<{width}}  {found.hits:7}  {found.misses:7}  {1e3 * found.seconds:8.2f}"
            lines.append(f"{row}  {often}".rstrip())
        return "\n".join(lines) + "\n"


def _short(op: Operation) -> str:
    operands = ", ".join(str(t) for t in op.operand_types)
    results = ", ".join(str(t) for t in op.result_types)
    return f'"{op.name}" : ({operands}) -> ({results})'


def _place(op: Operation) -> str:
    text = error("", op.where).place()
    return f" at {text}" if text else ""

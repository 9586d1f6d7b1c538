"""What passes do to a module, recorded for the explorer: the text after each pass as a difference
to the one before, times, counts, and which pattern made which op from which."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.driver.html.alignment import EQUAL, REMOVED, Line, aligned, classified
from mlirlite.driver.html.text import MarkedText, Numbers, print_marked
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun
from mlirlite.printer import FAILURES, PrintingFlags
from mlirlite.rewriting.trace import TraceSink
from mlirlite.support.diagnostics import error
from mlirlite.support.source import SourceSpan

_FLAGS = PrintingFlags(local_scope=True, elide_elements_larger=4096)
_MARK = re.compile("[\x01\x03]([0-9]+)\x02")
_LONGEST_SOURCE = 240


@dataclass(slots=True)
class Stage:
    """A pass that has run, or the input (without a flag)."""

    flag: str = ""
    options: str = ""
    anchor: str = ""
    runs: int = 1
    """On how many ops it ran."""
    seconds: float = 0.0
    failed: bool = False
    script: list[int] = field(default_factory=list)
    """The difference from the previous text: kind, count, and the new lines unless they are equal
    or removed."""
    names: list[Any] = field(default_factory=list)
    """Values with another name than before: number, name, number, …"""
    ops: Counter[str] = field(default_factory=Counter)
    patterns: dict[int, list[float]] = field(default_factory=dict)
    """By number of the pattern: how often it applied, how often it did not, and its seconds."""


class Pool:
    """Things by number."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}

    def number(self, thing: Any) -> int:
        """The number of a thing, from 0."""
        return self.numbers.setdefault(thing, len(self.numbers))


class Recorder(TraceSink, Instrumentation):
    """Watches a pass manager and the rewriters; `stages` is the recording. `also` gets the events
    of patterns, too."""

    def __init__(self, also: TraceSink | None = None) -> None:
        super().__init__()
        self._also = also or TraceSink()
        self.stages: list[Stage] = []
        self.shapes, self.names = Pool(), Pool()
        """Lines without values, and names of ops, patterns and types."""
        self.lines: dict[str, int] = {}
        self.line_rows: list[tuple[int, int, tuple[int, ...]]] = []
        """For each line: shape, op, values."""
        self.origins: dict[int, tuple[int, int, int]] = {}
        """For an op: the stage, the pattern (-1: unknown) and the op that it came from."""
        self.fates: dict[int, tuple[int, int, list[int]]] = {}
        """For an erased op: the stage, the pattern, the values that replaced it."""
        self.touched: dict[int, list[tuple[int, int]]] = {}
        """For an op changed in place: stages and patterns."""
        self.born: dict[int, tuple[int, str, str]] = {}
        """For an op: the stage that first shows it, its location, and the source line there."""
        self._numbers = Numbers()
        self._defined: list[tuple[int, int]] = []
        self._before: list[Line] = []
        self._present: set[int] = set()
        self._known: dict[int, str] = {}
        self._depth = 0
        self._started = 0.0
        self._last: tuple[PassRun, Operation] | None = None

    # passes

    def begin(self, module: Operation) -> None:
        """A module, before its first pass."""
        self._settle()
        self._before, self._known = [], {}
        self._present = set()
        self.stages.append(Stage())
        self._snapshot(module)

    def before_pass(self, run: PassRun, op: Operation) -> None:
        self._depth += 1
        if self._depth > 1:
            return
        if self._last is not None and self._last[0] is run and op.parent is not None:
            self.stages[-1].runs += 1
        else:
            self._settle()
            self.stages.append(Stage(run.flag, run.settings, op.name))
        self._started = time.perf_counter()

    def after_pass(self, run: PassRun, op: Operation) -> None:
        self._depth -= 1
        if not self._depth:
            self.stages[-1].seconds += time.perf_counter() - self._started
            self._last = run, op

    def after_failure(self, run: PassRun, op: Operation) -> None:
        self.after_pass(run, op)
        self.stages[-1].failed = True

    def end(self) -> None:
        """All passes have run, or one failed."""
        self._settle()

    def _settle(self) -> None:
        """Record the text after the last pass; a pass that ran on several ops has only one text."""
        if self._last is not None:
            op = self._last[1]
            while op.parent_op is not None:
                op = op.parent_op
            self._last = None
            self._snapshot(op)

    # patterns

    def before(self, name: str, op: Operation) -> object:
        return self._also.before(name, op)

    def applied(
        self,
        name: str,
        op: Operation,
        before: object,
        new: list[Operation],
        values: Sequence[Value | None],
        seconds: float,
    ) -> None:
        self._also.applied(name, op, before, new, values, seconds)
        if not self.stages:
            return
        stage, pattern, number = len(self.stages) - 1, self.names.number(name), self._numbers.op
        self._count(pattern, 0, seconds)
        root = number(op)
        for made in new:
            if made is not op:
                self.origins.setdefault(number(made), (stage, pattern, root))
        if op.parent is None:
            found = [self._numbers.value(v) for v in values if v is not None]
            self.fates[root] = stage, pattern, found
        else:
            self.touched.setdefault(root, []).append((stage, pattern))

    def failed(self, name: str, op: Operation, reason: str, seconds: float) -> None:
        self._also.failed(name, op, reason, seconds)
        if self.stages:
            self._count(self.names.number(name), 1, seconds)

    def _count(self, pattern: int, which: int, seconds: float) -> None:
        counts = self.stages[-1].patterns.setdefault(pattern, [0, 0, 0.0])
        counts[which] += 1
        counts[2] += seconds

    # texts

    def _snapshot(self, module: Operation) -> None:
        stage, number = self.stages[-1], len(self.stages) - 1
        shown: MarkedText = _printed(module, self._numbers)
        lines = self._lines(shown)
        self._definitions()  # while the ops are still in place
        fresh: list[tuple[Operation, int]] = []
        here: set[int] = set()
        for op in module.walk():
            stage.ops[op.name] += 1
            known = self._numbers.op(op)
            here.add(known)
            if known not in self.born:
                self.born[known] = number, *_place(op)
                fresh.append((op, known))
        if fresh:
            dropped = {self.born[n][1]: n for n in reversed(list(self._present)) if n not in here}
            for op, known in fresh:
                self._inherit(op, known, dropped)
        self._present = here
        rows = aligned(self._before, lines)
        kinds = classified(rows, self._before, lines, self._same_values)
        script: list[int] = []
        at = -1
        for (_, j), kind in zip(rows, kinds, strict=True):
            if at < 0 or script[at] != kind:
                at = len(script)
                script += (kind, 0)
            script[at + 1] += 1
            if kind not in (EQUAL, REMOVED):
                script.append(lines[j].number)
        stage.script = script
        for value, name in shown.names.items():
            if self._known.get(value) != name:
                stage.names += (value, name)
        self._known |= shown.names
        self._before = lines

    def _inherit(self, op: Operation, number: int, dropped: dict[str, int]) -> None:
        """An op that no pattern reported comes from the origin of its parent, if that is new, too,
        or else from an erased op with the same location."""
        if number in self.origins:
            return
        stage, parent = len(self.stages) - 1, op.parent_op
        outer = self._numbers.op(parent) if parent is not None else -1
        if outer in self.origins and self.born[outer][0] == stage:
            self.origins[number] = self.origins[outer]
            return
        root = dropped.get(self.born[number][1]) if self.born[number][1] else None
        if root is not None:
            self.origins[number] = stage, -1, root

    def _lines(self, shown: MarkedText) -> list[Line]:
        """The lines with their keys: an op's line has the op, a block's head the op that follows,
        the end of a region its op."""
        found: list[Line] = []
        at_column: dict[int, int] = {}
        closings: Counter[int] = Counter()
        for text, op in shown.lines:
            number = self.lines.get(text)
            if number is None:
                number = self.lines[text] = len(self.lines)
                values = tuple(int(v) for v in _MARK.findall(text))
                shape = self.shapes.number(_MARK.sub(lambda m: m[0][0], text))
                self.line_rows.append((shape, op, values))
            column = len(text) - len(text.lstrip(" "))
            key: tuple[int, ...] = (op,)
            if op >= 0:
                at_column[column] = op
            else:
                owner = at_column.get(column, -1)
                closings[owner] += 1
                key = (owner, closings[owner])
            found.append(Line(number, self.line_rows[number][0], key))
        follows = -1
        for n in range(len(found) - 1, -1, -1):
            line, text = found[n], shown.lines[n].text
            if len(line.key) == 1:
                follows = line.key[0]
            elif text.lstrip().startswith("^"):
                found[n] = line._replace(key=(follows, 0, 0))
        return found

    def _same_values(self, a: int, b: int, beside: dict[int, int]) -> bool:
        table = self._definitions()
        for one, other in zip(self.line_rows[a][2], self.line_rows[b][2], strict=True):
            if one != other:
                (made, index), (by, place) = table[one], table[other]
                if index != place or beside.get(made) != by:
                    return False
        return True

    def _definitions(self) -> list[tuple[int, int]]:
        """By value: the defining op and the result's index; for a block argument the parent op and
        a negative number."""
        table = self._defined
        values = self._numbers.values
        if len(table) < len(values):
            for value in list(values)[len(table) :]:
                table.append(self._definition(value))
        return table

    def _definition(self, value: Value) -> tuple[int, int]:
        if isinstance(value, BlockArgument):
            block = value.owner
            parent = block.parent_op
            if parent is None:
                return -1, -1
            place = 0
            for region in parent.regions:
                for other in region:
                    if other is block:
                        return self._numbers.op(parent), -1 - place - value.index
                    place += len(other.args)
            return self._numbers.op(parent), -1
        op = value.defining_op
        return (self._numbers.op(op), getattr(value, "index", 0)) if op is not None else (-1, 0)

    # for the page

    def table(self) -> dict[str, Any]:
        """Everything, in a form for JSON."""
        number = self.names.number
        ops, values = list(self._numbers.ops), list(self._numbers.values)
        sources, places = Pool(), Pool()
        born, where, line, origin = [], [], [], []
        for n, op in enumerate(ops):
            stage, place, source = self.born.get(n, (-1, "", ""))
            born.append(stage)
            where.append(places.number(place))
            line.append(sources.number(source))
            origin.append(self.origins.get(n, ()))
            number(op.name)
        return {
            "shapes": list(self.shapes.numbers),
            "lines": [[shape, op, *found] for shape, op, found in self.line_rows],
            "ops": {
                "name": [number(op.name) for op in ops],
                "born": born,
                "place": where,
                "source": line,
                "origin": origin,
                "fate": [[n, s, p, *v] for n, (s, p, v) in self.fates.items()],
                "touched": [[n, *sum(t, ())] for n, t in self.touched.items()],
            },
            "values": [
                [*d, number(str(v.type))] for v, d in zip(values, self._definitions(), strict=True)
            ],
            "places": list(places.numbers),
            "sources": list(sources.numbers),
            "stages": [
                {
                    "flag": s.flag,
                    "options": s.options,
                    "anchor": s.anchor,
                    "runs": s.runs,
                    "ms": round(1e3 * s.seconds, 3),
                    "failed": s.failed,
                    "script": s.script,
                    "names": s.names,
                    "ops": {number(name): count for name, count in s.ops.items()},
                    "patterns": [
                        [p, hits, misses, round(1e3 * seconds, 3)]
                        for p, (hits, misses, seconds) in s.patterns.items()
                    ],
                }
                for s in self.stages
            ],
            "names": list(self.names.numbers),
        }


def _printed(module: Operation, numbers: Numbers) -> MarkedText:
    try:
        return print_marked(module, numbers, _FLAGS)
    except FAILURES:  # invalid after a failure
        return print_marked(
            module, numbers, PrintingFlags(local_scope=True, generic=True, elide_elements_larger=16)
        )


def _place(op: Operation) -> tuple[str, str]:
    """The location of an op, and the source line there if the text is available."""
    where = op.where
    text = error("", where).place()
    if not isinstance(where, SourceSpan):
        return text, ""
    whole, start = where.source.text, where.start
    begin = whole.rfind("\n", 0, start) + 1
    end = whole.find("\n", start, begin + _LONGEST_SOURCE)
    return text, whole[begin : end if end >= 0 else begin + _LONGEST_SOURCE].strip()

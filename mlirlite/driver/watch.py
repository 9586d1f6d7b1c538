"""The IR before and after passes, on a stream or in a tree of files, with upstream's headings."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection

from mlirlite.driver.pass_names import pass_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file
from mlirlite.support.record import Record, replace


class Shown(Record, frozen=False):
    """What to print: the flags of passes (None means all), and when."""

    before: Collection[str] | None = ()
    after: Collection[str] | None = ()
    on_change: bool = False
    """After a pass only when it changed the op."""
    on_failure: bool = False
    """After a pass only when it failed."""
    module_scope: bool = False
    """The whole module, whatever op the pass runs on."""
    tree: str | None = None
    """A folder with a file for each dump, instead of the stream."""

    @property
    def anything(self) -> bool:
        """Whether there is anything to print."""
        return self.before != () or self.after != ()


class IRPrinting(Instrumentation):
    """Prints the IR around passes."""

    def __init__(self, write: Callable[[str], object], flags: PrintingFlags, shown: Shown) -> None:
        self._write, self._flags, self._shown = write, flags, shown
        self._unchanged: list[str] = []
        """The text before each pass that is running; passes may run passes."""
        self._counters: defaultdict[Operation, int] = defaultdict(int)

    def before_pass(self, run: PassRun, op: Operation) -> None:
        if self._shown.on_change:
            self._unchanged.append(print_op(op, generic=True))
        if _names(self._shown.before, run):
            self._print("Before", run, op)

    def after_pass(self, run: PassRun, op: Operation) -> None:
        changed = True
        if self._shown.on_change:
            changed = self._unchanged.pop() != print_op(op, generic=True)
        if changed and not self._shown.on_failure and _names(self._shown.after, run):
            self._print("After", run, op)

    def after_failure(self, run: PassRun, op: Operation) -> None:
        if self._shown.on_change:
            self._unchanged.pop()
        if _names(self._shown.after, run):
            self._print("After", run, op, " Failed")

    def _print(self, when: str, run: PassRun, op: Operation, failed: str = "") -> None:
        shown = op
        scope = ""
        if self._shown.module_scope:
            while shown.parent_op is not None:
                shown = shown.parent_op
            symbol = symbol_name(op)
            scope = f" ('{op.name}' operation{f': @{symbol}' if symbol else ''})"
        nested = shown.parent_op is not None
        flags = replace(self._flags, local_scope=True) if nested else self._flags
        title = f"{pass_name(run.flag)}{failed} ({run.flag}){scope}"
        text = print_op(shown, flags).rstrip("\n")
        self._send(
            f"// -----// IR Dump {when} {title} //----- //\n{text}\n"
            + ("\n" if nested else "\n\n"),
            run,
            op,
        )

    def _send(self, text: str, run: PassRun, op: Operation) -> None:
        if self._shown.tree is None:
            self._write(text)
            return
        path = os.path.join(self._shown.tree, *self._path(run, op))
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with new_file(path) as file:
                file.write(text)
        except OSError as e:
            raise DiagnosticError(f"cannot write '{path}': {e.strerror or e}") from e

    def _path(self, run: PassRun, op: Operation) -> list[str]:
        """Upstream's folders: one for each op, named after it and its symbol; the file's name
        begins with the dump numbers of the ops from the outermost on."""
        counters = self._counters
        if op in counters:
            counters[op] += 1
        chain = [op]
        while chain[-1].parent_op is not None:
            chain.append(chain[-1].parent_op)
        chain.reverse()
        numbers = "_".join(str(counters[o]) for o in chain)
        folders = [
            f"{o.name.replace('.', '_')}_{symbol_name(o) or 'no-symbol-name'}" for o in chain
        ]
        return [*folders, f"{numbers}_{run.flag}.mlir"]


def _names(flags: Collection[str] | None, run: PassRun) -> bool:
    return flags is None or run.flag in flags

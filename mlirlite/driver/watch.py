"""Watching passes at work: the IR before and after them, and the time they take."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from mlirlite.ir.operation import Operation
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.pipeline import PassRun
from mlirlite.printer import PrintingFlags, print_op


class IRPrinting(Instrumentation):
    """Prints the IR before and after passes, with upstream's headings. A set of flags says which;
    None means all."""

    def __init__(
        self,
        write: Callable[[str], object],
        flags: PrintingFlags,
        before: Collection[str] | None = (),
        after: Collection[str] | None = (),
    ) -> None:
        self._write, self._flags, self._before, self._after = write, flags, before, after

    def before_pass(self, run: PassRun, op: Operation) -> None:
        if self._before is None or run.flag in self._before:
            self._print("Before", run, op)

    def after_pass(self, run: PassRun, op: Operation) -> None:
        if self._after is None or run.flag in self._after:
            self._print("After", run, op)

    def after_failure(self, run: PassRun, op: Operation) -> None:
        if self._after is None or run.flag in self._after:
            self._print("After", run, op, " Failed")

    def _print(self, when: str, run: PassRun, op: Operation, failed: str = "") -> None:
        title = f"// -----// IR Dump {when} {run.flag}{failed} //----- //\n"
        text = print_op(op, self._flags)
        self._write(title + text + ("" if text.endswith("\n") else "\n") + "\n")


class Timing(Instrumentation):
    """Adds up the time of each pass; the total includes what the passes call."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._started: list[float] = []

    def before_pass(self, run: PassRun, op: Operation) -> None:
        self._started.append(time.perf_counter())

    def after_pass(self, run: PassRun, op: Operation) -> None:
        taken = time.perf_counter() - self._started.pop()
        self.seconds[run.flag] = self.seconds.get(run.flag, 0.0) + taken

    def report(self) -> str:
        """The times as a table, in the order of the pipeline."""
        total = sum(self.seconds.values()) or 1e-12
        bar = f"===-{'-' * 73}-===\n"
        lines = [bar, "... Execution time report ...".center(79).rstrip() + "\n", bar]
        lines.append(
            f"  Total Execution Time: {total:.4f} seconds\n\n  ----Wall Time----  ----Name----\n"
        )
        for flag, seconds in self.seconds.items():
            lines.append(f"  {seconds:8.4f} ({100 * seconds / total:5.1f}%)  {flag}\n")
        lines.append(f"  {total:8.4f} (100.0%)  Total\n")
        return "".join(lines)

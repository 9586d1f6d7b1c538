"""The steps of a compilation: on the progress line, and as the tree of times of --timing."""

from __future__ import annotations

from typing import Any

from mlirlite.driver.shared.progress import Progress

_NAMES = {
    "read": "read the model",
    "emit": "write LLVM IR",
    "parse": "LLVM: parse",
    "optimize": "LLVM: optimize",
    "write": "LLVM: machine code, and write the file",
}
"""Steps by the names that the tree has for them; levels have their own."""


class Steps:
    """Is told what a compilation does. With `timed`, the time until the next step counts for a
    step, and `report` gives the tree; passes are inside the levels to which they lead."""

    def __init__(self, progress: Progress, *, timed: bool) -> None:
        self.progress = progress
        self.watchers: list[Any] = []
        """Instrumentations for pass managers."""
        self._timing: Any = None
        if timed:
            # late: a plain run needs neither
            from mlirlite.driver.pass_timing import PassTiming
            from mlirlite.driver.timing import Timing

            self._timing = Timing()
            self.watchers.append(PassTiming(self._timing))

    def __call__(self, step: str) -> None:
        """A step begins."""
        self.progress(step)
        self.begin(step)

    def begin(self, step: str) -> None:
        """A step begins that the progress line does not show; "": none does."""
        if self._timing is not None:
            self._timing.leave_to(1)
            if step:
                self._timing.enter(_NAMES.get(step, step))

    def report(self) -> str:
        """The tree; "" without times."""
        if self._timing is None:
            return ""
        self._timing.leave_to(1)
        return str(self._timing.report("tree"))

"""--mlir-timing: where a program spends its time, as upstream's tree or list."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Timer:
    """A node of the tree: seconds between `start` and `stop`, summed over all times, children by
    name in the order of their first start."""

    __slots__ = ("_started", "children", "name", "seconds")

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = 0.0
        self.children: dict[str, Timer] = {}
        self._started = 0.0

    def child(self, name: str) -> Timer:
        """The child of that name, created if necessary."""
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Timer(name)
        return found

    def start(self) -> None:
        """Start counting."""
        self._started = time.perf_counter()

    def stop(self) -> None:
        """Stop counting."""
        self.seconds += time.perf_counter() - self._started


class Timing:
    """The times of one program run."""

    def __init__(self) -> None:
        self.root = Timer("root")
        self.root.start()
        self._stack = [self.root]

    def enter(self, name: str) -> None:
        """Enter `name`: the following time counts for it, nested in what was entered before."""
        timer = self._stack[-1].child(name)
        self._stack.append(timer)
        timer.start()

    def leave(self) -> None:
        """Leave what was entered last."""
        self._stack.pop().stop()

    @property
    def depth(self) -> int:
        """How many have been entered and not left."""
        return len(self._stack)

    def leave_to(self, depth: int) -> None:
        """Leave what was entered beyond this number, after an error."""
        while len(self._stack) > depth:
            self.leave()

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """The time within this context counts for `name`."""
        self.enter(name)
        try:
            yield
        finally:
            self.leave()

    def report(self, display: str) -> str:
        """The table; stops counting."""
        self.root.stop()
        root = self.root
        total = root.seconds or 1e-12
        rest = max(0.0, total - sum(c.seconds for c in root.children.values()))
        bar = f"==={'-' * 73}===\n"
        title = "... Execution time report ...".center(79).rstrip()
        lines = [bar, f"{title}\n", bar]
        lines.append(f"  Total Execution Time: {total:.4f} seconds\n\n")
        lines.append("  ----Wall Time----  ----Name----\n")
        rows = list(_tree(root)) if display == "tree" else _list(root)
        rows += [("Rest", rest), ("Total", total)]
        lines += [f"  {s:8.4f} ({100 * s / total:5.1f}%)  {name}\n" for name, s in rows]
        return "".join(lines)


def _tree(root: Timer) -> Iterator[tuple[str, float]]:
    todo = [(c, 0) for c in reversed(root.children.values())]
    while todo:
        timer, depth = todo.pop()
        yield "  " * depth + timer.name, timer.seconds
        todo += [(c, depth + 1) for c in reversed(timer.children.values())]


def _list(root: Timer) -> list[tuple[str, float]]:
    """Times summed by name, the longest first."""
    sums: dict[str, float] = {}
    todo = [root]
    for timer in todo:
        sums[timer.name] = sums.get(timer.name, 0.0) + timer.seconds
        todo += timer.children.values()
    return sorted(sums.items(), key=lambda row: -row[1])

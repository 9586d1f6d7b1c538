"""--print-op-stats: a table of how many ops of each name there are, on standard error."""

from __future__ import annotations

import json as json_format
from collections import Counter

from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("print-op-stats")
def print_op_stats(op: Operation, state: PassState, *, json: bool = False) -> None:
    """Print statistics of operations.

    json: print a JSON object instead of a table
    """
    counts = Counter(inner.name for inner in op.walk())
    state.write(_json(counts) if json else _table(counts))


def _json(counts: Counter[str]) -> str:
    return json_format.dumps(dict(sorted(counts.items())), indent=2, separators=(",", " : ")) + "\n"


def _table(counts: Counter[str]) -> str:
    """Dialects aligned at the dot, as upstream."""
    lines = ["Operations encountered:", "-----------------------"]
    dialects = max(len(name.partition(".")[0]) for name in counts)
    ops = max(len(name.partition(".")[2]) for name in counts)
    for name in sorted(counts):
        dialect, dot, rest = name.partition(".")
        left = f"{dialect:>{dialects + 2}}{dot}{rest:<{ops}}" if dot else f"{name:>{dialects + 2}}"
        lines.append(f"{left} , {counts[name]}")
    return "\n".join(lines) + "\n"

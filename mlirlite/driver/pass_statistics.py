"""--mlir-pass-statistics: the counts of passes, by pipeline or as a list by pass."""

from __future__ import annotations

from collections import Counter

from mlirlite.driver.pass_names import pass_name
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline


def statistics_text(manager: PassManager, display: str = "pipeline") -> str:
    """The report, with upstream's heading."""
    bar = f"==={'-' * 73}===\n"
    lines = [bar, "... Pass statistics report ...".center(79).rstrip() + "\n", bar]
    if display == "list":
        sums: dict[str, Counter[str]] = {}
        for flag, counts in manager.statistics:
            sums.setdefault(flag, Counter()).update(counts)
        for flag in sorted(sums):
            if sums[flag]:
                lines += [f"{pass_name(flag)}\n", *_rows(sums[flag], "  ")]
        return "".join(lines)
    rest = iter(manager.statistics)
    todo: list[tuple[object, int]] = [(i, 0) for i in reversed(manager.pipeline.items)]
    while todo:
        item, depth = todo.pop()
        indent = "  " * depth
        if isinstance(item, Pipeline):
            lines.append(f"{indent}'{item.anchor}' Pipeline\n")
            todo += [(i, depth + 1) for i in reversed(item.items)]
            continue
        flag, counts = next(rest)
        lines += [f"{indent}{pass_name(flag)}\n", *_rows(counts, indent + "  ")]
    return "".join(lines)


def _rows(counts: Counter[str], indent: str) -> list[str]:
    width = max((len(str(n)) for n in counts.values()), default=0)
    return [f"{indent}(S) {counts[name]:>{width}} {name}\n" for name in sorted(counts)]

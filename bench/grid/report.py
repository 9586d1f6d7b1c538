"""What the rows of a grid say: the worst, means, shares, and ratios by operator and type."""

from __future__ import annotations

import collections
import math
from collections.abc import Iterable, Sequence
from typing import Any

from grid.measure import CALL, parts
from grid.rows import MODES, TYPES

Found = dict[str, Any]
WRONG = ("signal", "hang", "raised", "differs", "refused", "missing")
"""Categories that need work, worst first."""
_CALLS = 3
"""A row of fewer calls of nothing than this is mostly the call."""


def geomean(numbers: Iterable[float]) -> float:
    """The geometric mean; NaN of nothing."""
    logs = [math.log(n) for n in numbers]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def completed(row: Found) -> Found:
    """The row of a process that died, with what its number says."""
    if "type" not in row:
        row["type"], row["mode"], key = parts(row["number"])
        row["variant"], _, row["size"] = key.rpartition("|")
    return row


def latest(rows: Iterable[Found]) -> list[Found]:
    """The last measurement of each row."""
    return list({(r["name"], r["number"]): completed(r) for r in rows}.values())


class Summary:
    """The rows of a run, without those that measure the call."""

    def __init__(self, rows: Iterable[Found]) -> None:
        every = latest(rows)
        self.calls = [r for r in every if r["variant"] == CALL.variant.name and "peer_us" in r]
        self.rows = [r for r in every if r["variant"] != CALL.variant.name]
        self.timed = [r for r in self.rows if "ratio" in r]
        self.wrong = [r for r in self.rows if r["category"] in WRONG]

    def is_call(self, row: Found) -> bool:
        """Whether a row's times are mostly those of the call."""
        if not self.calls:
            return False
        return bool(row["us"] < _CALLS * self.calls[0]["us"])

    def figures(self, rows: Sequence[Found]) -> str:
        """Number, mean and shares of timed rows."""
        ratios = [r["ratio"] for r in rows]
        if not ratios:
            return "nothing"
        above = [100 * sum(r > most for r in ratios) / len(ratios) for most in (1.25, 2)]
        return (
            f"{len(ratios):,} rows, geometric mean {geomean(ratios):.2f}, above 1.25: "
            f"{above[0]:.1f} %, above 2: {above[1]:.1f} %, worst {max(ratios):.1f}"
        )

    def overview(self) -> list[str]:
        """Lines with the means: of all, by size, mode and peer."""
        long = [r for r in self.timed if not self.is_call(r)]
        lines = [f"all: {self.figures(self.timed)}", f"more than the call: {self.figures(long)}"]
        for field in ("size", "mode", "type", "peer"):
            groups = collections.defaultdict(list)
            for r in self.timed:
                groups[r[field]].append(r)
            lines += [f"  {field} {name}: {self.figures(g)}" for name, g in groups.items()]
        if self.calls:
            c = self.calls[0]
            lines.append(
                f"a call of nothing: ours {c['us']:.2f} us, {c['peer']} {c['peer_us']:.2f} us"
            )
        counts = collections.Counter(r["category"] for r in self.rows)
        lines.append("results: " + ", ".join(f"{n:,} {c}" for c, n in counts.most_common()))
        alone = sum("us" in r and "ratio" not in r for r in self.rows)
        lines.append(f"without a peer: {alone:,}")
        return lines

    def worst(self, most: int) -> list[str]:
        """The rows with the largest ratios."""
        rows = sorted(self.timed, key=lambda r: -r["ratio"])[:most]
        return [self.line(r) for r in rows]

    def line(self, row: Found) -> str:
        """A row as text."""
        call = " (call)" if self.is_call(row) else ""
        name = f"{row['name']} {row['type']} {row['mode']} {row['variant']} {row['size']}"
        return (
            f"{row['ratio']:9.2f}  {name:60} {row['us']:12.1f} us  "
            f"{row['peer']} {row['peer_us']:.1f} us  {row['sizes'][:60]}{call}"
        )

    def findings(self, most: int) -> list[str]:
        """Wrong results, errors and crashes, a line for each operator, type and category."""
        groups = collections.defaultdict(list)
        for r in self.wrong:
            groups[WRONG.index(r["category"]), r["name"], r["type"]].append(r)
        lines = []
        for _, group in sorted(groups.items())[:most]:
            r = group[0]
            said = r.get("reason") or f"error {r.get('error')}, bound {r.get('bound')}"
            shown = f"{r['name']} {r['type']} {r['mode']} {r['variant']} {r['size']}"
            lines.append(f"{r['category']:8} {shown} (x{len(group)}): {said}")
        return lines

    def by_operator(self) -> list[str]:
        """Operators, the worst first: their mean by type and by mode."""
        groups = collections.defaultdict(list)
        for r in self.timed:
            groups[r["name"]].append(r)
        means = {n: geomean(r["ratio"] for r in g) for n, g in groups.items()}
        used = [t for t in TYPES.values() if any(r["type"] == t for r in self.timed)]
        lines = [f"{'':26}{'all':>7}" + "".join(f"{h:>8}" for h in (*MODES, *used))]
        for name in sorted(groups, key=lambda n: -means[n]):
            cells = [means[name]]
            for field, value in [("mode", m) for m in MODES] + [("type", t) for t in used]:
                cells.append(geomean(r["ratio"] for r in groups[name] if r[field] == value))
            shown = "".join(f"{'' if math.isnan(c) else f'{c:.2f}':>8}" for c in cells)
            lines.append(f"{name:25}{shown}")
        return lines

    def table(self) -> str:
        """The summary for bench/RESULTS.md: by type and mode."""
        head = "| type, shapes | rows | geometric mean | above 1.25 | above 2 | worst |"
        lines = [head, "|" + "---|" * 6]
        groups: list[tuple[str, list[Found]]] = []
        for type in TYPES.values():
            for mode in MODES:
                rows = [r for r in self.timed if r["type"] == type and r["mode"] == mode]
                groups.append((f"{type}, {mode}", rows))
        for name, rows in [*groups, ("geometric mean", self.timed)]:
            if rows:
                ratios = [r["ratio"] for r in rows]
                above = [
                    f"{100 * sum(r > m for r in ratios) / len(ratios):.1f} %" for m in (1.25, 2)
                ]
                worst = max(rows, key=lambda r: r["ratio"])
                shown = f"{worst['ratio']:.1f} ({worst['name']} {worst['variant']})"
                cells = [name, f"{len(rows):,}", f"{geomean(ratios):.2f}", *above, shown]
                lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines)


def text(rows: Iterable[Found], most: int) -> str:
    """Everything, as plain text."""
    s = Summary(rows)
    sections = {
        "The worst": s.worst(most),
        "Wrong": s.findings(most),
        "Ratios by operator, shapes and type": s.by_operator(),
        "All": s.overview(),
    }
    return "\n\n".join("\n".join([f"== {name}", *lines]) for name, lines in sections.items())

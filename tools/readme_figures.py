"""Puts the figures of bench/RESULTS.md into the table of README.md.

python tools/readme_figures.py            # exit code 1 if README.md has other figures
python tools/readme_figures.py --write
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKS = "<!-- figures: begin -->", "<!-- figures: end -->"


def rows(results: str, name: str) -> list[dict[str, str]]:
    """The rows of the table between the markers of this name, by column header."""
    section = results.partition(f"<!-- {name}: begin -->")[2].partition(f"<!-- {name}: end -->")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    if len(lines) < 3:
        raise SystemExit(f"bench/RESULTS.md has no table '{name}'")
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def groups(results: str, name: str) -> dict[str, list[dict[str, str]]]:
    """The rows of a table for each kind of processor that it has a group of columns for."""
    table = rows(results, name)
    kinds = dict.fromkeys(head.partition(": ")[0] for head in table[0] if ": " in head)
    return {
        kind: [
            {head.removeprefix(f"{kind}: "): cell for head, cell in row.items()}
            for row in table
            if any(cell for head, cell in row.items() if head.startswith(f"{kind}: "))
        ]
        for kind in kinds
    }


def column(table: list[dict[str, str]], head: str) -> list[float]:
    """The numbers of a column, without empty cells and means."""
    return [float(row[head]) for row in table if row.get("model") != "geometric mean" and row[head]]


def span(values: list[float], digits: int = 2) -> str:
    """`least to largest`."""
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


def mean(values: list[float]) -> str:
    """The geometric mean."""
    return f"{math.exp(sum(map(math.log, values)) / len(values)):.2f}"


def over(table: list[dict[str, str]], ours: str, peer: str) -> list[float]:
    """The ratio of our time to another engine's, for each row."""
    return [float(row[ours]) / float(row[peer]) for row in table if row.get(ours) and row.get(peer)]


def latencies(results: str) -> list[tuple[str, str, str]]:
    """The ratio of our latency to each peer's, for CNNs and other models, on each kind of
    processor."""
    found = []
    for name, models in (
        ("schedules", "the nine CNNs of the `onnx` package, one thread"),
        ("models", "{count} other models, static and dynamic"),
    ):
        for kind, table in groups(results, name).items():
            for peer in ("onnxruntime", "OpenVINO"):
                if ratios := over(table, "mlirlite ms", f"{peer} ms"):
                    what = f"{models.format(count=len(ratios))}, latency over {peer}'s, {kind}"
                    figure = f"{span(ratios)}, geometric mean {mean(ratios)}"
                    found.append((what, figure, f"{name}.py"))
    return found


def beside_onnx_mlir(results: str) -> tuple[str, str, str]:
    """Operators and node tests, compared with the lists of onnx-mlir."""
    operators, tests = rows(results, "onnx-mlir")[:2]
    theirs = operators["onnx-mlir"].partition(",")[0]
    return (
        "ONNX operators that run, node tests that pass (onnx-mlir's: that it supports and enables)",
        f"{operators['mlirlite']} ({theirs}), {tests['mlirlite']} ({tests['onnx-mlir']})",
        "onnx_mlir.py FOLDER",
    )


def table(results: str) -> str:
    """The README's table."""
    checked, libraries = rows(results, "nine models"), rows(results, "aot")
    text = {row["file"]: row for row in rows(results, "text speed 100000")}
    compiled = column(libraries, "ratio")
    entries = [
        *latencies(results),
        (
            "the nine CNNs, largest relative error against onnxruntime",
            f"{max(column(checked, 'largest error')):.0e}",
            "nine_models.py",
        ),
        (
            "the same, seconds to compile",
            span(column(checked, "compile s"), 0),
            "nine_models.py",
        ),
        (
            "the same as `.so`, called from C, latency over onnxruntime's",
            f"{span(compiled)}, geometric mean {mean(compiled)}",
            "aot.py",
        ),
        (
            "the same, ms to load (onnxruntime's)",
            f"{span(column(libraries, 'load ms'))} "
            f"({span(column(libraries, 'onnxruntime load ms'), 0)})",
            "aot.py",
        ),
        beside_onnx_mlir(results),
        *(
            (
                f"parse, verify and print 100,000 ops ({form} form), CPU time over xdsl-opt's, "
                "over mlir-opt's",
                f"{text[form]['/ xdsl-opt']}, {text[form]['/ mlir-opt']}",
                "text_speed.py --ops 100000",
            )
            for form in ("custom", "generic")
        ),
    ]
    lines = ["| what | figure | command |", "|---|---|---|"]
    lines += [f"| {what} | {figure} | `python bench/{how}` |" for what, figure, how in entries]
    return "\n".join(lines)


def updated() -> tuple[str, str]:
    """README.md as it is, and with the current figures."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    results = (ROOT / "bench" / "RESULTS.md").read_text(encoding="utf-8")
    head, begin, rest = text.partition(MARKS[0])
    _, end, tail = rest.partition(MARKS[1])
    if not end:
        raise SystemExit(f"README.md lacks {' and '.join(MARKS)}")
    return text, f"{head}{begin}\n{table(results)}\n{end}{tail}"


def main() -> int:
    text, new = updated()
    if "--write" in sys.argv[1:]:
        (ROOT / "README.md").write_text(new, encoding="utf-8")
    elif text != new:
        print("README.md has other figures than bench/RESULTS.md: tools/readme_figures.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""bench/RESULTS.md: each table is between two markers with its name, under a heading. A table whose
figures depend on the processor has a group of columns for each kind of processor, and a line before
the table says where each group was measured.

    MLIRLITE_MCPU=haswell python bench/schedules.py --write

fills the AVX2 group on any machine: our code is compiled for that processor; the peers are
unrestricted."""

from __future__ import annotations

import os
import re
from pathlib import Path

# Tables have compile times, so a run must not use what an earlier one left in the cache.
os.environ["MLIRLITE_CACHE"] = "off"

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"
KINDS = "AVX-512", "AVX2"
"""Kinds of processors, in the order of their groups."""
MEAN = "geometric mean"
"""The last row of a table."""
_CONDITIONS = re.compile(
    r"^\*\*(?P<kind>[^*\n]+)\*\*: (?P<text>.*?)\s*(?=^\*\*|^\||\Z)", re.M | re.S
)


def named(name: str, threads: int) -> str:
    """The name of a table; each number of threads has a table of its own."""
    return name if threads == 1 else f"{name}-{threads}-threads"


def kind_of_processor() -> str:
    """The kind of the processor that code is compiled for."""
    from mlirlite.runtime.host import host_machine
    from mlirlite.support.machine import MACHINES

    name = host_machine()
    known = MACHINES.get(name)
    if known is None:
        return "others"
    x86 = {64: "AVX-512", 32: "AVX2"}
    return x86.get(known.vector_bytes, name)


def stated_processor() -> str:
    """A note for code that is compiled for another processor than this machine's; otherwise ""."""
    stated = os.environ.get("MLIRLITE_MCPU", "")
    return (
        f"our code as for {stated} (`MLIRLITE_MCPU={stated}`), peers unrestricted" if stated else ""
    )


class Grouped:
    """A table with a group of columns for each kind of processor. A group has a note, headers, and
    cells by the first cell of their row."""

    def __init__(self, text: str = "") -> None:
        self.corner = ""
        self.said = {m["kind"]: m["text"] for m in _CONDITIONS.finditer(text)}
        self.heads: dict[str, list[str]] = {}
        self.rows: dict[str, dict[str, list[str]]] = {}
        if self.said:
            self._read(text)

    def _read(self, text: str) -> None:
        heads, rows = _cells(text)
        self.corner = heads[0]
        for kind in self.said:
            places = [i for i, head in enumerate(heads) if head.startswith(f"{kind}: ")]
            self.heads[kind] = [heads[i].removeprefix(f"{kind}: ") for i in places]
            self.rows[kind] = {
                row[0]: cells for row in rows if any(cells := [row[i] for i in places])
            }

    def put(self, kind: str, text: str) -> None:
        """Replace the group of a kind by a plain table with a note before it."""
        said, _, table = text.partition("\n|")
        heads, rows = _cells(f"|{table}")
        self.corner, self.said[kind], self.heads[kind] = heads[0], said.strip(), heads[1:]
        self.rows[kind] = {row[0]: row[1:] for row in rows}

    def text(self) -> str:
        """All groups as one table."""
        kinds = sorted(self.said, key=lambda k: (KINDS.index(k) if k in KINDS else len(KINDS), k))
        names = list(dict.fromkeys(n for k in kinds for n in self.rows[k] if n != MEAN))
        if any(MEAN in self.rows[k] for k in kinds):
            names.append(MEAN)
        heads = [self.corner, *[f"{k}: {head}" for k in kinds for head in self.heads[k]]]
        lines = [_line(heads), "|" + "---|" * len(heads)]
        for name in names:
            parts = [self.rows[k].get(name, [""] * len(self.heads[k])) for k in kinds]
            lines.append(_line([name, *[cell for part in parts for cell in part]]))
        said = [f"**{k}**: {self.said[k]}" for k in kinds]
        return "\n\n".join([*said, "\n".join(lines)])


def _cells(text: str) -> tuple[list[str], list[list[str]]]:
    """The headers and the rows of a table."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return cells[0], cells[2:]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def write_group(name: str, heading: str, text: str) -> None:
    """Replace the group of the processor that code is compiled for by a table with a note before
    it; the other groups stay."""
    grouped = Grouped(_between(RESULTS.read_text(encoding="utf-8"), name))
    grouped.put(kind_of_processor(), text)
    write_table(name, heading, grouped.text())


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def _between(results: str, name: str) -> str:
    begin, end = _marks(name)
    return results.partition(begin)[2].partition(end)[0].strip()


def write_table(name: str, heading: str, text: str) -> None:
    """Replace the table of this name. A new table goes to the end of its heading's section; a new
    section goes to the end of the file."""
    begin, end = _marks(name)
    old = RESULTS.read_text(encoding="utf-8")
    if begin not in old:
        if f"{heading}\n" not in old:
            old = f"{old.rstrip()}\n\n{heading}\n"
        before, _, rest = old.partition(f"{heading}\n")
        section, mark, after = rest.partition("\n## ")
        head = f"{before}{heading}\n{section}".rstrip()
        old = f"{head}\n\n{begin}\n{end}\n{mark}{after}"
    head, _, rest = old.partition(begin)
    tail = rest.partition(end)[2]
    RESULTS.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")

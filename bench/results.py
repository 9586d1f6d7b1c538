"""bench/RESULTS.md: each table stands between the marks of its name, under a heading."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"


def named(name: str, threads: int) -> str:
    """The name of a table of so many threads; each number has its own."""
    return name if threads == 1 else f"{name}-{threads}-threads"


def write_table(name: str, heading: str, text: str) -> None:
    """Put a table where the last one of this name was; a new one ends the section of its heading,
    a new section the file."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
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

#!/usr/bin/env python3
"""Write mlirlite/dialects/_data/*.ods: what upstream's dialects declare, from LLVM's .td files.

    python tools/gen_ods.py                    # from /usr/lib/llvm-22/include (libmlir-22-dev)
    python tools/gen_ods.py --check            # exit 1 if a file differs
    python tools/gen_ods.py --llvm 23          # from LLVM 23, and print what changed
    python tools/gen_ods.py --compare OLD NEW  # print what changed between two folders of data
    python tools/gen_ods.py --stablehlo DIR    # stablehlo, chlo, vhlo, from a checkout of StableHLO

`mlirlite/ods/compact.py` describes the files."""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mlirlite.ods.changes import changes
from mlirlite.ods.compact import Writer, version_of
from mlirlite.ods.data import Records
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.tablegen import read
from mlirlite.tablegen.dump import to_json

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "mlirlite" / "dialects" / "_data"
SUMS = "sums.txt"
"""The file beside the data with the version of LLVM and the sum of its .td files."""

ABSENT = frozenset(("vcix",))
"""Dialects that LLVM declares and mlir-opt does not have."""

STABLEHLO = {"stablehlo": "StablehloOps.td", "chlo": "ChloOps.td", "vhlo": "VhloOps.td"}
"""The dialects that StableHLO declares, and in which file of `stablehlo/dialect`."""

_INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"', re.M)


def td_files(include: Path) -> list[Path]:
    """The .td files that may declare dialects, sorted."""
    folders = (include / "mlir" / "Dialect", include / "mlir" / "IR")
    return sorted(path for folder in folders for path in folder.rglob("*.td"))


def sum_of(include: Path) -> str:
    """One sum of all files that may declare dialects."""
    found = hashlib.sha256()
    for path in td_files(include):
        found.update(str(path.relative_to(include)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def version(include: Path) -> str:
    """The version of LLVM that an include folder belongs to."""
    config = include / "llvm" / "Config" / "llvm-config.h"
    text = config.read_text(encoding="utf-8") if config.is_file() else ""
    found = re.search(r'LLVM_VERSION_STRING "([^"]+)"', text)
    return found[1] if found else "unknown"


def order(include: Path) -> list[Path]:
    """The files, those that no other file includes first."""
    files = td_files(include)
    included = {include / name for f in files for name in _INCLUDE.findall(_text(f))}
    return sorted(files, key=lambda f: (f in included, f))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def generate(include: Path, only: Iterable[str] = ()) -> dict[str, str]:
    """The data of each dialect by its name. Files that need others before them are read with those
    that include them."""
    wanted = set(only)
    writers: dict[str, Writer] = {}
    seen: set[Path] = set()
    for path in order(include):
        if path in seen:
            continue
        try:
            keeper = read(str(path), [str(include), str(path.parent)])
        except DiagnosticError:
            continue
        seen.update(Path(f) for f in keeper.files)
        dump = to_json(keeper)
        records = Records(dump)
        for record in records.derived("Dialect"):
            name = record.text("name")
            if name not in ABSENT and (not wanted or name in wanted):
                writers.setdefault(name, Writer(name)).add(records, dump)
    release = version(include)
    return {name: writers[name].text(release) for name in sorted(writers)}


def generate_stablehlo(checkout: Path, include: Path) -> dict[str, str]:
    """The data of StableHLO's dialects by their names."""
    header = (checkout / "stablehlo" / "dialect" / "Version.h").read_text(encoding="utf-8")
    found = re.search(r"getCurrentVersion\(\) \{ return Version\((\d+), (\d+), (\d+)", header)
    release = "StableHLO " + ".".join(found.groups() if found else ("unknown",))
    data: dict[str, str] = {}
    for name, file in STABLEHLO.items():
        path = checkout / "stablehlo" / "dialect" / file
        dump = to_json(read(str(path), [str(checkout), str(include)]))
        writer = Writer(name)
        writer.add(Records(dump), dump)
        data[name] = writer.text(release)
    return data


def write(data: dict[str, str], folder: Path, include: Path) -> None:
    """Write the files, and remove those of dialects that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.ods"):
        if path.stem not in data and path.stem not in STABLEHLO:
            path.unlink()
    write_texts(data, folder)
    release = version_of(next(iter(data.values())))
    (folder / SUMS).write_text(f"{release} {sum_of(include)}\n", encoding="utf-8")


def write_texts(data: dict[str, str], folder: Path) -> None:
    """Write a file for each dialect."""
    for name, text in data.items():
        (folder / f"{name}.ods").write_text(text, encoding="utf-8")


def stored(folder: Path) -> dict[str, str]:
    """The data in a folder, by dialect."""
    return {p.stem: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.ods"))}


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--llvm", default="22", help="the version of LLVM to read (default: 22)")
    parser.add_argument("--include", type=Path, help="its include folder")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if data differ")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    parser.add_argument("--stablehlo", type=Path, metavar="DIR", help="a checkout of StableHLO")
    options = parser.parse_args()
    if options.compare:
        old, new = (stored(folder) for folder in options.compare)
        print("\n".join(changes(old, new)))
        return 0
    include = options.include or Path(f"/usr/lib/llvm-{options.llvm}/include")
    if not (include / "mlir").is_dir():
        parser.error(f"no MLIR in {include} (Debian: libmlir-{options.llvm}-dev)")
    old = stored(DATA)
    if options.stablehlo:
        new = generate_stablehlo(options.stablehlo, include)
        old = {name: old[name] for name in STABLEHLO if name in old}
    else:
        new = generate(include)
        old = {name: text for name, text in old.items() if name not in STABLEHLO}
    if options.check:
        wrong = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
        print(f"not as {include} declares: {', '.join(wrong)}" if wrong else "up to date")
        return 1 if wrong else 0
    if options.stablehlo:
        write_texts(new, DATA)
    else:
        write(new, DATA, include)
    print("\n".join(changes(old, new)) or "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

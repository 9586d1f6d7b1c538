#!/usr/bin/env python3
"""The size of the pass explorer's page, and the time a browser takes to show it: 50 passes on
5,009 ops, in headless Chromium (Debian: chromium, chromium-driver).

    python bench/explorer.py            # prints the table
    python bench/explorer.py --write    # and puts it into bench/RESULTS.md"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import time
from pathlib import Path

from results import write_table

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
PASSES = ["--location-snapshot", "--topological-sort", "--canonicalize", "--cse", "--symbol-dce"]
RUNS = 5


def module(pairs: int) -> str:
    """A function with three ops for each pair, seven constants and a return."""
    constants = "".join(f"  %c{n} = arith.constant {n} : i32\n" for n in range(7))
    body = "".join(
        f"  %a{n} = arith.addi %x, %c{n % 7} : i32\n  %b{n} = arith.muli %a{n}, %x : i32\n"
        f'  "test.use"(%b{n}) : (i32) -> ()\n'
        for n in range(pairs)
    )
    return f"func.func @f(%x: i32) {{\n{constants}{body}  return\n}}\n"


def page(folder: Path, passes: int) -> Path:
    """The explorer's page for that many passes."""
    from mlirlite.driver import opt

    source, made = folder / "in.mlir", folder / "report.html"
    source.write_text(module(1667))
    flags = [PASSES[n % len(PASSES)] for n in range(passes)]
    words = [str(source), "--allow-unregistered-dialect", f"--html={made}", *flags]
    err = io.StringIO()
    if opt.main(words, stdout=io.StringIO(), stderr=err):
        raise SystemExit(err.getvalue())
    return made


def load_seconds(made: Path) -> float:
    """Seconds from requesting the page until it is drawn; the least of several tries."""
    from screenshots import chromium, load

    best = float("inf")
    browser = chromium()
    try:
        for _ in range(RUNS):
            browser.get("about:blank")
            began = time.perf_counter()
            load(browser, made)
            best = min(best, time.perf_counter() - began)
    finally:
        browser.quit()
    return best


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        began = time.perf_counter()
        made = page(Path(name), 50)
        seconds = time.perf_counter() - began
        text = (
            "| ops | passes | passes and page, s | page, MB | shown after, s |\n"
            "|---|---|---|---|---|\n"
            f"| {module(1667).count(chr(10)):,} | 50 | {seconds:.1f} "
            f"| {made.stat().st_size / 1e6:.1f} | {load_seconds(made):.2f} |"
        )
    print(text)
    if arguments.write:
        cores = f"{os.cpu_count()} cores, `python bench/explorer.py --write`"
        heading = "## The pass explorer in headless Chromium"
        write_table("explorer", heading, f"{cores}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

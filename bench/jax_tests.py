"""JAX's own numerical tests with mlirlite.jax.jit in place of jax.jit: the share that passes.

    python bench/jax_tests.py DIR [--out jax_tests.jsonl] [--most 1] [--part 0/2] [--only WORD …]
    python bench/jax_tests.py DIR --again       # run again what did not pass
    python bench/jax_tests.py DIR --summary

DIR is a checkout of jax at the version that is installed. Every function that a test gives to
jax.jit is compiled and run by mlirlite; ops outside of jit stay XLA's. `--most` is the number of
cases of each parameterized test. Tests that the output has are not run again, and a test that ends
the process or exceeds `--limit` counts as failed. A test that fails is run with XLA, too. Only
tests in which compiled code ran are rated. Exit code 1 if one of them failed."""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import types
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILES = "lax_numpy_test.py", "lax_test.py", "nn_test.py"
RESTART = 250
"""Tests of one process: what it compiled is kept until it ends."""
STATE = "MLIRLITE_JAX_TESTS"


# In the process that runs the tests, a plugin of pytest:


class Plugin:
    """Runs the tests that the output has not, and appends a line for each."""

    def __init__(self, out: str, known: dict[str, str], limit: int, part: str, words: list[str]):
        self.out, self.known, self.limit, self.words = Path(out), known, limit, words
        self.part, self.parts = map(int, part.split("/"))
        self.runs = self.count = 0
        self.row: dict[str, Any] = {}

    def replace_jit(self) -> None:
        """Give jax.jit's place to mlirlite's, also where JAX's tests compile functions."""
        import jax
        from jax._src import api, test_util

        import mlirlite.jax
        from mlirlite.jax import functions

        run = functions._Compiled.__call__

        def counted(*args: Any) -> Any:
            self.runs += 1
            return run(*args)

        functions._Compiled.__call__ = counted  # type: ignore[method-assign]
        if self.known.get("jit") == "xla":
            return
        ours = mlirlite.jax.jit
        jax.jit = ours
        test_util.api = types.SimpleNamespace(**{**vars(api), "jit": ours})
        test_util.JIT_IMPLEMENTATION = ours, test_util._NOOP_JIT_IMPLEMENTATION

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what is known."""
        names = [i.nodeid.rpartition("/")[2] for i in items]
        items[:] = [
            item
            for number, (item, name) in enumerate(zip(items, names, strict=True))
            if name not in self.known
            and number % self.parts == self.part
            and (not self.words or any(w in name for w in self.words))
        ]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Tell which test has begun, should it end the process."""
        self.row, self.runs = {"name": nodeid.rpartition("/")[2], "result": "crash"}, 0
        self.write()

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """Note the outcome."""
        if call.when != "call" and call.excinfo is None:
            return
        error = call.excinfo and call.excinfo.value
        if error is None:
            result, why = "passed", ""
        elif type(error).__name__ in ("SkipTest", "Skipped"):
            result, why = "skipped", str(error)
        else:
            result, why = "failed", f"{type(error).__name__}: {error}"
        self.row.update(
            result=result, why=why[:1500], runs=self.runs, seconds=round(call.duration, 2)
        )

    def pytest_runtest_logfinish(self) -> None:
        """Write it down; a new process after some hundred."""
        self.write()
        self.count += 1
        if self.count >= RESTART:
            os._exit(0)

    def write(self) -> None:
        """A line; the last one of a test holds."""
        with self.out.open("a") as file:
            print(json.dumps(self.row), file=file)


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """TimeoutError after some processor time; where Python is not reached, the end of the
    process."""

    def end(*_: object) -> None:
        raise TimeoutError("too slow")

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    faulthandler.dump_traceback_later(20 * seconds, exit=True)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def run_tests(state: dict[str, Any]) -> None:
    """Run pytest with the plugin."""
    import pytest

    plugin = Plugin(**state["plugin"])
    plugin.replace_jit()

    class Limits:
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_call(self) -> Any:
            """A test in a limited time."""
            with limited(plugin.limit):
                return (yield)

    options = ["-q", "-p", "no:cacheprovider", "--tb=no", "--no-header", "--import-mode=importlib"]
    code = pytest.main([*options, *state["files"]], plugins=[plugin, Limits()])
    os._exit(100 + int(code))


# In the process that the user starts:


def read(out: Path) -> dict[str, dict[str, Any]]:
    """The last line of each test."""
    lines = out.read_text().splitlines() if out.exists() else []
    return {row["name"]: row for row in map(json.loads, lines)}


def run_all(options: argparse.Namespace, out: Path, known: dict[str, str]) -> None:
    """Start processes until one has come to the end of the tests."""
    folder = Path(options.directory)
    folder = folder / "tests" if (folder / "tests").is_dir() else folder
    environment = {
        "JAX_NUM_GENERATED_CASES": str(options.most),
        "JAX_PLATFORMS": "cpu",
        "JAX_ENABLE_X64": str(int(options.x64)),
    }
    while True:
        known.update({name: row["result"] for name, row in read(out).items()})
        plugin = {
            "out": str(out), "known": known, "limit": options.limit, "part": options.part,
            "words": options.only,
        }  # fmt: skip
        state = {"plugin": plugin, "files": [str(folder / f) for f in FILES]}
        done = len(read(out))
        child = subprocess.run(
            [sys.executable, __file__],
            input=json.dumps(state),
            text=True,
            env={**os.environ, **environment, STATE: "1"},
            stdout=subprocess.DEVNULL,
            stderr=None if options.verbose else subprocess.DEVNULL,
            check=False,
        )
        print(f"{len(read(out))} tests, exit code {child.returncode}", file=sys.stderr)
        if child.returncode >= 100 or len(read(out)) == done:
            break


def mechanism(row: dict[str, Any]) -> str:
    """What a failure has in common with others: its text without numbers, names and values."""
    text = row.get("why", "crash") or row["result"]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    text = next((t for t in lines if "Mismatched" in t), "") or " ".join(lines)
    if "Mismatched" in text or "Not equal to tolerance" in text or "Arrays are not" in text:
        return "wrong numbers"
    text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?(e[-+]?\d+)?", "#", text)
    return re.sub(r"tensor<[^>]*>|[#x?]+", lambda m: "#" if "#" in m[0] else m[0], text)[:130]


def summary(rows: dict[str, dict[str, Any]]) -> str:
    """The share that passes, of each file, and why the rest does not."""
    lines = []
    groups: dict[str, list[str]] = defaultdict(list)
    total = Counter[str]()
    for file in FILES:
        counts = Counter[str]()
        for name, row in rows.items():
            if name.startswith(file):
                kind = outcome(row)
                counts[kind] += 1
                if kind == "failed":
                    groups[mechanism(row)].append(name.rpartition("::")[2])
        total += counts
        lines.append(f"{file}: {share(counts)}")
    lines.append(f"all: {share(total)}")
    for text, names in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        lines.append(f"  {len(names):4} {text}: {', '.join(names[:4])}")
    return "\n".join(lines)


def outcome(row: dict[str, Any]) -> str:
    """`passed` or `failed` where compiled code ran or could not be made; else why it is not
    rated."""
    if row.get("xla") == "failed":
        return "XLA fails, too"
    if row["result"] in ("passed", "skipped"):
        return "no code" if row["result"] == "passed" and not row["runs"] else row["result"]
    return "failed"


def share(counts: Counter[str]) -> str:
    """A line of counts."""
    rated = counts["passed"] + counts["failed"]
    rest = ", ".join(
        f"{n} {kind}" for kind, n in counts.items() if kind not in ("passed", "failed")
    )
    return f"{counts['passed']} of {rated} pass ({counts['passed'] / max(1, rated):.1%}); {rest}"


def main() -> int:
    """Run the program."""
    if STATE in os.environ:
        run_tests(json.load(sys.stdin))
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", help="a checkout of jax")
    parser.add_argument("--out", type=Path, default=Path("jax_tests.jsonl"))
    parser.add_argument("--most", type=int, default=1, help="cases of a parameterized test")
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time of a test")
    parser.add_argument("--part", default="0/1", help="every n-th test")
    parser.add_argument("--only", nargs="*", default=[], help="tests whose name has a word")
    parser.add_argument("--x64", action="store_true", help="with 64-bit types")
    parser.add_argument("--again", action="store_true", help="run again what did not pass")
    parser.add_argument("--summary", action="store_true", help="only add up")
    parser.add_argument("--verbose", action="store_true", help="show what the tests print")
    options = parser.parse_args()
    if options.again:
        kept = [r for r in read(options.out).values() if outcome(r) != "failed"]
        options.out.write_text("".join(json.dumps(r) + "\n" for r in kept))
    if not options.summary:
        run_all(options, options.out, {})
        rows = read(options.out)
        failed = {n for n, r in rows.items() if outcome(r) == "failed" and "xla" not in r}
        if failed:
            beside = options.out.with_suffix(".xla")
            run_all(options, beside, {"jit": "xla"} | {n: "" for n in rows if n not in failed})
            found = read(beside)
            beside.unlink(missing_ok=True)
            with options.out.open("a") as file:
                for name in failed & found.keys():
                    print(json.dumps(rows[name] | {"xla": found[name]["result"]}), file=file)
    rows = read(options.out)
    print(summary(rows))
    return int(any(outcome(r) == "failed" for r in rows.values()))


if __name__ == "__main__":
    sys.exit(main())

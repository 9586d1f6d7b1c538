#!/usr/bin/env python3
"""Our text, errors and passes compared with mlir-opt 22's, on a folder of upstream's own tests.

    python bench/upstream.py text mlir/test       # what mlir-opt accepts: read, printed, read again
    python bench/upstream.py invalid mlir/test    # what it rejects, and whether messages are equal
    python bench/upstream.py diagnostics mlir/test    # tests of errors: exactly the expected ones
    python bench/upstream.py passes mlir/test --passes canonicalize,cse
    … --only Dialect/Affine --failures out.jsonl --jobs 2

The unit is a chunk between `// -----`; for passes, a single function if functions are independent,
in tests that name the pass in a RUN line, and only if the pass changes it. mlirlite runs
in-process. Answers of mlir-opt are cached in FOLDER/.mlir-opt.sqlite. Two texts are the same if
mlir-opt reads them as the same IR; `no dialect` counts chunks of dialects that mlirlite lacks."""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import multiprocessing
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SPLIT = re.compile(r"^// -----.*$", re.M)
RUN = re.compile(r"^\s*//\s*RUN:\s*(.*?)\s*$", re.M)
EXPECTED = re.compile(r"expected-error(?:-re)?\s*(?:@[\w+-]+)?\s*(?:\d+\s*)?\{\{(.*?)\}\}")
TEST_DIALECT = re.compile(r'[!#"]test\.|(?m:^\s*(%[^=\n]*= )?test\.\w)')
FUNCTION = re.compile(r"(func\.func|llvm\.func)\b")
NO_DIALECT = re.compile(
    r"error: Dialect `\w+' not found|with (an )?unregistered dialect\. If this is"
    r"|custom op 'test\.[\w.]+' is unknown"
)
UNREGISTERED = "--allow-unregistered-dialect"
GENERIC = "--mlir-print-op-generic"
ON_FUNCTIONS = ("sharding-propagation", "shard-partition")
LIMIT = 20
"""The time limit of a tool for one chunk, in seconds."""
PLUGINS = [
    Path(__file__).resolve().parent.parent / "test" / "lib" / name
    for name in ("dialect.py", "nvvm.py", "transform.py")
]
"""Upstream's `test` dialect and its additions to transform, which mlir-opt has as well."""


@dataclass(frozen=True)
class Job:
    """A chunk of a test, and the pass to run on it."""

    file: str
    number: int
    text: str
    pass_name: str = ""
    unregistered: bool = True
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The exit code, output and messages of a tool. Code 124: it took too long."""

    code: int
    text: str
    error: str = ""


class Oracle:
    """mlir-opt 22; its answers are cached on disk."""

    def __init__(self, program: str, store: Path) -> None:
        self._program = program
        self._store = sqlite3.connect(store, timeout=60)
        self._store.execute("create table if not exists answer (key text primary key, code, text)")

    def __call__(self, text: str, *flags: str) -> Answer:
        words = "\0".join([*flags, text]).encode("utf-8", "surrogateescape")
        key = hashlib.sha1(words).hexdigest()
        row = self._store.execute("select code, text from answer where key = ?", (key,)).fetchone()
        if row:
            return Answer(row[0], zlib.decompress(row[1]).decode("utf-8", "surrogateescape"))
        answer = self._run(text, flags)
        packed = zlib.compress(answer.text.encode("utf-8", "surrogateescape"))
        with self._store:
            self._store.execute(
                "insert or replace into answer values (?, ?, ?)", (key, answer.code, packed)
            )
        return answer

    def _run(self, text: str, flags: tuple[str, ...]) -> Answer:
        data = text.encode("utf-8", "surrogateescape")
        try:
            done = subprocess.run(
                [self._program, "-", *flags], input=data, capture_output=True, timeout=3 * LIMIT
            )
        except subprocess.TimeoutExpired:
            return Answer(124, "")
        return Answer(done.returncode, done.stdout.decode("utf-8", "surrogateescape"))

    def meaning(self, text: str) -> str | None:
        """A text in generic form; None if mlir-opt rejects it."""
        answer = self(text, GENERIC, UNREGISTERED)
        return None if answer.code else answer.text.strip("\n")


class TooLong(Exception):
    """A chunk has exceeded its time limit."""


def ours(text: str, *flags: str) -> Answer:
    """mlirlite-opt in this process."""
    from mlirlite.driver import opt

    def stop(*_: object) -> None:
        raise TooLong

    out, err = io.StringIO(), io.StringIO()
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(LIMIT)
    try:
        code = opt.main(
            ["-", *(f"--load-plugin={p}" for p in PLUGINS), *flags],
            stdin=io.StringIO(text),
            stdout=out,
            stderr=err,
        )
    except TooLong:
        code = 124
    finally:
        signal.alarm(0)
    if "took too long" in err.getvalue() or "TooLong" in err.getvalue():
        code = 124
    return Answer(code, out.getvalue(), err.getvalue())


def failure(answer: Answer) -> str:
    """A word for how a tool failed."""
    if answer.code == 124:
        return "timeout"
    if NO_DIALECT.search(answer.error):
        return "no dialect"
    return "traceback" if "Traceback" in answer.error else "rejected"


def compare_text(job: Job, oracle: Oracle) -> dict[str, str]:
    """A chunk in its custom form and in mlir-opt's generic form."""
    wanted = oracle.meaning(job.text)
    if wanted is None:
        return {}
    result: dict[str, str] = {}
    for form, given, flags in (
        ("custom", job.text, ()),
        ("generic", wanted + "\n", (GENERIC,)),
    ):
        found = ours(given, UNREGISTERED, *flags)
        if found.code:
            result[form] = failure(found)
        elif found.text.strip("\n") in (  # mlir-opt does not read some of its own generic forms
            given.strip("\n") if flags else None,
            oracle(given, UNREGISTERED, *flags).text.strip("\n"),
        ):
            result[form] = "identical"
        else:
            read = oracle.meaning(found.text)
            customs = () if flags else (oracle.meaning(oracle(job.text, UNREGISTERED).text),)
            same = read is not None and read in (wanted, *customs)
            result[form] = "same" if same else "unreadable" if read is None else "differs"
        if result[form] not in ("identical", "same"):
            result[f"{form} said"] = found.error.strip().partition("\n")[0] or found.text
    return result


def compare_errors(job: Job, oracle: Oracle) -> dict[str, str]:
    """A chunk with expected errors that mlir-opt rejects without the passes of its test."""
    flags = (UNREGISTERED,) if job.unregistered else ()
    theirs = oracle(job.text, GENERIC, *flags)
    if theirs.code <= 0 or theirs.code == 124:
        return {}
    found = ours(job.text, *flags)
    status = failure(found) if found.code else "accepted"
    expected = [m[1].strip() for m in EXPECTED.finditer(job.text)]
    words = any(e and e in found.error for e in expected)
    return {"invalid": status, "words": "same" if words else "other", "said": found.error[:300]}


def compare_diagnostics(job: Job, oracle: Oracle) -> dict[str, str]:
    """A chunk of a test of errors, with the flags of its RUN line: each `expected-…` must occur at
    its location, and nothing else."""
    if oracle(job.text, *job.flags).code:
        return {}
    found = ours(job.text, *job.flags)
    if not found.code:
        return {"diagnostics": "same"}
    status = "no option" if "unknown option" in found.error else failure(found)
    return {"diagnostics": "other" if status == "rejected" else status, "said": found.error[:600]}


def compare_pass(job: Job, oracle: Oracle) -> dict[str, str]:
    """What a pass makes of a chunk."""
    flags = (UNREGISTERED, GENERIC, *(job.flags or (f"--{job.pass_name}",)))
    theirs = oracle(job.text, *flags)
    if theirs.code:
        return {}
    before, after = oracle.meaning(job.text), oracle.meaning(theirs.text)
    if after is None or before == theirs.text.strip("\n"):
        return {}
    found = ours(job.text, *flags)
    if found.code:
        return {job.pass_name: failure(found), "said": found.error[:300]}
    if found.text.strip("\n") == theirs.text.strip("\n"):
        return {job.pass_name: "identical"}
    read = oracle.meaning(found.text)
    status = "same" if read == after else "unreadable" if read is None else "differs"
    return {job.pass_name: status}


def run_lines(text: str) -> Iterator[str]:
    """RUN lines, continued ones joined."""
    line = ""
    for match in RUN.finditer(text):
        line += match[1]
        if line.endswith("\\"):
            line = line[:-1] + " "
        else:
            yield line
            line = ""


def error_flags(lines: list[str], folder: Path) -> tuple[str, ...]:
    """The flags of the first RUN line that checks errors; empty if there is none."""
    for line in lines:
        match = re.match(r"mlir-opt\s([^|&<>]*--?verify-diagnostics[^|&<>]*)", line)
        if match:
            words = [
                w.replace("%S", str(folder)).replace("%p", str(folder))
                for w in shlex.split(match[1])
            ]
            return tuple(w for w in words if w != "%s" and "split-input-file" not in w)
    return ()


def functions(chunk: str) -> list[str]:
    """The functions of a chunk one by one, each with the chunk's aliases and declarations; empty if
    the chunk has anything else."""
    lines = chunk.split("\n")
    heads = [bool(FUNCTION.match(line)) for line in lines]
    others = (re.match(r"(?!shard\.grid)[^\s/#!})^]", line) for line in lines)
    if sum(heads) < 2 or any(o and not h for o, h in zip(others, heads, strict=True)):
        return []
    common: list[str] = []
    bodies: list[str] = []
    i = 0
    while i < len(lines):
        if heads[i]:
            ends = (j for j in range(i, len(lines)) if lines[j].startswith("}"))
            following = next((j for j in range(i + 1, len(lines)) if heads[j]), len(lines))
            end = next(ends, len(lines) - 1)
            if end > following or "{" not in "".join(lines[i : i + 6]):
                common.append(lines[i])
            else:
                bodies.append("\n".join(lines[i : end + 1]))
                i = end
        elif re.match(r"[#!]|shard\.grid", lines[i]) or (
            common and re.match(r"\s+\S", lines[i]) and not bodies
        ):
            common.append(lines[i])
        i += 1
    return ["\n".join([*common, body, ""]) for body in bodies]


def on_functions(lines: list[str], name: str) -> tuple[str, ...]:
    """The pipeline for a pass that runs on functions only, with the options of its RUN line."""
    if name not in ON_FUNCTIONS:
        return ()
    found = re.search(rf"{name}\{{[^}}]*\}}", "\n".join(lines))
    return (f"--pass-pipeline=builtin.module(func.func({found[0] if found else name}))",)


def jobs_of(section: str, path: Path, name: str, passes: list[str]) -> Iterator[Job]:
    """The chunks of a file to compare."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    lines = list(run_lines(text))
    chunks = [
        (i, c)
        for i, c in enumerate(SPLIT.split(text))
        if re.sub(r"//[^\n]*", "", c).strip() and ("expected-error" in c) == (section == "invalid")
    ]
    if section == "passes":
        named = [
            p for p in passes if any(re.search(rf"(?<!\w)(?<!\w-){p}(?![\w-])", x) for x in lines)
        ]
        for pass_name in named:
            flags = on_functions(lines, pass_name)
            for i, chunk in chunks:
                whole = pass_name in ("inline", "symbol-dce")
                parts = [] if whole else functions(chunk)
                yield from (Job(name, i, p, pass_name, flags=flags) for p in parts or [chunk])
        return
    if section == "diagnostics":
        flags = error_flags(lines, path.parent)
        for i, chunk in enumerate(SPLIT.split(text)) if flags else ():
            yield Job(name, i, chunk, flags=flags)
        return
    unregistered = not lines or any("allow-unregistered-dialect" in line for line in lines)
    yield from (Job(name, i, c, unregistered=unregistered) for i, c in chunks)


COMPARE: dict[str, Callable[[Job, Oracle], dict[str, str]]] = {
    "text": compare_text,
    "invalid": compare_errors,
    "diagnostics": compare_diagnostics,
    "passes": compare_pass,
}
_worker: tuple[str, Oracle] | None = None


def begin(section: str, program: str, store: Path) -> None:
    """Set up a process of the pool."""
    global _worker
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    _worker = section, Oracle(program, store)


def work(job: Job) -> tuple[Job, dict[str, str]]:
    """Compare one chunk."""
    assert _worker is not None
    section, oracle = _worker
    return job, COMPARE[section](job, oracle)


def folder_of(name: str) -> str:
    """`Dialect/Affine`, `IR`: the row of a file in the table."""
    parts = name.split("/")
    nested = parts[0] in ("Dialect", "Conversion") and len(parts) > 2
    return "/".join(parts[:2]) if nested else parts[0]


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("section", choices=COMPARE)
    parser.add_argument(
        "folder", type=Path, help="upstream's mlir/test, or any folder of .mlir files"
    )
    parser.add_argument(
        "--passes", default="", help="comma-separated names; all of ours by default"
    )
    parser.add_argument("--only", default="", metavar="REGEX", help="files whose path matches")
    parser.add_argument(
        "--failures", type=Path, metavar="FILE", help="write the differences as JSON lines"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--no-test-dialect", action="store_true", help="omit chunks that use test.*"
    )
    options = parser.parse_args()
    program = shutil.which("mlir-opt-22") or shutil.which("mlir-opt")
    if program is None:
        parser.error("mlir-opt 22 is not installed (Debian: mlir-22-tools)")
    passes = options.passes.split(",") if options.passes else []
    if options.section == "passes" and not passes:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        passes = re.findall(r"^\s*-*([a-z][\w-]+)", ours("", "--list-passes").text, re.M)
    jobs = [
        job
        for path in sorted(options.folder.rglob("*.mlir"))
        if re.search(options.only, str(path.relative_to(options.folder)))
        for job in jobs_of(options.section, path, str(path.relative_to(options.folder)), passes)
        if not (options.no_test_dialect and TEST_DIALECT.search(job.text))
    ]
    store = options.folder / ".mlir-opt.sqlite"
    rows: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    failures = options.failures.open("w", encoding="utf-8") if options.failures else None
    with multiprocessing.Pool(options.jobs, begin, (options.section, program, store)) as pool:
        for job, result in pool.imap_unordered(work, jobs, chunksize=4):
            for kind, status in result.items():
                if kind.endswith("said"):
                    continue
                name = job.pass_name or folder_of(job.file)
                for row in (name, "total"):
                    rows[row][kind if not job.pass_name else "pass"][status] += 1
            bad = {k: v for k, v in result.items() if v not in ("identical", "same")}
            if failures and bad and not (bad.get("invalid") == "rejected" and len(bad) == 2):
                record = {"file": job.file, "chunk": job.number, "pass": job.pass_name, **bad}
                failures.write(json.dumps({**record, "text": job.text}) + "\n")
    good = {"invalid": ("rejected",), "words": ("same",)}
    for name in sorted(rows, key=lambda n: (n == "total", n)):
        for kind, counts in sorted(rows[name].items()):
            right = sum(counts[s] for s in good.get(kind, ("identical", "same")))
            rest = ", ".join(f"{s} {n}" for s, n in counts.most_common())
            total = counts.total()
            print(
                f"{name:32} {kind:8} {right:5} of {total:5} {100 * right / total:5.1f} %  ({rest})"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Our bytecode compared with mlir-opt 22's, and how fast and how safely it is read.

    python bench/bytecode.py corpus mlir/test              # both directions, and equal bytes
    python bench/bytecode.py corpus test/lit --versions 0,1,2,3,4,5,6 --only arith
    python bench/bytecode.py speed                         # against parsing the custom text
    python bench/bytecode.py mutations --count 20000       # damaged files
    python bench/bytecode.py declarations                  # properties, against mlir-opt's headers

A chunk counts if mlir-opt accepts it and our parser reads it as text. `read`: what we read of
mlir-opt's bytecode prints as what we parse, with locations; `written`: mlir-opt reads what we
write as it reads the text; `equal`: both files have the same bytes, apart from the producer."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from text_speed import custom  # noqa: E402

from mlirlite.bytecode import bytecode_header, read_bytecode, write_bytecode  # noqa: E402
from mlirlite.ir.context import Context  # noqa: E402
from mlirlite.ir.verifier import verify  # noqa: E402
from mlirlite.parser import parse_module  # noqa: E402
from mlirlite.printer import print_op  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402
from mlirlite.testing.mutations import damaged_bytes  # noqa: E402

TEST_DIALECT = re.compile(r'[!#"]test\.|(?m:^\s*(%[^=\n]*= )?test\.\w)')
SPLIT = re.compile(r"^// -----.*$", re.M)
UNREGISTERED = "--allow-unregistered-dialect"
GENERIC = "--mlir-print-op-generic"
PLUGINS = [ROOT / "test" / "lib" / name for name in ("dialect.py", "nvvm.py", "transform.py")]
OPT = shutil.which("mlir-opt-22") or shutil.which("mlir-opt") or ""
HEADERS = Path("/usr/lib/llvm-22/include/mlir")


def opt(data: bytes, *flags: str) -> bytes | str:
    """What mlir-opt writes, or its first error."""
    try:
        done = subprocess.run([OPT, "-", *flags], input=data, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "timeout"
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        return said or f"signal {-done.returncode}"
    return done.stdout


def context() -> Context:
    """A context as that of mlir-opt with its test dialect."""
    made = Context(allow_unregistered=True)
    for path in PLUGINS:
        made.load_plugin(str(path))
    return made


def form(module: object) -> str:
    """The generic form, with locations."""
    return print_op(module, generic=True, debuginfo=True, local_scope=True)  # type: ignore[arg-type]


def compare(job: tuple[str, int, str, tuple[int, ...]]) -> dict[str, object]:
    """Both directions for a chunk, in each version."""
    file, number, text, versions = job
    result: dict[str, object] = {"file": file, "chunk": number}
    data = text.encode("utf-8", "surrogateescape")
    meaning = opt(data, GENERIC, UNREGISTERED)
    if isinstance(meaning, str):
        return {}
    try:
        known = context()
        module = parse_module(text, known, filename="<stdin>")
        if verify(module, allow_unregistered=True, dialect=known.dialect):
            return {}
        wanted = form(module)
    except DiagnosticError:
        return {}
    for version in versions:
        theirs = opt(data, UNREGISTERED, "--emit-bytecode", f"--emit-bytecode-version={version}")
        if isinstance(theirs, str):
            result[f"mlir-opt {version}"] = theirs
            continue
        try:
            read = form(read_bytecode(theirs, context(), filename="<stdin>"))
            result[f"read {version}"] = "same" if read == wanted else "differs"
        except DiagnosticError as e:
            result[f"read {version}"] = str(e)
        except Exception as e:
            result[f"read {version}"] = f"traceback: {type(e).__name__}: {e}"
        try:
            producer = bytecode_header(theirs).producer
            written = write_bytecode(module, known, version=version, producer=producer)
        except Exception as e:
            result[f"written {version}"] = f"traceback: {type(e).__name__}: {e}"
            continue
        back = opt(written, GENERIC, UNREGISTERED)
        if back == (opt(theirs, GENERIC, UNREGISTERED) if back != meaning else meaning):
            result[f"written {version}"] = "same"
        else:
            result[f"written {version}"] = back if isinstance(back, str) else "differs"
        result[f"equal {version}"] = "same" if written == theirs else "differs"
    return result


def chunks(
    folder: Path, only: str, versions: tuple[int, ...], skipped: re.Pattern[str]
) -> Iterator[tuple[str, int, str, tuple[int, ...]]]:
    """The chunks without expected errors of a folder's files."""
    for path in sorted(folder.rglob("*.mlir")):
        name = str(path.relative_to(folder))
        if not re.search(only, name):
            continue
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        for number, chunk in enumerate(SPLIT.split(text)):
            is_empty = not re.sub(r"//[^\n]*", "", chunk).strip()
            if "expected-error" not in chunk and not is_empty and not skipped.search(chunk):
                yield name, number, chunk, versions


def corpus(arguments: argparse.Namespace) -> int:
    """The table of both directions."""
    versions = tuple(map(int, arguments.versions.split(",")))
    rows: dict[str, Counter[str]] = {}
    failures = arguments.failures.open("w", encoding="utf-8") if arguments.failures else None
    with multiprocessing.Pool(arguments.jobs) as pool:
        skipped = TEST_DIALECT if arguments.no_test_dialect else re.compile("(?!)")
        jobs = chunks(arguments.folder, arguments.only, versions, skipped)
        for result in pool.imap_unordered(compare, jobs, chunksize=4):
            for kind, status in result.items():
                if kind in ("file", "chunk"):
                    continue
                short = status if status in ("same", "differs") else "failed"
                rows.setdefault(kind, Counter())[str(short)] += 1
            if failures and any(
                v != "same" for k, v in result.items() if k not in ("file", "chunk")
            ):
                failures.write(json.dumps(result) + "\n")
    for kind, counts in sorted(rows.items()):
        total = counts.total()
        rest = ", ".join(f"{s} {n}" for s, n in counts.most_common())
        same = counts["same"]
        print(f"{kind:12} {same:5} of {total:5} {100 * same / total:5.1f} %  ({rest})")
    return 0


def speed(arguments: argparse.Namespace) -> int:
    """CPU time of reading bytecode and custom text of one module, in pairs: with a location for
    each operation, and without, as text has none."""
    text = "".join(custom(arguments.ops))
    module = parse_module(text, Context())
    for what in ("with locations", "without locations"):
        data = write_bytecode(module)
        times = []
        for _ in range(arguments.rounds):
            start = time.process_time()
            parse_module(text, Context())
            middle = time.process_time()
            read_bytecode(data)
            times.append((middle - start, time.process_time() - middle))
        ratios = sorted(a / b for a, b in times)
        a, b = (min(column) for column in zip(*times, strict=True))
        print(
            f"{what}: text {a:.3f} s, bytecode {b:.3f} s, median ratio "
            f"{ratios[len(ratios) // 2]:.2f}, {len(text)} and {len(data)} bytes"
        )
        for op in module.walk():
            op.location = None
            for argument in (a for r in op.regions for b in r for a in b.args):
                argument.location = None
    return 0


def mutations(arguments: argparse.Namespace) -> int:
    """Damaged files: what reading them ends in, the longest time and the peak of memory."""
    sources: list[bytes] = []
    for path in sorted((ROOT / "test" / "lit").rglob("*.mlir")):
        chunk = SPLIT.split(path.read_text(encoding="utf-8", errors="surrogateescape"))[0]
        if "expected-error" in chunk or len(chunk) > 20000:
            continue
        try:
            known = Context(allow_unregistered=True)
            sources.append(write_bytecode(parse_module(chunk, known), known))
        except DiagnosticError:
            continue
    rng = random.Random(arguments.seed)
    ends: Counter[str] = Counter()
    slowest, before = 0.0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    largest = max(map(len, sources))
    for _ in range(arguments.count):
        data = damaged_bytes(rng.choice(sources), rng)
        start = time.perf_counter()
        try:
            known = Context(allow_unregistered=True)
            module = read_bytecode(data, known)
            problems = verify(module, allow_unregistered=True, dialect=known.dialect)
            if not problems:
                print_op(module)
            ends["invalid" if problems else "read"] += 1
        except DiagnosticError as e:
            placed = re.search(r"at byte \d+|<.*>|:\d+", str(e))
            ends["error" if placed else "error without a place"] += 1
        except Exception as e:
            ends[f"traceback: {type(e).__name__}: {e}"[:90]] += 1
        slowest = max(slowest, time.perf_counter() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for end, count in ends.most_common():
        print(f"{count:6} {end}")
    print(f"{len(sources)} files of up to {largest} bytes; slowest {slowest:.2f} s")
    print(f"memory {before >> 10} MiB before, peak {peak >> 10} MiB")
    return int(any(end.startswith("traceback") for end in ends))


def written_properties() -> Iterator[tuple[str, list[tuple[str, bool]]]]:
    """By the headers of mlir-opt: each op, and its properties in order, with whether each may be
    missing."""
    body = re.compile(
        r"void (\w+)::writeProperties\(::mlir::DialectBytecodeWriter &writer\) "
        r"\{\n(.*?)\n\}\n(?=\n\S)",
        re.S,
    )
    for path in sorted(HEADERS.rglob("*.cpp.inc")):
        header = Path(str(path).replace(".cpp.inc", ".h.inc"))
        if not header.exists():
            continue
        declared = dict(
            re.findall(
                r"class (\w+) : public ::mlir::Op<(?:(?!\nclass ).)*?getOperationName\(\) \{\s*"
                r'return ::llvm::StringLiteral\("([^"]+)"\)',
                header.read_text(),
                re.S,
            )
        )
        for match in body.finditer(path.read_text()):
            if match[1] in declared:
                found = re.findall(
                    r"write(Optional)?Attribute\(prop\.(\w+)"
                    r"|\{\n    auto &propStorage = prop\.(\w+)",
                    match[2],
                )
                listed = [(n or m, bool(o)) for o, n, m in found]
                yield declared[match[1]], listed


def declarations(arguments: argparse.Namespace) -> int:
    """Compare our encodings of properties with those of mlir-opt."""
    from mlirlite.bytecode.properties import codec_of

    known = Context()
    counts: Counter[str] = Counter()
    for name, theirs in written_properties():
        cls = known.op_class(name)
        if cls is None:
            counts["not declared here"] += 1
            continue
        codec = codec_of(cls)
        native = [(n, False) for n, _ in (*codec.native, *codec.segments)]
        same = [*codec.attributes, *native] == theirs
        counts["same" if same else "other"] += 1
        if not same:
            print(f"{name}: mlir-opt {theirs}, here {[*codec.attributes, *native]}")
    print(", ".join(f"{kind} {count}" for kind, count in counts.most_common()))
    return 0


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    sections = parser.add_subparsers(required=True)
    for run in (corpus, speed, mutations, declarations):
        section = sections.add_parser(run.__name__, help=run.__doc__)
        section.set_defaults(run=run)
        if run is corpus:
            section.add_argument("folder", type=Path)
            section.add_argument("--versions", default="6")
            section.add_argument("--only", default="", metavar="REGEX")
            section.add_argument("--failures", type=Path)
            section.add_argument(
                "--no-test-dialect", action="store_true", help="omit chunks that use test.*"
            )
            section.add_argument("--jobs", type=int, default=2)
        elif run is speed:
            section.add_argument("--ops", type=int, default=20000)
            section.add_argument("--rounds", type=int, default=5)
        elif run is mutations:
            section.add_argument("--count", type=int, default=20000)
            section.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    result: int = arguments.run(arguments)
    return result


if __name__ == "__main__":
    sys.exit(main())

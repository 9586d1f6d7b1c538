"""Dialects of other projects, read from their own .td files: do their ops work on their own tests?

    python bench/foreign.py DIR --dialect stablehlo        # or chlo, vhlo, torch, comb, hw, seq, …
    python bench/foreign.py DIR --dialect torch --show 20  # with what fails
    python bench/foreign.py DIR --dialect hw --td          # only: are all .td files read?

DIR is a checkout of the project (openxla/stablehlo, llvm/torch-mlir, llvm/circt, iree-org/iree).
`examples/dialects/NAME.td` includes the declarations, NAME.py has what the project wrote in C++.

The unit is a part of a test between `// -----`. It is right if it is read and verified, what is
printed is read again to the same text, and so is its generic form. If it is refused, the top-level
ops with errors are left out, and the rest counts. If it has `expected-error`, in a
test that runs no pass, if it is refused with an error at such a line. An op is right if it stands
in what is right, and at no line of an error that is not expected. vhlo's tests have stablehlo and
bytecode: jaxlib converts them, and what is printed has to be jaxlib's text (needs jax)."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mlirlite
from mlirlite.ir.context import Context
from mlirlite.ods import load_dialect
from mlirlite.printer.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.tablegen import read

UPSTREAM = "/usr/lib/llvm-22/include"
EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "dialects"


class Project(NamedTuple):
    """Where a project has its .td files and the tests of a dialect; which dialects are loaded
    beside."""

    include: str
    declared: str
    tests: tuple[str, ...]
    beside: tuple[str, ...] = ()


_STABLEHLO = (
    "stablehlo/tests/*.mlir",
    "stablehlo/tests/chlo/*.mlir",
    "stablehlo/tests/math/*.mlir",
)
_IREE = "compiler/src/iree/compiler/Dialect"
PROJECTS = {
    "stablehlo": Project("", "stablehlo/dialect", _STABLEHLO),
    "chlo": Project("", "stablehlo/dialect", _STABLEHLO, ("stablehlo",)),
    "vhlo": Project(
        "", "stablehlo/dialect", ("stablehlo/tests/vhlo/stablehlo_legalize_to_vhlo.mlir",)
    ),
    "torch": Project("include", "include", ("test/Dialect/Torch/**/*.mlir",), ("torch_c",)),
    **{
        name: Project(
            "include", f"include/circt/Dialect/{folder}", (f"test/Dialect/{folder}/*.mlir",), beside
        )
        for name, folder, beside in (
            ("comb", "Comb", ("hw",)),
            ("hw", "HW", ("comb", "seq")),
            ("seq", "Seq", ("hw", "comb")),
        )
    },
    "iree_tensor_ext": Project(
        "compiler/src",
        f"{_IREE}/TensorExt",
        (f"{_IREE}/TensorExt/IR/test/*.mlir",),
        ("iree_util",),
    ),
}
SPLIT = re.compile(r"^// -----.*$", re.M)
EXPECTED = re.compile(r"expected-error(?:-re)?\s*(@[+-]?\d+|@\w+)?.*?\{\{(.*)")
RUN = re.compile(r"^\s*//\s*RUN:.*$", re.M)
PASS = re.compile(r"\s-{1,2}([\w-]+)")
NO_PASSES = frozenset(
    (
        *(
            "split-input-file",
            "verify-diagnostics",
            "allow-unregistered-dialect",
            "verify-roundtrip",
        ),
        *("mlir-print-op-generic", "mlir-print-debuginfo", "check-prefix", "strict-whitespace"),
        *(
            "mlir-print-local-scope",
            "check-prefixes",
            "mlir-very-unsafe-disable-verifier-on-parsing",
        ),
    )
)


class TooLong(Exception):
    """A part has taken more than 30 s."""


class Part(NamedTuple):
    """A part of a test. `expected` has the lines of errors, None where a pass gives them."""

    name: str
    text: str
    expected: frozenset[int] | None


def parts(root: Path, project: Project) -> Iterator[Part]:
    """All parts of a project's tests."""
    files = sorted({f for glob in project.tests for f in root.glob(glob)})
    for file in files:
        text = file.read_text(encoding="utf-8")
        flags = {m[1] for line in RUN.findall(text) for m in PASS.finditer(line)}
        plain = flags <= NO_PASSES
        for number, chunk in enumerate(SPLIT.split(text)):
            lines = frozenset(_expected(chunk))
            if not chunk.strip() or (lines and not plain):
                continue
            yield Part(f"{file.relative_to(root)}:{number}", chunk, lines)


def _expected(chunk: str) -> Iterator[int]:
    """The lines of which errors are expected."""
    for number, line in enumerate(chunk.splitlines(), 1):
        for found in EXPECTED.finditer(line):
            where = found[1] or "@+0"
            yield number + int(where[1:]) if where[1] in "+-" else 0


class Scored(NamedTuple):
    """What came out of a part: a word, why, and the lines of errors."""

    word: str
    why: str = ""
    lines: tuple[int, ...] = ()


def score(part: Part, context: Context) -> Scored:
    """Whether a part is right."""
    try:
        module = mlirlite.parse(part.text, context)
    except DiagnosticError as e:
        lines = tuple(_line(d) for d in e.diagnostics if d.severity == "error")
        if part.expected:
            fits = any(line in part.expected or 0 in part.expected for line in lines)
            return Scored("right" if fits else "error elsewhere", str(e), lines)
        return Scored("refused", str(e), lines)
    if part.expected:
        return Scored("accepted", f"an error was expected at {sorted(part.expected)}")
    first = str(module)
    for form in (first, print_op(module, generic=True)):
        try:
            again = str(mlirlite.parse(form, context))
        except DiagnosticError as e:
            return Scored("not read again", f"{e}", ())
        if again != first:
            pairs = zip(first.splitlines(), again.splitlines(), strict=False)
            differs = next((f"{a} / {b}" for a, b in pairs if a != b), "")
            return Scored("printed otherwise", differs)
    return Scored("right")


def _line(diagnostic: Any) -> int:
    """The line of a diagnostic; 0 if it has none."""
    where = diagnostic.where
    span = where.span() if hasattr(where, "span") else where
    return span.line_col().line if span is not None else 0


_TOP = re.compile(r"^(?:[a-z_]\w*\.[\w.]+|module|builtin\.module)\b", re.M)


def scored(part: Part, context: Context) -> Iterator[tuple[Part, Scored]]:
    """A part with its score. Of one that is refused, what is right without the ops that have the
    errors, too."""
    found = limited(part, context)
    yield part, found
    rest = part.text
    for _ in range(4):
        if found.word != "refused" or part.expected:
            return
        rest = without(rest, found.lines)
        if not _TOP.search(rest):
            return
        other = Part(f"{part.name} (rest)", rest, frozenset())
        found = limited(other, context)
        if found.word != "refused":
            yield other, found


def without(text: str, lines: tuple[int, ...]) -> str:
    """A text without the top-level ops in which these lines are."""
    starts = [m.start() for m in _TOP.finditer(text)]
    bad = {text.count("\n", 0, start) + 1: start for start in starts}
    kept = text[: starts[0]] if starts else text
    for number, start in bad.items():
        end = next((s for s in starts if s > start), len(text))
        last = number + text.count("\n", start, end)
        if not any(number <= line <= last for line in lines):
            kept += text[start:end]
    return kept


def limited(part: Part, context: Context) -> Scored:
    """As `score`, with a limit of time; a traceback is a word, too."""

    def stop(*_: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(30)
    try:
        return score(part, context)
    except TooLong:
        return Scored("slow")
    except Exception as e:
        return Scored("internal error", f"{type(e).__name__}: {e}")
    finally:
        signal.alarm(0)


def report(name: str, known: list[str], found: list[tuple[Part, Scored]], show: int) -> None:
    """Print the sums."""
    longest = sorted(known, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w.$!#@])(?:{'|'.join(map(re.escape, longest))})(?![\w$-]|\.\w)")
    seen: set[str] = set()
    right: set[str] = set()
    wrong: Counter[str] = Counter()
    for part, outcome in found:
        code = [line.partition("//")[0] for line in part.text.splitlines()]
        ops = {op for line in code for op in pattern.findall(line)}
        if part.expected and outcome.word == "right":
            seen |= ops
            continue
        seen |= ops
        if outcome.word == "right":
            right |= ops
        for line in outcome.lines:
            text = code[line - 1] if 0 < line <= len(code) else ""
            wrong.update(pattern.findall(text) if not part.expected else ())
    whole = [x for x in found if not x[0].name.endswith("(rest)")]
    words = Counter(outcome.word for part, outcome in whole if not part.expected)
    errors = Counter(outcome.word for part, outcome in found if part.expected)
    good = right - set(wrong)
    percent = 100 * len(good) / max(len(seen), 1)
    counts = f"{len(known)} ops declared, {len(seen)} in tests, {len(good)} right"
    print(f"{name}: {counts} ({percent:.1f} %)")
    print(f"  texts: {dict(words)}\n  errors: {dict(errors)}")
    if show:
        print("  not right:", ", ".join(sorted(seen - good)))
        for part, outcome in [x for x in found if x[1].word != "right"][:show]:
            print(f"--- {part.name} {outcome.word}: {outcome.why[:600]}")


_FUNCTION = re.compile(r"^func\.func.*?^}$", re.M | re.S)


def legalized(root: Path, project: Project, context: Context) -> Iterator[tuple[Part, Scored]]:
    """vhlo: the functions of stablehlo's tests that jaxlib converts, and whether they are printed
    as jaxlib prints them."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir.dialects import stablehlo

    stablehlo.register_stablehlo_passes()
    with make_ir_context() as own:
        own.allow_unregistered_dialects = True
        passes = passmanager.PassManager.parse("builtin.module(stablehlo-legalize-to-vhlo)")
        for part in parts(root, project):
            head = "".join(f"{x}\n" for x in part.text.splitlines() if x.startswith(("#", "!")))
            for function in _FUNCTION.findall(part.text):
                try:
                    module = ir.Module.parse(head + function)
                    passes.run(module.operation)
                except ir.MLIRError:
                    continue  # of another version
                text = str(module)
                one = Part(part.name, text, frozenset())
                found = limited(one, context)
                if found.word == "right" and f"{mlirlite.parse(text, context)}" != text.strip():
                    found = Scored("printed otherwise", text[:400])
                yield one, found


def declarations(root: Path, project: Project) -> None:
    """Read each .td file of a project by itself."""
    folders = [UPSTREAM, str(root / project.include)]
    words: Counter[str] = Counter()
    for file in sorted((root / project.declared).rglob("*.td")):
        try:
            read(str(file), folders)
            words["read"] += 1
        except DiagnosticError as e:
            words["refused"] += 1
            print(f"{file}: {e}")
    print(f"{project.declared}: {dict(words)}")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dialect", choices=PROJECTS, required=True)
    parser.add_argument("--td", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    project = PROJECTS[arguments.dialect]
    if arguments.td:
        declarations(arguments.folder, project)
        return
    context = Context(allow_unregistered=True)
    folders = [str(arguments.folder / project.include), UPSTREAM]
    known: list[str] = []
    for name in (*project.beside, arguments.dialect):
        loaded = load_dialect(str(EXAMPLES / f"{name}.td"), context, folders)
        known = next((d.op_names() for d in loaded if d.name == arguments.dialect), known)
    if arguments.dialect == "vhlo":
        found = list(legalized(arguments.folder, project, context))
        report("vhlo", known, found, arguments.show)
        return
    found = [
        one
        for part in parts(arguments.folder, project)
        if arguments.only in part.name
        for one in scored(part, context)
    ]
    report(arguments.dialect, known, found, arguments.show)


if __name__ == "__main__":
    main()

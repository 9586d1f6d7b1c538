#!/usr/bin/env python3
"""Our LLVM IR compared with mlir-translate 22's, on a folder of upstream's tests.

    python bench/llvmir.py mlir/test/Target/LLVMIR [--only REGEX] [--failures out.jsonl]

The unit is a chunk between `// -----` that mlir-translate --mlir-to-llvmir accepts. llvmlite reads
and prints both texts in one style; then local names, labels, type names, metadata and attribute
groups are numbered in order. `no dialect` counts chunks of dialects that mlirlite does not have,
`no translation` ops that it does not translate, `invalid` texts that LLVM does not read."""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import re
import shutil
import subprocess
import sys
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

SPLIT = re.compile(r"^// -----.*$", re.M)
LOCAL = re.compile(r'%(?:"(?:[^"\\]|\\.)*"|[-\w.$]+)')
LABEL = re.compile(r'^("(?:[^"\\]|\\.)*"|[-\w.$]+):', re.M)
DEFINITION = re.compile(rf"^\s*({LOCAL.pattern})(?= =|:$)", re.M)
PHI = re.compile(r"^(.* = phi [^\[]*)(\[.*\])", re.M)
EDGE = re.compile(r"\[[^\]]*\]")
NODE = re.compile(r"!\d+")
GROUP = re.compile(r"(?<![\w\"])#\d+")
COMMENT = re.compile(r"\s*;.*$", re.M)
HEAD = re.compile(r"^(source_filename|target (datalayout|triple)) = .*\n", re.M)


def numbered(function: str) -> str:
    """A function with names numbered in the order of their definitions, and the edges of each phi
    sorted."""
    head, _, body = function.partition("\n")
    # A label is a name without its percent sign.
    body = LABEL.sub(lambda m: f"%{m[1]}:", body)
    known: dict[str, str] = {}
    for place in (LOCAL.finditer(head), DEFINITION.finditer(body), LOCAL.finditer(body)):
        for m in place:
            known.setdefault(m[m.lastindex or 0], f"%v{len(known)}")
    text = LOCAL.sub(lambda m: known[m[0]], f"{head}\n{body}")
    return PHI.sub(lambda m: m[1] + ", ".join(sorted(EDGE.findall(m[2]))), text)


def with_metadata(text: str, sigil: str, pattern: re.Pattern[str], definition: str) -> str:
    """The text with nodes (`!0 = …`, `attributes #0 = …`) numbered in the order of their first use,
    and their definitions at the end in that order."""
    nodes: dict[str, str] = {}
    body: list[str] = []
    for line in text.split("\n"):
        m = re.match(definition, line)
        if m:
            nodes[m[1]] = m[2]
        else:
            body.append(line)
    body.sort(key=lambda line: line if line.startswith("!llvm.") else "")
    order: dict[str, int] = {}

    def rename(line: str) -> str:
        return pattern.sub(lambda m: f"{sigil}{order.setdefault(m[0], len(order))}", line)

    lines = [rename(line) for line in body]
    done = 0
    while done < len(order):
        name = list(order)[done]
        lines.append(f"{sigil}{done} = {rename(nodes.get(name, ''))}")
        done += 1
    return "\n".join(lines)


def printed_by_llvm(text: str) -> str | None:
    """A text as LLVM prints it; None if LLVM rejects it. Runs in a separate process, because LLVM
    may end it by an assertion."""
    mine, other = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.get_context("fork").Process(target=_read, args=(text, other))
    worker.start()
    other.close()
    try:
        found: str | None = mine.recv()
    except EOFError:
        found = None
    worker.join()
    return found


def _read(text: str, pipe: Connection) -> None:
    from llvmlite import binding

    try:
        pipe.send(str(binding.parse_assembly(text)))
    except RuntimeError:
        pipe.send(None)


def canonical(text: str) -> str | None:
    """A text as LLVM prints it, with everything renumbered; None if LLVM rejects it."""
    printed = printed_by_llvm(text)
    if printed is None:
        return None
    printed = HEAD.sub("", COMMENT.sub("", printed))
    functions = re.split(r"(?m)^(?=define )", printed)
    whole = "".join([numbered(f) if f.startswith("define ") else f for f in functions])
    whole = with_metadata(whole, "#", GROUP, r"attributes (#\d+) = (.*)")
    whole = with_metadata(whole, "!", NODE, r"(!\d+) = (.*)")
    lines = [line.rstrip() for line in whole.split("\n") if line.strip()]
    declarations = [line for line in lines if line.startswith("declare ")]
    return "\n".join([*(x for x in lines if not x.startswith("declare ")), *sorted(declarations)])


def ours(text: str) -> tuple[str, str, str]:
    """A status ("" for none), the LLVM IR of a text, and the messages."""
    from mlirlite.ir.context import Context
    from mlirlite.parser import parse_module
    from mlirlite.support.diagnostics import DiagnosticError
    from mlirlite.target.llvmir import to_llvmir

    try:
        return "", to_llvmir(parse_module(text, Context())), ""
    except DiagnosticError as e:
        said = str(e)
    except Exception as e:  # what a user would see as an internal error
        return "traceback", "", f"{type(e).__name__}: {e}"
    if re.search(r"Dialect `\w+' not found|parsed with an unregistered dialect", said):
        return "no dialect", "", said
    return ("no translation" if "no translation for op" in said else "rejected"), "", said


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--failures", type=Path, metavar="FILE")
    options = parser.parse_args()
    program = shutil.which("mlir-translate-22") or shutil.which("mlir-translate")
    if program is None:
        parser.error("mlir-translate 22 is not installed (Debian: mlir-22-tools)")
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    counts: Counter[str] = Counter()
    failures = options.failures.open("w") if options.failures else io.StringIO()
    for path in sorted(options.folder.rglob("*.mlir")):
        name = str(path.relative_to(options.folder))
        if not re.search(options.only, name):
            continue
        for number, chunk in enumerate(SPLIT.split(path.read_text(errors="surrogateescape"))):
            if not re.sub(r"//[^\n]*", "", chunk).strip():
                continue
            data = chunk.encode(errors="surrogateescape")
            done = subprocess.run(
                [program, "--mlir-to-llvmir", "-"], input=data, capture_output=True, timeout=60
            )
            if done.returncode:
                continue
            theirs = canonical(done.stdout.decode(errors="replace"))
            status, text, said = ours(chunk)
            found = None if status else canonical(text)
            if theirs is None:
                status = status or "unreadable to llvmlite"
            elif not status:
                status = "invalid" if found is None else "equal" if found == theirs else "differs"
            counts[status] += 1
            if status != "equal":
                record = {"file": name, "chunk": number, "status": status, "said": said[:400]}
                more = {"text": chunk, "theirs": theirs, "ours": found or text}
                failures.write(json.dumps({**record, **more}) + "\n")
    total = counts.total()
    rest = ", ".join(f"{s} {n}" for s, n in counts.most_common())
    equal = counts["equal"]
    print(f"LLVM IR: {equal} of {total} equal, {100 * equal / total:.1f} % ({rest})")
    known = total - counts["no dialect"] - counts["unreadable to llvmlite"]
    print(f"of the dialects that mlirlite has: {100 * equal / known:.1f} % of {known}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

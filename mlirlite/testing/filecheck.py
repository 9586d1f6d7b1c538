"""FileCheck in this process: the `filecheck` package does the matching, the failure report is our
own.

A failed check shows the expected line, the nearest line of the output and the variables it used.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TextIO

from filecheck.error import ErrorOnMatch
from filecheck.finput import FInput, InputRange
from filecheck.matcher import Matcher
from filecheck.ops import CheckOp, Literal, Subst
from filecheck.options import DumpInputKind, parse_argv_options
from filecheck.parser import Parser

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TOKEN = re.compile(r"[\w.$@%#!^-]+|\S")
_LINES_BEFORE = 3
_LINES_AFTER = 8


class _Matcher(Matcher):
    """Records which check failed, and where, instead of printing an excerpt."""

    failed: CheckOp | None = None
    excluded: ErrorOnMatch | None = None

    def find_prefix_match_for(self, op: CheckOp) -> re.Match[str] | None:
        self.failed = op  # the base class asks for a near match of the failed check only
        return None

    def check_not(self, op: CheckOp, search_range: InputRange) -> None:
        try:
            super().check_not(op, search_range)
        except ErrorOnMatch as error:
            self.excluded = error
            raise


def main(
    argv: list[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
) -> int:
    """FileCheck's command line: 0 when the input satisfies the checks, 1 if not, 2 for misuse."""
    stdin = stdin or sys.stdin
    stderr = stderr or sys.stderr
    try:
        options = parse_argv_options(["FileCheck", *(sys.argv[1:] if argv is None else argv)])
        options.dump_input = DumpInputKind.FAIL
        if options.input_file == "-":
            text = stdin.read()
        else:
            text = Path(options.input_file).read_text(encoding="utf-8")
        parser = Parser.from_opts(options)
    except (RuntimeError, OSError, UnicodeDecodeError) as error:
        stderr.write(f"FileCheck: error: {error}\n")
        return 2
    text = text.replace("\r\n", "\n")
    if text and not text.endswith("\n"):
        text += "\n"  # so that CHECK-NEXT after the last line finds an end of line
    matcher = _Matcher(options, FInput(options.input_file, text), parser)
    messages = io.StringIO()
    matcher.stderr = messages
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # the package prints what it tries
            status = matcher.run()
    except (NotImplementedError, ValueError) as error:
        stderr.write(f"{options.match_filename}:{parser.line_no}: error: {error}\n")
        return 2
    if status:
        stderr.write(_report(matcher, _COLOUR.sub("", messages.getvalue())))
    return status


def _report(matcher: _Matcher, message: str) -> str:
    """The failure as text; `message` is the package's own, used where it is sufficient."""
    if matcher.excluded is not None:
        return _report_excluded(matcher, matcher.excluded)
    if matcher.failed is None:
        return message
    op = matcher.failed
    where = f"{matcher.opts.match_filename}:{op.source_line}: error: "
    first_line = message.partition("\n")[0].removeprefix(where)
    directive = op.check_name.replace("-COUNT", "-COUNT-")  # the package drops that dash
    if not first_line.startswith(("Couldn't match", f"{op.check_name}: C")):
        return f"{where}{directive}: {first_line}\n  expected: {op.arg}\n"
    return f"{where}{directive}: not found in the output\n{_comparison(matcher, op)}"


def _report_excluded(matcher: _Matcher, error: ErrorOnMatch) -> str:
    text = matcher.file.content
    line = text.count("\n", 0, error.match.start()) + 1
    return (
        f"{matcher.opts.match_filename}:{error.op.source_line}: error: "
        f"{error.op.check_name}: found in the output, where it must not be\n"
        f"  excluded: {error.op.arg}\n"
        f"  found:    {error.match.group()}\n"
        f"{_excerpt(text.splitlines(), line, f'the output around line {line}:')}"
    )


def _comparison(matcher: _Matcher, op: CheckOp) -> str:
    """The expected line, its variables, and the lines of the output that came closest."""
    lines = matcher.file.content.splitlines()
    start = min(matcher.file.range.start, len(matcher.file.content))
    begin = matcher.file.content.count("\n", 0, start) + 1
    variables = matcher.ctx.live_variables
    used = dict.fromkeys(uop.variable for uop in op.uops if isinstance(uop, Subst))
    report = [f"  expected: {op.arg}"]
    report += [f"    with {name} = {variables[name]}" for name in used if name in variables]
    if op.name == "NEXT" and begin < len(lines):
        report.append(f"  next:     {lines[begin]}    (line {begin + 1})")
    literal = "".join(
        uop.content if isinstance(uop, Literal) else str(variables.get(uop.variable, ""))
        for uop in op.uops
        if isinstance(uop, Literal | Subst)
    )
    nearest = nearest_line(literal, lines, begin)
    if nearest is None:
        report.append("  nothing in the output is like it")
    else:
        place = f"line {nearest}" + (", before the search began" if nearest < begin else "")
        report.append(f"  nearest:  {lines[nearest - 1]}    ({place})")
    title = f"the output around line {begin}, where the search began:"
    return "\n".join(report) + "\n" + _excerpt(lines, begin, title)


def _excerpt(lines: list[str], line: int, title: str) -> str:
    first = max(line - _LINES_BEFORE, 1)
    last = min(line + _LINES_AFTER, len(lines))
    rows = [
        f"  {'>' if number == line else ' '} {number:4} | {lines[number - 1]}"
        for number in range(first, last + 1)
    ]
    return "\n".join([f"  {title}", *rows]) + "\n"


def nearest_line(wanted: str, lines: list[str], begin: int = 1) -> int | None:
    """Number (from 1) of the line that shares most tokens with `wanted`; None when none does.

    Of equally near lines the first one from line `begin` on wins.
    """
    wanted_tokens = Counter(_TOKEN.findall(wanted))
    best: tuple[float, bool] = (0.0, False)
    nearest = None
    for number, line in enumerate(lines, start=1):
        tokens = Counter(_TOKEN.findall(line))
        total = (wanted_tokens | tokens).total()
        score = ((wanted_tokens & tokens).total() / total if total else 0.0, number >= begin)
        if score[0] > 0 and score > best:
            best, nearest = score, number
    return nearest

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
from collections.abc import Sequence

from filecheck.error import ErrorOnMatch
from filecheck.finput import FInput, InputRange
from filecheck.matcher import Matcher
from filecheck.ops import CheckOp, Literal, Subst
from filecheck.options import Options
from filecheck.parser import Parser, pattern_for_opts

from mlirlite.driver.shared.options import (
    Arguments,
    UsageError,
    flag,
    option,
    read_arguments,
    several,
)
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, program, standard_input
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_text

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
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


class FileCheckArguments(Arguments):
    """The command line of FileCheck."""

    input_file: str = option("what is checked; default: standard input", "file", default="-")
    check_prefixes: tuple[str, ...] = several(
        "how directives begin (default: CHECK)", "A,B", short="check-prefix", commas=True
    )
    comment_prefixes: tuple[str, ...] = several(
        "how comments begin (default: COM, RUN)", "A,B", commas=True
    )
    strict_whitespace: bool = flag("spaces count")
    match_full_lines: bool = flag("a directive is for a whole line")
    enable_var_scope: bool = flag("variables end at a CHECK-LABEL unless they begin with $")
    allow_empty: bool = flag("there may be nothing to check")
    reject_empty_vars: bool = flag("variables are not empty")
    dump_input: str = option("accepted for compatibility", "when", default="fail", hidden=True)

    @property
    def variables(self) -> dict[str, str | int]:
        """What `-DNAME=value` defines. UsageError where there is no value."""
        for word, value in self.passes:
            if value is None:
                raise UsageError(f"option '-{word}' needs a value: -{word}=<value>")
        return {word[1:]: value or "" for word, value in self.passes}


PAGE = Page(
    "FileCheck [options] [-DNAME=value …] CHECK-FILE",
    "Holds what it reads against the directives of a file. Exit code 0: it is as they say, 1: it "
    "is not, 2: a wrong command line, or a file that cannot be read.",
    FileCheckArguments,
    ("mlirlite-opt in.mlir --cse | FileCheck in.mlir",),
    failed=2,
)


def read_command_line(argv: Sequence[str]) -> FileCheckArguments:
    """What a command line of FileCheck says. UsageError where it is wrong."""
    return read_arguments(FileCheckArguments, argv, lambda name: name.startswith("D"))


@program(PAGE.name, PAGE.failed)
def main(argv: Sequence[str], streams: Streams) -> int:
    """FileCheck's command line: 0 when the input satisfies the checks, 1 if not, 2 for misuse."""
    arguments = read_command_line(argv)
    if PAGE.answers(arguments, streams):
        return OK
    options = Options(
        arguments.only("file of directives"),
        input_file=arguments.input_file,
        strict_whitespace=arguments.strict_whitespace,
        enable_var_scope=arguments.enable_var_scope,
        match_full_lines=arguments.match_full_lines,
        allow_empty=arguments.allow_empty,
        reject_empty_vars=arguments.reject_empty_vars,
        variables=arguments.variables,
        check_prefixes=list(arguments.check_prefixes) or ["CHECK"],
        comment_prefixes=list(arguments.comment_prefixes) or ["COM", "RUN"],
    )
    try:
        if options.input_file == "-":
            text = standard_input(streams).text
        else:
            text = read_text(options.input_file)
        checks = io.StringIO(read_text(options.match_filename))
        parser = Parser(options, checks, *pattern_for_opts(options))
    except (RuntimeError, UnicodeDecodeError) as error:
        raise DiagnosticError(str(error)) from None
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
        streams.stderr.write(f"{options.match_filename}:{parser.line_no}: error: {error}\n")
        return PAGE.failed
    if status:
        streams.stderr.write(_report(matcher, _COLOR.sub("", messages.getvalue())))
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


if __name__ == "__main__":
    sys.exit(main())

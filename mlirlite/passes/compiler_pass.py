"""Declaring a pass: a function with a decorator. Its keyword-only parameters are the options, the
first line of its docstring is the help text.

    @compiler_pass("my-pass", anchor="func.func")
    def my_pass(op: Operation, state: PassState, *, factor: int = 4) -> None:
        \"\"\"Does something.

        factor: how often
        \"\"\"
"""

from __future__ import annotations

import enum
import re
import sys
import types
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_function
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean
from mlirlite.support.parameters import EMPTY, parameters_of
from mlirlite.support.record import Record

T = TypeVar("T")
PassFunction = Callable[..., None]


class PassState:
    """What a pass gets besides the op: the context, and where to report to."""

    def __init__(
        self,
        context: Context,
        *,
        emit: Callable[[Diagnostic], None] | None = None,
        write: Callable[[str], object] | None = None,
        analyses: dict[Any, Any] | None = None,
        run: Callable[[Any, Operation], None] | None = None,
        watchers: Sequence[Any] = (),
    ) -> None:
        self.context = context
        self.statistics: Counter[str] = Counter()
        self._emit = emit
        self._write = write
        self._analyses: dict[Any, Any] = {} if analyses is None else analyses
        self._run = run
        self._watchers = watchers
        self.preserved: set[Any] = set()
        self.preserves_all = False

    def count(self, name: str, n: int = 1) -> None:
        """Add to a statistic, shown by --mlir-pass-statistics."""
        self.statistics[name] += n

    def emit(self, diagnostic: Diagnostic) -> None:
        """Report a warning or a remark. An error that ends the pass is raised as DiagnosticError
        instead."""
        if self._emit is not None:
            self._emit(diagnostic)
        else:
            sys.stderr.write(f"{diagnostic}\n")

    def write(self, text: str) -> None:
        """Show a report to the user, on standard error unless the driver says otherwise."""
        (self._write or sys.stderr.write)(text)

    def analysis(self, function: Callable[[Operation], T], op: Operation) -> T:
        """The result of `function(op)`, computed once and kept as long as passes preserve it."""
        key = (function, op)
        if key not in self._analyses:
            name = getattr(function, "__name__", type(function).__name__)
            for watcher in self._watchers:
                watcher.before_analysis(name, op)
            self._analyses[key] = function(op)
            for watcher in reversed(self._watchers):
                watcher.after_analysis(name, op)
        found: T = self._analyses[key]
        return found

    def cached_analysis(self, function: Callable[[Operation], T], op: Operation) -> T | None:
        """The result of `function(op)` if it was computed and still holds; else None."""
        return self._analyses.get((function, op))

    def preserve(self, *functions: Callable[[Operation], object]) -> None:
        """Say that the results of these analyses still hold after the pass."""
        self.preserved.update(functions)

    def preserve_all(self) -> None:
        """Say that every analysis still holds: the pass changed nothing."""
        self.preserves_all = True

    def run(self, pipeline: Any, op: Operation) -> None:
        """Run a pipeline that is made while the pass runs (text, or a `Pipeline`) on the pass's op
        or on one inside it, with the verification, timing and printing of the outer pipeline.
        DiagnosticError when a pass fails, or the op is not inside the pass's op."""
        if self._run is None:
            raise DiagnosticError("a dynamic pipeline needs a pass manager to run in", op.where)
        self._run(pipeline, op)


class PassOption(Record):
    """An option of a pass: `name` as in text, `parameter` as in Python."""

    name: str
    parameter: str
    type: Any
    default: Any
    help: str = ""

    @property
    def type_name(self) -> str:
        """What a value looks like, for help texts."""
        return _type_name(self.type)

    @property
    def default_text(self) -> str:
        """The default as text."""
        return option_text(self.default)

    def read(self, given: Any) -> Any:
        """The value of what a pipeline says: a text, None for an option without `=`, or a Python
        value, of which texts in a list are read. ValueError says what was expected."""
        several = get_origin(self.type)
        if given is None or isinstance(given, str):
            return _parse(self.type, given)
        if several in (list, tuple):
            one = get_args(self.type)[0]
            return several(_parse(one, v) if isinstance(v, str) else v for v in given)
        return option_text(given) if self.type is str else given


def option_text(value: Any) -> str:
    """An option's value as text in a pipeline."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, enum.Enum):
        return _keyword(value)
    if isinstance(value, (list, tuple)):
        return ",".join(map(option_text, value))
    text = str(value)
    return "{" + text + "}" if re.search(r"\s", text) else text


def _keyword(member: enum.Enum) -> str:
    value = member.value if isinstance(member.value, str) else member.name.lower()
    return value.replace("_", "-")


_WORDS = {bool: "true|false", int: "integer", float: "number", str: "text"}


def _type_name(type_: Any) -> str:
    if isinstance(type_, type) and issubclass(type_, enum.Enum):
        return "|".join(map(_keyword, type_))
    if get_origin(type_) is Literal:
        return "|".join(map(str, get_args(type_)))
    if get_origin(type_) in (list, tuple):
        return f"{_type_name(get_args(type_)[0])},…"
    return _WORDS.get(type_, getattr(type_, "__name__", str(type_)))


def _parse(type_: Any, text: str | None) -> Any:
    if type_ is bool:
        if text is None or text.lower() in ("true", "1"):
            return True
        if text.lower() in ("false", "0"):
            return False
        raise ValueError("expected true or false")
    if text is None:
        raise ValueError(f"needs a value: {_type_name(type_)}")
    if get_origin(type_) in (list, tuple):
        inner = get_args(type_)[0]
        values = [_parse(inner, part) for part in text.split(",") if part]
        return values if get_origin(type_) is list else tuple(values)
    if isinstance(type_, type) and issubclass(type_, enum.Enum):
        for member in type_:
            if text in (_keyword(member), member.name):
                return member
        near = did_you_mean(text, map(_keyword, type_))
        raise ValueError(f"expected {_type_name(type_)}{near}")
    elif get_origin(type_) is Literal:
        for value in get_args(type_):
            if text == str(value):
                return value
        near = did_you_mean(text, map(str, get_args(type_)))
        raise ValueError(f"expected {_type_name(type_)}{near}")
    else:
        try:
            return int(text, 0) if type_ is int else type_(text)
        except ValueError:
            pass
    raise ValueError(f"expected {_type_name(type_)}")


class CompilerPass:
    """A declared pass. Calling it runs the function with Python values for its options."""

    def __init__(
        self, function: PassFunction, flag: str, anchor: str | None, each_function: bool = False
    ) -> None:
        self.function = function
        self.flag = flag
        self.anchor = anchor
        self.each_function = each_function or anchor == "func.func"
        """Whether it makes the same of a function whatever else is in the module."""
        self.summary, _, rest = (function.__doc__ or "").strip().partition("\n")
        self.options = _options(function, flag, rest)
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__name__ = function.__name__

    def __call__(self, op: Operation, state: PassState, **options: Any) -> None:
        self.function(op, state, **options)

    def bind(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Keyword arguments from what a pipeline says. DiagnosticError for an unknown option or an
        impossible value."""
        found: dict[str, Any] = {}
        for name, given in options.items():
            option = next((o for o in self.options if name in (o.name, o.parameter)), None)
            if option is None:
                known = [o.name for o in self.options]
                has = f"; it has {', '.join(known)}" if known else "; it has no options"
                near = did_you_mean(name, known) + has
                raise DiagnosticError(f"pass '{self.flag}': no such option '{name}'{near}")
            try:
                found[option.parameter] = option.read(given)
            except ValueError as e:
                expected, semicolon, near = str(e).partition(";")
                instead = "" if given is None else f", found '{option_text(given)}'"
                raise DiagnosticError(
                    f"pass '{self.flag}': option '{option.name}': "
                    f"{expected}{instead}{semicolon}{near}"
                ) from None
        return found

    def __repr__(self) -> str:
        return f"<pass {self.flag}>"


_FLAG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NOT_RUN_BY_A_CALL = 0x20 | 0x80 | 0x200  # flags of code: generator, coroutine, async generator


def compiler_pass(
    flag: str, *, anchor: str | None = None, each_function: bool = False
) -> Callable[[PassFunction], CompilerPass]:
    """Decorator: declare a pass. `anchor` is the name of the op that it runs on; None for any
    isolated op. `each_function` promises that it makes the same of a function whatever else is in
    the module, so that functions may be lowered one by one; a pass on `func.func` always does.
    TypeError when the function does not fit."""
    stated: object = flag
    if not isinstance(stated, str):  # the function itself: no parentheses
        name = getattr(stated, "__name__", "my_pass").replace("_", "-")
        raise TypeError(f'a pass has a flag: write @compiler_pass("{name}")')
    if not _FLAG.fullmatch(flag):
        raise TypeError(f"pass flag {flag!r}: use lower-case words with dashes")

    if anchor is not None and not isinstance(anchor, str):
        raise TypeError(f"pass '{flag}': anchor is the name of an op, found {anchor!r}")

    def declare(function: PassFunction) -> CompilerPass:
        check_function(function, f"as pass '{flag}'")
        code = getattr(function, "__code__", None)
        if code is not None and code.co_flags & _NOT_RUN_BY_A_CALL:
            raise TypeError(f"pass '{flag}' is a generator or async: it would do nothing")
        return CompilerPass(function, flag, anchor, each_function)

    return declare


def _options(function: PassFunction, flag: str, description: str) -> tuple[PassOption, ...]:
    parameters = parameters_of(function)
    keyword = [p for p in parameters if p.by_name]
    if len(parameters) - len(keyword) != 2:
        raise TypeError(
            f"pass '{flag}': takes (op, state, *, options), has {len(parameters)} parameters"
        )
    helps = dict(re.findall(r"^\s*(\w+): (.+)$", description, re.M))
    options = []
    for p in keyword:
        if p.default is EMPTY or p.annotation is EMPTY:
            raise TypeError(f"pass '{flag}': option '{p.name}' needs a type and a default")
        kind = p.annotation
        if isinstance(kind, str):
            kind = eval(kind, getattr(function, "__globals__", {}))
        if get_origin(kind) in (Union, types.UnionType):
            kind = next(a for a in get_args(kind) if a is not type(None))
        name = p.name.rstrip("_").replace("_", "-")
        options.append(PassOption(name, p.name, kind, p.default, helps.get(p.name, "")))
    return tuple(options)

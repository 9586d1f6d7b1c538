"""Command-line options as mlir-opt takes them: one dash or two, `--name=value` or `--name value`,
pass flags in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeVar

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error


class UsageError(DiagnosticError):
    """The command line is wrong, not the input: exit code 2."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `kind` is `flag` (present or not; `=false` turns it off; `default` says what it
    is when it is not there), `value` (needs one),
    `optional` (may have one after `=`), or `list` (may be repeated). Options with `hidden` are
    shown by --help-all only.

    In a class of arguments an option is an attribute: `error_limit: str | None = option(…)`."""

    name: str
    help: str
    kind: str = "flag"
    metavar: str = "value"
    short: str = ""
    default: Any = None
    hidden: bool = False

    def __set_name__(self, owner: type, attribute: str) -> None:
        if not self.name:
            object.__setattr__(self, "name", attribute.replace("_", "-"))

    def __get__(self, arguments: Arguments | None, owner: type) -> Any:
        return self if arguments is None else arguments.values[self.name]


Given = str | Literal[True] | None
"""What an option of kind `optional` holds: its value, True without one, None where it is not
there."""


def option(help: str, kind: str = "flag", metavar: str = "value", **more: Any) -> Any:
    """An option that is an attribute of `Arguments`, and has its name."""
    return Option(more.pop("name", ""), help, kind, metavar, **more)


def same(option: Option) -> Any:
    """An option that several programs have, as an attribute of `Arguments`."""
    return option


@dataclass
class Arguments:
    """What a command line said: option values by name, input files, and the flags of `other`
    (passes) in order.

    A subclass states its options as typed attributes, `quiet: bool = option("…")`; `options` are
    its own and then those of its bases."""

    options: ClassVar[tuple[Option, ...]] = ()

    values: dict[str, Any]
    inputs: list[str] = field(default_factory=list)
    other: list[tuple[str, str | None]] = field(default_factory=list)

    def __init_subclass__(cls) -> None:
        found = {o.name: o for o in vars(cls).values() if isinstance(o, Option)}
        for base in cls.__bases__:
            for o in getattr(base, "options", ()):
                found.setdefault(o.name, o)
        cls.options = tuple(found.values())

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def full_help(self) -> bool:
        """Whether every option is to be shown."""
        return bool(self["help-all"] or self["help-hidden"])


class Standard(Arguments):
    """What every program has."""

    help: bool = option("show this page", short="h")
    help_all: bool = option("show every option and pass")
    help_hidden: bool = option("the same, as LLVM's programs spell it", hidden=True)
    version: bool = option("show versions")
    completion: str | None = option(
        "print a script that completes options: bash, zsh or fish", "value", "shell", hidden=True
    )


STANDARD = Standard.options

NO_CHECKS = Option(
    "no-runtime-checks",
    "trust sizes and values: what operators require of them is not checked in a run",
)
INPUT_SHAPES = (
    Option("shape-information", "shapes of inputs; ? is unknown", "list", "0:1x?x8,…"),
    Option("dim-params", "sizes of named dimensions of inputs", "list", "batch=4,…"),
)
"""What a model does not say about its inputs; `split_list` of a value gives the entries."""

SANITIZE = Option("sanitize", "check every access to memory, for authors", "value", "address")


def split_list(values: Sequence[str]) -> list[str]:
    """The entries of an option that may be repeated and takes commas."""
    return [part for value in values for part in value.split(",") if part]


A = TypeVar("A", bound=Arguments)


def parse_arguments(
    argv: Sequence[str],
    options: Sequence[Option],
    other: Callable[[str], bool] | None = None,
    other_names: Callable[[], Sequence[str]] = tuple,
) -> Arguments:
    """Read a command line; as `read_arguments`, for options that are a list."""
    return _read(Arguments, argv, options, other, other_names)


def read_arguments(
    kind: type[A],
    argv: Sequence[str],
    other: Callable[[str], bool] | None = None,
    other_names: Callable[[], Sequence[str]] = tuple,
) -> A:
    """Read a command line. `other(name)` says whether an unknown name is allowed (a pass); those
    are kept in order in `Arguments.other`. UsageError for anything unknown, with the nearest
    name."""
    return _read(kind, argv, kind.options, other, other_names)


def _read(
    kind: type[A],
    argv: Sequence[str],
    options: Sequence[Option],
    other: Callable[[str], bool] | None,
    other_names: Callable[[], Sequence[str]],
) -> A:
    table = {name: o for o in options for name in (o.name, o.short) if name}
    found = kind(
        {
            o.name: [] if o.kind == "list" else bool(o.default) if o.kind == "flag" else o.default
            for o in options
        }
    )
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            found.inputs += words
            break
        if not word.startswith("-") or word == "-":
            found.inputs.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        option = table.get(name)
        letter = table.get(name[:1]) if name[1:].isdecimal() and not word.startswith("--") else None
        if option is not None:
            _store(found, option, bool(equals), value, words)
        elif other is not None and other(name):
            found.other.append((name, value if equals else None))
        elif letter is not None and letter.kind != "flag":  # -O2, -j4
            _store(found, letter, True, name[1:] + equals + value, words)
        else:
            others = other_names()
            near = did_you_mean(name, [*table, *others])
            hint = near.replace("'", "'--", 1) if near else "; --help lists the options"
            problem = error(f"unknown option '{word.partition('=')[0]}'{hint}")
            if others and not near:
                problem.hint(f"the passes are: {', '.join(others)}")
            raise UsageError(problem)
    return found


def to_number(
    arguments: Arguments,
    name: str,
    kind: type[Any] = int,
    default: Any = None,
    *,
    least: float | None = None,
) -> Any:
    """The value of an option as a number, `least` or more; `default` where it is not given."""
    text = arguments[name]
    if text is None:
        return default
    try:
        found = kind(text)
    except ValueError:
        raise UsageError(f"option '--{name}' needs a number, found '{text}'") from None
    if least is not None and not found >= least:
        raise UsageError(f"option '--{name}' needs {least:g} or more, found '{text}'")
    return found


def _store(found: Arguments, option: Option, given: bool, value: str, words: list[str]) -> None:
    if option.kind == "flag":
        if given and value.lower() not in ("true", "false", "1", "0"):
            raise UsageError(
                f"option '--{option.name}' is a flag: expected true or false, found '{value}'"
            )
        found.values[option.name] = value.lower() not in ("false", "0") if given else True
        return
    if option.kind == "optional":
        found.values[option.name] = value if given else True
        return
    if not given:
        if not words:
            raise UsageError(f"option '--{option.name}' needs a value: <{option.metavar}>")
        value = words.pop(0)
    if option.kind == "list":
        found.values[option.name].append(value)
    else:
        found.values[option.name] = value


def words_of(arguments: Arguments, options: Sequence[Option]) -> list[str]:
    """Words that say again what a command line said of these options, and its passes."""
    words = []
    for option in options:
        value, flag = arguments[option.name], f"--{option.name}"
        if option.kind == "list":
            words += [f"{flag}={v}" for v in value]
        elif option.kind == "flag":
            if value != bool(option.default):
                words.append(flag if value else f"{flag}=false")
        elif value != option.default:
            words.append(flag if value is True else f"{flag}={value}")
    return words + [f"--{n}" if v is None else f"--{n}={v}" for n, v in arguments.other]


def help_text(
    usage: str, summary: str, options: Sequence[Option], examples: Sequence[str] = (), *, full: bool
) -> str:
    """The page that --help prints."""
    shown = [o for o in options if full or not o.hidden]
    left = [_left(o) for o in shown]
    width = min(34, max(map(len, left)))
    import textwrap  # late: nothing else needs it

    lines = [f"usage: {usage}", "", *textwrap.wrap(summary, 100), "", "options:"]
    for text, option in zip(left, shown, strict=True):
        gap = " " * (width + 2 - len(text)) if len(text) <= width else "\n" + " " * (width + 4)
        indent = "\n" + " " * (width + 4)
        lines.append(f"  {text}{gap}{indent.join(textwrap.wrap(option.help, 116 - width))}")
    if examples:
        lines += ["", "examples:", *(f"  {e}" for e in examples)]
    if "xit code" not in summary:
        lines.append("exit codes: 0 done, 1 an error in the input, 2 a wrong command line")
    return "\n".join(lines) + "\n"


def _left(option: Option) -> str:
    dashes = "-" if len(option.name) == 1 else "--"
    text = f"{dashes}{option.name}"
    if option.kind in ("value", "list"):
        text += f" <{option.metavar}>" if len(option.name) == 1 else f"=<{option.metavar}>"
    elif option.kind == "optional":
        text += f"[=<{option.metavar}>]"
    return f"-{option.short}, {text}" if option.short else text

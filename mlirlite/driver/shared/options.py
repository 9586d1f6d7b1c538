"""Command lines as mlir-opt takes them: one dash or two, `--name=value` or `--name value`, pass
flags in order. What they say is an object of the program's own class."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error
from mlirlite.support.record import Record, replace


class UsageError(DiagnosticError):
    """The command line is wrong, not the input: exit code 2."""


class Option(Record):
    """One option, made by `flag`, `option` or `several`. `kind` is `flag` (present or not; `=false`
    turns it off), `value` (needs one), `optional` (may have one after `=`; else it is `implied`),
    or `list` (may be repeated; `commas`: and takes several at once). Options with `hidden` are
    shown by --help-all only. A number is `least` or more, and `most` or less."""

    name: str
    help: str
    kind: str = "flag"
    metavar: str = "value"
    short: str = ""
    default: Any = None
    hidden: bool = False
    implied: Any = None
    commas: bool = False
    least: float | None = None
    most: float | None = None
    attribute: str = ""
    type: Any = str
    """What a value is: a class that reads it, or a Literal of the words that it may be."""

    def __set_name__(self, owner: type, attribute: str) -> None:
        object.__setattr__(self, "attribute", attribute)
        if not self.name:
            object.__setattr__(self, "name", attribute.replace("_", "-"))

    def __get__(self, arguments: Arguments | None, owner: type) -> Any:
        return self if arguments is None else self.default

    @property
    def flag(self) -> str:
        """The option as it is written."""
        return f"-{self.name}" if len(self.name) == 1 else f"--{self.name}"

    def read(self, text: str) -> Any:
        """The value that a text stands for. UsageError when there is none."""
        if choices := get_args(self.type):
            if text in choices:
                return text
            known = f"{', '.join(choices[:-1])} or {choices[-1]}"
            near = did_you_mean(text, choices)
            raise UsageError(f"option '{self.flag}' takes {known}, found '{text}'{near}")
        try:
            value = self.type(text)
        except ValueError:
            number = "a number of seconds" if self.metavar == "seconds" else "a number"
            raise UsageError(f"option '{self.flag}' needs {number}, found '{text}'") from None
        if (self.least is not None and not value >= self.least) or (
            self.most is not None and not value <= self.most
        ):
            most = "or more" if self.most is None else f"to {self.most:g}"
            raise UsageError(f"option '{self.flag}' needs {self.least:g} {most}, found '{text}'")
        return value

    def words(self, value: Any) -> list[str]:
        """Words of a command line that say again that the option has a value."""
        if value == self.default:
            return []
        if self.kind == "flag":
            return [self.flag if value else f"{self.flag}=false"]
        if value == self.implied:
            return [self.flag]
        values = value if self.kind == "list" else [value]
        if len(self.name) == 1:
            return [word for v in values for word in (self.flag, str(v))]
        return [f"{self.flag}={v}" for v in values]


def flag(help: str, *, default: bool = False, **more: Any) -> Any:
    """A field of `Arguments` that is `bool`."""
    return Option(more.pop("name", ""), help, default=default, **more)


def option(help: str, metavar: str, **more: Any) -> Any:
    """A field of `Arguments` that is a text, a number, or a Literal of words."""
    kind = "optional" if "implied" in more else "value"
    return Option(more.pop("name", ""), help, kind, metavar, **more)


def several(help: str, metavar: str, **more: Any) -> Any:
    """A field of `Arguments` that is `tuple[str, ...]`."""
    return Option(more.pop("name", ""), help, "list", metavar, default=(), **more)


OUTPUT = option("write to a file instead of standard output", "file", name="o")
"""The field `output` of programs that write text."""


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(flag, option, several)
)
class Arguments:
    """What a command line said. A program's class states its options as fields,
    `threads: int = option("…", "n", default=1)`, and does not change what was read; help,
    completion and the parser are made of them. Here is what every program has."""

    inputs: tuple[str, ...] = ()
    passes: tuple[tuple[str, str | None], ...] = ()
    """Flags of passes, in order, with what stands behind `=`."""

    help: bool = flag("show this page", short="h")
    help_all: bool = flag("show every option and pass")
    help_hidden: bool = flag("the same; LLVM's programs have this name", hidden=True)
    version: bool = flag("show versions")
    completion: Literal["bash", "zsh", "fish"] | None = option(
        "print a script that completes options: bash, zsh or fish", "shell", hidden=True
    )

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a command line does not change: '{name}'")

    @property
    def full_help(self) -> bool:
        """Whether to show every option."""
        return self.help_all or self.help_hidden

    def only(self, what: str) -> str:
        """The one input. UsageError when there is another number of them."""
        if len(self.inputs) != 1:
            raise UsageError(f"expected one {what}, found {len(self.inputs)}")
        return self.inputs[0]


A = TypeVar("A", bound=Arguments)


def with_full_paths(arguments: A) -> A:
    """The same, for a process in another folder: each input, and each value of an option that
    takes a file or folder, that is there gets its full path."""

    def full(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(full, value))
        return os.path.abspath(value) if value and os.path.exists(value) else value

    places = [o for o in options_of(type(arguments)) if o.metavar in ("file", "folder", "path")]
    stated = {o.attribute: full(getattr(arguments, o.attribute)) for o in places}
    return type(arguments)(**{**vars(arguments), **stated, "inputs": full(arguments.inputs)})


_OPTIONS: dict[type[Arguments], tuple[Option, ...]] = {}


def options_of(kind: type[Arguments]) -> tuple[Option, ...]:
    """The options of a class: its own, then those of its bases."""
    if kind in _OPTIONS:
        return _OPTIONS[kind]
    types = get_type_hints(kind)
    found: dict[str, Option] = {}
    for cls in kind.__mro__:
        for name, o in vars(cls).items():
            if isinstance(o, Option) and name not in found:
                found[name] = replace(o, type=_type_of_value(types[name]))
    _OPTIONS[kind] = tuple(found.values())
    return _OPTIONS[kind]


def _type_of_value(hint: Any) -> Any:
    """What an annotation, `T`, `T | None` or `tuple[T, ...]`, says of a value."""
    return hint if get_origin(hint) in (None, Literal) else get_args(hint)[0]


def read_arguments(
    kind: type[A],
    argv: Sequence[str],
    other: Callable[[str], bool] | None = None,
    other_names: Callable[[], Sequence[str]] = tuple,
) -> A:
    """Read a command line. `other(name)` says whether an unknown name is allowed (a pass); those
    are kept in order in `Arguments.passes`. UsageError for anything unknown, with the nearest
    name."""
    table = {name: o for o in options_of(kind) for name in (o.name, o.short) if name}
    values: dict[str, Any] = {}
    inputs: list[str] = []
    passes: list[tuple[str, str | None]] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            inputs += words
            break
        if not word.startswith("-") or word == "-":
            inputs.append(word)
            continue
        name, equals, text = word.lstrip("-").partition("=")
        value = text if equals else None
        option = table.get(name)
        letter = None if word.startswith("--") else table.get(name[:1])
        if letter is not None and letter.kind != "list" and not name[1:].isdecimal():
            letter = None
        if option is not None:
            _store(values, option, value, words)
        elif other is not None and other(name):
            passes.append((name, value))
        elif letter is not None and letter.kind != "flag":  # -O2, -j4, -Ifolder
            _store(values, letter, name[1:] + equals + text, words)
        else:
            raise UsageError(_unknown(word, [*table], other_names()))
    return kind(inputs=tuple(inputs), passes=tuple(passes), **values)


def _unknown(word: str, options: Sequence[str], others: Sequence[str]) -> Any:
    near = did_you_mean(word.lstrip("-").partition("=")[0], [*options, *others])
    hint = near.replace("'", "'--", 1) if near else "; --help lists the options"
    problem = error(f"unknown option '{word.partition('=')[0]}'{hint}")
    return problem.hint(f"the passes are: {', '.join(others)}") if others and not near else problem


def _store(values: dict[str, Any], option: Option, text: str | None, words: list[str]) -> None:
    if option.kind == "flag":
        if text is not None and text.lower() not in ("true", "false", "1", "0"):
            raise UsageError(
                f"option '{option.flag}' is a flag: expected true or false, found '{text}'"
            )
        values[option.attribute] = text is None or text.lower() in ("true", "1")
        return
    if option.kind == "optional" and text is None:
        values[option.attribute] = option.implied
        return
    if text is None:
        if not words:
            raise UsageError(f"option '{option.flag}' needs a value: <{option.metavar}>")
        text = words.pop(0)
    if option.kind == "list":
        more = [part for part in text.split(",") if part] if option.commas else [text]
        values[option.attribute] = (*values.get(option.attribute, ()), *more)
    else:
        values[option.attribute] = option.read(text)


def words_of(arguments: Arguments, options: Sequence[Option]) -> list[str]:
    """Words of a command line that say these options again, and passes."""
    words = [w for o in options for w in o.words(getattr(arguments, o.attribute))]
    return words + [f"--{n}" if v is None else f"--{n}={v}" for n, v in arguments.passes]


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
    text = option.flag
    if option.kind in ("value", "list"):
        text += f" <{option.metavar}>" if len(option.name) == 1 else f"=<{option.metavar}>"
    elif option.kind == "optional":
        text += f"[=<{option.metavar}>]"
    return f"-{option.short}, {text}" if option.short else text

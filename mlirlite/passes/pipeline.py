"""Pass pipelines: which passes run on which ops, in which order; read from and written as
upstream's text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlirlite.passes.compiler_pass import option_text
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.record import Record, field
from mlirlite.support.source import SourceFile, SourceSpan

if TYPE_CHECKING:
    from lark import Lark, Token, Tree, UnexpectedInput

MODULE = "builtin.module"
ANY = "any"
"""The anchor of passes that run on any isolated op."""
SOURCE = "MLIR Textual PassPipeline Parser"


class PassRun(Record, frozen=False):
    """One pass with its options: text, which the pass reads, or Python values (None: an option
    without a value)."""

    flag: str
    options: dict[str, Any] = field(factory=dict)
    span: SourceSpan | None = None

    @classmethod
    def of(cls, flag: str, **options: Any) -> PassRun:
        """A pass with options by the names of its parameters."""
        return cls(flag, _by_name(options))

    def copy(self) -> PassRun:
        """A copy that can be changed."""
        return PassRun(self.flag, dict(self.options), self.span)

    def __str__(self) -> str:
        return f"{self.flag}{{{self.settings}}}" if self.options else self.flag

    @property
    def settings(self) -> str:
        """Its options as they stand behind its flag, `a=1 b`."""
        pairs = self.options.items()
        return " ".join(n if v is None else f"{n}={option_text(v)}" for n, v in pairs)


class Pipeline(Record, frozen=False):
    """Passes and nested pipelines that run, one after the other, on each op of a name.

    The methods that change it name passes by their flags, look at its own passes but not into
    nested pipelines, and return it, so that calls chain. They take flags, passes with options and
    pipelines. ValueError for a pass that is not in it."""

    anchor: str = MODULE
    items: list[PassRun | Pipeline] = field(factory=list)

    @classmethod
    def of(cls, *items: Item, anchor: str = MODULE) -> Pipeline:
        """A pipeline of these parts."""
        return cls(anchor).append(*items)

    def append(self, *items: Item) -> Pipeline:
        """Put these at the end."""
        self.items += map(_item, items)
        return self

    def extend(self, other: Pipeline) -> None:
        """Append what another pipeline does. DiagnosticError when it runs on other ops."""
        if other.anchor not in (self.anchor, ANY):
            raise DiagnosticError(f"can't run '{other.anchor}' pass manager on '{self.anchor}' op")
        self.items += other.items

    def __contains__(self, flag: str) -> bool:
        return any(_is(item, flag) for item in self.items)

    def index(self, flag: str) -> int:
        """The index of the first run of a pass."""
        for i, item in enumerate(self.items):
            if _is(item, flag):
                return i
        raise ValueError(f"the pipeline {self} has no pass '{flag}'")

    def insert(self, *items: Item, before: str = "", after: str = "") -> Pipeline:
        """Put these before, or after, the first run of a pass; at the start if no pass is named."""
        at = self.index(before) if before else self.index(after) + 1 if after else 0
        self.items[at:at] = map(_item, items)
        return self

    def remove(self, flag: str) -> Pipeline:
        """Remove all runs of a pass."""
        self.index(flag)
        self.items = [item for item in self.items if not _is(item, flag)]
        return self

    def replace(self, flag: str, *items: Item) -> Pipeline:
        """Replace the first run of a pass with these."""
        at = self.index(flag)
        self.items[at : at + 1] = map(_item, items)
        return self

    def set(self, flag: str, **options: Any) -> Pipeline:
        """Set options of all runs of a pass, as Python values or text (None: an option without a
        value); its other options stay."""
        self.index(flag)
        for item in self.items:
            if isinstance(item, PassRun) and item.flag == flag:
                item.options = _by_name(options) | item.options | _by_name(options)
        return self

    def split(self, flag: str) -> tuple[Pipeline, Pipeline]:
        """What runs before a pass, and the rest."""
        at = self.index(flag)
        return Pipeline(self.anchor, self.items[:at]), Pipeline(self.anchor, self.items[at:])

    def copy(self) -> Pipeline:
        """A copy that can be changed."""
        return Pipeline(self.anchor, [item.copy() for item in self.items])

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.items))})"


Item = str | PassRun | Pipeline
"""The parts of a pipeline: a flag, a pass with options, or a pipeline."""


def _item(item: Item) -> PassRun | Pipeline:
    return PassRun(item) if isinstance(item, str) else item


def _is(item: PassRun | Pipeline, flag: str) -> bool:
    return isinstance(item, PassRun) and item.flag == flag


def _by_name(options: Mapping[str, Any]) -> dict[str, Any]:
    return {parameter.replace("_", "-"): value for parameter, value in options.items()}


_SIMPLE = re.compile(r"([\w.]+)\(\s*([\w-]+(?:\s*,\s*[\w-]+)*)?\s*\)|([\w-]+(?:\s*,\s*[\w-]+)*)")


def parse_pipeline(text: str) -> Pipeline:
    """The pipeline that a text describes; without an anchor around it, it runs on the module.
    DiagnosticError with the place when the text is wrong. Names of passes and options are checked
    by the pass manager."""
    items = parse_items(text)
    if len(items) == 1 and isinstance(items[0], Pipeline):
        return items[0]
    return Pipeline(MODULE, items)


def parse_items(text: str) -> list[PassRun | Pipeline]:
    """The passes and nested pipelines that a text lists, as `parse_pipeline`."""
    text = text.strip()
    source = SourceFile(SOURCE, text)
    simple = _SIMPLE.fullmatch(text)
    if simple is None:
        return _parse(source)
    at = max(simple.start(2), simple.start(3), 0)  # no need of a grammar
    runs: list[PassRun | Pipeline] = [
        PassRun(m[0], span=SourceSpan(source, at + m.start(), at + m.end()))
        for m in re.finditer(r"[\w-]+", simple[2] or simple[3] or "")
    ]
    return [Pipeline(simple[1], runs)] if simple[1] else runs


@cache
def _grammar() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_suffix(".lark").read_text(encoding="utf-8")
    starts = ["start", "settings"]
    return Lark(grammar, parser="lalr", start=starts, propagate_positions=True)


def _parse(source: SourceFile) -> list[PassRun | Pipeline]:
    from lark import UnexpectedInput

    try:
        tree = _grammar().parse(source.text, "start")
    except UnexpectedInput as e:
        at = _stop(e, source.text)
        raise DiagnosticError(_explain(source.text, at), SourceSpan(source, at)) from None
    return _items(tree.children[0], source)


def parse_pass(flag: str, settings: str | None = None) -> PassRun:
    """A pass with its options as written after its flag on a command line, `a=1 b`.
    DiagnosticError with the place when their text is wrong."""
    word = f"--{flag}" if settings is None else f"--{flag}={settings}"
    source = SourceFile("<command line>", word)
    span = SourceSpan(source, 0, len(flag) + 2)
    if not settings:
        return PassRun(flag, span=span)
    from lark import UnexpectedInput

    try:
        tree: Any = _grammar().parse(settings, "settings")
    except UnexpectedInput as e:
        at = SourceSpan(source, len(flag) + 3 + _stop(e, settings))
        raise DiagnosticError("expected options as 'name=value', split by spaces", at) from None
    return PassRun(flag, dict(_option(o, settings) for o in tree.children), span)


def _stop(e: UnexpectedInput, text: str) -> int:
    """Where reading stopped."""
    at = e.pos_in_stream if isinstance(e.pos_in_stream, int) else len(text)
    ended = getattr(getattr(e, "token", None), "type", "") == "$END"
    return len(text) if at < 0 or ended else at


def _explain(text: str, at: int) -> str:
    """The error for a text that does not parse beyond a position."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    if bare.count("{") > bare.count("}"):
        return "missing closing '}' while processing pass options"
    if bare.count("(") < bare.count(")"):
        return (
            "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"
        )
    if bare.count("(") > bare.count(")"):
        return "encountered unbalanced parentheses while parsing pipeline"
    before = text[:at].rstrip()
    if before.endswith((")", "}")) and text[at : at + 1] not in ("", ")"):
        return "expected ',' after parsing pipeline"
    start = max(before.rfind(c) for c in ",(") + 1
    name = re.split(r"[,()]", text[start:], maxsplit=1)[0].strip()
    return f"'{name}' does not refer to a registered pass or pass pipeline"


def _items(tree: Any, source: SourceFile) -> list[PassRun | Pipeline]:
    found: list[PassRun | Pipeline] = []
    for element in tree.children:
        name: Token = element.children[0]
        if element.data == "nested":
            found.append(Pipeline(str(name), _items(element.children[1], source)))
            continue
        start = name.start_pos or 0
        span = SourceSpan(source, start, start + len(name))
        options = element.children[1].children if len(element.children) > 1 else ()
        found.append(PassRun(str(name), dict(_option(o, source.text) for o in options), span))
    return found


def _option(tree: Tree[Token], text: str) -> tuple[str, str | None]:
    name, *value = tree.children
    if not value:
        return str(name), None
    written = value[0]
    if getattr(written, "type", "") == "EMPTY":  # an equals sign with nothing after it
        return str(name), ""
    if isinstance(written, str):
        return str(name), str(written).strip("\"'") if written[0] in "\"'" else str(written)
    return str(name), text[written.meta.start_pos + 1 : written.meta.end_pos - 1].strip()

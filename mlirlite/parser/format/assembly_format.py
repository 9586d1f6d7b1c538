"""Assembly formats as trees: upstream's directive language, read by assembly_format.lark, checked
against the declaration.

The trees of all formats seen so far are kept in the user's cache folder, so that most runs do
without Lark."""

from __future__ import annotations

import atexit
import contextlib
import marshal
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mlirlite.support.env import TABLES, cache_directory
from mlirlite.support.mistakes import DeclarationError, declared_at
from mlirlite.support.private import read_private, write_private

FORMAT = "assembly_format"
GRAMMAR = Path(__file__).with_name("assembly_format.lark")


class FormatError(DeclarationError):
    """An assembly format that is wrong, or does not fit its class. The message names the class and
    the directive; the location is in the file that declares it."""

    def of(self, cls: type[Any]) -> FormatError:
        """The same error, with the class of the format."""
        return format_error(cls, self.diagnostics[0].message)


def format_error(cls: type[Any], message: str) -> FormatError:
    """The error of a class's format, located where it is written."""
    return FormatError(f"{cls.__name__} ({cls.name}): {message}", declared_at(cls, FORMAT))


# The tree


class Literal(NamedTuple):
    """`` `word` ``: a keyword or punctuation."""

    text: str


class Space(NamedTuple):
    """What is printed between elements: nothing, a space, or a new line. Not read."""

    text: str


class Variable(NamedTuple):
    """`$name`: an operand, result, property, region or successor; in types and attributes, a
    parameter."""

    name: str
    qualified: bool = False


class Whole(NamedTuple):
    """`operands`, `results`, `regions` or `successors`: all of them."""

    kind: str


class AttrDict(NamedTuple):
    """`attr-dict`, `attr-dict-with-keyword`."""

    keyword: bool


class PropDict(NamedTuple):
    """`prop-dict`."""


class TypeOf(NamedTuple):
    """`type($x)`."""

    of: Any
    qualified: bool = False


class FunctionalType(NamedTuple):
    """`functional-type(inputs, results)`."""

    inputs: Any
    results: Any


class Ref(NamedTuple):
    """`ref($x)`: an argument of `custom` that was read before."""

    of: Any


class Code(NamedTuple):
    """`"text"`: an argument of `custom` that is passed as it is."""

    text: str


class Custom(NamedTuple):
    """`custom<Name>(arguments)`."""

    name: str
    arguments: tuple[Any, ...]


class Group(NamedTuple):
    """`(a b^ c) : (d)?`: `then` when the anchor is present, else `otherwise`."""

    then: tuple[Any, ...]
    otherwise: tuple[Any, ...]
    anchor: Any
    inverted: bool


class OIList(NamedTuple):
    """`oilist(`a` $x | `b` $y)`: clauses in any order, each at most once."""

    clauses: tuple[tuple[Literal, tuple[Any, ...]], ...]


class Params(NamedTuple):
    """`params`: all parameters of a type or attribute, with commas."""


class Struct(NamedTuple):
    """`struct(params)`: `name = value` for each parameter, in any order."""

    of: tuple[Any, ...]


Tree = tuple[Any, ...]
"""Elements in order: instances of the classes above."""

_CLASSES: dict[str, Any] = {
    c.__name__: c
    for c in (
        Literal, Space, Variable, Whole, AttrDict, PropDict, TypeOf, FunctionalType, Ref, Code,
        Custom, Group, OIList, Params, Struct,
    )
}  # fmt: skip


def parse_format(text: str) -> Tree:
    """The tree of a format. FormatError when its syntax is wrong."""
    given: object = text
    if not isinstance(given, str):
        raise FormatError(f"assembly_format is a text, found {given!r}")
    saved = _cache().get(text)
    if saved is not None:
        loaded: Tree = _load(saved)
        return loaded
    tree = _parse(text)
    _cache()[text] = _dump(tree)
    return tree


def walk(tree: Iterable[Any], kind: str = "") -> Iterator[tuple[Any, str]]:
    """Every element with its use: "type" inside `type(…)`, "ref" inside `ref(…)`, else ""."""
    for element in tree:
        yield element, kind
        match element:
            case TypeOf(of):
                yield from walk((of,), kind or "type")
            case FunctionalType(inputs, results):
                yield from walk((inputs, results), "type")
            case Ref(of):
                yield from walk((of,), "ref")
            case Custom(_, arguments):
                yield from walk(arguments)
            case Group(then, otherwise):
                yield from walk(then)
                yield from walk(otherwise)
            case OIList(clauses):
                for literal, elements in clauses:
                    yield literal, ""
                    yield from walk(elements)
            case Struct(of):
                yield from walk(of)


def spell(element: Any) -> str:
    """An element as it is written, for messages."""
    match element:
        case Literal(text) | Space(text):
            word = text.replace("\n", "\\n")
            return f"`{word}`"
        case Variable(name, qualified):
            return f"qualified(${name})" if qualified else f"${name}"
        case Whole(kind):
            return kind
        case AttrDict(keyword):
            return "attr-dict-with-keyword" if keyword else "attr-dict"
        case PropDict():
            return "prop-dict"
        case TypeOf(of, qualified):
            return f"qualified(type({spell(of)}))" if qualified else f"type({spell(of)})"
        case FunctionalType(inputs, results):
            return f"functional-type({spell(inputs)}, {spell(results)})"
        case Ref(of):
            return f"ref({spell(of)})"
        case Code(text):
            return f'"{text}"'
        case Custom(name, arguments):
            return f"custom<{name}>({', '.join(map(spell, arguments))})"
        case Group(then, otherwise):
            tail = f" : ({' '.join(map(spell, otherwise))})" if otherwise else ""
            return f"({' '.join(map(spell, then))}){tail}?"
        case OIList(clauses):
            inner = " | ".join(" ".join(map(spell, (w, *e))) for w, e in clauses)
            return f"oilist({inner})"
        case Params():
            return "params"
        case Struct(of):
            return f"struct({', '.join(map(spell, of))})"
    return str(element)


# Lark

_parser: Any = None


def _parse(text: str) -> Tree:
    global _parser
    import lark

    if _parser is None:
        _parser = lark.Lark(
            GRAMMAR.read_text(encoding="utf-8"),
            start="format",
            parser="lalr",
            maybe_placeholders=True,
        )
    try:
        tree = _parser.parse(text)
    except lark.UnexpectedInput as e:
        raise FormatError(_explain(text, e)) from None
    return _elements(tree.children)


def _explain(text: str, e: Any) -> str:
    at = e.pos_in_stream if e.pos_in_stream is not None and e.pos_in_stream >= 0 else len(text)
    word = text[at:].split(maxsplit=1)
    found = f"'{word[0]}'" if word else "the end"
    before = text[:at].rstrip()[-30:]
    return f"unexpected {found} after '{before}' in assembly format '{text}'"


def _elements(children: Iterable[Any]) -> Tree:
    found = []
    for child in children:
        if child.data == "anchored":
            raise FormatError("'^' marks the anchor of an optional group, and stands outside one")
        found.append(_element(child))
    return tuple(found)


def _element(tree: Any) -> Any:
    children = tree.children
    match tree.data:
        case "literal":
            return _literal(children[0][1:-1])
        case "variable":
            return Variable(children[0][1:])
        case "whole":
            return Whole(str(children[0]))
        case "attr_dict":
            return AttrDict(False)
        case "attr_dict_with_keyword":
            return AttrDict(True)
        case "prop_dict":
            return PropDict()
        case "params":
            return Params()
        case "struct":
            return Struct(_elements(children))
        case "functional_type":
            return FunctionalType(_element(children[0]), _element(children[1]))
        case "type":
            return TypeOf(_element(children[0]))
        case "qualified":
            inner = _element(children[0])
            if not isinstance(inner, (Variable, TypeOf)):
                raise FormatError("'qualified' takes a variable or 'type(…)'")
            return inner._replace(qualified=True)
        case "ref":
            return Ref(_element(children[0]))
        case "code":
            return Code(children[0][1:-1])
        case "custom":
            return Custom(str(children[0]), _elements(c for c in children[1:] if c is not None))
        case "oilist":
            return OIList(
                tuple(
                    (Literal(clause.children[0][1:-1]), _elements(clause.children[1:]))
                    for clause in children
                )
            )
        case "group":
            return _group(*children)
    raise FormatError(f"unknown directive '{tree.data}'")


def _literal(text: str) -> Literal | Space:
    if text == "\\n":
        return Space("\n")
    return Space(text) if text in ("", " ") else Literal(text)


def _group(then: Any, otherwise: Any) -> Group:
    sides = [then.children, otherwise.children if otherwise is not None else []]
    anchors = []
    trees = []
    for inverted, children in enumerate(sides):
        elements = []
        for child in children:
            anchored = child.data == "anchored"
            element = _element(child.children[0] if anchored else child)
            elements.append(element)
            if anchored:
                anchors.append((element, bool(inverted)))
        trees.append(tuple(elements))
    if len(anchors) != 1:
        problem = "has no anchor element" if not anchors else "has more than one anchor element"
        raise FormatError(f"optional group {problem}")
    return Group(trees[0], trees[1], *anchors[0])


# Saved trees: nested tuples of texts that begin with the class's name, in one file


def _dump(value: Any) -> Any:
    if isinstance(value, tuple):
        head: tuple[Any, ...] = (type(value).__name__,) if type(value) is not tuple else ("",)
        return head + tuple(map(_dump, value))
    return value


def _load(value: Any) -> Any:
    if isinstance(value, tuple):
        name, *parts = value
        values = map(_load, parts)
        return _CLASSES[name](*values) if name else tuple(values)
    return value


_saved: dict[str, Any] | None = None
_known = 0


def _cache() -> dict[str, Any]:
    global _saved, _known
    if _saved is None:
        _saved = _read_cache()
        _known = len(_saved)
        atexit.register(_write_cache)
    return _saved


def _cache_file() -> str | None:
    folder = cache_directory()
    if folder is None:
        return None
    grammar = zlib.crc32(GRAMMAR.read_bytes() + Path(__file__).read_bytes())
    name = f"formats-{sys.version_info[0]}{sys.version_info[1]}-{grammar:08x}"
    return str(folder / TABLES / name)


def _read_cache() -> dict[str, Any]:
    """The trees that an earlier run saved; empty when there are none, or the file is damaged."""
    try:
        file = _cache_file()
        data = read_private(file) if file is not None else None
        found = marshal.loads(data) if data is not None else None
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _write_cache() -> None:
    """Save what this run added, together with what other runs have saved since."""
    if _saved is None or len(_saved) == _known:
        return
    with contextlib.suppress(OSError):  # the next run parses them again
        file = _cache_file()
        if file is not None:
            write_private(file, marshal.dumps({**_read_cache(), **_saved}))

"""The syntax tree of a .td file. `at` is the number of the token where a node begins."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class TypeNode(NamedTuple):
    at: int
    name: str
    """bit, bits, int, string, dag, code, list, or the name of a class"""
    inner: TypeNode | int | None = None


class IntNode(NamedTuple):
    at: int
    value: int


class BinaryNode(NamedTuple):
    """`0b0101`, which has a width."""

    at: int
    digits: str


class TextNode(NamedTuple):
    at: int
    text: str
    code: bool


class UnsetNode(NamedTuple):
    at: int


class NameNode(NamedTuple):
    at: int
    name: str


class Argument(NamedTuple):
    """An argument in angle brackets, by position or by name."""

    at: int
    name: Node | None
    value: Node


class ClassNode(NamedTuple):
    """`Class<args>`, as a value or as a parent; `args` is None without brackets."""

    at: int
    name: str
    args: list[Argument] | None


class ListNode(NamedTuple):
    at: int
    items: list[Node]
    element: TypeNode | None


class BitsNode(NamedTuple):
    at: int
    items: list[Node]


class DagNode(NamedTuple):
    at: int
    operator: Node
    name: str
    args: list[tuple[Node | None, str]]


class BangNode(NamedTuple):
    at: int
    op: str
    given: TypeNode | None
    args: list[Node]


class CondNode(NamedTuple):
    """`!cond`; `!switch` has a key and a default."""

    at: int
    key: Node | None
    clauses: list[tuple[Node, Node]]
    default: Node | None


class RangePiece(NamedTuple):
    """One index, or all from the first to the last."""

    at: int
    first: Node
    last: Node | None


class BitRangeNode(NamedTuple):
    at: int
    value: Node
    pieces: list[RangePiece]


class SliceNode(NamedTuple):
    at: int
    value: Node
    pieces: list[RangePiece]
    is_list: bool
    """There is a comma, so the result is a list."""


class DotNode(NamedTuple):
    at: int
    value: Node
    field: str


class PasteNode(NamedTuple):
    at: int
    left: Node
    right: Node | None


Node: TypeAlias = (
    IntNode
    | BinaryNode
    | TextNode
    | UnsetNode
    | NameNode
    | ClassNode
    | ListNode
    | BitsNode
    | DagNode
    | BangNode
    | CondNode
    | BitRangeNode
    | SliceNode
    | DotNode
    | PasteNode
)


class FieldItem(NamedTuple):
    """The declaration of a field or of a template argument."""

    at: int
    name: str
    type: TypeNode
    value: Node | None
    may_be_open: bool = False


class LetItem(NamedTuple):
    at: int
    mode: str
    """append, prepend or empty"""
    name: str
    pieces: list[RangePiece]
    value: Node


class DefvarItem(NamedTuple):
    at: int
    name: str
    value: Node


class AssertItem(NamedTuple):
    at: int
    condition: Node
    message: Node


class DumpItem(NamedTuple):
    at: int
    message: Node


BodyItem: TypeAlias = FieldItem | LetItem | DefvarItem | AssertItem | DumpItem


class ClassItem(NamedTuple):
    at: int
    name: str
    arguments: list[FieldItem] | None
    parents: list[ClassNode]
    body: list[BodyItem]


class DefItem(NamedTuple):
    at: int
    name: Node | None
    parents: list[ClassNode]
    body: list[BodyItem]


class MulticlassItem(NamedTuple):
    at: int
    name: str
    arguments: list[FieldItem] | None
    parents: list[ClassNode]
    body: list[Statement]


class DefmItem(NamedTuple):
    at: int
    name: Node | None
    parents: list[ClassNode]


class LetStatement(NamedTuple):
    at: int
    items: list[LetItem]
    body: list[Statement]


class ForeachItem(NamedTuple):
    """A loop over a list, or over ranges of integers."""

    at: int
    name: str
    over: Node | list[RangePiece]
    body: list[Statement]


class IfItem(NamedTuple):
    at: int
    condition: Node
    then: list[Statement]
    other: list[Statement] | None


class DefsetItem(NamedTuple):
    at: int
    type: TypeNode
    name: str
    body: list[Statement]


class DeftypeItem(NamedTuple):
    at: int
    name: str
    type: TypeNode


Statement: TypeAlias = (
    ClassItem
    | DefItem
    | MulticlassItem
    | DefmItem
    | LetStatement
    | ForeachItem
    | IfItem
    | DefsetItem
    | DeftypeItem
    | DefvarItem
    | AssertItem
    | DumpItem
)

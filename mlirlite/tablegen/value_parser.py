"""Reads types and values of a .td file to a syntax tree."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.tablegen.lexer import END, Tokens
from mlirlite.tablegen.tree import (
    Argument,
    BangNode,
    BinaryNode,
    BitRangeNode,
    BitsNode,
    ClassNode,
    CondNode,
    DagNode,
    DotNode,
    IntNode,
    ListNode,
    NameNode,
    Node,
    PasteNode,
    RangePiece,
    SliceNode,
    TextNode,
    TypeNode,
    UnsetNode,
)

_PLAIN_TYPES = frozenset(("bit", "int", "string", "dag", "code"))
_AFTER_PASTE = frozenset((":", ";", "{", ",", ")", "]", "}", ">", END))
_SUFFIXES = frozenset(("{", "[", ".", "#"))
_DEEPEST = 150
# What a token is called in an error.
_NAMES = {"id": "identifier", "integer": "integer", "str": "string", "var": "variable name"}


class ValueParser:
    """A position in the tokens. `value` and `type` read what begins there."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.at = 0
        self._depth = 0

    def error(self, message: str, at: int | None = None) -> DiagnosticError:
        """An error at a token, the present one if none is given."""
        where = self.tokens.span(self.at if at is None else at)
        return DiagnosticError(error(message, where))

    def expect(self, kind: str, where: str = "") -> str:
        """The text of the token that has to come next. DiagnosticError if another one comes."""
        at = self.at
        if self.kinds[at] != kind:
            wanted = _NAMES.get(kind, f"'{kind}'")
            raise self.error(
                f"expected {wanted}{' ' if where else ''}{where}, found {self.found()}"
            )
        self.at = at + 1
        return self.texts[at]

    def found(self) -> str:
        """The present token for an error."""
        kind, text = self.kinds[self.at], self.texts[self.at]
        if kind == END:
            return END
        return {"str": "a string", "code": "code", "op": f"'!{text}'", "var": f"'${text}'"}.get(
            kind, f"'{text}'"
        )

    def accept(self, kind: str) -> bool:
        """Pass over a token if it comes next."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def type(self) -> TypeNode:
        """A type."""
        at, kind = self.at, self.kinds[self.at]
        if kind in _PLAIN_TYPES:
            self.at += 1
            return TypeNode(at, kind)
        if kind == "id":
            self.at += 1
            return TypeNode(at, "class " + self.texts[at])
        if kind == "bits":
            self.at += 1
            self.expect("<", "after bits type")
            width = int(self.expect("integer", "in bits<n> type"))
            self.expect(">", "at end of bits<n> type")
            return TypeNode(at, kind, width)
        if kind == "list":
            self.at += 1
            self.expect("<", "after list type")
            inner = self._deeper(self.type)
            self.expect(">", "at end of list<ty> type")
            return TypeNode(at, kind, inner)
        raise self.error(f"expected a type, found {self.found()}")

    def _deeper(self, read: Callable[[], TypeNode]) -> TypeNode:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error("the input is nested too deeply")
        found = read()
        self._depth -= 1
        return found

    def value(self, in_name: bool = False) -> Node:
        """A value with its suffixes. In a name, `{` begins a body."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error("the input is nested too deeply")
        found = self._simple()
        while self.kinds[self.at] in _SUFFIXES:
            at, kind = self.at, self.kinds[self.at]
            if kind == "{" and in_name:
                break
            self.at += 1
            if kind == "{":
                pieces = self.range_pieces()
                self.expect("}", "at end of bit range list")
                found = BitRangeNode(at, found, pieces)
            elif kind == "[":
                found = self._slice(at, found)
            elif kind == ".":
                found = DotNode(at, found, self.expect("id", "after '.'"))
            else:
                ends = self.kinds[self.at] in _AFTER_PASTE
                if (ends and not (self.kinds[self.at] == "{" and not in_name)) or ends:
                    found = PasteNode(at, found, None)
                else:
                    found = PasteNode(at, found, self.value(in_name=True))
        self._depth -= 1
        return found

    def _slice(self, at: int, value: Node) -> Node:
        pieces = [self._slice_piece()]
        is_list = pieces[0].last is not None
        while self.accept(","):
            is_list = True
            if self.kinds[self.at] == "]":
                break
            pieces.append(self._slice_piece())
        self.expect("]", "at end of list slice")
        return SliceNode(at, value, pieces, is_list)

    def _slice_piece(self) -> RangePiece:
        at = self.at
        first = self.value()
        if self.kinds[self.at] in ("...", "-"):
            self.at += 1
            return RangePiece(at, first, self.value())
        if self.kinds[self.at] == "integer":
            return RangePiece(at, first, self._second())
        return RangePiece(at, first, None)

    def _second(self) -> Node:
        """The end of `1-3`, whose tokens are 1 and -3."""
        number = int(self.texts[self.at])
        if number > 0 or self.texts[self.at].startswith("+"):
            raise self.error("expected a range, such as 1...3 or 1-3")
        self.at += 1
        return IntNode(self.at - 1, -number)

    def range_pieces(self) -> list[RangePiece]:
        """`3`, `1...4`, `1-4`, separated by commas."""
        found = [self.range_piece()]
        while self.accept(","):
            found.append(self.range_piece())
        return found

    def range_piece(self) -> RangePiece:
        """One range of integers."""
        at = self.at
        first = IntNode(at, int(self.expect("integer", "or bit range")))
        if first.value < 0:
            raise self.error("invalid range, cannot be negative", at)
        if self.kinds[self.at] in ("...", "-"):
            self.at += 1
            last = IntNode(self.at, int(self.expect("integer", "as end of range")))
            if last.value < 0:
                raise self.error("invalid range, cannot be negative", last.at)
            return RangePiece(at, first, last)
        if self.kinds[self.at] == "integer":
            return RangePiece(at, first, self._second())
        return RangePiece(at, first, None)

    def values_until(self, end: str, what: str) -> list[Node]:
        """Values separated by commas, and the token that ends them."""
        found: list[Node] = []
        if self.accept(end):
            return found
        while True:
            found.append(self.value())
            if not self.accept(","):
                break
            if self.kinds[self.at] == end and end in ("]", "}"):
                break
        self.expect(end, what)
        return found

    def _simple(self) -> Node:
        at = self.at
        kind, text = self.kinds[at], self.texts[at]
        self.at = at + 1
        if kind == "id":
            if self.kinds[self.at] == "<":
                return ClassNode(at, text, self.arguments())
            return NameNode(at, text)
        if kind == "integer":
            return IntNode(at, int(text))
        if kind == "str":
            if self.kinds[self.at] != "str":
                return TextNode(at, text, False)
            while self.kinds[self.at] == "str":
                text += self.texts[self.at]
                self.at += 1
            return TextNode(at, text, False)
        if kind == "op":
            return self._bang(at, text)
        if kind == "[":
            items = self.values_until("]", "at end of list value")
            element = None
            if self.accept("<"):
                element = self.type()
                self.expect(">", "at end of list element type")
            return ListNode(at, items, element)
        if kind == "(":
            return self._dag(at)
        if kind == "code":
            return TextNode(at, text, True)
        if kind == "?":
            return UnsetNode(at)
        if kind in ("true", "false"):
            return IntNode(at, int(kind == "true"))
        if kind == "{":
            return BitsNode(at, self.values_until("}", "at end of bit list value"))
        if kind == "bin":
            return BinaryNode(at, text[2:])
        self.at = at
        raise self.error(f"expected a value, found {self.found()}")

    def _dag(self, at: int) -> Node:
        operator = self.value()
        name = self.expect("var", "in dag operator") if self.accept(":") else ""
        args: list[tuple[Node | None, str]] = []
        while self.kinds[self.at] != ")":
            if self.kinds[self.at] == "var":
                args.append((None, self.expect("var")))
            else:
                value = self.value()
                args.append(
                    (value, self.expect("var", "in dag literal") if self.accept(":") else "")
                )
            if not self.accept(","):
                break
        self.expect(")", "in dag init")
        return DagNode(at, operator, name, args)

    def arguments(self) -> list[Argument]:
        """Arguments in angle brackets."""
        self.expect("<")
        found: list[Argument] = []
        while self.kinds[self.at] != ">":
            at = self.at
            value = self.value()
            if self.accept("="):
                found.append(Argument(at, value, self.value()))
            elif found and found[-1].name is not None:
                raise self.error("positional argument should be put before named argument", at)
            else:
                found.append(Argument(at, None, value))
            if not self.accept(","):
                break
        self.expect(">", "at end of template argument list")
        return found

    def _bang(self, at: int, op: str) -> Node:
        given = None
        if self.kinds[self.at] == "<":
            self.at += 1
            given = self.type()
            self.expect(">", "at end of the operator's type")
        self.expect("(", f"after !{op}")
        if op in ("cond", "switch"):
            return self._clauses(at, op)
        return BangNode(at, op, given, self.values_until(")", f"at end of !{op}"))

    def _clauses(self, at: int, op: str) -> Node:
        key = default = None
        clauses: list[tuple[Node, Node]] = []
        if op == "switch":
            key = self.value()
            self.expect(",", "in !switch")
        while self.kinds[self.at] != ")":
            test = self.value()
            if op == "switch" and self.kinds[self.at] == ")":
                default = test
                break
            self.expect(":", f"following a condition in !{op} operator")
            clauses.append((test, self.value()))
            if not self.accept(","):
                break
        if not clauses or (op == "switch" and default is None):
            needed = "a case and a default" if op == "switch" else "a condition"
            raise self.error(f"!{op} needs at least {needed}")
        self.expect(")", f"at end of !{op}")
        return CondNode(at, key, clauses, default)

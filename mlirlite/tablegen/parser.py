"""Reads the statements of a .td file to a syntax tree, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.tablegen.lexer import END
from mlirlite.tablegen.tree import (
    AssertItem,
    BodyItem,
    ClassItem,
    ClassNode,
    DefItem,
    DefmItem,
    DefsetItem,
    DeftypeItem,
    DefvarItem,
    DumpItem,
    FieldItem,
    ForeachItem,
    IfItem,
    IntNode,
    LetItem,
    LetStatement,
    MulticlassItem,
    Node,
    RangePiece,
    Statement,
)
from mlirlite.tablegen.value_parser import ValueParser

_OF_MULTICLASS = frozenset(["assert", "def", "defm", "defvar", "dump", "foreach", "if", "let"])
_BEGIN = frozenset(
    [
        "assert",
        "class",
        "def",
        "defm",
        "defset",
        "deftype",
        "defvar",
        "dump",
        "foreach",
        "if",
        "let",
        "multiclass",
    ]
)


class Parser(ValueParser):
    """A position in the tokens; `statements` reads them all."""

    def statements(self) -> Iterator[Statement]:
        """Each statement as soon as it is read. DiagnosticError at the first that has an error."""
        while self.kinds[self.at] != END:
            yield self.statement(_BEGIN)

    def statement(self, allowed: frozenset[str]) -> Statement:
        """One statement."""
        kind = self.kinds[self.at]
        if kind not in allowed:
            raise self.error(f"expected {', '.join(sorted(allowed))}, found {self.found()}")
        self._depth += 1
        if self._depth > 100:
            raise self.error("the input is nested too deeply")
        at = self.at
        self.at = at + 1
        found: Statement = getattr(self, f"_{kind}")(at, allowed)
        self._depth -= 1
        return found

    def _block(self, allowed: frozenset[str], what: str) -> list[Statement]:
        """Statements in braces, or one."""
        if self.accept("{"):
            found = []
            while not self.accept("}"):
                if self.kinds[self.at] == END:
                    raise self.error(f"expected '}}' at end of {what}")
                found.append(self.statement(allowed))
            return found
        return [self.statement(allowed)]

    def _name(self) -> Node | None:
        return None if self.kinds[self.at] in (":", ";", "{") else self.value(in_name=True)

    def _parents(self) -> list[ClassNode]:
        if not self.accept(":"):
            return []
        found = [self._class_ref()]
        while self.accept(","):
            found.append(self._class_ref())
        return found

    def _class_ref(self) -> ClassNode:
        at = self.at
        name = self.expect("id", "of a class")
        return ClassNode(at, name, self.arguments() if self.kinds[self.at] == "<" else None)

    def _template_arguments(self) -> list[FieldItem] | None:
        if not self.accept("<"):
            return None
        found: list[FieldItem] = []
        while self.kinds[self.at] != ">":
            found.append(self._field())
            if not self.accept(","):
                break
        self.expect(">", "at end of template argument list")
        return found

    def _field(self) -> FieldItem:
        may_be_open = self.accept("field")
        kind, at = self.type(), self.at
        name = self.expect("id", "in declaration")
        value = self.value() if self.accept("=") else None
        return FieldItem(at, name, kind, value, may_be_open)

    def _class(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at
        name = self.expect("id", "after class keyword")
        arguments = self._template_arguments()
        return ClassItem(place, name, arguments, self._parents(), self._body())

    def _def(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at if self.kinds[self.at] not in (":", ";", "{") else at
        return DefItem(place, self._name(), self._parents(), self._body())

    def _body(self) -> list[BodyItem]:
        if self.accept(";"):
            return []
        self.expect("{", "to start body or ';' for declaration only")
        found = []
        while not self.accept("}"):
            if self.kinds[self.at] == END:
                raise self.error("expected '}' at end of body")
            found.append(self._body_item())
        if self.kinds[self.at] == ";":
            raise self.error("a semicolon is not expected after a body")
        return found

    def _body_item(self) -> BodyItem:
        kind, at = self.kinds[self.at], self.at
        if kind == "let":
            self.at += 1
            found: BodyItem = self._let_item()
            self.expect(";", "after let expression")
            return found
        if kind in ("defvar", "assert", "dump"):
            self.at += 1
            item: BodyItem = getattr(self, f"_{kind}")(at, _BEGIN)
            return item
        found = self._field()
        self.expect(";", "after declaration")
        return found

    def _let_item(self) -> LetItem:
        at, mode = self.at, ""
        name = self.expect("id", "after let")
        if name in ("append", "prepend") and self.kinds[self.at] == "id":
            at, mode, name = self.at, name, self.expect("id")
        pieces: list[RangePiece] = []
        if self.kinds[self.at] in ("{", "<"):
            end = "}" if self.accept("{") else ">"
            if end == ">":
                self.expect("<")
            pieces = self.range_pieces()
            self.expect(end, "at end of range list")
        self.expect("=", "in let expression")
        return LetItem(at, mode, name, pieces, self.value())

    def _defvar(self, at: int, allowed: frozenset[str]) -> DefvarItem:
        place = self.at
        name = self.expect("id", "after defvar")
        self.expect("=", "in defvar")
        value = self.value()
        self.expect(";", "after defvar")
        return DefvarItem(place, name, value)

    def _assert(self, at: int, allowed: frozenset[str]) -> AssertItem:
        condition = self.value()
        self.expect(",", "in assert statement")
        message = self.value()
        self.expect(";", "after assert")
        return AssertItem(at, condition, message)

    def _dump(self, at: int, allowed: frozenset[str]) -> DumpItem:
        message = self.value()
        self.expect(";", "after dump")
        return DumpItem(at, message)

    def _defset(self, at: int, allowed: frozenset[str]) -> Statement:
        kind, place = self.type(), self.at
        name = self.expect("id", "after the type of a defset")
        self.expect("=", "in defset")
        if self.kinds[self.at] != "{":
            self.expect("{", "in defset")
        return DefsetItem(place, kind, name, self._block(allowed, "defset"))

    def _deftype(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at
        name = self.expect("id", "after deftype")
        self.expect("=", "in deftype")
        kind = self.type()
        self.expect(";", "after deftype")
        return DeftypeItem(place, name, kind)

    def _multiclass(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at
        name = self.expect("id", "after multiclass")
        arguments = self._template_arguments()
        parents = self._parents()
        body: list[Statement] = []
        if not parents or not self.accept(";"):
            if self.kinds[self.at] != "{":
                self.expect("{", "in multiclass definition")
            body = self._block(_OF_MULTICLASS, "multiclass")
            if not body:
                raise self.error("multiclass must contain at least one def", self.at - 1)
        return MulticlassItem(place, name, arguments, parents, body)

    def _defm(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at if self.kinds[self.at] != ":" else at
        name = self._name()
        if self.kinds[self.at] != ":":
            self.expect(":", "after defm identifier")
        parents = self._parents()
        self.expect(";", "at end of defm")
        return DefmItem(place, name, parents)

    def _let(self, at: int, allowed: frozenset[str]) -> Statement:
        items = [self._let_item()]
        while self.accept(","):
            items.append(self._let_item())
        self.expect("in", "at end of top-level 'let'")
        return LetStatement(at, items, self._block(allowed, "top level let command"))

    def _foreach(self, at: int, allowed: frozenset[str]) -> Statement:
        place = self.at
        name = self.expect("id", "in foreach")
        self.expect("=", "in foreach declaration")
        over: Node | list[RangePiece]
        if self.accept("{"):
            over = self.range_pieces()
            self.expect("}", "at end of bit range list")
        else:
            over = self.value()
            if self.kinds[self.at] in ("...", "-", "integer"):
                over = [self._rest_of_range(over)]
            elif isinstance(over, IntNode):
                over = [RangePiece(over.at, over, None)]
        self.expect("in", "in foreach declaration")
        return ForeachItem(place, name, over, self._block(allowed, "foreach command"))

    def _rest_of_range(self, first: Node) -> RangePiece:
        at = self.at
        if self.kinds[at] == "integer":
            return RangePiece(at, first, self._second())
        self.at += 1
        return RangePiece(at, first, self.value())

    def _if(self, at: int, allowed: frozenset[str]) -> Statement:
        condition = self.value()
        self.expect("then", "in if statement")
        then = self._block(allowed, "'then' clause")
        other = self._block(allowed, "'else' clause") if self.accept("else") else None
        return IfItem(at, condition, then, other)

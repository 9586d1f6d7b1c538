"""Executes the statements of a .td file: classes, records, multiclasses, loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.tablegen.expansion import Defset, Entry, Expansion, Loop, Multiclass
from mlirlite.tablegen.lexer import Tokens
from mlirlite.tablegen.records import Check, Field, Keeper, Record
from mlirlite.tablegen.scopes import Scope
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
    LetItem,
    LetStatement,
    MulticlassItem,
    Node,
    Statement,
)
from mlirlite.tablegen.types import BIT, INT, STRING, Type, bits_of, list_of
from mlirlite.tablegen.values import (
    TRUE,
    UNSET,
    Bits,
    Fault,
    List,
    Operator,
    Text,
    Value,
    Var,
)


class Let(NamedTuple):
    """A `let` around statements."""

    item: LetItem
    bits: list[int]
    value: Value


_ONE, _NONE = List((TRUE,), BIT), List((), BIT)


class Statements(Expansion):
    """Executes statements into a keeper."""

    def __init__(self, keeper: Keeper, tokens: Tokens) -> None:
        super().__init__(keeper, tokens)
        self.multiclasses: dict[str, Multiclass] = {}
        self.lets: list[list[Let]] = []

    def run(self, statements: Iterable[Statement]) -> None:
        """Execute statements. DiagnosticError at the first error."""
        for statement in statements:
            try:
                _STATEMENTS[type(statement)](self, statement)
            except Fault as fault:
                raise self.fault(fault, statement.at) from None
            except RecursionError:
                message = "values are nested too deeply: does a class refer to itself?"
                raise self.error(message, statement.at) from None

    # Classes and records.

    def _class_statement(self, item: ClassItem) -> None:
        record = self.keeper.classes.get(item.name)
        if record is None:
            record = Record(Text(item.name), self.keeper, self.tokens.span(item.at), "class")
            self.keeper.classes[item.name] = record
        elif record.fields or record.parents or record.arguments:
            found = error(f"Class '{item.name}' already defined", self.tokens.span(item.at))
            raise DiagnosticError(found.note("previous definition", record.places[0]))
        elif item.name in self.types:
            raise self.error(f"there is already a type '{item.name}'", item.at)
        self._within(record, lambda: self._template_arguments(record, item.arguments), item)

    def _within(self, record: Record, first: Callable[[], None], item: ClassItem | DefItem) -> None:
        before = self.record, self.scope
        self.record, self.scope = record, Scope(self.scope, record)
        try:
            first()
            for parent in item.parents:
                self._inherit(record, parent)
            self._apply_lets(record)
            for one in item.body:
                try:
                    self._body_item(record, one)
                except Fault as fault:
                    raise self.fault(fault, one.at) from None
        finally:
            self.record, self.scope = before

    def _template_arguments(self, record: Record, items: list[FieldItem] | None) -> None:
        for item in items or ():
            self._declare(record, item, argument=True)

    def _declare(self, record: Record, item: FieldItem, argument: bool = False) -> None:
        kind = self.type(item.type)
        if item.name == "NAME":
            raise self.error("'NAME' is a reserved variable name", item.at)
        if item.name in self.scope.locals:
            raise self.error("local variable of this name already exists", item.at)
        name = record.qualified(item.name) if argument else item.name
        if argument and name in record.arguments:
            raise self.error(f"template argument '{item.name}' is declared twice", item.at)
        field = Field(name, kind, item.may_be_open, self.tokens.span(item.at))
        record.declare(field, argument)
        if item.value is not None:
            value = self.value(item.value, kind)
            self._assign(record, name, [], value, item.value.at)

    def _body_item(self, record: Record, item: BodyItem) -> None:
        if isinstance(item, FieldItem):
            self._declare(record, item)
        elif isinstance(item, LetItem):
            self._let_in_body(record, item)
        elif isinstance(item, DefvarItem):
            if item.name in record.fields:
                raise self.error("field of this name already exists", item.at)
            self._defvar(item)
        else:
            record.checks.append(self._check(item))

    def _let_in_body(self, record: Record, item: LetItem) -> None:
        field = record.fields.get(item.name)
        if field is None:
            raise self._no_field(record, item)
        kind, bits = field.type, self.bit_indices(item.pieces)
        if bits and kind.text.startswith("bits<"):
            kind = bits_of(len(bits))
        self._set(record, Let(item, bits, self.value(item.value, kind)))

    def _no_field(self, record: Record, item: LetItem) -> DiagnosticError:
        from mlirlite.support.diagnostics import did_you_mean  # late: only for errors

        near = did_you_mean(item.name, record.fields) or ""
        return self.error(f"Value '{item.name}' unknown!{near}", item.at)

    def _set(self, record: Record, let: Let) -> None:
        item, value = let.item, let.value
        if item.name not in record.fields:
            raise self._no_field(record, item)
        if item.mode:
            value = self._joined(record.fields[item.name].type, record.values[item.name], let)
        self._assign(record, item.name, let.bits, value, item.at)

    def _joined(self, kind: Type, old: Value, let: Let) -> Value:
        op = "listconcat" if kind.element else {"string": "strconcat", "dag": "con"}.get(str(kind))
        if op is None:
            message = f"'let {let.item.mode}' needs a list, a string or a dag, not a {kind}"
            raise self.error(message, let.item.at)
        if old is UNSET:
            return let.value
        pair = [old, let.value] if let.item.mode == "append" else [let.value, old]
        return self.operator(op, pair)

    def _assign(self, record: Record, name: str, bits: list[int], value: Value, at: int) -> None:
        if isinstance(value, Var) and value.name == name and not bits:
            raise self.error("Recursion / self-assignment forbidden", at)
        if bits:
            value = self._with_bits(record, name, bits, value, at)
        if not record.set(name, value):
            kind = (record.fields.get(name) or record.arguments[name]).type
            raise self.error(
                f"Field '{name}' of type '{kind}' is incompatible with value '{value}' of type "
                f"'{value.type}'",
                at,
            )

    def _with_bits(
        self, record: Record, name: str, bits: list[int], value: Value, at: int
    ) -> Value:
        old = record.values[name]
        if not isinstance(old, Bits):
            raise self.error(f"Value '{name}' is not a bits type", at)
        new = UNSET if value is UNSET else value.cast(bits_of(len(bits)))
        if new is None:
            raise self.error("Initializer is not compatible with bit range", at)
        found = list(old.bits)
        if len(set(bits)) < len(bits):
            raise self.error(f"a bit of '{name}' is set more than once", at)
        for index, bit in enumerate(bits):
            if bit >= len(found):
                raise self.error(f"bit {bit} is not one of the {len(found)} bits of '{name}'", at)
            found[bit] = new.bit(index)
        return Bits(tuple(found))

    def _inherit(self, record: Record, node: ClassNode) -> None:
        parent = self.class_named(node.name, node.at)
        args = self.arguments(parent, node.args or [], node.at)
        self.check_complete(parent, args, node.at)
        try:
            record.inherit(parent, _given(parent, args), self.tokens.span(node.at))
        except Fault as fault:
            raise self.fault(fault, node.at) from None

    def _apply_lets(self, record: Record) -> None:
        for level in self.lets:
            for let in level:
                self._set(record, let)

    def _object_name(self, node: Node | None) -> Value | None:
        if node is None:
            return None
        before = self.record
        self.record = self.multiclass
        name = self.value(node, STRING, in_name=True)
        self.record = before
        if name.type is not STRING:
            cast = name.cast(STRING)
            if cast is None:
                raise self.error(f"the name of a record must be a string, got '{name}'", node.at)
            name = cast
        if self.multiclass is not None:
            own = self.multiclass.qualified("NAME")
            if own not in name.wanted:
                name = Operator("strconcat", (Var(own, STRING), name), STRING).fold(self.resolver)
        return name

    def _def(self, item: DefItem) -> None:
        name, kind = self._object_name(item.name), "def"
        if name is None:
            name, kind = Text(self.keeper.new_name()), "anonymous"
        record = Record(name, self.keeper, self.tokens.span(item.at), kind)
        self._within(record, lambda: None, item)
        self._add(record, item.at)

    # Statements that hold statements.

    def _block(self, statements: list[Statement], scope: Scope) -> None:
        before, self.scope = self.scope, scope
        try:
            self.run(statements)
        finally:
            self.scope = before

    def _foreach(self, item: ForeachItem) -> None:
        if isinstance(item.over, list):
            over = self.range_list(item.over)
        else:
            over = self.value(item.over)
        if over.type is None or over.type.element is None:
            raise self.error(f"expected a list, got '{over}'", item.at)
        variable = Var(item.name, over.type.element)
        self._loop_over(Loop(item.at, variable, over), item.body, Scope(self.scope, loop=variable))

    def _loop_over(self, loop: Loop, body: list[Statement], scope: Scope) -> None:
        self.loops.append(loop)
        try:
            self._block(body, scope)
        finally:
            self.loops.pop()
        self._add(loop, loop.at)

    def _if(self, item: IfItem) -> None:
        condition = self.value(item.condition)
        if condition.type is None or not condition.type.converts_to(INT):
            raise self.error(f"expected a bit or an int as condition, got '{condition}'", item.at)
        arms = [(item.then, (_ONE, _NONE)), (item.other, (_NONE, _ONE))]
        for body, lists in arms:
            if body is not None:
                op = Operator("if", (condition, *lists), list_of(BIT))
                over = op.fold(self.resolver)
                self._loop_over(Loop(item.at, None, over), body, Scope(self.scope))

    def _let(self, item: LetStatement) -> None:
        level = [
            Let(one, self.bit_indices(one.pieces), self.value(one.value)) for one in item.items
        ]
        self.lets.append(level)
        try:
            self._block(item.body, Scope(self.scope))
        finally:
            self.lets.pop()

    def _defset(self, item: DefsetItem) -> None:
        kind = self.type(item.type)
        if kind.element is None:
            raise self.error("expected list type", item.at)
        self._no_global(item.name, item.at)
        self.defsets.append(Defset(kind.element, []))
        try:
            self._block(item.body, self.scope)
        finally:
            found = self.defsets.pop()
        self.keeper.globals[item.name] = List(tuple(found.found), kind.element)

    def _no_global(self, name: str, at: int) -> None:
        if name in self.keeper.globals or name in self.keeper.records:
            raise self.error("def or global variable of this name already exists", at)

    def _deftype(self, item: DeftypeItem) -> None:
        if item.name in self.types or item.name in self.keeper.classes:
            raise self.error(f"type of this name '{item.name}' already exists", item.at)
        self.types[item.name] = self.type(item.type)

    def _defvar(self, item: DefvarItem) -> None:
        if item.name in self.scope.locals:
            raise self.error("local variable of this name already exists", item.at)
        outermost = self.scope.parent is None
        if outermost:
            self._no_global(item.name, item.at)
        value = self.value(item.value)
        if outermost:
            self.keeper.globals[item.name] = value
        else:
            self.scope.locals[item.name] = value

    def _check(self, item: AssertItem | DumpItem) -> Check:
        condition = self.value(item.condition) if isinstance(item, AssertItem) else None
        message = self.value(item.message)
        if message.type is not STRING:
            raise self.error("the message must be a string", item.message.at)
        return Check(condition, message, self.tokens.span(item.at))

    def _top_check(self, item: AssertItem | DumpItem) -> None:
        self._add(self._check(item), item.at)

    # Multiclasses.

    def _multiclass(self, item: MulticlassItem) -> None:
        if item.name in self.multiclasses:
            raise self.error(f"multiclass '{item.name}' already defined", item.at)
        made = Multiclass(item.name, self.keeper, self.tokens.span(item.at))
        self.multiclasses[item.name] = made
        before = self.scope
        self.multiclass, self.scope = made, Scope(self.scope, made)
        try:
            self._template_arguments(made, item.arguments)
            for node in item.parents:
                parent = self._multiclass_named(node.name, node.at)
                name = Var(made.qualified("NAME"), STRING)
                values = self._values_of(parent, node, name)
                self._expand(parent.entries, values, False, made.entries, node.at)
            self._block(item.body, Scope(self.scope))
        finally:
            self.multiclass, self.scope = None, before

    def _multiclass_named(self, name: str, at: int) -> Multiclass:
        found = self.multiclasses.get(name)
        if found is None:
            from mlirlite.support.diagnostics import did_you_mean  # late: only for errors

            near = did_you_mean(name, self.multiclasses) or ""
            raise self.error(f"couldn't find multiclass '{name}'{near}", at)
        return found

    def _values_of(self, parent: Multiclass, node: ClassNode, name: Value) -> dict[str, Value]:
        args = self.arguments(parent, node.args or [], node.at)
        self.check_complete(parent, args, node.at)
        return {**_given(parent, args), parent.qualified("NAME"): name}

    def _defm(self, item: DefmItem) -> None:
        name = self._object_name(item.name)
        if name is None:
            name = Text(self.keeper.new_name())
            if self.multiclass is not None:
                own = Var(self.multiclass.qualified("NAME"), STRING)
                name = Operator("strconcat", (own, name), STRING)
        made: list[Entry] = []
        final = self.multiclass is None and not self.loops
        rest = list(item.parents)
        first = True
        while rest and (first or rest[0].name not in self.keeper.classes):
            node, first = rest.pop(0), False
            parent = self._multiclass_named(node.name, node.at)
            values = self._values_of(parent, node, name)
            self._expand(parent.entries, values, final, made, node.at, node.at)
        for node in rest:
            cls = self.class_named(node.name, node.at)
            args = self.arguments(cls, node.args or [], node.at)
            self.check_complete(cls, args, node.at)
            for record in _records(made):
                record.inherit(cls, _given(cls, args), self.tokens.span(node.at))
        for record in _records(made):
            self._apply_lets(record)
        for entry in made:
            self._add(entry, item.at)


def _given(cls: Record, args: list[tuple[int | str, Value]]) -> dict[str, Value]:
    """The values of template arguments by their full names."""
    names = list(cls.arguments)
    found = dict(cls.defaults)
    for slot, value in args:
        found[names[slot] if isinstance(slot, int) else slot] = value
    return found


def _records(entries: list[Entry]) -> Iterable[Record]:
    for entry in entries:
        if isinstance(entry, Loop):
            yield from _records(entry.entries)
        elif isinstance(entry, Record):
            yield entry


_STATEMENTS: dict[type, Callable[[Statements, Any], None]] = {
    ClassItem: Statements._class_statement,
    DefItem: Statements._def,
    MulticlassItem: Statements._multiclass,
    DefmItem: Statements._defm,
    LetStatement: Statements._let,
    ForeachItem: Statements._foreach,
    IfItem: Statements._if,
    DefsetItem: Statements._defset,
    DeftypeItem: Statements._deftype,
    DefvarItem: Statements._defvar,
    AssertItem: Statements._top_check,
    DumpItem: Statements._top_check,
}

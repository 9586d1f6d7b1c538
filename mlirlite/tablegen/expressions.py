"""Makes values of the syntax tree's expressions, in the scope that they stand in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.tablegen import list_operators, operators  # noqa: F401 - they register themselves
from mlirlite.tablegen.lexer import Tokens
from mlirlite.tablegen.operator_types import (
    ARITY,
    MAY_HAVE_TYPE,
    NEED_TYPE,
    NESTED,
    arms_type,
    checked,
    expected_type,
)
from mlirlite.tablegen.records import CheckFailed, ClassCall, FieldOf, Keeper, Record, RecordValue
from mlirlite.tablegen.scopes import Scope
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
from mlirlite.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    RecordType,
    Type,
    bits_of,
    common_type,
    list_of,
)
from mlirlite.tablegen.values import (
    FALSE,
    TRUE,
    UNSET,
    Bits,
    Dag,
    Fault,
    Int,
    List,
    Operator,
    Resolver,
    Text,
    Value,
    Var,
)

_PLAIN = {"bit": BIT, "int": INT, "string": STRING, "code": STRING, "dag": DAG}
_WIDEST = 1 << 16


class Expressions:
    """Values of expressions. `record` is what is being read: a class, a record, or nothing."""

    def __init__(self, keeper: Keeper, tokens: Tokens) -> None:
        self.keeper = keeper
        self.tokens = tokens
        self.scope = Scope()
        self.record: Record | None = None
        self.multiclass: Record | None = None
        self.types: dict[str, Type] = {}
        self.any_record = RecordType(())
        self.of_empty: Type | None = None
        """The type of an empty list that stands where nothing else says it."""

    def error(self, message: str, at: int) -> DiagnosticError:
        """An error at a token."""
        return DiagnosticError(error(message, self.tokens.span(at)))

    def fault(self, fault: Fault, at: int) -> DiagnosticError:
        """An error for a fault that happened at a token."""
        if isinstance(fault, CheckFailed) and fault.at is not None:
            found = error(fault.message, fault.at)
            return DiagnosticError(found.note("needed here", self.tokens.span(at)))
        return self.error(fault.message, at)

    @property
    def resolver(self) -> Resolver:
        """What folds know of the place where an expression stands."""
        return Resolver(self.keeper, self.record)

    def type(self, node: TypeNode) -> Type:
        """The type that a node names."""
        name = node.name
        if name in _PLAIN:
            return _PLAIN[name]
        if name == "bits":
            assert isinstance(node.inner, int)
            if not 0 <= node.inner <= _WIDEST:
                raise self.error(f"bits<n> needs a width between 0 and {_WIDEST}", node.at)
            return bits_of(node.inner)
        if name == "list":
            assert isinstance(node.inner, TypeNode)
            return list_of(self.type(node.inner))
        name = name.removeprefix("class ")
        if name in self.types:
            return self.types[name]
        return self.class_named(name, node.at).type

    def class_named(self, name: str, at: int) -> Record:
        """A class. DiagnosticError if there is none."""
        found = self.keeper.classes.get(name)
        if found is None:
            from mlirlite.support.diagnostics import did_you_mean  # late: only for errors

            near = did_you_mean(name, self.keeper.classes) or ""
            raise self.error(f"couldn't find class '{name}'{near}", at)
        return found

    def value(self, node: Node, expected: Type | None = None, in_name: bool = False) -> Value:
        """The value of an expression, folded as far as possible."""
        try:
            return _VALUES[type(node)](self, node, expected, in_name)
        except Fault as fault:
            raise self.fault(fault, node.at) from None

    def _text(self, node: TextNode, expected: Type | None, in_name: bool) -> Value:
        return Text(node.text, node.code)

    def _int(self, node: IntNode, expected: Type | None, in_name: bool) -> Value:
        return Int(node.value)

    def _binary(self, node: BinaryNode, expected: Type | None, in_name: bool) -> Value:
        return Bits(tuple([TRUE if d == "1" else FALSE for d in reversed(node.digits)]))

    def _unset(self, node: UnsetNode, expected: Type | None, in_name: bool) -> Value:
        return UNSET

    def _name(self, node: NameNode, expected: Type | None, in_name: bool) -> Value:
        name = node.name
        found = self.scope.find(name)
        if found is not None:
            return found
        if in_name:
            return Text(name)
        record = self.keeper.records.get(name)
        if record is not None:
            return RecordValue(record)
        if name in self.keeper.globals:
            return self.keeper.globals[name]
        own = self.record
        if own is not None and own.kind != "class" and not self.multiclass and own.name == name:
            return Operator("cast", (Text(name),), own.type)
        from mlirlite.support.diagnostics import did_you_mean  # late: only for errors

        near = did_you_mean(name, [*self.keeper.records, *self.keeper.globals]) or ""
        raise self.error(f"Variable not defined: '{name}'{near}", node.at)

    def _list(self, node: ListNode, expected: Type | None, in_name: bool) -> Value:
        if expected is not None and expected.element is None:
            raise self.error(f"Encountered a list when expecting a {expected}", node.at)
        wanted = expected.element if expected is not None else None
        given = self.type(node.element) if node.element is not None else None
        items = [self.value(item, given or wanted) for item in node.items]
        found: Type | None = None
        for item in items:
            if item.type is None:
                continue
            both = item.type if found is None else common_type(found, item.type)
            if both is None:
                raise self.error("Incompatible types in list elements", node.at)
            found = both
        if given is not None:
            if found is not None and not found.converts_to(given):
                raise self.error("Incompatible types in list elements", node.at)
            found = given
        if found is None:
            if wanted is None and self.of_empty is not None:
                wanted = self.of_empty.element
            if wanted is None:
                raise self.error("No type for list", node.at)
            found = wanted
        elif wanted is not None and not found.converts_to(wanted):
            raise self.error(
                f"Element type mismatch for list: element type '{found}' not convertible to "
                f"'{wanted}'",
                node.at,
            )
        return List(tuple(items), found)

    def _bits(self, node: BitsNode, expected: Type | None, in_name: bool) -> Value:
        found: list[Value] = []
        for number, item in enumerate(node.items):
            value = self.value(item)
            kind = value.type
            if kind is not None and kind.text.startswith("bits<"):
                found += [value.bit(i) for i in reversed(range(kind.width))]
                continue
            bit = value.cast(BIT)
            if bit is None:
                raise self.error(
                    f"Element #{number} ({value}) is not convertable to a bit", item.at
                )
            found.append(bit)
        return Bits(tuple(reversed(found)))

    def _dag(self, node: DagNode, expected: Type | None, in_name: bool) -> Value:
        operator = self.value(node.operator)
        if operator.type is not None and not isinstance(operator.type, RecordType):
            raise self.error(f"expected a record as a dag's operator, got '{operator}'", node.at)
        args = [UNSET if v is None else self.value(v) for v, _ in node.args]
        return Dag(operator, node.name, tuple(args), tuple([name for _, name in node.args]))

    def _class(self, node: ClassNode, expected: Type | None, in_name: bool) -> Value:
        cls = self.class_named(node.name, node.at)
        args = self.arguments(cls, node.args or [], node.at)
        self.check_complete(cls, args, node.at)
        return ClassCall(cls, tuple(args), self.tokens.span(node.at)).fold()

    def arguments(
        self, cls: Record, nodes: list[Argument], at: int
    ) -> list[tuple[int | str, Value]]:
        """Template arguments, each with its position or full name."""
        names = list(cls.arguments)
        found: list[tuple[int | str, Value]] = []
        seen = set()
        for position, node in enumerate(nodes):
            if node.name is None:
                if position >= len(names):
                    raise self.error(f"Too many template arguments: {len(nodes)}", node.at)
                name = names[position]
                slot: int | str = position
            else:
                if not isinstance(node.name, NameNode):
                    raise self.error("the name of an argument must be an identifier", node.at)
                name = cls.qualified(node.name.name)
                if name not in cls.arguments:
                    short = name.rpartition(":")[2]
                    raise self.error(f"Argument '{short}' doesn't exist", node.at)
                slot = name
            if name in seen:
                short = name.rpartition(":")[2]
                raise self.error(
                    f"We can only specify the template argument '{short}' once", node.at
                )
            seen.add(name)
            kind = cls.arguments[name].type
            value = self.value(node.value, kind)
            cast = value.cast(kind)
            if cast is None:
                raise self.error(
                    f"Value specified for template argument '{name}' is of type "
                    f"{value.type}; expected type {kind}: {value}",
                    node.at,
                )
            found.append((slot, cast))
        return found

    def check_complete(self, cls: Record, args: list[tuple[int | str, Value]], at: int) -> None:
        """DiagnosticError if an argument without default is not given."""
        given = {slot for slot, _ in args}
        for position, name in enumerate(cls.arguments):
            if position in given or name in given:
                continue
            default = cls.defaults[name]
            if default is UNSET or (isinstance(default, Bits) and UNSET in default.bits):
                field = cls.arguments[name]
                found = error(
                    f"value not specified for template argument '{name}'", self.tokens.span(at)
                )
                raise DiagnosticError(found.note("declared in '" + cls.name + "'", field.at))

    def _bit_range(self, node: BitRangeNode, expected: Type | None, in_name: bool) -> Value:
        value = self.value(node.value, None, in_name)
        kind, indices = value.type, self.bit_indices(node.pieces)
        width = 64 if isinstance(value, Int) else kind.width if kind is not None else 0
        if kind is BIT or width == 0 or any(i >= width for i in indices):
            raise self.error("Invalid bit range for value", node.at)
        return Bits(tuple([value.bit(i) for i in indices]))

    def bit_indices(self, pieces: list[RangePiece]) -> list[int]:
        """The bits of a range, the lowest first."""
        found: list[int] = []
        for piece in pieces:
            assert isinstance(piece.first, IntNode)
            first = last = piece.first.value
            if piece.last is not None:
                assert isinstance(piece.last, IntNode)
                last = piece.last.value
            if abs(last - first) > _WIDEST:
                raise self.error(f"a range of bits is longer than {_WIDEST}", piece.at)
            found += range(first, last + 1) if first <= last else range(first, last - 1, -1)
        return found[::-1]

    def _slice(self, node: SliceNode, expected: Type | None, in_name: bool) -> Value:
        value = self.value(node.value, None, in_name)
        kind = value.type
        if kind is None or kind.element is None:
            raise self.error(f"Type '{kind}' is invalid, list expected", node.at)
        if not node.is_list:
            index = self.value(node.pieces[0].first)
            if index.type is None or not index.type.converts_to(INT):
                if index.type is not list_of(INT):
                    raise self.error(f"expected an index, got '{index}'", node.at)
                return Operator("listslice", (value, index), kind).fold(self.resolver)
            return Operator("listelem", (value, index), kind.element).fold(self.resolver)
        indices = self.range_list(node.pieces)
        return Operator("listslice", (value, indices), kind).fold(self.resolver)

    def range_list(self, pieces: list[RangePiece]) -> Value:
        """Ranges of integers as one list."""
        ints = list_of(INT)
        found: Value | None = None
        for piece in pieces:
            ends = [self.value(piece.first)]
            if piece.last is not None:
                ends.append(self.value(piece.last))
            if len(ends) == 1 and ends[0].type is ints:
                part = ends[0]
            else:
                for end in ends:
                    if end.type is None or not end.type.converts_to(INT):
                        raise self.error(f"expected an integer, got '{end}'", piece.at)
                part = List((ends[0],), INT)
                if len(ends) == 2:
                    part = Operator("rangec", tuple(ends), ints).fold(self.resolver)
            if found is None:
                found = part
            else:
                found = Operator("listconcat", (found, part), ints).fold(self.resolver)
        assert found is not None
        return found

    def _dot(self, node: DotNode, expected: Type | None, in_name: bool) -> Value:
        value = self.value(node.value, None, in_name)
        kind = value.field_type(node.field)
        if kind is None:
            raise self.error(f"Cannot access field '{node.field}' of value '{value}'", node.at)
        return FieldOf(value, node.field, kind).fold(self.record)

    def _paste(self, node: PasteNode, expected: Type | None, in_name: bool) -> Value:
        left = self.value(node.left, None, in_name)
        if left.type is None:
            raise self.error("LHS of paste is not typed!", node.at)
        if left.type.element is not None:
            if node.right is None:
                return left
            right = self.value(node.right, expected)
            op = checked("listconcat", [left, right], None, self.any_record)
            return op.fold(self.resolver)
        texts = [left, Text("") if node.right is None else self.value(node.right, None, True)]
        for index, text in enumerate(texts):
            if text.type is None:
                raise self.error("RHS of paste is not typed!", node.at)
            if text.type is not STRING:
                texts[index] = Operator("cast", (text,), STRING).fold(self.resolver)
        return Operator("strconcat", tuple(texts), STRING).fold(self.resolver)

    def _cond(self, node: CondNode, expected: Type | None, in_name: bool) -> Value:
        key = self.value(node.key) if node.key is not None else None
        args: list[Value] = []
        for test, value in node.clauses:
            condition = self.value(test, key.type if key is not None else None)
            if key is not None:
                op = checked("eq", [key, condition], None, self.any_record)
                condition = op.fold(self.resolver)
            args += [condition, self.value(value, expected)]
        if node.default is not None:
            args += [Int(1), self.value(node.default, expected)]
        kind = arms_type("cond", args[1::2])
        return Operator("cond", tuple(args), kind).fold(self.resolver)

    def _bang(self, node: BangNode, expected: Type | None, in_name: bool) -> Value:
        op = node.op
        if op not in ARITY:
            raise self.error(f"unknown operator '!{op}'", node.at)
        if op in NEED_TYPE and node.given is None:
            raise self.error(f"!{op} needs a type: !{op}<type>(…)", node.at)
        if op not in MAY_HAVE_TYPE and node.given is not None:
            raise self.error(f"!{op} takes no type", node.at)
        least, most = ARITY[op]
        count = len(node.args)
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            wanted = f"at least {least}" if most == 999 else wanted
            raise self.error(f"!{op} takes {wanted} arguments, got {count}", node.at)
        if op in ("foreach", "filter", "sort"):
            return self._loop(node, expected)
        if op == "foldl":
            return self._foldl(node, expected)
        given = self.type(node.given) if node.given is not None else None
        args: list[Value] = []
        for index, arg in enumerate(node.args):
            kind = expected_type(op, index, expected)
            if kind is None and op in ("eq", "ne", "listremove") and args:
                kind = args[0].type
            before = self.of_empty
            if op == "listconcat" and kind is None and args:
                self.of_empty = args[0].type
            args.append(self.value(arg, kind))
            self.of_empty = before
        return self.operator(op, args or [Text(".*")], given)  # for !instances

    def operator(self, op: str, args: list[Value], given: Type | None = None) -> Value:
        """An operator, folded; those with more than two arguments are nested to the right."""
        if op in NESTED:
            if len(args) == 1:
                return checked(op, args, given, self.any_record).args[0]
            whole = checked(op, args, given, self.any_record)
            args, kind = list(whole.args), whole.type
            while len(args) > 2:
                last = args.pop()
                args[-1] = Operator(op, (args[-1], last), kind).fold(self.resolver)
            return Operator(op, tuple(args), kind).fold(self.resolver)
        return checked(op, args, given, self.any_record).fold(self.resolver)

    def _variable(self, node: Node, op: str) -> str:
        if not isinstance(node, NameNode):
            raise self.error(f"!{op} expects a variable here", node.at)
        if self.record is not None and node.name in self.record.fields:
            raise self.error(f"variable '{node.name}' of !{op} is already defined", node.at)
        return node.name

    def _inside(self, variables: dict[str, Type], body: Node, expected: Type | None) -> Value:
        self.scope = Scope(self.scope)
        self.scope.locals.update({name: Var(name, kind) for name, kind in variables.items()})
        try:
            return self.value(body, expected)
        finally:
            assert self.scope.parent is not None
            self.scope = self.scope.parent

    def _loop(self, node: BangNode, expected: Type | None) -> Value:
        op, name = node.op, self._variable(node.args[0], node.op)
        over = self.value(node.args[1])
        kind = over.type
        if kind is None or (kind.element is None and not (kind is DAG and op == "foreach")):
            raise self.error(
                f"!{op} must have a list{' or dag' * (op == 'foreach')} argument", node.at
            )
        wanted = None
        if op == "foreach" and kind.element is not None and expected is not None:
            wanted = expected.element
        body = self._inside({name: kind.element or DAG}, node.args[2], wanted)
        found = kind
        if op == "foreach" and kind.element is not None:
            if body.type is None:
                raise self.error("could not get type of !foreach result expression", node.at)
            found = list_of(body.type)
        variable = Var(name, kind.element or DAG)
        return Operator(op, (variable, over, body), found).fold(self.resolver)

    def _foldl(self, node: BangNode, expected: Type | None) -> Value:
        start, over = self.value(node.args[0], expected), self.value(node.args[1])
        if start.type is None:
            raise self.error("could not get type of !foldl start", node.at)
        if over.type is None or over.type.element is None:
            raise self.error(f"!foldl list must be a list, but is of type '{over.type}'", node.at)
        total, name = self._variable(node.args[2], "foldl"), self._variable(node.args[3], "foldl")
        kinds = {total: start.type, name: over.type.element}
        body = self._inside(kinds, node.args[4], start.type)
        if body.type is not None and not body.type.converts_to(start.type):
            raise self.error(
                f"!foldl expression must be of same type as start ({start.type}), but is of type "
                f"{body.type}",
                node.at,
            )
        names = Var(total, start.type), Var(name, over.type.element)
        return Operator("foldl", (start, over, *names, body), start.type).fold(self.resolver)


_VALUES: dict[type, Callable[[Expressions, Any, Type | None, bool], Value]] = {
    TextNode: Expressions._text,
    IntNode: Expressions._int,
    BinaryNode: Expressions._binary,
    UnsetNode: Expressions._unset,
    NameNode: Expressions._name,
    ListNode: Expressions._list,
    BitsNode: Expressions._bits,
    DagNode: Expressions._dag,
    ClassNode: Expressions._class,
    BitRangeNode: Expressions._bit_range,
    SliceNode: Expressions._slice,
    DotNode: Expressions._dot,
    PasteNode: Expressions._paste,
    CondNode: Expressions._cond,
    BangNode: Expressions._bang,
}

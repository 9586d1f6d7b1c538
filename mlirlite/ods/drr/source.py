"""The source of a pattern: a tree of ops, native calls and leaves becomes functions that match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.ods.cpp import Unknown
from mlirlite.ods.cpp_parts import truth
from mlirlite.ods.data import DagData, RecordData
from mlirlite.ods.drr.constraints import Constraints
from mlirlite.ods.drr.declarations import Argument, Declaration, Declarations
from mlirlite.ods.matchers import Out
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError

IGNORED = "_"
"""The name of what a pattern does not refer to."""


class Match:
    """What a source has found so far: what its symbols stand for, and the ops."""

    def __init__(self, op: Operation, rw: Rewriter) -> None:
        self.rw = rw
        self.symbols: dict[str, Any] = {}
        """A value, a tuple of values, an attribute (None where it is missing), or an op."""
        self.again: list[tuple[str, Any]] = []
        """What else a symbol stands for, where it occurs more than once."""
        self.ops: list[Operation] = [op]
        self.pending: list[Operation] = []
        """The ops that the result has made, and that are not in the block yet."""

    def insert_pending(self) -> None:
        """Put new ops into the block, before a native call that may make more."""
        for op in self.pending:
            self.rw.insert(op)
        self.pending.clear()

    def bind(self, symbol: str, value: Any) -> None:
        """A symbol stands for something."""
        if symbol in self.symbols:
            self.again.append((symbol, value))
        elif symbol and symbol != IGNORED:
            self.symbols[symbol] = value

    def agrees(self) -> bool:
        """Whether all that one symbol stands for is the same."""
        return all(_same(self.symbols[symbol], value) for symbol, value in self.again)

    def saved(self) -> tuple[Any, ...]:
        """The state, before another way to match is tried."""
        return dict(self.symbols), list(self.again), list(self.ops)

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go back to a saved state."""
        self.symbols, self.again, self.ops = saved


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))
    return a is b


OpTest = Callable[[Any, Match], bool]
ValueTest = Callable[[Any, Match], bool]


class Source:
    """Compiles sources. `symbols` gets the declaration of each op that has a name, and None for
    other symbols."""

    def __init__(self, declarations: Declarations, constraints: Constraints) -> None:
        self.declarations = declarations
        self.constraints = constraints
        self.symbols: dict[str, Declaration | None] = {}
        self.weight = 0
        """How many nodes the source has."""

    def op(self, dag: DagData, declaration: Declaration) -> OpTest:
        """Whether an op is the root of a match."""
        self.weight += 1
        self._name(dag.name, declaration)
        cls, symbol = declaration.cls, dag.name
        steps = self._arguments(dag, declaration)

        def match(op: Operation, found: Match) -> bool:
            if not isinstance(op, cls):
                return False
            found.bind(symbol, op)
            return all(step(op, found) for step in steps)

        return match

    def _name(self, symbol: str, declaration: Declaration | None) -> None:
        if symbol and symbol != IGNORED:
            self.symbols.setdefault(symbol, declaration)

    def _arguments(self, dag: DagData, declaration: Declaration) -> list[OpTest]:
        count = sum(
            len(v.args) if isinstance(v, DagData) and v.operator == "either" else 1
            for v, _ in dag.args
        )
        declaration.check_count(count, "op")
        arguments = iter(declaration.arguments)
        steps = []
        for value, symbol in dag.args:
            argument = next(arguments)
            if isinstance(value, DagData) and value.operator == "either":
                self.weight += 1
                steps.append(self._either(value, argument, next(arguments)))
            elif argument.property is not None:
                steps.append(self._attribute(value, symbol, argument))
            else:
                steps.append(self._group(argument, self._operand(value, symbol, argument)))
        return steps

    def _group(self, argument: Argument, test: ValueTest) -> OpTest:
        """A test of an operand, or of all values of a group, as a test of the op."""
        group = argument.group

        def match(op: Op, found: Match) -> bool:
            values = op.definition.operand_group(op, group)
            return test(values if argument.variable else values[0], found)

        return match

    def _operand(self, value: Any, symbol: str, argument: Argument) -> ValueTest:
        if isinstance(value, DagData):
            if value.operator == "variadic":
                return self._variadic(value, argument)
            if argument.variable:
                raise DiagnosticError(
                    f"operand '{argument.name}' has any number of values; "
                    "write (variadic …) for a certain number of them"
                )
            return self._nested(value, symbol)
        check = self._check(value, argument)
        self._name(symbol, None)

        def match(given: Any, found: Match) -> bool:
            found.bind(symbol, given)
            if check is None:
                return True
            return all(map(check, given)) if isinstance(given, tuple) else check(given)

        return match

    def _check(self, value: Any, argument: Argument) -> Any:
        """What a leaf demands of an operand; None if it demands nothing."""
        if value is None:
            return None
        if not isinstance(value, RecordData) or not value.is_a("TypeConstraint"):
            raise DiagnosticError(
                f"operand '{argument.name}' needs a constraint of types, found {_shown(value)}"
            )
        own = argument.constraint
        return None if value.name == own.name else self.constraints.leaf(value)

    def _nested(self, dag: DagData, symbol: str = "") -> ValueTest:
        """A value that an op defines."""
        test = self.node(dag)
        self._name(symbol, None)

        def match(value: Any, found: Match) -> bool:
            op = value.defining_op if isinstance(value, Value) else None
            if op is None or not test(op, found):
                return False
            found.bind(symbol, value)
            found.ops.append(op)
            return True

        return match

    def node(self, dag: DagData) -> OpTest:
        """A node of the tree: an op, or a native call."""
        record = self.declarations.names.records.operator(dag)
        if record.is_a("Op"):
            return self.op(dag, self.declarations.of(record))
        if record.is_a("NativeCodeCall"):
            return self._native(dag, record)
        raise DiagnosticError(f"'{dag.operator}' cannot stand in a source pattern")

    def _variadic(self, dag: DagData, argument: Argument) -> ValueTest:
        if not argument.variable:
            raise DiagnosticError(f"operand '{argument.name}' is one value, found (variadic …)")
        self.weight += 1
        self._name(dag.name, None)
        tests = [self._element(value, symbol) for value, symbol in dag.args]
        symbol = dag.name

        def match(values: Any, found: Match) -> bool:
            if len(values) != len(tests):
                return False
            found.bind(symbol, values)
            return all(test(v, found) for test, v in zip(tests, values, strict=True))

        return match

    def _element(self, value: Any, symbol: str) -> ValueTest:
        """A single value: a nested op, or a leaf."""
        if isinstance(value, DagData):
            return self._nested(value, symbol)
        if not isinstance(value, (RecordData, type(None))):
            raise DiagnosticError(f"an operand must be a dag or a constraint, found {value!r}")
        check = None if value is None else self.constraints.leaf(value)
        self._name(symbol, None)

        def match(given: Any, found: Match) -> bool:
            found.bind(symbol, given)
            return check is None or check(given)

        return match

    def _either(self, dag: DagData, first: Argument, second: Argument) -> OpTest:
        """Two operands, in both orders."""
        if len(dag.args) != 2 or first.group < 0 or second.group < 0:
            raise DiagnosticError("(either …) takes two operands")
        if first.variable or second.variable:
            raise DiagnosticError("(either …) takes operands that are one value each")
        tests = [self._element(value, symbol) for value, symbol in dag.args]
        a, b = first.group, second.group

        def match(op: Op, found: Match) -> bool:
            [x] = op.definition.operand_group(op, a)
            [y] = op.definition.operand_group(op, b)
            saved = found.saved()
            if tests[0](x, found) and tests[1](y, found):
                return True
            found.restore(saved)
            return tests[0](y, found) and tests[1](x, found)

        return match

    def _attribute(self, value: Any, symbol: str, argument: Argument) -> OpTest:
        own = argument.property
        if isinstance(value, DagData) or own is None:
            raise Unknown(f"a native call for the attribute '{argument.name}'")
        check: Any = None
        if value is not None:
            if not isinstance(value, RecordData) or not value.is_a(
                "AttrConstraint", "PropConstraint"
            ):
                raise DiagnosticError(
                    f"attribute '{argument.name}' needs a constraint of attributes, "
                    f"found {_shown(value)}"
                )
            check = self.constraints.leaf(value)
        self._name(symbol, None)
        optional = argument.is_optional()

        def match(op: Operation, found: Match) -> bool:
            attribute = op.properties.get(own.name, own.default)
            if attribute is None and not optional:
                return False
            found.bind(symbol, attribute)
            return check is None or check(attribute)

        return match

    def _native(self, dag: DagData, record: RecordData) -> OpTest:
        """A call that gets the op as `$_self`, sets `$0`, `$1`, … and says whether it matches."""
        self.weight += 1
        call = self.constraints.expression(record.text("expression"))
        tests = [self._set(value, symbol) for value, symbol in dag.args]
        names = [f"${i}" for i in range(len(tests))]
        symbol = dag.name
        self._name(symbol, None)

        def match(op: Operation, found: Match) -> bool:
            outs = [Out() for _ in tests]
            environment: dict[str, Any] = dict(zip(names, outs, strict=True))
            environment |= {"$_self": op, "$_builder": found.rw, "$_op": op}
            if not truth(call(environment)):
                return False
            found.bind(symbol, op)
            return all(t(out.value, found) for t, out in zip(tests, outs, strict=True))

        return match

    def _set(self, value: Any, symbol: str) -> ValueTest:
        """What a native call has set: a value or an attribute."""
        if isinstance(value, DagData):
            return self._nested(value, symbol)
        check = None if value is None else self.constraints.leaf(value)
        self._name(symbol, None)

        def match(given: Any, found: Match) -> bool:
            if given is None:
                return False
            found.bind(symbol, given)
            return check is None or check(given)

        return match


def wanted(dag: DagData, declaration: Declaration, declarations: Declarations) -> Mapping[int, Any]:
    """Which operands of the root must be defined by ops of which class (None: by a constant)."""
    found: dict[int, Any] = {}
    records = declarations.names.records
    if any(isinstance(v, DagData) and v.operator == "either" for v, _ in dag.args):
        return found
    for (value, _), argument in zip(dag.args, declaration.arguments, strict=True):
        if argument.property is not None or not isinstance(value, DagData) or argument.variable:
            continue
        index = declaration.cls.definition.operands[argument.group].fixed
        record = records.operator(value)
        if index is None:
            continue
        if record.is_a("Op"):
            found[index] = declarations.of(record).cls
        elif record.name == "ConstantLikeMatcher":
            found[index] = None
    return found


def _shown(value: Any) -> str:
    return f"'{value.name}'" if isinstance(value, RecordData) else repr(value)

"""The results of a pattern: trees of ops, native calls and symbols become functions that build."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.locations import UNKNOWN, Location, NameLoc, fused
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SameOperandsAndResultType
from mlirlite.ir.values import Value
from mlirlite.ods.cpp import Unknown
from mlirlite.ods.data import DagData, RecordData
from mlirlite.ods.drr.constraints import Constraints
from mlirlite.ods.drr.declarations import Argument, Declaration, Declarations
from mlirlite.ods.drr.source import Match
from mlirlite.support.diagnostics import DiagnosticError

Build = Callable[[Match], Any]
Place = Callable[[Match], Location]
_AT_END = frozenset(("location", "returnType"))


class Stuck(Exception):
    """A native call has given nothing where a value is needed."""


class Results:
    """Compiles results. `symbols` has the declaration of each op of the source that has a name."""

    def __init__(
        self,
        declarations: Declarations,
        constraints: Constraints,
        symbols: dict[str, Declaration | None],
        root: Declaration,
    ) -> None:
        self.declarations = declarations
        self.constraints = constraints
        self.symbols = dict(symbols)
        self.root = root

    def name(self, dag: DagData) -> None:
        """Note the symbols of a result, which others may use."""
        record = self._record(dag)
        for value, _ in dag.args:
            if isinstance(value, DagData):
                self.name(value)
        if dag.name:
            of = self.declarations.of(record) if record is not None and record.is_a("Op") else None
            self.symbols[_base(dag.name, self.symbols)[0]] = of

    def _record(self, dag: DagData) -> RecordData | None:
        record = self.declarations.names.records.operator(dag)
        return record if record.is_a("Op", "NativeCodeCall") else None

    def count(self, dag: DagData) -> int:
        """How many values a result gives."""
        record = self._record(dag)
        if record is None:
            return len(dag.args)
        if record.is_a("NativeCodeCall"):
            returns: int = record["numReturns"]
            return returns
        indexed = dag.name and _base(dag.name, {})[1] is not None
        return 1 if indexed else self.declarations.of(record).results

    def node(self, dag: DagData, first: int = -1) -> Build:
        """What a result gives: a value, or a list of them. `first` is the result of the root that
        its first value replaces; negative if it replaces none."""
        record = self._record(dag)
        if record is None:
            return self._directive(dag)
        if record.is_a("NativeCodeCall"):
            return self._native(dag, record)
        return self._op(dag, self.declarations.of(record), first)

    def _directive(self, dag: DagData) -> Build:
        if dag.operator not in ("replaceWithValue", "variadic"):
            raise DiagnosticError(f"'{dag.operator}' cannot stand in a result pattern")
        parts = [self._value(value, symbol) for value, symbol in dag.args]
        if dag.operator == "replaceWithValue" and len(parts) != 1:
            raise DiagnosticError(f"replaceWithValue takes one value, found {len(parts)}")
        if dag.operator == "variadic":
            return lambda found: [v for part in parts for v in _listed(part(found))]
        return parts[0]

    def _value(self, value: Any, symbol: str) -> Build:
        """An argument: a nested result, a constant, a native call on a symbol, or a symbol."""
        if isinstance(value, DagData):
            return self.node(value)
        if isinstance(value, RecordData):
            return self._known(value, symbol)
        if isinstance(value, str):
            raise DiagnosticError(f"the text {value!r} is neither a value nor an attribute")
        if not symbol:
            raise DiagnosticError("an argument of a result has neither a value nor a name")
        return self.symbol(symbol)

    def _known(self, record: RecordData, symbol: str) -> Build:
        if record.is_a("NativeCodeCall"):
            call = self.constraints.expression(record.text("expression"))
            of = self.symbol(symbol)
            return lambda found: call({**_environment(found), "$_self": of(found)})
        if record.is_a("ConstantAttr"):
            constant = self.constraints.constant(record)
            return lambda found: constant
        raise Unknown(f"'{record.name}' in a result pattern")

    def symbol(self, symbol: str) -> Build:
        """What a symbol stands for; `x__1` is a result of the op that `x` stands for."""
        name, index = _base(symbol, self.symbols)
        if name not in self.symbols:
            raise DiagnosticError(f"the symbol '${name}' is not known")
        declaration = self.symbols[name]

        def get(found: Match) -> Any:
            known = found.symbols[name]
            if isinstance(known, Op):
                return _results(known, index)
            if index is None:
                return list(known) if isinstance(known, tuple) else known
            return _listed(known)[index]

        if declaration is not None and index is not None and index >= declaration.results:
            raise DiagnosticError(
                f"'${symbol}': the op '{declaration.name}' has {declaration.results} results"
            )
        return get

    def _trailing(self, dag: DagData) -> tuple[list[tuple[Any, str]], Place, Build | None]:
        """The arguments without `location` and `returnType`, and what those say."""
        args = list(dag.args)
        place: Place = _of_all
        types: Build | None = None
        while args and isinstance(args[-1][0], DagData) and args[-1][0].operator in _AT_END:
            directive: Any = args.pop()[0]
            if directive.operator == "location":
                place = self._location(directive)
            else:
                types = self._types(directive)
        return args, place, types

    def _location(self, dag: DagData) -> Place:
        texts = [value for value, _ in dag.args if isinstance(value, str)]
        symbols = [self.symbol(name) for value, name in dag.args if not isinstance(value, str)]
        if texts and not symbols:
            named: Location = NameLoc(texts[0])
            return lambda found: named
        metadata = StringAttr(texts[0]) if texts else None
        if len(symbols) == 1 and metadata is None:
            return lambda found: _location(symbols[0](found))
        return lambda found: fused([_location(s(found)) for s in symbols], metadata)

    def _types(self, dag: DagData) -> Build:
        parts: list[Build] = []
        for value, symbol in dag.args:
            if isinstance(value, str):
                parts.append(self._type_of(self.constraints.expression(value)))
            else:
                parts.append(self._value(value, symbol))
        return lambda found: [_type(part(found)) for part in parts]

    @staticmethod
    def _type_of(call: Callable[..., Any]) -> Build:
        return lambda found: call(_environment(found))

    def _native(self, dag: DagData, record: RecordData) -> Build:
        args, place, _ = self._trailing(dag)
        parts = [self._value(value, symbol) for value, symbol in args]
        text = record.text("expression")
        call = self.constraints.expression(text)
        builds = "$_builder" in text
        names = [f"${i}" for i in range(len(parts))]
        symbol = _base(dag.name, {})[0]

        def build(found: Match) -> Any:
            given = [part(found) for part in parts]
            if found.pending and (builds or any(map(_is_made, given))):
                found.insert_pending()
            environment = {**_environment(found), "$_loc": place(found)}
            made = call({**environment, **dict(zip(names, given, strict=True))})
            made = made.results[0] if _is_single(made) else made
            if symbol:
                found.symbols[symbol] = tuple(made) if isinstance(made, list) else made
            return made

        return build

    def _op(self, dag: DagData, declaration: Declaration, first: int) -> Build:
        args, place, types = self._trailing(dag)
        declaration.check_count(len(args), "resultant op")
        cls = declaration.cls
        parts = [
            (argument, self._value(value, symbol))
            for argument, (value, symbol) in zip(declaration.arguments, args, strict=True)
        ]
        symbol, index = _base(dag.name, {})
        of_root = first >= 0 and index is None and not cls.has_trait(SameOperandsAndResultType)
        operands = [f.attribute for f in cls.definition.operands]
        results = [f.attribute for f in cls.definition.results]

        def build(found: Match) -> Any:
            given: dict[str, Any] = {}
            for argument, part in parts:
                name = (
                    argument.property.attribute if argument.property else operands[argument.group]
                )
                given[name] = _fitting(part(found), argument)
            if types is not None:
                given |= dict(zip(results, types(found), strict=False))
            elif of_root:
                given |= dict(zip(results, _root_types(found, first, len(results)), strict=False))
            made = _made(cls, given, place(found))
            found.pending.append(made)
            if symbol:
                found.symbols[symbol] = made
            return _results(made, index)

        return build


def _made(cls: Any, given: dict[str, Any], location: Location) -> Any:
    try:
        return cls(**given, loc=location)
    except (TypeError, ValueError) as e:
        raise DiagnosticError(f"cannot make the op '{cls.name}': {e}") from e


def _fitting(value: Any, argument: Argument) -> Any:
    """What a constructor takes for an argument."""
    if argument.property is not None:
        return value
    values = [v for v in _listed(value) if v is not None]
    if not argument.variable:
        if len(values) != 1 or not isinstance(values[0], Value):
            raise Stuck
        return values[0]
    if argument.constraint.is_a("Optional"):
        return values[0] if values else None
    return values


def _root_types(found: Match, first: int, count: int) -> list[Any]:
    """The types of some of the results that are replaced."""
    root: Any = found.ops[0]
    groups = [root.definition.result_group(root, first + i) for i in range(count)]
    fields = root.definition.results[first : first + count]
    alone = [len(g) == 1 and f.fixed is not None for f, g in zip(fields, groups, strict=True)]
    return [g[0].type if one else [r.type for r in g] for one, g in zip(alone, groups, strict=True)]


def _environment(found: Match) -> dict[str, Any]:
    return {"$_builder": found.rw, "$_loc": _of_all(found)}


def _of_all(found: Match) -> Location:
    """The location of a new op: those of all matched ops."""
    return fused([op.location or UNKNOWN for op in found.ops], None)


def _location(value: Any) -> Location:
    value = value[0] if isinstance(value, list) else value
    owner = value.defining_op or value
    return owner.location or UNKNOWN


def _type(value: Any) -> Any:
    return value if isinstance(value, Type) else value.type


def _results(op: Op, index: int | None) -> Any:
    """The value of an op with one result, the list of several, or a group of them."""
    if index is not None:
        group = op.definition.result_group(op, index)
        return group[0] if len(group) == 1 else list(group)
    return op.results[0] if len(op.results) == 1 else list(op.results)


def _is_single(made: Any) -> bool:
    return isinstance(made, Operation) and len(made.results) == 1


def _is_made(value: Any) -> bool:
    """Whether a value, or one of a list, is the result of an op that is in no block yet."""
    makers = (v.defining_op for v in _listed(value) if isinstance(v, Value))
    return any(maker is not None and maker.parent is None for maker in makers)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, Operation):
        return list(value.results)
    return list(value) if isinstance(value, list | tuple) else [value]


def _base(symbol: str, known: dict[str, Any]) -> tuple[str, int | None]:
    """A symbol without its index, and the index: `x__1`."""
    head, mark, tail = symbol.rpartition("__")
    if symbol in known or not mark or not tail.isdigit():
        return symbol, None
    return head, int(tail)

"""Constraints and checks that several omp ops share, in upstream's words."""

from collections.abc import Sequence
from typing import Annotated, Any, Protocol

from mlirlite.dialects._constraints import array_of
from mlirlite.dialects._pointers import PointerType
from mlirlite.dialects.omp.enums import ClauseMapFlagsAttr, ClauseTaskDependAttr, MapFlags
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.constraints import Constraint, TypeInterface
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, BaseMemRefType, IndexType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, Where, error

IntLike = Annotated[
    Type,
    Constraint("integer or index", lambda t: isinstance(t, (IntegerType, IndexType))),
]
Symbols = Annotated[ArrayAttr, array_of("symbol ref array attribute", SymbolRefAttr)]


def is_pointer_like(type: Attribute) -> bool:
    """True for types that can hold a variable: memrefs and pointers of dialects."""
    return isinstance(type, (BaseMemRefType, PointerType))


PointerLike = Annotated[Type, TypeInterface("OpenMP-compatible variable type", is_pointer_like)]
TaskDepends = Annotated[
    ArrayAttr,
    array_of("clause_task_depend array attr", ClauseTaskDependAttr),
]


I64ArrayAttr = Annotated[
    ArrayAttr,
    Constraint(
        "64-bit integer array attribute",
        lambda a: (
            isinstance(a, ArrayAttr)
            and all(isinstance(e, IntegerAttr) and e.type is I64 for e in a)
        ),
    ),
]


def _bounded(least: int, words: str) -> Any:
    return Annotated[
        int,
        I64,
        Constraint(
            f"64-bit signless integer attribute whose {words}",
            lambda a: isinstance(a, IntegerAttr) and a.type is I64 and a.value >= least,
        ),
    ]


PositiveI64 = _bounded(1, "value is positive")
NonNegativeI64 = _bounded(0, "minimum value is 0")


class _Allocating(Protocol):
    @property
    def allocate_vars(self) -> Sequence[Value]: ...
    @property
    def allocator_vars(self) -> Sequence[Value]: ...
    @property
    def where(self) -> Where: ...


def verify_allocate(op: _Allocating) -> Diagnostic | None:
    """Whether there is one allocator for each allocated variable."""
    if len(op.allocate_vars) != len(op.allocator_vars):
        return error("expected equal sizes for allocate and allocator variables", op.where)
    return None


class _Depending(Protocol):
    @property
    def depend_kinds(self) -> ArrayAttr | None: ...
    @property
    def depend_vars(self) -> Sequence[Value]: ...
    def error(self, message: str) -> Diagnostic: ...


def verify_depend(op: _Depending) -> Diagnostic | None:
    """Whether there is one kind of dependence for each variable."""
    kinds, variables = op.depend_kinds, op.depend_vars
    if variables:
        if kinds is None or len(kinds) != len(variables):
            return op.error("expected as many depend values as depend variables")
    elif kinds is not None and len(kinds):
        return op.error("unexpected depend values")
    return None


class _Hinted(Protocol):
    @property
    def hint(self) -> int | None: ...
    def error(self, message: str) -> Diagnostic: ...


def verify_hint(op: _Hinted) -> Diagnostic | None:
    """Hints that contradict each other."""
    bits = op.hint or 0
    if bits & 3 == 3:
        return op.error(
            "the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined"
        )
    if bits & 12 == 12:
        return op.error(
            "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be "
            "combined."
        )
    return None


_UPDATE = (
    "at least one of to or from map types must be specified, other map types are not permitted"
)


def verify_maps(op: Operation, variables: Sequence[Value]) -> Diagnostic | None:
    """Maps are omp.map.info with what the op allows."""
    sent: set[Value] = set()
    fetched: set[Value] = set()
    for variable in variables:
        info = variable.defining_op
        if info is None:
            return error("missing map operation", op.where)
        if info.name != "omp.map.info":
            if op.name == "omp.declare_mapper.info":
                continue
            return error("map argument is not a map entry operation", op.where)
        stated = info.properties["map_type"]
        assert isinstance(stated, ClauseMapFlagsAttr)
        flags = MapFlags(stated.value)
        to, from_, delete = (flags & f for f in (MapFlags.to, MapFlags.from_, MapFlags.del_))
        wrong = ""
        match op.name:
            case "omp.target" | "omp.target_data" if delete:
                wrong = "to, from, tofrom and alloc map types are permitted"
            case "omp.target_enter_data" if from_ or delete:
                wrong = "to and alloc map types are permitted"
            case "omp.target_exit_data" if to:
                wrong = "from, release and delete map types are permitted"
            case "omp.target_update":
                place = info.operands[0]
                if delete or not (to or from_):
                    wrong = _UPDATE
                elif (to and from_) or place in (fetched if to else sent):
                    wrong = "either to or from map types can be specified, not both"
                elif flags & (MapFlags.always | MapFlags.close | MapFlags.implicit):
                    wrong = "present, mapper and iterator map type modifiers are permitted"
                (sent if to else fetched).add(place)
        if wrong:
            return error(wrong, op.where)
    return None


def verify_reductions(
    op: Operation, tables: Any, kind: str = "reduction", *, byref: bool = False
) -> Diagnostic | None:
    """Reduction symbols are declarations; no variable is reduced into twice."""
    variables: Sequence[Value] = getattr(op, f"{kind}_vars")
    symbols = getattr(op, f"{kind}_syms")
    if not variables:
        unexpected = symbols is not None and len(symbols)
        return op.error("unexpected reduction symbol references") if unexpected else None
    if symbols is None or len(symbols) != len(variables):
        return op.error("expected as many reduction symbol references as reduction variables")
    flags = getattr(op, f"{kind}_byref")
    if flags is not None and len(flags) != len(variables):
        return op.error(
            "expected as many reduction variable by reference attributes as reduction variables"
        )
    seen: set[Value] = set()
    for variable, symbol in zip(variables, symbols, strict=True):
        if variable in seen:
            return op.error("accumulator variable used more than once")
        seen.add(variable)
        found = tables.lookup(op, symbol)
        if found is None or found.name != "omp.declare_reduction":
            return op.error(
                f"expected symbol reference {symbol} to point to a reduction declaration"
            )
        accumulator = found.accumulator_type()
        if accumulator is not None and accumulator is not variable.type:
            return op.error(
                f"expected accumulator ('{variable.type}') to be the same type as reduction "
                f"declaration ('{accumulator}')"
            )
    return None


class _Private(Protocol):
    @property
    def private_vars(self) -> Sequence[Value]: ...
    @property
    def private_syms(self) -> ArrayAttr | None: ...
    @property
    def where(self) -> Where: ...


def verify_privates(op: _Private, tables: Any) -> Diagnostic | None:
    """Private symbols are declarations for variables of these types."""
    variables, symbols = op.private_vars, op.private_syms
    count = 0 if symbols is None else len(symbols)
    if len(variables) != count:
        return error(
            f"inconsistent number of private variables and privatizer op symbols, private vars: "
            f"{len(variables)} vs. privatizer op symbols: {count}",
            op.where,
        )
    for variable, symbol in zip(variables, symbols or (), strict=True):
        found = tables.lookup(op, symbol)
        if found is None or found.name != "omp.private":
            return error(f"failed to lookup privatizer op with symbol: '{symbol}'", op.where)
        wanted = found.argument_type()
        if wanted is not None and variable.type is not wanted:
            kind = found.data_sharing_type.value.name
            return error(
                f"type mismatch between a {kind} variable and its privatizer op, var type: "
                f"'{variable.type}' vs. privatizer op type: '{wanted}'",
                op.where,
            )
    return None


def enclosing(op: Operation) -> Operation | None:
    """The nearest op around this one that is of the omp dialect."""
    parent = op.parent_op
    while parent is not None and parent.dialect_name != "omp":
        parent = parent.parent_op
    return parent


def is_composite(op: Operation) -> bool:
    """True when the op says that it is part of a composite construct."""
    return "omp.composite" in op.attributes

"""Folding: the results of `fold` and of traits, and where constants are kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import UNKNOWN
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    Commutative,
    ConstantLike,
    Idempotent,
    Involution,
    IsolatedFromAbove,
    Trait,
)
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import OpResult, Value
from mlirlite.rewriting.pattern import FOLDINGS
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.late import import_module

Folded = Attribute | Value
FoldFunction = Callable[[Any, Sequence[Any]], Any]
"""Takes an op and the constants of its operands, returns what `fold` returns."""

_constants: dict[type, bool] = {}
_foldable: dict[type, bool] = {}
_trait_folds: dict[type, frozenset[Trait]] = {}
_parts: set[str] = set()
_by_rules: dict[type, FoldFunction] = {}
_dialects: dict[type, Dialect | None] = {}


def is_constant(op: Operation) -> bool:
    """True for ops that stand for a constant."""
    cls = type(op)
    found = _constants.get(cls)
    if found is None:
        found = _constants[cls] = cls.has_trait(ConstantLike)
    return found


def constant_value(value: Value | None) -> Attribute | None:
    """The constant that a value is, when a constant-like op defines it; None otherwise."""
    if isinstance(value, OpResult) and is_constant(value.owner):
        return constant_of(value.owner)
    return None


def constant_of(op: Operation) -> Attribute | None:
    """The attribute of a constant-like op: its property `value`, else what it folds to."""
    found = op.properties.get("value")
    if found is None and isinstance(op, Op):
        folded = op.fold([])
        found = folded if isinstance(folded, Attribute) else None
    return found


def can_fold(cls: type[Operation]) -> bool:
    """False when ops of a class certainly do not fold: constants, and those without `fold`, rules,
    patterns and traits that fold."""
    found = _foldable.get(cls)
    if found is None:
        dialect = dialect_of(cls)
        if dialect is not None:
            import_part(dialect, "identities")
            import_part(dialect, "foldings")
        found = _foldable[cls] = (
            issubclass(cls, Op)
            and not cls.has_trait(ConstantLike)
            and (
                cls.fold is not Op.fold
                or not cls.traits.isdisjoint(_FOLDING_TRAITS)
                or cls in _by_rules
                or len(FOLDINGS.for_class(cls)) > 0
            )
        )
    return found


def import_part(dialect: Dialect, name: str) -> None:
    """Import `canonicalize.py` or `identities.py` beside a dialect that is a package."""
    full = f"{dialect.module}.{name}"
    if full in _parts:
        return
    package = import_module(dialect.module)
    if hasattr(package, "__path__") and find_spec(full) is not None:
        import_module(full)
    _parts.add(full)


def fold_by_rules(cls: type[Operation], function: FoldFunction) -> None:
    """Register a function that folds ops of a class before their own `fold`; for the compiler of
    rules."""
    _by_rules[cls] = function
    _foldable.pop(cls, None)


_FOLDING_TRAITS = frozenset((Commutative, Idempotent, Involution))


def fold_results(
    op: Operation, constants: Sequence[Attribute | None] | None = None
) -> Sequence[Folded] | None:
    """Fold an op: None when nothing is known, an empty sequence when the op was changed in place,
    else an attribute or a value for each result. The op stays where it is. `constants` are the
    known operands; by default they are looked up. ValueError when `fold` returns something else."""
    if not isinstance(op, Op) or not can_fold(type(op)):
        return None
    if constants is None:
        constants = [
            constant_of(v.owner) if type(v) is OpResult and is_constant(v.owner) else None
            for v in op._operands
        ]
    operands = op._operands
    by_rules = _by_rules.get(type(op))
    folded = None
    if by_rules is not None and not (op.constants_first and None not in constants):
        folded = by_rules(op, constants)
        by_rules = None
    if folded is None:
        folded = op.fold(constants)
    if folded is None and by_rules is not None:
        folded = by_rules(op, constants)
    if folded is None:
        folded = _fold_by_patterns(op)
    results = _as_results(op, folded)
    if not results and op._operands is operands:  # the traits may know more
        by_trait = _fold_by_traits(op, constants)
        if by_trait is not None:
            return by_trait
    return results


class _Found:
    """What a pattern does to an op, taken as what the op folds to."""

    __slots__ = ("changed", "values")

    def __init__(self) -> None:
        self.values: Any = None
        self.changed = False

    def fail(self, reason: str | Callable[[], str]) -> bool:
        """The pattern does not apply."""
        return False

    def replace(self, op: Operation, new: Any) -> None:
        """The op folds to these values."""
        self.values = new.results if isinstance(new, Operation) else new

    def move_before(self, op: Operation, other: Operation) -> None:
        """An op that gives the results moves out of the op that folds."""
        op.move_before(other)

    @contextmanager
    def modify(self, op: Operation) -> Iterator[Operation]:
        """The op folds in place."""
        yield op
        self.changed = True


def _fold_by_patterns(op: Op) -> Any:
    for pattern in FOLDINGS.for_class(type(op)):
        found: Any = _Found()
        pattern.function(op, found)
        if found.values is not None:
            return found.values
        if found.changed:
            return op.results
    return None


def _as_results(op: Op, folded: Any) -> Sequence[Folded] | None:
    if folded is None:
        return None
    if isinstance(folded, (Attribute, Value)) and len(op._results) == 1:
        return () if folded is op._results[0] else (folded,)
    values = [folded] if isinstance(folded, (Attribute, Value)) else list(folded)
    if not values and not op._results:
        return ()
    if len(values) != len(op.results) or not all(isinstance(v, (Attribute, Value)) for v in values):
        raise ValueError(
            f"fold of '{op.name}' gave {folded!r}; expected None, or an attribute or value "
            f"for each of its {len(op._results)} results"
        )
    if all(v is r for v, r in zip(values, op._results, strict=True)):
        return ()
    return values


def _fold_by_traits(op: Op, constants: Sequence[Attribute | None]) -> Sequence[Folded] | None:
    traits = _trait_folds.get(type(op))
    if traits is None:
        traits = _trait_folds[type(op)] = op.traits & _FOLDING_TRAITS
    if not traits:
        return None
    operands = op._operands
    if len(operands) > 1 and Commutative in traits and constants.count(None) < len(constants):
        ordered = [v for v, c in zip(operands, constants, strict=True) if c is None]
        ordered += [v for v, c in zip(operands, constants, strict=True) if c is not None]
        if any(a is not b for a, b in zip(ordered, operands, strict=True)):
            op.set_operands(ordered)
            return ()
    if Involution in traits or Idempotent in traits:
        inner = operands[0].defining_op
        if len(operands) == 2:
            return (operands[0],) if Idempotent in traits and operands[0] is operands[1] else None
        if inner is not None and type(inner) is type(op):
            found: Value = inner._operands[0] if Involution in traits else operands[0]
            return (found,) if found.type is op._results[0].type else None
    return None


def dialect_of(cls: type[Operation]) -> Dialect | None:
    """The dialect of an op class: the `Dialect` of its name in the class's module or in a package
    around it; None for unregistered ops and for classes without a declared dialect."""
    if cls not in _dialects:
        _dialects[cls] = None
        wanted = getattr(cls, "name", "")
        wanted = wanted.partition(".")[0] if isinstance(wanted, str) else ""
        module = cls.__module__
        while module and wanted and not issubclass(cls, UnregisteredOp):
            for value in vars(sys.modules.get(module, object)).values():
                if isinstance(value, Dialect) and value.name == wanted:
                    _dialects[cls] = value
                    return value
            module = module.rpartition(".")[0]
    return _dialects[cls]


def materialize(op: Operation, value: Attribute, type: Type) -> Operation | None:
    """A detached op for a constant, made by the dialect of `op`; None when that dialect has no such
    constant."""
    dialect = dialect_of(op.__class__)
    if dialect is None:
        return None
    if dialect.__class__.materialize_constant is Dialect.materialize_constant:
        # MLIR differs: a dialect without constants uses those of an operand's dialect.
        constants = (v.defining_op for v in op._operands)
        owner = next((c for c in constants if c is not None and is_constant(c)), None)
        dialect = dialect_of(owner.__class__) if owner is not None else None
        if dialect is None:
            return None
    made = dialect.materialize_constant(value, type, None)
    if made is not None and made._location is None:
        made._location = op._location  # not op.location, which would be computed from a span
    return made


def fold_op(op: Operation, rw: Builder) -> Sequence[Value] | None:
    """Fold an op in its place: the values that its results become (constants are inserted before
    it), or None. An op that was changed in place gives its own results. The caller replaces and
    erases."""
    folded = fold_results(op)
    if folded is None:
        return None
    if not folded:
        if isinstance(rw, Rewriter):
            rw.notify_modified(op)
        return op._results
    made: list[Operation] = []
    values: list[Value] = []
    for result, type in zip(folded, op.result_types, strict=True):
        if isinstance(result, Value):
            values.append(result)
            continue
        constant = materialize(op, result, type)
        if constant is None:
            return None
        made.append(constant)
        values.append(constant._results[0])
    for constant in made:
        block, before, location = rw.block, rw.before, rw.location
        rw.set_before(op)
        rw.insert(constant)
        rw.block, rw.before, rw.location = block, before, location
    return values


def create_or_fold(b: Builder, op: Operation) -> Value:
    """The only result of a detached op: what it folds to, else the op is inserted."""
    folded = fold_results(op)
    if folded:
        result = folded[0]
        if isinstance(result, Value):
            op.erase()
            return result
        made = materialize(op, result, op._results[0].type)
        if made is not None:
            op.erase()
            return b.insert(made).results[0]
    return b.insert(op).results[0]


class ConstantPool:
    """Uniques constants: one op for each constant of a dialect, at the top of the region that
    isolates (upstream: OperationFolder)."""

    def __init__(self, rw: Rewriter) -> None:
        self.rw = rw
        self._scopes: dict[Region, dict[object, Operation]] = {}
        self._owned: set[Operation] = set()
        self._tops: dict[Region, Region] = {}

    def add(self, op: Operation) -> bool:
        """Take in a constant op: it moves to the top of its scope and True is returned. If an equal
        one is there already, this one is replaced by it and erased, and False is returned."""
        value = constant_of(op)
        if value is None or op._parent is None:
            return True
        region = self._insertion_region(op._parent)
        scope = self._scopes.setdefault(region, {})
        key = (op.dialect_name, value, op._results[0].type)
        known = scope.get(key)
        if known is not None and known is not op:
            known.location = UNKNOWN
            self.rw.replace(op, known)
            return False
        top = region.entry
        if op._parent is not top or (top._first is not op and op._prev not in self._owned):
            op.detach()
            top.prepend(op)
            op.location = UNKNOWN  # upstream: a constant that moved stands for several locations
        scope[key] = op
        self._owned.add(op)
        return True

    def make(self, op: Operation, block: Block) -> Operation:
        """The constant for a block that equals a detached one: one made here before, or else this
        one, which goes to the top of the block's scope."""
        region = self._insertion_region(block)
        scope = self._scopes.setdefault(region, {})
        key = (op.dialect_name, constant_of(op), op._results[0].type)
        known = scope.get(key)
        if known is None:
            known = scope[key] = op
            op.location = UNKNOWN
            region.entry.prepend(op)
            self._owned.add(op)
        return known

    def _insertion_region(self, block: Block) -> Region:
        """The nearest region around a block that may hold constants for all in it: that of an
        isolated or unregistered op, or the outermost one."""
        region = block._parent
        if region is None:
            raise ValueError("the block is in no region")
        passed: list[Region] = []
        while region not in self._tops:
            passed.append(region)
            owner = region._parent
            outer = owner.parent_region if owner is not None else None
            if owner is None or outer is None or _holds_constants(owner):
                self._tops[region] = region
                break
            region = outer
        top = self._tops[region]
        for inner in passed:
            self._tops[inner] = top
        return top


def _holds_constants(op: Operation) -> bool:
    return isinstance(op, UnregisteredOp) or op.has_trait(IsolatedFromAbove)

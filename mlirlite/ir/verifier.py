"""The verifier: constraints, traits, structure, terminators, dominance, symbols. Finds every error,
in upstream's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr
from mlirlite.ir.block import Block
from mlirlite.ir.constraint_errors import check_regions, check_values
from mlirlite.ir.context import Context, builtin_dialect
from mlirlite.ir.crash import crash
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.dominance_errors import check_dominance
from mlirlite.ir.facts import unchanged_ir
from mlirlite.ir.fields import Arity
from mlirlite.ir.interfaces import BranchOp, FunctionLike, SymbolUser, SymbolUserAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import (
    SymbolTables,
    may_hold_symbols,
    symbol_name,
    symbol_ops,
    symbol_visibility,
)
from mlirlite.ir.traits import (
    GraphRegion,
    InferredResult,
    IsolatedFromAbove,
    NoTerminator,
    PredicateTrait,
    SameOperandsAndResultType,
    Symbol,
    SymbolTable,
    Terminator,
    Trait,
)
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import OpResult
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, error
from mlirlite.support.mistakes import raised_at

FindDialect = Callable[[str], Dialect | None]


class _Finding(NamedTuple):
    """An error, and its op. `at_end`: it was found after the op's contents were checked."""

    op: Operation
    diagnostic: Diagnostic
    at_end: bool = False


def verify(
    root: Operation,
    *,
    allow_unregistered: bool = True,
    one_a_scope: bool = False,
    dialect: FindDialect = builtin_dialect,
    emit: Callable[[Diagnostic], None] | None = None,
) -> list[Diagnostic]:
    """All errors of an op and everything in it, in the order of the text; empty when it is valid.
    Dominance is checked only if the rest holds, since it has no meaning before. `one_a_scope`: only
    the errors that upstream gives, which stops in each isolated op at its first error. `dialect`
    looks up dialects; a context's look-up knows plugins. `emit` gets warnings and remarks of hooks,
    which do not make an op invalid."""
    doubtful: list[Operation] = []
    with unchanged_ir():
        found = list(_check_tree(root, _Dialects(allow_unregistered, dialect, emit), doubtful))
    if not found:
        found = [_Finding(op, problem) for op, problem in check_dominance(root, doubtful)]
    return [f.diagnostic for f in (_first_of_scopes(found) if one_a_scope else found)]


def _first_of_scopes(findings: Sequence[_Finding]) -> Iterator[_Finding]:
    """The first error of each isolated op; upstream checks some things only when the op's contents
    have no error."""
    failed: set[Operation] = set()
    around: set[Operation] = set()
    for finding in findings:
        op: Operation | None = finding.op
        chain = []
        while op is not None:
            chain.append(op)
            op = op.parent_op
        scopes = [o for o in chain if o._regions and o.has_trait(IsolatedFromAbove)] or chain[-1:]
        if any(s in failed for s in scopes) or (finding.at_end and finding.op in around):
            continue
        failed.add(scopes[0])
        around.update(chain)
        yield finding


def verify_or_raise(
    root: Operation, *, allow_unregistered: bool = True, dialect: FindDialect = builtin_dialect
) -> None:
    """Raise DiagnosticError with all errors, if there are any."""
    found = verify(root, allow_unregistered=allow_unregistered, dialect=dialect)
    if found:
        raise DiagnosticError(found)


def verify_within(root: Operation, context: Context | None) -> None:
    """As `verify_or_raise`, with the dialects of a context."""
    if context is None:
        verify_or_raise(root)
    else:
        unknown, dialect = context.allow_unregistered, context.dialect
        verify_or_raise(root, allow_unregistered=unknown, dialect=dialect)


def _check_tree(
    root: Operation, dialects: _Dialects, doubtful: list[Operation]
) -> Iterator[_Finding]:
    """Errors of an op and its contents except dominance: ops that use more than the values before
    them in their block are collected in `doubtful`."""
    plans: dict[type[Operation], _Plan | None] = {}
    tables = SymbolTables()
    stack: list[tuple[Operation, Iterator[Operation], int, bool]] = []
    wrong: set[Operation] = set()
    op: Operation | None = root
    block: Block | None = None
    while True:
        if op is not None:
            before = len(wrong)
            if op._parent is not block:
                block = op._parent
                if block is not None and not block._ordered:
                    block._number()
            order = op._order
            for value in op._operands:
                if type(value) is OpResult:
                    owner = value.owner
                    if owner._parent is not block or owner._order >= order:
                        doubtful.append(op)
                        break
                elif value.parent_block is not block:
                    doubtful.append(op)
                    break
            sound = not stack or stack[-1][3]
            cls = type(op)
            plan = plans.get(cls)
            if plan is None and cls not in plans:
                plan = plans[cls] = _Plan(op) if isinstance(op, Op) else None
            if plan is None or op._attributes or not plan.is_sound(op):
                for problem in _or_crash(op, _check_op(op, plan, dialects, sound)):
                    wrong.add(op)
                    yield _Finding(op, problem)
            if op._regions:
                stack.append((op, _children(op), before, sound and len(wrong) == before))
        if not stack:
            return
        owner, rest, before, sound = stack[-1]
        op = next(rest, None)
        if op is None:
            stack.pop()
            for problem in _check_ends(owner):
                wrong.add(owner)
                yield _Finding(owner, problem, at_end=True)
            if len(wrong) == before:  # hooks may rely on the op's contents
                for problem in _or_crash(owner, _check_after(owner, dialects)):
                    wrong.add(owner)
                    yield _Finding(owner, problem, at_end=True)
            if owner.has_trait(SymbolTable):
                for problem in _or_crash(owner, _check_symbols(owner, tables, wrong)):
                    yield _Finding(owner, problem, at_end=True)


def _or_crash(op: Operation, problems: Iterator[Diagnostic]) -> Iterator[Diagnostic]:
    """The errors of a check, including exceptions in an author's hook."""
    try:
        yield from problems
    except DiagnosticError:
        raise
    except Exception as e:
        if isinstance(e, RecursionError) and raised_at(e) is None:
            raise
        yield from crash("verifier", op, e, getattr(op, "verify_op", None)).diagnostics


def _children(op: Operation) -> Iterator[Operation]:
    for region in op._regions:
        for block in region:
            yield from block


def _check_op(
    op: Operation, plan: _Plan | None, dialects: _Dialects, sound: bool
) -> Iterator[Diagnostic]:
    """Errors of one op, without its contents. `sound`: the enclosing ops are valid, so that hooks
    may rely on them."""
    if op._successors:
        block = op._parent
        if block is None or block._last is not op:
            yield op.error("with block successors must terminate its parent block")
    if isinstance(op, UnregisteredOp):
        yield from _check_unregistered(op, dialects)
        return
    if plan is None:
        return
    key = plan.key(op)
    known = key is not None and key in plan.proven
    problem = None if known else check_values(op, plan.definition, plan.simple, plan.structural)
    if problem is not None:
        yield problem
        return
    if op._attributes:  # hooks may rely on the operands
        yield from dialects.check_discardable(op)
    for trait in plan.other_traits if known else plan.traits:
        problem = trait.verify(op)
        if problem is not None:
            yield problem
            return
    if key is not None:
        plan.proven.add(key)
    if isinstance(op, BranchOp):
        problem = _check_branch(op, op)
        if problem is not None:
            yield problem
            return
    elif plan.terminator and op._parent is not None and op._parent._last is not op:
        yield op.error("must be the last operation in the parent block")
        return
    if plan.verify_op is not None and sound:
        problem = _ask(op, plan.verify_op, dialects)
        if problem is not None:
            yield problem
            return
    if isinstance(op, FunctionLike):
        problem = dialects.check_parameters(op)
        if problem is not None:
            yield problem
            return
    if op._regions:
        yield from _check_structure(op)


def _check_unregistered(op: Operation, dialects: _Dialects) -> Iterator[Diagnostic]:
    yield from dialects.check_discardable(op)
    if dialects.refuse(op.name):
        yield error(
            f"unregistered operation '{op.name}' found in dialect ('{op.dialect_name}') that does "
            "not allow unknown operations",
            op.where,
        )
    yield from _check_structure(op)


def _ask(
    op: Operation, verify_op: Callable[[Any], Diagnostic | None], dialects: _Dialects
) -> Diagnostic | None:
    """The error that the op's own `verify_op` finds."""
    try:
        return dialects.heard(verify_op(op))
    except ValueError as e:
        return op.error(str(e))
    except Exception as e:
        if not op._regions:
            raise
        dialects.unanswered[op] = e  # it may be about an error in the contents
        return None


class _RegionConstraints(Trait):
    """Check the declared regions: as upstream, after the predicates."""

    def verify(self, op: Operation) -> Diagnostic | None:
        return check_regions(op, op.definition) if op.definition is not None else None


class _Plan:
    """What to check for each op of a class."""

    __slots__ = (
        "definition",
        "other_traits",
        "proven",
        "simple",
        "structural",
        "terminator",
        "traits",
        "verify_op",
        "whole",
    )

    def __init__(self, op: Op) -> None:
        cls = type(op)
        definition = self.definition = op.definition
        self.simple = all(f.arity is Arity.ONE for f in (*definition.operands, *definition.results))
        traits = [t for t in cls.ordered_traits if type(t).verify is not _NO_VERIFY]
        self.structural = [t for t in traits if t.structural]
        self.traits: list[Trait] = [t for t in traits if isinstance(t, PredicateTrait)]
        if any(field.constraint is not None for field in definition.regions):
            self.traits.append(_RegionConstraints())
        self.traits += [t for t in traits if not (t.structural or isinstance(t, PredicateTrait))]
        if SameOperandsAndResultType in traits:
            self.traits.append(InferredResult)
        self.other_traits = [*self.structural, *(t for t in self.traits if not t.local)]
        self.terminator = cls.has_trait(Terminator)
        self.verify_op: Callable[[Any], Diagnostic | None] | None = None
        if cls.verify_op is not Op.verify_op:
            self.verify_op = cls.verify_op
        self.proven: set[Any] = set()
        """Keys of ops whose types and properties are known to be valid."""
        self.whole = not (
            self.other_traits or self.terminator or self.verify_op or issubclass(cls, BranchOp)
        )
        """True when types and properties are all there is to check."""

    def key(self, op: Operation) -> Any:
        """A key of all that the declared constraints and local traits look at; None when it would
        be too large to cache."""
        if op._regions or op._successors:
            return None
        types = [v.type for v in op._operands]
        results = [r.type for r in op._results]
        properties = op.properties
        if not properties:
            return (*types, None, *results)
        for attribute in properties.values():
            if type(attribute)._cache is None:
                return None
        return (*types, None, *results, *properties, *properties.values())

    def is_sound(self, op: Operation) -> bool:
        """True when an equal op had no errors; False when this one has to be checked."""
        return self.whole and self.key(op) in self.proven


class _Dialects:
    """For one run: what dialects say about ops and attributes that belong to them by name only."""

    def __init__(
        self, allow_unregistered: bool, find: FindDialect, emit: Callable[[Diagnostic], None] | None
    ) -> None:
        self.allow_unregistered = allow_unregistered
        self.find = find
        self._emit = emit
        self._refused: dict[str, bool] = {}
        self.unanswered: dict[Operation, Exception] = {}
        """Ops whose hook failed before their contents were checked."""

    def refuse(self, name: str) -> bool:
        """Whether an undeclared op must not have this name."""
        found = self._refused.get(name)
        if found is None:
            dialect, dot, _ = name.partition(".")
            owner = self.find(dialect) if dot else None
            found = self._refused[name] = (
                not self.allow_unregistered
                if owner is None
                else not owner.allows_unknown_operations
            )
        return found

    def heard(self, said: Diagnostic | None) -> Diagnostic | None:
        """The result of a hook if it is an error. Warnings and remarks are passed on."""
        if said is not None and not isinstance(said, Diagnostic):
            raise TypeError(f"it gave {said!r}; expected None, or a Diagnostic as of self.error(…)")
        if said is None or said.severity is Severity.ERROR:
            return said
        if self._emit is not None:
            self._emit(said)
        return None

    def check_discardable(self, op: Operation) -> Iterator[Diagnostic]:
        """The errors of dialects about their attributes on an op."""
        for name, value in op._attributes.items() if op._attributes else ():
            dialect, _, rest = name.partition(".")
            owner = self.find(dialect) if rest else None
            problem = owner.check_attribute(op, name, value) if owner is not None else None
            if problem is not None:
                yield problem

    def check_parameters(self, op: FunctionLike) -> Diagnostic | None:
        """The errors of dialects about their attributes on arguments and results of a function."""
        type = op.signature()
        for name, types in (("arg_attrs", type.inputs), ("res_attrs", type.results)):
            array = op.properties.get(name)
            for dictionary, of in zip(array, types) if isinstance(array, ArrayAttr) else ():  # noqa: B905
                if not isinstance(dictionary, DictionaryAttr):
                    continue
                for entry, value in dictionary.entries:
                    dialect, dot, _ = entry.partition(".")
                    owner = self.find(dialect) if dot else None
                    problem = owner and owner.check_parameter(
                        op, entry, value, of, dictionary, result=name == "res_attrs"
                    )
                    if problem:
                        return error(problem, op.where)
        return None


_NO_VERIFY = type(Terminator).verify


def _check_structure(op: Operation) -> Iterator[Diagnostic]:
    """Check regions and blocks of an op, before the ops inside."""
    needs_terminator = not op.has_trait(NoTerminator) and not isinstance(op, UnregisteredOp)
    for index, region in enumerate(op._regions):
        if region._first is None:
            continue
        if region._first.has_uses:
            yield error("entry block of region may not have predecessors", op.where)
        graph = op.has_trait(GraphRegion)
        if graph and not region.has_one_block:
            yield op.error(f"expects graph region #{index} to have 0 or 1 blocks")
        for block in region:
            if block._last is None and (needs_terminator or not region.has_one_block):
                yield error("empty block: expect at least a terminator", op.where)


def _check_ends(op: Operation) -> Iterator[Diagnostic]:
    """Errors of blocks without a terminator: as upstream, after the errors of the ops in them."""
    if op.has_trait(NoTerminator) or isinstance(op, UnregisteredOp):
        return
    for region in op._regions:
        for block in region:
            last = block._last
            if last is not None and not (
                last.has_trait(Terminator) or isinstance(last, UnregisteredOp)
            ):
                yield error(f"block with no terminator, has {last.in_message()}", last.where)


def _check_branch(op: Operation, branch: BranchOp) -> Diagnostic | None:
    for i, successor in enumerate(op._successors):
        indices = branch.successor_operand_range(i)
        if len(indices) != len(successor._args):
            return error(
                f"branch has {len(indices)} operands for successor #{i}, but target block has "
                f"{len(successor._args)}",
                op.where,
            )
        for j, argument in zip(indices, successor._args, strict=True):
            if op._operands[j].type is not argument.type:
                return error(
                    f"type mismatch for bb argument #{argument.index} of successor #{i}", op.where
                )
    return None


def _check_after(op: Operation, dialects: _Dialects) -> Iterator[Diagnostic]:
    if op in dialects.unanswered:
        raise dialects.unanswered[op]
    for trait in getattr(type(op), "ordered_traits", ()):
        problem = trait.verify_regions(op)
        if problem is not None:
            yield problem
            return
    if isinstance(op, Op) and type(op).verify_regions is not Op.verify_regions:
        try:
            problem = dialects.heard(op.verify_regions())
        except ValueError as e:
            problem = op.error(str(e))
        if problem is not None:
            yield problem


def _check_symbols(
    table: Operation, tables: SymbolTables, wrong: set[Operation]
) -> Iterator[Diagnostic]:
    seen: dict[str, Operation] = {}
    for op in symbol_ops(table):
        name = symbol_name(op) or ""
        first = seen.setdefault(name, op)
        if first is not op:
            yield error(f"redefinition of symbol named '{name}'", op.where).note(
                "see existing symbol definition here", first.where
            )
        if op.has_trait(Symbol) and symbol_visibility(op) not in ("public", "private", "nested"):
            yield op.error(
                'visibility expected to be one of ["public", "private", "nested"], but got '
                f'"{symbol_visibility(op)}"'
            )
    users: dict[type[Operation], Callable[[Any, SymbolTables], Diagnostic | None] | None] = {}
    regions = list(table._regions)
    while regions:
        for op in (o for block in regions.pop() for o in block):
            cls = type(op)
            if cls not in users:
                users[cls] = cls.verify_symbol_uses if issubclass(cls, SymbolUser) else None
            check = users[cls]
            if check is not None and op not in wrong:
                problem = check(op, tables)
                if problem is not None:
                    yield problem
            for value in op._attributes.values() if op._attributes else ():
                if isinstance(value, SymbolUserAttr):
                    problem = value.verify_symbol_uses(op, tables)
                    if problem is not None:
                        yield problem
            if op._regions and not may_hold_symbols(op):
                regions += op._regions

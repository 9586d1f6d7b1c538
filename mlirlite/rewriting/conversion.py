"""Dialect conversion: tables of lowerings, legality, and the driver that lowers every illegal op.

There is no rollback. A lowering first checks and then changes: `return rw.fail("why")` before its
first change leaves the op to others; a failure after it is an error that names the lowering. Where
types change, casts keep the IR valid throughout; those that cancel out are removed at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from reprlib import repr as shortened
from typing import Any

from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError, crash, mistake
from mlirlite.ir.insertion import detached
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import ByClass, OpTable
from mlirlite.ir.values import Value
from mlirlite.rewriting.casts import CAST, make_cast, reconcile_casts
from mlirlite.rewriting.conversion_folds import Folds, reachable_ops
from mlirlite.rewriting.conversion_rewriter import ConversionRewriter as ConversionRewriter
from mlirlite.rewriting.debug_counter import REWRITE, active_counters
from mlirlite.rewriting.folding import constant_of, is_constant
from mlirlite.rewriting.legality import Legality, Targets
from mlirlite.rewriting.retyping import renaming
from mlirlite.rewriting.rewriter import Listener, is_replacement
from mlirlite.rewriting.trace import active_trace
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter as TypeConverter
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.mistakes import DeclarationError
from mlirlite.support.record import Record

Lowering = Callable[..., Any]
"""`(op, rw) -> new values | None | False`: the values replace the op's results; None: the function
dealt with the op itself (replaced, erased or changed it in place); False, from `rw.fail`: it does
not apply."""

_CHAIN = 1000
"""A chain of lowerings, each of an op that the one before made, ends within this many steps, or
never."""
_MADE_AGAIN = (
    'return rw.fail("why") for ops that need no change, change an op in place by '
    "`with rw.modify(op)`, or say rw.keep(made) of an op that is to stay"
)
_SHOWN = 64
"""The last lowerings of an endless chain that are examined to name it."""
_LATE = "failed after it had changed the IR; check everything first, then change"
_RETURN = (
    "return the values that replace the op's results, None after replacing, erasing or "
    'changing the op by the rewriter, or rw.fail("why") before any change'
)


class Lowerings(ByClass):
    """A table of lowerings by op class or interface, with the type conversion that belongs to it.

    lower = Lowerings("scf-to-cf")

    @lower(scf.IfOp)
    def lower_if(op: scf.IfOp, rw: ConversionRewriter) -> Sequence[Value]: ...
    """

    def __init__(
        self, name: str, types: TypeConverter | None = None, *, include: Iterable[Lowerings] = ()
    ) -> None:
        stated: object = name
        if not isinstance(stated, str):
            raise TypeError(f'lowerings have a name, as in Lowerings("toy-to-arith"), got {name!r}')
        self.name = name
        self.types = types
        self.table: OpTable[Lowering] = OpTable(name)
        for other in include:
            for cls in other.table:
                found = other.table.get(cls)
                if found is not None:
                    self.table.add(cls, found)

    def add(self, cls: type, lowering: Lowering) -> None:
        """Register the lowering of one class, without a decorator."""
        self.table.add(cls, lowering)

    def one_to_one(self, pairs: Mapping[type[Operation], type[Operation]]) -> None:
        """Ops that become another op with the same operands, attributes and regions; result types,
        signatures of functions and properties that are types are converted."""
        for old, new in pairs.items():
            self.table.add(old, renaming(new))

    def report(self, context: Context) -> list[str]:
        """Names of the ops without a lowering, in the dialects that this table lowers from."""
        dialects = {getattr(cls, "name", "").partition(".")[0] for cls in self.table}
        missing = []
        for name in sorted(dialects - {""}):
            dialect = context.dialect(name)
            for op_name in dialect.op_names() if dialect is not None else ():
                cls = context.op_class(op_name)
                if cls is not None and cls not in self.table:
                    missing.append(op_name)
        return missing

    def convert(
        self,
        root: Operation,
        *,
        legal: Targets = (),
        illegal: Targets = (),
        partial: bool = True,
        fold: bool = True,
        types: TypeConverter | None = None,
    ) -> None:
        """Lower every op inside `op` that is not legal and has a lowering, and what the lowerings
        make, until none is left; ops that lowerings changed in place or keep (`rw.keep`) stay.

        `legal` and `illegal` name op classes, interfaces, op names ("scf.if") or dialects ("scf");
        in a mapping with a predicate, an op for which it is false is the opposite. The most
        specific entry decides: name, class, base, dialect. Afterwards no illegal op may be left,
        and unless `partial`, only legal ones. With `fold`, an op that is not legal is folded before
        its lowering is tried, as the IR was before the conversion; a constant that it becomes has
        to be legal or to have a lowering. Blocks that nothing branches to stay as they are. `types`
        stand in for the type conversion of the table.

        DiagnosticError lists every op that is left, with the reason that its lowering gave. The IR
        is then half converted. ValueError for the name of no op and no dialect.
        """
        legality = Legality(legal, illegal)
        legality.check_names(root)
        with detached():
            _Conversion(self, root, legality, partial, fold, types or self.types).run()

    def analyze(
        self,
        root: Operation,
        *,
        legal: Targets = (),
        illegal: Targets = (),
        fold: bool = True,
    ) -> ConversionAnalysis:
        """What `convert` would do, without changing the IR: it is tried on a copy."""
        copy = root.clone()
        originals = dict(zip(copy.walk(), root.walk(), strict=True))
        run = _Conversion(self, copy, Legality(legal, illegal), True, fold, self.types)
        run.converted = []
        failure: DiagnosticError | None = None
        try:
            run.run()
        except DiagnosticError as e:
            failure = e
        return ConversionAnalysis(
            [originals[op] for op in run.converted if op in originals],
            {originals[op]: reason for op, reason in run.reasons.items() if op in originals},
            failure,
        )


class ConversionAnalysis(Record):
    """What a conversion would do: the ops that it would lower, in order; why others would stay,
    where a lowering gave a reason; and the error with which it would end, or None."""

    legalizable: list[Operation]
    reasons: dict[Operation, str]
    failure: DiagnosticError | None


class _Lineage:
    """The chain of lowerings that an op comes from."""

    __slots__ = ("cls", "depth", "parent")

    def __init__(self, cls: type[Operation], parent: _Lineage | None) -> None:
        self.cls = cls
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent is not None else 0

    def error(self, lowerings: Lowerings, op: Operation) -> CrashError:
        """The error for a chain of lowerings without end."""
        classes: list[type[Operation]] = []
        step: _Lineage | None = self
        while step is not None and len(classes) < _SHOWN:
            classes.append(step.cls)
            step = step.parent
        cycle = dict.fromkeys(reversed(classes))
        names = " -> ".join(f"'{cls.name}'" for cls in (*cycle, next(iter(cycle))))
        return mistake(
            f"the lowerings of '{lowerings.name}' do not come to an end: {names}: {_MADE_AGAIN}",
            op,
            *(lowerings.table.get(cls) for cls in cycle),
        )


class _Conversion(Listener):
    """One run: a stack of ops to visit, parents and earlier ops first."""

    def __init__(
        self,
        lowerings: Lowerings,
        root: Operation,
        legality: Legality,
        partial: bool,
        fold: bool,
        types: TypeConverter | None,
    ) -> None:
        self.lowerings = lowerings
        self.root = root
        self.legality = legality
        self.partial = partial
        self.folds = Folds(lambda cls: fold and legality.of_class(cls) is not True)
        self.rw = ConversionRewriter(types, self)
        self.fine: dict[type[Operation], bool] = {}
        """Whether all ops of a class may stay."""
        self.fresh: list[Operation] = []
        self.dropped: set[Operation] = set()
        """Ops erased with the op around them; they still have a block."""
        self.reasons: dict[Operation, str] = {}
        self.converted: list[Operation] | None = None
        """The ops that were lowered, when the caller asks for them."""
        self.known: set[Operation] = set()
        """The ops that were there at the start."""
        self.lineage: dict[Operation, _Lineage] = {}
        self.trace = active_trace()
        self.counters = active_counters()
        self.values: Sequence[Value | None] = ()

    def replaced(self, op: Operation, values: Sequence[Value | None]) -> None:
        self.values = values
        if is_constant(op) and op in self.known:
            self.folds.lowered(constant_of(op), values)

    def inserted(self, op: Operation) -> None:
        self.fresh.append(op)

    def erased(self, op: Operation) -> None:
        self.dropped.add(op)
        if op._regions:
            self.dropped.update(op.inside())

    def run(self) -> None:
        """Convert everything, then check what is left."""
        root, lowered = self.root, self.lowerings.table.get
        before = reachable_ops(root)
        self.known = {root, *root.inside()}
        classes = {cls for cls in set(map(type, before)) if lowered(cls) is not None}
        folds = self.folds
        folds.find(before, self._is_legal)
        folded = folds.found
        doubtful = self._doubtful(before)
        stack = [op for op in reversed(before) if type(op) in classes or op in folded]
        while stack:
            op = stack.pop()
            if op._parent is None or op in self.dropped or op in self.rw.casts:
                continue
            self.fresh.clear()
            parent = self.lineage.pop(op, None)
            if self._convert(op):
                lineage = _Lineage(type(op), parent)
                if self.converted is not None:
                    self.converted.append(op)
                made = self._added()
                doubtful += self._doubtful(made)
                folds.find(made, self._is_legal)
                added = [op for op in made if lowered(type(op)) is not None or op in folded]
                for new in added:
                    self.lineage[new] = lineage
                if lineage.depth > _CHAIN:
                    raise lineage.error(self.lowerings, op)
                stack += reversed(added)
        folds.drop()
        self._settle()
        doubtful += self._doubtful(self.rw.kept)
        if any(op._parent is not None and op not in self.dropped for op in doubtful):
            self._check(reachable_ops(root))

    def _added(self) -> list[Operation]:
        """The ops that a lowering made, including nested ones."""
        found = dict.fromkeys([op for op in self.fresh if op._parent is not None])
        order = list(found)
        casts, kept = self.rw.casts, self.rw.kept
        if not [op for op in order if op._regions]:
            return [op for op in order if op not in casts and op not in kept]
        for op in order:
            for region in op._regions:
                for block in region:
                    inner = [c for c in block if c not in self.known and c not in found]
                    found.update(dict.fromkeys(inner))
                    order += inner
        return [op for op in order if op not in casts and op not in kept]

    def _is_legal(self, op: Operation) -> bool:
        return self.legality.of(op) is True

    def _fold(self, op: Operation) -> bool:
        """Replace an op by what it folds to; False when a constant that it needs cannot stay."""
        found = self.folds.take(op)
        if found is None or op._parent is None:
            self.folds.restore(op)
            return False
        constants = [v for v in found if isinstance(v, Operation)]
        values = [v.results[0] if isinstance(v, Operation) else v for v in found]
        traced, started = f"fold of {op.name}", time.perf_counter()
        seen = self.trace.before(traced, op) if self.trace else None
        held = make_cast(values, (), None)  # its operands follow the constants
        rw = self.rw
        for constant in constants:
            rw.set_before(op)
            rw.insert(constant)
            if self.legality.of(constant) is not True and not self._convert(constant):
                held.drop_all_references()
                rw.erase(constant)
                self.folds.restore(op)
                return False
        rw.set_before(op)
        replacements = held.operands
        rw.replace(op, replacements)
        held.drop_all_references()
        if self.trace:
            seconds = time.perf_counter() - started
            self.trace.applied(traced, op, seen, list(self.fresh), replacements, seconds)
        return True

    def _convert(self, op: Operation) -> bool:
        """Fold or lower one op if it must and can be; True when it was."""
        if self.legality.of(op) is True:
            return False
        if op in self.folds.found and self._fold(op):
            return True
        function = self.lowerings.table.get(type(op))
        if function is None:
            return False
        rw = self.rw
        traced = f"{self.lowerings.name}: {op.name}" if self.counters or self.trace else ""
        if self.counters and not self.counters.allows((REWRITE, traced), traced, op):
            return False
        seen, started = None, 0.0
        if self.trace:
            self.values = ()
            seen, started = self.trace.before(traced, op), time.perf_counter()
        if not self._lower(op, function):
            reason = rw.reason if isinstance(rw.reason, str) else rw.reason()
            self.reasons[op] = reason
            if self.trace:
                self.trace.failed(traced, op, reason, time.perf_counter() - started)
            return False
        if self.trace:
            seconds = time.perf_counter() - started
            self.trace.applied(traced, op, seen, list(self.fresh), self.values, seconds)
        return True

    def _lower(self, op: Operation, function: Lowering) -> bool:
        """Call a lowering and replace the op by what it returns; False when it does not apply.
        CrashError when it raises, or when what it did and what it returns do not fit."""
        rw = self.rw
        what = f"lowering '{self.lowerings.name}'"
        changes, before = rw.changes, rw.changes - rw.harmless
        rw.start(op)
        try:
            result = function(op, rw)
        except DeclarationError as e:
            e.diagnostics[0].hint("met here", op.where)
            raise
        except DiagnosticError:
            raise
        except NoCounterpart as e:
            if rw.changes - rw.harmless == before:
                return rw.fail(str(e))
            raise crash(what, op, e, function) from e
        except Exception as e:
            raise crash(what, op, e, function) from e
        if result is False:
            if rw.changes - rw.harmless != before:
                raise mistake(
                    f"the lowering of '{op.name}' ({self.lowerings.name}) {_LATE}", op, function
                )
            return False
        if result is None or result is True:
            if op._parent is not None and rw.changes - changes == len(self.fresh):
                made = "made ops" if self.fresh else "did nothing with the op"
                raise mistake(
                    f"{what} on '{op.name}' {made}, but returned {result}: {_RETURN}", op, function
                )
            return True
        if op._parent is None:
            dropped = "returned values for an op that it had replaced or erased: return None then"
            raise mistake(f"{what} on '{op.name}' {dropped}", op, function)
        try:
            rw.replace(op, result)
        except (AttributeError, TypeError, ValueError) as e:
            if is_replacement(result):
                raise crash(what, op, e, function) from e
            raise mistake(
                f"{what} on '{op.name}' returned {shortened(result)}: {_RETURN}", op, function
            ) from e
        return True

    def _doubtful(self, ops: Iterable[Operation]) -> list[Operation]:
        """Those of classes of which some may not stay."""
        fine = self.fine
        found = []
        for op in ops:
            cls = type(op)
            verdict = fine.get(cls)
            if verdict is None:
                legal = self.legality.of_class(cls)
                verdict = fine[cls] = legal is True or (legal is None and self.partial)
            if not verdict:
                found.append(op)
        return found

    def _settle(self) -> None:
        """Remove casts that cancel out."""
        rw = self.rw
        reconcile_casts([c for c in rw.casts if c not in self.dropped], rw)
        rw.settle_arguments()

    def _check(self, left: Iterable[Operation]) -> None:
        """DiagnosticError if ops are left that may not stay."""
        problems = []
        for op in self._doubtful(left):
            if op.name == CAST and op in self.rw.casts:
                continue
            legal = self.legality.of(op)
            if legal is False:
                problems.append(self._left_over(op, " that was explicitly marked illegal"))
            elif legal is None and not self.partial:
                problems.append(self._left_over(op, ""))
        if problems:
            raise DiagnosticError(problems)

    def _left_over(self, op: Operation, why: str) -> Diagnostic:
        found = error(f"failed to legalize operation '{op.name}'{why}", op.where)
        reason = self.reasons.get(op)
        if reason:
            found.hint(f"{self.lowerings.name}: {reason}")
        elif type(op) not in self.lowerings.table:
            found.hint(f"{self.lowerings.name} has no lowering for it")
        return found

"""The greedy driver: erases what is dead, folds, and applies patterns until nothing changes, in
upstream's order."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from reprlib import repr as shortened

from mlirlite.ir.block import Block
from mlirlite.ir.crash import crash, mistake
from mlirlite.ir.insertion import detached
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import GraphRegion
from mlirlite.ir.values import Value
from mlirlite.rewriting.debug_counter import FOLD, REWRITE, active_counters
from mlirlite.rewriting.effects import Effects, droppable
from mlirlite.rewriting.folding import (
    ConstantPool,
    can_fold,
    fold_results,
    is_constant,
    materialize,
)
from mlirlite.rewriting.pattern import Pattern, PatternSet
from mlirlite.rewriting.pattern_index import PatternIndex
from mlirlite.rewriting.regions import erase_unreachable_blocks, simplify_regions
from mlirlite.rewriting.rewriter import Listener, Rewriter
from mlirlite.rewriting.trace import TraceSink, active_trace
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.mistakes import written_at

Candidates = Callable[[Operation], tuple[Pattern, ...]]

_REMEMBERED = 64
_DEEP_ENOUGH = 1000


def apply_patterns_greedily(
    root: Operation,
    patterns: PatternSet | Iterable[Pattern],
    *,
    fold: bool = True,
    max_iterations: int | None = 10,
    max_rewrites: int | None = None,
    must_converge: bool = False,
    top_down: bool = True,
    cse_constants: bool = True,
    simplify: bool = True,
    count: Callable[[str, int], None] | None = None,
) -> bool:
    """Rewrite everything inside an op; True when anything changed.

    Each iteration visits all ops (`top_down` or bottom-up) and then repeatedly those that a change
    may affect: it erases dead ones, folds, and tries patterns, with at most `max_rewrites`
    rewrites. It ends when an iteration changes nothing, or after `max_iterations` (None: no limit),
    which is an error with `must_converge`. `simplify` removes unreachable blocks and dead values.
    `count` receives how often each pattern applied, by name, and "(fold)" and "(dead)".

    DiagnosticError when patterns undo each other without end, naming them, and when a pattern or
    fold crashes.
    """
    chosen = patterns if isinstance(patterns, PatternSet) else PatternSet(patterns)
    driver = _Driver(root, chosen, fold=fold, top_down=top_down, cse_constants=cse_constants)
    try:
        with detached():
            return driver.run(max_iterations, max_rewrites, must_converge, simplify)
    finally:
        if count is not None:
            driver.report(count)


class _Driver(Listener):
    """The worklist of one run: a stack without duplicates, kept as a dict."""

    def __init__(
        self,
        root: Operation,
        patterns: PatternSet,
        *,
        fold: bool,
        top_down: bool,
        cse_constants: bool,
    ) -> None:
        self.root = root
        self.patterns = patterns
        self.fold = fold
        self.top_down = top_down
        self.cse_constants = cse_constants and fold
        self.rewrites_left = -1
        self.counts: Counter[str] = Counter()
        self.erasures = self.folds = self.rewrites = 0
        self.rw = Rewriter(Block(), listener=self)
        self.worklist: dict[Operation, None] = {}
        self.unused: dict[Operation, None] = {}
        """Ops that in-place changes left without uses: they are erased at the end of the iteration,
        as upstream, so that patterns which count users see them until then."""
        self.effects = Effects()
        self.known: set[Operation] = set()
        self.has_graphs = False
        """True when values may form cycles: then dead ones are not found one by one."""
        self.trace: TraceSink | None = active_trace()
        self.counters = active_counters()
        self.values: Sequence[Value | None] = ()
        """What replaced the last op."""
        self.obstacle = ""
        """Why a fold of the last op, which gave a constant, could not be used."""
        self.fresh: list[Operation] = []
        self.depth: dict[Operation, int] = {}
        """How many rewrites led to an op that patterns made or changed; it grows without end only
        in an endless loop."""
        self.deepest = 0
        self.recent: deque[tuple[str, Operation]] = deque(maxlen=_REMEMBERED)
        self.by_name: dict[str, tuple[str, object]] = {}
        """Of patterns and folds that applied: what they do, and whose code that is."""

    def run(
        self,
        max_iterations: int | None,
        max_rewrites: int | None,
        must_converge: bool,
        simplify: bool,
    ) -> bool:
        """Iterate until nothing changes or a limit is reached; True when anything changed."""
        changed = False
        iterations = 0
        while max_iterations is None or iterations < max_iterations:
            iterations += 1
            self.rewrites_left = -1 if max_rewrites is None else max_rewrites
            self.fill()
            # Patterns may loop where values use themselves, as dead blocks allow.
            again = self.has_graphs and erase_unreachable_blocks(self.root.regions, self.rw)
            again = self.drain() or again
            if simplify and self.has_graphs:
                again = simplify_regions(self.root.regions, self.rw) or again
            if not again:
                return changed
            changed = True
        if must_converge:
            raise self._not_converged(iterations)
        return changed

    # What changes affect

    def inserted(self, op: Operation) -> None:
        self.worklist.setdefault(op)
        self.fresh.append(op)
        if op._regions:
            self.has_graphs = True
            for nested in _new_inside(op, self.known):
                self.worklist.setdefault(nested)

    def moved(self, op: Operation) -> None:
        self.worklist.setdefault(op)

    def modified(self, op: Operation) -> None:
        self.worklist.setdefault(op)

    def released(self, values: Sequence[Value]) -> None:
        for value in values:
            definer = value.defining_op
            if definer is not None and not definer.has_uses:
                self.unused[definer] = None

    def replaced(self, op: Operation, values: Sequence[Value | None]) -> None:
        self.values = values

    def erased(self, op: Operation) -> None:
        if op._regions:
            removed = list(op.walk())
            for nested in reversed(removed):
                self._leaves(nested)
            for nested in removed:
                self.worklist.pop(nested, None)
        else:
            self._leaves(op)

    def _leaves(self, op: Operation) -> None:
        """Forget an op; its operands may be dead now."""
        worklist = self.worklist
        worklist.pop(op, None)
        self.unused.pop(op, None)
        self.depth.pop(op, None)
        for value in op._operands:
            definer = value.defining_op
            if (
                definer is not None
                and definer not in worklist
                and (value._users is op or _has_few_users(value, op))
            ):
                worklist[definer] = None

    # Iterations

    def fill(self) -> None:
        """Put all ops on the worklist; constants move to the top of their scope on the way."""
        worklist: dict[Operation, None] = {}
        self.worklist = worklist
        self.effects = Effects()
        self.has_graphs = False
        pool = ConstantPool(self.rw) if self.cse_constants else None
        count = 0
        for op in self.root.inside() if self.top_down else self.root.walk_post_order():
            if op is self.root:
                continue
            count += 1
            if pool is not None and is_constant(op) and not pool.add(op):
                continue
            worklist.setdefault(op)
            if op._regions and not self.has_graphs:
                self.has_graphs = _may_have_cycles(op)
        self.has_graphs = self.has_graphs or _may_have_cycles(self.root)
        self.known = set(worklist)
        self.patterns.prepare(dict.fromkeys(map(type, worklist)))
        if self.top_down:
            self.worklist = dict.fromkeys(reversed(worklist))
        self.fresh.clear()
        self.deepest = max(self.deepest, _DEEP_ENOUGH + 2 * count)

    def drain(self) -> bool:
        """Work until the list is empty; True when anything changed."""
        rw = self.rw
        worklist = self.worklist
        plans: dict[type, tuple[bool | None, bool, Candidates | None]] = {}
        before = self.erasures, self.folds, self.rewrites
        fold = self._fold if self.trace is None else self._traced_fold
        while worklist and self.rewrites_left:
            op = worklist.popitem()[0]
            if op._parent is None or op is self.root:
                continue
            cls = type(op)
            plan = plans.get(cls)
            if plan is None:
                folds = self.fold and can_fold(cls)
                plan = plans[cls] = droppable(cls), folds, self._candidates(cls)
            may_go, folds, patterns = plan
            if may_go is not False and not op.has_uses and (may_go or self._may_go(op)):
                rw.erase(op)
                self.erasures += 1
            elif folds and fold(op):
                self.folds += 1
            elif patterns is not None and (found := patterns(op)) and self._rewrite(op, found):
                self.rewrites += 1
                self.rewrites_left -= self.rewrites_left > 0
        self.sweep()
        return before != (self.erasures, self.folds, self.rewrites)

    def _candidates(self, cls: type[Operation]) -> Candidates | None:
        """A function that returns the patterns to try on an op of a class; None without patterns.
        With a trace it returns all of them, unless tries are counted: their numbers must be the
        same with and without it."""
        patterns = self.patterns.for_class(cls)
        if not patterns:
            return None
        if self.trace is not None and self.counters is None:
            return lambda op: patterns
        return PatternIndex(patterns).candidates

    def sweep(self) -> None:
        """Erase ops that in-place changes left without uses, and what only those used."""
        unused = self.unused
        while unused:
            op = unused.popitem()[0]
            may_go = droppable(type(op))
            if op._parent is None or op.has_uses or may_go is False:
                continue
            if may_go or self._may_go(op):
                operands = op._operands
                self.rw.erase(op)
                self.erasures += 1
                self.released(operands)

    def _may_go(self, op: Operation) -> bool:
        """True when an op whose results are not used can be erased."""
        if not self.effects.is_droppable(op):  # this may be outdated: the next iteration sees it
            return False
        return not op._regions or Effects().is_droppable(op)

    def _traced_fold(self, op: Operation) -> bool:
        trace = self.trace
        if trace is None:
            return self._fold(op)
        name = f"fold of {op.name}"
        before = trace.before(name, op)
        started = time.perf_counter()
        self.values, self.obstacle = (), ""
        folded = self._fold(op)
        seconds = time.perf_counter() - started
        if folded:
            trace.applied(name, op, before, list(self.fresh), self.values, seconds)
        elif self.obstacle:
            trace.failed(name, op, self.obstacle, seconds)
        return folded

    def _fold(self, op: Operation) -> bool:
        counters = self.counters
        if counters is not None and not counters.allows((REWRITE, FOLD), f"fold of {op.name}", op):
            return False
        operands = op._operands
        try:
            folded = fold_results(op)
        except DiagnosticError:
            raise
        except Exception as e:
            raise crash("fold", op, e, getattr(op, "fold", None)) from e
        if folded is None:
            return False
        rw = self.rw
        self.fresh.clear()
        if not folded:
            self._folded("changes the op in place", op)
            rw.notify_modified(op)
            if op._operands is not operands:
                self.released(operands)
            return True
        made: list[Operation] = []
        values: list[Value] = []
        for found, result in zip(folded, op._results, strict=True):
            if isinstance(found, Value):
                values.append(found)
                continue
            constant = materialize(op, found, result.type)
            if constant is None:
                if self.trace is not None:
                    self.obstacle = (
                        f"materialize_constant of the dialect '{op.dialect_name}' gives no op for "
                        f"a constant of type {result.type}"
                    )
                return False
            made.append(constant)
            values.append(constant._results[0])
        if made:
            rw.set_before(op)
            for constant in made:
                rw.insert(constant)
                if op in self.depth or not is_constant(constant):
                    self._folded(f"becomes {constant.name}", op)
        rw.replace(op, values)
        return True

    def _rewrite(self, op: Operation, patterns: Iterable[Pattern]) -> bool:
        rw, trace, counters = self.rw, self.trace, self.counters
        for pattern in patterns:
            name = pattern.name
            if counters is not None and not counters.allows((REWRITE, name), name, op):
                continue
            rw.set_before(op)
            rw.reason = ""
            before = rw.changes
            self.fresh.clear()
            self.values = ()
            depth = self.depth.get(op, 0)
            started, seen = (
                (time.perf_counter(), trace.before(pattern.name, op)) if trace else (0.0, None)
            )
            try:
                applied = pattern.function(op, rw)
            except DiagnosticError:
                raise
            except Exception as e:
                raise crash(f"pattern '{pattern.name}'", op, e, pattern.code) from e
            if applied is not True or rw.changes == before:
                applied = self._applies(pattern, op, applied, rw.changes - before)
            if trace:
                seconds = time.perf_counter() - started
                if applied:
                    trace.applied(name, op, seen, list(self.fresh), self.values, seconds)
                else:
                    reason = rw.reason
                    trace.failed(
                        pattern.name, op, reason if isinstance(reason, str) else reason(), seconds
                    )
            if applied:
                self._applied(pattern.name, pattern.equation, pattern.code, op, depth)
                self.counts[pattern.name] += 1
                return True
        return False

    def _applies(self, pattern: Pattern, op: Operation, said: object, changes: int) -> bool:
        """Whether a pattern applied that did not return True, or changed nothing. CrashError when
        what it did does not fit what it returned."""
        if said is False and not changes:
            return False
        if said is None:
            if not changes or op._parent is None or changes != len(self.fresh):
                return changes > 0
            problem = (
                "made ops, but returned None, and the op stays as it was: use rw.replace(op, …); "
                "if it is to stay, return True"
            )
        elif said is False:
            problem = (
                "said that it does not apply after it had changed the IR; check everything first, "
                "then change"
            )
        elif said is True:
            problem = (
                'returned True, but changed nothing by the rewriter: return rw.fail("why"), and '
                "make changes in place in `with rw.modify(op):`"
            )
        else:
            problem = (
                f"returned {shortened(said)}, expected True, False or None: a pattern replaces an "
                "op by rw.replace(op, …)"
            )
        raise mistake(f"pattern '{pattern.name}' {problem}", op, pattern.code)

    def report(self, count: Callable[[str, int], None]) -> None:
        """Report how often each kind of rewrite was done."""
        self.counts.update({"(fold)": self.folds, "(dead)": self.erasures})
        for name, times in self.counts.items():
            if times:
                count(name, times)

    # Loops

    def _folded(self, equation: str, op: Operation) -> None:
        self._applied(f"fold of {op.name}", equation, getattr(op, "fold", None), op)

    def _applied(
        self, name: str, equation: str, code: object, op: Operation, depth: int | None = None
    ) -> None:
        """Note a rewrite, and stop when a chain of rewrites does not end."""
        depth = (self.depth.get(op, 0) if depth is None else depth) + 1
        self.recent.append((name, op))
        self.by_name[name] = equation, code
        if op._parent is not None:
            self.depth[op] = depth
        for made in self.fresh:
            if made._parent is not None:
                self.depth[made] = depth
        if depth > self.deepest:
            raise self._loop(op, depth)

    def _loop(self, op: Operation, depth: int) -> DiagnosticError:
        counts = Counter(name for name, _ in self.recent)
        names = sorted(counts)
        quoted = " and ".join(f"'{n}'" for n in names)
        what = (
            f"pattern {quoted} applies to what it made"
            if len(names) == 1
            else f"patterns {quoted} undo each other"
        )
        found = error(f"{what}: stopped after {depth} rewrites in a row", op.where)
        for name in names:
            self._note(found, name)
        return DiagnosticError(found)

    def _not_converged(self, iterations: int) -> DiagnosticError:
        counts = Counter(name for name, _ in self.recent)
        found = error(f"patterns did not converge after {iterations} iterations", self.root.where)
        for name, times in counts.most_common():
            self._note(found, name, f" applied {times} times of the last {len(self.recent)}")
        return DiagnosticError(found)

    def _note(self, found: Diagnostic, name: str, often: str = "") -> None:
        """Say what a pattern or fold does, and where its author wrote it."""
        equation, code = self.by_name[name]
        found.note(f"'{name}'{often}: {equation}")
        place = written_at(code)
        if place is not None:
            found.hint("written here", place)


def _new_inside(op: Operation, known: set[Operation]) -> list[Operation]:
    """Ops nested in a new one that were not announced: they were built before it was inserted."""
    found: list[Operation] = [op]
    for one in found:
        for region in one._regions:
            for block in region:
                found += [child for child in block if child not in known]
    return found[1:]


def _has_few_users(value: Value, leaving: Operation) -> bool:
    """True when, once `leaving` is erased, at most one op uses the value: then its op may be dead,
    or worth another visit."""
    users = value._users
    if type(users) is not list and type(users) is not dict:
        return True
    other: Operation | None = None
    for user in users:
        if user is not leaving and user is not other:
            if other is not None:
                return False
            other = user
    return True


def _may_have_cycles(op: Operation) -> bool:
    """True for several blocks, and for graph regions whose ops have operands."""
    for region in op._regions:
        if region._first is not region._last:
            return True
    if not op._regions or (op.definition is not None and not op.has_trait(GraphRegion)):
        return False
    return any(child._operands for region in op._regions for block in region for child in block)

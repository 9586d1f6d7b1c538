"""--canonicalize: `%1 = arith.addi %x, %c0  -->  %x`, for all dialects in use."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from mlirlite.ir.block import Block
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.folding import dialect_of, import_part
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import CANONICAL, FOLDINGS, Pattern, PatternSet
from mlirlite.rewriting.regions import drop_redundant_arguments, merge_equal_blocks
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.rule import FOLDS

_DIALECTS = "mlirlite.dialects"


class RegionSimplify(Enum):
    """How much of the control flow is simplified."""

    DISABLED = "disabled"
    NORMAL = "normal"
    AGGRESSIVE = "aggressive"


@compiler_pass("canonicalize", each_function=True)
def canonicalize(
    op: Operation,
    state: PassState,
    *,
    max_iterations: int = 10,
    max_num_rewrites: int = -1,
    region_simplify: RegionSimplify = RegionSimplify.NORMAL,
    test_convergence: bool = False,
    top_down: bool = True,
    disable_patterns: list[str] = [],  # noqa: B006
    enable_patterns: list[str] = [],  # noqa: B006
) -> None:
    """Canonicalize operations.

    Folds, applies the canonicalization patterns of all dialects in use, moves constants to the top
    of their region and uniques them, erases dead ops and unreachable blocks.

    max_iterations: the most rounds over the IR, -1 for no limit
    max_num_rewrites: the most patterns applied in a round, -1 for no limit
    region_simplify: whether to remove unreachable blocks and dead block arguments; `aggressive`:
    also merge equal blocks test_convergence: fail when the limits are reached top_down: visit the
    ops from the top down disable_patterns: names of patterns that are left out enable_patterns:
    names of the only patterns that are applied
    """
    patterns = CanonicalPatterns(disable_patterns, enable_patterns)
    # MLIR differs: blocks that differ in outside values are not merged by adding arguments.
    while True:
        apply_patterns_greedily(
            op,
            patterns,
            max_iterations=None if max_iterations < 0 else max_iterations,
            max_rewrites=None if max_num_rewrites < 0 else max_num_rewrites,
            must_converge=test_convergence,
            top_down=top_down,
            simplify=region_simplify is not RegionSimplify.DISABLED,
            count=state.count,
        )
        if region_simplify is not RegionSimplify.AGGRESSIVE:
            return
        rw = Rewriter(Block())
        merged = merge_equal_blocks(op.regions, rw)
        if not drop_redundant_arguments(op.regions, rw) and not merged:
            return


class CanonicalPatterns(PatternSet):
    """The canonicalizations of op classes, looked up when a class first occurs: the
    `canonicalize.py` of a dialect's package is imported then."""

    def __init__(self, disabled: Iterable[str] = (), enabled: Iterable[str] = ()) -> None:
        super().__init__()
        self._disabled = set(disabled)
        self._enabled = set(enabled)
        self._seen: set[str] = set()
        self._modules: set[str] = set()

    def prepare(self, classes: Iterable[type[Operation]]) -> None:
        # A dialect's patterns may be for ops of another one, which may come first.
        for cls in classes:
            self._load(cls)

    def for_class(self, cls: type[Operation]) -> tuple[Pattern, ...]:
        found = self._found.get(cls)
        if found is None:
            self._load(cls)
            found = self._found[cls] = tuple(
                p
                for p in CANONICAL.for_class(cls)
                if p.name not in self._disabled
                and (not self._enabled or p.name in self._enabled)
                and self._occurs(p)
            )
        return found

    def _occurs(self, pattern: Pattern) -> bool:
        """False for patterns of a dialect that something else in this process has imported."""
        name = pattern.__module__.removeprefix(f"{_DIALECTS}.").partition(".")[0]
        module = f"{_DIALECTS}.{name}"
        known = pattern.__module__ == module or pattern.__module__.startswith(f"{module}.")
        return not known or name.startswith("_") or module in self._modules

    def _load(self, cls: type[Operation]) -> None:
        dialect = dialect_of(cls)
        if dialect is None or dialect.name in self._seen:
            return
        self._seen.add(dialect.name)
        self._modules.add(dialect.module)
        self._found.clear()
        import_part(dialect, "canonicalize")


def patterns_of(dialect: Dialect) -> tuple[list[Pattern], list[Pattern]]:
    """The folds of a dialect that are rules or patterns, and its canonicalizations."""
    for part in ("identities", "foldings", "canonicalize"):
        import_part(dialect, part)

    def owns(pattern: Pattern) -> bool:
        return f"{pattern.__module__}.".startswith(f"{dialect.module}.")

    folds: list[Pattern] = [r for rules in FOLDS.values() for r in rules if owns(r)]
    return [*folds, *filter(owns, FOLDINGS)], [*filter(owns, CANONICAL)]

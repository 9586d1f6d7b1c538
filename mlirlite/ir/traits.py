"""Traits: properties of ops that are declared by name, each with its check and what it implies for
result types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, cast

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import ShapedType, TensorType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.record import Record

if TYPE_CHECKING:
    from typing import Self

    from mlirlite.ir.operation import Operation


_known: dict[object, object] = {}


class Trait(Record):
    """Base of traits. A trait is an instance; those without parameters are module constants, and
    their classes do without a decorator, which would cost time at every start."""

    local: ClassVar[bool] = False
    """True when `verify` looks only at properties and the types of operands and results, so that
    what held for one op holds for others like it."""
    structural: ClassVar[bool] = False
    """True when `verify` looks at regions, blocks or the parent: it runs before properties and
    types are checked, as upstream's StructuralOpTrait."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """Equal traits are one object, since passes ask every op for traits."""
        key = cls, values, tuple(sorted(named.items()))
        try:
            found = _known.get(key)
            if found is None:
                found = _known[key] = super().__new__(cls)
        except TypeError:  # an argument without a hash
            found = super().__new__(cls)
        return cast("Self", found)

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    __hash__ = object.__hash__

    def verify(self, op: Operation) -> Diagnostic | None:
        """Check an op whose operands, results and properties satisfy their constraints."""
        return None

    def verify_regions(self, op: Operation) -> Diagnostic | None:
        """Check after the ops inside were verified."""
        return None

    def infer(self, op: Operation, types: list[Any]) -> None:
        """Fill in result types (None where unknown) that follow from the operands."""

    def same_type(self, one: str, other: str) -> bool:
        """True when operands of these names must have one type."""
        return False


class Marker(Trait):
    """A trait that is only a marker for passes and the verifier."""

    label: str


# Structure

Terminator = Marker("IsTerminator")
"""Ends a block."""
IsolatedFromAbove = Marker("IsolatedFromAbove")
"""The op's regions use no values from outside; passes may work on such ops one at a time."""
NoTerminator = Marker("NoTerminator")
"""The blocks of the op's regions need no terminator."""
GraphRegion = Marker("GraphRegion")
"""All regions of the op are graph regions: no dominance inside."""
SymbolTable = Marker("SymbolTable")
"""Holds symbols: ops directly inside the op are found by their names."""
AffineScope = Marker("AffineScope")
"""Values at the top of the op's regions are symbols of affine maps."""
HasDataLayout = Marker("DataLayoutOpInterface")
"""The op may declare a data layout for its contents."""
AutomaticAllocationScope = Marker("AutomaticAllocationScope")
"""What allocas inside the op allocate is freed at its end."""
ReturnLike = Marker("ReturnLike")
"""A terminator whose operands are the results of the op around it, or go to its next region."""

# Effects

NoMemoryEffect = Marker("NoMemoryEffect")
"""Neither reads nor changes memory."""
AlwaysSpeculatable = Marker("AlwaysSpeculatable")
"""May run where it would not have run: it never traps."""
RecursiveMemoryEffects = Marker("RecursiveMemoryEffects")
"""Has the memory effects of the ops in its regions, and its own if it states any."""
RecursivelySpeculatable = Marker("RecursivelySpeculatable")
"""May run where it would not have run if all ops in its regions may."""
Pure = Marker("Pure")
"""No memory effect and speculatable: may be moved, merged, removed."""

# Algebra

Commutative = Marker("Commutative")
"""The order of the operands does not matter: constants go to the end."""
Idempotent = Marker("Idempotent")
"""f(f(x)) is f(x), and f(x, x) is x."""
Involution = Marker("Involution")
"""f(f(x)) is x."""
ConstantLike = Marker("ConstantLike")
"""No operands, one result, and a property `value` that holds the constant."""

# Stored sizes: implied by the fields, named as upstream names them

AttrSizedOperandSegments = Marker("AttrSizedOperandSegments")
"""How many operands each field has is stored: implied by several fields of variable length."""
AttrSizedResultSegments = Marker("AttrSizedResultSegments")
"""How many results each field has is stored: implied by several fields of variable length."""


class SameVariadicOperandSize(Trait):
    """All variable-length operand fields have the same length, so no sizes are stored."""


class SameVariadicResultSize(Trait):
    """All variable-length result fields have the same length, so no sizes are stored."""


class NoRegionArgumentsTrait(Trait):
    """The entry blocks of the op's regions have no arguments."""

    structural = True

    def verify(self, op: Operation) -> Diagnostic | None:
        for i, region in enumerate(op.regions):
            if region.first is not None and region.first.args:
                which = f"region #{i}" if len(op.regions) > 1 else "region"
                return op.error(f"{which} should have no arguments")
        return None


NoRegionArguments = NoRegionArgumentsTrait()


class SymbolTrait(Trait):
    """The op may define a symbol, with its property `sym_name`."""

    def verify(self, op: Operation) -> Diagnostic | None:
        if op.properties.get("sym_name") is None:
            return None
        if op.results:
            return op.error("symbols must not have results")
        parent = op.parent_op
        if parent is None or parent.definition is None or parent.has_trait(SymbolTable):
            return None
        return op.error("symbol's parent must have the SymbolTable trait")


Symbol = SymbolTrait()


class SingleBlock(Trait):
    """Every region has exactly one block (or none)."""

    structural = True

    def verify(self, op: Operation) -> Diagnostic | None:
        for i, region in enumerate(op.regions):
            if not region.empty and not region.has_one_block:
                return op.error(f"expects region #{i} to have 0 or 1 blocks")
            if region.first is not None and region.first.empty and not op.has_trait(NoTerminator):
                return op.error("expects a non-empty block")
        return None


class SingleBlockImplicitTerminator(SingleBlock):
    """A single block that ends in an op of the named class; text may leave it out. `terminator` is
    a full op name."""

    terminator: str = ""

    def verify_regions(self, op: Operation) -> Diagnostic | None:
        for region in op.regions:
            last = region.first.last if region.first is not None else None
            if last is not None and last.name != self.terminator:
                return op.error(
                    f"expects regions to end with '{self.terminator}', found '{last.name}'"
                ).note(
                    f"in custom textual format, the absence of terminator implies "
                    f"'{self.terminator}'"
                )
        return None


class HasParent(Trait):
    """The op must be directly inside one of these ops."""

    structural = True
    parents: tuple[str, ...]

    def __init__(self, *parents: str) -> None:
        object.__setattr__(self, "parents", parents)

    def verify(self, op: Operation) -> Diagnostic | None:
        parent = op.parent_op
        if parent is not None and parent.name in self.parents:
            return None
        listed = ", ".join(self.parents)
        if len(self.parents) == 1:
            return op.error(f"expects parent op '{listed}'")
        return op.error(f"expects parent op to be one of '{listed}'")


def _types(op: Operation) -> list[Type]:
    return [v.type for v in op.operands] + [r.type for r in op.results]


def _missing(op: Operation, *, results: bool = True) -> Diagnostic | None:
    """Base of traits that compare types: they need an operand, and mostly a result."""
    if not op.operands:
        return op.error("expected 1 or more operands, but found 0")
    if results and not op.results:
        return op.error("expected 1 or more results")
    return None


class SameOperandsAndResultTypeTrait(Trait):
    """Every operand and result has the same type; as upstream, shapes need only be compatible."""

    local = True

    def same_type(self, one: str, other: str) -> bool:
        return True

    def verify(self, op: Operation) -> Diagnostic | None:
        first = op.results[0].type if op.results else None
        for type in _types(op):
            if type is first:
                continue
            if first is None:
                break
            if element_type_of(type) is not element_type_of(first) or not compatible_shapes(
                first, type
            ):
                return op.error("requires the same type for all operands and results")
            encoding = getattr(first, "encoding", None)
            if encoding is not None and getattr(type, "encoding", encoding) is not encoding:
                return op.error("requires the same encoding for all operands and results")
        return _missing(op)

    def infer(self, op: Operation, types: list[Any]) -> None:
        if op.operands:
            types[:] = [t or op.operands[0].type for t in types]


class InferredResultTrait(Trait):
    """What SameOperandsAndResultType means for an op with one result: it has the type of the first
    operand. As upstream, checked after the other traits."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        fields = [] if op.definition is None else op.definition.results
        if len(fields) != 1 or fields[0].fixed is None or not op.operands:
            return None
        inferred, given = op.operands[0].type, op.results[0].type
        if inferred is given:
            return None
        return op.error(
            f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation "
            f"'{given}'"
        ).then(f"'{op.name}' op failed to infer returned types")


class SameTypeOperandsTrait(Trait):
    """Every operand has the same type."""

    local = True

    def same_type(self, one: str, other: str) -> bool:
        return True

    def verify(self, op: Operation) -> Diagnostic | None:
        if any(v.type is not op.operands[0].type for v in op.operands):
            return op.error("requires all operands to have the same type")
        return None


class SameOperandsShapeTrait(Trait):
    """Operands have compatible shapes."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        if not _all_compatible([v.type for v in op.operands]):
            return op.error("requires the same shape for all operands")
        return _missing(op, results=False)


class SameOperandsAndResultShapeTrait(Trait):
    """Operands and results have compatible shapes."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        missing = _missing(op)
        if missing is not None:
            return missing
        if not _all_compatible(_types(op)):
            return op.error("requires the same shape for all operands and results")
        return None


class SameOperandsElementTypeTrait(Trait):
    """Operands have the same element type."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        types = [element_type_of(v.type) for v in op.operands]
        if any(t is not types[0] for t in types):
            return op.error("requires the same element type for all operands")
        return _missing(op, results=False)


class SameOperandsAndResultElementTypeTrait(Trait):
    """Operands and results have the same element type."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        missing = _missing(op)
        if missing is not None:
            return missing
        types = [element_type_of(t) for t in _types(op)]
        if any(t is not types[0] for t in types):
            return op.error("requires the same element type for all operands and results")
        return None


class ElementwiseTrait(Trait):
    """Maps scalars, vectors or tensors element by element; mixing in scalars is not allowed."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        results = [r.type for r in op.results if isinstance(r.type, (VectorType, TensorType))]
        operands = [v.type for v in op.operands if isinstance(v.type, (VectorType, TensorType))]
        if not operands:
            if results:
                return op.error(
                    "if a result is non-scalar, then at least one operand must be non-scalar"
                )
            return None
        if not results:
            return op.error(
                "if an operand is non-scalar, then there must be at least one non-scalar result"
            )
        if len(results) != len(op.results):
            return op.error("if an operand is non-scalar, then all results must be non-scalar")
        first = results[0]
        if any(
            type(t) is not type(first) or not compatible_shapes(first, t)
            for t in (*results, *operands)
        ):
            return op.error(
                "all non-scalar operands/results must have the same shape and base type"
            )
        return None


class PredicateTrait(Trait):
    """Base of upstream's PredOpTraits: what holds between operands, results and properties. Checked
    before the other traits."""

    local = True


class Predicate(PredicateTrait):
    """A test with the words that finish `failed to verify that …`."""

    summary: str
    test: Callable[[Any], bool]

    def verify(self, op: Operation) -> Diagnostic | None:
        return None if self.test(op) else op.error(f"failed to verify that {self.summary}")


class AllTypesMatch(PredicateTrait):
    """The named operands and results have one type (upstream: AllTypesMatch<["lhs", "rhs",
    "result"]>)."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def same_type(self, one: str, other: str) -> bool:
        return one in self.names and other in self.names

    def verify(self, op: Operation) -> Diagnostic | None:
        types = [_field(op, n).type for n in self.names]
        if any(t is not types[0] for t in types):
            listed = ", ".join(self.names)
            return op.error(f"failed to verify that all of {{{listed}}} have same type")
        return None

    def infer(self, op: Operation, types: list[Any]) -> None:
        fields = {f.name: f.group for f in op.definition.results}
        known = [_field(op, n).type for n in self.names if n not in fields]
        for name in self.names:
            if name in fields and known:
                types[fields[name]] = types[fields[name]] or known[0]


class TypesMatch(PredicateTrait):
    """The type of `target` is a function of the type of `source` (upstream: TypesMatchWith).
    `summary` says so: "result type matches element type of 'memref'"."""

    summary: str
    source: str
    target: str
    function: Callable[[Any], Any]

    def verify(self, op: Operation) -> Diagnostic | None:
        source, target = _field(op, self.source), _field(op, self.target)
        if source is None or target is None:
            return None
        expected = self.function(_type_of(source))
        actual = _type_of(target)
        if expected is not actual and expected != actual:
            return op.error(f"failed to verify that {self.summary}")
        return None

    def infer(self, op: Operation, types: list[Any]) -> None:
        results = {f.name: f.group for f in op.definition.results}
        if self.target in results and self.source not in results:
            source = _field(op, self.source)
            if source is not None:
                types[results[self.target]] = types[results[self.target]] or self.function(
                    _type_of(source)
                )


def _field(op: Operation, name: str) -> Any:
    """What an op has under a declared name. Python's is `next_` if operations have a `next`."""
    other = f"{name}_"
    return getattr(op, other if hasattr(op.__class__, other) else name)


def _type_of(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(v.type for v in value)
    return value.type


def compatible_shapes(a: Type, b: Type) -> bool:
    """True when both are scalars, or shapes whose static dimensions agree;
    unranked fits any."""
    if not isinstance(a, ShapedType) or not isinstance(b, ShapedType):
        return not isinstance(a, ShapedType) and not isinstance(b, ShapedType)
    if not a.has_rank or not b.has_rank:
        return True
    if (
        isinstance(a, VectorType)
        and isinstance(b, VectorType)
        and a.scalable_dims != b.scalable_dims
    ):
        return False
    return len(a.shape) == len(b.shape) and all(
        x == y or x < 0 or y < 0 for x, y in zip(a.shape, b.shape, strict=True)
    )


def _all_compatible(types: Sequence[Type]) -> bool:
    """Compares each pair of shapes: sizes opposite a dynamic one may differ from each other."""
    return all(compatible_shapes(a, b) for a, b in combinations(dict.fromkeys(types), 2))


SameOperandsAndResultType = SameOperandsAndResultTypeTrait()
InferredResult = InferredResultTrait()
SameTypeOperands = SameTypeOperandsTrait()
SameOperandsShape = SameOperandsShapeTrait()
SameOperandsElementType = SameOperandsElementTypeTrait()
SameOperandsAndResultShape = SameOperandsAndResultShapeTrait()
SameOperandsAndResultElementType = SameOperandsAndResultElementTypeTrait()
Elementwise = ElementwiseTrait()

"""The common part of ops of scripts: their effects on handles, and on the payload."""

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.ir.facts import facts, unchanged_ir
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import Trait
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.ir.operation import Operation


class Access(enum.Enum):
    """The effect of an op on the payload."""

    NONE = "none"
    READ = "read"
    WRITE = "write"


class StatedEffectsTrait(Trait):
    """The effects declare how each handle is used."""

    def verify(self, op: "Operation") -> Diagnostic | None:
        return None if op.regions else self._check(op)

    def verify_regions(self, op: "Operation") -> Diagnostic | None:
        return self._check(op)  # effects may be those of the ops inside

    def _check(self, op: "Operation") -> Diagnostic | None:
        if not isinstance(op, MemoryEffects):
            return error(f"'{op.name}' op does not state its memory effects", op.where)
        effects = effects_inside_out(op)
        touched = {e.value for e in effects}
        for i, operand in enumerate(op.operands):
            if operand not in touched:
                message = "TransformOpInterface requires memory effects on operands to be specified"
                found = error(message, op.where)
                return found.note(f"no effects specified for operand #{i}", op.where)
        made = {e.value for e in effects if e.kind is EffectKind.ALLOCATE}
        for i, result in enumerate(op.results):
            if result not in made:
                message = (
                    "TransformOpInterface requires 'allocate' memory effect to be specified for "
                    "results"
                )
                found = error(message, op.where)
                return found.note(f"no 'allocate' effect specified for result #{i}", op.where)
        return None


class TransformOp(MemoryEffects):
    """An op of a script: it reads handles and makes new ones.

    Subclasses declare its effect on the payload, and which handles it consumes: these may not be
    used after it."""

    __slots__ = ()
    payload: ClassVar[Access] = Access.NONE
    ordered_traits: ClassVar[tuple[Trait, ...]] = (StatedEffectsTrait(),)

    if TYPE_CHECKING:
        operands: tuple[Value, ...]
        results: tuple[OpResult, ...]

    def consumed(self) -> Sequence[Value]:
        """The operands that it consumes."""
        return ()

    def access(self) -> Access:
        """This op's effect on the payload."""
        return self.payload

    def effects(self) -> Sequence[Effect]:
        found = [Effect(EffectKind.READ, value) for value in self.operands]
        found += [Effect(EffectKind.FREE, value) for value in self.consumed()]
        for result in self.results:
            found += (Effect(EffectKind.ALLOCATE, result), Effect(EffectKind.WRITE, result))
        access = self.access()
        if access is not Access.NONE:
            found.append(Effect(EffectKind.READ))
        if access is Access.WRITE:
            found.append(Effect(EffectKind.WRITE))
        return found


class Reads(TransformOp):
    """Reads the payload."""

    __slots__ = ()
    payload = Access.READ


class Modifies(TransformOp):
    """Changes the payload; handles stay."""

    __slots__ = ()
    payload = Access.WRITE


class Replaces(Modifies):
    """Consumes its first operand."""

    __slots__ = ()

    def consumed(self) -> Sequence[Value]:
        return self.operands[:1]


class ReplacesAll(Modifies):
    """Consumes all its operands."""

    __slots__ = ()

    def consumed(self) -> Sequence[Value]:
        return self.operands


class Matcher(TransformOp):
    """May be used in a matcher: it succeeds or fails and changes nothing (upstream's
    MatchOpInterface)."""

    __slots__ = ()


class TopLevel(TransformOp):
    """A script may consist of it: its first region takes the payload's root."""

    __slots__ = ()


class PatternDescriptor:
    """Stands for rewrite patterns in transform.apply_patterns."""

    __slots__ = ()


class ConversionPatternDescriptor:
    """Stands for conversion patterns in transform.apply_conversion_patterns."""

    __slots__ = ()
    type_converter: ClassVar[str] = ""
    """The kind of type conversion that they need; empty for any."""


class TypeConverterBuilder:
    """Stands for a type conversion."""

    __slots__ = ()
    type_converter: ClassVar[str] = "TypeConverter"
    """Its kind."""


LLVM_TYPES = "LLVMTypeConverter"


def consumes(op: "Operation", value: Value) -> bool:
    """Whether the op consumes a handle; an op of another dialect may."""
    if not isinstance(op, MemoryEffects):
        return True
    return any(e.kind is EffectKind.FREE and e.value is value for e in effects_inside_out(op))


def effects_inside_out(op: MemoryEffects) -> Sequence[Effect]:
    """The effects of an op with effects. Those of an op may be those of the ops inside: these come
    first, and each only once as long as the IR does not change, however deep they are."""
    if not op.regions:
        return op.effects()
    with unchanged_ir():
        known: dict[Any, Sequence[Effect]] = facts("effects of scripts")
        if op not in known:
            nest: list[MemoryEffects] = [op]
            for outer in nest:
                nest += [
                    inner
                    for region in outer.regions
                    for block in region
                    for inner in block
                    if inner.regions and isinstance(inner, TransformOp) and inner not in known
                ]
            for inner in reversed(nest):
                known[inner] = inner.effects()
        return known[op]

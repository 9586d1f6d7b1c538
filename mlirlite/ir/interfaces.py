"""Interfaces: what passes ask of ops without knowing their dialects. An op implements one by
inheriting from it, and has the methods that are `@abstractmethod`: `load_plugin` checks that."""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.builder import Builder, EntryArguments
from mlirlite.ir.operation import Operation, OpInterface
from mlirlite.ir.traits import NoMemoryEffect, Pure, RecursiveMemoryEffects, ReturnLike

if TYPE_CHECKING:
    from mlirlite.ir.affine import AffineExpr
    from mlirlite.ir.attributes import SymbolRefAttr
    from mlirlite.ir.block import Block, Region
    from mlirlite.ir.types import FunctionType
    from mlirlite.ir.values import Value
    from mlirlite.support.diagnostics import Diagnostic


class EffectKind(enum.Enum):
    """What an op does to memory."""

    READ = "read"
    WRITE = "write"
    ALLOCATE = "allocate"
    FREE = "free"


class Effect(NamedTuple):
    """One effect, on the memory of a value, or on anything (None)."""

    kind: EffectKind
    value: Value | None = None


class MemoryEffects(OpInterface):
    """Declares what the op reads, writes, allocates and frees. An op with neither this nor an
    effect trait may do anything."""

    __slots__ = ()

    @abstractmethod
    def effects(self) -> Sequence[Effect]:
        """The effects; empty for none."""
        raise NotImplementedError


class AllocationOp(OpInterface):
    """An op that allocates buffers (by its effects) that have to be freed."""

    __slots__ = ()

    @abstractmethod
    def build_dealloc(self, value: Value) -> Operation:
        """A detached op that frees one of them."""
        raise NotImplementedError


class GivesAddress(OpInterface):
    """Returns the address of a buffer as a number, whose uses cannot be followed."""

    __slots__ = ()


class PromotableAllocation(OpInterface):
    """Allocates memory that can be promoted to values when all its uses are slot accesses."""

    __slots__ = ()

    @abstractmethod
    def promotable_slot(self) -> Type | None:
        """The type of the single element that the only result points to; None when there are
        more."""
        raise NotImplementedError

    @abstractmethod
    def default_value(self, type: Type) -> Operation:
        """A detached op that makes the value of loads before the first store."""
        raise NotImplementedError


class SlotAccess(OpInterface):
    """Loads from a slot, or stores to it."""

    __slots__ = ()

    @abstractmethod
    def may_promote(self, slot: Value, type: Type) -> bool:
        """True when the op uses the slot only to hold a value of this type, in a way that can be
        done with the value itself."""
        raise NotImplementedError

    @abstractmethod
    def reads_slot(self, slot: Value, type: Type) -> bool:
        """True when what the slot holds before the op matters."""
        raise NotImplementedError

    @abstractmethod
    def writes_slot(self, slot: Value) -> bool:
        """True when the slot holds another value after the op."""
        raise NotImplementedError

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        """The value that the slot holds after the op, made before it; `current` gives the value it
        held."""
        raise NotImplementedError

    def take_value(self, slot: Value, current: Callable[[], Value], b: Builder) -> None:
        """Use the slot's value instead of loading it."""


class SlotUser(OpInterface):
    """Describes a slot, or makes another pointer to it, which has no meaning for a value."""

    __slots__ = ()

    def goes_with_slot(self) -> bool:
        """True when the op is not needed once the slot is a value, and nothing else needs its
        results."""
        return True

    def drop_slot(self, b: Builder) -> None:
        """Erase the op, or what it says about the slot."""
        self.erase()


class SlotWatcher(SlotUser):
    """Is told what a slot holds, for a debugger."""

    __slots__ = ()

    @abstractmethod
    def slot_set(self, value: Value, b: Builder) -> None:
        """Record that the slot holds this value from here on."""
        raise NotImplementedError


class BranchOp(OpInterface):
    """A terminator that passes operands to its successors' arguments."""

    __slots__ = ()

    @abstractmethod
    def successor_operand_range(self, index: int) -> range:
        """Indices among the op's operands that go to the arguments of successor `index`."""
        raise NotImplementedError

    def successor_for(self, constants: Sequence[Attribute | None]) -> Block | None:
        """The successor that is taken when these operands are constant; None: not known."""
        return None


class RegionBranchOp(OpInterface):
    """An op that runs its regions and passes values in and out (scf.if, scf.for)."""

    __slots__ = ()

    @abstractmethod
    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        """Where control goes from the op itself (None given) or from a region's terminator:
        regions, or None for the op's end."""
        raise NotImplementedError

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        """Operands of the op that are passed to the region, or straight to the results (None)."""
        return ()

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[Region | None]:
        """`region_successors(None)` when these operands are constant."""
        return self.region_successors(None)

    def runs_at_most_once(self, constants: Sequence[Attribute | None]) -> Sequence[bool]:
        """For each region, whether it certainly runs at most once, when these operands are
        constant."""
        return [False] * len(self.regions)

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        """The arguments of the region, or the op's results (None), that receive what is passed
        along an edge to it."""
        if region is None:
            return self.results
        return region.first.args if region.first is not None else ()


class RegionBranchTerminator(OpInterface):
    """A terminator that does not pass all its operands to the next region (scf.condition). Those
    that do have the trait ReturnLike."""

    __slots__ = ()

    @abstractmethod
    def forwarded_operands(self, region: Region | None) -> Sequence[Value]:
        """Operands that are passed to the region, or to the results of the parent (None)."""
        raise NotImplementedError

    def successors_for(
        self, constants: Sequence[Attribute | None]
    ) -> Sequence[Region | None] | None:
        """Where control goes when these operands are constant, as `region_successors` of the
        parent; None: what that says."""
        return None


class ConditionallySpeculatable(OpInterface):
    """An op that can be speculated depending on its operands or attributes (a division by a
    constant other than zero)."""

    __slots__ = ()

    @abstractmethod
    def is_speculatable(self) -> bool:
        """True when it can neither trap nor have an effect, its regions aside."""
        raise NotImplementedError


class LoopLike(OpInterface):
    """A loop."""

    __slots__ = ()

    @abstractmethod
    def loop_regions(self) -> Sequence[Region]:
        """The regions that run repeatedly."""
        raise NotImplementedError

    def carried_operands(self) -> Sequence[int]:
        """Indices of the operands that are the first values of the last arguments of its only
        region. What the terminator passes are the next values, and at the end the op's results.
        Empty for a loop that carries values in another way or none."""
        return ()

    def is_defined_outside(self, value: Value) -> bool:
        """True when the value is defined outside the loop's regions."""
        block = value.parent_block
        region = block.parent if block is not None else None
        return not any(r.is_ancestor(region) for r in self.loop_regions())


class CallOp(OpInterface):
    """A call of a symbol or of a value."""

    __slots__ = ()

    @abstractmethod
    def callee_symbol(self) -> SymbolRefAttr | None:
        """The called symbol, None for an indirect call."""
        raise NotImplementedError

    @abstractmethod
    def call_arguments(self) -> Sequence[Value]:
        """The operands that are passed."""
        raise NotImplementedError


class InliningCall(OpInterface):
    """A call that takes part in its own inlining."""

    __slots__ = ()

    def may_inline(self, callee: Operation) -> bool:
        """Whether the function may be inlined."""
        return True

    def inlined_argument(self, callee: Operation, index: int, value: Value, b: Builder) -> Value:
        """The value for an argument in the inlined body; the builder is before the call."""
        return value

    def inlined(
        self, callee: Operation, arguments: Sequence[Value], blocks: Sequence[Block]
    ) -> None:
        """Adapt the copy of the body, which still ends in returns and is in no region, before it
        replaces the call."""


class InlinableReturn(OpInterface):
    """Ends a function; where the function's blocks are inlined it can become a branch."""

    __slots__ = ()

    @abstractmethod
    def branch_to(self, block: Block, values: Sequence[Value]) -> Operation:
        """A detached branch to a block, with values for its arguments."""
        raise NotImplementedError


class DestinationStyle(OpInterface):
    """An op with destination operands: tensors that become its results, or buffers that it writes
    to."""

    __slots__ = ()

    @abstractmethod
    def destination_operands(self) -> Sequence[int]:
        """Indices of these operands, one for each result if there are results."""
        raise NotImplementedError


class IndexExpression(OpInterface):
    """An op whose result of type index is an affine expression of its operands."""

    __slots__ = ()

    @abstractmethod
    def index_expr(self) -> AffineExpr | None:
        """The expression, where dimension i is operand i; None when it is not affine."""
        raise NotImplementedError


class Box(NamedTuple):
    """A part of a tensor: an offset, a size and a stride along each dimension, as numbers or values
    of type index."""

    offsets: Sequence[int | Value]
    sizes: Sequence[int | Value]
    strides: Sequence[int | Value]
    form: object = None
    """What else determines which element of the tensor an element of the part is. Equal for two
    accesses only if both see a box in the same way."""


class SubsetOp(OpInterface):
    """Extracts a box from a tensor, or inserts a box into a tensor; the only result is the box or
    the new tensor."""

    __slots__ = ()

    @abstractmethod
    def subset_whole(self) -> int:
        """Index of the operand that is the tensor."""
        raise NotImplementedError

    def subset_part(self) -> int | None:
        """Index of the operand that is inserted; None for an extraction."""
        return None

    @abstractmethod
    def subset_box(self) -> Box:
        """Which part it is."""
        raise NotImplementedError


class FunctionLike(EntryArguments):
    """A function: a symbol with a type and a body. Implementers have the properties `sym_name`,
    `function_type`, `arg_attrs`, `res_attrs`, and a first region whose entry block has the
    arguments."""

    __slots__ = ()

    @property
    def body(self) -> Region:
        """The body; empty for a declaration."""
        return self.regions[0]

    @property
    def is_declaration(self) -> bool:
        """True without a body."""
        return self.regions[0].empty

    @abstractmethod
    def signature(self) -> FunctionType:
        """Argument and result types as a function type."""
        raise NotImplementedError

    def entry_arguments(self, region: Region) -> Sequence[Type]:
        return self.signature().inputs


class SymbolUser(OpInterface):
    """An op that refers to symbols and checks them once the whole module exists."""

    __slots__ = ()

    @abstractmethod
    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        """Check the references; `tables.lookup(op, reference)` finds the nearest symbol or None."""
        raise NotImplementedError


class SymbolUserAttr(Attribute):
    """Base of discardable attributes that refer to symbols and check them on each op that has
    them."""

    @abstractmethod
    def verify_symbol_uses(self, op: Operation, tables: Any) -> Diagnostic | None:
        """As `SymbolUser.verify_symbol_uses`, for this attribute on an op."""
        raise NotImplementedError


def _type_names(values: Sequence[Value]) -> Sequence[str]:
    names = [type(v.type).value_name for v in values]
    return names if all(names) else ()


class AsmNames(OpInterface):
    """Suggests names of values for printing; by default those of the types, where all of them have
    one."""

    __slots__ = ()

    def result_names(self) -> Sequence[str]:
        """A name for each result or for a pack of results; "" for none."""
        return _type_names(self.results)

    def block_argument_names(self, block: Block) -> Sequence[str]:
        """A name for each argument of a block of the op's regions; "" for none."""
        return _type_names(block.args)


class InferShape(OpInterface):
    """Infers result types from operand types and constants that may be more precise than the
    written ones."""

    __slots__ = ()

    @abstractmethod
    def infer_shapes(self) -> Sequence[Type]:
        """One type for each result, as precise as known. ValueError, with a message, when the
        operands contradict each other."""
        raise NotImplementedError

    def infer_argument_types(self) -> Sequence[tuple[Value, Type]]:
        """Arguments of the op's regions with the types that the operands imply, where they do."""
        return ()

    def infer_operand_types(self) -> Sequence[tuple[Value, Type]]:
        """Operands with the types that the results imply, where they do."""
        return ()

    def dim_sources(self, index: int) -> Sequence[tuple[Value, int]]:
        """Values and their dimensions: where all of these have one size, the dimension `index` of
        the first result has it too. Empty when nothing is known."""
        return ()


def effects_of(op: Operation) -> Sequence[Effect] | None:
    """The op's memory effects, and its regions' where they count; None when anything may happen.
    A pass that asks for every op uses `rewriting.effects`, which caches."""
    found: list[Effect] = []
    todo = [op]
    while todo:
        op = todo.pop()
        recursive = op.has_trait(RecursiveMemoryEffects)
        if isinstance(op, MemoryEffects):
            found += op.effects()
        elif not (recursive or op.has_trait(Pure) or op.has_trait(NoMemoryEffect)):
            return None
        if recursive:
            todo += [child for region in op.regions for block in region for child in block]
    return found


def passed_on(terminator: Operation, target: Region | None) -> Sequence[Value] | None:
    """What the terminator of a region passes to a region, or to the results of the op around it
    (None); None when it is unknown what it passes."""
    if isinstance(terminator, RegionBranchTerminator):
        return terminator.forwarded_operands(target)
    return terminator.operands if terminator.has_trait(ReturnLike) else None


def is_memory_effect_free(op: Operation) -> bool:
    """True when the op, with its contents, neither reads nor changes memory."""
    effects = effects_of(op)
    return effects is not None and not effects

"""affine ops that access buffers at indices that are affine maps of loop counters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.affine._scope import (
    affine_scope,
    is_valid_dim,
    is_valid_symbol,
    verify_subscripts,
)
from mlirlite.dialects.memref.memory import rank_of
from mlirlite.dialects.memref.prefetch import (
    PREFETCH_HINTS,
    Locality,
    parse_prefetch_hints,
    print_prefetch_hints,
)
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.constraints import AnyMemRef, AnyType, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import TypesMatch
from mlirlite.ir.types import INDEX, MemRefType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

NonZeroRankVector = Annotated[
    VectorType,
    Constraint("vector of any type values", lambda t: isinstance(t, VectorType) and bool(t.shape)),
]


IDENTITY: Any = lambda op: AffineMap.identity(len(op.index_operands))  # noqa: E731
"""The default map of a new access: the indices themselves."""


class _AccessOp(Op, MemoryEffects):
    """An access of `memref[map(indices)]`."""

    kind = EffectKind.READ

    @property
    def affine_map(self) -> AffineMap:
        """The map from the indices to the subscripts."""
        attribute: Any = self.properties["map"]
        found: AffineMap = attribute.map
        return found

    @property
    def memref_operand(self) -> Value:
        """The buffer."""
        return self.operands[0]

    @property
    def index_operands(self) -> tuple[Value, ...]:
        """The operands of the map."""
        return self.operands[1:]

    def effects(self) -> Sequence[Effect]:
        return (Effect(self.kind, self.memref_operand),)

    def print_access(self, p: "Printer") -> None:
        """` %m[…] {…} : type`."""
        p.value(self.memref_operand)
        p.text("[")
        p.affine_map_of_ssa_ids(self.affine_map, self.index_operands)
        p.text("]")
        p.attr_dict(self, ("map",))
        p.text(" : ")
        p.type(self.memref_operand.type)

    def verify_op(self) -> Diagnostic | None:
        rank = rank_of(self.memref_operand.type)
        return verify_subscripts(self, self.index_operands, self.affine_map, rank)


def parse_access(p: "OpParser", state: "OpState") -> tuple[Any, list[Any], MemRefType]:
    """`%m[…] {…} : memref type`; the map goes into the properties."""
    memref = p.operand()
    state.properties["map"], indices = p.affine_map_of_ssa_ids()
    p.op_attr_dict(state)
    p.expect(":")
    return memref, indices, p.type_of(MemRefType)


class LoadOp(
    _AccessOp,
    name="affine.load",
    traits=(
        TypesMatch(
            "result type matches element type of 'memref'", "memref", "result", element_type_of
        ),
    ),
):
    """Reads the element at affine subscripts.

    ```mlir
    %0 = affine.load %m[%i + 3, symbol(%n)] : memref<100x100xf32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    map: Prop[AffineMapAttr] = IDENTITY
    result: Result[AnyType]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref, indices, type = parse_access(p, state)
        state.operands = [p.resolve(memref, type), *p.resolve_all(indices, INDEX)]
        state.result_types = [type.element_type]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        self.print_access(p)


class VectorLoadOp(_AccessOp, name="affine.vector_load"):
    """Reads neighboring elements, beginning at affine subscripts.

    ```mlir
    %0 = affine.vector_load %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    map: Prop[AffineMapAttr] = IDENTITY
    result: Result[NonZeroRankVector]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref, indices, type = parse_access(p, state)
        p.expect(",")
        state.result_types = [p.type_of(VectorType)]
        state.operands = [p.resolve(memref, type), *p.resolve_all(indices, INDEX)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        self.print_access(p)
        p.text(", ")
        p.type(self.result.type)

    def verify_op(self) -> Diagnostic | None:
        return super().verify_op() or _same_elements(self, self.operands[0], self.results[0])


def _same_elements(op: Op, memref: Value, vector: Value) -> Diagnostic | None:
    if element_type_of(memref.type) is not element_type_of(vector.type):
        return op.error("requires memref and vector types of the same elemental type")
    return None


class _WriteOp(_AccessOp):
    kind = EffectKind.WRITE

    @property
    def memref_operand(self) -> Value:
        return self.operands[1]

    @property
    def index_operands(self) -> tuple[Value, ...]:
        return self.operands[2:]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        p.text(", ")
        self.print_access(p)


class StoreOp(
    _WriteOp,
    name="affine.store",
):
    """Writes the element at affine subscripts.

    ```mlir
    affine.store %v, %m[%i + 3, %j] : memref<100x100xf32>
    ```
    """

    value: Operand[AnyType]
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    map: Prop[AffineMapAttr] = IDENTITY

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        value = p.operand()
        p.expect(",")
        memref, indices, type = parse_access(p, state)
        state.operands = [
            p.resolve(value, type.element_type),
            p.resolve(memref, type),
            *p.resolve_all(indices, INDEX),
        ]

    def verify_op(self) -> Diagnostic | None:
        if self.value.type is not element_type_of(self.memref.type):
            return self.error("value to store must have the same type as memref element type")
        return super().verify_op()


class VectorStoreOp(_WriteOp, name="affine.vector_store"):
    """Writes neighboring elements, beginning at affine subscripts.

    ```mlir
    affine.vector_store %v, %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
    ```
    """

    value: Operand[NonZeroRankVector]
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    map: Prop[AffineMapAttr] = IDENTITY

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        value = p.operand()
        p.expect(",")
        memref, indices, type = parse_access(p, state)
        p.expect(",")
        state.operands = [
            p.resolve(value, p.type_of(VectorType)),
            p.resolve(memref, type),
            *p.resolve_all(indices, INDEX),
        ]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        super().print(p)
        p.text(", ")
        p.type(self.operands[0].type)

    def verify_op(self) -> Diagnostic | None:
        return super().verify_op() or _same_elements(self, self.operands[1], self.operands[0])


class PrefetchOp(_AccessOp, name="affine.prefetch"):
    """A hint that the element at affine subscripts will be read or written soon.

    ```mlir
    affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<400x400xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    isWrite: Prop[bool]
    localityHint: Prop[Locality]
    isDataCache: Prop[bool]
    map: Prop[AffineMapAttr] = IDENTITY

    def effects(self) -> Sequence[Effect]:
        memref = self.operands[0]
        return Effect(EffectKind.READ, memref), Effect(EffectKind.WRITE, memref)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        state.properties["map"], indices = p.affine_map_of_ssa_ids()
        parse_prefetch_hints(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        state.operands = [p.resolve(memref, p.type()), *p.resolve_all(indices, INDEX)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text("[")
        p.affine_map_of_ssa_ids(self.affine_map, self.indices)
        p.text("]")
        print_prefetch_hints(p, self)
        p.attr_dict(self, ("map", *PREFETCH_HINTS))
        p.text(" : ")
        p.type(self.memref.type)

    def verify_op(self) -> Diagnostic | None:
        rank = rank_of(self.operands[0].type)
        return verify_subscripts(
            self, self.index_operands, self.affine_map, rank, "affine.prefetch "
        )


# DMA. Upstream defines these two without ODS: their maps are discardable attributes.


def _map(op: Op, name: str) -> AffineMap:
    found: Attribute | None = op.attributes.get(name)
    return found.map if isinstance(found, AffineMapAttr) else AffineMap(0, 0, ())


def _are_indices(op: Op, values: Sequence[Value]) -> bool:
    """Whether each value may be used in an affine subscript."""
    scope = affine_scope(op)
    return all(is_valid_dim(v, scope) or is_valid_symbol(v, scope) for v in values)


class DmaStartOp(Op, MemoryEffects, name="affine.dma_start"):
    """Begins to copy elements between memory spaces; a tag tells when they have arrived.

    ```mlir
    affine.dma_start %src[%i + 3], %dst[%j], %tag[%k], %size
      : memref<100xf32>, memref<2xf32, 2>, memref<1xi32>
    ```
    """

    operands_: VarOperand[AnyType]

    @property
    def groups(self) -> list[tuple[Value, AffineMap, Sequence[Value]]]:
        """Source, target and tag, each with the map of its subscripts and the map's operands."""
        rest = list(self.operands)
        found: list[tuple[Value, AffineMap, Sequence[Value]]] = []
        for name in ("src_map", "dst_map", "tag_map"):
            map = _map(self, name)
            found.append((rest[0], map, rest[1 : 1 + map.num_inputs]))
            rest = rest[1 + map.num_inputs :]
        return found

    @property
    def sizes(self) -> Sequence[Value]:
        """The number of elements; then, if they are given, the stride and the elements in each
        stride."""
        used = sum(1 + map.num_inputs for _, map, _ in self.groups)
        return self.operands[used:]

    def effects(self) -> Sequence[Effect]:
        source, target, tag = (memref for memref, _, _ in self.groups)
        return (
            Effect(EffectKind.READ, source),
            Effect(EffectKind.WRITE, target),
            Effect(EffectKind.READ, tag),
        )

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        places = []
        for name in ("src_map", "dst_map", "tag_map"):
            memref = p.operand()
            state.attributes[name], indices = p.affine_map_of_ssa_ids()
            places.append((memref, indices))
            p.expect(",")
        sizes = [p.operand()]
        while p.accept(",") and not p.text.startswith(":", p.pos):  # a comma may be last
            sizes.append(p.operand())
        if len(sizes) not in (1, 3):
            raise p.error("expected two stride related operands", state.location)
        p.op_attr_dict(state)
        p.expect(":")
        types = p.type_list()
        if len(types) != 3:
            raise p.error("expected three types", state.location)
        for (memref, indices), type in zip(places, types, strict=True):
            state.operands += (p.resolve(memref, type), *p.resolve_all(indices, INDEX))
        state.operands += p.resolve_all(sizes, INDEX)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        groups = self.groups
        for i, (memref, map, indices) in enumerate(groups):
            p.text(", " if i else " ")
            p.value(memref)
            p.text("[")
            p.affine_map_of_ssa_ids(map, indices)
            p.text("]")
        p.text(", ")
        p.values(self.sizes)
        p.attr_dict(self, ("src_map", "dst_map", "tag_map"))
        p.text(" : ")
        p.types([memref.type for memref, _, _ in groups])

    def verify_op(self) -> Diagnostic | None:
        for name in ("src_map", "dst_map", "tag_map"):
            if not isinstance(self.attributes.get(name), AffineMapAttr):
                return self.error(f"requires attribute '{name}'")
        if len(self.operands) < 3 + sum(
            _map(self, n).num_inputs for n in ("src_map", "dst_map", "tag_map")
        ):
            return self.error("incorrect number of operands")
        for name, (memref, map, indices) in zip(
            ("source", "destination", "tag"), self.groups, strict=True
        ):
            if not isinstance(memref.type, MemRefType):
                return self.error(f"expected DMA {name} to be of memref type")
            if not _are_indices(self, indices):
                short = {"source": "src", "destination": "dst"}.get(name, name)
                return self.error(f"{short} index must be a valid dimension or symbol identifier")
            found = verify_subscripts(self, indices, map, memref.type.rank)
            if found is not None:
                return found
        if len(self.sizes) not in (1, 3):
            return self.error("incorrect number of operands")
        return None


class DmaWaitOp(Op, name="affine.dma_wait"):
    """Waits for the transfer of a tag.

    ```mlir
    affine.dma_wait %tag[%k], %size : memref<1xi32>
    ```
    """

    operands_: VarOperand[AnyType]

    @property
    def affine_map(self) -> AffineMap:
        """The map of the tag's subscripts."""
        return _map(self, "tag_map")

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        state.attributes["tag_map"], indices = p.affine_map_of_ssa_ids()
        p.expect(",")
        size = p.operand()
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, MemRefType):
            raise p.error("expected tag to be of memref type", where)
        state.operands = [
            p.resolve(memref, type),
            *p.resolve_all(indices, INDEX),
            p.resolve(size, INDEX),
        ]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        p.text("[")
        p.affine_map_of_ssa_ids(self.affine_map, self.operands[1:-1])
        p.text("], ")
        p.value(self.operands[-1])
        p.attr_dict(self, ("tag_map",))
        p.text(" : ")
        p.type(self.operands[0].type)

    def verify_op(self) -> Diagnostic | None:
        if not self.operands or not isinstance(self.operands[0].type, MemRefType):
            return self.error("expected DMA tag to be of memref type")
        rank = self.operands[0].type.rank
        if not _are_indices(self, self.operands[1:-1]):
            return self.error("index must be a valid dimension or symbol identifier")
        return verify_subscripts(self, self.operands[1:-1], self.affine_map, rank)

"""Attributes of the LLVM dialect: linkage, fastmath, loop annotations, alias scopes …"""

from typing import Any, ClassVar

from mlirlite.dialects._pointers import NumberedSpace
from mlirlite.dialects.llvm._struct import StructAttr as StructAttr
from mlirlite.dialects.llvm.enums import (
    CConv,
    FastmathFlags,
    FramePointerKind,
    Linkage,
    ModFlagBehavior,
    ModRefInfo,
    TailCallKind,
    UWTableKind,
)
from mlirlite.dialects.llvm.metadata import check_flag
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, EnumAttr, StringAttr, enum_keywords
from mlirlite.parser import keyword_of, parameter


class FastmathFlagsAttr(EnumAttr, name="llvm.fastmath", cases=FastmathFlags):
    """`#llvm.fastmath<nnan, contract>`."""

    value: FastmathFlags

    separator: ClassVar[str] = ", "
    description = "LLVM fastmath flags"


class LinkageAttr(EnumAttr, name="llvm.linkage", cases=Linkage):
    """`#llvm.linkage<internal>`."""

    called = "LLVM linkage types"
    value: Linkage

    description = "LLVM Linkage specification"


class CConvAttr(EnumAttr, name="llvm.cconv", cases=CConv):
    """`#llvm.cconv<ccc>`."""

    called = "Calling Conventions"
    value: CConv

    description = "LLVM Calling Convention specification"


class TailCallKindAttr(EnumAttr, name="llvm.tailcallkind", cases=TailCallKind):
    """`#llvm.tailcallkind<none>`."""

    called = "Tail Call Kind"
    value: TailCallKind

    description = "Tail Call Kind"


class FramePointerKindAttr(EnumAttr, name="llvm.framePointerKind", cases=FramePointerKind):
    """`#llvm.framePointerKind<all>`."""

    called = "LLVM FramePointerKind"
    value: FramePointerKind


class UWTableKindAttr(EnumAttr, name="llvm.uwtableKind", cases=UWTableKind):
    """`#llvm.uwtableKind<sync>`."""

    called = "LLVM Unwind Behavior"
    value: UWTableKind


class AddressSpaceAttr(NumberedSpace, Attribute, name="llvm.address_space"):
    """`#llvm.address_space<3>`: the memory space that LLVM gives this number."""

    address_space: int
    assembly_format = "`<` $address_space `>`"


class ZeroAttr(Attribute, name="llvm.zero"):
    """`#llvm.zero`: a zero of any type."""


class UndefAttr(Attribute, name="llvm.undef"):
    """`#llvm.undef`: an undefined element of a constant."""


class PoisonAttr(Attribute, name="llvm.poison"):
    """`#llvm.poison`: a poison element of a constant."""


class LoopVectorizeAttr(StructAttr, name="llvm.loop_vectorize"):
    """`#llvm.loop_vectorize<disable = false, width = 4 : i32>`."""

    disable: Attribute | None = None
    predicateEnable: Attribute | None = None
    scalableEnable: Attribute | None = None
    width: Attribute | None = None
    followupVectorized: Attribute | None = None
    followupEpilogue: Attribute | None = None
    followupAll: Attribute | None = None


class LoopInterleaveAttr(StructAttr, name="llvm.loop_interleave"):
    """`#llvm.loop_interleave<count = 8 : i32>`."""

    count: Attribute | None = None


class LoopUnrollAttr(StructAttr, name="llvm.loop_unroll"):
    """`#llvm.loop_unroll<disable = true>`, `#llvm.loop_unroll<count = 4 : i32>`."""

    disable: Attribute | None = None
    count: Attribute | None = None
    runtimeDisable: Attribute | None = None
    full: Attribute | None = None
    followupUnrolled: Attribute | None = None
    followupRemainder: Attribute | None = None
    followupAll: Attribute | None = None


class LoopUnrollAndJamAttr(StructAttr, name="llvm.loop_unroll_and_jam"):
    """`#llvm.loop_unroll_and_jam<count = 2 : i32>`."""

    disable: Attribute | None = None
    count: Attribute | None = None
    followupOuter: Attribute | None = None
    followupInner: Attribute | None = None
    followupRemainderOuter: Attribute | None = None
    followupRemainderInner: Attribute | None = None
    followupAll: Attribute | None = None


class LoopLICMAttr(StructAttr, name="llvm.loop_licm"):
    """`#llvm.loop_licm<disable = true>`."""

    disable: Attribute | None = None
    versioningDisable: Attribute | None = None


class LoopDistributeAttr(StructAttr, name="llvm.loop_distribute"):
    """`#llvm.loop_distribute<disable = true>`."""

    disable: Attribute | None = None
    followupCoincident: Attribute | None = None
    followupSequential: Attribute | None = None
    followupFallback: Attribute | None = None
    followupAll: Attribute | None = None


class LoopPipelineAttr(StructAttr, name="llvm.loop_pipeline"):
    """`#llvm.loop_pipeline<disable = false, initiationinterval = 2 : i32>`."""

    disable: Attribute | None = None
    initiationinterval: Attribute | None = None


class LoopPeeledAttr(StructAttr, name="llvm.loop_peeled"):
    """`#llvm.loop_peeled<count = 1 : i32>`."""

    count: Attribute | None = None


class LoopUnswitchAttr(StructAttr, name="llvm.loop_unswitch"):
    """`#llvm.loop_unswitch<partialDisable = true>`."""

    partialDisable: Attribute | None = None


class LoopAnnotationAttr(StructAttr, name="llvm.loop_annotation"):
    """`#llvm.loop_annotation<mustProgress = true, unroll = <disable = true>>`: what the optimizer
    should do with a loop; stands
    on the branch back to the loop's header."""

    disableNonforced: Attribute | None = None
    vectorize: Attribute | None = None
    interleave: Attribute | None = None
    unroll: Attribute | None = None
    unrollAndJam: Attribute | None = None
    licm: Attribute | None = None
    distribute: Attribute | None = None
    pipeline: Attribute | None = None
    peeled: Attribute | None = None
    unswitch: Attribute | None = None
    mustProgress: Attribute | None = None
    isVectorized: Attribute | None = None
    startLoc: Attribute | None = None
    endLoc: Attribute | None = None
    parallelAccesses: tuple[Attribute, ...] = ()

    nested: ClassVar[dict[str, type[Attribute]]] = {
        "vectorize": LoopVectorizeAttr,
        "interleave": LoopInterleaveAttr,
        "unroll": LoopUnrollAttr,
        "unrollAndJam": LoopUnrollAndJamAttr,
        "licm": LoopLICMAttr,
        "distribute": LoopDistributeAttr,
        "pipeline": LoopPipelineAttr,
        "peeled": LoopPeeledAttr,
        "unswitch": LoopUnswitchAttr,
    }
    many = ("parallelAccesses",)


class AccessGroupAttr(StructAttr, name="llvm.access_group"):
    """`#llvm.access_group<id = distinct[0]<>>`: memory accesses that a loop may run in parallel."""

    id: Attribute


LoopAnnotationAttr.nested["parallelAccesses"] = AccessGroupAttr
for _part in (LoopVectorizeAttr, LoopUnrollAttr, LoopUnrollAndJamAttr, LoopDistributeAttr):
    _part.nested = {p: LoopAnnotationAttr for p in _part.parameters if p.startswith("followup")}


class AliasScopeDomainAttr(StructAttr, name="llvm.alias_scope_domain"):
    """`#llvm.alias_scope_domain<id = distinct[0]<>, description = "kernel">`."""

    id: Attribute
    description: StringAttr | None = None  # type: ignore[misc,assignment]  # a parameter


class AliasScopeAttr(StructAttr, name="llvm.alias_scope"):
    """`#llvm.alias_scope<id = distinct[1]<>, domain = …>`: one pointer's memory, apart from that of
    others."""

    id: Attribute
    domain: Attribute
    description: StringAttr | None = None  # type: ignore[misc,assignment]  # a parameter
    nested: ClassVar[dict[str, type[Attribute]]] = {"domain": AliasScopeDomainAttr}


class DereferenceableAttr(Attribute, name="llvm.dereferenceable"):
    """`<bytes = 8, mayBeNull = true>`: how much memory at a loaded pointer can be read."""

    bytes: int
    may_be_null: bool = False

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<bytes = n, mayBeNull = b>`."""
        p.expect("<")
        p.expect("bytes")
        p.expect("=")
        size = p.integer()
        nullable = False
        if p.accept(","):
            p.expect("mayBeNull")
            p.expect("=")
            nullable = p.keyword() == "true"
        p.expect(">")
        return cls(size, nullable)

    def print(self, p: Any) -> None:
        """Print it, without the flag when it is false."""
        p.text(f"<bytes = {self.bytes}")
        p.text(", mayBeNull = true>" if self.may_be_null else ">")


class VScaleRangeAttr(StructAttr, name="llvm.vscale_range"):
    """`#llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>`."""

    minRange: Attribute
    maxRange: Attribute

    def alias(self) -> str:
        return ""


class MemoryEffectsAttr(Attribute, name="llvm.memory_effects"):
    """`#llvm.memory_effects<other = none, argMem = read, …>`: what a function or call does to
    memory, by kind of memory."""

    other: ModRefInfo
    argMem: ModRefInfo
    inaccessibleMem: ModRefInfo
    errnoMem: ModRefInfo
    targetMem0: ModRefInfo
    targetMem1: ModRefInfo

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<other = none, …>`."""
        words = enum_keywords(ModRefInfo)
        p.expect("<")
        values: list[ModRefInfo] = []
        for i, key in enumerate(cls.parameters):
            if i:
                p.expect(",")
            p.expect(key)
            p.expect("=")
            with parameter(p, cls, key):
                values.append(ModRefInfo(words[keyword_of(p, words, "LLVM ModRefInfo")]))
        p.expect(">")
        return cls(*values)

    def print(self, p: Any) -> None:
        """Print all of them."""
        kinds = [f"{key} = {getattr(self, key).name}" for key in type(self).parameters]
        p.text(f"<{', '.join(kinds)}>")


class ModuleFlagAttr(Attribute, name="llvm.mlir.module_flag"):
    """`#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>`."""

    behavior: ModFlagBehavior
    key: str
    value: Attribute

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<behavior, "key", value>`."""
        words = enum_keywords(ModFlagBehavior)
        p.expect("<")
        with parameter(p, cls, "behavior"):
            behavior = ModFlagBehavior(words[keyword_of(p, words, "LLVM Module Flag Behavior")])
        p.expect(",")
        with parameter(p, cls, "key"):
            where = p.here()
            key = p.attribute()
            if not isinstance(key, StringAttr):
                raise p.error("invalid kind of attribute specified", where)
        p.expect(",")
        where = p.here()
        with parameter(p, cls, "value"):
            value = p.attribute()
        p.expect(">")
        if (wrong := check_flag(key.value, value)) is not None:
            raise p.error(wrong, where)
        return cls(behavior, key.value, value)

    def print(self, p: Any) -> None:
        """Print the three parts."""
        p.text(f"<{self.behavior.name}, ")
        p.string(self.key)
        p.text(", ")
        p.attribute(self.value)
        p.text(">")


class ConstantRangeAttr(Attribute, name="llvm.constant_range"):
    """`#llvm.constant_range<i32, 0, 12>`: integers from the first bound to before the second."""

    type: Type
    lower: int
    upper: int
    assembly_format = "`<` $type `,` $lower `,` $upper `>`"


NO_FASTMATH: Any = FastmathFlagsAttr(FastmathFlags.none)
C_CALL: Any = CConvAttr(CConv.ccc)
NO_TAIL: Any = TailCallKindAttr(TailCallKind.none)
EXTERNAL: Any = LinkageAttr(Linkage.external)
PRIVATE: Any = LinkageAttr(Linkage.private)
INTERNAL: Any = LinkageAttr(Linkage.internal)


def scopes_of(attribute: Attribute | None) -> tuple[Attribute, ...]:
    """The members of an optional array of access groups or alias scopes."""
    return attribute.value if isinstance(attribute, ArrayAttr) else ()

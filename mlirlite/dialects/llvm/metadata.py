"""Metadata attributes of the LLVM dialect: type-based aliasing, memory models, block tags, and what
module flags hold."""

from typing import Any, ClassVar

from mlirlite.dialects.llvm._struct import StructAttr, Words
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.parser import parameter


class TBAARootAttr(StructAttr, name="llvm.tbaa_root"):
    """`#llvm.tbaa_root<id = "C++">`."""

    id: Attribute | None = None
    kinds: ClassVar[dict[str, Any]] = {"id": StringAttr}

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<id = "…">`, all of it optional."""
        return super().parse(p) if p.peek("<") else cls(None)

    def print(self, p: Any) -> None:
        """Print it; nothing without an id."""
        if self.id is not None:
            super().print(p)


class TBAAMemberAttr(Attribute, name="llvm.tbaa_member"):
    """`<#tbaa_root, 0>`: a type and its offset in bytes."""

    type_desc: Attribute
    offset: int

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<type, offset>`."""
        p.expect("<")
        where = p.here()
        with parameter(p, cls, "typeDesc"):
            found = p.attribute()
            if not isinstance(found, (TBAARootAttr, TBAATypeDescAttr)):
                raise p.error("invalid kind of attribute specified", where)
        p.expect(",")
        with parameter(p, cls, "offset"):
            offset = p.integer()
        p.expect(">")
        return cls(found, offset)

    def print(self, p: Any) -> None:
        """Print both."""
        p.text("<")
        p.attribute(self.type_desc)
        p.text(f", {self.offset}>")


class TBAATypeDescAttr(StructAttr, name="llvm.tbaa_type_desc"):
    """`#llvm.tbaa_type_desc<id = "int", members = {<#tbaa_root, 0>}>`."""

    id: Attribute
    members: tuple[Attribute, ...]
    kinds: ClassVar[dict[str, Any]] = {"id": StringAttr}

    @classmethod
    def _parse_value(cls, p: Any, key: str) -> Any:
        if key == "members":
            return tuple(p.comma_list(lambda: p.body(TBAAMemberAttr), "{", "}"))
        return super()._parse_value(p, key)

    def _print_value(self, p: Any, key: str, value: Any) -> None:
        if key != "members":
            super()._print_value(p, key, value)
            return
        p.text("{")
        for i, member in enumerate(value):
            p.text(", " if i else "")
            p.stripped(member)
        p.text("}")


class TBAATagAttr(StructAttr, name="llvm.tbaa_tag"):
    """`#llvm.tbaa_tag<base_type = #d, access_type = #d, offset = 0>`: what type an access is of."""

    base_type: Attribute
    access_type: Attribute
    offset: int
    constant: bool | None = None
    kinds: ClassVar[dict[str, Any]] = {
        "base_type": TBAATypeDescAttr,
        "access_type": TBAATypeDescAttr,
        "offset": int,
        "constant": bool,
    }
    nested: ClassVar[dict[str, type[Attribute]]] = {
        "base_type": TBAATypeDescAttr,
        "access_type": TBAATypeDescAttr,
    }


class MMRATagAttr(Attribute, name="llvm.mmra_tag"):
    """`#llvm.mmra_tag<"amdgpu-as":"global">`: a memory model relaxation."""

    prefix: str
    suffix: str
    assembly_format = "`<` $prefix `` `:` `` $suffix `>`"

    def alias(self) -> str:
        """The name of the alias that stands for it."""
        return "mmra_tag"


class BlockTagAttr(StructAttr, name="llvm.blocktag"):
    """`#llvm.blocktag<id = 1>`: names a block of a function."""

    id: int
    kinds: ClassVar[dict[str, Any]] = {"id": int}

    def alias(self) -> str:
        return ""


class BlockAddressAttr(StructAttr, name="llvm.blockaddress"):
    """`#llvm.blockaddress<function = @f, tag = <id = 1>>`: a tagged block of a function."""

    function: SymbolRefAttr
    tag: Attribute
    nested: ClassVar[dict[str, type[Attribute]]] = {"tag": BlockTagAttr}
    kinds: ClassVar[dict[str, Any]] = {"function": SymbolRefAttr, "tag": BlockTagAttr}

    def alias(self) -> str:
        return ""


class DSOLocalEquivalentAttr(Attribute, name="llvm.dso_local_equivalent"):
    """`#llvm.dso_local_equivalent @f`: a function of this shared object that does what f does."""

    symbol: Attribute

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read the symbol."""
        return cls(p.attribute())

    def print(self, p: Any) -> None:
        """Print the symbol."""
        p.text(" ")
        p.attribute(self.symbol)


class VecTypeHintAttr(StructAttr, name="llvm.vec_type_hint"):
    """`#llvm.vec_type_hint<hint = vector<4xf32>, is_signed = true>`."""

    hint: Attribute
    is_signed: bool | None = None
    kinds: ClassVar[dict[str, Any]] = {"hint": Type, "is_signed": bool}

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read it; `is_signed` is false unless said."""
        made: Any = super().parse(p)
        return cls(made.hint, True if made.is_signed else None)

    def alias(self) -> str:
        return ""


class DependentLibrariesAttr(Attribute, name="llvm.dependent_libraries"):
    """`#llvm.dependent_libraries<"m", "pthread">`."""

    libs: tuple[str, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read the names."""
        return cls(tuple(p.comma_list(p.string, "<", ">")))

    def print(self, p: Any) -> None:
        """Print the names."""
        p.text("<")
        for i, lib in enumerate(self.libs):
            p.text(", " if i else "")
            p.string(lib)
        p.text(">")


class WorkgroupAttributionAttr(Attribute, name="llvm.mlir.workgroup_attribution"):
    """`#llvm.mlir.workgroup_attribution<16 : i64, f32>`: memory that a work group shares."""

    num_elements: Attribute
    element_type: Attribute
    assembly_format = "`<` $num_elements `,` $element_type `>`"


class CGProfileEntryAttr(StructAttr, name="llvm.cgprofile_entry"):
    """`#llvm.cgprofile_entry<from = @a, to = @b, count = 222>`: how often a calls b."""

    from_: Attribute | None = None
    to: Attribute | None = None
    count: int  # type: ignore[misc]  # upstream's order: after optional ones
    kinds: ClassVar[dict[str, Any]] = {"from": SymbolRefAttr, "to": SymbolRefAttr, "count": int}

    def alias(self) -> str:
        return ""


class ProfileSummaryDetailedAttr(StructAttr, name="llvm.profile_summary_detailed"):
    """`<cut_off = 10000, min_count = 86427, num_counts = 1>`."""

    cut_off: int
    min_count: int
    num_counts: int
    kinds: ClassVar[dict[str, Any]] = {"cut_off": int, "min_count": int, "num_counts": int}

    def alias(self) -> str:
        return ""


_COUNTS = (
    "total_count",
    "max_count",
    "max_internal_count",
    "max_function_count",
    "num_counts",
    "num_functions",
)


class ProfileSummaryAttr(StructAttr, name="llvm.profile_summary"):
    """`#llvm.profile_summary<format = InstrProf, total_count = 263646, …>`."""

    format: str
    total_count: int
    max_count: int
    max_internal_count: int
    max_function_count: int
    num_counts: int
    num_functions: int
    is_partial_profile: int | None = None
    partial_profile_ratio: Attribute | None = None
    detailed_summary: tuple[ProfileSummaryDetailedAttr, ...] = ()
    many = ("detailed_summary",)
    nested: ClassVar[dict[str, type[Attribute]]] = {"detailed_summary": ProfileSummaryDetailedAttr}
    kinds: ClassVar[dict[str, Any]] = {
        "format": Words(
            cases=("SampleProfile", "InstrProf", "CSInstrProf"),
            message="expected one of [SampleProfile, InstrProf, CSInstrProf] for LLVM "
            "ProfileSummary format kinds, got: {}",
        ),
        **dict.fromkeys((*_COUNTS, "is_partial_profile"), int),
        "partial_profile_ratio": FloatAttr,
    }

    def alias(self) -> str:
        return ""


def check_flag(key: str, value: Attribute) -> str | None:
    """The error of the value of a module flag; None if it is valid."""
    elements = getattr(value, "value", None)
    if key == "CG Profile":
        if not isinstance(elements, tuple) or not all(
            isinstance(e, CGProfileEntryAttr) for e in elements
        ):
            return "'CG Profile' key expects an array of '#llvm.cgprofile_entry'"
    elif key == "ProfileSummary":
        if not isinstance(value, ProfileSummaryAttr):
            return "'ProfileSummary' key expects a '#llvm.profile_summary' attribute"
    elif not isinstance(value, (IntegerAttr, StringAttr)):
        return f"only integer and string values are currently supported for unknown key '\"{key}\"'"
    return None

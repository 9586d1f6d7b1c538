"""Symbols of the LLVM dialect besides functions: globals and aliases."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import SymbolName
from mlirlite.dialects._function import symbol_of
from mlirlite.dialects.llvm.attributes import EXTERNAL, LinkageAttr, ZeroAttr
from mlirlite.dialects.llvm.enums import Linkage, UnnamedAddr, Visibility
from mlirlite.dialects.llvm.symbols import (
    DEFAULT_VISIBILITY,
    LINKAGES,
    ZERO,
    parse_comdat,
    parse_unnamed,
    parse_visibility,
    print_comdat,
    print_unnamed,
    print_visibility,
    verify_comdat,
)
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMFunctionType,
    LLVMLabelType,
    LLVMMetadataType,
    LLVMTargetExtType,
    LLVMTokenType,
    LLVMVoidType,
    is_compatible,
    is_pointer,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32_attr,
    i64_attr,
)
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField, default
from mlirlite.ir.interfaces import SymbolUser, is_memory_effect_free
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import IsolatedFromAbove, SingleBlockImplicitTerminator, Symbol, SymbolTable
from mlirlite.ir.types import I8, I32, I64
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


AddressSpace = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose value is non-negative",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and a.value >= 0,
    ),
]


class GlobalOp(
    Op,
    SymbolUser,
    name="llvm.mlir.global",
    traits=(IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol),
):
    """A global variable or constant, with a value, with a region that returns it, or external.

    ```mlir
    llvm.mlir.global internal constant @text("hello\\00") {addr_space = 0 : i32}
    llvm.mlir.global external @weights() {addr_space = 0 : i32} : !llvm.array<16 x f32>
    ```
    """

    global_type: Prop[Type]
    constant: OptProp[UnitAttr]
    sym_name: Prop[SymbolName]
    linkage: Prop[LinkageAttr]
    dso_local: OptProp[UnitAttr]
    thread_local__: OptProp[UnitAttr]
    externally_initialized: OptProp[UnitAttr]
    value: OptProp[Attribute]
    alignment: OptProp[Annotated[int, I64]]
    addr_space: Prop[AddressSpace] = default(0)
    unnamed_addr: OptProp[UnnamedAddr]
    section: OptProp[str]
    comdat: OptProp[SymbolRefAttr]
    dbg_exprs: OptProp[ArrayAttr]
    visibility__: Prop[Visibility] = DEFAULT_VISIBILITY
    target_specific_attrs: OptProp[ArrayAttr]
    initializer: RegionField

    @classmethod
    def of(
        cls,
        name: str,
        type: Type,
        *,
        value: Attribute | None = None,
        linkage: LinkageAttr = EXTERNAL,
        constant: bool = False,
        alignment: int = 0,
        address_space: int = 0,
        body: Region | None = None,
    ) -> "GlobalOp":
        """A global of a name, type and value; `alignment` in bytes, 0 for the type's own."""
        properties: dict[str, Attribute] = {
            "addr_space": i32_attr(address_space),
            "global_type": type,
            "linkage": linkage,
            "sym_name": StringAttr(name),
            "visibility_": ZERO,
        }
        if constant:
            properties["constant"] = UnitAttr()
        if value is not None:
            properties["value"] = value
        if alignment:
            properties["alignment"] = i64_attr(alignment)
        return cls.create((), (), properties, None, (body if body is not None else Region(),))

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        properties = state.properties
        word = p.optional_keyword(*LINKAGES)
        properties["linkage"] = LinkageAttr(Linkage(LINKAGES[word])) if word else EXTERNAL
        parse_visibility(p, state)
        if p.accept("thread_local"):
            properties["thread_local_"] = UnitAttr()
        parse_unnamed(p, state)
        if p.accept("constant"):
            properties["constant"] = UnitAttr()
        if not p.peek("@"):
            raise p.error("expected valid '@'-identifier for symbol name")
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect("(")
        value = None
        if not p.accept(")"):
            value = properties["value"] = p.attribute()
            p.expect(")")
        parse_comdat(p, state)
        p.op_attr_dict(state)
        properties.setdefault("addr_space", i32_attr(0))
        where = p.here()
        if p.accept(":"):
            properties["global_type"] = p.type()
            if p.peek(","):
                raise p.error("expected zero or one type", where)
            region = yield p.optional_region()
            state.regions.append(region if region is not None else Region())
            return
        if not isinstance(value, StringAttr):
            raise p.error("type can only be omitted for string globals", state.location)
        properties["global_type"] = LLVMArrayType(len(value.value), I8)
        state.regions.append(Region())

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(f" {self.linkage.value.name} ")
        print_visibility(p, self)
        if "thread_local_" in self.properties:
            p.text("thread_local ")
        print_unnamed(p, self)
        if self.constant is not None:
            p.text("constant ")
        p.symbol_name(symbol_of(self))
        p.text("(")
        if self.value is not None:
            p.attribute(self.value)
        p.text(")")
        print_comdat(p, self)
        p.attr_dict(self, _GLOBAL_WORDS)
        if isinstance(self.value, StringAttr):
            return
        p.text(" : ")
        p.type(self.global_type)
        if not self.regions[0].empty:
            p.text(" ")
            p.region(self.regions[0], print_entry_args=False)

    def verify_op(self) -> Diagnostic | None:
        type, value = self.global_type, self.value
        if not is_compatible(type) or isinstance(type, _NOT_GLOBAL):
            return self.error("expects type to be a valid element type for an LLVM global")
        misplaced = verify_at_module_level(self)
        if misplaced is not None:
            return misplaced
        if isinstance(value, StringAttr) and not (
            isinstance(type, LLVMArrayType)
            and type.element_type is I8
            and type.count == len(value.value)
        ):
            return self.error(
                "requires an i8 array type of the length equal to that of the string attribute"
            )
        if isinstance(type, LLVMTargetExtType) and not (
            value is None or isinstance(value, ZeroAttr)
        ):
            return self.error(
                "global with target extension type can only be initialized with zero-initializer"
            )
        linkage = self.linkage.value
        if linkage is Linkage.common and value is not None and not _is_zero(value):
            return self.error("expected zero value for 'common' linkage")
        if linkage is Linkage.appending and not isinstance(type, LLVMArrayType):
            return self.error("expected array type for 'appending' linkage")
        alignment = self.alignment or 1
        if alignment & (alignment - 1):
            return error("alignment attribute is not a power of 2", self.where)
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_comdat(self, tables)

    def verify_regions(self) -> Diagnostic | None:
        block = self.regions[0].first
        if block is None:
            return None
        last = block.last
        if last is None or last.name != "llvm.return" or not last.operands:
            return self.error("initializer region cannot return void")
        given = last.operands[0].type
        if given is not self.global_type:
            return self.error(
                f"initializer region type '{given}' does not match global type '{self.global_type}'"
            )
        if self.value is not None:
            return self.error("cannot have both initializer value and region")
        for op in block:
            if not is_memory_effect_free(op) and op is not last:
                return error("ops with side effects not allowed in global initializers", op.where)
        return None


_GLOBAL_WORDS = (
    "sym_name",
    "global_type",
    "constant",
    "value",
    "linkage",
    "unnamed_addr",
    "thread_local_",
    "visibility_",
    "comdat",
)


def verify_at_module_level(op: Op) -> Diagnostic | None:
    """The op stands directly in what can be translated to an LLVM module."""
    parent = op.parent_op
    if parent is None or (parent.has_trait(SymbolTable) and parent.has_trait(IsolatedFromAbove)):
        return None
    return op.error("must appear at the module level")


_NOT_GLOBAL = (LLVMFunctionType, LLVMLabelType, LLVMMetadataType, LLVMTokenType, LLVMVoidType)


def _is_zero(value: Attribute) -> bool:
    if isinstance(value, (IntegerAttr, FloatAttr)):
        return value.value == 0
    raw = getattr(value, "raw", None)
    return raw is None or not any(raw)


class AliasOp(
    Op,
    name="llvm.mlir.alias",
    traits=(IsolatedFromAbove, SingleBlockImplicitTerminator("llvm.return"), Symbol),
):
    """Another name for a global; its region returns the pointer.

    ```mlir
    llvm.mlir.global external @a(1 : i32) {addr_space = 0 : i32} : i32
    llvm.mlir.alias external @b : i32 {
      %0 = llvm.mlir.addressof @a : !llvm.ptr
      llvm.return %0 : !llvm.ptr
    }
    ```
    """

    alias_type: Prop[Type]
    sym_name: Prop[SymbolName]
    linkage: Prop[LinkageAttr]
    dso_local: OptProp[UnitAttr]
    thread_local__: OptProp[UnitAttr]
    unnamed_addr: OptProp[UnnamedAddr]
    visibility__: Prop[Visibility] = DEFAULT_VISIBILITY
    initializer: RegionField[OneBlock]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        properties = state.properties
        word = p.optional_keyword(*LINKAGES)
        properties["linkage"] = LinkageAttr(Linkage(LINKAGES[word])) if word else EXTERNAL
        parse_visibility(p, state)
        if p.accept("thread_local"):
            properties["thread_local_"] = UnitAttr()
        parse_unnamed(p, state)
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.op_attr_dict(state)
        p.expect(":")
        properties["alias_type"] = p.type()
        region = yield p.region()
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(f" {self.linkage.value.name} ")
        print_visibility(p, self)
        if "thread_local_" in self.properties:
            p.text("thread_local ")
        print_unnamed(p, self)
        p.symbol_name(symbol_of(self))
        p.attr_dict(self, ("alias_type", *_GLOBAL_WORDS))
        p.text(" : ")
        p.type(self.alias_type)
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)

    def verify_op(self) -> Diagnostic | None:
        type, linkage = self.alias_type, self.linkage.value
        if not is_compatible(type) or isinstance(type, _NOT_GLOBAL):
            return self.error("expects type to be a valid element type for an LLVM global alias")
        if linkage in (Linkage.common, Linkage.appending, Linkage.extern_weak):
            return self.error(
                f"'{linkage.name}' linkage not supported in aliases, available options: private, "
                "internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally"
            )
        return None

    def verify_regions(self) -> Diagnostic | None:
        block = self.regions[0].first
        last = block.last if block is not None else None
        if last is None or not last.operands or not is_pointer(last.operands[0].type):
            return self.error("initializer region must always return a pointer")
        for op in block or ():
            if not is_memory_effect_free(op) and op is not last:
                return error(
                    "ops with side effects are not allowed in alias initializers", op.where
                )
        return None

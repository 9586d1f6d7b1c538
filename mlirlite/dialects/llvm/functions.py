"""Symbols of the LLVM dialect: functions, globals, aliases, comdats, constructor lists, module flags."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast

from mlirlite.dialects._constraints import DictionaryArray, SymbolName
from mlirlite.dialects._function import (
    Signature,
    parse_body,
    parse_signature,
    print_body,
    print_signature,
    store_signature,
    symbol_of,
    verify_function,
)
from mlirlite.dialects.llvm.attributes import (
    C_CALL,
    EXTERNAL,
    CConvAttr,
    FramePointerKindAttr,
    LinkageAttr,
    MemoryEffectsAttr,
    TargetFeaturesAttr,
    UWTableKindAttr,
    VScaleRangeAttr,
)
from mlirlite.dialects.llvm.calls import CALL_CONVENTIONS
from mlirlite.dialects.llvm.enums import Comdat, Linkage, UnnamedAddr, Visibility
from mlirlite.dialects.llvm.types import (
    VOID,
    LLVMArrayType,
    LLVMFunctionType,
    LLVMLabelType,
    LLVMMetadataType,
    LLVMTokenType,
    is_compatible,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    enum_keywords,
    i32_attr,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Symbol,
    SymbolTable,
)
from mlirlite.ir.types import I8, I32, I64, FunctionType
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

_LINKAGES = enum_keywords(Linkage)
_VISIBILITIES = {k: v for k, v in enum_keywords(Visibility).items() if v}
_ADDRESSES = {k: v for k, v in enum_keywords(UnnamedAddr).items() if v}

FunctionTypeProp = Annotated[
    LLVMFunctionType, is_a(LLVMFunctionType, summary="type attribute of LLVM function type")
]


def _parse_visibility(p: "OpParser", state: "OpState") -> None:
    """Visibility and significance of the address, both optional."""
    word = p.optional_keyword(*_VISIBILITIES)
    state.properties["visibility_"] = i64_attr(_VISIBILITIES[word] if word else 0)


def _parse_unnamed(p: "OpParser", state: "OpState") -> None:
    word = p.optional_keyword(*_ADDRESSES)
    state.properties["unnamed_addr"] = i64_attr(_ADDRESSES[word] if word else 0)


def _number(op: Op, name: str) -> int:
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else 0


def _print_visibility(p: "Printer", op: Op) -> None:
    visibility = _number(op, "visibility_")
    if visibility:
        p.text(Visibility(visibility).name + " ")


def _print_unnamed(p: "Printer", op: Op) -> None:
    address = _number(op, "unnamed_addr")
    if address:
        p.text(UnnamedAddr(address).name + " ")


def _parse_comdat(p: "OpParser", state: "OpState") -> None:
    if p.accept("comdat"):
        p.expect("(")
        state.properties["comdat"] = p.attribute()
        p.expect(")")


def _print_comdat(p: "Printer", op: Op) -> None:
    comdat = op.properties.get("comdat")
    if comdat is not None:
        p.text(" comdat(")
        p.attribute(comdat)
        p.text(")")


class LLVMFuncOp(
    Op,
    FunctionLike,
    name="llvm.func",
    traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol),
):
    """A function with at most one result; without a body it is a declaration.

    ```mlir
    llvm.func internal @f(%a: i32 {llvm.noundef}) -> i32 attributes {no_unwind} {
      llvm.return %a : i32
    }
    llvm.func @printf(!llvm.ptr, ...) -> i32
    ```
    """

    sym_name: Prop[SymbolName]
    sym_visibility: OptProp[str]
    function_type: Prop[FunctionTypeProp]
    linkage: Prop[LinkageAttr] = EXTERNAL
    dso_local: OptProp[UnitAttr]
    CConv: Prop[CConvAttr] = C_CALL
    comdat: OptProp[SymbolRefAttr]
    convergent: OptProp[UnitAttr]
    personality: OptProp[SymbolRefAttr]
    garbageCollector: OptProp[str]
    passthrough: OptProp[ArrayAttr]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    function_entry_count: OptProp[int]
    memory_effects: OptProp[MemoryEffectsAttr]
    visibility__: Prop[Visibility] = Visibility.default
    arm_streaming: OptProp[UnitAttr]
    arm_locally_streaming: OptProp[UnitAttr]
    arm_streaming_compatible: OptProp[UnitAttr]
    arm_new_za: OptProp[UnitAttr]
    arm_in_za: OptProp[UnitAttr]
    arm_out_za: OptProp[UnitAttr]
    arm_inout_za: OptProp[UnitAttr]
    arm_preserves_za: OptProp[UnitAttr]
    section: OptProp[str]
    unnamed_addr: OptProp[UnnamedAddr]
    alignment: OptProp[Annotated[int, I64]]
    vscale_range: OptProp[VScaleRangeAttr]
    frame_pointer: OptProp[FramePointerKindAttr]
    target_cpu: OptProp[str]
    tune_cpu: OptProp[str]
    reciprocal_estimates: OptProp[str]
    prefer_vector_width: OptProp[str]
    target_features: OptProp[TargetFeaturesAttr]
    no_infs_fp_math: OptProp[bool]
    no_nans_fp_math: OptProp[bool]
    no_signed_zeros_fp_math: OptProp[bool]
    denormal_fp_math: OptProp[str]
    denormal_fp_math_f32: OptProp[str]
    fp_contract: OptProp[str]
    instrument_function_entry: OptProp[str]
    instrument_function_exit: OptProp[str]
    no_inline: OptProp[UnitAttr]
    always_inline: OptProp[UnitAttr]
    inline_hint: OptProp[UnitAttr]
    no_unwind: OptProp[UnitAttr]
    will_return: OptProp[UnitAttr]
    optimize_none: OptProp[UnitAttr]
    vec_type_hint: OptProp[Attribute]
    work_group_size_hint: OptProp[Attribute]
    reqd_work_group_size: OptProp[Attribute]
    intel_reqd_sub_group_size: OptProp[Annotated[int, I32]]
    uwtable_kind: OptProp[UWTableKindAttr]
    body_: RegionField

    @classmethod
    def of(
        cls,
        name: str,
        type: LLVMFunctionType,
        *,
        linkage: LinkageAttr = EXTERNAL,
        body: Region | None = None,
    ) -> "LLVMFuncOp":
        """A function of a name and type; a declaration when no body is given."""
        properties: dict[str, Attribute] = {
            "CConv": C_CALL,
            "function_type": type,
            "linkage": linkage,
            "sym_name": StringAttr(name),
            "visibility_": _DEFAULT,
        }
        return cls.create((), (), properties, None, (body if body is not None else Region(),))

    @property
    def llvm_type(self) -> LLVMFunctionType:
        """The function's type."""
        return cast(LLVMFunctionType, self.properties["function_type"])

    def signature(self) -> FunctionType:
        type = self.llvm_type
        made: FunctionType = FunctionType(type.params, type.results)
        return made

    def argument_attributes(self, index: int) -> DictionaryAttr:
        """The attributes of one argument, empty when it has none."""
        array = self.properties.get("arg_attrs")
        found = array.value[index] if isinstance(array, ArrayAttr) else EMPTY_DICT
        return cast(DictionaryAttr, found)

    def add_entry_block(self) -> Block:
        """Give the function a first block with its arguments."""
        return self.regions[0].append(Block(self.llvm_type.params))

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        properties = state.properties
        word = p.optional_keyword(*_LINKAGES)
        properties["linkage"] = LinkageAttr(_LINKAGES[word]) if word else EXTERNAL
        _parse_visibility(p, state)
        _parse_unnamed(p, state)
        word = p.optional_keyword(*CALL_CONVENTIONS)
        properties["CConv"] = CConvAttr(CALL_CONVENTIONS[word]) if word else C_CALL
        where = p.here()
        properties["sym_name"] = StringAttr(p.symbol_name())
        signature = parse_signature(p, variadic=True)
        if p.accept("vscale_range"):
            p.expect("(")
            low = p.integer()
            p.expect(",")
            high = p.integer()
            p.expect(")")
            properties["vscale_range"] = VScaleRangeAttr(i32_attr(low), i32_attr(high))
        _parse_comdat(p, state)
        p.op_attr_dict(state, keyword=True)
        store_signature(state, _function_type(p, signature, where), signature)
        yield from parse_body(p, state, signature)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.linkage is not EXTERNAL:
            p.text(self.linkage.value.name + " ")
        _print_visibility(p, self)
        _print_unnamed(p, self)
        if self.CConv is not C_CALL:
            p.text(self.CConv.value.name + " ")
        p.symbol_name(symbol_of(self))
        type = self.llvm_type
        print_signature(p, self, type.params, type.results, variadic=type.vararg)
        scale = self.vscale_range
        if scale is not None:
            p.text(f" vscale_range({scale.minRange.value}, {scale.maxRange.value})")
        _print_comdat(p, self)
        p.attr_dict_with_keyword(self, _FUNCTION_WORDS)
        if not self.regions[0].empty:
            print_body(p, self)

    def verify(self) -> Diagnostic | None:
        type = self.llvm_type
        linkage = self.linkage.value
        if linkage is Linkage.common:
            return self.error("functions cannot have 'common' linkage")
        if self.is_declaration:
            if linkage not in (Linkage.external, Linkage.extern_weak):
                return self.error(
                    "external functions must have 'external' or 'extern_weak' linkage"
                )
        return verify_function(self, type.params, type.results)


_DEFAULT = i64_attr(0)
_FUNCTION_WORDS = (
    "sym_name",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "linkage",
    "CConv",
    "comdat",
    "unnamed_addr",
    "vscale_range",
    "visibility_",
)


def _function_type(p: "OpParser", signature: Signature, where: Any) -> LLVMFunctionType:
    what = "failed to construct function type: expected "
    if len(signature.result_types) > 1:
        raise p.error(f"{what}zero or one function result", where)
    if not all(map(is_compatible, signature.argument_types)):
        raise p.error(f"{what}LLVM type for function arguments", where)
    result: Type = signature.result_types[0] if signature.result_types else VOID
    if not is_compatible(result):
        raise p.error(f"{what}LLVM type for function results", where)
    made: LLVMFunctionType = LLVMFunctionType(
        result, tuple(signature.argument_types), signature.variadic
    )
    return made


class GlobalOp(Op, name="llvm.mlir.global", traits=(IsolatedFromAbove, Symbol)):
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
    addr_space: Prop[Annotated[int, I32]] = 0  # type: ignore[assignment]
    unnamed_addr: OptProp[UnnamedAddr]
    section: OptProp[str]
    comdat: OptProp[SymbolRefAttr]
    dbg_exprs: OptProp[ArrayAttr]
    visibility__: Prop[Visibility] = Visibility.default
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
            "visibility_": _DEFAULT,
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
        word = p.optional_keyword(*_LINKAGES)
        properties["linkage"] = LinkageAttr(_LINKAGES[word]) if word else EXTERNAL
        _parse_visibility(p, state)
        if p.accept("thread_local"):
            properties["thread_local_"] = UnitAttr()
        _parse_unnamed(p, state)
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
        _parse_comdat(p, state)
        p.op_attr_dict(state)
        properties.setdefault("addr_space", i32_attr(0))
        where = p.here()
        if p.accept(":"):
            properties["global_type"] = p.type()
            region = yield p.optional_region()
            state.regions.append(region if region is not None else Region())
            return
        if not isinstance(value, StringAttr):
            raise p.error("type can only be omitted for string globals", where)
        properties["global_type"] = LLVMArrayType(len(value.value), I8)
        state.regions.append(Region())

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(f" {self.linkage.value.name} ")
        _print_visibility(p, self)
        if "thread_local_" in self.properties:
            p.text("thread_local ")
        _print_unnamed(p, self)
        if self.constant is not None:
            p.text("constant ")
        p.symbol_name(symbol_of(self))
        p.text("(")
        if self.value is not None:
            p.attribute(self.value)
        p.text(")")
        _print_comdat(p, self)
        p.attr_dict(self, _GLOBAL_WORDS)
        if isinstance(self.value, StringAttr):
            return
        p.text(" : ")
        p.type(self.global_type)
        if not self.regions[0].empty:
            p.text(" ")
            p.region(self.regions[0], print_entry_args=False)

    def verify(self) -> Diagnostic | None:
        type, value = self.global_type, self.value
        if not is_compatible(type) or isinstance(
            type, (LLVMFunctionType, LLVMLabelType, LLVMMetadataType, LLVMTokenType)
        ):
            return self.error("expects type to be a valid element type for an LLVM global")
        if isinstance(value, StringAttr) and not (
            isinstance(type, LLVMArrayType)
            and type.element_type is I8
            and type.count == len(value.value)
        ):
            return self.error(
                "requires an i8 array type of the length equal to that of the string attribute"
            )
        linkage = self.linkage.value
        if linkage is Linkage.common and value is not None and not _is_zero(value):
            return self.error("expected zero value for 'common' linkage")
        if linkage is Linkage.appending and not isinstance(type, LLVMArrayType):
            return self.error("expected array type for 'appending' linkage")
        return None

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


def _is_zero(value: Attribute) -> bool:
    if isinstance(value, (IntegerAttr, FloatAttr)):
        return value.value == 0
    raw = getattr(value, "raw", None)
    return raw is None or not any(raw)


class AliasOp(Op, name="llvm.mlir.alias", traits=(IsolatedFromAbove, Symbol)):
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
    visibility__: Prop[Visibility] = Visibility.default
    initializer: RegionField

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        properties = state.properties
        word = p.optional_keyword(*_LINKAGES)
        properties["linkage"] = LinkageAttr(_LINKAGES[word]) if word else EXTERNAL
        _parse_visibility(p, state)
        if p.accept("thread_local"):
            properties["thread_local_"] = UnitAttr()
        _parse_unnamed(p, state)
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.op_attr_dict(state)
        p.expect(":")
        properties["alias_type"] = p.type()
        region = yield p.region()
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(f" {self.linkage.value.name} ")
        _print_visibility(p, self)
        if "thread_local_" in self.properties:
            p.text("thread_local ")
        _print_unnamed(p, self)
        p.symbol_name(symbol_of(self))
        p.attr_dict(self, ("alias_type", *_GLOBAL_WORDS))
        p.text(" : ")
        p.type(self.alias_type)
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)


class ComdatOp(
    Op, name="llvm.comdat", traits=(NoTerminator, NoRegionArguments, SymbolTable, Symbol)
):
    """Groups of sections of which the linker keeps one.

    ```mlir
    llvm.comdat @__llvm_comdat {
      llvm.comdat_selector @any any
    }
    ```
    """

    sym_name: Prop[SymbolName]
    body: RegionField
    assembly_format = "$sym_name $body attr-dict"


class ComdatSelectorOp(Op, name="llvm.comdat_selector", traits=(Symbol,)):
    """One group of a comdat."""

    sym_name: Prop[SymbolName]
    comdat: Prop[Comdat]
    assembly_format = "$sym_name $comdat attr-dict"


class GlobalCtorsOp(Op, name="llvm.mlir.global_ctors"):
    """Functions that run when the program or library is loaded.

    ```mlir
    llvm.func @f() {
      llvm.return
    }
    llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
    ```
    """

    ctors: Prop[ArrayAttr]
    priorities: Prop[ArrayAttr]
    data: Prop[ArrayAttr]
    assembly_format = (
        "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        return _verify_lists(self, "ctors")


class GlobalDtorsOp(Op, name="llvm.mlir.global_dtors"):
    """Functions that run when the program ends or the library is unloaded."""

    dtors: Prop[ArrayAttr]
    priorities: Prop[ArrayAttr]
    data: Prop[ArrayAttr]
    assembly_format = (
        "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        return _verify_lists(self, "dtors")


def _verify_lists(op: Op, name: str) -> Diagnostic | None:
    lists: Sequence[Attribute] = [op.properties[n] for n in (name, "priorities", "data")]
    if len({len(cast(ArrayAttr, a)) for a in lists}) != 1:
        return op.error(f"{name}, priorities, and data must have the same number of elements")
    return None


class ModuleFlagsOp(Op, name="llvm.module_flags"):
    """Flags of the LLVM module.

    ```mlir
    llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
    ```
    """

    flags: Prop[ArrayAttr]
    assembly_format = "$flags attr-dict"


class LinkerOptionsOp(Op, name="llvm.linker_options"):
    """Options for the linker."""

    options: Prop[ArrayAttr]
    assembly_format = "$options attr-dict"

"""Functions of the LLVM dialect."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Annotated, Any, cast

from mlirlite.dialects._constraints import DictionaryArray, FlatSymbolRef, I32Array, SymbolName
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
    UWTableKindAttr,
    VScaleRangeAttr,
)
from mlirlite.dialects.llvm.call_syntax import CALL_CONVENTIONS
from mlirlite.dialects.llvm.enums import CConv, Linkage, UnnamedAddr, Visibility
from mlirlite.dialects.llvm.metadata import VecTypeHintAttr
from mlirlite.dialects.llvm.symbols import (
    DEFAULT_VISIBILITY,
    LINKAGES,
    ZERO,
    integer_of,
    parse_comdat,
    parse_unnamed,
    parse_visibility,
    print_comdat,
    print_unnamed,
    print_visibility,
    verify_comdat,
)
from mlirlite.dialects.llvm.target import TargetFeaturesAttr
from mlirlite.dialects.llvm.types import (
    VOID,
    LLVMFunctionType,
    is_compatible,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField
from mlirlite.ir.interfaces import FunctionLike, SymbolUser
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    IsolatedFromAbove,
    Symbol,
)
from mlirlite.ir.types import I32, I64, FunctionType
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

FunctionTypeProp = Annotated[
    LLVMFunctionType, is_a(LLVMFunctionType, summary="type attribute of LLVM function type")
]


class LLVMFuncOp(
    Op,
    FunctionLike,
    SymbolUser,
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
    personality: OptProp[FlatSymbolRef]
    garbageCollector: OptProp[str]
    passthrough: OptProp[ArrayAttr]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    function_entry_count: OptProp[int]
    memory_effects: OptProp[MemoryEffectsAttr]
    visibility__: Prop[Visibility] = DEFAULT_VISIBILITY
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
    vec_type_hint: OptProp[VecTypeHintAttr]
    work_group_size_hint: OptProp[I32Array]
    reqd_work_group_size: OptProp[I32Array]
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
            "visibility_": ZERO,
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
        word = p.optional_keyword(*LINKAGES)
        properties["linkage"] = LinkageAttr(Linkage(LINKAGES[word])) if word else EXTERNAL
        parse_visibility(p, state)
        parse_unnamed(p, state)
        word = p.optional_keyword(*CALL_CONVENTIONS)
        properties["CConv"] = CConvAttr(CConv(CALL_CONVENTIONS[word])) if word else C_CALL
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
        parse_comdat(p, state)
        p.op_attr_dict(state, keyword=True)
        store_signature(state, _function_type(p, signature, where), signature)
        yield from parse_body(p, state, signature)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.linkage is not EXTERNAL:
            p.text(self.linkage.value.name + " ")
        print_visibility(p, self)
        print_unnamed(p, self)
        if self.CConv is not C_CALL:
            p.text(self.CConv.value.name + " ")
        p.symbol_name(symbol_of(self))
        type = self.llvm_type
        print_signature(p, self, type.params, type.results, variadic=type.vararg)
        scale = self.vscale_range
        if scale is not None:
            p.text(f" vscale_range({integer_of(scale.minRange)}, {integer_of(scale.maxRange)})")
        print_comdat(p, self)
        p.attr_dict_with_keyword(self, _FUNCTION_WORDS)
        if not self.regions[0].empty:
            print_body(p, self)

    def verify_op(self) -> Diagnostic | None:
        type = self.llvm_type
        linkage = self.linkage.value
        if linkage is Linkage.common:
            return self.error("functions cannot have 'common' linkage")
        if self.is_declaration and linkage not in (Linkage.external, Linkage.extern_weak):
            return self.error("external functions must have 'external' or 'extern_weak' linkage")
        if self.no_inline is not None and self.always_inline is not None:
            return error("no_inline and always_inline attributes are incompatible", self.where)
        if self.optimize_none is not None and self.no_inline is None:
            return self.error("with optimize_none must also be no_inline")
        return verify_function(self, type.params, type.results)

    def verify_regions(self) -> Diagnostic | None:
        tags: set[Attribute | None] = set()
        caught: Type | None = None
        for op in self.walk():
            if op.name == "llvm.blocktag":
                tag = op.properties.get("tag")
                if tag in tags:
                    number = getattr(tag, "id", 0)
                    return error(f"duplicate block tag '{number}' in the same function: ", op.where)
                tags.add(tag)
            elif op.name in ("llvm.landingpad", "llvm.resume"):
                pad = op.name == "llvm.landingpad"
                type = op.results[0].type if pad else op.operands[0].type
                if caught is not None and type is not caught:
                    what = "result" if pad else "input"
                    return error(
                        f"'{op.name}' should have a consistent {what} type inside a function",
                        self.where,
                    )
                caught = type
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_comdat(self, tables)


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
        raise p.error(f"{what}LLVM type for function results'{result}'", where)
    made: LLVMFunctionType = LLVMFunctionType(
        result, tuple(signature.argument_types), signature.variadic
    )
    return made

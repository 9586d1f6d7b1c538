"""Calls in the LLVM dialect: of functions, of pointers, of intrinsics by name, and inline
assembly."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import DictionaryArray, FlatSymbolRef, I32Array
from mlirlite.dialects.llvm import inlining
from mlirlite.dialects.llvm.attributes import (
    C_CALL,
    NO_FASTMATH,
    NO_TAIL,
    CConvAttr,
    FastmathFlagsAttr,
    MemoryEffectsAttr,
    TailCallKindAttr,
)
from mlirlite.dialects.llvm.call_syntax import (
    BUNDLE_NAMES,
    CALL_CONVENTIONS,
    NO_BUNDLES,
    FunctionTypeProp,
    parse_bundles,
    parse_call_type,
    parse_variadic_type,
    print_bundles,
    print_call_type,
    store_bundles,
    verify_bundles,
    verify_variadic_type,
)
from mlirlite.dialects.llvm.constraints import (
    AccessGroups,
    AliasScopes,
    AnyLLVM,
    Pointer,
    TBAATags,
)
from mlirlite.dialects.llvm.enums import AsmDialect, CConv, TailCallKind
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.types import LLVMFunctionType, is_pointer
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    enum_keywords,
    i32_array,
)
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, OptResult, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    CallOp as CallInterface,
    Effect,
    EffectKind,
    InliningCall,
    MemoryEffects,
    SymbolUser,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer
_TAIL_KINDS = enum_keywords(TailCallKind)


class CallOp(
    Op,
    CallInterface,
    InliningCall,
    SymbolUser,
    name="llvm.call",
    traits=(AttrSizedOperandSegments,),
):
    """Calls a function by name or through a pointer; a vararg function says its type.

    ```mlir
    llvm.func @g(i32) -> f32
    llvm.func @f(%a: i32, %p: !llvm.ptr) {
      %0 = llvm.call @g(%a) : (i32) -> f32
      %1 = llvm.call %p(%a) : !llvm.ptr, (i32) -> f32
      llvm.return
    }
    ```
    """

    var_callee_type: OptProp[FunctionTypeProp]
    callee: OptProp[FlatSymbolRef]
    callee_operands: VarOperand[AnyLLVM]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    CConv: Prop[CConvAttr] = C_CALL
    TailCallKind: Prop[TailCallKindAttr] = NO_TAIL
    memory_effects: OptProp[MemoryEffectsAttr]
    convergent: OptProp[UnitAttr]
    no_unwind: OptProp[UnitAttr]
    will_return: OptProp[UnitAttr]
    op_bundle_operands: VarOperand[AnyLLVM]
    op_bundle_sizes: Prop[I32Array] = NO_BUNDLES
    required_in_bytecode = ("op_bundle_sizes",)
    op_bundle_tags: OptProp[ArrayAttr]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    no_inline: OptProp[UnitAttr]
    always_inline: OptProp[UnitAttr]
    inline_hint: OptProp[UnitAttr]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    result: OptResult[AnyLLVM]

    @classmethod
    def of(
        cls,
        callee: str,
        arguments: Sequence[Value],
        results: Sequence[Type] = (),
        *,
        variadic: LLVMFunctionType | None = None,
        fastmath: FastmathFlagsAttr = NO_FASTMATH,
    ) -> "CallOp":
        """A call of a symbol; `variadic` is the callee's type when it takes any number of
        arguments."""
        return cls._make(arguments, results, SymbolRefAttr(callee), variadic, fastmath)

    @classmethod
    def through(
        cls, pointer: Value, arguments: Sequence[Value], results: Sequence[Type]
    ) -> "CallOp":
        """A call of the function at a pointer."""
        return cls._make((pointer, *arguments), results, None, None, NO_FASTMATH)

    @classmethod
    def _make(
        cls,
        operands: Sequence[Value],
        results: Sequence[Type],
        callee: SymbolRefAttr | None,
        variadic: LLVMFunctionType | None,
        fastmath: FastmathFlagsAttr,
    ) -> "CallOp":
        properties: dict[str, Attribute] = {
            "CConv": C_CALL,
            "TailCallKind": NO_TAIL,
            "fastmathFlags": fastmath,
            "op_bundle_sizes": NO_BUNDLES,
            "operandSegmentSizes": i32_array((len(operands), 0)),
        }
        if callee is not None:
            properties["callee"] = callee
        if variadic is not None:
            properties["var_callee_type"] = variadic
        return cls.create(operands, results, properties)

    @property
    def pointer(self) -> Value | None:
        """The called pointer; None when a symbol is called."""
        return None if "callee" in self.properties else self.operands[0]

    def callee_symbol(self) -> SymbolRefAttr | None:
        return self.callee

    def call_arguments(self) -> Sequence[Value]:
        given: tuple[Value, ...] = self.callee_operands
        return given if "callee" in self.properties else given[1:]

    def may_inline(self, callee: Operation) -> bool:
        return isinstance(callee, LLVMFuncOp) and inlining.may_inline(callee)

    def inlined_argument(self, callee: Operation, index: int, value: Value, b: Builder) -> Value:
        if not isinstance(callee, LLVMFuncOp):
            return value
        return inlining.argument(callee, index, value, b)

    def inlined(
        self, callee: Operation, arguments: Sequence[Value], blocks: Sequence[Block]
    ) -> None:
        if isinstance(callee, LLVMFuncOp):
            inlining.inlined(self, callee, arguments, blocks)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        properties = state.properties
        convention = p.optional_keyword(*CALL_CONVENTIONS)
        properties["CConv"] = (
            CConvAttr(CConv(CALL_CONVENTIONS[convention])) if convention else C_CALL
        )
        tail = p.optional_keyword(*_TAIL_KINDS)
        properties["TailCallKind"] = (
            TailCallKindAttr(TailCallKind(_TAIL_KINDS[tail])) if tail else NO_TAIL
        )
        symbol = p.optional_symbol_name()
        pointer = None
        if symbol is not None:
            properties["callee"] = SymbolRefAttr(symbol)
        else:
            pointer = p.operand()
        operands = p.operand_list("(", ")")
        parse_variadic_type(p, state)
        bundles = parse_bundles(p)
        p.op_attr_dict(state)
        properties.setdefault("fastmathFlags", NO_FASTMATH)
        values = parse_call_type(p, state, operands, pointer)
        store_bundles(state, values, bundles)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.CConv is not C_CALL:
            p.text(self.CConv.value.name + " ")
        if self.TailCallKind is not NO_TAIL:
            p.text(self.TailCallKind.value.name + " ")
        pointer = self.pointer
        if pointer is None:
            p.symbol_name(self.callee.root if self.callee is not None else "")
        else:
            p.value(pointer)
        arguments = self.call_arguments()
        p.text("(")
        p.values(arguments)
        p.text(")")
        if self.var_callee_type is not None:
            p.text(" vararg(")
            p.type(self.var_callee_type)
            p.text(")")
        print_bundles(p, self.op_bundle_operands, self.op_bundle_sizes, self.op_bundle_tags)
        elided = ["callee", "var_callee_type", "CConv", "TailCallKind", *BUNDLE_NAMES]
        elided += ("arg_attrs", "res_attrs")
        if self.fastmathFlags is NO_FASTMATH:
            elided.append("fastmathFlags")
        p.attr_dict(self, elided)
        p.text(" : ")
        if pointer is not None:
            p.type(pointer.type)
            p.text(", ")
        print_call_type(p, self, arguments)

    def verify_op(self) -> Diagnostic | None:
        wrong = verify_bundles(self, self.op_bundle_sizes, self.op_bundle_tags)
        if wrong is not None or self.callee is not None:
            return wrong
        if not self.operands:
            return self.error("must have either a `callee` attribute or at least an operand")
        if not is_pointer(self.operands[0].type):
            return self.error(
                f"indirect call expects a pointer as callee: '{self.operands[0].type}'"
            )
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        wrong = verify_variadic_type(self, self.var_callee_type, self.call_arguments())
        if wrong is not None or self.callee is None:
            return wrong
        name = self.callee.root
        found = tables.lookup(self, self.callee)
        if found is None:
            near = tables.nearest(self, name)
            return self.error(f"'{name}' does not reference a symbol in the current scope{near}")
        type = getattr(found, "llvm_type", None)
        if type is None:
            if found.name in ("llvm.mlir.alias", "llvm.mlir.ifunc"):
                return None
            return self.error(f"'{name}' does not reference a valid LLVM function or IFunc")
        if type.vararg and self.var_callee_type is None:
            return self.error("missing var_callee_type attribute for vararg call")
        return self._verify_types(type)

    def _verify_types(self, type: LLVMFunctionType) -> Diagnostic | None:
        given = self.call_arguments()
        if not type.vararg and len(given) != len(type.params):
            return self.error(
                f"incorrect number of operands ({len(given)}) for callee "
                f"(expecting: {len(type.params)})"
            )
        if len(given) < len(type.params):
            return self.error(
                f"incorrect number of operands ({len(given)}) for varargs callee "
                f"(expecting at least: {len(type.params)})"
            )
        for i, wanted in enumerate(type.params):
            if given[i].type is not wanted:
                return self.error(
                    f"operand type mismatch for operand {i}: '{given[i].type}' != '{wanted}'"
                )
        if not self.results:
            return (
                None
                if not type.results
                else self.error("expected function call to produce a value")
            )
        if not type.results:
            return self.error("calling function with void result must not produce values")
        if self.results[0].type is not type.result:
            return self.error(f"result type mismatch: '{self.results[0].type}' != '{type.result}'")
        return None


class CallIntrinsicOp(Op, name="llvm.call_intrinsic", traits=(AttrSizedOperandSegments,)):
    """Calls an LLVM intrinsic by its full name, also one that has no op.

    ```mlir
    llvm.func @f(%x: f32) -> f32 {
      %0 = llvm.call_intrinsic "llvm.log2.f32"(%x) : (f32) -> f32
      llvm.return %0 : f32
    }
    ```
    """

    intrin: Prop[str]
    args: VarOperand[AnyLLVM]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    op_bundle_operands: VarOperand[AnyLLVM]
    op_bundle_sizes: Prop[I32Array] = NO_BUNDLES
    required_in_bytecode = ("op_bundle_sizes",)
    op_bundle_tags: OptProp[ArrayAttr]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    results_: OptResult[AnyLLVM]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        state.properties["intrin"] = StringAttr(p.string())
        operands = p.operand_list("(", ")")
        bundles = parse_bundles(p)
        p.op_attr_dict(state)
        state.properties.setdefault("fastmathFlags", NO_FASTMATH)
        values = parse_call_type(p, state, operands)
        store_bundles(state, values, bundles)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.string(self.intrin)
        arguments = self.args
        p.text("(")
        p.values(arguments)
        p.text(")")
        print_bundles(p, self.op_bundle_operands, self.op_bundle_sizes, self.op_bundle_tags)
        elided = ["intrin", *BUNDLE_NAMES, "arg_attrs", "res_attrs"]
        if self.fastmathFlags is NO_FASTMATH:
            elided.append("fastmathFlags")
        p.attr_dict(self, elided)
        p.text(" : ")
        print_call_type(p, self, arguments)

    def verify_op(self) -> Diagnostic | None:
        if not self.intrin.startswith("llvm."):
            return self.error("intrinsic name must start with 'llvm.'")
        return verify_bundles(self, self.op_bundle_sizes, self.op_bundle_tags)


class InlineAsmOp(Op, MemoryEffects, name="llvm.inline_asm"):
    """Assembly text with operands and constraints, as LLVM's asm expression."""

    operands_: VarOperand[AnyLLVM]
    asm_string: Prop[str]
    constraints: Prop[str]
    has_side_effects: OptProp[UnitAttr]
    is_align_stack: OptProp[UnitAttr]
    tail_call_kind: Prop[TailCallKindAttr] = NO_TAIL
    asm_dialect: OptProp[AsmDialect]
    operand_attrs: OptProp[ArrayAttr]
    res: OptResult[AnyLLVM]
    assembly_format = (
        "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? "
        "(`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? "
        "(`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands "
        "`:` functional-type(operands, results)"
    )

    def effects(self) -> Sequence[Effect]:
        if self.has_side_effects is None:
            return ()
        return (Effect(EffectKind.WRITE), Effect(EffectKind.READ))

    def verify_op(self) -> Diagnostic | None:
        if self.tail_call_kind.value is TailCallKind.musttail:
            return self.error("tail call kind 'musttail' is not supported by this operation")
        return None


class VaArgOp(Op, name="llvm.va_arg"):
    """The next argument of a vararg function."""

    arg: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = "$arg attr-dict `:` functional-type($arg, $res)"

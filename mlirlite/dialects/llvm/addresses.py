"""Addresses known to the linker or the function itself: tagged blocks, indirect functions,
equivalents within a shared object."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import FlatSymbolRef, I32Array, SymbolName
from mlirlite.dialects._function import symbol_of
from mlirlite.dialects.llvm.attributes import EXTERNAL, LinkageAttr
from mlirlite.dialects.llvm.constraints import Pointer
from mlirlite.dialects.llvm.enums import Linkage, UnnamedAddr, Visibility
from mlirlite.dialects.llvm.globals import AddressSpace
from mlirlite.dialects.llvm.metadata import (
    BlockAddressAttr,
    BlockTagAttr,
    DSOLocalEquivalentAttr,
)
from mlirlite.dialects.llvm.symbols import (
    DEFAULT_VISIBILITY,
    LINKAGES,
    parse_unnamed,
    parse_visibility,
    print_unnamed,
    print_visibility,
)
from mlirlite.dialects.llvm.types import is_pointer
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr, UnitAttr, i32_array, i32_attr
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand, VarSuccessor, default
from mlirlite.ir.interfaces import BranchOp as BranchInterface, SymbolUser
from mlirlite.ir.traits import (
    ConstantLike,
    IsolatedFromAbove,
    Pure,
    Symbol,
    Terminator,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class BlockAddressOp(Op, SymbolUser, name="llvm.blockaddress", traits=(Pure, ConstantLike)):
    """The address of the block of a function that has a tag."""

    block_addr: Prop[BlockAddressAttr]
    res: Result[Pointer]
    assembly_format = "$block_addr attr-dict `:` qualified(type($res))"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.block_addr

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.block_addr.function)
        if found is None or found.name != "llvm.func":
            return self.error("must reference a function defined by 'llvm.func'")
        if found.is_declaration:
            return None
        for op in found.walk():
            if isinstance(op, BlockTagOp) and op.tag is self.block_addr.tag:
                return None
        return self.error("expects an existing block label target in the referenced function")


class BlockTagOp(Op, name="llvm.blocktag"):
    """The tag of the block that contains it."""

    tag: Prop[BlockTagAttr]
    assembly_format = "$tag attr-dict"


class DSOLocalEquivalentOp(
    Op, SymbolUser, name="llvm.dso_local_equivalent", traits=(Pure, ConstantLike)
):
    """The address of an equivalent of a function within this shared object."""

    function_name: Prop[FlatSymbolRef]
    res: Result[Pointer]
    assembly_format = "$function_name attr-dict `:` qualified(type($res))"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return DSOLocalEquivalentAttr(self.function_name)

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.function_name)
        if found is None or found.name not in ("llvm.func", "llvm.mlir.alias"):
            return self.error("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")
        linkage = found.properties.get("linkage")
        if isinstance(linkage, LinkageAttr) and linkage.value is Linkage.extern_weak:
            return self.error("target function with 'extern_weak' linkage not allowed")
        return None


class IndirectBrOp(
    Op,
    BranchInterface,
    name="llvm.indirectbr",
    traits=(Pure, Terminator),
):
    """Goes to the block whose address it has.

    ```mlir
    llvm.func @f(%a: !llvm.ptr, %x: i32) {
      llvm.indirectbr %a : !llvm.ptr, [
        ^bb1(%x : i32)
      ]
    ^bb1(%y: i32):
      llvm.return
    }
    ```
    """

    addr: Operand[Pointer]
    succOperands: VarOperand[AnyType]
    indbr_operand_segments: Prop[I32Array]
    successors_: VarSuccessor

    def successor_operand_range(self, index: int) -> range:
        sizes = self.indbr_operand_segments
        start = 1 + sum(sizes.value[:index])
        return range(start, start + sizes[index])

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        address = p.operand()
        p.expect(":")
        type = p.type()
        p.expect(",")
        blocks: list[Block] = []
        groups: list[list[Value]] = []

        def destination() -> None:
            block, values = p.successor_with_operands()
            blocks.append(block)
            groups.append(values)

        p.comma_list(destination, "[", "]")
        p.op_attr_dict(state)
        state.operands = [p.resolve(address, type), *(v for group in groups for v in group)]
        state.successors = blocks
        state.properties["indbr_operand_segments"] = i32_array([len(g) for g in groups])

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(", [")
        for i, block in enumerate(self.successors):
            p.text("," if i else "")
            p.newline()
            span = self.successor_operand_range(i)
            p.successor(block, self.operands[span.start : span.stop])
        if self.successors:
            p.newline()
        p.text("]")
        p.attr_dict(self, ("indbr_operand_segments",))


class IFuncOp(Op, SymbolUser, name="llvm.mlir.ifunc", traits=(IsolatedFromAbove, Symbol)):
    """A function that a resolver chooses when the program is loaded."""

    sym_name: Prop[SymbolName]
    i_func_type: Prop[Type]
    resolver: Prop[FlatSymbolRef]
    resolver_type: Prop[Type]
    linkage: Prop[LinkageAttr]
    dso_local: OptProp[UnitAttr]
    address_space: Prop[AddressSpace] = default(0)
    unnamed_addr: Prop[UnnamedAddr] = default(UnnamedAddr.none)
    visibility__: Prop[Visibility] = DEFAULT_VISIBILITY

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        properties = state.properties
        word = p.optional_keyword(*LINKAGES)
        properties["linkage"] = LinkageAttr(Linkage(LINKAGES[word])) if word else EXTERNAL
        parse_visibility(p, state)
        parse_unnamed(p, state)
        properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        properties["i_func_type"] = p.type()
        p.expect(",")
        properties["resolver_type"] = p.type()
        properties["resolver"] = SymbolRefAttr(p.symbol_name())
        p.op_attr_dict(state)
        properties.setdefault("address_space", i32_attr(0))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(f" {self.linkage.value.name} ")
        print_visibility(p, self)
        print_unnamed(p, self)
        p.symbol_name(symbol_of(self))
        p.text(" : ")
        p.type(self.i_func_type)
        p.text(", ")
        p.type(self.resolver_type)
        p.text(" ")
        p.attribute(self.resolver)
        elided = ["sym_name", "i_func_type", "resolver", "resolver_type", "linkage"]
        elided += ["visibility_", "unnamed_addr"]
        if not self.address_space:
            elided.append("address_space")
        p.attr_dict(self, elided)

    def verify_op(self) -> Diagnostic | None:
        linkage = self.linkage.value
        if linkage in _NOT_IFUNC:
            return self.error(
                f"'{linkage.name}' linkage not supported in ifuncs, available options: private, "
                "internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage"
            )
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.resolver)
        while found is not None and found.name == "llvm.mlir.alias":
            last = found.regions[0].first.last
            inner = last.operands[0].defining_op if last is not None and last.operands else None
            if inner is None or inner.name != "llvm.mlir.addressof":
                return self.error("must have a function resolver")
            found = tables.lookup(inner, inner.properties["global_name"])
        if found is None or found.name != "llvm.func":
            return self.error("must have a function resolver")
        if found.is_declaration:
            return self.error("resolver must be a definition")
        if not is_pointer(found.llvm_type.result):
            return self.error("resolver must return a pointer")
        return None


_NOT_IFUNC = (
    Linkage.common,
    Linkage.appending,
    Linkage.extern_weak,
    Linkage.available_externally,
)

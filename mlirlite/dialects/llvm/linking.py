"""Information for the linker: comdats, flags of a module, options."""

from typing import Annotated

from mlirlite.dialects._constraints import SymbolName, array_of
from mlirlite.dialects.llvm.attributes import ModuleFlagAttr
from mlirlite.dialects.llvm.enums import Comdat
from mlirlite.dialects.llvm.globals import verify_at_module_level
from mlirlite.ir.attributes import ArrayAttr, StringAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, RegionField
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import NoRegionArguments, NoTerminator, Symbol, SymbolTable
from mlirlite.support.diagnostics import Diagnostic, error


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
    body: RegionField[OneBlock]
    assembly_format = "$sym_name $body attr-dict"

    def verify_regions(self) -> Diagnostic | None:
        for op in self.body.first or ():
            if not isinstance(op, ComdatSelectorOp):
                return error("only comdat selector symbols can appear in a comdat region", op.where)
        return None


class ComdatSelectorOp(Op, name="llvm.comdat_selector", traits=(Symbol,)):
    """One group of a comdat."""

    sym_name: Prop[SymbolName]
    comdat: Prop[Comdat]
    assembly_format = "$sym_name $comdat attr-dict"


class ModuleFlagsOp(Op, name="llvm.module_flags"):
    """Flags of the LLVM module.

    ```mlir
    llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
    ```
    """

    flags: Prop[ArrayAttr]
    assembly_format = "$flags attr-dict"

    def verify_op(self) -> Diagnostic | None:
        misplaced = verify_at_module_level(self)
        if misplaced is not None:
            return misplaced
        if not all(isinstance(flag, ModuleFlagAttr) for flag in self.flags):
            return self.error("expected a module flag attribute")
        return None


class LinkerOptionsOp(Op, name="llvm.linker_options"):
    """Options for the linker."""

    options: Prop[Annotated[ArrayAttr, array_of("string array attribute", StringAttr)]]
    assembly_format = "$options attr-dict"

    def verify_op(self) -> Diagnostic | None:
        return verify_at_module_level(self)

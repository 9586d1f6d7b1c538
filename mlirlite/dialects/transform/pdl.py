"""Scripts with patterns of the pdl dialect."""

from collections.abc import Sequence
from typing import ClassVar

from mlirlite.dialects import pdl
from mlirlite.dialects.transform.checks import check_top_level
from mlirlite.dialects.transform.interfaces import Reads, TopLevel
from mlirlite.dialects.transform.sequences import top_level_effects
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, RegionField, Result
from mlirlite.ir.interfaces import Effect
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import NoTerminator, SymbolTable
from mlirlite.support.diagnostics import Diagnostic


class PDLMatchOp(Op, Reads, name="transform.pdl_match"):
    """The ops inside the root that a pattern matches.

    ```mlir
    %1 = transform.pdl_match @pattern in %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    root: Operand[Handle]
    pattern_name: Prop[SymbolRefAttr]
    matched: Result[Handle]
    assembly_format = "$pattern_name `in` $root attr-dict `:` functional-type(operands, results)"


class WithPDLPatternsOp(
    Op, TopLevel, name="transform.with_pdl_patterns", traits=(NoTerminator, SymbolTable)
):
    """Contains pdl patterns and the one sequence that uses them.

    ```mlir
    transform.with_pdl_patterns {
    ^bb0(%root: !transform.any_op):
      transform.sequence %root : !transform.any_op failures(propagate) {
      ^bb1(%inner: !transform.any_op):
      }
    }
    ```
    """

    root: OptOperand[Handle]
    body: RegionField[OneBlock]
    assembly_format = "($root^ `:` type($root))? attr-dict-with-keyword regions"
    default_dialect: ClassVar[str] = "transform"

    def effects(self) -> Sequence[Effect]:
        return top_level_effects(self, self.body.entry)

    def verify_op(self) -> Diagnostic | None:
        found = check_top_level(self)
        if found is not None:
            return found
        top: Operation | None = None
        for op in self.body.entry:
            if isinstance(op, pdl.PatternOp):
                continue
            if not isinstance(op, TopLevel):
                found = self.error("expects only pattern and top-level transform ops in its body")
                return found.note("offending op", op.where)
            if top is not None:
                found = self.error("expects only one non-pattern op in its body")
                found.note("first non-pattern op", top.where)
                return found.note("second non-pattern op", op.where)
            top = op
        parent = self.parent_of_type(WithPDLPatternsOp)
        if parent is not None:
            return self.error("cannot be nested").note("parent operation", parent.where)
        return None if top is not None else self.error("expects at least one non-pattern op")

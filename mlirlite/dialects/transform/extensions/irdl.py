"""transform.irdl: ops that satisfy a definition."""

from mlirlite.dialects.transform.interfaces import Reads
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, RegionField, Result
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import NoTerminator, SymbolTable
from mlirlite.support.diagnostics import Diagnostic


class IRDLCollectMatchingOp(
    Op, Reads, name="transform.irdl.collect_matching", traits=(SymbolTable, NoTerminator)
):
    """The ops inside the root that satisfy an irdl definition.

    ```mlir
    %1 = transform.irdl.collect_matching in %0 : (!transform.any_op) -> !transform.any_op {
      irdl.dialect @test {
        irdl.operation @op {
        }
      }
    }
    ```
    """

    root: Operand[Handle]
    matched: Result[Handle]
    body: RegionField[OneBlock]
    assembly_format = (
        "`in` $root `:` functional-type(operands, results) attr-dict-with-keyword regions"
    )

    def verify_op(self) -> Diagnostic | None:
        ops = list(self.body.entry)
        if len(ops) != 1:
            return self.error("expects a single operation in the body")
        if ops[0].name != "irdl.dialect":
            return self.error("expects the body operation to be irdl.dialect")
        names = [op.name for op in ops[0].regions[0].entry]
        if names.count("irdl.operation") != 1:
            return self.error("expects IRDL to contain exactly one operation")
        if "irdl.type" in names or "irdl.attribute" in names:
            return self.error("IRDL types and attributes are not yet supported")
        return None

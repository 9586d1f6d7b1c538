"""Checks of NVVM's attributes on functions: `nvvm.kernel`, `nvvm.maxntid` …"""

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, DenseArrayAttr, DictionaryAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32
from mlirlite.ods.declared import DeclaredDialect
from mlirlite.support.diagnostics import Diagnostic, error

_SIZES = ("nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim")
_NUMBERS = ("nvvm.minctasm", "nvvm.maxnreg", "nvvm.cluster_max_blocks")


class NVVMDialect(DeclaredDialect):
    """Checks attributes of kernels. Undeclared ops are allowed for instructions without an op."""

    allows_unknown_operations = True

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        wrong = None
        if name == "nvvm.kernel" and op.name != "llvm.func":
            return error(f"'{name}' attribute attached to unexpected op", op.where)
        if name in _SIZES:
            sizes = len(value) if isinstance(value, DenseArrayAttr) else 0
            if not 1 <= sizes <= 3 or getattr(value, "element_type", None) is not I32:
                wrong = "attribute must be integer array with maximum 3 index"
        elif name in _NUMBERS and not isinstance(value, IntegerAttr):
            wrong = "attribute must be integer constant"
        elif name == "nvvm.blocksareclusters" and not (
            op.attribute("nvvm.reqntid") and op.attribute("nvvm.cluster_dim")
        ):
            wrong = "attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'"
        return None if wrong is None else error(f"'\"{name}\"' {wrong}", op.where)

    def check_parameter(
        self,
        op: Operation,
        name: str,
        value: Attribute,
        type: Type,
        beside: DictionaryAttr,
        *,
        result: bool,
    ) -> str | None:
        if name != "nvvm.grid_constant" or result:
            return None
        if op.attribute("nvvm.kernel") is None:
            return f"'\"{name}\"' attribute must be present only on kernel arguments"
        if value is not UNIT:
            return f"'\"{name}\"' must be a unit attribute"
        if beside.get("llvm.byval") is None:
            return (
                f"'\"{name}\"' attribute requires the argument to also have attribute 'llvm.byval'"
            )
        return None

"""The llvm dialect: LLVM IR's types, instructions, globals and intrinsics as MLIR ops."""

from mlirlite.dialects.llvm.arithmetic import *  # noqa: F403
from mlirlite.dialects.llvm.attributes import *  # noqa: F403
from mlirlite.dialects.llvm.calls import *  # noqa: F403
from mlirlite.dialects.llvm.control_flow import *  # noqa: F403
from mlirlite.dialects.llvm.functions import *  # noqa: F403
from mlirlite.dialects.llvm.intrinsics import *  # noqa: F403
from mlirlite.dialects.llvm.memory import *  # noqa: F403
from mlirlite.dialects.llvm.memory_intrinsics import *  # noqa: F403
from mlirlite.dialects.llvm.types import *  # noqa: F403
from mlirlite.dialects.llvm.values import *  # noqa: F403
from mlirlite.dialects.llvm.vector_intrinsics import *  # noqa: F403
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation


class LLVMDialect(Dialect):
    """Makes constants."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if not is_compatible(type):  # noqa: F405
            return None
        properties: dict[str, Attribute] = {}
        cls: type[Operation]
        match value:
            case SymbolRefAttr() if is_pointer(type):  # noqa: F405
                cls, properties = AddressOfOp, {"global_name": value}  # noqa: F405
            case UndefAttr():  # noqa: F405
                cls = UndefOp  # noqa: F405
            case PoisonAttr():  # noqa: F405
                cls = PoisonOp  # noqa: F405
            case ZeroAttr():  # noqa: F405
                cls = ZeroOp  # noqa: F405
            case IntegerAttr() | FloatAttr() | ElementsAttr():
                cls, properties = ConstantOp, {"value": value}  # noqa: F405
            case _:
                return None
        return cls.create((), (type,), properties, location=location)


DIALECT = LLVMDialect("llvm", __name__)

"""Ops of upstream's `test` dialect that need processors of NVIDIA, as a plugin.

mlirlite-opt --load-plugin test/lib/dialect.py --load-plugin test/lib/nvvm.py in.mlir
"""

from mlirlite.dialects.nvvm.types import RequiresSM, RequiresSMa
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import DialectExtension


class RequiresSM80Op(Op, name="test.nvvm_requires_sm_80", traits=(RequiresSM(80),)):
    assembly_format = "attr-dict"


class RequiresSM90aOp(Op, name="test.nvvm_requires_sm_90a", traits=(RequiresSMa(90),)):
    assembly_format = "attr-dict"


class RequiresSM90aOr100aOp(
    Op, name="test.nvvm_requires_sm_90a_or_sm_100a", traits=(RequiresSMa(90, 100),)
):
    assembly_format = "attr-dict"


EXTENSION = DialectExtension("test", __name__)

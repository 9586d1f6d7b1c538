"""What rocdl's attributes are for: the target of a `gpu.module`."""

from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.ods.hooks import behavior


@behavior("#rocdl.target")
class ROCDLTarget(TargetAttr):
    """An AMD processor."""

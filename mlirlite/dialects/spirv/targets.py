"""What spirv's attributes are for: the target of a `gpu.module`."""

from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.ods.hooks import behavior


@behavior("#spirv.target_env")
class TargetEnv(TargetAttr):
    """A version of SPIR-V with its capabilities."""

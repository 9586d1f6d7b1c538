"""What attributes are that say what a `gpu.module` is compiled for (upstream:
TargetAttrInterface)."""

from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic


class TargetAttr:
    """Interface of attributes that name a target: `#nvvm.target<chip = "sm_90">`."""

    def verify_target(self, module: Operation) -> Diagnostic | None:
        """What is wrong with a `gpu.module` for this target; None when nothing is."""
        return None

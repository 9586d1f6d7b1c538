"""The interface of attributes for the target of a `gpu.module` (upstream: TargetAttrInterface)."""

from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic


class TargetAttr:
    """Interface of attributes that name a target: `#nvvm.target<chip = "sm_90">`."""

    def verify_target(self, module: Operation) -> Diagnostic | None:
        """The error of a `gpu.module` for this target; None if it is valid."""
        return None

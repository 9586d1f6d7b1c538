"""Which processors an op needs."""

from mlirlite.dialects.nvvm.types import RequiresSM, RequiresSMa
from mlirlite.ods.hooks import trait

trait("NVVMRequiresSM")(RequiresSM)
trait("NVVMRequiresSMa")(RequiresSMa)

"""Which processors an op needs."""

from mlirlite.dialects.nvvm.types import RequiresSM, RequiresSMa
from mlirlite.ir.traits import Trait
from mlirlite.ods.hooks import trait


@trait("NVVMRequiresSM")
def from_version(version: int) -> Trait:
    """This version and later ones."""
    return RequiresSM(version)


@trait("NVVMRequiresSMa")
def on_versions(*versions: int) -> Trait:
    """These versions, with accelerated features."""
    return RequiresSMa(*versions)

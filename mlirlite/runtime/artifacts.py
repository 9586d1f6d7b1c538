"""Portable artifacts: StableHLO that other versions of it read, as VHLO in MLIR's bytecode."""

from __future__ import annotations

from mlirlite.bytecode import write_bytecode
from mlirlite.dialects.vhlo.transforms.vhlo_to_version import target_version
from mlirlite.dialects.vhlo.versions import CURRENT, OLDEST, bytecode_version, version_text
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline

UPGRADE = Pipeline.of(
    PassRun.of("vhlo-to-version", target=version_text(CURRENT)), "vhlo-legalize-to-stablehlo"
)
"""The passes that make StableHLO of what was read from a portable artifact."""


def write_artifact(
    module: Operation,
    target: str,
    context: Context | None = None,
    *,
    allow_other_dialects: bool = False,
) -> bytes:
    """The portable artifact of a module of StableHLO for a version of it, `1.16.0`, `current` or
    `minimum`. The module
    becomes VHLO. DiagnosticError for what that version cannot say, and for ops of other dialects
    unless they are allowed."""
    target = {"current": version_text(CURRENT), "minimum": version_text(OLDEST)}.get(target, target)
    version, context = target_version(target, module), context or Context()
    legalize = PassRun.of("stablehlo-legalize-to-vhlo", allow_other_dialects=allow_other_dialects)
    PassManager(Pipeline.of(legalize), context).run(module)
    for op in module.walk():  # uses in the order of the text, as upstream has them here
        op.set_operands(op.operands)
    PassManager(Pipeline.of(PassRun.of("vhlo-to-version", target=target)), context).run(module)
    return write_bytecode(
        module, context, version=bytecode_version(version), producer=f"StableHLO_v{target}"
    )

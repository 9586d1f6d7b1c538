"""Structured attributes of NVVM: shapes of matrix products, and what to compile for."""

from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.dialects.nvvm.types import runs_on
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic, error


class MMAShapeAttr(Attribute, name="nvvm.shape"):
    """`#nvvm.shape<m = 16, n = 8, k = 16>`: `m x k` times `k x n`."""

    description = "Attribute for MMA operation shape."
    m: int
    n: int
    k: int
    assembly_format = "`<` struct(params) `>`"


class LdStMatrixShapeAttr(Attribute, name="nvvm.ld_st_matrix_shape"):
    """`#nvvm.ld_st_matrix_shape<m = 8, n = 8>`: a matrix that a warp loads or stores."""

    description = "Matrix shape for ldmatrix and stmatrix"
    m: int
    n: int
    assembly_format = "`<` struct(params) `>`"


class NVVMTargetAttr(TargetAttr, Attribute, name="nvvm.target"):
    """`#nvvm.target<chip = "sm_90">`: the processor that a `gpu.module` is compiled for."""

    O: int = 2  # noqa: E741
    triple: str = "nvptx64-nvidia-cuda"
    chip: str = "sm_50"
    features: str = ""
    flags: DictionaryAttr | None = None
    link: ArrayAttr | None = None
    verifyTarget: bool = True
    assembly_format = (
        "(`<` struct($O, $triple, $chip, $features, $flags, $link, $verifyTarget)^ `>`)?"
    )

    def verify(self) -> None:
        if not 0 <= self.O <= 3:
            raise ValueError("The optimization level must be a number between 0 and 3.")
        if not self.triple:
            raise ValueError("The target triple cannot be empty.")
        if not self.chip:
            raise ValueError("The target chip cannot be empty.")
        if self.link is not None and not all(isinstance(a, StringAttr) for a in self.link):
            raise ValueError("All the elements in the `link` array must be strings.")

    def verify_target(self, module: Operation) -> Diagnostic | None:
        if not self.verifyTarget:
            return None
        version, accelerated = self.processor()
        if version < 20:
            return error("Minimum NVVM target SM version is sm_20", module.where)
        for op in module.walk():
            if not runs_on(op, version, accelerated):
                return op.error(f"is not supported on {self.chip}")
        return None

    def processor(self) -> tuple[int, bool]:
        """The version of the chip, and whether it is architecture-accelerated (`sm_90a`)."""
        digits = ""
        for character in self.chip[3:]:
            if not character.isdigit():
                break
            digits += character
        return int(digits or 0), self.chip.endswith("a")

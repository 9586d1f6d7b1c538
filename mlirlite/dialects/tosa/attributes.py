"""The choices that tosa's ops offer, the attributes that hold them, and targets."""

import enum
from typing import Annotated, Any, ClassVar

from mlirlite.dialects._constraints import I64Array
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr
from mlirlite.ir.constraints import Constraint, constraint_of, is_a
from mlirlite.ir.types import F16, F32, I32, I64, IntegerType


class ResizeMode(enum.IntEnum):
    """How a pixel between others is interpolated."""

    NEAREST_NEIGHBOR = 1
    BILINEAR = 2


class ResizeModeAttr(EnumAttr, name="tosa.resize_mode", cases=ResizeMode):
    """`#tosa.resize_mode<BILINEAR>`."""

    description = "Supported resize/upsampling strategies"
    value: ResizeMode


class NanPropagationMode(enum.IntEnum):
    """How NaNs are handled."""

    PROPAGATE = 1
    IGNORE = 2


class NanPropagationModeAttr(EnumAttr, name="tosa.nan_mode", cases=NanPropagationMode):
    """`#tosa.nan_mode<IGNORE>`."""

    description = "Supported NaN propagation strategies"
    value: NanPropagationMode


class RoundingMode(enum.IntEnum):
    """How numbers are rounded that are scaled down."""

    SINGLE_ROUND = 1
    INEXACT_ROUND = 2
    DOUBLE_ROUND = 3


class RoundingModeAttr(EnumAttr, name="tosa.rounding_mode", cases=RoundingMode):
    """`#tosa.rounding_mode<SINGLE_ROUND>`."""

    description = "Supported rounding modes"
    value: RoundingMode


class BlockSize(enum.IntEnum):
    """How many numbers share a scale."""

    BLOCK_SIZE_32 = 32


class BlockSizeAttr(EnumAttr, name="tosa.block_size", cases=BlockSize):
    """`#tosa.block_size<BLOCK_SIZE_32>`."""

    description = "Block size for the block_scaled formats"
    value: BlockSize


class Profile(enum.IntEnum):
    """Which kind of numbers a device computes with."""

    pro_int = 1
    pro_fp = 2
    none = 0


class ProfileAttr(EnumAttr, name="tosa.prof", cases=Profile):
    """`#tosa.prof<pro_int>`."""

    description = "supported TOSA profiles"
    value: Profile


class Extension(enum.IntEnum):
    """Features of a device beyond its profiles."""

    none = 0
    int16 = 1
    int4 = 2
    bf16 = 3
    fp8e4m3 = 4
    fp8e5m2 = 5
    fft = 6
    variable = 7
    controlflow = 8
    doubleround = 9
    inexactround = 10
    dynamic = 11
    mxfp = 12
    int64 = 13
    shape = 14


class ExtensionAttr(EnumAttr, name="tosa.ext", cases=Extension):
    """`#tosa.ext<int16>`."""

    description = "supported TOSA extensions"
    value: Extension


class Level(enum.IntEnum):
    """How large tensors and windows may be."""

    none = 0
    eightK = 1
    __keywords__: ClassVar[dict[str, str]] = {"eightK": "8k"}


class LevelAttr(EnumAttr, name="tosa.level", cases=Level):
    """`#tosa.level<"8k">`."""

    description = "supported TOSA levels"
    value: Level


class SpecificationVersion(enum.IntEnum):
    """A version of the TOSA specification."""

    V_1_0 = 0
    V_1_1_DRAFT = 1
    __keywords__: ClassVar[dict[str, str]] = {"V_1_0": "1.0", "V_1_1_DRAFT": "1.1.draft"}


class SpecificationVersionAttr(
    EnumAttr, name="tosa.specification_version", cases=SpecificationVersion
):
    """`#tosa.specification_version<"1.0">`."""

    description = "TOSA specification version"
    value: SpecificationVersion


class TargetEnvAttr(Attribute, name="tosa.target_env"):
    """`#tosa.target_env<specification_version = "1.0", level = "8k", profiles = [pro_int],
    extensions = []>`: what a device can do."""

    specification_version: SpecificationVersion
    level: Level
    profiles: tuple[Profile, ...]
    extensions: tuple[Extension, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read what follows the mnemonic."""
        p.expect("<")
        p.expect("specification_version")
        p.expect("=")
        version = _read_case(p, SpecificationVersionAttr, "SpecificationVersion")
        p.expect(",")
        p.expect("level")
        p.expect("=")
        level = _read_case(p, LevelAttr, "Level")
        p.expect(",")
        p.expect("profiles")
        p.expect("=")
        profiles = _read_cases(p, ProfileAttr, "Profile")
        p.expect(",")
        p.expect("extensions")
        p.expect("=")
        extensions = _read_cases(p, ExtensionAttr, "Extension")
        p.expect(">")
        return cls(version, level, tuple(profiles), tuple(extensions))

    def print(self, p: Any) -> None:
        """Print what follows the mnemonic."""
        version = _keyword(SpecificationVersionAttr, self.specification_version)
        profiles = ", ".join(e.name for e in self.profiles)
        extensions = ", ".join(e.name for e in self.extensions)
        p.text(f"<specification_version = {version}, level = {_keyword(LevelAttr, self.level)}, ")
        p.text(f"profiles = [{profiles}], extensions = [{extensions}]>")


def _read_case(p: Any, cls: type[EnumAttr], called: str) -> Any:
    where = p.here()
    word = p.keyword_or_string()
    if word not in cls.keywords:
        listed = ", ".join(cls.keywords)
        raise p.error(f"expected ::mlir::tosa::{called} to be one of: {listed}", where)
    return cls.cases(cls.keywords[word])


def _read_cases(p: Any, cls: type[EnumAttr], called: str) -> list[Any]:
    """`[a, b]`, at least one."""
    p.expect("[")
    found: list[Any] = p.comma_list(lambda: _read_case(p, cls, called))
    p.expect("]")
    return found


def _keyword(cls: type[EnumAttr], case: enum.IntEnum) -> str:
    word = next(k for k, v in cls.keywords.items() if v == case)
    return word if word.isidentifier() else f'"{word}"'


class UnaryOpQuantizationAttr(Attribute, name="tosa.unary_quant"):
    """`#tosa.unary_quant<input_zp = 1, output_zp = 2>`."""

    input_zp: int
    output_zp: int
    assembly_format = "`<` struct(params) `>`"


class ConvOpQuantizationAttr(Attribute, name="tosa.conv_quant"):
    """`#tosa.conv_quant<input_zp = 1, weight_zp = 2>`."""

    input_zp: int
    weight_zp: int
    assembly_format = "`<` struct(params) `>`"


class MatMulOpQuantizationAttr(Attribute, name="tosa.matmul_quant"):
    """`#tosa.matmul_quant<a_zp = 1, b_zp = 2>`."""

    a_zp: int
    b_zp: int
    assembly_format = "`<` struct(params) `>`"


class PadOpQuantizationAttr(Attribute, name="tosa.pad_quant"):
    """`#tosa.pad_quant<input_zp = 1>`."""

    input_zp: int
    assembly_format = "`<` struct(params) `>`"


# Constraints on properties


def _counted(count: int) -> Any:
    base = constraint_of(I64Array)
    return Annotated[
        DenseArrayAttr,
        I64,
        Constraint(
            f"{base.summary} with exactly {count} elements",
            lambda a: base.matches(a) and isinstance(a, DenseArrayAttr) and len(a) == count,
        ),
    ]


IntArray2: Any = _counted(2)
IntArray3: Any = _counted(3)
IntArray4: Any = _counted(4)
IntArray6: Any = _counted(6)
_I48 = IntegerType(48)
AccType = Annotated[
    Type,
    Constraint(
        "type attribute of 32-bit signless integer or 48-bit signless integer or 16-bit float or "
        "32-bit float",
        lambda a: a in (I32, _I48, F16, F32),
    ),
]
IntOrFloat = Annotated[
    Attribute,
    is_a(
        IntegerAttr, FloatAttr, summary="arbitrary integer attribute or arbitrary float attribute"
    ),
]
PROPAGATE: Any = NanPropagationModeAttr(NanPropagationMode.PROPAGATE)

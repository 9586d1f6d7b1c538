"""Conversions between floats of several widths, two or four at a time."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.nvvm.types import (
    OFF,
    BFloat16x2,
    Float16x2,
    Float32,
    Float32x4,
    Int8x2,
    Int8x4,
    Int16,
    Int16OrInt8x2,
    RequiresSMa,
)
from mlirlite.dialects.nvvm.warp_enums import (
    FPRoundingMode,
    FPRoundingModeAttr,
    SaturationMode,
    SaturationModeAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import Int8, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import FloatType
from mlirlite.support.diagnostics import Diagnostic, error

FPROUNDING_MODE_NONE: Any = FPRoundingModeAttr(FPRoundingMode.none)
SATURATION_MODE_NONE: Any = SaturationModeAttr(SaturationMode.none)

_F8, _SCALE = ("f8E4M3FN", "f8E5M2"), ("f8E8M0FNU",)
_F6, _F4 = ("f6E2M3FN", "f6E3M2FN"), ("f4E2M1FN",)


def _is_one_of(type: Type, names: Sequence[str]) -> bool:
    return isinstance(type, FloatType) and type.keyword in names


def _verify_narrow(
    op: Op, type: Type, names: Sequence[str], source: str, target: str
) -> Diagnostic | None:
    if _is_one_of(type, names):
        return None
    listed = " and ".join(f"'{n}'" for n in names)
    verb = "type is" if len(names) == 1 else "types are"
    return op.error(f"Only {listed} {verb} supported for conversions from {source} to {target}.")


def _verify_half(
    op: "ConvertF32x2ToF16x2Op | ConvertF32x2ToBF16x2Op", target: str
) -> Diagnostic | None:
    mode = op.rnd.value
    if mode not in (FPRoundingMode.rn, FPRoundingMode.rz, FPRoundingMode.rs):
        return op.error(
            "Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to "
            f"{target}."
        )
    if mode is FPRoundingMode.rs:
        if op.random_bits is None:
            return op.error("random_bits is required for RS rounding mode.")
    elif op.random_bits is not None:
        return op.error("random_bits not supported for RN and RZ rounding modes.")
    return None


class ConvertFloatToTF32Op(Op, name="nvvm.convert.float.to.tf32"):
    """A float as tf32.

    ```mlir
    %0 = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rna>}
    ```
    """

    src: Operand[Float32]
    rnd: Prop[FPRoundingModeAttr] = FPROUNDING_MODE_NONE
    sat: Prop[SaturationModeAttr] = SATURATION_MODE_NONE
    relu: Prop[bool] = OFF
    res: Result[Int32]
    assembly_format = "$src attr-dict"

    def verify_op(self) -> Diagnostic | None:
        mode = self.rnd.value
        if mode is FPRoundingMode.rna and self.relu:
            return error("Relu not supported with rna rounding mode.", self.where)
        if mode not in (FPRoundingMode.rna, FPRoundingMode.rn, FPRoundingMode.rz):
            return error(
                "Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.", self.where
            )
        return None


class ConvertF32x2ToF8x2Op(Op, name="nvvm.convert.f32x2.to.f8x2"):
    """Two floats as 8-bit floats.

    ```mlir
    %0 = nvvm.convert.f32x2.to.f8x2 %x, %x
      {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
    ```
    """

    a: Operand[Float32]
    b: Operand[Float32]
    rnd: Prop[FPRoundingModeAttr] = FPROUNDING_MODE_NONE
    sat: Prop[SaturationModeAttr] = SATURATION_MODE_NONE
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int16OrInt8x2]
    assembly_format = "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        if _is_one_of(self.dstTy, _F8):
            if self.rnd.value is not FPRoundingMode.rn:
                wrong = "Only RN rounding mode is supported for conversions from f32x2 to "
            elif self.sat.value is not SaturationMode.satfinite:
                wrong = "Only SATFINITE saturation mode is supported for conversions from f32x2 to "
            else:
                return None
            return self.error(wrong + "'f8E4M3FN' and 'f8E5M2' types")
        if not _is_one_of(self.dstTy, _SCALE):
            return self.error(
                "Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions "
                "from f32x2 to f8x2"
            )
        if self.rnd.value not in (FPRoundingMode.rz, FPRoundingMode.rp):
            return self.error(
                "Only RZ and RP rounding modes are supported for conversions from f32x2 to "
                "'f8E8M0FNU' type"
            )
        if self.relu:
            return self.error("relu not supported for conversions to 'f8E8M0FNU' type")
        return None


class ConvertF16x2ToF8x2Op(Op, name="nvvm.convert.f16x2.to.f8x2"):
    """Two half floats as 8-bit floats.

    ```mlir
    %0 = nvvm.convert.f16x2.to.f8x2 %v : vector<2xf16> -> i16 (f8E4M3FN)
    ```
    """

    a: Operand[Float16x2]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int16OrInt8x2]
    assembly_format = "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F8, "f16x2", "f8x2")


class ConvertBF16x2ToF8x2Op(Op, name="nvvm.convert.bf16x2.to.f8x2"):
    """Two bfloat16 as 8-bit exponents.

    ```mlir
    %0 = nvvm.convert.bf16x2.to.f8x2 %v {rnd = #nvvm.fp_rnd_mode<rz>}
      : vector<2xbf16> -> i16 (f8E8M0FNU)
    ```
    """

    a: Operand[BFloat16x2]
    rnd: Prop[FPRoundingModeAttr] = FPROUNDING_MODE_NONE
    sat: Prop[SaturationModeAttr] = SATURATION_MODE_NONE
    dstTy: Prop[Type]
    dst: Result[Int16OrInt8x2]
    assembly_format = "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        found = _verify_narrow(self, self.dstTy, _SCALE, "bf16x2", "f8x2")
        if found is None and self.rnd.value not in (FPRoundingMode.rz, FPRoundingMode.rp):
            return self.error(
                "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2."
            )
        return found


class ConvertF32x2ToF6x2Op(Op, name="nvvm.convert.f32x2.to.f6x2"):
    """Two floats as 6-bit floats.

    ```mlir
    %0 = nvvm.convert.f32x2.to.f6x2 %x, %x : i16 (f6E2M3FN)
    ```
    """

    a: Operand[Float32]
    b: Operand[Float32]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int16OrInt8x2]
    assembly_format = "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F6, "f32x2", "f6x2")


class ConvertF32x2ToF4x2Op(Op, name="nvvm.convert.f32x2.to.f4x2"):
    """Two floats as 4-bit floats.

    ```mlir
    %0 = nvvm.convert.f32x2.to.f4x2 %x, %x : i8 (f4E2M1FN)
    ```
    """

    a: Operand[Float32]
    b: Operand[Float32]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int8]
    assembly_format = "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F4, "f32x2", "f4x2")


class ConvertF8x2ToF16x2Op(Op, name="nvvm.convert.f8x2.to.f16x2"):
    """Two 8-bit floats as half floats.

    ```mlir
    %0 = nvvm.convert.f8x2.to.f16x2 %v : vector<2xi8> (f8E4M3FN) -> vector<2xf16>
    ```
    """

    src: Operand[Int8x2]
    relu: Prop[bool] = OFF
    srcType: Prop[Type]
    dst: Result[Float16x2]
    assembly_format = "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.srcType, _F8, "f8x2", "f16x2")


class ConvertF8x2ToBF16x2Op(Op, name="nvvm.convert.f8x2.to.bf16x2"):
    """Two 8-bit exponents as bfloat16.

    ```mlir
    %0 = nvvm.convert.f8x2.to.bf16x2 %v : vector<2xi8> (f8E8M0FNU) -> vector<2xbf16>
    ```
    """

    src: Operand[Int8x2]
    srcType: Prop[Type]
    dst: Result[BFloat16x2]
    assembly_format = "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.srcType, _SCALE, "f8x2", "bf16x2")


class ConvertF6x2ToF16x2Op(Op, name="nvvm.convert.f6x2.to.f16x2"):
    """Two 6-bit floats as half floats.

    ```mlir
    %0 = nvvm.convert.f6x2.to.f16x2 %v : vector<2xi8> (f6E2M3FN) -> vector<2xf16>
    ```
    """

    src: Operand[Int8x2]
    relu: Prop[bool] = OFF
    srcType: Prop[Type]
    dst: Result[Float16x2]
    assembly_format = "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.srcType, _F6, "f6x2", "f16x2")


class ConvertF4x2ToF16x2Op(Op, name="nvvm.convert.f4x2.to.f16x2"):
    """Two 4-bit floats as half floats.

    ```mlir
    %0 = nvvm.convert.f4x2.to.f16x2 %v : i8 (f4E2M1FN) -> vector<2xf16>
    ```
    """

    src: Operand[Int8]
    relu: Prop[bool] = OFF
    srcType: Prop[Type]
    dst: Result[Float16x2]
    assembly_format = "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.srcType, _F4, "f4x2", "f16x2")


class ConvertF32x2ToF16x2Op(Op, name="nvvm.convert.f32x2.to.f16x2", traits=(Pure,)):
    """Two floats as half floats.

    ```mlir
    %0 = nvvm.convert.f32x2.to.f16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
    ```
    """

    src_hi: Operand[Float32]
    src_lo: Operand[Float32]
    random_bits: OptOperand[Int32]
    rnd: Prop[FPRoundingModeAttr] = FPROUNDING_MODE_NONE
    sat: Prop[SaturationModeAttr] = SATURATION_MODE_NONE
    relu: Prop[bool] = OFF
    dst: Result[Float16x2]
    assembly_format = "$src_hi `,` $src_lo (`,` $random_bits^)? attr-dict `:` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_half(self, "f16x2")


class ConvertF32x2ToBF16x2Op(Op, name="nvvm.convert.f32x2.to.bf16x2", traits=(Pure,)):
    """Two floats as bfloat16.

    ```mlir
    %0 = nvvm.convert.f32x2.to.bf16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
    ```
    """

    src_hi: Operand[Float32]
    src_lo: Operand[Float32]
    random_bits: OptOperand[Int32]
    rnd: Prop[FPRoundingModeAttr] = FPROUNDING_MODE_NONE
    sat: Prop[SaturationModeAttr] = SATURATION_MODE_NONE
    relu: Prop[bool] = OFF
    dst: Result[BFloat16x2]
    assembly_format = "$src_hi `,` $src_lo (`,` $random_bits^)? attr-dict `:` type($dst)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_half(self, "bf16x2")


class ConvertF32x4ToF8x4Op(
    Op, name="nvvm.convert.f32x4.to.f8x4", traits=(Pure, RequiresSMa(100, 103))
):
    """Four floats as 8-bit floats, rounded by random bits.

    ```mlir
    %0 = nvvm.convert.f32x4.to.f8x4 %v, %bits : vector<4xf32> -> vector<4xi8> (f8E4M3FN)
    ```
    """

    src: Operand[Float32x4]
    rbits: Operand[Int32]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int8x4]
    assembly_format = "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F8, "f32x4", "f8x4")


class ConvertF32x4ToF6x4Op(
    Op, name="nvvm.convert.f32x4.to.f6x4", traits=(Pure, RequiresSMa(100, 103))
):
    """Four floats as 6-bit floats, rounded by random bits.

    ```mlir
    %0 = nvvm.convert.f32x4.to.f6x4 %v, %bits : vector<4xf32> -> vector<4xi8> (f6E2M3FN)
    ```
    """

    src: Operand[Float32x4]
    rbits: Operand[Int32]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int8x4]
    assembly_format = "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F6, "f32x4", "f6x4")


class ConvertF32x4ToF4x4Op(
    Op, name="nvvm.convert.f32x4.to.f4x4", traits=(Pure, RequiresSMa(100, 103))
):
    """Four floats as 4-bit floats, rounded by random bits.

    ```mlir
    %0 = nvvm.convert.f32x4.to.f4x4 %v, %bits : vector<4xf32> -> i16 (f4E2M1FN)
    ```
    """

    src: Operand[Float32x4]
    rbits: Operand[Int32]
    relu: Prop[bool] = OFF
    dstTy: Prop[Type]
    dst: Result[Int16]
    assembly_format = "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`"

    def verify_op(self) -> Diagnostic | None:
        return _verify_narrow(self, self.dstTy, _F4, "f32x4", "f4x4")

"""LLVM's intrinsics of SVE, `arm_sve.intr.*`."""

from mlirlite.dialects._constraints import I64Attr
from mlirlite.dialects.arm_sve.types import (
    PREDICATE_WORDS,
    SVBOOL,
    AnyScalable,
    BrainFactor,
    FloatSum,
    Predicate,
    Scalable1D,
    SVBool,
    is_predicate,
)
from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.llvm.intrinsic import Immediates, IntrinsicOp, Overloads
from mlirlite.ir.constraints import Int32, Int64
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Predicate as Holds, Pure

_GIVES_PREDICATE = Holds(f"'res' is {PREDICATE_WORDS}", lambda op: is_predicate(op.results[0].type))
_GIVES_SVBOOL = Holds("'res' is vector<[16]xi1>", lambda op: op.results[0].type is SVBOOL)


class SVEIntrinsic(IntrinsicOp):
    """Base: `arm_sve.intr.x` is `llvm.aarch64.sve.x`."""

    @classmethod
    def intrinsic(cls) -> str:
        """LLVM's name, without the types."""
        return "llvm.aarch64.sve." + cls.name.removeprefix("arm_sve.intr.").replace("_", ".")


class _ThreeOperands(SVEIntrinsic):
    """Base of those that take a sum and two factors, or a mask and two vectors."""

    # Named in no order that matters: upstream has no names for them.
    first: Operand[AnyScalable]
    second: Operand[AnyScalable]
    third: Operand[AnyScalable]
    res: Result[AnyLLVM]


class UmmlaIntrOp(_ThreeOperands, name="arm_sve.intr.ummla"):
    """Products of matrices, unsigned.

    ```mlir
    %0 = "arm_sve.intr.ummla"(%c, %a, %b)
      : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    ```
    """


class SmmlaIntrOp(_ThreeOperands, name="arm_sve.intr.smmla"):
    """Products of matrices, signed.

    ```mlir
    %0 = "arm_sve.intr.smmla"(%c, %a, %b)
      : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    ```
    """


class UsmmlaIntrOp(_ThreeOperands, name="arm_sve.intr.usmmla"):
    """Products of matrices, unsigned by signed.

    ```mlir
    %0 = "arm_sve.intr.usmmla"(%c, %a, %b)
      : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    ```
    """


class SdotIntrOp(_ThreeOperands, name="arm_sve.intr.sdot"):
    """Dot products, signed.

    ```mlir
    %0 = "arm_sve.intr.sdot"(%c, %a, %b)
      : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    ```
    """


class UdotIntrOp(_ThreeOperands, name="arm_sve.intr.udot"):
    """Dot products, unsigned.

    ```mlir
    %0 = "arm_sve.intr.udot"(%c, %a, %b)
      : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedAddIIntrOp(_ThreeOperands, name="arm_sve.intr.add"):
    """Sum where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.add"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedAddFIntrOp(_ThreeOperands, name="arm_sve.intr.fadd"):
    """Sum where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.fadd"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    ```
    """


class ScalableMaskedMulIIntrOp(_ThreeOperands, name="arm_sve.intr.mul"):
    """Product where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.mul"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedMulFIntrOp(_ThreeOperands, name="arm_sve.intr.fmul"):
    """Product where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.fmul"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    ```
    """


class ScalableMaskedSubIIntrOp(_ThreeOperands, name="arm_sve.intr.sub"):
    """Difference where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.sub"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedSubFIntrOp(_ThreeOperands, name="arm_sve.intr.fsub"):
    """Difference where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.fsub"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    ```
    """


class ScalableMaskedSDivIIntrOp(_ThreeOperands, name="arm_sve.intr.sdiv"):
    """Signed quotient where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.sdiv"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedUDivIIntrOp(_ThreeOperands, name="arm_sve.intr.udiv"):
    """Unsigned quotient where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.udiv"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    ```
    """


class ScalableMaskedDivFIntrOp(_ThreeOperands, name="arm_sve.intr.fdiv"):
    """Quotient where a mask is set.

    ```mlir
    %0 = "arm_sve.intr.fdiv"(%m, %a, %b)
      : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    ```
    """


class BfmmlaOp(
    SVEIntrinsic,
    name="arm_sve.intr.bfmmla",
    traits=(AllTypesMatch("src1", "src2"), AllTypesMatch("acc", "res"), Pure),
):
    """Products of matrices of bfloat16, added up.

    ```mlir
    %0 = arm_sve.intr.bfmmla %c, %a, %b : vector<[8]xbf16> to vector<[4]xf32>
    ```
    """

    overloads: Overloads = ()
    acc: Operand[FloatSum]
    src1: Operand[BrainFactor]
    src2: Operand[BrainFactor]
    res: Result[FloatSum]
    assembly_format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)"


class ConvertFromSvboolIntrOp(
    SVEIntrinsic, name="arm_sve.intr.convert.from.svbool", traits=(_GIVES_PREDICATE,)
):
    """The first elements of a mask for bytes.

    ```mlir
    %0 = "arm_sve.intr.convert.from.svbool"(%a) : (vector<[16]xi1>) -> vector<[4]xi1>
    ```
    """

    svbool: Operand[SVBool]
    res: Result[AnyLLVM]


class ConvertToSvboolIntrOp(
    SVEIntrinsic, name="arm_sve.intr.convert.to.svbool", traits=(_GIVES_SVBOOL,)
):
    """A mask for bytes that begins with this one.

    ```mlir
    %0 = "arm_sve.intr.convert.to.svbool"(%a) : (vector<[4]xi1>) -> vector<[16]xi1>
    ```
    """

    overloads: Overloads = (0,)
    mask: Operand[Predicate]
    res: Result[AnyLLVM]


class ZipX2IntrOp(SVEIntrinsic, name="arm_sve.intr.zip.x2"):
    """Two vectors, element by element in turn.

    ```mlir
    %0 = "arm_sve.intr.zip.x2"(%a, %b) : (vector<[8]xi16>, vector<[8]xi16>)
      -> !llvm.struct<(vector<[8]xi16>, vector<[8]xi16>)>
    ```
    """

    overloads: Overloads = (0,)
    v1: Operand[AnyScalable]
    v2: Operand[AnyScalable]
    res: Result[AnyLLVM]


class ZipX4IntrOp(SVEIntrinsic, name="arm_sve.intr.zip.x4"):
    """Four vectors, element by element in turn.

    ```mlir
    %0 = "arm_sve.intr.zip.x4"(%a, %a, %a, %a)
      : (vector<[2]xi64>, vector<[2]xi64>, vector<[2]xi64>, vector<[2]xi64>)
      -> !llvm.struct<(vector<[2]xi64>, vector<[2]xi64>, vector<[2]xi64>, vector<[2]xi64>)>
    ```
    """

    overloads: Overloads = (0,)
    v1: Operand[AnyScalable]
    v2: Operand[AnyScalable]
    v3: Operand[AnyScalable]
    v4: Operand[AnyScalable]
    res: Result[AnyLLVM]


class PselIntrOp(SVEIntrinsic, name="arm_sve.intr.psel", traits=(_GIVES_SVBOOL, Pure)):
    """The first mask where an element of the second one is set.

    ```mlir
    %0 = "arm_sve.intr.psel"(%a, %b, %i)
      : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
    ```
    """

    overloads: Overloads = (1,)
    p1: Operand[SVBool]
    p2: Operand[Predicate]
    index: Operand[Int32]
    res: Result[AnyLLVM]


class WhileLTIntrOp(SVEIntrinsic, name="arm_sve.intr.whilelt", traits=(_GIVES_PREDICATE, Pure)):
    """The mask of `base + i < n`.

    ```mlir
    %0 = "arm_sve.intr.whilelt"(%i, %n) : (i64, i64) -> vector<[4]xi1>
    ```
    """

    overloads: Overloads = (-1, 0)
    base: Operand[Int64]
    n: Operand[Int64]
    res: Result[AnyLLVM]


class DupQLaneIntrOp(SVEIntrinsic, name="arm_sve.intr.dupq_lane"):
    """One piece of 128 bits, again and again.

    ```mlir
    %0 = "arm_sve.intr.dupq_lane"(%a) <{lane = 0 : i64}>
      : (vector<[16]xi8>) -> vector<[16]xi8>
    ```
    """

    overloads: Overloads = (0,)
    immediates: Immediates = ((1, "lane"),)
    v: Operand[Scalable1D]
    lane: Prop[I64Attr]
    res: Result[AnyLLVM]

"""The ops of arm_sve: products, masks and masked arithmetic of scalable vectors."""

from typing import Any

from mlirlite.dialects._constraints import I64Attr, i1_like
from mlirlite.dialects.arm_sve.types import (
    BoolMask,
    DotFactor,
    DotSum,
    Floats,
    Integers,
    Mask,
    MatrixFactor,
    MatrixSum,
    Predicate,
    PredicateMask,
    SVEVector,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Commutative, Pure, TypesMatch
from mlirlite.ir.types import VectorType

_SUM = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($dst)"
_MASKED = "$mask `,` $src1 `,` $src2 attr-dict `:` type($mask) `,` type($res)"
_PRODUCT = (AllTypesMatch("src1", "src2"), AllTypesMatch("acc", "dst"), Pure)
_SAME = (
    AllTypesMatch("src1", "src2", "res"),
    TypesMatch("mask has i1 element type and same shape as operands", "src1", "mask", i1_like),
)
_WIDENED = "expected corresponding svbool type widened to [16]xi1"


def _widened(type: Any) -> Type:
    return VectorType((*type.shape[:-1], 16), type.element_type, type.scalable_dims)


class _DotOp(Op):
    """Base of dot products of groups of four elements, added up."""

    acc: Operand[DotSum]
    src1: Operand[DotFactor]
    src2: Operand[DotFactor]
    dst: Result[DotSum]
    assembly_format = _SUM


class _MatrixOp(Op):
    """Base of products of 2x8 matrices, added up."""

    acc: Operand[MatrixSum]
    src1: Operand[MatrixFactor]
    src2: Operand[MatrixFactor]
    dst: Result[MatrixSum]
    assembly_format = _SUM


class _MaskedFloatOp(Op):
    """Base of arithmetic on the floats that a mask selects."""

    mask: Operand[Mask]
    src1: Operand[Floats]
    src2: Operand[Floats]
    res: Result[Floats]
    assembly_format = _MASKED


class _MaskedIntOp(Op):
    """Base of arithmetic on the integers that a mask selects."""

    mask: Operand[Mask]
    src1: Operand[Integers]
    src2: Operand[Integers]
    res: Result[Integers]
    assembly_format = _MASKED


class SdotOp(_DotOp, name="arm_sve.sdot", traits=_PRODUCT):
    """acc + dot products of four signed elements each.

    ```mlir
    %0 = arm_sve.sdot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    ```
    """


class UdotOp(_DotOp, name="arm_sve.udot", traits=_PRODUCT):
    """acc + dot products of four unsigned elements each.

    ```mlir
    %0 = arm_sve.udot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    ```
    """


class SmmlaOp(_MatrixOp, name="arm_sve.smmla", traits=_PRODUCT):
    """acc + a product of 2x8 by 8x2 matrices, signed.

    ```mlir
    %0 = arm_sve.smmla %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    ```
    """


class UmmlaOp(_MatrixOp, name="arm_sve.ummla", traits=_PRODUCT):
    """acc + a product of 2x8 by 8x2 matrices, unsigned.

    ```mlir
    %0 = arm_sve.ummla %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    ```
    """


class UsmmlaOp(_MatrixOp, name="arm_sve.usmmla", traits=_PRODUCT):
    """acc + a product of 2x8 by 8x2 matrices, unsigned by signed.

    ```mlir
    %0 = arm_sve.usmmla %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    ```
    """


class ConvertFromSvboolOp(
    Op,
    name="arm_sve.convert_from_svbool",
    traits=(Pure, TypesMatch(_WIDENED, "result", "source", _widened)),
):
    """The first elements of a mask for bytes.

    ```mlir
    %0 = arm_sve.convert_from_svbool %a : vector<[4]xi1>
    ```
    """

    source: Operand[BoolMask]
    result: Result[PredicateMask]
    assembly_format = "$source attr-dict `:` type($result)"


class ConvertToSvboolOp(
    Op,
    name="arm_sve.convert_to_svbool",
    traits=(Pure, TypesMatch(_WIDENED, "source", "result", _widened)),
):
    """A mask for bytes that begins with this one.

    ```mlir
    %0 = arm_sve.convert_to_svbool %a : vector<[4]xi1>
    ```
    """

    source: Operand[PredicateMask]
    result: Result[BoolMask]
    assembly_format = "$source attr-dict `:` type($source)"


class ZipX2Op(
    Op,
    name="arm_sve.zip.x2",
    traits=(AllTypesMatch("sourceV1", "sourceV2", "resultV1", "resultV2"), Pure),
):
    """Two vectors, element by element in turn, as two vectors.

    ```mlir
    %0, %1 = arm_sve.zip.x2 %a, %b : vector<[8]xi16>
    ```
    """

    sourceV1: Operand[SVEVector]
    sourceV2: Operand[SVEVector]
    resultV1: Result[SVEVector]
    resultV2: Result[SVEVector]
    assembly_format = "$sourceV1 `,` $sourceV2 attr-dict `:` type($sourceV1)"


class ZipX4Op(
    Op,
    name="arm_sve.zip.x4",
    traits=(
        AllTypesMatch(*(f"{kind}V{i}" for kind in ("source", "result") for i in range(1, 5))),
        Pure,
    ),
):
    """Four vectors, element by element in turn, as four vectors.

    ```mlir
    %0, %1, %2, %3 = arm_sve.zip.x4 %a, %b, %c, %d : vector<[16]xi8>
    ```
    """

    sourceV1: Operand[SVEVector]
    sourceV2: Operand[SVEVector]
    sourceV3: Operand[SVEVector]
    sourceV4: Operand[SVEVector]
    resultV1: Result[SVEVector]
    resultV2: Result[SVEVector]
    resultV3: Result[SVEVector]
    resultV4: Result[SVEVector]
    assembly_format = (
        "$sourceV1 `,` $sourceV2 `,` $sourceV3 `,` $sourceV4 attr-dict `:` type($sourceV1)"
    )


class PselOp(Op, name="arm_sve.psel", traits=(AllTypesMatch("p1", "result"), Pure)):
    """The first mask where an element of the second one is set, and none otherwise.

    ```mlir
    %0 = arm_sve.psel %a, %b[%i] : vector<[4]xi1>, vector<[8]xi1>
    ```
    """

    p1: Operand[Predicate]
    p2: Operand[Predicate]
    index: Operand[Index]
    result: Result[Predicate]
    assembly_format = "$p1 `,` $p2 `[` $index `]` attr-dict `:` type($p1) `,` type($p2)"


class ScalableMaskedAddIOp(_MaskedIntOp, name="arm_sve.masked.addi", traits=(Commutative, *_SAME)):
    """Sum where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.addi %m, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    ```
    """


class ScalableMaskedAddFOp(
    _MaskedFloatOp, name="arm_sve.masked.addf", traits=(Commutative, *_SAME)
):
    """Sum where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.addf %m, %a, %b : vector<[4]xi1>, vector<[4]xf32>
    ```
    """


class ScalableMaskedSubIOp(_MaskedIntOp, name="arm_sve.masked.subi", traits=_SAME):
    """Difference where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.subi %m, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    ```
    """


class ScalableMaskedSubFOp(_MaskedFloatOp, name="arm_sve.masked.subf", traits=_SAME):
    """Difference where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.subf %m, %a, %b : vector<[4]xi1>, vector<[4]xf32>
    ```
    """


class ScalableMaskedMulIOp(_MaskedIntOp, name="arm_sve.masked.muli", traits=(Commutative, *_SAME)):
    """Product where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.muli %m, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    ```
    """


class ScalableMaskedMulFOp(
    _MaskedFloatOp, name="arm_sve.masked.mulf", traits=(Commutative, *_SAME)
):
    """Product where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.mulf %m, %a, %b : vector<[4]xi1>, vector<[4]xf32>
    ```
    """


class ScalableMaskedSDivIOp(_MaskedIntOp, name="arm_sve.masked.divi_signed", traits=_SAME):
    """Signed quotient where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.divi_signed %m, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    ```
    """


class ScalableMaskedUDivIOp(_MaskedIntOp, name="arm_sve.masked.divi_unsigned", traits=_SAME):
    """Unsigned quotient where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.divi_unsigned %m, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    ```
    """


class ScalableMaskedDivFOp(_MaskedFloatOp, name="arm_sve.masked.divf", traits=_SAME):
    """Quotient where the mask is set, the first operand elsewhere.

    ```mlir
    %0 = arm_sve.masked.divf %m, %a, %b : vector<[4]xi1>, vector<[4]xf32>
    ```
    """


class DupQLaneOp(Op, name="arm_sve.dupq_lane", traits=(AllTypesMatch("src", "dst"), Pure)):
    """One piece of 128 bits, again and again.

    ```mlir
    %0 = arm_sve.dupq_lane %a[1] : vector<[8]xi16>
    ```
    """

    src: Operand[SVEVector]
    lane: Prop[I64Attr]
    dst: Result[SVEVector]
    assembly_format = "$src `[` $lane `]` attr-dict `:` type($dst)"

// Some of arith's canonical forms, over upstream's own declarations.
include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"

defvar Number = APIntAttr;
defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
def Sum : NativeCodeCall<"addIntegerAttrs($_builder, $0, $1, $2)">;
def Difference : NativeCodeCall<"subIntegerAttrs($_builder, $0, $1, $2)">;
def BothFlags : NativeCodeCall<"mergeOverflowFlags($0, $1)">;
def Zero : NativeCodeCall<"$_builder.getZeroAttr($0.getType())">;
def Inverse : NativeCodeCall<"invertPredicate($0)">;
def MinusOne : Constraint<CPred<"succeeded(getIntOrSplatIntValue($0)) && "
                                "getIntOrSplatIntValue($0)->isAllOnes()">>;
def One : Constraint<CPred<"getIntOrSplatIntValue($0)->isStrictlyPositive() && "
                           "*getIntOrSplatIntValue($0) == 1">>;
def Alike : Constraint<CPred<"$0.getType() == $1.getType()">>;
def Equality : Constraint<Or<[CPred<"$0.getValue() == arith::CmpIPredicate::eq">,
                              CPred<"$0.getValue() == arith::CmpIPredicate::ne">]>>;
def NotUsed : Constraint<CPred<"$0.getUses().empty()">>;
def Wider : Constraint<CPred<"getScalarOrElementWidth($0) > getScalarOrElementWidth($1)">>;

def SumOfSum : Pat<
  (Arith_AddIOp:$all (Arith_AddIOp $x, (ConstantLikeMatcher Number:$a), $f),
                     (ConstantLikeMatcher Number:$b), $g),
  (Arith_AddIOp $x, (Arith_ConstantOp (Sum $all, $a, $b)), (BothFlags $f, $g))>;
def SumOfDifference : Pat<
  (Arith_AddIOp:$all (Arith_SubIOp (ConstantLikeMatcher Number:$a), $x, $f),
                     (ConstantLikeMatcher Number:$b), $g),
  (Arith_SubIOp (Arith_ConstantOp (Sum $all, $a, $b)), $x, (BothFlags $f, $g))>;
def SumOfNegation : Pat<
  (Arith_AddIOp (either $x, (Arith_MulIOp $y, (ConstantLikeMatcher AnyAttr:$a), $_)), $_),
  (Arith_SubIOp $x, $y, NoFlags), [(MinusOne $a)]>;
def DifferenceOfSame : Pat<
  (Arith_SubIOp (Arith_SubIOp $x, $y, $f), $x, $g),
  (Arith_SubIOp (Arith_ConstantOp (Zero $y)), $y, (BothFlags $f, $g))>;
def NotOfCompare : Pat<
  (Arith_XOrIOp (Arith_CmpIOp $p, $x, $y), (ConstantLikeMatcher ConstantAttr<I1Attr, "1">)),
  (Arith_CmpIOp (Inverse $p), $x, $y)>;
def SelectOfBits : Pat<
  (SelectOp $c, (ConstantLikeMatcher ConstantAttr<I1Attr, "0">),
                (ConstantLikeMatcher ConstantAttr<I1Attr, "1">)),
  (Arith_XOrIOp $c, (Arith_ConstantOp ConstantAttr<I1Attr, "1">))>;
def SelectOfSelect : Pat<(SelectOp $c, (SelectOp $c, $x, $_), $z), (SelectOp $c, $x, $z)>;
foreach ext = [Arith_ExtUIOp, Arith_ExtSIOp] in {
  foreach bitwise = [Arith_AndIOp, Arith_OrIOp, Arith_XOrIOp] in
    def bitwise # Of # ext
      : Pat<(bitwise (ext $x), (ext $y)), (ext (bitwise $x, $y)), [(Alike $x, $y)]>;
  def CompareOf # ext : Pat<(Arith_CmpIOp $p, (ext $x), (ext $y)), (Arith_CmpIOp $p, $x, $y),
                            [(Alike $x, $y), (Equality $p)]>;
  def TruncOf # ext : Pat<(Arith_TruncIOp:$t (ext:$e $x), $_), (ext $x),
                          [(Wider $e, $t), (Wider $t, $x)]>;
}
def CastAndBack : Pat<(Arith_IndexCastOp:$t (Arith_IndexCastOp $x)), (replaceWithValue $x),
                      [(Alike $t, $x)]>;
def LowHalf : Pattern<(Arith_MulSIExtendedOp:$t $x, $y),
                      [(Arith_MulIOp $x, $y, NoFlags), (replaceWithValue $x)], [(NotUsed $t__1)]>;
def ProductOfOne : Pattern<
  (Arith_MulSIExtendedOp $x, (ConstantLikeMatcher AnyAttr:$a)),
  [(replaceWithValue $x),
   (Arith_ExtSIOp (Arith_CmpIOp ConstantEnumCase<Arith_CmpIPredicateAttr, "slt">, $x,
                                (Arith_ConstantOp (Zero $x))))], [(One $a)]>;
def RoundedOnce : Pat<(Arith_TruncFOp (Arith_SIToFPOp $x), $mode, $_), (Arith_SIToFPOp $x),
                      [(Constraint<CPred<"$0 == nullptr">> $mode)]>;

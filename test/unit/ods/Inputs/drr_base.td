// A small stand-in for upstream's PatternBase.td.
include "base.td"
def addBenefit;
class Pattern<dag source, list<dag> results, list<dag> preds = [], list<dag> more = [],
              dag benefit = (addBenefit 0)> {
  dag sourcePattern = source;
  list<dag> resultPatterns = results;
  list<dag> constraints = preds;
  list<dag> supplementalPatterns = more;
  dag benefitDelta = benefit;
}
class Pat<dag source, dag result, list<dag> preds = [], list<dag> more = [],
          dag benefit = (addBenefit 0)> : Pattern<source, [result], preds, more, benefit>;
class NativeCodeCall<string text, int count = 1> { string expression = text; int numReturns = count; }
class NativeCodeCallVoid<string text> : NativeCodeCall<text, 0>;
def ConstantLikeMatcher
    : NativeCodeCall<"success(matchPattern($_self->getResult(0), m_Constant(&$0)))">;
def replaceWithValue;
def location;
def returnType;
def either;
def variadic;
class ConstantAttr<Attr a, string v> : AttrConstraint<CPred<"true">, "constant " # v> {
  Attr attr = a;
  string value = v;
}
def AnyAttr : Attr<CPred<"true">, "any attribute"> { let storageType = "::mlir::Attribute"; }
def NumberAttr : Attr<I32Attr.predicate, I32Attr.summary> {
  let storageType = I32Attr.storageType;
  let valueType = I32;
  string constBuilderCall = "$_builder.getI32IntegerAttr($0)";
}
def AttrSizedOperandSegments : NativeTrait<"AttrSizedOperandSegments", "OpTrait">;

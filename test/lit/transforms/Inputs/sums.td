// Patterns without upstream's files: the classes that a reader of patterns looks at, and arith's op.
class Dialect { string name = ?; string cppNamespace = name; }
def ins; def outs; def addBenefit; def replaceWithValue;
class TypeConstraint;
def AnyType : TypeConstraint;
class Op<Dialect d, string mnemonic> {
  Dialect opDialect = d;
  string opName = mnemonic;
  dag arguments = ?;
  dag results = (outs AnyType:$result);
}
class AttrConstraint;
def Flags : AttrConstraint;
class Pattern<dag source, list<dag> made> {
  dag sourcePattern = source;
  list<dag> resultPatterns = made;
  list<dag> constraints = [];
  list<dag> supplementalPatterns = [];
  dag benefitDelta = (addBenefit 0);
}
class NativeCodeCall<string text> { string expression = text; int numReturns = 1; }

def Arith : Dialect { let name = "arith"; }
def AddI : Op<Arith, "addi"> { let arguments = (ins AnyType:$lhs, AnyType:$rhs, Flags:$overflowFlags); }
def SubI : Op<Arith, "subi"> { let arguments = (ins AnyType:$lhs, AnyType:$rhs, Flags:$overflowFlags); }

def SumOfDifference : Pattern<(AddI (SubI $x, $y, $f), $y, $g), [(replaceWithValue $x)]>;
def Odd : NativeCodeCall<"isOdd($0)">;
def SumOfSame : Pattern<(AddI $x, $x, $f), [(SubI $x, (Odd $x), $f)]>;

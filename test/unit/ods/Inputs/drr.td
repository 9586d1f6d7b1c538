// A dialect, and a pattern for each thing that DRR has.
include "drr_base.td"
def StrText : Attr<StrAttr.predicate, StrAttr.summary> {
  let storageType = StrAttr.storageType;
  string constBuilderCall = "$_builder.getStringAttr(\"$0\")";
}

def Drr : Dialect { let name = "drr"; }
class DrrOp<string mnemonic, list<Trait> traits = []> : Op<Drr, mnemonic, traits>;

class Binary<string mnemonic> : DrrOp<mnemonic, [Pure, AllTypesMatch<["a", "b", "out"]>]> {
  let arguments = (ins AnyType:$a, AnyType:$b);
  let results = (outs AnyType:$out);
}
class Unary<string mnemonic> : DrrOp<mnemonic, [Pure]> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$out);
}
class Pair<string mnemonic> : DrrOp<mnemonic, [Pure]> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$first, AnyType:$second);
}
class Tagged<string mnemonic> : DrrOp<mnemonic, [Pure]> {
  let arguments = (ins AnyType:$x, NumberAttr:$level, OptionalAttr<StrAttr>:$label);
  let results = (outs AnyType:$out);
}
class Lists<string mnemonic> : DrrOp<mnemonic, [AttrSizedOperandSegments, Pure]> {
  let arguments = (ins Variadic<AnyType>:$left, Variadic<AnyType>:$right);
  let results = (outs AnyType:$out);
}
class Sink<string mnemonic> : DrrOp<mnemonic> { let arguments = (ins AnyType:$x); }

def Join : Binary<"join">;   def Meet : Binary<"meet">;
def Turn : Unary<"turn">;    def Back : Unary<"back">;
def Split : Pair<"split">;   def Halves : Pair<"halves">;
def Mark : Tagged<"mark">;   def Note : Tagged<"note">;
def Gather : Lists<"gather">;
def Drop : Sink<"drop">;     def Forget : Sink<"forget">;
def Never : Sink<"never">;

def SameType : Constraint<CPred<"$0.getType() == $1.getType()">, "the same type">;
def UsedOnce : Constraint<CPred<"$_self.hasOneUse()">, "one use">;
def Unused : Constraint<CPred<"$0.use_empty()">, "no use">;

// A value instead of two ops, where types agree.
def BackOfTurn : Pat<(Back:$res (Turn $x)), (replaceWithValue $x), [(SameType $res, $x)]>;
// One name twice, and an op in a result.
def MeetOfSame : Pat<(Meet $x, $x), (Turn (Join $x, $x))>;
// Operands in both orders, and a constraint on a type.
def JoinOfTurn : Pat<(Join (either (Turn I32:$x), $y)), (Meet $x, $y), [], [], (addBenefit 5)>;
// Constants on the left and on the right; an attribute that may be missing.
def MarkOfZero : Pat<(Mark $x, ConstantAttr<NumberAttr, "0">, $label),
                     (Note $x, ConstantAttr<NumberAttr, "7">, $label)>;
// A native call that computes an attribute; one that is a leaf.
def Next : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
def NoteOfMark : Pat<(Note (Mark $x, $a, $_), $b, $label),
                     (Note $x, (Next $a), NativeCodeCall<"$_self">:$label)>;
// Several results: an auxiliary op, a result by its number, a value.
def SplitOfTurn : Pattern<(Split (Turn:$turned $x)),
                          [(Halves:$both $x, (returnType $x, $x)), (replaceWithValue $both__1),
                           (Back:$last $turned, (location "back"))]>;
// The types of the results are given.
def HalvesOfBack : Pattern<(Halves:$h (Back $x)),
                           [(Turn $x, (returnType "$_builder.getI1Type()"), (location $h)),
                            (replaceWithValue $x)],
                           [(Unused $h__0)]>;
// A certain number of operands of a list; a list on the right.
def GatherOfThree : Pat<(Gather (variadic:$left $a, (Turn $b)), (variadic $c)),
                        (Gather (variadic $c), (variadic $b, $a))>;
// A list as a whole, and functions of the file beside.
def IsLong : Constraint<CPred<"isLong($0)">, "a long list">;
def First : NativeCodeCall<"firstOf($0)">;
def GatherOfMany : Pat<(Gather $left, $right), (First $left), [(IsLong $left)]>;
// A native call on the left sets what it finds, and what follows the rewrite has no value.
def Deep : NativeCodeCall<"findDepth($_self, $0)">;
def Copy : NativeCodeCallVoid<"copyLabel($0, $1)">;
def TurnOfDeep : Pat<(Turn:$old (Deep:$inner AnyAttr:$depth)), 
                     (Mark:$new $inner, $depth, ConstantAttr<StrText, "deep">), [],
                     [(Copy $old, $new)]>;
// No results: the op is erased.
def DropOfBack : Pat<(Drop (Back:$b $x)), (Forget $x), [(UsedOnce:$b)]>;
// C++ that nobody knows.
def Secret : NativeCodeCall<"nobodyKnows($0)">;
def NeverAgain : Pat<(Never $x), (Forget (Secret $x))>;

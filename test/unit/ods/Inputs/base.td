// A small stand-in for upstream's OpBase.td, so that the tests need no package.
class Pred;
class CPred<code pred> : Pred { code predExpr = "(" # pred # ")"; }
class PredCombinerKind;
def PredCombinerAnd : PredCombinerKind;
def PredCombinerOr : PredCombinerKind;
def PredCombinerNot : PredCombinerKind;
def PredCombinerSubstLeaves : PredCombinerKind;
class CombinedPred<PredCombinerKind k, list<Pred> c> : Pred {
  PredCombinerKind kind = k;
  list<Pred> children = c;
}
class And<list<Pred> c> : CombinedPred<PredCombinerAnd, c>;
class Or<list<Pred> c> : CombinedPred<PredCombinerOr, c>;
class Neg<Pred c> : CombinedPred<PredCombinerNot, [c]>;
class SubstLeaves<string pat, string repl, Pred child>
    : CombinedPred<PredCombinerSubstLeaves, [child]> {
  string pattern = pat;
  string replacement = repl;
}
class Constraint<Pred pred, string desc = ""> { Pred predicate = pred; string summary = desc; }
class TypeConstraint<Pred p, string s = "", string cpp = "::mlir::Type"> : Constraint<p, s> {
  string cppType = cpp;
  string builderCall = "";
}
class AttrConstraint<Pred p, string s = ""> : Constraint<p, s>;
class RegionConstraint<Pred p, string s = ""> : Constraint<p, s>;
class SuccessorConstraint<Pred p, string s = ""> : Constraint<p, s>;
class Type<Pred p, string s = "", string cpp = "::mlir::Type"> : TypeConstraint<p, s, cpp>;
class BuildableType<code call> { code builderCall = call; }
class I<int width>
    : Type<CPred<"$_self.isSignlessInteger(" # width # ")">, width # "-bit signless integer">,
      BuildableType<"$_builder.getIntegerType(" # width # ")">;
def I1 : I<1>;
def I32 : I<32>;
def I64 : I<64>;
def AnyType : Type<CPred<"true">, "any type">;
def AnyInteger : Type<CPred<"::llvm::isa<::mlir::IntegerType>($_self)">, "integer">;
class AnyTypeOf<list<Type> types, string s>
    : Type<Or<!foreach(t, types, t.predicate)>, s>;
class Variadic<Type t> : TypeConstraint<t.predicate, t.summary> { Type baseType = t; }
class Optional<Type t> : TypeConstraint<t.predicate, t.summary> { Type baseType = t; }
class Dialect { string name = ?; string summary = ""; string cppNamespace = name; }
class Attr<Pred p, string s = ""> : AttrConstraint<p, s> {
  code storageType = ?;
  code convertFromStorage = "";
  Type valueType = ?;
  bit isOptional = 0;
  Attr baseAttr = ?;
  string defaultValue = ?;
}
def UnitAttr : Attr<CPred<"::llvm::isa<::mlir::UnitAttr>($_self)">, "unit attribute"> {
  let storageType = "::mlir::UnitAttr";
}
def StrAttr : Attr<CPred<"::llvm::isa<::mlir::StringAttr>($_self)">, "string attribute"> {
  let storageType = "::mlir::StringAttr";
}
def I32Attr : Attr<
    And<[CPred<"::llvm::isa<::mlir::IntegerAttr>($_self)">,
         CPred<"::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32)">]>,
    "32-bit signless integer attribute"> {
  let storageType = "::mlir::IntegerAttr";
  let valueType = I32;
}
class OptionalAttr<Attr a> : Attr<a.predicate, a.summary> {
  let storageType = a.storageType;
  let isOptional = 1;
  let baseAttr = a;
}
class DefaultValuedAttr<Attr a, string v> : Attr<a.predicate, a.summary> {
  let storageType = a.storageType;
  let defaultValue = v;
  let baseAttr = a;
}
class Trait;
class NativeTrait<string name, string type> : Trait {
  string trait = name;
  string cppNamespace = "::mlir::" # type;
}
class PredTrait<string s, Pred p> : Trait { string summary = s; Pred predicate = p; }
class AllTypesMatch<list<string> names>
    : PredTrait<"all of {" # !interleave(names, ", ") # "} have same type", CPred<"true">> {
  list<string> values = names;
}
class TraitList<list<Trait> props> : Trait { list<Trait> traits = props; }
def IsCommutative : NativeTrait<"IsCommutative", "OpTrait">;
def Terminator : NativeTrait<"IsTerminator", "OpTrait">;
def NoMemoryEffect : NativeTrait<"NoMemoryEffect", "X">;
def AlwaysSpeculatableImplTrait : NativeTrait<"AlwaysSpeculatableImplTrait", "X">;
def Pure : TraitList<[AlwaysSpeculatableImplTrait, NoMemoryEffect]>;
def ins; def outs; def region; def successor;
def AnyRegion : RegionConstraint<CPred<"true">, "any region">;
class SizedRegion<int n>
    : RegionConstraint<CPred<"::llvm::hasNItems($_self, " # n # ")">, "region with " # n # " blocks">;
def AnySuccessor : SuccessorConstraint<CPred<"true">, "any successor">;
class Op<Dialect d, string mnemonic, list<Trait> props = []> {
  Dialect opDialect = d;
  string opName = mnemonic;
  string summary = "";
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
  dag successors = (successor);
  string assemblyFormat = ?;
  bit hasCustomAssemblyFormat = 0;
  list<Trait> traits = props;
}
class AttrOrTypeDef<string cls, Dialect d> {
  Dialect dialect = d;
  string mnemonic = ?;
  string cppClassName = cls;
  dag parameters = (ins);
  string assemblyFormat = ?;
  bit hasCustomAssemblyFormat = 0;
}
class TypeDef<Dialect d, string cls>
    : Type<CPred<"::llvm::isa<" # d.cppNamespace # "::" # cls # "Type>($_self)">, "",
           d.cppNamespace # "::" # cls # "Type">,
      AttrOrTypeDef<cls # "Type", d>;
class EnumCase<string sym, int v, string s = sym> { string symbol = sym; int value = v; string str = s; }
class EnumAttrInfo<string cls, list<EnumCase> cases> : Attr<
    And<[CPred<"::llvm::isa<::mlir::IntegerAttr>($_self)">,
         Or<!foreach(c, cases,
            CPred<"::llvm::cast<::mlir::IntegerAttr>($_self).getInt() == " # c.value>)>]>,
    "allowed cases"> {
  string className = cls;
  list<EnumCase> enumerants = cases;
  int bitwidth = 32;
  let storageType = "::mlir::IntegerAttr";
}

include "base.td"

def Toy_Dialect : Dialect { let name = "toy"; let cppNamespace = "::toy"; }

def Toy_Box : TypeDef<Toy_Dialect, "Box"> {
  let mnemonic = "box";
  let summary = "a box";
  let parameters = (ins "::mlir::Type":$inner, "int64_t":$size);
  let assemblyFormat = "`<` $inner `,` $size `>`";
}

def Toy_Kind : EnumAttrInfo<"Kind", [EnumCase<"Up", 0, "up">, EnumCase<"Down", 1, "down">]>;

class Toy_Op<string name, list<Trait> traits = []> : Op<Toy_Dialect, name, traits>;

def Toy_AddOp : Toy_Op<"add", [Pure, IsCommutative, AllTypesMatch<["lhs", "rhs", "sum"]>]> {
  let summary = "adds";
  let arguments = (ins AnyInteger:$lhs, AnyInteger:$rhs);
  let results = (outs AnyInteger:$sum);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($sum)";
}
def Toy_PackOp : Toy_Op<"pack"> {
  let arguments = (ins Variadic<AnyTypeOf<[I32, I64], "i32 or i64">>:$items, Optional<I1>:$mask,
                       I32Attr:$count, OptionalAttr<StrAttr>:$label,
                       DefaultValuedAttr<I32Attr, "7">:$level, Toy_Kind:$kind, UnitAttr:$flag);
  let results = (outs Toy_Box:$box);
}
def Toy_TurnOp : Toy_Op<"turn"> {
  let arguments = (ins Toy_Kind:$kind, Toy_Box:$box, DefaultValuedAttr<I32Attr, "7">:$level);
  let results = (outs Toy_Box:$out);
  let assemblyFormat = "$kind $box (`level` $level^)? attr-dict `:` type($box) `->` type($out)";
}
def Toy_OddOp : Toy_Op<"odd"> {
  let arguments = (ins Type<CPred<"$_self.isMysterious()">, "mysterious">:$x);
  let hasCustomAssemblyFormat = 1;
}
def Toy_BodyOp : Toy_Op<"body"> {
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
}
def Toy_EndOp : Toy_Op<"end", [Terminator]> { let assemblyFormat = "attr-dict"; }

include "base.td"
def H : Dialect { let name = "hooked"; let cppNamespace = "::hooked"; }
def H_PairOp : Op<H, "pair"> {
  let arguments = (ins I32:$a, I32:$b);
  let results = (outs I32:$c);
  let hasCustomAssemblyFormat = 1;
}
def H_ListOp : Op<H, "list"> {
  let arguments = (ins Variadic<I32>:$items);
  let assemblyFormat = "custom<Stars>($items) attr-dict `:` type($items)";
}

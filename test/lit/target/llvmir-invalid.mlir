// What cannot become LLVM IR is named, with what to do; every kind of op once.
// RUN: not mlirlite-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s

// CHECK: llvmir-invalid.mlir:{{[0-9]+}}:1: error: cannot be converted to LLVM IR: no translation for op 'func.func'; lower the func dialect to the llvm dialect first
func.func @f(%a: i32) -> i32 {
  // CHECK: llvmir-invalid.mlir:{{[0-9]+}}:8: error: cannot be converted to LLVM IR: no translation for op 'arith.addi'; lower the arith dialect to the llvm dialect first
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  // CHECK-NOT: 'arith.addi'
  // CHECK: no translation for op 'builtin.unrealized_conversion_cast'; a conversion to the llvm dialect is missing before it
  %2 = builtin.unrealized_conversion_cast %1 : i32 to index
  return %1 : i32
}

// CHECK: no translation for op 'tensor.extract'; values of type 'tensor<3xi32>' have no form in LLVM IR: use memrefs, or evaluate the function (mlirlite-run --interpret)
func.func @g(%x: tensor<3xi32>, %i: index) -> i32 {
  %0 = tensor.extract %x[%i] : tensor<3xi32>
  return %0 : i32
}

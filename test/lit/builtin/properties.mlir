// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @undeclared
// CHECK: arith.addf %arg0, %arg0 : f32
// GENERIC: "arith.addf"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
func.func @undeclared(%a: f32) {
  %0 = "arith.addf"(%a, %a) <{foo = 1 : i32}> : (f32, f32) -> f32
  return
}

// The dictionary has the last word.
// CHECK-LABEL: func.func @given_twice
// CHECK: arith.cmpi ne, %arg0, %arg0 : i32
func.func @given_twice(%a: i32) {
  %0 = arith.cmpi eq, %a, %a {predicate = 1 : i64} : i32
  return
}

// CHECK: "unknown.op"() <{a = 1 : i32}> {a = 2 : i32} : () -> ()
"unknown.op"() <{a = 1 : i32}> {a = 2 : i32} : () -> ()

// CHECK: func.func private @zero_stride(memref<4xf32, strided<[0]>>)
func.func private @zero_stride(memref<4xf32, strided<[0]>>)

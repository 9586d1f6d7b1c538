// What differs, by symbol and op; names, places and order do not count.
// RUN: not mlirlite-diff %s %S/Inputs/other.mlir | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-diff %s -
// RUN: not mlirlite-diff --color=always %s %S/Inputs/other.mlir | FileCheck %s --check-prefix=COLOR
// RUN: not mlirlite-diff --color=allways %s %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mlirlite-diff %s 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK-NOT:  same
// CHECK:      @@ func.func @f
// CHECK-NEXT:   func.func @f(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: +   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: -   %1 = arith.subi %0, %arg1 : i32
// CHECK-NEXT: +   %1 = arith.subi %0, %arg0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NOT:  same
// CHECK:      @@ only in the first: func.func @gone
// CHECK-NEXT: - func.func private @gone()
// CHECK-NEXT: @@ only in the second: func.func @new
// CHECK-NEXT: + func.func private @new(i32)

// COLOR: {{.}}[32m+   %c1_i32 = arith.constant 1 : i32{{.}}[0m

// WRONG: error: option '--color' takes auto, always or never, found 'allways'; did you mean 'always'?
// ONE: error: expected two files, found 1
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b : i32
  return %1 : i32
}
func.func @same(%x: i32) -> i32 { return %x : i32 }
func.func private @gone()

// RUN: mlirlite-opt %s --name-locations --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: mlirlite-opt %s --name-locations=dialects=arith,cf --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SOME

func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("sum")
  return %0 : i32 loc("end")
}

// CHECK: arith.addi {{.*}} loc(fused<"arith.addi">["sum"])
// CHECK: return {{.*}} loc(fused<"func.return">["end"])
// SOME: arith.addi {{.*}} loc(fused<"arith.addi">["sum"])
// SOME: return {{.*}} loc("end")

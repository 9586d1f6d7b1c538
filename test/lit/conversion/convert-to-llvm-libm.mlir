// RUN: mlirlite-opt %s --convert-to-llvm=libm --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-to-llvm --split-input-file | FileCheck %s --check-prefix=WITHOUT

// An intrinsic where LLVM has one, else a function of libm, which is declared once.
// CHECK-DAG:   llvm.func @erff(f32) -> f32 attributes {memory_effects
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %[[X:.*]]: f32) -> f32
// CHECK-NEXT:    %[[A:.*]] = llvm.intr.exp(%[[X]]) : (f32) -> f32
// CHECK-NEXT:    %[[B:.*]] = llvm.call @erff(%[[A]]) : (f32) -> f32
// CHECK-NEXT:    %[[C:.*]] = llvm.call @erff(%[[B]]) : (f32) -> f32
// CHECK-NEXT:    llvm.return %[[C]] : f32
// WITHOUT:     math.erf
func.func @f(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.erf %0 : f32
  %2 = math.erf %1 : f32
  return %2 : f32
}

// -----

// Vectors are taken apart for libm, narrow floats widened.
// CHECK-LABEL: llvm.func @vectors(
// CHECK:         llvm.extractelement
// CHECK:         llvm.fpext
// CHECK:         llvm.call @acoshf
// CHECK:         llvm.fptrunc
// CHECK:         llvm.insertelement
// CHECK:         llvm.call @acoshf
func.func @vectors(%x: vector<2xf16>) -> vector<2xf16> {
  %0 = math.acosh %x : vector<2xf16>
  return %0 : vector<2xf16>
}

// -----

// A function that is marked passes one pointer for each buffer.
// CHECK-LABEL: llvm.func @marked(%{{.*}}: !llvm.ptr) attributes {{.*}}llvm.bareptr
func.func private @marked(%m: memref<4xf32>) attributes {llvm.bareptr} {
  return
}

// RUN: mlirlite-opt %s --split-input-file --pass-pipeline='builtin.module(outline-loops{least-nests=2})' | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file --outline-loops | FileCheck %s --check-prefix=FEW

// Two nests that are the same but for their buffers share a function; constants move into it.
// CHECK-LABEL: func.func @twice
// CHECK: %[[A:.*]] = memref.alloc() {alignment = 64 : i64}
// CHECK: call @loop_nest_0(%[[X:.*]], %[[A]]) : (memref<8xf32>, memref<8xf32>) -> ()
// CHECK: %[[B:.*]] = memref.alloc() {alignment = 64 : i64}
// CHECK: call @loop_nest_1(%[[A]], %[[B]])
// CHECK: %[[C:.*]] = memref.alloc() {alignment = 64 : i64}
// CHECK: call @loop_nest_1(%[[B]], %[[C]])
// CHECK: return %[[C]]
// CHECK: func.func private @loop_nest_0(%[[P:.*]]: memref<8xf32>, %[[Q:.*]]: memref<8xf32> {llvm.align = 64 : i64, llvm.noalias}) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: affine.for
// CHECK: %[[L:.*]] = affine.load %[[P]]
// CHECK: %[[M:.*]] = arith.mulf %[[L]], %[[TWO]]
// CHECK: affine.store %[[M]], %[[Q]]
// CHECK: return
// CHECK: func.func private @loop_nest_1(%{{.*}}: memref<8xf32> {llvm.align = 64 : i64, llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.align = 64 : i64, llvm.noalias})
// CHECK-NOT: @loop_nest_2
// FEW-LABEL: func.func @twice
// FEW-COUNT-3: affine.for
// FEW-NOT: @loop_nest
func.func @twice(%x: memref<8xf32>) -> memref<8xf32> {
  %c2 = arith.constant 2.0 : f32
  %a = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    %w = arith.mulf %v, %c2 : f32
    affine.store %w, %a[%i] : memref<8xf32>
  }
  %b = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xf32>
    %w = arith.mulf %v, %c2 : f32
    affine.store %w, %b[%i] : memref<8xf32>
  }
  %c = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %b[%i] : memref<8xf32>
    %w = arith.mulf %v, %c2 : f32
    affine.store %w, %c[%i] : memref<8xf32>
  }
  return %c : memref<8xf32>
}

// -----

// Views of one buffer may overlap: no noalias. Another constant is another function.
// CHECK-LABEL: func.func @views
// CHECK: call @loop_nest_0
// CHECK: call @loop_nest_1
// CHECK: func.func private @loop_nest_0(%{{.*}}: memref<4xf32>, %{{.*}}: memref<8xf32> {llvm.align = 64 : i64})
// CHECK: arith.constant 1.0
// CHECK: func.func private @loop_nest_1(%{{.*}}: memref<4xf32>, %{{.*}}: memref<8xf32> {llvm.align = 64 : i64})
// CHECK: arith.constant 3.0
func.func @views(%n: index) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %a = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  %view = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32>
  affine.for %i = 0 to 4 {
    %v = affine.load %view[%i] : memref<4xf32>
    %w = arith.addf %v, %one : f32
    affine.store %w, %a[%i + 4] : memref<8xf32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %view[%i] : memref<4xf32>
    %w = arith.addf %v, %three : f32
    affine.store %w, %a[%i + 4] : memref<8xf32>
  }
  return
}

// -----

// A nest that gives values stays.
// CHECK-LABEL: func.func @sums
// CHECK-NOT: call
// CHECK: affine.for
// CHECK: affine.for
// CHECK: return
func.func @sums(%x: memref<8xf32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<8xf32>
    %n = arith.addf %acc, %v : f32
    affine.yield %n : f32
  }
  %t = affine.for %i = 0 to 8 iter_args(%acc = %s) -> (f32) {
    %v = affine.load %x[%i] : memref<8xf32>
    %n = arith.mulf %acc, %v : f32
    affine.yield %n : f32
  }
  return %s, %t : f32, f32
}

// -----

// A nest that runs on a condition, as `--skip-empty-loops` leaves it, moves with it; one with another way to go stays.
// CHECK-LABEL: func.func @conditions
// CHECK: call @loop_nest_0(%{{.*}}, %[[X:.*]]) : (i1, memref<8xf32>) -> ()
// CHECK: call @loop_nest_0(%{{.*}}, %[[X]]) : (i1, memref<8xf32>) -> ()
// CHECK: scf.if
// CHECK: else
// CHECK: func.func private @loop_nest_0(%[[C:.*]]: i1, %[[Y:.*]]: memref<8xf32>)
// CHECK: scf.if %[[C]] {
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %[[Y]]
func.func @conditions(%x: memref<8xf32>, %first: i1, %second: i1) {
  %zero = arith.constant 0.0 : f32
  scf.if %first {
    affine.for %i = 0 to 8 {
      affine.store %zero, %x[%i] : memref<8xf32>
    }
  }
  scf.if %second {
    affine.for %i = 0 to 8 {
      affine.store %zero, %x[%i] : memref<8xf32>
    }
  }
  scf.if %first {
    affine.for %i = 0 to 8 {
      affine.store %zero, %x[%i] : memref<8xf32>
    }
  } else {
    affine.store %zero, %x[0] : memref<8xf32>
  }
  return
}

// -----

// The definitions of krnl loops move along; a buffer that no other op reads is marked. A nest over
// parts of a loop stays.
// CHECK-LABEL: func.func @krnl
// CHECK-NOT: krnl.define_loops
// CHECK: call @loop_nest_0(%[[X:.*]], %[[S:.*]], %[[Y:.*]]) :
// CHECK: call @loop_nest_0(%[[Y]], %[[T:.*]], %[[X]]) :
// CHECK: krnl.define_loops 1
// CHECK: krnl.block
// CHECK: krnl.iterate
// CHECK: func.func private @loop_nest_0(%{{.*}}: memref<?xf32>, %{{.*}}: memref<8xf32> {krnl.scratch, llvm.noalias}, %{{.*}}: memref<?xf32>)
// CHECK: krnl.define_loops 1
// CHECK: krnl.iterate
func.func @krnl(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<8xf32>
  %i = krnl.define_loops 1
  krnl.iterate(%i) with (%i -> %at = 0 to 8){
    %v = krnl.load %x[%at] : memref<?xf32>
    krnl.store %v, %s[%at] : memref<8xf32>
    %w = krnl.load %s[%c1] : memref<8xf32>
    krnl.store %w, %y[%at] : memref<?xf32>
  }
  %t = memref.alloc() : memref<8xf32>
  %j = krnl.define_loops 1
  krnl.iterate(%j) with (%j -> %at = 0 to 8){
    %v = krnl.load %y[%at] : memref<?xf32>
    krnl.store %v, %t[%at] : memref<8xf32>
    %w = krnl.load %t[%c1] : memref<8xf32>
    krnl.store %w, %x[%at] : memref<?xf32>
  }
  %k = krnl.define_loops 1
  %b, %l = krnl.block %k 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%b, %l) with (%k -> %at = 0 to 8){
    %v = krnl.load %x[%at] : memref<?xf32>
    krnl.store %v, %y[%at] : memref<?xf32>
  }
  return
}

// -----

// Nests in the branches of a condition are outlined, too, those of conditions inside as well.
// CHECK-LABEL: func.func @branches
// CHECK: scf.if
// CHECK: memref.alloc
// CHECK: call @loop_nest_0(%[[X:.*]], %{{.*}})
// CHECK: scf.if
// CHECK: call @loop_nest_0(
// CHECK: memref.dealloc
// CHECK: else
// CHECK: call @loop_nest_0(
// CHECK-NOT: affine.for
// CHECK: func.func private @loop_nest_0
// CHECK: affine.for
// CHECK-NOT: func.func private @loop_nest_1
func.func @branches(%x: memref<8xf32>, %y: memref<8xf32>, %c: i1, %d: i1) {
  scf.if %c {
    %a = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      %v = affine.load %x[%i] : memref<8xf32>
      affine.store %v, %y[%i] : memref<8xf32>
    }
    scf.if %d {
      affine.for %i = 0 to 8 {
        %v = affine.load %y[%i] : memref<8xf32>
        affine.store %v, %x[%i] : memref<8xf32>
      }
      memref.dealloc %a : memref<8xf32>
    }
  } else {
    affine.for %i = 0 to 8 {
      %v = affine.load %y[%i] : memref<8xf32>
      affine.store %v, %x[%i] : memref<8xf32>
    }
    %f = memref.alloc() : memref<8xf32>
    memref.dealloc %f : memref<8xf32>
  }
  return
}

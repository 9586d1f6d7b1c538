// RUN: mlirlite-opt %s --split-input-file --pass-pipeline='builtin.module(outline-loops{least-nests=1},merge-nests)' | FileCheck %s

// Sizes of loops and strides of buffers become arguments; a bound keeps a limit, by which the
// work of a loop is known.
// CHECK: #map = affine_map<()[s0] -> (s0, 8)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0, 16)>
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x8xf32>, %[[ARG1:.*]]: memref<4x8xf32>, %[[ARG2:.*]]: memref<6x16xf32>, %[[ARG3:.*]]: memref<6x16xf32>) {
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<4x8xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:     %[[CAST_0:.*]] = memref.cast %[[ARG1]] : memref<4x8xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     call @loop_nest_0(%[[CAST]], %[[CAST_0]], %[[C8]], %[[C4]]) : (memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32, strided<[?, 1]>>, index, index) -> ()
// CHECK-NEXT:     %[[CAST_1:.*]] = memref.cast %[[ARG2]] : memref<6x16xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:     %[[CAST_2:.*]] = memref.cast %[[ARG3]] : memref<6x16xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:     call @loop_nest_0(%[[CAST_1]], %[[CAST_2]], %[[C16]], %[[C6]]) : (memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32, strided<[?, 1]>>, index, index) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func private @loop_nest_0(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32, strided<[?, 1]>> {krnl.strides = [2, -1]}, %[[ARG1:.*]]: memref<?x?xf32, strided<[?, 1]>> {krnl.strides = [2, -1]}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]]:2 = krnl.define_loops 2
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]#0, %[[DEFINE_LOOPS]]#1) with (%[[DEFINE_LOOPS]]#0 -> %[[ARG4:.*]] = 0 to min #map()[%[[ARG3]]], %[[DEFINE_LOOPS]]#1 -> %[[ARG5:.*]] = 0 to min #map1()[%[[ARG2]]]){
// CHECK-NEXT:       %[[LOAD:.*]] = krnl.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:       krnl.store %[[LOAD]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @layers(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<6x16xf32>, %w: memref<6x16xf32>) {
  %i, %j = krnl.define_loops 2
  krnl.iterate(%i, %j) with (%i -> %a = 0 to 4, %j -> %b = 0 to 8){
    %v = krnl.load %x[%a, %b] : memref<4x8xf32>
    krnl.store %v, %y[%a, %b] : memref<4x8xf32>
  }
  %k, %l = krnl.define_loops 2
  krnl.iterate(%k, %l) with (%k -> %a = 0 to 6, %l -> %b = 0 to 16){
    %v = krnl.load %z[%a, %b] : memref<6x16xf32>
    krnl.store %v, %w[%a, %b] : memref<6x16xf32>
  }
  return
}

// -----

// A factor in a map becomes a symbol; numbers that are equal or sums and multiples of others need
// no argument of their own.
// CHECK: #map = affine_map<()[s0] -> (s0, 16)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>
// CHECK-LABEL: func.func @maps(
// CHECK-SAME:    %[[ARG0:.*]]: memref<64xf32>, %[[ARG1:.*]]: memref<96xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<64xf32> to memref<?xf32>
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     call @loop_nest_0(%[[CAST]], %[[C8]]) : (memref<?xf32>, index) -> ()
// CHECK-NEXT:     %[[CAST_0:.*]] = memref.cast %[[ARG1]] : memref<96xf32> to memref<?xf32>
// CHECK-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:     call @loop_nest_0(%[[CAST_0]], %[[C12]]) : (memref<?xf32>, index) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func private @loop_nest_0(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {krnl.strides = [-1]}, %[[ARG1:.*]]: index) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]]:2 = krnl.define_loops 2
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]#0, %[[DEFINE_LOOPS]]#1) with (%[[DEFINE_LOOPS]]#0 -> %[[ARG2:.*]] = 0 to 8, %[[DEFINE_LOOPS]]#1 -> %[[ARG3:.*]] = 0 to min #map()[%[[ARG1]]]){
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #map1(%[[ARG2]], %[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       krnl.store %[[CST]], %[[ARG0]][%[[APPLY]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @maps(%x: memref<64xf32>, %y: memref<96xf32>) {
  %zero = arith.constant 0.0 : f32
  %i, %j = krnl.define_loops 2
  krnl.iterate(%i, %j) with (%i -> %a = 0 to 8, %j -> %b = 0 to 8){
    %n = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%a, %b)
    krnl.store %zero, %x[%n] : memref<64xf32>
  }
  %k, %l = krnl.define_loops 2
  krnl.iterate(%k, %l) with (%k -> %a = 0 to 8, %l -> %b = 0 to 12){
    %n = affine.apply affine_map<(d0, d1) -> (d0 * 12 + d1)>(%a, %b)
    krnl.store %zero, %y[%n] : memref<96xf32>
  }
  return
}

// -----

// Nests that differ in more than numbers stay.
// CHECK-LABEL: func.func @others(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<16xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:     call @loop_nest_0(%[[ARG0]]) : (memref<8xf32>) -> ()
// CHECK-NEXT:     call @loop_nest_1(%[[ARG1]]) : (memref<16xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func private @loop_nest_0(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]] = krnl.define_loops 1
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]) with (%[[DEFINE_LOOPS]] -> %[[ARG1:.*]] = 0 to 8){
// CHECK-NEXT:       krnl.store %[[CST]], %[[ARG0]][%[[ARG1]]] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func private @loop_nest_1(
// CHECK-SAME:    %[[ARG0:.*]]: memref<16xf32>) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]] = krnl.define_loops 1
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]) with (%[[DEFINE_LOOPS]] -> %[[ARG1:.*]] = 0 to 16){
// CHECK-NEXT:       krnl.store %[[CST]], %[[ARG0]][%[[ARG1]]] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @others(%x: memref<8xf32>, %y: memref<16xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %i = krnl.define_loops 1
  krnl.iterate(%i) with (%i -> %a = 0 to 8){
    krnl.store %one, %x[%a] : memref<8xf32>
  }
  %j = krnl.define_loops 1
  krnl.iterate(%j) with (%j -> %a = 0 to 16){
    krnl.store %two, %y[%a] : memref<16xf32>
  }
  return
}

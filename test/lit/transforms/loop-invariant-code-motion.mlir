// RUN: mlirlite-opt %s --loop-invariant-code-motion --split-input-file --allow-unregistered-dialect | FileCheck %s

// Through both loops, in order, with what depends on it.

// CHECK-LABEL: func @nested
//  CHECK-SAME:   %[[A:.*]]: f32, %[[B:.*]]: f32
//       CHECK:   %[[S:.*]] = arith.addf %[[A]], %[[B]]
//  CHECK-NEXT:   %[[M:.*]] = arith.mulf %[[S]], %[[A]]
//  CHECK-NEXT:   scf.for
//  CHECK-NEXT:     scf.for
//  CHECK-NEXT:       "test.use"(%[[M]])
func.func @nested(%a: f32, %b: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.addf %a, %b : f32
      %1 = arith.mulf %0, %a : f32
      "test.use"(%1) : (f32) -> ()
    }
  }
  return
}

// -----

// As far as the operands allow.

// CHECK-LABEL: func @depends_on_outer
//       CHECK:   scf.for %[[I:.*]] =
//  CHECK-NEXT:     %[[S:.*]] = arith.addi %[[I]]
//  CHECK-NEXT:     scf.for %[[J:.*]] =
//  CHECK-NEXT:       %[[T:.*]] = arith.addi %[[S]], %[[J]]
func.func @depends_on_outer(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.addi %i, %n : index
      %1 = arith.addi %0, %j : index
      "test.use"(%1) : (index) -> ()
    }
  }
  return
}

// -----

// Reads, writes and unknown ops stay; so does a division that might trap.

// CHECK-LABEL: func @stays
//       CHECK:   scf.for
//  CHECK-NEXT:     memref.load
//  CHECK-NEXT:     memref.store
//  CHECK-NEXT:     "test.op"
//  CHECK-NEXT:     arith.divsi
func.func @stays(%m: memref<4xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %m[%n] : memref<4xi32>
    memref.store %0, %m[%c0] : memref<4xi32>
    "test.op"() : () -> ()
    %1 = arith.divsi %a, %b : i32
    "test.use"(%1) : (i32) -> ()
  }
  return
}

// -----

// A conditional moves as a whole when nothing in it needs the loop.

// CHECK-LABEL: func @whole_conditional
//       CHECK:   %[[R:.*]] = scf.if
//       CHECK:     arith.addi
//       CHECK:   scf.for
//  CHECK-NEXT:     "test.use"(%[[R]])
func.func @whole_conditional(%n: index, %c: i1, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = scf.if %c -> (i32) {
      %1 = arith.addi %a, %a : i32
      scf.yield %1 : i32
    } else {
      scf.yield %a : i32
    }
    "test.use"(%0) : (i32) -> ()
  }
  return
}

// -----

// Only what is in the loop itself moves, not what is in a conditional that must stay.

// CHECK-LABEL: func @conditional_stays
//       CHECK:   scf.for %[[I:.*]] =
//       CHECK:     scf.if
//  CHECK-NEXT:       arith.addi
func.func @conditional_stays(%n: index, %a: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.cmpi slt, %i, %a : index
    scf.if %0 {
      %1 = arith.addi %a, %a : index
      "test.use"(%1) : (index) -> ()
    }
  }
  return
}

// -----

// A division by a constant that cannot trap.

// CHECK-LABEL: func @llvm_division
//       CHECK:   llvm.udiv %{{.*}}, %[[MINUS:.*]] : i32
//  CHECK-NEXT:   scf.for
//  CHECK-NEXT:     llvm.sdiv %{{.*}}, %[[MINUS]] : i32
//  CHECK-NEXT:     llvm.udiv %{{.*}}, %{{.*}} : i32
func.func @llvm_division(%a: i32, %b: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = llvm.mlir.constant(-1 : i32) : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = llvm.udiv %a, %minus : i32
    %1 = llvm.sdiv %a, %minus : i32
    %2 = llvm.udiv %a, %b : i32
  }
  return
}

// -----

// Tiles that may not divide what is cut into them stay, but for those that are filled up.

// CHECK-LABEL: func @packs
//       CHECK:   linalg.pack %{{.*}} padding_value
//  CHECK-NEXT:   linalg.unpack %{{.*}} inner_tiles = [32, 16]
//  CHECK-NEXT:   scf.for
//  CHECK-NEXT:     linalg.pack %{{.*}} inner_tiles = [%{{.*}}, 16]
func.func @packs(%a: tensor<128x256xf32>, %b: tensor<4x16x32x16xf32>, %c: tensor<?x16x?x16xf32>,
                 %tile: index, %pad: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = linalg.pack %a padding_value(%pad : f32) inner_dims_pos = [0, 1] inner_tiles = [%tile, 16]
      into %c : tensor<128x256xf32> -> tensor<?x16x?x16xf32>
    %1 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [%tile, 16]
      into %c : tensor<128x256xf32> -> tensor<?x16x?x16xf32>
    %2 = linalg.unpack %b inner_dims_pos = [0, 1] inner_tiles = [32, 16]
      into %a : tensor<4x16x32x16xf32> -> tensor<128x256xf32>
  }
  return
}

// -----

// Ops on tensors move, those on buffers do not.

// CHECK-LABEL: func @tensors_and_buffers
//       CHECK:   linalg.matmul {{.*}} -> tensor<4x4xf32>
//  CHECK-NEXT:   vector.transfer_read {{.*}} : tensor<4x4xf32>
//  CHECK-NEXT:   vector.transfer_write {{.*}} : vector<4xf32>, tensor<4x4xf32>
//  CHECK-NEXT:   scf.for
//  CHECK-NEXT:     linalg.matmul {{.*}} outs(%{{.*}} : memref<4x4xf32>)
//  CHECK-NEXT:     vector.transfer_read {{.*}} : memref<4x4xf32>
func.func @tensors_and_buffers(%t: tensor<4x4xf32>, %m: memref<4x4xf32>, %pad: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = linalg.matmul ins(%t, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%t : tensor<4x4xf32>)
      -> tensor<4x4xf32>
    linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)
    %1 = vector.transfer_read %0[%c0, %c0], %pad : tensor<4x4xf32>, vector<4xf32>
    %2 = vector.transfer_read %m[%c0, %c0], %pad : memref<4x4xf32>, vector<4xf32>
    %3 = vector.transfer_write %1, %t[%c0, %c1] : vector<4xf32>, tensor<4x4xf32>
  }
  return
}

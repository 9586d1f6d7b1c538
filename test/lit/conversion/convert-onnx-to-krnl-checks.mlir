// RUN: mlirlite-opt %s --convert-onnx-to-krnl --canonicalize --cse --split-input-file | FileCheck %s

// Sizes that only a run tells are compared before anything is read.

// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0x42E0000000000000 : f64
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 1.600000e+01 : f64
// CHECK-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[DIM_1:.*]] = memref.dim %[[ARG1]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi eq, %[[DIM]], %[[DIM_1]] : index
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi eq, %[[DIM_1]], %[[C1]] : index
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi eq, %[[DIM]], %[[C1]] : index
// CHECK-NEXT:     %[[ORI_1:.*]] = arith.ori %[[ORI]], %[[CMPI_2]] : i1
// CHECK-NEXT:     krnl.require %[[ORI_1]], "'onnx.Add' op operands 0 and 1 do not broadcast: their sizes in dimension -1 are %[[LLD:.*]] and %[[LLD]] (node 'sum')"(%[[DIM]], %[[DIM_1]])
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI_2]], %[[DIM_1]], %[[DIM]] : index
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[SELECT]] : index to i64
// CHECK-NEXT:     %[[SITOFP:.*]] = arith.sitofp %[[INDEX_CAST]] : i64 to f64
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[SITOFP]], %[[CST_0]] : f64
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi sge, %[[INDEX_CAST]], %[[C0_I64]] : i64
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf olt, %[[MULF]], %[[CST]] : f64
// CHECK-NEXT:     %[[XORI_1:.*]] = arith.andi %[[CMPI_3]], %[[CMPF]] : i1
// CHECK-NEXT:     krnl.require %[[XORI_1]], ""
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc(%[[SELECT]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]] = krnl.define_loops 1
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]) with (%[[DEFINE_LOOPS]] -> %[[ARG2:.*]] = 0 to %[[SELECT]]){
// CHECK-NEXT:       %[[SELECT_1:.*]] = arith.select %[[CMPI_2]], %[[C0]], %[[ARG2]] : index
// CHECK-NEXT:       %[[LOAD:.*]] = krnl.load %[[ARG0]][%[[SELECT_1]]] : memref<?xf32>
// CHECK-NEXT:       %[[SELECT_2:.*]] = arith.select %[[CMPI_1]], %[[C0]], %[[ARG2]] : index
// CHECK-NEXT:       %[[LOAD_1:.*]] = krnl.load %[[ARG1]][%[[SELECT_2]]] : memref<?xf32>
// CHECK-NEXT:       %[[ADDF:.*]] = arith.addf %[[LOAD]], %[[LOAD_1]] : f32
// CHECK-NEXT:       krnl.store %[[ADDF]], %[[ALLOC]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT:   }
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "onnx.Add"(%x, %y) {onnx_node_name = "sum"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Known sizes need no check, and those of one value neither.

// CHECK-LABEL: func.func @known(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<1xf32>, %[[ARG2:.*]]: memref<?xf32>) -> (memref<8xf32>, memref<?xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT:     %[[LOAD:.*]] = krnl.load %[[ARG1]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]] = krnl.define_loops 1
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS]]) with (%[[DEFINE_LOOPS]] -> %[[ARG3:.*]] = 0 to 8){
// CHECK-NEXT:       %[[LOAD_1:.*]] = krnl.load %[[ARG0]][%[[ARG3]]] : memref<8xf32>
// CHECK-NEXT:       %[[ADDF:.*]] = arith.addf %[[LOAD_1]], %[[LOAD]] : f32
// CHECK-NEXT:       krnl.store %[[ADDF]], %[[ALLOC]][%[[ARG3]]] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG2]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[ALLOC_0:.*]] = memref.alloc(%[[DIM]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:     %[[DEFINE_LOOPS_1:.*]] = krnl.define_loops 1
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS_1]]) with (%[[DEFINE_LOOPS_1]] -> %[[ARG3]] = 0 to %[[DIM]]){
// CHECK-NEXT:       %[[LOAD_1]] = krnl.load %[[ARG2]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:       %[[ADDF]] = arith.mulf %[[LOAD_1]], %[[LOAD_1]] : f32
// CHECK-NEXT:       krnl.store %[[ADDF]], %[[ALLOC_0]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ALLOC]], %[[ALLOC_0]] : memref<8xf32>, memref<?xf32>
// CHECK-NEXT:   }
func.func @known(%x: tensor<8xf32>, %y: tensor<1xf32>, %z: tensor<?xf32>) -> (tensor<8xf32>, tensor<?xf32>) {
  %0 = "onnx.Add"(%x, %y) : (tensor<8xf32>, tensor<1xf32>) -> tensor<8xf32>
  %1 = "onnx.Mul"(%z, %z) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<8xf32>, tensor<?xf32>
}

// -----

// The smallest and the largest index tell whether all are inside.

// CHECK: #map = affine_map<(d0) -> (d0 + 4)>
// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<3xi64>) -> memref<3xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C_4:.*]] = arith.constant -4 : index
// CHECK-NEXT:     %[[C3_I64:.*]] = arith.constant 3 : i64
// CHECK-NEXT:     %[[C_4_I64:.*]] = arith.constant -4 : i64
// CHECK-NEXT:     %[[C9223372036854775807_I64:.*]] = arith.constant 9223372036854775807 : i64
// CHECK-NEXT:     %[[C_9223372036854775808_I64:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT:     %[[DEFINE_LOOPS:.*]] = krnl.define_loops 1
// CHECK-NEXT:     %[[ITERATE:.*]]:2 = krnl.iterate(%[[DEFINE_LOOPS]]) with (%[[DEFINE_LOOPS]] -> %[[ARG2:.*]] = 0 to 3) iter_args(%[[ARG3:.*]] = %[[C9223372036854775807_I64]], %[[ARG4:.*]] = %[[C_9223372036854775808_I64]]) -> (i64, i64){
// CHECK-NEXT:       %[[LOAD:.*]] = krnl.load %[[ARG1]][%[[ARG2]]] : memref<3xi64>
// CHECK-NEXT:       %[[MINSI:.*]] = arith.minsi %[[ARG3]], %[[LOAD]] : i64
// CHECK-NEXT:       %[[MAXSI:.*]] = arith.maxsi %[[ARG4]], %[[LOAD]] : i64
// CHECK-NEXT:       krnl.yield %[[MINSI]], %[[MAXSI]] : i64, i64
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sge, %[[ITERATE]]#0, %[[C_4_I64]] : i64
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sle, %[[ITERATE]]#1, %[[C3_I64]] : i64
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi slt, %[[ITERATE]]#0, %[[C_4_I64]] : i64
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI_2]], %[[ITERATE]]#0, %[[ITERATE]]#1 : i64
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[SELECT]] : i64 to index
// CHECK-NEXT:     krnl.require %[[ANDI]], "'onnx.Gather' op indices element out of data bounds, idx=%[[LLD:.*]] must be within the inclusive range [%[[LLD]],%[[LLD]]]"(%[[INDEX_CAST]], %[[C_4]], %[[C3]])
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<3xf32>
// CHECK-NEXT:     %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [4, 1], strides: [1, 1] : memref<4xf32> to memref<4x1xf32>
// CHECK-NEXT:     %[[REINTERPRET_CAST_0:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [3, 1], strides: [1, 1] : memref<3xf32> to memref<3x1xf32>
// CHECK-NEXT:     %[[DEFINE_LOOPS_1:.*]] = krnl.define_loops 1
// CHECK-NEXT:     krnl.iterate(%[[DEFINE_LOOPS_1]]) with (%[[DEFINE_LOOPS_1]] -> %[[ARG2]] = 0 to 3){
// CHECK-NEXT:       %[[LOAD]] = krnl.load %[[ARG1]][%[[ARG2]]] : memref<3xi64>
// CHECK-NEXT:       %[[MINSI]] = arith.index_cast %[[LOAD]] : i64 to index
// CHECK-NEXT:       %[[MAXSI]] = arith.cmpi slt, %[[MINSI]], %[[C0]] : index
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #map(%[[MINSI]])
// CHECK-NEXT:       %[[SELECT_1:.*]] = arith.select %[[MAXSI]], %[[APPLY]], %[[MINSI]] : index
// CHECK-NEXT:       %[[DEFINE_LOOPS_2:.*]] = krnl.define_loops 1
// CHECK-NEXT:       krnl.iterate(%[[DEFINE_LOOPS_2]]) with (%[[DEFINE_LOOPS_2]] -> %[[ARG3]] = 0 to 1){
// CHECK-NEXT:         %[[LOAD_1:.*]] = krnl.load %[[REINTERPRET_CAST]][%[[SELECT_1]], %[[ARG3]]] : memref<4x1xf32>
// CHECK-NEXT:         krnl.store %[[LOAD_1]], %[[REINTERPRET_CAST_0]][%[[ARG2]], %[[ARG3]]] : memref<3x1xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ALLOC]] : memref<3xf32>
// CHECK-NEXT:   }
func.func @gather(%x: tensor<4xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Two sizes of one name are compared at the top.

// CHECK-LABEL: func.func @names(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {onnx.dim_params = "0:n", onnx.name = "x"}, %[[ARG1:.*]]: memref<?xf32> {onnx.dim_params = "0:n", onnx.name = "y"}) -> memref<?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[DIM_0:.*]] = memref.dim %[[ARG1]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi eq, %[[DIM]], %[[DIM_0]] : index
// CHECK-NEXT:     krnl.require %[[CMPI]], "inputs 'x' and 'y' have sizes %[[LLD:.*]] and %[[LLD]] for 'n'"(%[[DIM]], %[[DIM_0]])
// CHECK-NEXT:     return %[[ARG1]] : memref<?xf32>
// CHECK-NEXT:   }
func.func @names(%x: tensor<?xf32> {onnx.name = "x", onnx.dim_params = "0:n"},
                 %y: tensor<?xf32> {onnx.name = "y", onnx.dim_params = "0:n"}) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}

// RUN: mlirlite-opt %s --convert-vector-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @load_store(
// CHECK-SAME: %[[A0:.*]]: memref<4x?xf32>, %[[A1:.*]]: index) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.mul %[[V0]], %[[V3]] : i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.add %[[V4]], %[[V0]] : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.getelementptr %[[V2]][%[[V5]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V7:.*]] = llvm.load %[[V6]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.extractvalue %[[V1]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = llvm.mul %[[V0]], %[[V9]] : i64
// CHECK-NEXT:   %[[V11:.*]] = llvm.add %[[V10]], %[[V0]] : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr %[[V8]][%[[V11]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.store %[[V7]], %[[V12]] {alignment = 32 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @load_store(%m: memref<4x?xf32>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<4x?xf32>, vector<8xf32>
  vector.store %0, %m[%i, %i] {alignment = 32} : memref<4x?xf32>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[A0:.*]]: memref<?xf32>, %[[A1:.*]]: index, %[[A2:.*]]: vector<8xi1>, %[[A3:.*]]: vector<8xf32>, %[[A4:.*]]: vector<8xi32>) -> (vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.intr.masked.load %[[V3]], %[[A2]], %[[A3]] {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.getelementptr %[[V5]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.intr.masked.store %[[A3]], %[[V6]], %[[A2]] {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
// CHECK-NEXT:   %[[V7:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.getelementptr %[[V7]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V9:.*]] = llvm.getelementptr %[[V8]][%[[A4]]] : (!llvm.ptr, vector<8xi32>) -> vector<8x!llvm.ptr>, f32
// CHECK-NEXT:   %[[V10:.*]] = llvm.intr.masked.gather %[[V9]], %[[A2]], %[[A3]] {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[V11:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.getelementptr %[[V11]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V13:.*]] = llvm.getelementptr %[[V12]][%[[A4]]] : (!llvm.ptr, vector<8xi32>) -> vector<8x!llvm.ptr>, f32
// CHECK-NEXT:   llvm.intr.masked.scatter %[[A3]], %[[V13]], %[[A2]] {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into vector<8x!llvm.ptr>
// CHECK-NEXT:   %[[V14:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V15:.*]] = llvm.getelementptr %[[V14]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   "llvm.intr.masked.compressstore"(%[[A3]], %[[V15]], %[[A2]]) : (vector<8xf32>, !llvm.ptr, vector<8xi1>) -> ()
// CHECK-NEXT:   return %[[V4]], %[[V10]] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: }
func.func @masked(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %v: vector<8xf32>, %ix: vector<8xi32>) -> (vector<8xf32>, vector<8xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %1 = vector.gather %m[%i] [%ix], %k, %v : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %m[%i] [%ix], %k, %v : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %m[%i], %k, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: index) -> (vector<8xf32>, vector<2x4xf32>, vector<4xindex>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.poison : vector<8xf32>
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertelement %[[A0]], %[[V1]][%[[V2]] : i32] : vector<8xf32>
// CHECK-NEXT:   %[[V4:.*]] = llvm.shufflevector %[[V3]], %[[V1]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertelement %[[A0]], %[[V6]][%[[V7]] : i32] : vector<4xf32>
// CHECK-NEXT:   %[[V9:.*]] = llvm.shufflevector %[[V8]], %[[V8]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V5]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V11:.*]] = llvm.insertvalue %[[V9]], %[[V10]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:   %[[V13:.*]] = llvm.mlir.poison : vector<4xi64>
// CHECK-NEXT:   %[[V14:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V15:.*]] = llvm.insertelement %[[V0]], %[[V13]][%[[V14]] : i32] : vector<4xi64>
// CHECK-NEXT:   %[[V16:.*]] = llvm.shufflevector %[[V15]], %[[V13]] [0, 0, 0, 0] : vector<4xi64>
// CHECK-NEXT:   %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : vector<4xi64> to vector<4xindex>
// CHECK-NEXT:   return %[[V4]], %[[V12]], %[[V17]] : vector<8xf32>, vector<2x4xf32>, vector<4xindex>
// CHECK-NEXT: }
func.func @broadcast(%x: f32, %i: index) -> (vector<8xf32>, vector<2x4xf32>, vector<4xindex>) {
  %0 = vector.broadcast %x : f32 to vector<8xf32>
  %1 = vector.broadcast %x : f32 to vector<2x4xf32>
  %2 = vector.broadcast %i : index to vector<4xindex>
  return %0, %1, %2 : vector<8xf32>, vector<2x4xf32>, vector<4xindex>
}

// -----

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[A0:.*]]: vector<8xf32>, %[[A1:.*]]: vector<2x4xf32>, %[[A2:.*]]: index, %[[A3:.*]]: f32) -> (f32, f32, vector<4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A2]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractelement %[[A0]][%[[V1]] : i64] : vector<8xf32>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractelement %[[V3]][%[[V4]] : i64] : vector<4xf32>
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:   %[[V9:.*]] = llvm.insertelement %[[A3]], %[[V7]][%[[V8]] : i64] : vector<4xf32>
// CHECK-NEXT:   %[[V10:.*]] = llvm.insertvalue %[[V9]], %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V11:.*]] = builtin.unrealized_conversion_cast %[[V10]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:   return %[[V2]], %[[V5]], %[[V6]], %[[V11]] : f32, f32, vector<4xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @elements(%v: vector<8xf32>, %w: vector<2x4xf32>, %i: index, %x: f32) -> (f32, f32, vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.extract %v[%i] : f32 from vector<8xf32>
  %1 = vector.extract %w[1, 2] : f32 from vector<2x4xf32>
  %2 = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.insert %x, %w[1, 2] : f32 into vector<2x4xf32>
  return %0, %1, %2, %3 : f32, f32, vector<4xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME: %[[A0:.*]]: vector<8xf32>, %[[A1:.*]]: vector<8xi32>, %[[A2:.*]]: f32, %[[A3:.*]]: i32) -> (vector<8xf32>, f32, i32, f32, f32) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.intr.fmuladd(%[[A0]], %[[A0]], %[[A0]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[V1:.*]] = "llvm.intr.vector.reduce.fadd"(%[[A2]], %[[A0]]) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<8xf32>) -> f32
// CHECK-NEXT:   %[[V2:.*]] = "llvm.intr.vector.reduce.smax"(%[[A1]]) : (vector<8xi32>) -> i32
// CHECK-NEXT:   %[[V3:.*]] = llvm.icmp "sge" %[[A3]], %[[V2]] : i32
// CHECK-NEXT:   %[[V4:.*]] = llvm.select %[[V3]], %[[A3]], %[[V2]] : i1, i32
// CHECK-NEXT:   %[[V5:.*]] = llvm.intr.vector.reduce.fmaximum(%[[A0]]) : (vector<8xf32>) -> f32
// CHECK-NEXT:   %[[V6:.*]] = llvm.intr.maximum(%[[V5]], %[[A2]]) : (f32, f32) -> f32
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT:   %[[V8:.*]] = "llvm.intr.vector.reduce.fmul"(%[[V7]], %[[A0]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<8xf32>) -> f32
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V4]], %[[V6]], %[[V8]] : vector<8xf32>, f32, i32, f32, f32
// CHECK-NEXT: }
func.func @arithmetic(%v: vector<8xf32>, %y: vector<8xi32>, %x: f32, %n: i32) -> (vector<8xf32>, f32, i32, f32, f32) {
  %0 = vector.fma %v, %v, %v : vector<8xf32>
  %1 = vector.reduction <add>, %v, %x fastmath<reassoc> : vector<8xf32> into f32
  %2 = vector.reduction <maxsi>, %y, %n : vector<8xi32> into i32
  %3 = vector.reduction <maximumf>, %v, %x : vector<8xf32> into f32
  %4 = vector.reduction <mul>, %v : vector<8xf32> into f32
  return %0, %1, %2, %3, %4 : vector<8xf32>, f32, i32, f32, f32
}

// -----

// CHECK-LABEL: func.func @moves(
// CHECK-SAME: %[[A0:.*]]: vector<8xf32>) -> (vector<4xf32>, vector<8xi32>, vector<4xf32>, vector<8xf32>, vector<16xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.shufflevector %[[A0]], %[[A0]] [0, 1, 8, 9] : vector<8xf32>
// CHECK-NEXT:   %[[V1:.*]] = llvm.bitcast %[[A0]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT:   %[[V2:.*]] = llvm.shufflevector %[[A0]], %[[A0]] [2, 3, 4, 5] : vector<8xf32>
// CHECK-NEXT:   %[[V3:.*]] = llvm.shufflevector %[[V2]], %[[V2]] [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:   %[[V4:.*]] = llvm.shufflevector %[[V3]], %[[A0]] [8, 0, 1, 2, 3, 13, 14, 15] : vector<8xf32>
// CHECK-NEXT:   %[[V5:.*]] = llvm.shufflevector %[[A0]], %[[A0]] [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : vector<8xf32>
// CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]], %[[V4]], %[[V5]] : vector<4xf32>, vector<8xi32>, vector<4xf32>, vector<8xf32>, vector<16xf32>
// CHECK-NEXT: }
func.func @moves(%v: vector<8xf32>) -> (vector<4xf32>, vector<8xi32>, vector<4xf32>, vector<8xf32>, vector<16xf32>) {
  %0 = vector.shuffle %v, %v [0, 1, 8, 9] : vector<8xf32>, vector<8xf32>
  %1 = vector.bitcast %v : vector<8xf32> to vector<8xi32>
  %2 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %3 = vector.insert_strided_slice %2, %v {offsets = [1], strides = [1]} : vector<4xf32> into vector<8xf32>
  %4 = vector.interleave %v, %v : vector<8xf32> -> vector<16xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<8xi32>, vector<4xf32>, vector<8xf32>, vector<16xf32>
}

// -----

// CHECK-LABEL: func.func @transfer(
// CHECK-SAME: %[[A0:.*]]: memref<?xf32>, %[[A1:.*]]: index, %[[A2:.*]]: f32) -> vector<8xf32> {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.load %[[V3]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.getelementptr %[[V5]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:   llvm.store %[[V4]], %[[V6]] {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NEXT:   return %[[V4]] : vector<8xf32>
// CHECK-NEXT: }
func.func @transfer(%m: memref<?xf32>, %i: index, %p: f32) -> vector<8xf32> {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<8xf32>, memref<?xf32>
  return %0 : vector<8xf32>
}

// -----

// Dead ops go, also where no op is lowered.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT: return
func.func @dead() {
  %0 = arith.constant dense<1.0> : vector<4xf32>
  return
}

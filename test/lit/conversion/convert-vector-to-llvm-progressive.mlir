// RUN: mlirlite-opt %s --convert-vector-to-llvm --split-input-file | FileCheck %s

// Contractions, outer products and reductions.

// CHECK-LABEL: func.func @contract(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x2xf32>, %[[ARG1:.*]]: vector<2x2xf32>, %[[ARG2:.*]]: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<2x2xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_3:.*]] = builtin.unrealized_conversion_cast %[[POISON]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT:.*]] = llvm.extractelement %[[EXTRACTVALUE]][%[[CONSTANT]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[EXTRACTELEMENT]], %[[EXTRACTVALUE_1]][%[[CONSTANT_1]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[INSERTELEMENT]], %[[UNREALIZED_CONVERSION_CAST_3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_1:.*]] = llvm.extractelement %[[EXTRACTVALUE_2]][%[[CONSTANT_2]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[INSERTVALUE]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[EXTRACTELEMENT_1]], %[[EXTRACTVALUE_3]][%[[CONSTANT_3]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[INSERTELEMENT_1]], %[[INSERTVALUE]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_4:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_2:.*]] = llvm.extractelement %[[EXTRACTVALUE_4]][%[[CONSTANT_4]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_5:.*]] = llvm.extractvalue %[[INSERTVALUE_1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_5:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_2:.*]] = llvm.insertelement %[[EXTRACTELEMENT_2]], %[[EXTRACTVALUE_5]][%[[CONSTANT_5]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[INSERTELEMENT_2]], %[[INSERTVALUE_1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_6:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_6:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_3:.*]] = llvm.extractelement %[[EXTRACTVALUE_6]][%[[CONSTANT_6]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_7:.*]] = llvm.extractvalue %[[INSERTVALUE_2]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_7:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_3:.*]] = llvm.insertelement %[[EXTRACTELEMENT_3]], %[[EXTRACTVALUE_7]][%[[CONSTANT_7]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[INSERTELEMENT_3]], %[[INSERTVALUE_2]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_8:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_9:.*]] = llvm.extractvalue %[[INSERTVALUE_3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[EXTRACTVALUE_8]], %[[EXTRACTVALUE_9]] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_8:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[FADD:.*]] = "llvm.intr.vector.reduce.fadd"(%[[CONSTANT_8]], %[[MULF]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32
// CHECK-NEXT:     %[[EXTRACTVALUE_10:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_2]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_9:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_4:.*]] = llvm.insertelement %[[FADD]], %[[EXTRACTVALUE_10]][%[[CONSTANT_9]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[INSERTELEMENT_4]], %[[UNREALIZED_CONVERSION_CAST_2]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_11:.*]] = llvm.extractvalue %[[INSERTVALUE_3]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[EXTRACTVALUE_8]], %[[EXTRACTVALUE_11]] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_10:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[FADD_1:.*]] = "llvm.intr.vector.reduce.fadd"(%[[CONSTANT_10]], %[[MULF_1]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32
// CHECK-NEXT:     %[[EXTRACTVALUE_12:.*]] = llvm.extractvalue %[[INSERTVALUE_4]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_11:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_5:.*]] = llvm.insertelement %[[FADD_1]], %[[EXTRACTVALUE_12]][%[[CONSTANT_11]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[INSERTELEMENT_5]], %[[INSERTVALUE_4]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_13:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[EXTRACTVALUE_13]], %[[EXTRACTVALUE_9]] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_12:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[FADD_2:.*]] = "llvm.intr.vector.reduce.fadd"(%[[CONSTANT_12]], %[[MULF_2]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32
// CHECK-NEXT:     %[[EXTRACTVALUE_14:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_13:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_6:.*]] = llvm.insertelement %[[FADD_2]], %[[EXTRACTVALUE_14]][%[[CONSTANT_13]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_6:.*]] = llvm.insertvalue %[[INSERTELEMENT_6]], %[[INSERTVALUE_5]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[EXTRACTVALUE_13]], %[[EXTRACTVALUE_11]] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_14:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[FADD_3:.*]] = "llvm.intr.vector.reduce.fadd"(%[[CONSTANT_14]], %[[MULF_3]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32
// CHECK-NEXT:     %[[EXTRACTVALUE_15:.*]] = llvm.extractvalue %[[INSERTVALUE_6]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_15:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_7:.*]] = llvm.insertelement %[[FADD_3]], %[[EXTRACTVALUE_15]][%[[CONSTANT_15]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_7:.*]] = llvm.insertvalue %[[INSERTELEMENT_7]], %[[INSERTVALUE_6]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_4:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_7]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[UNREALIZED_CONVERSION_CAST_4]], %[[ARG2]] : vector<2x2xf32>
// CHECK-NEXT:     return %[[ADDF]] : vector<2x2xf32>
// CHECK-NEXT:   }
func.func @contract(%a: vector<2x2xf32>, %b: vector<2x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
    : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @contract_of_batches(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3xi32>, %[[ARG1:.*]]: vector<2x3xi32>, %[[ARG2:.*]]: vector<2xi32>) -> vector<2xi32> {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT:.*]] = llvm.extractelement %[[ARG2]][%[[CONSTANT]] : i64] : vector<2xi32>
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]] : vector<3xi32>
// CHECK-NEXT:     %[[ADD:.*]] = "llvm.intr.vector.reduce.add"(%[[MULI]]) : (vector<3xi32>) -> i32
// CHECK-NEXT:     %[[ADD_1:.*]] = llvm.add %[[EXTRACTELEMENT]], %[[ADD]] : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[ADD_1]], %[[CST]][%[[CONSTANT_1]] : i64] : vector<2xi32>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_1:.*]] = llvm.extractelement %[[ARG2]][%[[CONSTANT_2]] : i64] : vector<2xi32>
// CHECK-NEXT:     %[[MULI_1:.*]] = arith.muli %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_3]] : vector<3xi32>
// CHECK-NEXT:     %[[ADD_2:.*]] = "llvm.intr.vector.reduce.add"(%[[MULI_1]]) : (vector<3xi32>) -> i32
// CHECK-NEXT:     %[[ADD_3:.*]] = llvm.add %[[EXTRACTELEMENT_1]], %[[ADD_2]] : i32
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[ADD_3]], %[[INSERTELEMENT]][%[[CONSTANT_3]] : i64] : vector<2xi32>
// CHECK-NEXT:     return %[[INSERTELEMENT_1]] : vector<2xi32>
// CHECK-NEXT:   }
func.func @contract_of_batches(%a: vector<2x3xi32>, %b: vector<2x3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>],
      iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
    : vector<2x3xi32>, vector<2x3xi32> into vector<2xi32>
  return %0 : vector<2xi32>
}

// -----

// CHECK-LABEL: func.func @contract_of_largest_stays(
// CHECK-SAME:    %[[ARG0:.*]]: vector<3xf32>, %[[ARG1:.*]]: vector<3xf32>, %[[ARG2:.*]]: f32) -> f32 {
// CHECK-NEXT:     %[[CONTRACT:.*]] = vector.contract {indexing_maps = {{.*}}, iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %[[ARG0]], %[[ARG1]], %[[ARG2]] : vector<3xf32>, vector<3xf32> into f32
// CHECK-NEXT:     return %[[CONTRACT]] : f32
// CHECK-NEXT:   }
func.func @contract_of_largest_stays(%a: vector<3xf32>, %b: vector<3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<3xf32>, vector<3xf32> into f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<4xi1>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: vector<4xf32>) -> (f32, vector<4xf32>) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     %[[FADD:.*]] = "llvm.intr.vp.reduce.fadd"(%[[CONSTANT]], %[[ARG0]], %[[ARG1]], %[[CONSTANT_1]]) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[ARG2]], %[[POISON]][%[[CONSTANT_2]] : i32] : vector<4xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[INSERTELEMENT]], %[[POISON]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[ARG0]], %[[SHUFFLEVECTOR]] : vector<4xf32>
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MULF]], %[[ARG3]] : vector<4xf32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG1]], %[[MULF_1]], %[[ARG3]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     return %[[FADD]], %[[SELECT]] : f32, vector<4xf32>
// CHECK-NEXT:   }
func.func @masked(%v: vector<4xf32>, %m: vector<4xi1>, %f: f32, %w: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %m { vector.outerproduct %v, %f, %w {kind = #vector.kind<mul>} : vector<4xf32>, f32 } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}

// -----

// Vectors of several dimensions, taken apart.

// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x4xf32>, %[[ARG1:.*]]: vector<1x3xf32>) -> (vector<8xf32>, vector<4x2xf32>, vector<3x1xf32>, vector<2x3xf32>) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<1x3xf32> to !llvm.array<1 x vector<3xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<2x3xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[POISON]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT:     %[[POISON_1:.*]] = ub.poison : vector<3x1xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_3:.*]] = builtin.unrealized_conversion_cast %[[POISON_1]] : vector<3x1xf32> to !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[POISON_2:.*]] = ub.poison : vector<4x2xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_4:.*]] = builtin.unrealized_conversion_cast %[[POISON_2]] : vector<4x2xf32> to !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[POISON_3:.*]] = ub.poison : vector<8xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[EXTRACTVALUE]], %[[EXTRACTVALUE]] [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_1:.*]] = llvm.shufflevector %[[SHUFFLEVECTOR]], %[[POISON_3]] [0, 1, 2, 3, 12, 13, 14, 15] : vector<8xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_2:.*]] = llvm.shufflevector %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_1]] [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_3:.*]] = llvm.shufflevector %[[SHUFFLEVECTOR_2]], %[[SHUFFLEVECTOR_1]] [8, 9, 10, 11, 0, 1, 2, 3] : vector<8xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT:.*]] = llvm.extractelement %[[EXTRACTVALUE_2]][%[[CONSTANT]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_4]][0] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[EXTRACTELEMENT]], %[[EXTRACTVALUE_3]][%[[CONSTANT_1]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[INSERTELEMENT]], %[[UNREALIZED_CONVERSION_CAST_4]][0] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_4:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_1:.*]] = llvm.extractelement %[[EXTRACTVALUE_4]][%[[CONSTANT_2]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_5:.*]] = llvm.extractvalue %[[INSERTVALUE]][1] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[EXTRACTELEMENT_1]], %[[EXTRACTVALUE_5]][%[[CONSTANT_3]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[INSERTELEMENT_1]], %[[INSERTVALUE]][1] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_6:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_2:.*]] = llvm.extractelement %[[EXTRACTVALUE_6]][%[[CONSTANT_4]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_7:.*]] = llvm.extractvalue %[[INSERTVALUE_1]][2] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_5:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_2:.*]] = llvm.insertelement %[[EXTRACTELEMENT_2]], %[[EXTRACTVALUE_7]][%[[CONSTANT_5]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[INSERTELEMENT_2]], %[[INSERTVALUE_1]][2] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_8:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_6:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_3:.*]] = llvm.extractelement %[[EXTRACTVALUE_8]][%[[CONSTANT_6]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_9:.*]] = llvm.extractvalue %[[INSERTVALUE_2]][3] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_7:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_3:.*]] = llvm.insertelement %[[EXTRACTELEMENT_3]], %[[EXTRACTVALUE_9]][%[[CONSTANT_7]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[INSERTELEMENT_3]], %[[INSERTVALUE_2]][3] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_10:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_8:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_4:.*]] = llvm.extractelement %[[EXTRACTVALUE_10]][%[[CONSTANT_8]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_11:.*]] = llvm.extractvalue %[[INSERTVALUE_3]][0] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_9:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_4:.*]] = llvm.insertelement %[[EXTRACTELEMENT_4]], %[[EXTRACTVALUE_11]][%[[CONSTANT_9]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[INSERTELEMENT_4]], %[[INSERTVALUE_3]][0] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_12:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_10:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_5:.*]] = llvm.extractelement %[[EXTRACTVALUE_12]][%[[CONSTANT_10]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_13:.*]] = llvm.extractvalue %[[INSERTVALUE_4]][1] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_11:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_5:.*]] = llvm.insertelement %[[EXTRACTELEMENT_5]], %[[EXTRACTVALUE_13]][%[[CONSTANT_11]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[INSERTELEMENT_5]], %[[INSERTVALUE_4]][1] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_14:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_12:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_6:.*]] = llvm.extractelement %[[EXTRACTVALUE_14]][%[[CONSTANT_12]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_15:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][2] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_13:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_6:.*]] = llvm.insertelement %[[EXTRACTELEMENT_6]], %[[EXTRACTVALUE_15]][%[[CONSTANT_13]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_6:.*]] = llvm.insertvalue %[[INSERTELEMENT_6]], %[[INSERTVALUE_5]][2] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_16:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[CONSTANT_14:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_7:.*]] = llvm.extractelement %[[EXTRACTVALUE_16]][%[[CONSTANT_14]] : i64] : vector<4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_17:.*]] = llvm.extractvalue %[[INSERTVALUE_6]][3] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[CONSTANT_15:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_7:.*]] = llvm.insertelement %[[EXTRACTELEMENT_7]], %[[EXTRACTVALUE_17]][%[[CONSTANT_15]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_7:.*]] = llvm.insertvalue %[[INSERTELEMENT_7]], %[[INSERTVALUE_6]][3] : !llvm.array<4 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_5:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_7]] : !llvm.array<4 x vector<2xf32>> to vector<4x2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_18:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<1 x vector<3xf32>>
// CHECK-NEXT:     %[[CONSTANT_16:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_8:.*]] = llvm.extractelement %[[EXTRACTVALUE_18]][%[[CONSTANT_16]] : i64] : vector<3xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_19:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_3]][0] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[CONSTANT_17:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_8:.*]] = llvm.insertelement %[[EXTRACTELEMENT_8]], %[[EXTRACTVALUE_19]][%[[CONSTANT_17]] : i64] : vector<1xf32>
// CHECK-NEXT:     %[[INSERTVALUE_8:.*]] = llvm.insertvalue %[[INSERTELEMENT_8]], %[[UNREALIZED_CONVERSION_CAST_3]][0] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_20:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<1 x vector<3xf32>>
// CHECK-NEXT:     %[[CONSTANT_18:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_9:.*]] = llvm.extractelement %[[EXTRACTVALUE_20]][%[[CONSTANT_18]] : i64] : vector<3xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_21:.*]] = llvm.extractvalue %[[INSERTVALUE_8]][1] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[CONSTANT_19:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_9:.*]] = llvm.insertelement %[[EXTRACTELEMENT_9]], %[[EXTRACTVALUE_21]][%[[CONSTANT_19]] : i64] : vector<1xf32>
// CHECK-NEXT:     %[[INSERTVALUE_9:.*]] = llvm.insertvalue %[[INSERTELEMENT_9]], %[[INSERTVALUE_8]][1] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_22:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<1 x vector<3xf32>>
// CHECK-NEXT:     %[[CONSTANT_20:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[EXTRACTELEMENT_10:.*]] = llvm.extractelement %[[EXTRACTVALUE_22]][%[[CONSTANT_20]] : i64] : vector<3xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_23:.*]] = llvm.extractvalue %[[INSERTVALUE_9]][2] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[CONSTANT_21:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_10:.*]] = llvm.insertelement %[[EXTRACTELEMENT_10]], %[[EXTRACTVALUE_23]][%[[CONSTANT_21]] : i64] : vector<1xf32>
// CHECK-NEXT:     %[[INSERTVALUE_10:.*]] = llvm.insertvalue %[[INSERTELEMENT_10]], %[[INSERTVALUE_9]][2] : !llvm.array<3 x vector<1xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_6:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_10]] : !llvm.array<3 x vector<1xf32>> to vector<3x1xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_24:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<1 x vector<3xf32>>
// CHECK-NEXT:     %[[INSERTVALUE_11:.*]] = llvm.insertvalue %[[EXTRACTVALUE_24]], %[[UNREALIZED_CONVERSION_CAST_2]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT:     %[[INSERTVALUE_12:.*]] = llvm.insertvalue %[[EXTRACTVALUE_24]], %[[INSERTVALUE_11]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_7:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_12]] : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT:     return %[[SHUFFLEVECTOR_3]], %[[UNREALIZED_CONVERSION_CAST_5]], %[[UNREALIZED_CONVERSION_CAST_6]], %[[UNREALIZED_CONVERSION_CAST_7]] : vector<8xf32>, vector<4x2xf32>, vector<3x1xf32>, vector<2x3xf32>
// CHECK-NEXT:   }
func.func @reshaped(%v: vector<2x4xf32>, %w: vector<1x3xf32>) -> (vector<8xf32>, vector<4x2xf32>, vector<3x1xf32>, vector<2x3xf32>) {
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  %1 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %2 = vector.transpose %w, [1, 0] : vector<1x3xf32> to vector<3x1xf32>
  %3 = vector.broadcast %w : vector<1x3xf32> to vector<2x3xf32>
  return %0, %1, %2, %3 : vector<8xf32>, vector<4x2xf32>, vector<3x1xf32>, vector<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unrolled(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x4xf32>, %[[ARG1:.*]]: f32) -> (vector<2x4xf32>, vector<2x4xi32>, vector<2x8xf32>, vector<2x2xf32>) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : vector<2x2xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[POISON]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x8xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x8xf32> to !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT:     %[[POISON_1:.*]] = ub.poison : vector<2x4xi32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_3:.*]] = builtin.unrealized_conversion_cast %[[POISON_1]] : vector<2x4xi32> to !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_4:.*]] = builtin.unrealized_conversion_cast %[[CST_0]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[FMULADD:.*]] = llvm.intr.fmuladd(%[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_2]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[FMULADD]], %[[UNREALIZED_CONVERSION_CAST_4]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_4:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_5:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[FMULADD_1:.*]] = llvm.intr.fmuladd(%[[EXTRACTVALUE_3]], %[[EXTRACTVALUE_4]], %[[EXTRACTVALUE_5]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[FMULADD_1]], %[[INSERTVALUE]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_5:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_1]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_6:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[BITCAST:.*]] = llvm.bitcast %[[EXTRACTVALUE_6]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[BITCAST]], %[[UNREALIZED_CONVERSION_CAST_3]][0] : !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_7:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[BITCAST_1:.*]] = llvm.bitcast %[[EXTRACTVALUE_7]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[BITCAST_1]], %[[INSERTVALUE_2]][1] : !llvm.array<2 x vector<4xi32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_6:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_3]] : !llvm.array<2 x vector<4xi32>> to vector<2x4xi32>
// CHECK-NEXT:     %[[EXTRACTVALUE_8:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_9:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[EXTRACTVALUE_8]], %[[EXTRACTVALUE_9]] [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR]], %[[UNREALIZED_CONVERSION_CAST_2]][0] : !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_10:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_11:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_1:.*]] = llvm.shufflevector %[[EXTRACTVALUE_10]], %[[EXTRACTVALUE_11]] [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR_1]], %[[INSERTVALUE_4]][1] : !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_7:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_5]] : !llvm.array<2 x vector<8xf32>> to vector<2x8xf32>
// CHECK-NEXT:     %[[POISON_2:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[ARG1]], %[[POISON_2]][%[[CONSTANT]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[ARG1]], %[[INSERTELEMENT]][%[[CONSTANT_1]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_6:.*]] = llvm.insertvalue %[[INSERTELEMENT_1]], %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[POISON_3:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_2:.*]] = llvm.insertelement %[[ARG1]], %[[POISON_3]][%[[CONSTANT_2]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[INSERTELEMENT_3:.*]] = llvm.insertelement %[[ARG1]], %[[INSERTELEMENT_2]][%[[CONSTANT_3]] : i64] : vector<2xf32>
// CHECK-NEXT:     %[[INSERTVALUE_7:.*]] = llvm.insertvalue %[[INSERTELEMENT_3]], %[[INSERTVALUE_6]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_8:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_7]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_5]], %[[UNREALIZED_CONVERSION_CAST_6]], %[[UNREALIZED_CONVERSION_CAST_7]], %[[UNREALIZED_CONVERSION_CAST_8]] : vector<2x4xf32>, vector<2x4xi32>, vector<2x8xf32>, vector<2x2xf32>
// CHECK-NEXT:   }
func.func @unrolled(%v: vector<2x4xf32>, %f: f32) -> (vector<2x4xf32>, vector<2x4xi32>, vector<2x8xf32>, vector<2x2xf32>) {
  %0 = vector.fma %v, %v, %v : vector<2x4xf32>
  %1 = vector.bitcast %v : vector<2x4xf32> to vector<2x4xi32>
  %2 = vector.interleave %v, %v : vector<2x4xf32> -> vector<2x8xf32>
  %3 = vector.from_elements %f, %f, %f, %f : vector<2x2xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, vector<2x4xi32>, vector<2x8xf32>, vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4x8xf32>, %[[ARG1:.*]]: vector<2x2xf32>) -> (vector<2x2xf32>, vector<4x8xf32>) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<4x8xf32> to !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[EXTRACTVALUE]], %[[EXTRACTVALUE]] [2, 3] : vector<8xf32>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR]], %[[UNREALIZED_CONVERSION_CAST_2]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_1:.*]] = llvm.shufflevector %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_1]] [2, 3] : vector<8xf32>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR_1]], %[[INSERTVALUE]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_3:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_1]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_2:.*]] = llvm.shufflevector %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_2]] [0, 1, 0, 0, 0, 0, 0, 0] : vector<2xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_3:.*]] = llvm.shufflevector %[[SHUFFLEVECTOR_2]], %[[EXTRACTVALUE_3]] [8, 9, 0, 1, 12, 13, 14, 15] : vector<8xf32>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR_3]], %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_4:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT:     %[[EXTRACTVALUE_5:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_4:.*]] = llvm.shufflevector %[[EXTRACTVALUE_4]], %[[EXTRACTVALUE_4]] [0, 1, 0, 0, 0, 0, 0, 0] : vector<2xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_5:.*]] = llvm.shufflevector %[[SHUFFLEVECTOR_4]], %[[EXTRACTVALUE_5]] [8, 9, 0, 1, 12, 13, 14, 15] : vector<8xf32>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[SHUFFLEVECTOR_5]], %[[INSERTVALUE_2]][2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_4:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_3]] : !llvm.array<4 x vector<8xf32>> to vector<4x8xf32>
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_3]], %[[UNREALIZED_CONVERSION_CAST_4]] : vector<2x2xf32>, vector<4x8xf32>
// CHECK-NEXT:   }
func.func @slices(%v: vector<4x8xf32>, %w: vector<2x2xf32>) -> (vector<2x2xf32>, vector<4x8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return %0, %1 : vector<2x2xf32>, vector<4x8xf32>
}

// -----

// Masks, and transfers that may leave their memref.

// CHECK-LABEL: func.func @masks(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>) {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<false> : vector<2x4xi1>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x4xi1> to !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[INDEX_CAST]], %[[POISON]][%[[CONSTANT]] : i32] : vector<4xi32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[INSERTELEMENT]], %[[POISON]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[SHUFFLEVECTOR]], %[[CST_1]] : vector<4xi32>
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[ARG1]] : index to i32
// CHECK-NEXT:     %[[POISON_1:.*]] = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[INDEX_CAST_1]], %[[POISON_1]][%[[CONSTANT_1]] : i32] : vector<4xi32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_1:.*]] = llvm.shufflevector %[[INSERTELEMENT_1]], %[[POISON_1]] [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sgt, %[[SHUFFLEVECTOR_1]], %[[CST_1]] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C0]] : index
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI_2]], %[[CMPI_1]], %[[CST_0]] : vector<4xi1>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[SELECT]], %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C1]] : index
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPI_3]], %[[CMPI_1]], %[[CST_0]] : vector<4xi1>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[SELECT_1]], %[[INSERTVALUE]][1] : !llvm.array<2 x vector<4xi1>>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_1]] : !llvm.array<2 x vector<4xi1>> to vector<2x4xi1>
// CHECK-NEXT:     %[[STEPVECTOR:.*]] = llvm.intr.stepvector : vector<[4]xi32>
// CHECK-NEXT:     %[[INDEX_CAST_2:.*]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT:     %[[POISON_2:.*]] = llvm.mlir.poison : vector<[4]xi32>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT_2:.*]] = llvm.insertelement %[[INDEX_CAST_2]], %[[POISON_2]][%[[CONSTANT_2]] : i32] : vector<[4]xi32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_2:.*]] = llvm.shufflevector %[[INSERTELEMENT_2]], %[[POISON_2]] [0, 0, 0, 0] : vector<[4]xi32>
// CHECK-NEXT:     %[[CMPI_4:.*]] = arith.cmpi slt, %[[STEPVECTOR]], %[[SHUFFLEVECTOR_2]] : vector<[4]xi32>
// CHECK-NEXT:     return %[[CMPI]], %[[UNREALIZED_CONVERSION_CAST_1]], %[[CMPI_4]] : vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>
// CHECK-NEXT:   }
func.func @masks(%i: index, %j: index) -> (vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>) {
  %0 = vector.create_mask %i : vector<4xi1>
  %1 = vector.create_mask %i, %j : vector<2x4xi1>
  %2 = vector.create_mask %i : vector<[4]xi1>
  return %0, %1, %2 : vector<4xi1>, vector<2x4xi1>, vector<[4]xi1>
}

// -----

// CHECK-LABEL: func.func @transfers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: vector<8xi1>) -> vector<8xf32> {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[DIM]], %[[ARG1]] : index
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[SUBI]] : index to i32
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : vector<8xi32>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT:.*]] = llvm.insertelement %[[INDEX_CAST]], %[[POISON]][%[[CONSTANT]] : i32] : vector<8xi32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[INSERTELEMENT]], %[[POISON]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[SHUFFLEVECTOR]], %[[CST]] : vector<8xi32>
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPI]], %[[ARG3]] : vector<8xi1>
// CHECK-NEXT:     %[[POISON_1:.*]] = llvm.mlir.poison : vector<8xf32>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT_1:.*]] = llvm.insertelement %[[ARG2]], %[[POISON_1]][%[[CONSTANT_1]] : i32] : vector<8xf32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_1:.*]] = llvm.shufflevector %[[INSERTELEMENT_1]], %[[POISON_1]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[EXTRACTVALUE]][%[[UNREALIZED_CONVERSION_CAST]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.intr.masked.load %[[GETELEMENTPTR]], %[[ANDI]], %[[SHUFFLEVECTOR_1]] {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:     %[[DIM_0:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[DIM_0]], %[[ARG1]] : index
// CHECK-NEXT:     %[[INDEX_CAST_1:.*]] = arith.index_cast %[[SUBI_1]] : index to i32
// CHECK-NEXT:     %[[POISON_2:.*]] = llvm.mlir.poison : vector<8xi32>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[INSERTELEMENT_2:.*]] = llvm.insertelement %[[INDEX_CAST_1]], %[[POISON_2]][%[[CONSTANT_2]] : i32] : vector<8xi32>
// CHECK-NEXT:     %[[SHUFFLEVECTOR_2:.*]] = llvm.shufflevector %[[INSERTELEMENT_2]], %[[POISON_2]] [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi32>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sgt, %[[SHUFFLEVECTOR_2]], %[[CST]] : vector<8xi32>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:     %[[GETELEMENTPTR_1:.*]] = llvm.getelementptr %[[EXTRACTVALUE_1]][%[[UNREALIZED_CONVERSION_CAST]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     llvm.intr.masked.store %[[LOAD]], %[[GETELEMENTPTR_1]], %[[CMPI_1]] {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
// CHECK-NEXT:     return %[[LOAD]] : vector<8xf32>
// CHECK-NEXT:   }
func.func @transfers(%m: memref<?xf32>, %i: index, %p: f32, %k: vector<8xi1>) -> vector<8xf32> {
  %0 = vector.transfer_read %m[%i], %p, %k : memref<?xf32>, vector<8xf32>
  vector.transfer_write %0, %m[%i] : vector<8xf32>, memref<?xf32>
  return %0 : vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @transfer_of_rows_stays(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> vector<2x4xf32> {
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[ARG1]]], %[[ARG2]] : memref<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]] : vector<2x4xf32>
// CHECK-NEXT:   }
func.func @transfer_of_rows_stays(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @scalable(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[8]xf32>, %[[ARG1:.*]]: index) -> (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xindex>) {
// CHECK-NEXT:     %[[DEINTERLEAVE2:.*]] = "llvm.intr.vector.deinterleave2"(%[[ARG0]]) : (vector<[8]xf32>) -> !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[DEINTERLEAVE2]][0] : !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[DEINTERLEAVE2]][1] : !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>)>
// CHECK-NEXT:     %[[STEPVECTOR:.*]] = llvm.intr.stepvector : vector<[4]xi64>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[STEPVECTOR]] : vector<[4]xi64> to vector<[4]xindex>
// CHECK-NEXT:     return %[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]], %[[UNREALIZED_CONVERSION_CAST]] : vector<[4]xf32>, vector<[4]xf32>, vector<[4]xindex>
// CHECK-NEXT:   }
func.func @scalable(%v: vector<[8]xf32>, %i: index) -> (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xindex>) {
  %0, %1 = vector.deinterleave %v : vector<[8]xf32> -> vector<[4]xf32>
  %2 = vector.step : vector<[4]xindex>
  return %0, %1, %2 : vector<[4]xf32>, vector<[4]xf32>, vector<[4]xindex>
}

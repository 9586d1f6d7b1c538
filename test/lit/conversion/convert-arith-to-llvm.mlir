// RUN: mlirlite-opt %s --convert-arith-to-llvm --split-input-file | FileCheck %s

// Integers: flags stay, index becomes i64.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32, %[[A2:.*]]: i32, %[[A3:.*]]: index, %[[A4:.*]]: index) -> (i32, index) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A4]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A3]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.add %[[A0]], %[[A1]] overflow<nsw> : i32
// CHECK-NEXT:   %[[V3:.*]] = llvm.sub %[[V2]], %[[A2]] : i32
// CHECK-NEXT:   %[[V4:.*]] = llvm.mul %[[V3]], %[[A1]] overflow<nsw, nuw> : i32
// CHECK-NEXT:   %[[V5:.*]] = llvm.sdiv exact %[[V4]], %[[A2]] : i32
// CHECK-NEXT:   %[[V6:.*]] = llvm.urem %[[V5]], %[[A1]] : i32
// CHECK-NEXT:   %[[V7:.*]] = llvm.shl %[[V6]], %[[A1]] : i32
// CHECK-NEXT:   %[[V8:.*]] = llvm.lshr exact %[[V7]], %[[A1]] : i32
// CHECK-NEXT:   %[[V9:.*]] = llvm.xor %[[V8]], %[[A1]] : i32
// CHECK-NEXT:   %[[V10:.*]] = llvm.intr.smax(%[[V9]], %[[A1]]) : (i32, i32) -> i32
// CHECK-NEXT:   %[[V11:.*]] = llvm.add %[[V1]], %[[V0]] : i64
// CHECK-NEXT:   %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : i64 to index
// CHECK-NEXT:   return %[[V10]], %[[V12]] : i32, index
// CHECK-NEXT: }
func.func @integers(%a: i32, %b: i32, %c: i32, %i: index, %j: index) -> (i32, index) {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.subi %0, %c : i32
  %2 = arith.muli %1, %b overflow<nsw, nuw> : i32
  %3 = arith.divsi %2, %c exact : i32
  %4 = arith.remui %3, %b : i32
  %5 = arith.shli %4, %b : i32
  %6 = arith.shrui %5, %b exact : i32
  %7 = arith.xori %6, %b : i32
  %8 = arith.maxsi %7, %b : i32
  %9 = arith.addi %i, %j : index
  return %8, %9 : i32, index
}

// -----

// Floats: fast-math flags by LLVM's names.
// CHECK-LABEL: func.func @floats(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.fadd %[[A0]], %[[A1]] {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK-NEXT:   %[[V1:.*]] = llvm.fmul %[[V0]], %[[A1]] {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.fdiv %[[V1]], %[[A1]] : f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.fneg %[[V2]] : f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.intr.maximum(%[[V3]], %[[A1]]) : (f32, f32) -> f32
// CHECK-NEXT:   %[[V5:.*]] = llvm.intr.minnum(%[[V4]], %[[A1]]) : (f32, f32) -> f32
// CHECK-NEXT:   return %[[V5]] : f32
// CHECK-NEXT: }
func.func @floats(%x: f32, %y: f32) -> f32 {
  %0 = arith.addf %x, %y fastmath<nnan,contract> : f32
  %1 = arith.mulf %0, %y fastmath<fast> : f32
  %2 = arith.divf %1, %y : f32
  %3 = arith.negf %2 : f32
  %4 = arith.maximumf %3, %y : f32
  %5 = arith.minnumf %4, %y : f32
  return %5 : f32
}

// -----

// CHECK-LABEL: func.func @compare(
// CHECK-SAME: %[[A0:.*]]: index, %[[A1:.*]]: index, %[[A2:.*]]: f32, %[[A3:.*]]: f32) -> (i1, i1, f32) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[A0]] : index to i64
// CHECK-NEXT:   %[[V2:.*]] = llvm.icmp "ult" %[[V1]], %[[V0]] : i64
// CHECK-NEXT:   %[[V3:.*]] = llvm.fcmp "une" %[[A2]], %[[A3]] {fastmathFlags = #llvm.fastmath<ninf>} : f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.select %[[V3]], %[[A2]], %[[A3]] : i1, f32
// CHECK-NEXT:   return %[[V2]], %[[V3]], %[[V4]] : i1, i1, f32
// CHECK-NEXT: }
func.func @compare(%a: index, %b: index, %x: f32, %y: f32) -> (i1, i1, f32) {
  %0 = arith.cmpi ult, %a, %b : index
  %1 = arith.cmpf une, %x, %y fastmath<ninf> : f32
  %2 = arith.select %1, %x, %y : f32
  return %0, %1, %2 : i1, i1, f32
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[A0:.*]]: i8, %[[A1:.*]]: i32, %[[A2:.*]]: f32, %[[A3:.*]]: index, %[[A4:.*]]: f16) -> (i32, i8, f64, bf16, i32, f32, index, i32) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A3]] : index to i64
// CHECK-NEXT:   %[[V1:.*]] = llvm.sext %[[A0]] : i8 to i32
// CHECK-NEXT:   %[[V2:.*]] = llvm.trunc %[[A1]] overflow<nuw> : i32 to i8
// CHECK-NEXT:   %[[V3:.*]] = llvm.fpext %[[A2]] : f32 to f64
// CHECK-NEXT:   %[[V4:.*]] = llvm.fptrunc %[[A2]] : f32 to bf16
// CHECK-NEXT:   %[[V5:.*]] = llvm.trunc %[[V0]] : i64 to i32
// CHECK-NEXT:   %[[V6:.*]] = llvm.uitofp %[[A0]] : i8 to f32
// CHECK-NEXT:   %[[V7:.*]] = llvm.zext %[[A0]] : i8 to i64
// CHECK-NEXT:   %[[V8:.*]] = builtin.unrealized_conversion_cast %[[V7]] : i64 to index
// CHECK-NEXT:   %[[V9:.*]] = llvm.bitcast %[[A2]] : f32 to i32
// CHECK-NEXT:   return %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V8]], %[[V9]] : i32, i8, f64, bf16, i32, f32, index, i32
// CHECK-NEXT: }
func.func @casts(%a: i8, %n: i32, %x: f32, %i: index, %h: f16) -> (i32, i8, f64, bf16, i32, f32, index, i32) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.trunci %n overflow<nuw> : i32 to i8
  %2 = arith.extf %x : f32 to f64
  %3 = arith.truncf %x : f32 to bf16
  %4 = arith.index_cast %i : index to i32
  %5 = arith.uitofp %a : i8 to f32
  %6 = arith.index_castui %a : i8 to index
  %7 = arith.bitcast %x : f32 to i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i8, f64, bf16, i32, f32, index, i32
}

// -----

// A rounding mode needs LLVM's constrained intrinsic.
// CHECK-LABEL: func.func @rounded(
// CHECK-SAME: %[[A0:.*]]: f32) -> f16 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.intr.experimental.constrained.fptrunc %[[A0]] towardzero ignore : f32 to f16
// CHECK-NEXT:   return %[[V0]] : f16
// CHECK-NEXT: }
func.func @rounded(%x: f32) -> f16 {
  %0 = arith.truncf %x toward_zero : f32 to f16
  return %0 : f16
}

// -----

// CHECK-LABEL: func.func @divisions(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:   %[[V2:.*]] = llvm.sdiv %[[A0]], %[[A1]] : i32
// CHECK-NEXT:   %[[V3:.*]] = llvm.mul %[[V2]], %[[A1]] : i32
// CHECK-NEXT:   %[[V4:.*]] = llvm.icmp "ne" %[[A0]], %[[V3]] : i32
// CHECK-NEXT:   %[[V5:.*]] = llvm.icmp "slt" %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V6:.*]] = llvm.icmp "slt" %[[A1]], %[[V0]] : i32
// CHECK-NEXT:   %[[V7:.*]] = llvm.icmp "eq" %[[V5]], %[[V6]] : i1
// CHECK-NEXT:   %[[V8:.*]] = llvm.and %[[V4]], %[[V7]] : i1
// CHECK-NEXT:   %[[V9:.*]] = llvm.add %[[V2]], %[[V1]] : i32
// CHECK-NEXT:   %[[V10:.*]] = llvm.select %[[V8]], %[[V9]], %[[V2]] : i1, i32
// CHECK-NEXT:   %[[V11:.*]] = llvm.sdiv %[[A0]], %[[A1]] : i32
// CHECK-NEXT:   %[[V12:.*]] = llvm.mul %[[V11]], %[[A1]] : i32
// CHECK-NEXT:   %[[V13:.*]] = llvm.icmp "ne" %[[A0]], %[[V12]] : i32
// CHECK-NEXT:   %[[V14:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V15:.*]] = llvm.icmp "slt" %[[A0]], %[[V14]] : i32
// CHECK-NEXT:   %[[V16:.*]] = llvm.icmp "slt" %[[A1]], %[[V14]] : i32
// CHECK-NEXT:   %[[V17:.*]] = llvm.icmp "ne" %[[V15]], %[[V16]] : i1
// CHECK-NEXT:   %[[V18:.*]] = llvm.and %[[V13]], %[[V17]] : i1
// CHECK-NEXT:   %[[V19:.*]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT:   %[[V20:.*]] = llvm.add %[[V11]], %[[V19]] : i32
// CHECK-NEXT:   %[[V21:.*]] = llvm.select %[[V18]], %[[V20]], %[[V11]] : i1, i32
// CHECK-NEXT:   %[[V22:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:   %[[V23:.*]] = llvm.icmp "eq" %[[A0]], %[[V22]] : i32
// CHECK-NEXT:   %[[V24:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:   %[[V25:.*]] = llvm.sub %[[A0]], %[[V24]] : i32
// CHECK-NEXT:   %[[V26:.*]] = llvm.udiv %[[V25]], %[[A1]] : i32
// CHECK-NEXT:   %[[V27:.*]] = llvm.add %[[V26]], %[[V24]] : i32
// CHECK-NEXT:   %[[V28:.*]] = llvm.select %[[V23]], %[[V22]], %[[V27]] : i1, i32
// CHECK-NEXT:   return %[[V10]], %[[V21]], %[[V28]] : i32, i32, i32
// CHECK-NEXT: }
func.func @divisions(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @extended(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32) -> (i32, i1, i32, i32) {
// CHECK-NEXT:   %[[V0:.*]] = "llvm.intr.uadd.with.overflow"(%[[A0]], %[[A1]]) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(i32, i1)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(i32, i1)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.sext %[[A0]] : i32 to i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.sext %[[A1]] : i32 to i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.mul %[[V3]], %[[V4]] : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.trunc %[[V5]] : i64 to i32
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.lshr %[[V5]], %[[V7]] : i64
// CHECK-NEXT:   %[[V9:.*]] = llvm.trunc %[[V8]] : i64 to i32
// CHECK-NEXT:   return %[[V1]], %[[V2]], %[[V6]], %[[V9]] : i32, i1, i32, i32
// CHECK-NEXT: }
func.func @extended(%a: i32, %b: i32) -> (i32, i1, i32, i32) {
  %0:2 = arith.addui_extended %a, %b : i32, i1
  %1:2 = arith.mulsi_extended %a, %b : i32
  return %0#0, %0#1, %1#0, %1#1 : i32, i1, i32, i32
}

// -----

// Vectors of two dimensions are arrays of vectors.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME: %[[A0:.*]]: vector<4xf32>, %[[A1:.*]]: vector<2x4xf32>, %[[A2:.*]]: i1) -> (vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = builtin.unrealized_conversion_cast %[[A1]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:   %[[V2:.*]] = llvm.fadd %[[A0]], %[[V1]] : vector<4xf32>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V6:.*]] = llvm.fsub %[[V4]], %[[V5]] : vector<4xf32>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V6]], %[[V3]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V9:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V10:.*]] = llvm.fsub %[[V8]], %[[V9]] : vector<4xf32>
// CHECK-NEXT:   %[[V11:.*]] = llvm.insertvalue %[[V10]], %[[V7]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V12:.*]] = builtin.unrealized_conversion_cast %[[V11]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:   %[[V13:.*]] = llvm.select %[[A2]], %[[V0]], %[[V11]] : i1, !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT:   %[[V14:.*]] = builtin.unrealized_conversion_cast %[[V13]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT:   return %[[V2]], %[[V12]], %[[V14]] : vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @vectors(%v: vector<4xf32>, %w: vector<2x4xf32>, %b: i1) -> (vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %c = arith.constant dense<1.0> : vector<4xf32>
  %0 = arith.addf %v, %c : vector<4xf32>
  %1 = arith.subf %w, %w : vector<2x4xf32>
  %2 = arith.select %b, %w, %1 : vector<2x4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>
}

// -----

// What LLVM does not have stays.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME: %[[A0:.*]]: tensor<4xf32>, %[[A1:.*]]: f8E4M3FN) -> (tensor<4xf32>, f8E4M3FN) {
// CHECK-NEXT:   %[[V0:.*]] = arith.addf %[[A0]], %[[A0]] : tensor<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.addf %[[A1]], %[[A1]] : f8E4M3FN
// CHECK-NEXT:   return %[[V0]], %[[V1]] : tensor<4xf32>, f8E4M3FN
// CHECK-NEXT: }
func.func @unknown(%t: tensor<4xf32>, %f: f8E4M3FN) -> (tensor<4xf32>, f8E4M3FN) {
  %0 = arith.addf %t, %t : tensor<4xf32>
  %1 = arith.addf %f, %f : f8E4M3FN
  return %0, %1 : tensor<4xf32>, f8E4M3FN
}

// -----

// What a division becomes folds with the constants that it had, though those were lowered before.
// CHECK-LABEL: func.func @division_of_constants(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> (index, vector<4xindex>) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(dense<0> : vector<4xindex>) : vector<4xi64>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:     %[[SDIV:.*]] = llvm.sdiv %[[UNREALIZED_CONVERSION_CAST]], %[[CONSTANT]] : i64
// CHECK-NEXT:     %[[MUL:.*]] = llvm.mul %[[SDIV]], %[[CONSTANT]] : i64
// CHECK-NEXT:     %[[ICMP:.*]] = llvm.icmp "ne" %[[UNREALIZED_CONVERSION_CAST]], %[[MUL]] : i64
// CHECK-NEXT:     %[[ICMP_1:.*]] = llvm.icmp "slt" %[[UNREALIZED_CONVERSION_CAST]], %[[CONSTANT_2]] : i64
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(false) : i1
// CHECK-NEXT:     %[[ICMP_2:.*]] = llvm.icmp "eq" %[[ICMP_1]], %[[CONSTANT_4]] : i1
// CHECK-NEXT:     %[[AND:.*]] = llvm.and %[[ICMP]], %[[ICMP_2]] : i1
// CHECK-NEXT:     %[[ADD:.*]] = llvm.add %[[SDIV]], %[[CONSTANT_3]] : i64
// CHECK-NEXT:     %[[SELECT:.*]] = llvm.select %[[AND]], %[[ADD]], %[[SDIV]] : i1, i64
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[SELECT]] : i64 to index
// CHECK-NEXT:     %[[CONSTANT_5:.*]] = llvm.mlir.constant(dense<0> : vector<4xindex>) : vector<4xi64>
// CHECK-NEXT:     %[[CONSTANT_6:.*]] = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT:     %[[CONSTANT_7:.*]] = llvm.mlir.constant(dense<1> : vector<4xindex>) : vector<4xi64>
// CHECK-NEXT:     %[[CONSTANT_8:.*]] = llvm.mlir.constant(dense<-1> : vector<4xindex>) : vector<4xi64>
// CHECK-NEXT:     %[[UDIV:.*]] = llvm.udiv %[[CONSTANT_8]], %[[CONSTANT_1]] : vector<4xi64>
// CHECK-NEXT:     %[[ADD_1:.*]] = llvm.add %[[UDIV]], %[[CONSTANT_7]] : vector<4xi64>
// CHECK-NEXT:     %[[SELECT_1:.*]] = llvm.select %[[CONSTANT_6]], %[[CONSTANT_5]], %[[ADD_1]] : vector<4xi1>, vector<4xi64>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[SELECT_1]] : vector<4xi64> to vector<4xindex>
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_1]], %[[UNREALIZED_CONVERSION_CAST_2]] : index, vector<4xindex>
// CHECK-NEXT:   }
func.func @division_of_constants(%x: index) -> (index, vector<4xindex>) {
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0> : vector<4xindex>
  %0 = arith.ceildivsi %x, %c4 : index
  %1 = arith.ceildivui %zeros, %zeros : vector<4xindex>
  return %0, %1 : index, vector<4xindex>
}

// -----

// Tensors stay, and their divisions whole.
// CHECK-LABEL: func.func @tensors(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:     %[[FLOORDIVSI:.*]] = arith.floordivsi %[[ARG0]], %[[ARG0]] : tensor<4xi32>
// CHECK-NEXT:     %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[CST]], %[[ARG1]] : tensor<4xi1>
// CHECK-NEXT:     return %[[FLOORDIVSI]], %[[LOW]] : tensor<4xi32>, tensor<4xi1>
// CHECK-NEXT:   }
func.func @tensors(%x: tensor<4xi32>, %b: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi1>) {
  %f = arith.constant dense<false> : tensor<4xi1>
  %0 = arith.floordivsi %x, %x : tensor<4xi32>
  %low, %high = arith.mului_extended %f, %b : tensor<4xi1>
  return %0, %low : tensor<4xi32>, tensor<4xi1>
}

// -----

// Blocks that nothing branches to are left alone.
// CHECK-LABEL: func.func @unreachable(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> index {
// CHECK-NEXT:     return %[[ARG0]] : index
// CHECK-NEXT:   ^bb1(%[[VAL:.*]]: index):  // pred: ^bb1
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[C4]], %[[VAL]] : index
// CHECK-NEXT:     cf.br ^bb1(%[[ADDI]] : index)
// CHECK-NEXT:   }
func.func @unreachable(%x: index) -> index {
  return %x : index
^bb1(%y: index):
  %c4 = arith.constant 4 : index
  %0 = arith.addi %c4, %y : index
  cf.br ^bb1(%0 : index)
}

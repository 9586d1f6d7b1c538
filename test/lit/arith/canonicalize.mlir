// Canonical forms of arith, as mlir-opt gives them.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @add
//  CHECK-SAME: (%[[ARG0:.*]]: i32) -> (i32, i32, i32, i32)
//  CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
//  CHECK-NEXT:   %[[C3_I32:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[ARG0]], %[[C3_I32]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1_I32]] : i32
//  CHECK-NEXT:   %[[V2:.*]] = arith.subi %[[C3_I32]], %[[ARG0]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]], %[[C3_I32]] : i32, i32, i32, i32
func.func @add(%x: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %cm = arith.constant -1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.subi %x, %c1 : i32
  %3 = arith.addi %2, %c2 : i32
  %4 = arith.subi %c1, %x : i32
  %5 = arith.addi %4, %c2 : i32
  %6 = arith.muli %x, %cm : i32
  %7 = arith.addi %1, %6 : i32
  return %1, %3, %5, %7 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @sub
//  CHECK-SAME: (%[[ARG0:.*]]: i32) -> (i32, i32, i32, i32, i32, i32)
//  CHECK-NEXT:   %[[C3_I32:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
//  CHECK-NEXT:   %[[C_1_I32:.*]] = arith.constant -1 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[ARG0]], %[[C_1_I32]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = arith.subi %[[C1_I32]], %[[ARG0]] : i32
//  CHECK-NEXT:   %[[V2:.*]] = arith.subi %[[ARG0]], %[[C3_I32]] : i32
//  CHECK-NEXT:   %[[V3:.*]] = arith.subi %[[C_1_I32]], %[[ARG0]] : i32
//  CHECK-NEXT:   %[[V4:.*]] = arith.subi %[[C3_I32]], %[[ARG0]] : i32
//  CHECK-NEXT:   %[[V5:.*]] = arith.addi %[[ARG0]], %[[C1_I32]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : i32, i32, i32, i32, i32, i32
func.func @sub(%x: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %a = arith.addi %x, %c1 : i32
  %s = arith.subi %x, %c1 : i32
  %r = arith.subi %c1, %x : i32
  %0 = arith.subi %a, %c2 : i32
  %1 = arith.subi %c2, %a : i32
  %2 = arith.subi %s, %c2 : i32
  %3 = arith.subi %r, %c2 : i32
  %4 = arith.subi %c2, %s : i32
  %5 = arith.subi %c2, %r : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @sub2
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32)
//  CHECK-NEXT:   %[[C0_I32:.*]] = arith.constant 0 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.subi %[[C0_I32]], %[[ARG1]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[ARG0]], %[[C0_I32]] : i32, i32, i32
func.func @sub2(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.subi %0, %x : i32
  %2 = arith.addi %0, %y : i32
  %3 = arith.subi %x, %x : i32
  return %1, %2, %3 : i32, i32, i32
}

// CHECK-LABEL: func.func @mul
//  CHECK-SAME: (%[[ARG0:.*]]: i32) -> (i32, i32, i32)
//  CHECK-NEXT:   %[[C3_I32:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[C4_I32:.*]] = arith.constant 4 : i32
//  CHECK-NEXT:   %[[C12_I32:.*]] = arith.constant 12 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.muli %[[ARG0]], %[[C12_I32]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[ARG0]], %[[C4_I32]] : i32
//  CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[ARG0]], %[[C3_I32]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]] : i32, i32, i32
func.func @mul(%x: i32) -> (i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.muli %x, %c3 : i32
  %1 = arith.muli %0, %c4 : i32
  %2 = arith.muli %x, %c4 : i32
  %3, %4 = arith.mulsi_extended %x, %c3 : i32
  return %1, %2, %3 : i32, i32, i32
}

// CHECK-LABEL: func.func @ext
//  CHECK-SAME: (%[[ARG0:.*]]: i8, %[[ARG1:.*]]: i8) -> (i32, i1, i16, i8, i64)
//  CHECK-NEXT:   %[[V0:.*]] = arith.andi %[[ARG0]], %[[ARG1]] : i8
//  CHECK-NEXT:   %[[V1:.*]] = arith.extui %[[V0]] : i8 to i32
//  CHECK-NEXT:   %[[V2:.*]] = arith.cmpi eq, %[[ARG0]], %[[ARG1]] : i8
//  CHECK-NEXT:   %[[V3:.*]] = arith.extui %[[ARG0]] : i8 to i16
//  CHECK-NEXT:   %[[V4:.*]] = arith.extui %[[ARG0]] : i8 to i64
//  CHECK-NEXT:   return %[[V1]], %[[V2]], %[[V3]], %[[ARG0]], %[[V4]] : i32, i1, i16, i8, i64
func.func @ext(%x: i8, %y: i8) -> (i32, i1, i16, i8, i64) {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.extui %y : i8 to i32
  %2 = arith.andi %0, %1 : i32
  %3 = arith.cmpi eq, %0, %1 : i32
  %4 = arith.trunci %0 : i32 to i16
  %5 = arith.trunci %0 : i32 to i8
  %6 = arith.extui %0 : i32 to i64
  return %2, %3, %4, %5, %6 : i32, i1, i16, i8, i64
}

// CHECK-LABEL: func.func @cmp
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i1, i1, i1, i1)
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   %[[C3_I32:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.cmpi sge, %[[ARG0]], %[[ARG1]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C3_I32]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[TRUE]], %[[V1]], %[[V0]] : i1, i1, i1, i1
func.func @cmp(%x: i32, %y: i32) -> (i1, i1, i1, i1) {
  %t = arith.constant true
  %c3 = arith.constant 3 : i32
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %t : i1
  %2 = arith.cmpi ule, %x, %x : i32
  %3 = arith.cmpi slt, %c3, %x : i32
  %4 = arith.cmpi eq, %1, %t : i1
  return %1, %2, %3, %4 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @select
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i1, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32) -> (i32, i32, i1, i32, i32, i32)
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG3]], %[[ARG2]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = arith.extui %[[ARG0]] : i1 to i32
//  CHECK-NEXT:   %[[V2:.*]] = arith.xori %[[ARG0]], %[[TRUE]] : i1
//  CHECK-NEXT:   %[[V3:.*]] = arith.select %[[ARG0]], %[[ARG2]], %[[C1_I32]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[ARG2]], %[[ARG3]] : i32, i32, i1, i32, i32, i32
func.func @select(%c: i1, %d: i1, %x: i32, %y: i32) -> (i32, i32, i1, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %t = arith.constant true
  %f = arith.constant false
  %c1 = arith.constant 1 : i32
  %n = arith.xori %c, %t : i1
  %0 = arith.select %n, %x, %y : i32
  %1 = arith.select %c, %c1, %c0 : i32
  %2 = arith.select %c, %f, %t : i1
  %3 = arith.select %c, %x, %y : i32
  %4 = arith.select %c, %3, %c1 : i32
  %5 = arith.select %t, %x, %y : i32
  %6 = arith.cmpi eq, %x, %y : i32
  %7 = arith.select %6, %x, %y : i32
  return %0, %1, %2, %4, %5, %7 : i32, i32, i1, i32, i32, i32
}

// CHECK-LABEL: func.func @casts
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f16, %[[ARG3:.*]]: i16) -> (i32, index, f16, index, f16, i32)
//  CHECK-NEXT:   %[[V0:.*]] = arith.index_cast %[[ARG3]] : i16 to index
//  CHECK-NEXT:   %[[V1:.*]] = arith.sitofp %[[ARG0]] : i32 to f16
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[V0]], %[[V1]], %[[ARG0]] : i32, index, f16, index, f16, i32
func.func @casts(%x: i32, %i: index, %f: f16, %s: i16) -> (i32, index, f16, index, f16, i32) {
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.index_cast %i : index to i64
  %3 = arith.index_cast %2 : i64 to index
  %4 = arith.extf %f : f16 to f32
  %5 = arith.truncf %4 : f32 to f16
  %6 = arith.extsi %s : i16 to i32
  %7 = arith.index_cast %6 : i32 to index
  %8 = arith.sitofp %x : i32 to f32
  %9 = arith.truncf %8 : f32 to f16
  %10 = arith.bitcast %x : i32 to f32
  %11 = arith.bitcast %10 : f32 to i32
  return %1, %3, %5, %7, %9, %11 : i32, index, f16, index, f16, i32
}

// CHECK-LABEL: func.func @floats
//  CHECK-SAME: (%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32, f32, f32, f32, f32)
//  CHECK-NEXT:   %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f32
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[V0]], %[[ARG0]] : f32, f32, f32, f32, f32, f32
func.func @floats(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %a, %nz : f32
  %1 = arith.subf %a, %z : f32
  %2 = arith.mulf %a, %one : f32
  %3 = arith.divf %a, %one : f32
  %4 = arith.negf %a : f32
  %5 = arith.negf %b : f32
  %6 = arith.mulf %4, %5 : f32
  %7 = arith.negf %4 : f32
  return %0, %1, %2, %3, %6, %7 : f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @constants
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant 3.750000e+00 : f32
//  CHECK-NEXT:   %[[C_3_I32:.*]] = arith.constant -3 : i32
//  CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:   %[[C1_I32:.*]] = arith.constant 1 : i32
//  CHECK-NEXT:   %[[CST_0:.*]] = arith.constant -2.000000e+00 : f32
//  CHECK-NEXT:   %[[C_2:.*]] = arith.constant -2 : index
//  CHECK-NEXT:   %[[C_2_I8:.*]] = arith.constant -2 : i8
//  CHECK-NEXT:   %[[C4294967294_I64:.*]] = arith.constant 4294967294 : i64
//  CHECK-NEXT:   %[[CST_1:.*]] = arith.constant 7.500000e+00 : f64
//  CHECK-NEXT:   %[[CST_2:.*]] = arith.constant dense<[2, 4]> : vector<2xi32>
//  CHECK-NEXT:   return %[[CST]], %[[C_3_I32]], %[[FALSE]], %[[C1_I32]], %[[CST_0]], %[[C_2]], %[[C_2_I8]], %[[C4294967294_I64]], %[[CST_1]], %[[CST_2]] : f32, i32, i1, i32, f32, index, i8, i64, f64, vector<2xi32>
func.func @constants() -> (f32, i32, i1, i32, f32, index, i8, i64, f64, vector<2xi32>) {
  %a = arith.constant 7.5 : f32
  %b = arith.constant 2.0 : f32
  %i = arith.constant 7 : i32
  %j = arith.constant -2 : i32
  %0 = arith.divf %a, %b : f32
  %1 = arith.divsi %i, %j : i32
  %2 = arith.cmpf olt, %a, %b : f32
  %3 = arith.remsi %i, %j : i32
  %4 = arith.sitofp %j : i32 to f32
  %5 = arith.index_cast %j : i32 to index
  %6 = arith.trunci %j : i32 to i8
  %7 = arith.extui %j : i32 to i64
  %8 = arith.extf %a : f32 to f64
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %9 = arith.addi %v, %v : vector<2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, i32, i1, i32, f32, index, i8, i64, f64, vector<2xi32>
}

// CHECK-LABEL: func.func @more
//  CHECK-NEXT:   %[[C_3_I32:.*]] = arith.constant -3 : i32
//  CHECK-NEXT:   %[[C_4_I32:.*]] = arith.constant -4 : i32
//  CHECK-NEXT:   %[[C613566756_I32:.*]] = arith.constant 613566756 : i32
//  CHECK-NEXT:   %[[C2_I32:.*]] = arith.constant 2 : i32
//  CHECK-NEXT:   %[[C_1_I32:.*]] = arith.constant -1 : i32
//  CHECK-NEXT:   %[[C33554431_I32:.*]] = arith.constant 33554431 : i32
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant 0x7FC00000 : f32
//  CHECK-NEXT:   %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
//  CHECK-NEXT:   %[[C7_I32:.*]] = arith.constant 7 : i32
//  CHECK-NEXT:   return %[[C_3_I32]], %[[C_4_I32]], %[[C613566756_I32]], %[[C2_I32]], %[[C_1_I32]], %[[C33554431_I32]], %[[CST]], %[[CST_0]], %[[C7_I32]], %[[C7_I32]] : i32, i32, i32, i32, i32, i32, f32, f32, i32, i32
func.func @more() -> (i32, i32, i32, i32, i32, i32, f32, f32, i32, i32) {
  %i = arith.constant 7 : i32
  %j = arith.constant -2 : i32
  %0 = arith.ceildivsi %i, %j : i32
  %1 = arith.floordivsi %i, %j : i32
  %2 = arith.divui %j, %i : i32
  %3 = arith.remui %j, %i : i32
  %4 = arith.shrsi %j, %i : i32
  %5 = arith.shrui %j, %i : i32
  %n = arith.constant 0x7FC00000 : f32
  %o = arith.constant 1.0 : f32
  %6 = arith.maximumf %n, %o : f32
  %7 = arith.maxnumf %n, %o : f32
  %8 = arith.maxsi %i, %j : i32
  %9 = arith.minui %i, %j : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i32, i32, i32, i32, i32, f32, f32, i32, i32
}

// CHECK-LABEL: func.func @overflow
//  CHECK-SAME: (%[[ARG0:.*]]: i32) -> (i32, i32)
//  CHECK-NEXT:   %[[C2_I32:.*]] = arith.constant 2 : i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[ARG0]], %[[C2_I32]] overflow<nsw> : i32
//  CHECK-NEXT:   return %[[V0]], %[[ARG0]] : i32, i32
func.func @overflow(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 overflow<nsw> : i32
  %1 = arith.addi %0, %c1 overflow<nsw, nuw> : i32
  %2 = arith.muli %x, %c1 overflow<nsw> : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @bits
//  CHECK-SAME: (%[[ARG0:.*]]: i32) -> (i32, i32, i32, i32, i32)
//  CHECK-NEXT:   %[[C_1_I32:.*]] = arith.constant -1 : i32
//  CHECK-NEXT:   %[[C0_I32:.*]] = arith.constant 0 : i32
//  CHECK-NEXT:   return %[[ARG0]], %[[C_1_I32]], %[[C0_I32]], %[[C0_I32]], %[[C_1_I32]] : i32, i32, i32, i32, i32
func.func @bits(%x: i32) -> (i32, i32, i32, i32, i32) {
  %m = arith.constant -1 : i32
  %z = arith.constant 0 : i32
  %0 = arith.andi %x, %m : i32
  %1 = arith.ori %x, %m : i32
  %2 = arith.xori %x, %x : i32
  %3 = arith.xori %x, %m : i32
  %4 = arith.andi %x, %3 : i32
  %5 = arith.ori %x, %3 : i32
  return %0, %1, %2, %4, %5 : i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @truncf_of_wider
// CHECK-NEXT:    %[[R:.*]] = arith.truncf %{{.*}} upward : f32 to f16
// CHECK-NEXT:    return %[[R]] : f16
func.func @truncf_of_wider(%x: f32) -> f16 {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.truncf %0 upward : f64 to f16
  return %1 : f16
}

// Constants that would be rounded stay.
// CHECK-LABEL: func.func @truncf_of_constants
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK-DAG:     %[[R:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK:         return %[[ONE]], %[[R]]
func.func @truncf_of_constants() -> (bf16, f16) {
  %c = arith.constant 1.0 : f32
  %0 = arith.truncf %c downward : f32 to bf16
  %d = arith.constant 0.1 : f32
  %1 = arith.truncf %d : f32 to f16
  return %0, %1 : bf16, f16
}

func.func @poison(%c: i1, %x: i32, %f: f32) -> (i32, f32, i32, i32, f32, vector<2xi32>) {
  %p = ub.poison : i32
  %q = ub.poison : f32
  %v = ub.poison : vector<2xi32>
  %w = arith.constant dense<3> : vector<2xi32>
  %0 = arith.addi %x, %p : i32
  %1 = arith.mulf %q, %f : f32
  %2 = arith.select %c, %p, %x : i32
  %3 = arith.select %c, %x, %p : i32
  %4 = arith.bitcast %p : i32 to f32
  %5 = arith.muli %w, %v : vector<2xi32>
  return %0, %1, %2, %3, %4, %5 : i32, f32, i32, i32, f32, vector<2xi32>
}

func.func @compare_of_converted(%x: i32, %y: i8) -> (i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 4.4 : f64
  %b = arith.constant -4.4 : f32
  %c = arith.constant 3.0e+09 : f64
  %d = arith.constant 7.0 : f32
  %signed = arith.sitofp %x : i32 to f64
  %unsigned = arith.uitofp %x : i32 to f64
  %small = arith.sitofp %y : i8 to f32
  %rounded = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf olt, %signed, %a : f64
  %1 = arith.cmpf uge, %unsigned, %a : f64
  %2 = arith.cmpf ogt, %small, %b : f32
  %3 = arith.cmpf olt, %signed, %c : f64
  %4 = arith.cmpf one, %small, %b : f32
  %5 = arith.cmpf ord, %small, %b : f32
  %6 = arith.cmpf oeq, %small, %d : f32
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

// The conversion may round up to what it is compared with.
func.func @compare_of_rounded(%x: i32) -> i1 {
  %c = arith.constant 33554434.0 : f32
  %rounded = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf oge, %rounded, %c : f32
  return %0 : i1
}

func.func @signed_shift(%x: i64) -> (i32, i32) {
  %c32 = arith.constant 32 : i64
  %c31 = arith.constant 31 : i64
  %0 = arith.shrsi %x, %c32 : i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = arith.shrsi %x, %c31 : i64
  %3 = arith.trunci %2 : i64 to i32
  return %1, %3 : i32, i32
}

func.func @subi_of_subi_overflow(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y overflow<nsw, nuw> : i32
  %1 = arith.subi %0, %x overflow<nsw> : i32
  return %1 : i32
}

func.func @extf_of_truncf(%x: f32) -> (f32, f32) {
  %0 = arith.truncf %x fastmath<contract> : f32 to f16
  %1 = arith.extf %0 fastmath<fast> : f16 to f32
  %2 = arith.extf %0 : f16 to f32
  return %1, %2 : f32, f32
}

// All but the last quotient may be undefined.
// CHECK-LABEL: func.func @floordivsi_by_zero(
// CHECK-DAG:     %[[A:.*]] = arith.constant dense<[1, 7]> : tensor<2xi32>
// CHECK-DAG:     %[[C:.*]] = arith.constant dense<[2, 0]> : tensor<2xi32>
// CHECK-DAG:     %[[Q:.*]] = arith.constant dense<[1, 3]> : tensor<2xi32>
// CHECK:         %[[R:.*]] = arith.floordivsi %[[A]], %[[C]] : tensor<2xi32>
// CHECK-NEXT:    return %[[Q]], %[[R]] : tensor<2xi32>, tensor<2xi32>
func.func @floordivsi_by_zero() -> (tensor<2xi32>, tensor<2xi32>) {
  %a = arith.constant dense<[1, 7]> : tensor<2xi32>
  %b = arith.constant dense<[0, 2]> : tensor<2xi32>
  %c = arith.constant dense<[2, 0]> : tensor<2xi32>
  %0 = arith.floordivsi %a, %b : tensor<2xi32>
  %1 = arith.floordivsi %a, %c : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @truncf_nan(
// CHECK-DAG:     %[[A:.*]] = arith.constant 0x7E00 : f16
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<0x7E00> : vector<4xf16>
// CHECK:         return %[[A]], %[[B]] : f16, vector<4xf16>
func.func @truncf_nan() -> (f16, vector<4xf16>) {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant dense<0x7FC00000> : vector<4xf32>
  %0 = arith.truncf %a : f32 to f16
  %1 = arith.truncf %b : vector<4xf32> to vector<4xf16>
  return %0, %1 : f16, vector<4xf16>
}

// CHECK-LABEL: func.func @bitcast_of_bits(
// CHECK-NEXT:    %[[A:.*]] = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
// CHECK-NEXT:    return %[[A]] : tensor<4xi1>
func.func @bitcast_of_bits() -> tensor<4xi1> {
  %a = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
  %0 = arith.bitcast %a : tensor<4xi1> to tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @nan_without_sign(
// CHECK-NEXT:    %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:    return %[[NAN]] : f32
func.func @nan_without_sign() -> f32 {
  %inf = arith.constant 0x7F800000 : f32
  %0 = arith.subf %inf, %inf : f32
  return %0 : f32
}

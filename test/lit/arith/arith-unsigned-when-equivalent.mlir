// RUN: mlirlite-opt %s --arith-unsigned-when-equivalent --allow-unregistered-dialect | FileCheck %s

// Operands and results of 0 to 7: the ops become unsigned, others stay.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: vector<4xi32>) {
// CHECK-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[ARG0]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[DIVUI:.*]] = arith.divui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[CEILDIVUI:.*]] = arith.ceildivui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[DIVUI_1:.*]] = arith.divui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[REMUI:.*]] = arith.remui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[MAXUI:.*]] = arith.maxui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[MINUI:.*]] = arith.minui %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ANDI]] : i32 to i64
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ult, %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi uge, %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[ANDI]], %[[C1_I32]] : i32
// CHECK-NEXT:     %[[SITOFP:.*]] = arith.sitofp %[[ANDI]] : i32 to f32
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[ANDI]] : i32 to index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[ARG0]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[TRUNCI:.*]] = arith.trunci %[[ANDI]] : i32 to i8
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[TRUNCI]] : i8 to i32
// CHECK-NEXT:     %[[CASTS:.*]] = index.casts %[[ANDI]] : i32 to index
// CHECK-NEXT:     %[[DIVS:.*]] = index.divs %[[CASTS]], %[[CASTS]]
// CHECK-NEXT:     %[[DIVUI_2:.*]] = arith.divui %[[ANDI]], %[[C7_I32]] exact : i32
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ANDI]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[DIVSI_1:.*]] = arith.divsi %[[ANDI]], %[[ANDI]] : i32
// CHECK-NEXT:     "test.use"(%[[DIVUI]], %[[CEILDIVUI]], %[[DIVUI_1]], %[[REMUI]], %[[MAXUI]], %[[MINUI]], %[[EXTUI]], %[[CMPI]], %[[CMPI_1]], %[[SHRSI]], %[[SITOFP]], %[[INDEX_CAST]], %[[DIVSI]], %[[EXTUI_1]], %[[DIVS]], %[[DIVUI_2]], %[[MULI]], %[[DIVSI_1]]) : (i32, i32, i32, i32, i32, i32, i64, i1, i1, i32, f32, index, i32, i32, index, i32, i32, i32) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @f(%x: i32, %v: vector<4xi32>) {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : i32
  %p = arith.andi %x, %c7 : i32
  %0 = arith.divsi %p, %c7 : i32
  %1 = arith.ceildivsi %p, %c7 : i32
  %2 = arith.floordivsi %p, %c7 : i32
  %3 = arith.remsi %p, %c7 : i32
  %4 = arith.maxsi %p, %c7 : i32
  %5 = arith.minsi %p, %c7 : i32
  %6 = arith.extsi %p : i32 to i64
  %7 = arith.cmpi slt, %p, %c7 : i32
  %8 = arith.cmpi sge, %p, %c7 : i32
  %9 = arith.shrsi %p, %c1 : i32
  %10 = arith.sitofp %p : i32 to f32
  %11 = arith.index_cast %p : i32 to index
  %12 = arith.divsi %x, %c7 : i32
  %13 = arith.trunci %p : i32 to i8
  %14 = arith.extsi %13 : i8 to i32
  %15 = index.casts %p : i32 to index
  %16 = index.divs %15, %15
  %17 = arith.divsi %p, %c7 exact : i32
  %18 = arith.muli %p, %c7 : i32
  %19 = arith.divsi %p, %p : i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %14, %16, %17, %18, %19) : (i32,i32,i32,i32,i32,i32,i64,i1,i1,i32,f32,index,i32,i32,index,i32,i32,i32) -> ()
  return
}

// The result may be negative, or nothing is known.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i1, i1) {
// CHECK-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:     %[[MAXSI:.*]] = arith.maxsi %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C1_I32]] : i32
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi eq, %[[C1_I32]], %[[C1_I32]] : i32
// CHECK-NEXT:     return %[[MAXSI]], %[[CMPI]], %[[CMPI_1]] : i32, i1, i1
// CHECK-NEXT:   }
func.func @stays(%x: i32, %y: i32) -> (i32, i1, i1) {
  %c1 = arith.constant 1 : i32
  %0 = arith.maxsi %x, %y : i32
  %1 = arith.cmpi sgt, %x, %c1 : i32
  %2 = arith.cmpi eq, %c1, %c1 : i32
  return %0, %1, %2 : i32, i1, i1
}

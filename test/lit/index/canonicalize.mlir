// Constant folding of index, as mlir-opt does it.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @arith
//  CHECK-NEXT:   %[[IDX7:.*]] = index.constant 7
//  CHECK-NEXT:   %[[IDX_2:.*]] = index.constant -2
//  CHECK-NEXT:   %[[IDX5:.*]] = index.constant 5
//  CHECK-NEXT:   %[[IDX_14:.*]] = index.constant -14
//  CHECK-NEXT:   %[[IDX_3:.*]] = index.constant -3
//  CHECK-NEXT:   %[[IDX_7:.*]] = index.constant -7
//  CHECK-NEXT:   %[[IDX896:.*]] = index.constant 896
//  CHECK-NEXT:   %[[V0:.*]] = index.divu %[[IDX_2]], %[[IDX7]]
//  CHECK-NEXT:   return %[[IDX5]], %[[IDX_14]], %[[IDX_3]], %[[IDX7]], %[[IDX_7]], %[[IDX896]], %[[V0]] : index, index, index, index, index, index, index
func.func @arith() -> (index, index, index, index, index, index, index) {
  %a = index.constant 7
  %b = index.constant -2
  %0 = index.add %a, %b
  %1 = index.mul %a, %b
  %2 = index.divs %a, %b
  %3 = index.maxs %a, %b
  %4 = index.xor %a, %b
  %5 = index.shl %a, %a
  %6 = index.divu %b, %a
  return %0, %1, %2, %3, %4, %5, %6 : index, index, index, index, index, index, index
}

// CHECK-LABEL: func.func @cmp
//  CHECK-SAME: (%[[ARG0:.*]]: index) -> (i1, i1, i1, i1)
//  CHECK-NEXT:   %[[TRUE:.*]] = index.bool.constant true
//  CHECK-NEXT:   %[[FALSE:.*]] = index.bool.constant false
//  CHECK-NEXT:   return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]] : i1, i1, i1, i1
func.func @cmp(%x: index) -> (i1, i1, i1, i1) {
  %a = index.constant 7
  %b = index.constant -2
  %0 = index.cmp slt(%b, %a)
  %1 = index.cmp ult(%b, %a)
  %2 = index.cmp sle(%x, %x)
  %3 = index.cmp ne(%x, %x)
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @casts
//  CHECK-NEXT:   %[[IDX_3:.*]] = index.constant -3
//  CHECK-NEXT:   %[[IDX7:.*]] = index.constant 7
//  CHECK-NEXT:   %[[V0:.*]] = index.casts %[[IDX7]] : index to i32
//  CHECK-NEXT:   %[[V1:.*]] = index.castu %[[IDX7]] : index to i64
//  CHECK-NEXT:   return %[[V0]], %[[IDX_3]], %[[V1]] : i32, index, i64
func.func @casts() -> (i32, index, i64) {
  %a = index.constant 7
  %b = arith.constant -3 : i32
  %0 = index.casts %a : index to i32
  %1 = index.casts %b : i32 to index
  %2 = index.castu %a : index to i64
  return %0, %1, %2 : i32, index, i64
}

// CHECK-LABEL: func.func @identities
//  CHECK-SAME: (%[[ARG0:.*]]: index) -> (index, index, index, index)
//  CHECK-NEXT:   %[[IDX0:.*]] = index.constant 0
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[IDX0]] : index, index, index, index
func.func @identities(%x: index) -> (index, index, index, index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %0 = index.add %x, %c0
  %1 = index.mul %x, %c1
  %2 = index.sub %x, %c0
  %3 = index.mul %x, %c0
  return %0, %1, %2, %3 : index, index, index, index
}

// An index becomes a constant of one bit; the dialect has none of 32.
// CHECK-LABEL: func.func @casts_of_constants(
// CHECK-DAG:     %[[B:.*]] = index.constant 17
// CHECK-DAG:     %[[F:.*]] = index.bool.constant false
// CHECK-DAG:     %[[T:.*]] = index.bool.constant true
// CHECK:         %[[C:.*]] = index.casts %[[B]] : index to i32
// CHECK-NEXT:    return %[[F]], %[[T]], %[[C]] : i1, i1, i32
func.func @casts_of_constants() -> (i1, i1, i32) {
  %a = index.constant 16
  %b = index.constant 17
  %0 = index.casts %a : index to i1
  %1 = index.castu %b : index to i1
  %2 = index.casts %b : index to i32
  return %0, %1, %2 : i1, i1, i32
}

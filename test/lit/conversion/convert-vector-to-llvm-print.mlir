// RUN: mlirlite-opt %s --convert-vector-to-llvm --split-input-file | FileCheck %s

// CHECK-DAG: llvm.func @printNewline()
// CHECK-DAG: llvm.func @printI64(i64)
// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[I:.*]]: i32, %[[B:.*]]: i1)
// CHECK: %[[WIDE:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK: llvm.call @printI64(%[[WIDE]]) : (i64) -> ()
// CHECK: llvm.call @printNewline() : () -> ()
// CHECK: %[[BIT:.*]] = arith.extui %[[B]] : i1 to i64
// CHECK: llvm.call @printI64(%[[BIT]]) : (i64) -> ()
func.func @integers(%i: i32, %b: i1) {
  vector.print %i : i32
  vector.print %b : i1
  return
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK: arith.extui %{{.*}} : i8 to i64
// CHECK: llvm.call @printU64
// CHECK: llvm.call @printComma() : () -> ()
// CHECK: llvm.call @printU64
// CHECK: llvm.call @printOpen() : () -> ()
func.func @unsigned(%u: ui8, %n: index) {
  vector.print %u : ui8 punctuation <comma>
  vector.print %n : index punctuation <no_punctuation>
  vector.print punctuation <open>
  return
}

// -----

// CHECK-LABEL: func.func @floats
// CHECK-SAME: (%[[F:.*]]: f32, %[[H:.*]]: f16)
// CHECK: llvm.call @printF32(%[[F]]) : (f32) -> ()
// CHECK-NEXT: %[[BITS:.*]] = llvm.bitcast %[[H]] : f16 to i16
// CHECK: llvm.call @printF16(%[[BITS]]) : (i16) -> ()
func.func @floats(%f: f32, %h: f16) {
  vector.print %f : f32 punctuation <no_punctuation>
  vector.print %h : f16
  return
}

// -----

// CHECK: llvm.mlir.global private constant @[[TEXT:.*]](dense<[111, 110, 101, 0]>
// CHECK-LABEL: func.func @text
// CHECK: %[[G:.*]] = llvm.mlir.addressof @[[TEXT]] : !llvm.ptr
// CHECK: %[[P:.*]] = llvm.getelementptr %[[G]][0]
// CHECK: llvm.call @printString(%[[P]]) : (!llvm.ptr) -> ()
func.func @text() {
  vector.print str "one"
  return
}

// -----

// CHECK-LABEL: func.func @vectors_stay
// CHECK: vector.print %{{.*}} : vector<4xf32>
func.func @vectors_stay(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32>
  return
}

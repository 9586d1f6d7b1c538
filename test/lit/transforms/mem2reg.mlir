// RUN: mlirlite-opt %s --mem2reg --split-input-file --allow-unregistered-dialect | FileCheck %s

// Loads see the last store of their block.

// CHECK-LABEL: func @one_block
//  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32
//   CHECK-NOT:   memref
//       CHECK:   "foo.use"(%[[A]], %[[B]])
//  CHECK-NEXT:   return %[[B]]
func.func @one_block(%a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  memref.store %b, %m[] : memref<i32>
  %1 = memref.load %m[] : memref<i32>
  "foo.use"(%0, %1) : (i32, i32) -> ()
  return %1 : i32
}

// CHECK-LABEL: func @one_element
//  CHECK-SAME:   %[[F:.*]]: f32
//   CHECK-NOT:   memref.alloca
//       CHECK:   return %[[F]]
func.func @one_element(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1x1xf32>
  memref.store %f, %m[%c0, %c0] : memref<1x1xf32>
  %0 = memref.load %m[%c0, %c0] : memref<1x1xf32>
  return %0 : f32
}

// CHECK-LABEL: func @never_stored
//       CHECK:   %[[P:.*]] = ub.poison : i32
//  CHECK-NEXT:   return %[[P]]
func.func @never_stored() -> i32 {
  %m = memref.alloca() : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// CHECK-LABEL: func @never_loaded
//  CHECK-NEXT:   return
func.func @never_loaded(%a: i32) {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  return
}

// -----

// Where different stores meet the block gets an argument.

// CHECK-LABEL: func @merge
//  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i1
//       CHECK:   cf.cond_br %[[C]], ^bb1, ^bb2(%[[A]] : i32)
//       CHECK: ^bb1:
//       CHECK:   cf.br ^bb2(%[[B]] : i32)
//       CHECK: ^bb2(%[[X:.*]]: i32):
//       CHECK:   return %[[X]]
func.func @merge(%a: i32, %b: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %b, %m[] : memref<i32>
  cf.br ^bb2
^bb2:
  %0 = memref.load %m[] : memref<i32>
  return %0 : i32
}

// CHECK-LABEL: func @loop
//  CHECK-SAME:   %[[A:.*]]: i32, %[[C:.*]]: i1
//       CHECK:   cf.br ^bb1(%[[A]] : i32)
//       CHECK: ^bb1(%[[X:.*]]: i32):
//       CHECK:   %[[Y:.*]] = arith.addi %[[X]], %[[A]]
//       CHECK:   cf.cond_br %[[C]], ^bb1(%[[Y]] : i32), ^bb2
//       CHECK:   return %[[Y]]
func.func @loop(%a: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.br ^bb1
^bb1:
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %0, %a : i32
  memref.store %1, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}

// Where nothing is read any more it gets none.

// CHECK-LABEL: func @not_needed
//       CHECK: ^bb2:
//       CHECK:   return
func.func @not_needed(%a: i32, %c: i1) {
  %m = memref.alloca() : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %a, %m[] : memref<i32>
  cf.br ^bb2
^bb2:
  return
}

// -----

// A slot that is stored in another one follows when that one is gone.

// CHECK-LABEL: func @slot_in_slot
//  CHECK-SAME:   %[[A:.*]]: i32
//  CHECK-NEXT:   return %[[A]]
func.func @slot_in_slot(%a: i32) -> i32 {
  %m = memref.alloca() : memref<memref<i32>>
  %n = memref.alloca() : memref<i32>
  memref.store %a, %n[] : memref<i32>
  memref.store %n, %m[] : memref<memref<i32>>
  %0 = memref.load %m[] : memref<memref<i32>>
  %1 = memref.load %0[] : memref<i32>
  return %1 : i32
}

// -----

// Not more than one element, not what others see, not what is used in a region, not the heap.

// CHECK-LABEL: func @negative
//       CHECK:   memref.alloca() : memref<2xi32>
//       CHECK:   memref.alloca() : memref<i32>
//       CHECK:   memref.alloca() : memref<i32>
//       CHECK:   memref.alloc() : memref<i32>
//       CHECK:   memref.load
//       CHECK:   memref.load
//       CHECK:   memref.load
//       CHECK:   memref.load
func.func @negative(%a: i32, %c: i1, %i: index) -> (i32, i32, i32, i32) {
  %m = memref.alloca() : memref<2xi32>
  %n = memref.alloca() : memref<i32>
  %o = memref.alloca() : memref<i32>
  %p = memref.alloc() : memref<i32>
  memref.store %a, %m[%i] : memref<2xi32>
  memref.store %a, %n[] : memref<i32>
  memref.store %a, %p[] : memref<i32>
  "foo.use"(%n) : (memref<i32>) -> ()
  scf.if %c {
    memref.store %a, %o[] : memref<i32>
  }
  %0 = memref.load %m[%i] : memref<2xi32>
  %1 = memref.load %n[] : memref<i32>
  %2 = memref.load %o[] : memref<i32>
  %3 = memref.load %p[] : memref<i32>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// CHECK-LABEL: llvm.func @alloca(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32 {
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : i32
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     llvm.switch %[[ARG0]] : i32, ^bb2(%[[UNDEF]] : i32) [
// CHECK-NEXT:       1: ^bb1,
// CHECK-NEXT:       2: ^bb2(%[[UNDEF]] : i32)
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.br ^bb2(%[[ARG1]] : i32)
// CHECK-NEXT:   ^bb2(%[[VAL:.*]]: i32):  // 3 preds: ^bb0, ^bb0, ^bb1
// CHECK-NEXT:     llvm.return %[[VAL]] : i32
// CHECK-NEXT:   }
llvm.func @alloca(%c: i32, %v: i32) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %1 : !llvm.ptr
  llvm.switch %c : i32, ^bb2 [
    1: ^bb1,
    2: ^bb2
  ]
^bb1:
  llvm.store %v, %1 : i32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.intr.lifetime.end %1 : !llvm.ptr
  llvm.return %2 : i32
}

// -----

// CHECK-LABEL: llvm.func @another_type(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> f32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[BITCAST:.*]] = llvm.bitcast %[[ARG0]] : i32 to f32
// CHECK-NEXT:     llvm.return %[[BITCAST]] : f32
// CHECK-NEXT:   }
llvm.func @another_type(%v: i32) -> f32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %1 : i32, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> f32
  llvm.return %2 : f32
}

// -----

// CHECK-LABEL: llvm.func @volatile(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.store volatile %[[ARG0]], %[[ALLOCA]] : i32, !llvm.ptr
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i32
// CHECK-NEXT:     llvm.return %[[LOAD]] : i32
// CHECK-NEXT:   }
llvm.func @volatile(%v: i32) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  llvm.store volatile %v, %1 : i32, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %2 : i32
}

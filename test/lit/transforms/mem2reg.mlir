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

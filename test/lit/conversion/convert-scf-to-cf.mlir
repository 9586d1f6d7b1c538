// RUN: mlirlite-opt %s --convert-scf-to-cf --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @for
// CHECK-SAME: (%[[LO:.*]]: index, %[[HI:.*]]: index, %[[STEP:.*]]: index, %[[V:.*]]: f32)
// CHECK-NEXT:   cf.br ^[[COND:.*]](%[[LO]], %[[V]] : index, f32)
// CHECK-NEXT: ^[[COND]](%[[I:.*]]: index, %[[A:.*]]: f32):
// CHECK-NEXT:   %[[GO:.*]] = arith.cmpi slt, %[[I]], %[[HI]] : index
// CHECK-NEXT:   cf.cond_br %[[GO]], ^[[BODY:.*]], ^[[END:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[V]] : f32
// CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK-NEXT:   cf.br ^[[COND]](%[[NEXT]], %[[S]] : index, f32)
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT:   return %[[A]] : f32
func.func @for(%lo: index, %hi: index, %step: index, %v: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %step iter_args(%a = %v) -> f32 {
    %s = arith.addf %a, %v : f32
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

// Two loops, one in the other and one after it.

// CHECK-LABEL: func.func @nest
// CHECK:        cf.br ^[[OUTER:.*]](%{{.*}} : index)
// CHECK-NEXT: ^[[OUTER]](%[[I:.*]]: index):
// CHECK-NEXT:   %[[C:.*]] = arith.cmpi slt, %[[I]], %[[N:.*]] : index
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[BODY:.*]], ^[[AFTER:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT:   cf.br ^[[INNER:.*]](%{{.*}} : index)
// CHECK-NEXT: ^[[INNER]](%[[J:.*]]: index):
// CHECK-NEXT:   %[[D:.*]] = arith.cmpi slt, %[[J]], %[[N]] : index
// CHECK-NEXT:   cf.cond_br %[[D]], ^[[INNER_BODY:.*]], ^[[INNER_END:.*]]
// CHECK-NEXT: ^[[INNER_BODY]]:
// CHECK-NEXT:   memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:   %[[J1:.*]] = arith.addi %[[J]]
// CHECK-NEXT:   cf.br ^[[INNER]](%[[J1]] : index)
// CHECK-NEXT: ^[[INNER_END]]:
// CHECK-NEXT:   %[[I1:.*]] = arith.addi %[[I]]
// CHECK-NEXT:   cf.br ^[[OUTER]](%[[I1]] : index)
// CHECK-NEXT: ^[[AFTER]]:
// CHECK-NEXT:   cf.br ^[[LAST:.*]](%{{.*}} : index)
// CHECK-NEXT: ^[[LAST]](%{{.*}}: index):
// CHECK:        return
func.func @nest(%n: index, %m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i, %i] : memref<?x?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: cf.br ^{{.*}}(%{{.*}} : i32) {llvm.loop_annotation = #{{.*}}}
func.func @unsigned(%lo: i32, %hi: i32, %step: i32) {
  scf.for unsigned %i = %lo to %hi step %step : i32 {
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, other}
  return
}

// -----

// CHECK-LABEL: func.func @if
// CHECK-SAME: (%[[C:.*]]: i1, %[[V:.*]]: f32)
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[V]], %[[V]] : f32
// CHECK-NEXT:   cf.br ^[[MEET:.*]](%[[S]] : f32)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT:   cf.br ^[[MEET]](%[[V]] : f32)
// CHECK-NEXT: ^[[MEET]](%[[R:.*]]: f32):
// CHECK-NEXT:   cf.br ^[[NEXT:.*]]
// CHECK-NEXT: ^[[NEXT]]:
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[ONLY:.*]], ^[[END:.*]]
// CHECK-NEXT: ^[[ONLY]]:
// CHECK-NEXT:   {{(func\.)?}}call @use(%[[R]]) : (f32) -> ()
// CHECK-NEXT:   cf.br ^[[END]]
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT:   return
func.func private @use(f32)
func.func @if(%c: i1, %v: f32) {
  %r = scf.if %c -> f32 {
    %s = arith.addf %v, %v : f32
    scf.yield %s : f32
  } else {
    scf.yield %v : f32
  }
  scf.if %c {
    func.call @use(%r) : (f32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @while
// CHECK-SAME: (%[[N:.*]]: index, %[[V:.*]]: f32, %[[C:.*]]: i1)
// CHECK-NEXT:   cf.br ^[[BEFORE:.*]](%[[V]], %[[N]] : f32, index)
// CHECK-NEXT: ^[[BEFORE]](%[[A:.*]]: f32, %[[B:.*]]: index):
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[AFTER:.*]](%[[B]] : index), ^[[END:.*]]
// CHECK-NEXT: ^[[AFTER]](%[[X:.*]]: index):
// CHECK-NEXT:   cf.br ^[[BEFORE]](%[[V]], %[[X]] : f32, index)
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT:   cf.br ^[[AGAIN:.*]](%[[B]] : index)
// CHECK-NEXT: ^[[AGAIN]](%[[Y:.*]]: index):
// CHECK-NEXT:   %[[Z:.*]] = arith.addi %[[Y]], %[[Y]] : index
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[AGAIN]](%[[Z]] : index), ^[[LAST:.*]]
// CHECK-NEXT: ^[[LAST]]:
// CHECK-NEXT:   return %[[Z]] : index
func.func @while(%n: index, %v: f32, %c: i1) -> index {
  %r = scf.while (%a = %v, %b = %n) : (f32, index) -> index {
    scf.condition(%c) %b : index
  } do {
  ^bb0(%x: index):
    scf.yield %v, %x : f32, index
  }
  %s = scf.while (%y = %r) : (index) -> index {
    %z = arith.addi %y, %y : index
    scf.condition(%c) %z : index
  } do {
  ^bb0(%z: index):
    scf.yield %z : index
  }
  return %s : index
}

// -----

// CHECK-LABEL: func.func @region
// CHECK-SAME: (%[[C:.*]]: i1, %[[V:.*]]: f32, %[[W:.*]]: f32)
// CHECK-NEXT:   cf.br ^[[ENTRY:.*]]
// CHECK-NEXT: ^[[ENTRY]]:
// CHECK-NEXT:   cf.cond_br %[[C]], ^[[A:.*]], ^[[B:.*]]
// CHECK-NEXT: ^[[A]]:
// CHECK-NEXT:   cf.br ^[[END:.*]](%[[V]] : f32)
// CHECK-NEXT: ^[[B]]:
// CHECK-NEXT:   cf.br ^[[END]](%[[W]] : f32)
// CHECK-NEXT: ^[[END]](%[[R:.*]]: f32):
// CHECK-NEXT:   return %[[R]] : f32
func.func @region(%c: i1, %v: f32, %w: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %v : f32
  ^b:
    scf.yield %w : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @switch
// CHECK-SAME: (%[[N:.*]]: index, %[[V:.*]]: f32, %[[W:.*]]: f32)
// CHECK-NEXT:   %[[FLAG:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK-NEXT:   cf.switch %[[FLAG]] : i32, [
// CHECK-NEXT:     default: ^[[DEFAULT:.*]],
// CHECK-NEXT:     2: ^[[TWO:.*]],
// CHECK-NEXT:     5: ^[[FIVE:.*]]
// CHECK-NEXT:   ]
// CHECK-NEXT: ^[[TWO]]:
// CHECK-NEXT:   cf.br ^[[END:.*]](%[[V]] : f32)
// CHECK-NEXT: ^[[FIVE]]:
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[V]], %[[W]] : f32
// CHECK-NEXT:   cf.br ^[[END]](%[[S]] : f32)
// CHECK-NEXT: ^[[DEFAULT]]:
// CHECK-NEXT:   cf.br ^[[END]](%[[W]] : f32)
// CHECK-NEXT: ^[[END]](%[[R:.*]]: f32):
// CHECK-NEXT:   return %[[R]] : f32
func.func @switch(%n: index, %v: f32, %w: f32) -> f32 {
  %r = scf.index_switch %n -> f32
  case 2 {
    scf.yield %v : f32
  }
  case 5 {
    %s = arith.addf %v, %w : f32
    scf.yield %s : f32
  }
  default {
    scf.yield %w : f32
  }
  return %r : f32
}

// -----

// Parallel loops run one iteration after the other here; reductions are carried along.

// CHECK-LABEL: func.func @parallel
// CHECK-SAME: (%[[N:.*]]: index, %[[V:.*]]: f32, %[[M:.*]]: memref<?x?xf32>)
// CHECK:        cf.br ^[[OUTER:.*]](%[[C0:.*]], %[[V]] : index, f32)
// CHECK-NEXT: ^[[OUTER]](%[[I:.*]]: index, %[[A:.*]]: f32):
// CHECK:        cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[END:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT:   cf.br ^[[INNER:.*]](%[[C0]], %[[A]] : index, f32)
// CHECK-NEXT: ^[[INNER]](%[[J:.*]]: index, %[[B:.*]]: f32):
// CHECK:        cf.cond_br %{{.*}}, ^[[INNER_BODY:.*]], ^[[INNER_END:.*]]
// CHECK-NEXT: ^[[INNER_BODY]]:
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[M]][%[[I]], %[[J]]] : memref<?x?xf32>
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[B]], %[[X]] : f32
// CHECK-NEXT:   %[[J1:.*]] = arith.addi %[[J]]
// CHECK-NEXT:   cf.br ^[[INNER]](%[[J1]], %[[S]] : index, f32)
// CHECK-NEXT: ^[[INNER_END]]:
// CHECK-NEXT:   %[[I1:.*]] = arith.addi %[[I]]
// CHECK-NEXT:   cf.br ^[[OUTER]](%[[I1]], %[[B]] : index, f32)
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT:   return %[[A]] : f32
func.func @parallel(%n: index, %v: f32, %m: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%v) -> f32 {
    %x = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @forall
// CHECK-NOT: scf.
// CHECK: memref.store
// CHECK-NOT: scf.
// CHECK: return
func.func @forall(%n: index, %v: f32, %m: memref<?x?xf32>) {
  scf.forall (%i, %j) in (%n, 10) {
    scf.forall (%k) = (%i) to (%n) step (2) {
      scf.parallel (%l) = (%i) to (%n) step (%k) {
        memref.store %v, %m[%l, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Control flow inside of control flow.

// CHECK-LABEL: func.func @mixed
// CHECK-NOT: scf.
// CHECK: return
func.func @mixed(%n: index, %c: i1, %v: f32, %m: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %v) : (f32) -> f32 {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> f32 {
      scf.if %c {
        memref.store %b, %m[%i] : memref<?xf32>
      }
      scf.yield %b : f32
    }
    scf.condition(%c) %s : f32
  } do {
  ^bb0(%x: f32):
    %y = scf.if %c -> f32 {
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        scf.if %c {
          memref.store %x, %m[%i] : memref<?xf32>
        }
        scf.reduce
      }
      scf.yield %x : f32
    } else {
      scf.yield %v : f32
    }
    scf.yield %y : f32
  }
  return %r : f32
}

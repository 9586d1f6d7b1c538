// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func @constants
func.func @constants(%x: !smt.bv<4>) {
  // CHECK: %c-3_bv4 = smt.bv.constant #smt.bv<-3> : !smt.bv<4>
  %a = smt.bv.constant #smt.bv<13> : !smt.bv<4>
  // CHECK: %c-42 = smt.int.constant -42
  %b = smt.int.constant -42
  // CHECK: %true = smt.constant true
  %t = smt.constant true
  // CHECK: smt.bv.repeat 3 times %{{.*}} : !smt.bv<4>
  %r = smt.bv.repeat 3 times %x : !smt.bv<4>
  return
}

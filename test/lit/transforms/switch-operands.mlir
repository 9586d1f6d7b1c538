// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// A successor takes fewer operands when its argument is dead; those of the other cases stay.

// CHECK-LABEL: func.func @cf
// CHECK: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 42: ^bb2(%arg2 : i32),
// CHECK-NEXT: 43: ^bb3(%arg1 : i32)
// CHECK-NEXT: ]
func.func @cf(%flag: i32, %x: i32, %z: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%x : i32),
    42: ^bb2(%x, %z, %x : i32, i32, i32),
    43: ^bb3(%x, %z : i32, i32)
  ]
^bb1(%a: i32):
  func.call @g(%x) : (i32) -> ()
  return %x : i32
^bb2(%y: i32, %w: i32, %v: i32):
  func.call @g(%w) : (i32) -> ()
  return %w : i32
^bb3(%p: i32, %q: i32):
  return %p : i32
}
func.func private @g(i32)

// CHECK-LABEL: llvm.func @llvm
// CHECK: llvm.switch %arg0 : i32, ^bb2 [
// CHECK-NEXT: 1: ^bb1,
// CHECK-NEXT: 2: ^bb3(%arg1 : f32)
// CHECK-NEXT: ]
llvm.func @llvm(%a: i32, %x: f32) -> f32 {
  llvm.switch %a : i32, ^bb2 [
    1: ^bb1(%x : f32),
    2: ^bb3(%x : f32)
  ]
^bb1(%y: f32):
  llvm.return %x : f32
^bb2:
  llvm.unreachable
^bb3(%z: f32):
  llvm.return %z : f32
}

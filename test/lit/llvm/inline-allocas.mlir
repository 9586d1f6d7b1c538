// RUN: mlirlite-opt %s --inline --split-input-file | FileCheck %s

// What is allocated at the start of the function lives from where the call was to the ends of the
// body, and is allocated once, before the loop.

// CHECK-LABEL: llvm.func @use(
// CHECK-SAME:    !llvm.ptr)
llvm.func @use(!llvm.ptr)
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: i1) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i32
// CHECK-NEXT:     llvm.return %[[LOAD]] : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     llvm.return %[[CONSTANT]] : i32
// CHECK-NEXT:   }
llvm.func @callee(%c: i1) -> i32 {
  %size = llvm.mlir.constant(4 : i32) : i32
  %p = llvm.alloca %size x f32 : (i32) -> !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.return %0 : i32
^bb2:
  llvm.return %size : i32
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: i1) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb1
// CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:     llvm.intr.lifetime.start %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.cond_br %[[ARG0]], ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i32
// CHECK-NEXT:     llvm.intr.lifetime.end %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb4(%[[LOAD]] : i32)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     llvm.intr.lifetime.end %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb4(%[[CONSTANT]] : i32)
// CHECK-NEXT:   ^bb4(%[[VAL:.*]]: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:     llvm.cond_br %[[ARG0]], ^bb1, ^bb5
// CHECK-NEXT:   ^bb5:  // pred: ^bb4
// CHECK-NEXT:     llvm.return %[[VAL]] : i32
// CHECK-NEXT:   }
llvm.func @caller(%c: i1) -> i32 {
  llvm.br ^bb1
^bb1:
  %0 = llvm.call @callee(%c) : (i1) -> i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb2:
  llvm.return %0 : i32
}

// -----

// A size that is not known: the stack is given back. An alloca with a lifetime keeps it.

// CHECK-LABEL: llvm.func @use(
// CHECK-SAME:    !llvm.ptr)
llvm.func @use(!llvm.ptr)
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: i32) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.intr.lifetime.start %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.intr.lifetime.end %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     %[[ALLOCA_1:.*]] = llvm.alloca %[[ARG0]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA_1]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @callee(%n: i32) {
  %size = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %size x f32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.intr.lifetime.end %p : !llvm.ptr
  %q = llvm.alloca %n x f32 : (i32) -> !llvm.ptr
  llvm.call @use(%q) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: i32) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %[[STACKSAVE:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT:     llvm.intr.lifetime.start %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.intr.lifetime.end %[[ALLOCA]] : !llvm.ptr
// CHECK-NEXT:     %[[ALLOCA_1:.*]] = llvm.alloca %[[ARG0]] x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA_1]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.intr.stackrestore %[[STACKSAVE]] : !llvm.ptr
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @caller(%n: i32) {
  llvm.br ^bb1
^bb1:
  llvm.call @callee(%n) : (i32) -> ()
  llvm.return
}

// -----

// A body that does not come back ends the block.

// CHECK-LABEL: llvm.func @stop(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     llvm.intr.trap
// CHECK-NEXT:     llvm.unreachable
// CHECK-NEXT:   }
llvm.func @stop() -> i32 {
  llvm.intr.trap
  llvm.unreachable
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     llvm.intr.trap
// CHECK-NEXT:     llvm.unreachable
// CHECK-NEXT:   }
llvm.func @caller() -> i32 {
  %0 = llvm.call @stop() : () -> i32
  llvm.return %0 : i32
}

// -----

// Functions that must be called: with any number of arguments, or whose attributes hold only there.

// CHECK-LABEL: llvm.func @variadic(
// CHECK-SAME:    ...) {
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @variadic(...) {
  llvm.return
}
// CHECK-LABEL: llvm.func @twice(
// CHECK-SAME:    ) attributes {passthrough = ["returns_twice"]} {
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @twice() attributes {passthrough = ["returns_twice"]} {
  llvm.return
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    ) {
// CHECK-NEXT:     llvm.call @variadic() vararg(!llvm.func<void (...)>) : () -> ()
// CHECK-NEXT:     llvm.call @twice() : () -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @caller() {
  llvm.call @variadic() vararg(!llvm.func<void (...)>) : () -> ()
  llvm.call @twice() : () -> ()
  llvm.return
}

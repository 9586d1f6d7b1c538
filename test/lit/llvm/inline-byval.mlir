// RUN: mlirlite-opt %s --inline --split-input-file | FileCheck %s

// The function has memory of its own for what is passed by value.

// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.byval = !llvm.struct<(i8, f64, i32)>}) -> i8 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i8) : i8
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ARG0]] : i8, !llvm.ptr
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG0]] : !llvm.ptr -> i8
// CHECK-NEXT:     llvm.return %[[LOAD]] : i8
// CHECK-NEXT:   }
llvm.func @callee(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i8, f64, i32)>}) -> i8 {
  %0 = llvm.mlir.constant(1 : i8) : i8
  llvm.store %0, %p : i8, !llvm.ptr
  %1 = llvm.load %p : !llvm.ptr -> i8
  llvm.return %1 : i8
}
// CHECK-LABEL: llvm.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr) -> i8 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i8) : i8
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(24 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_2]] x !llvm.struct<(i8, f64, i32)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     llvm.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ALLOCA]], %[[ARG0]], %[[CONSTANT_1]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:     llvm.store %[[CONSTANT]], %[[ALLOCA]] : i8, !llvm.ptr
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i8
// CHECK-NEXT:     llvm.return %[[LOAD]] : i8
// CHECK-NEXT:   }
llvm.func @caller(%p: !llvm.ptr) -> i8 {
  llvm.br ^bb1
^bb1:
  %0 = llvm.call @callee(%p) : (!llvm.ptr) -> i8
  llvm.return %0 : i8
}

// -----

// It is only read: no copy where it is aligned as it must be, or can be aligned.

// CHECK:   llvm.mlir.global private @aligned(42 : i64) {addr_space = 0 : i32, alignment = 64 : i64} : i64
// CHECK-NEXT:   llvm.mlir.global private @unaligned(42 : i64) {addr_space = 0 : i32} : i64
#reads = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read,
                              errnoMem = none, targetMem0 = none, targetMem1 = none>
llvm.mlir.global private @aligned(42 : i64) {alignment = 64 : i64} : i64
llvm.mlir.global private @unaligned(42 : i64) : i64
// CHECK-LABEL: llvm.func @use(
// CHECK-SAME:    !llvm.ptr)
llvm.func @use(!llvm.ptr)
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = i16}) attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
// CHECK-NEXT:     llvm.call @use(%[[ARG0]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @callee(%p: !llvm.ptr {llvm.byval = i16, llvm.align = 16 : i64})
    attributes {memory_effects = #reads} {
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @argument(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.align = 16 : i64}, %[[ARG1:.*]]: !llvm.ptr) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_1]] x i16 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ARG0]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ALLOCA]], %[[ARG1]], %[[CONSTANT]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @argument(%p: !llvm.ptr {llvm.align = 16 : i64}, %q: !llvm.ptr) {
  llvm.call @callee(%p) : (!llvm.ptr) -> ()
  llvm.call @callee(%q) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @global(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[ADDRESSOF:.*]] = llvm.mlir.addressof @aligned : !llvm.ptr
// CHECK-NEXT:     %[[ADDRESSOF_1:.*]] = llvm.mlir.addressof @unaligned : !llvm.ptr
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_1]] x i16 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ADDRESSOF]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ALLOCA]], %[[ADDRESSOF_1]], %[[CONSTANT]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @global() {
  %0 = llvm.mlir.addressof @aligned : !llvm.ptr
  llvm.call @callee(%0) : (!llvm.ptr) -> ()
  %1 = llvm.mlir.addressof @unaligned : !llvm.ptr
  llvm.call @callee(%1) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @alloca(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x i16 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @alloca() {
  %size = llvm.mlir.constant(4 : i64) : i64
  %0 = llvm.alloca %size x i16 {alignment = 1 : i64} : (i64) -> !llvm.ptr
  llvm.call @callee(%0) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// The alloca is not aligned to more than the stack is.

#reads = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read,
                              errnoMem = none, targetMem0 = none, targetMem1 = none>
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 32 : i32>} {
// CHECK-LABEL: llvm.func @use(
// CHECK-SAME:    !llvm.ptr)
  llvm.func @use(!llvm.ptr)
// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = i16}) attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
// CHECK-NEXT:     llvm.call @use(%[[ARG0]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
  llvm.func @callee(%p: !llvm.ptr {llvm.byval = i16, llvm.align = 16 : i64})
      attributes {memory_effects = #reads} {
    llvm.call @use(%p) : (!llvm.ptr) -> ()
    llvm.return
  }
// CHECK-LABEL: llvm.func @alloca(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT_2]] x i16 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     %[[ALLOCA_1:.*]] = llvm.alloca %[[CONSTANT_1]] x i16 {alignment = 2 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ALLOCA]], %[[ALLOCA_1]], %[[CONSTANT]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:     llvm.call @use(%[[ALLOCA]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
  llvm.func @alloca() {
    %size = llvm.mlir.constant(4 : i64) : i64
    %0 = llvm.alloca %size x i16 {alignment = 2 : i64} : (i64) -> !llvm.ptr
    llvm.call @callee(%0) : (!llvm.ptr) -> ()
    llvm.return
  }
}

// RUN: mlirlite-opt %s --convert-func-to-llvm --split-input-file --allow-unregistered-dialect | FileCheck %s

// A memref is passed as the parts of its descriptor; several results are a struct.
// CHECK-LABEL: llvm.func @descriptor(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: i64, %[[A3:.*]]: i64, %[[A4:.*]]: i64, %[[A5:.*]]: i64) -> !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.insertvalue %[[A0]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.insertvalue %[[A1]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertvalue %[[A2]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.insertvalue %[[A3]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[A4]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.poison : !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.insertvalue %[[V5]], %[[V6]][0] : !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.insertvalue %[[A5]], %[[V7]][1] : !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT:   llvm.return %[[V8]] : !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT: }
func.func @descriptor(%m: memref<?xf32>, %i: index) -> (memref<?xf32>, index) {
  return %m, %i : memref<?xf32>, index
}

// -----

// CHECK-LABEL: llvm.func @callee(
// CHECK-SAME: !llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.struct<(i32, f32)> attributes {sym_visibility = "private"}
// CHECK-LABEL: llvm.func @call(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: i64, %[[A3:.*]]: i64, %[[A4:.*]]: i64) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.insertvalue %[[A0]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.insertvalue %[[A1]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertvalue %[[A2]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.insertvalue %[[A3]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[A4]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.extractvalue %[[V5]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V5]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.extractvalue %[[V5]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V10:.*]] = llvm.extractvalue %[[V5]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.call @callee(%[[V6]], %[[V7]], %[[V8]], %[[V9]], %[[V10]]) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V12:.*]] = llvm.extractvalue %[[V11]][0] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V13:.*]] = llvm.extractvalue %[[V11]][1] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   llvm.return %[[V13]] : f32
// CHECK-NEXT: }
func.func private @callee(%m: memref<4xf32>) -> (i32, f32)
func.func @call(%m: memref<4xf32>) -> f32 {
  %0, %1 = call @callee(%m) : (memref<4xf32>) -> (i32, f32)
  return %1 : f32
}

// -----

// CHECK-LABEL: llvm.func @c_interface(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: i64, %[[A3:.*]]: i64, %[[A4:.*]]: i64, %[[A5:.*]]: i64, %[[A6:.*]]: i64, %[[A7:.*]]: f32) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> attributes {llvm.emit_c_interface} {
// CHECK-NEXT:   %[[V0:.*]] = "test.make"() : () -> memref<?xf32>
// CHECK-NEXT:   %[[V1:.*]] = builtin.unrealized_conversion_cast %[[V0]] : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   llvm.return %[[V1]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @_mlir_ciface_c_interface(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: f32) attributes {llvm.emit_c_interface} {
// CHECK-NEXT:   %[[V0:.*]] = llvm.load %[[A1]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.extractvalue %[[V0]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.extractvalue %[[V0]][3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.extractvalue %[[V0]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V7:.*]] = llvm.extractvalue %[[V0]][4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT:   %[[V8:.*]] = llvm.call @c_interface(%[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]], %[[A2]]) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, f32) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   llvm.store %[[V8]], %[[A0]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
func.func @c_interface(%m: memref<4x?xf32>, %x: f32) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %r = "test.make"() : () -> memref<?xf32>
  return %r : memref<?xf32>
}

// -----

// CHECK-LABEL: llvm.func private @external(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: !llvm.ptr, %[[A2:.*]]: i64, %[[A3:.*]]: i64, %[[A4:.*]]: i64) -> f32 attributes {llvm.emit_c_interface, sym_visibility = "private"} {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.insertvalue %[[A0]], %[[V0]][0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.insertvalue %[[A1]], %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.insertvalue %[[A2]], %[[V2]][2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V4:.*]] = llvm.insertvalue %[[A3]], %[[V3]][3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V5:.*]] = llvm.insertvalue %[[A4]], %[[V4]][4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.alloca %[[V6]] x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V5]], %[[V7]] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT:   %[[V8:.*]] = llvm.call @_mlir_ciface_external(%[[V7]]) : (!llvm.ptr) -> f32
// CHECK-NEXT:   llvm.return %[[V8]] : f32
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @_mlir_ciface_external(
// CHECK-SAME: !llvm.ptr) -> f32 attributes {llvm.emit_c_interface, sym_visibility = "private"}
func.func private @external(%m: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface}

// -----

// CHECK-LABEL: llvm.func internal @attributes(
// CHECK-SAME: %[[A0:.*]]: i32 {llvm.signext}, %[[A1:.*]]: !llvm.ptr {llvm.noalias}) -> (f32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, passthrough = ["noinline"], sym_visibility = "private", test.kept} {
// CHECK-NEXT:   %[[V0:.*]] = "test.value"() : () -> f32
// CHECK-NEXT:   llvm.return %[[V0]] : f32
// CHECK-NEXT: }
func.func private @attributes(%x: i32 {llvm.signext}, %p: !llvm.ptr {llvm.noalias}) -> (f32 {llvm.noundef}) attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"], llvm.readnone, test.kept} {
  %0 = "test.value"() : () -> f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @printf(
// CHECK-SAME: !llvm.ptr, ...) -> i32 attributes {sym_visibility = "private"}
func.func private @printf(%f: !llvm.ptr) -> i32 attributes {func.varargs = true}

// -----

// CHECK-LABEL: llvm.func @pointers(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: i32) -> i32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.call %[[A0]](%[[A1]]) : !llvm.ptr, (i32) -> i32
// CHECK-NEXT:   llvm.return %[[V0]] : i32
// CHECK-NEXT: }
func.func @pointers(%f: (i32) -> i32, %x: i32) -> i32 {
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// The descriptor of an unranked memref is copied to the heap when it is returned.
// CHECK-LABEL: llvm.func @malloc(
// CHECK-SAME: i64) -> !llvm.ptr
// CHECK-LABEL: llvm.func @unranked(
// CHECK-SAME: %[[A0:.*]]: i64, %[[A1:.*]]: !llvm.ptr) -> !llvm.struct<(i64, ptr)> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.insertvalue %[[A0]], %[[V0]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V2:.*]] = llvm.insertvalue %[[A1]], %[[V1]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.mul %[[V4]], %[[V6]] : i64
// CHECK-NEXT:   %[[V8:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mul %[[V4]], %[[V8]] : i64
// CHECK-NEXT:   %[[V10:.*]] = llvm.add %[[V9]], %[[V3]] : i64
// CHECK-NEXT:   %[[V11:.*]] = llvm.mul %[[V10]], %[[V5]] : i64
// CHECK-NEXT:   %[[V12:.*]] = llvm.add %[[V7]], %[[V11]] : i64
// CHECK-NEXT:   %[[V13:.*]] = llvm.call @malloc(%[[V12]]) : (i64) -> !llvm.ptr
// CHECK-NEXT:   %[[V14:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   "llvm.intr.memcpy"(%[[V13]], %[[V14]], %[[V12]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:   %[[V15:.*]] = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V16:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V17:.*]] = llvm.insertvalue %[[V16]], %[[V15]][0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   %[[V18:.*]] = llvm.insertvalue %[[V13]], %[[V17]][1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT:   llvm.return %[[V18]] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: }
func.func @unranked(%u: memref<*xf32>) -> memref<*xf32> {
  return %u : memref<*xf32>
}

// -----

// Memrefs of a function that says so are passed as one pointer each.

// CHECK-LABEL: llvm.func @bare(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr) attributes {llvm.bareptr}
// CHECK-NOT: llvm.func @bare_caller(%{{.*}}: !llvm.ptr)
func.func @bare(%m: memref<4xf32>) attributes {llvm.bareptr} {
  return
}

// CHECK-LABEL: llvm.func @bare_caller(
// CHECK: llvm.call @bare(%{{.*}}) : (!llvm.ptr) -> ()
func.func @bare_caller(%m: memref<4xf32>) {
  call @bare(%m) : (memref<4xf32>) -> ()
  return
}

// -----

// Named structs of other types than LLVM's get another name.

// CHECK-LABEL: llvm.func @named(
// CHECK-SAME: !llvm.struct<"_Converted.pair", (i64, f32)>
func.func private @named(%a: !llvm.struct<"pair", (index, f32)>)

// -----

// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  // CHECK-LABEL: llvm.func @narrow(%{{.*}}: i32) -> i32
  func.func @narrow(%i: index) -> index {
    return %i : index
  }
}

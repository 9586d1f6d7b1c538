// RUN: mlirlite-opt %s --mem2reg --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @other_type(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[BITCAST:.*]] = llvm.bitcast %[[ARG0]] : f32 to i32
// CHECK-NEXT:     llvm.return %[[BITCAST]] : i32
// CHECK-NEXT:   }
llvm.func @other_type(%x: f32) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %1 : f32, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %2 : i32
}

// -----

// CHECK-LABEL: llvm.func @first_bytes(
// CHECK-SAME:    ) -> f32 {
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : f64
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[BITCAST:.*]] = llvm.bitcast %[[UNDEF]] : f64 to i64
// CHECK-NEXT:     %[[TRUNC:.*]] = llvm.trunc %[[BITCAST]] : i64 to i32
// CHECK-NEXT:     %[[BITCAST_1:.*]] = llvm.bitcast %[[TRUNC]] : i32 to f32
// CHECK-NEXT:     llvm.return %[[BITCAST_1]] : f32
// CHECK-NEXT:   }
llvm.func @first_bytes() -> f32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x f64 : (i32) -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> f32
  llvm.return %2 : f32
}

// -----

// CHECK-LABEL: llvm.func @store_of_a_part(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i16) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ZEXT:.*]] = llvm.zext %[[ARG1]] : i16 to i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(-65536 : i32) : i32
// CHECK-NEXT:     %[[AND:.*]] = llvm.and %[[ARG0]], %[[CONSTANT_1]] : i32
// CHECK-NEXT:     %[[OR:.*]] = llvm.or %[[AND]], %[[ZEXT]] : i32
// CHECK-NEXT:     llvm.return %[[OR]] : i32
// CHECK-NEXT:   }
llvm.func @store_of_a_part(%x: i32, %y: i16) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %1 : i32, !llvm.ptr
  llvm.store %y, %1 : i16, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %2 : i32
}

// -----

module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
// CHECK-LABEL: llvm.func @most_significant_first(
// CHECK-SAME:    ) -> i8 {
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : i64
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(56 : i64) : i64
// CHECK-NEXT:     %[[LSHR:.*]] = llvm.lshr %[[UNDEF]], %[[CONSTANT_1]] : i64
// CHECK-NEXT:     %[[TRUNC:.*]] = llvm.trunc %[[LSHR]] : i64 to i8
// CHECK-NEXT:     llvm.return %[[TRUNC]] : i8
// CHECK-NEXT:   }
  llvm.func @most_significant_first() -> i8 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.alloca %0 x i64 : (i32) -> !llvm.ptr
    %2 = llvm.load %1 : !llvm.ptr -> i8
    llvm.return %2 : i8
  }
}

// -----

// More than the slot holds: it stays.
// CHECK-LABEL: llvm.func @too_large(
// CHECK-SAME:    ) -> i64 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i64
// CHECK-NEXT:     llvm.return %[[LOAD]] : i64
// CHECK-NEXT:   }
llvm.func @too_large() -> i64 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i64
  llvm.return %2 : i64
}

// -----

// CHECK-LABEL: llvm.func @views(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @views() {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr<5>
  %2 = llvm.addrspacecast %1 : !llvm.ptr<5> to !llvm.ptr
  %3 = llvm.getelementptr %2[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.intr.lifetime.start %3 : !llvm.ptr
  %4 = llvm.intr.invariant.start 4, %3 : !llvm.ptr
  llvm.intr.invariant.end %4, 4, %3 : !llvm.ptr
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @view_of_another_element(
// CHECK-SAME:    ) -> !llvm.ptr {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[ALLOCA]][1] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK-NEXT:     llvm.return %[[GETELEMENTPTR]] : !llvm.ptr
// CHECK-NEXT:   }
llvm.func @view_of_another_element() -> !llvm.ptr {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  %2 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return %2 : !llvm.ptr
}

// -----

// CHECK-LABEL: llvm.func @filled(
// CHECK-SAME:    %[[ARG0:.*]]: i8) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     %[[ZEXT:.*]] = llvm.zext %[[ARG0]] : i8 to i32
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(8 : i32) : i32
// CHECK-NEXT:     %[[SHL:.*]] = llvm.shl %[[ZEXT]], %[[CONSTANT_2]] : i32
// CHECK-NEXT:     %[[OR:.*]] = llvm.or %[[ZEXT]], %[[SHL]] : i32
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK-NEXT:     %[[SHL_1:.*]] = llvm.shl %[[OR]], %[[CONSTANT_3]] : i32
// CHECK-NEXT:     %[[OR_1:.*]] = llvm.or %[[OR]], %[[SHL_1]] : i32
// CHECK-NEXT:     llvm.return %[[OR_1]] : i32
// CHECK-NEXT:   }
llvm.func @filled(%x: i8) -> (i32) {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  %2 = llvm.mlir.constant(4 : i32) : i32
  "llvm.intr.memset"(%1, %x, %2) <{isVolatile = false}> : (!llvm.ptr, i8, i32) -> ()
  %3 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %3 : i32
}

// -----

// CHECK-LABEL: llvm.func @copied(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG0]] : !llvm.ptr -> i32
// CHECK-NEXT:     llvm.store %[[LOAD]], %[[ARG1]] : i32, !llvm.ptr
// CHECK-NEXT:     llvm.return %[[LOAD]] : i32
// CHECK-NEXT:   }
llvm.func @copied(%p: !llvm.ptr, %q: !llvm.ptr) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  %2 = llvm.mlir.constant(4 : i32) : i32
  "llvm.intr.memcpy"(%1, %p, %2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memcpy"(%q, %1, %2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  %3 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %3 : i32
}

// -----

// CHECK-LABEL: llvm.func @partly_copied(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[ALLOCA:.*]] = llvm.alloca %[[CONSTANT]] x i32 : (i32) -> !llvm.ptr
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT:     "llvm.intr.memcpy"(%[[ALLOCA]], %[[ARG0]], %[[CONSTANT_1]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ALLOCA]] : !llvm.ptr -> i32
// CHECK-NEXT:     llvm.return %[[LOAD]] : i32
// CHECK-NEXT:   }
llvm.func @partly_copied(%p: !llvm.ptr) -> i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr
  %2 = llvm.mlir.constant(3 : i32) : i32
  "llvm.intr.memcpy"(%1, %p, %2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  %3 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %3 : i32
}

// -----

// CHECK: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 64>
// CHECK-NEXT: #di_file = #llvm.di_file<"a.c" in "">
// CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_file, name = "x", file = #di_file, line = 7, arg = 1, type = #di_basic_type>
#type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 64>
#file = #llvm.di_file<"a.c" in "">
#var = #llvm.di_local_variable<scope = #file, name = "x", file = #file, line = 7, arg = 1, type = #type>

// CHECK-LABEL: llvm.func @watched(
// CHECK-SAME:    %[[ARG0:.*]]: i64, %[[ARG1:.*]]: i1) -> i64 {
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : i64
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     llvm.cond_br %[[ARG1]], ^bb1, ^bb2(%[[UNDEF]] : i64)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable = %[[ARG0]] : i64
// CHECK-NEXT:     llvm.br ^bb2(%[[ARG0]] : i64)
// CHECK-NEXT:   ^bb2(%[[VAL:.*]]: i64):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable = %[[VAL]] : i64
// CHECK-NEXT:     llvm.return %[[VAL]] : i64
// CHECK-NEXT:   }
llvm.func @watched(%x: i64, %c: i1) -> i64 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x i64 : (i32) -> !llvm.ptr
  llvm.intr.dbg.declare #var = %1 : !llvm.ptr
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %x, %1 : i64, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %2 = llvm.load %1 : !llvm.ptr -> i64
  llvm.return %2 : i64
}

// RUN: mlirlite-opt %s --sanitize-address --split-input-file | FileCheck %s

// CHECK-DAG: @mlirlite_site_0("llvm.store, {{.*}}\00")
// CHECK-DAG: @mlirlite_site_1("llvm.load of onnx.Relu, node 'relu1'\00")
// CHECK-LABEL: llvm.func @load_and_store(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[V:.*]]: f32)
// CHECK:      %[[SIZE:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-NEXT: %[[SITE:.*]] = llvm.mlir.addressof @mlirlite_site_0 : !llvm.ptr
// CHECK-NEXT: %[[WRITE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[Q:.*]] = llvm.call @mlirlite_check(%[[P]], %[[SIZE]], %[[SITE]], %[[WRITE]])
// CHECK-NEXT: llvm.store %[[V]], %[[Q]] : f32, !llvm.ptr
// CHECK-NEXT: %[[SIZE:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[SITE:.*]] = llvm.mlir.addressof @mlirlite_site_1 : !llvm.ptr
// CHECK-NEXT: %[[READ:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[Q:.*]] = llvm.call @mlirlite_check(%[[P]], %[[SIZE]], %[[SITE]], %[[READ]])
// CHECK-NEXT: llvm.load %[[Q]] : !llvm.ptr -> i8
llvm.func @load_and_store(%p: !llvm.ptr, %v: f32) -> i8 {
  llvm.store %v, %p : f32, !llvm.ptr
  %0 = llvm.load %p : !llvm.ptr -> i8 loc(fused<"llvm.load">[fused<"onnx.Relu">["relu1"]])
  llvm.return %0 : i8
}

// -----

// CHECK-LABEL: llvm.func @masked(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<4xi1>
// CHECK:      %[[BITS:.*]] = llvm.bitcast %[[MASK]] : vector<4xi1> to i4
// CHECK-NEXT: %[[WORD:.*]] = llvm.zext %[[BITS]] : i4 to i64
// CHECK-NEXT: %[[Q:.*]] = llvm.call @mlirlite_check_mask(%[[P]], %[[WORD]],
// CHECK-NEXT: llvm.intr.masked.store %{{.*}}, %[[Q]], %[[MASK]]
llvm.func @masked(%p: !llvm.ptr, %mask: vector<4xi1>, %v: vector<4xf32>) {
  llvm.intr.masked.store %v, %p, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// -----

// Nothing is copied where one of the sides may not be touched.

// CHECK-LABEL: llvm.func @copy(
// CHECK-SAME:    %[[TO:.*]]: !llvm.ptr, %[[FROM:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK: %[[M:.*]] = llvm.call @mlirlite_check_bytes(%[[TO]], %[[N]],
// CHECK: %[[L:.*]] = llvm.call @mlirlite_check_bytes(%[[FROM]], %[[M]],
// CHECK: "llvm.intr.memcpy"(%[[TO]], %[[FROM]], %[[L]])
llvm.func @copy(%to: !llvm.ptr, %from: !llvm.ptr, %n: i64) {
  "llvm.intr.memcpy"(%to, %from, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// -----

// What is on the stack is open until the function returns, with room behind that is not.

// CHECK-LABEL: llvm.func @stack(
// CHECK: %[[SIZE:.*]] = llvm.mul
// CHECK: %[[MORE:.*]] = llvm.mlir.constant(16 : i64) : i64
// CHECK: %[[ROOM:.*]] = llvm.add %{{.*}}, %[[MORE]] : i64
// CHECK: %[[P:.*]] = llvm.alloca %[[ROOM]] x i32 : (i64) -> !llvm.ptr
// CHECK: %[[OPEN:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: llvm.call @mlirlite_mark(%[[P]], %[[SIZE]], %[[OPEN]])
// CHECK: %[[CLOSE:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @mlirlite_mark(%[[P]], %[[SIZE]], %[[CLOSE]])
// CHECK: llvm.return
llvm.func @stack() {
  %one = llvm.mlir.constant(1 : i64) : i64
  %0 = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// CHECK-LABEL: llvm.func @heap(
// CHECK-SAME:    %[[N:.*]]: i64)
// CHECK-NOT: llvm.call @malloc(
// CHECK: %[[P:.*]] = llvm.call @mlirlite_malloc(%[[N]], %{{.*}})
// CHECK: llvm.call @mlirlite_free(%[[P]], %{{.*}})
llvm.func @heap(%n: i64) {
  %0 = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @free(%0) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @mlirlite_open_globals(
// CHECK: %[[P:.*]] = llvm.mlir.addressof @numbers : !llvm.ptr
// CHECK: llvm.call @mlirlite_mark(%[[P]],
// CHECK-NOT: @elsewhere
llvm.mlir.global internal constant @numbers(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global external @elsewhere() : !llvm.array<2 x i32>

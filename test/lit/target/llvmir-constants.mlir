// Constants in LLVM IR beyond plain numbers.
// RUN: mlirlite-translate --mlir-to-llvmir %s --split-input-file | FileCheck %s

// Elements that a sparse constant does not list are zero.
// CHECK: @matrix = global [2 x [3 x float]] {{\[\[}}3 x float] [float 0.000000e+00, float 1.000000e+00, float 0.000000e+00], [3 x float] [float 0.000000e+00, float 0.000000e+00, float 2.000000e+00]]
// CHECK: @one = global [2 x i32] [i32 0, i32 3]
// CHECK: @vector = global <4 x i32> <i32 1, i32 0, i32 2, i32 0>
llvm.mlir.global @matrix(sparse<[[0, 1], [1, 2]], [1.0, 2.0]> : tensor<2x3xf32>) : !llvm.array<2 x array<3 x f32>>
llvm.mlir.global @one(sparse<1, 3> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global @vector(sparse<[[0], [2]], [1, 2]> : vector<4xi32>) : vector<4xi32>

// -----

// CHECK: @chunk = global i32 1
llvm.mlir.global @chunk(1 : i32) : i32

// -----

// Complex numbers are structs; an address is computed where it stands.
// CHECK: @complex = global [2 x { float, float }] [{ float, float } { float 1.000000e+00, float 2.000000e+00 }, { float, float } { float 3.000000e+00, float 4.000000e+00 }]
// CHECK: @distance = global i32 trunc (i64 sub (i64 ptrtoint (ptr @complex to i64), i64 ptrtoint (ptr @distance to i64)) to i32)
// CHECK: @block = global ptr blockaddress(@jumps, %5)
// CHECK: @placed = global i32 0 #0
// CHECK: define ptr @address() {
// CHECK-NEXT:   ret ptr inttoptr (i64 333 to ptr)
// CHECK: define i32 @jumps(ptr %0, i32 %1) {
// CHECK-NEXT:   %3 = select i1 true, ptr blockaddress(@jumps, %5), ptr %0
// CHECK-NEXT:   indirectbr ptr %3, [label %4, label %5]
// CHECK: 4:
// CHECK-NEXT:   ret i32 0
// CHECK: 5:
// CHECK-NEXT:   %6 = phi i32 [ %1, %2 ]
// CHECK-NEXT:   ret i32 %6
// CHECK: attributes #0 = { memory(argmem: read) "section-kind"="bss" cold }
llvm.mlir.global @complex(dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f32, f32)>>
llvm.mlir.global @distance() : i32 {
  %0 = llvm.mlir.addressof @complex : !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %2 = llvm.mlir.addressof @distance : !llvm.ptr
  %3 = llvm.ptrtoint %2 : !llvm.ptr to i64
  %4 = llvm.sub %1, %3 : i64
  %5 = llvm.trunc %4 : i64 to i32
  llvm.return %5 : i32
}
llvm.mlir.global @block() : !llvm.ptr {
  %0 = llvm.blockaddress <function = @jumps, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global @placed(0 : i32) {target_specific_attrs = [["memory", "1"], ["section-kind", "bss"], "cold"]} : i32
llvm.func @address() -> !llvm.ptr {
  %0 = llvm.mlir.constant(333 : i64) : i64
  %1 = llvm.inttoptr %0 : i64 to !llvm.ptr
  llvm.return %1 : !llvm.ptr
}
llvm.func @jumps(%p: !llvm.ptr, %x: i32) -> i32 {
  %true = llvm.mlir.constant(true) : i1
  %zero = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.blockaddress <function = @jumps, tag = <id = 1>> : !llvm.ptr
  %1 = llvm.select %true, %0, %p : i1, !llvm.ptr
  llvm.indirectbr %1 : !llvm.ptr, [
    ^bb1,
    ^bb2(%x : i32)
  ]
^bb1:
  llvm.return %zero : i32
^bb2(%y: i32):
  llvm.blocktag <id = 1>
  llvm.return %y : i32
}

// What LLVM ops give on constants, and casts and comparisons that need not be.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @integers(
// CHECK-SAME:    ) -> !llvm.struct<(i64, i64, i32, i32, i64)> {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(45 : i64) : i64
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(40 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(5 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(4294967295 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_5:.*]] = llvm.mlir.constant(160 : i32) : i32
// CHECK-NEXT:     %[[SHL:.*]] = llvm.shl %[[CONSTANT_2]], %[[CONSTANT_1]] : i32
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[CONSTANT_3]], %[[POISON]][0] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[CONSTANT_4]], %[[INSERTVALUE]][1] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[CONSTANT_5]], %[[INSERTVALUE_1]][2] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[SHL]], %[[INSERTVALUE_2]][3] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[CONSTANT]], %[[INSERTVALUE_3]][4] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_4]] : !llvm.struct<(i64, i64, i32, i32, i64)>
// CHECK-NEXT:   }
llvm.func @integers() -> (!llvm.struct<(i64, i64, i32, i32, i64)>) {
  %0 = llvm.mlir.constant(-1 : i32) : i32
  %1 = llvm.zext %0 : i32 to i64
  %2 = llvm.mlir.zero : i32
  %3 = llvm.zext %2 : i32 to i64
  %4 = llvm.mlir.constant(5 : i32) : i32
  %5 = llvm.shl %4, %4 : i32
  %6 = llvm.mlir.constant(40 : i32) : i32
  %7 = llvm.shl %4, %6 : i32
  %8 = llvm.or %4, %6 : i32
  %9 = llvm.zext %8 : i32 to i64
  %10 = llvm.mlir.poison : !llvm.struct<(i64, i64, i32, i32, i64)>
  %11 = llvm.insertvalue %1, %10[0] : !llvm.struct<(i64, i64, i32, i32, i64)>
  %12 = llvm.insertvalue %3, %11[1] : !llvm.struct<(i64, i64, i32, i32, i64)>
  %13 = llvm.insertvalue %5, %12[2] : !llvm.struct<(i64, i64, i32, i32, i64)>
  %14 = llvm.insertvalue %7, %13[3] : !llvm.struct<(i64, i64, i32, i32, i64)>
  %15 = llvm.insertvalue %9, %14[4] : !llvm.struct<(i64, i64, i32, i32, i64)>
  llvm.return %15 : !llvm.struct<(i64, i64, i32, i32, i64)>
}

// -----

// CHECK-LABEL: llvm.func @compare(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: vector<2xi32>, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: !llvm.ptr) -> !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)> {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(dense<false> : vector<2xi1>) : vector<2xi1>
// CHECK-NEXT:     %[[ICMP:.*]] = llvm.icmp "slt" %[[ARG0]], %[[ARG0]] : i32
// CHECK-NEXT:     %[[ICMP_1:.*]] = llvm.icmp "eq" %[[ARG3]], %[[ZERO]] : !llvm.ptr
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[CONSTANT]], %[[POISON]][0] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[CONSTANT_1]], %[[INSERTVALUE]][1] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[CONSTANT]], %[[INSERTVALUE_1]][2] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     %[[INSERTVALUE_3:.*]] = llvm.insertvalue %[[ICMP]], %[[INSERTVALUE_2]][3] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[ICMP_1]], %[[INSERTVALUE_3]][4] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_4]] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
// CHECK-NEXT:   }
llvm.func @compare(%a: i32, %v: vector<2xi32>, %n: i64, %p: !llvm.ptr) -> !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)> {
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.icmp "ne" %v, %v : vector<2xi32>
  %2 = llvm.icmp "ne" %null, %slot : !llvm.ptr
  %3 = llvm.icmp "slt" %a, %a : i32
  %4 = llvm.icmp "eq" %p, %null : !llvm.ptr
  %5 = llvm.mlir.poison : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  %6 = llvm.insertvalue %0, %5[0] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  %7 = llvm.insertvalue %1, %6[1] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  %8 = llvm.insertvalue %2, %7[2] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  %9 = llvm.insertvalue %3, %8[3] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  %10 = llvm.insertvalue %4, %9[4] : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
  llvm.return %10 : !llvm.struct<(i1, vector<2xi1>, i1, i1, i1)>
}

// -----

// CHECK-LABEL: llvm.func @of_array(
// CHECK-SAME:    ) -> f64 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(5.000000e-01 : f64) : f64
// CHECK-NEXT:     llvm.return %[[CONSTANT]] : f64
// CHECK-NEXT:   }
llvm.func @of_array() -> f64 {
  %0 = llvm.mlir.constant(dense<[-8.5, 0.5]> : tensor<2xf64>) : !llvm.array<2 x f64>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x f64>
  llvm.return %1 : f64
}

// -----

// CHECK-LABEL: llvm.func @of_struct(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT:     llvm.return %[[CONSTANT]] : i32
// CHECK-NEXT:   }
llvm.func @of_struct() -> i32 {
  %0 = llvm.mlir.constant([1 : i16, 2 : i32]) : !llvm.struct<(i16, i32)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i16, i32)>
  llvm.return %1 : i32
}

// -----

// CHECK-LABEL: llvm.func @of_complex(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT:     llvm.return %[[CONSTANT]] : i32
// CHECK-NEXT:   }
llvm.func @of_complex() -> i32 {
  %0 = llvm.mlir.constant(dense<(3, 4)> : tensor<2xcomplex<i32>>) : !llvm.array<2 x struct<(i32, i32)>>
  %1 = llvm.extractvalue %0[1, 1] : !llvm.array<2 x struct<(i32, i32)>>
  llvm.return %1 : i32
}

// -----

// CHECK-LABEL: llvm.func @of_sparse(
// CHECK-SAME:    ) -> f32 {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(4.200000e+01 : f32) : f32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT:     %[[FADD:.*]] = llvm.fadd %[[CONSTANT]], %[[CONSTANT_1]] : f32
// CHECK-NEXT:     llvm.return %[[FADD]] : f32
// CHECK-NEXT:   }
llvm.func @of_sparse() -> f32 {
  %0 = llvm.mlir.constant(sparse<2, 42.0> : tensor<4xf32>) : !llvm.array<4 x f32>
  %1 = llvm.extractvalue %0[2] : !llvm.array<4 x f32>
  %2 = llvm.extractvalue %0[1] : !llvm.array<4 x f32>
  %3 = llvm.fadd %1, %2 : f32
  llvm.return %3 : f32
}

// -----

// CHECK-LABEL: llvm.func @of_nothing(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     %[[ZERO:.*]] = llvm.mlir.zero : i32
// CHECK-NEXT:     %[[UNDEF:.*]] = llvm.mlir.undef : i32
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : i32
// CHECK-NEXT:     %[[ADD:.*]] = llvm.add %[[ZERO]], %[[UNDEF]] : i32
// CHECK-NEXT:     %[[ADD_1:.*]] = llvm.add %[[ADD]], %[[POISON]] : i32
// CHECK-NEXT:     llvm.return %[[ADD_1]] : i32
// CHECK-NEXT:   }
llvm.func @of_nothing() -> i32 {
  %0 = llvm.mlir.zero : !llvm.struct<(i16, i32)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i16, i32)>
  %2 = llvm.mlir.undef : !llvm.struct<(i16, i32)>
  %3 = llvm.extractvalue %2[1] : !llvm.struct<(i16, i32)>
  %4 = llvm.mlir.poison : !llvm.array<2 x i32>
  %5 = llvm.extractvalue %4[1] : !llvm.array<2 x i32>
  %6 = llvm.add %1, %3 : i32
  %7 = llvm.add %6, %5 : i32
  llvm.return %7 : i32
}

// -----

// CHECK-LABEL: llvm.func @casts(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: !llvm.ptr) -> !llvm.struct<(vector<2xi16>, i32, ptr<2>)> {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
// CHECK-NEXT:     %[[BITCAST:.*]] = llvm.bitcast %[[ARG0]] : i32 to vector<2xi16>
// CHECK-NEXT:     %[[ADDRSPACECAST:.*]] = llvm.addrspacecast %[[ARG1]] : !llvm.ptr to !llvm.ptr<2>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[BITCAST]], %[[POISON]][0] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG0]], %[[INSERTVALUE]][1] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
// CHECK-NEXT:     %[[INSERTVALUE_2:.*]] = llvm.insertvalue %[[ADDRSPACECAST]], %[[INSERTVALUE_1]][2] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
// CHECK-NEXT:     llvm.return %[[INSERTVALUE_2]] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
// CHECK-NEXT:   }
llvm.func @casts(%a: i32, %p: !llvm.ptr) -> !llvm.struct<(vector<2xi16>, i32, ptr<2>)> {
  %0 = llvm.bitcast %a : i32 to f32
  %1 = llvm.bitcast %0 : f32 to vector<2xi16>
  %2 = llvm.bitcast %0 : f32 to i32
  %3 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %4 = llvm.addrspacecast %3 : !llvm.ptr<1> to !llvm.ptr<2>
  %5 = llvm.mlir.poison : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
  %6 = llvm.insertvalue %1, %5[0] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
  %7 = llvm.insertvalue %2, %6[1] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
  %8 = llvm.insertvalue %4, %7[2] : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
  llvm.return %8 : !llvm.struct<(vector<2xi16>, i32, ptr<2>)>
}

// -----

// CHECK-LABEL: llvm.func @single(
// CHECK-SAME:    %[[ARG0:.*]]: vector<1xf32>, %[[ARG1:.*]]: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT:     llvm.return %[[ARG0]] : vector<1xf32>
// CHECK-NEXT:   }
llvm.func @single(%a: vector<1xf32>, %b: vector<1xf32>) -> vector<1xf32> {
  %0 = llvm.shufflevector %a, %b [0] : vector<1xf32>
  llvm.return %0 : vector<1xf32>
}

// -----

// CHECK-LABEL: llvm.func @other_single(
// CHECK-SAME:    %[[ARG0:.*]]: vector<1xf32>, %[[ARG1:.*]]: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT:     %[[SHUFFLEVECTOR:.*]] = llvm.shufflevector %[[ARG0]], %[[ARG1]] [1] : vector<1xf32>
// CHECK-NEXT:     llvm.return %[[SHUFFLEVECTOR]] : vector<1xf32>
// CHECK-NEXT:   }
llvm.func @other_single(%a: vector<1xf32>, %b: vector<1xf32>) -> vector<1xf32> {
  %0 = llvm.shufflevector %a, %b [1] : vector<1xf32>
  llvm.return %0 : vector<1xf32>
}

// -----

// CHECK-LABEL: llvm.func @effects(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: !llvm.ptr) {
// CHECK-NEXT:     llvm.inline_asm has_side_effects "nop", "r" %[[ARG0]] : (i32) -> ()
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[ARG1]] atomic monotonic {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @effects(%a: i32, %p: !llvm.ptr) {
  llvm.inline_asm "nop", "r" %a : (i32) -> ()
  llvm.inline_asm has_side_effects "nop", "r" %a : (i32) -> ()
  %0 = llvm.load %p : !llvm.ptr -> i8
  %1 = llvm.load %p atomic unordered {alignment = 1 : i64} : !llvm.ptr -> i8
  %2 = llvm.load %p atomic monotonic {alignment = 1 : i64} : !llvm.ptr -> i8
  llvm.return
}

// -----

// A row of a constant is not one of its numbers.
// CHECK-LABEL: llvm.func @row(
// CHECK: %[[ROW:.*]] = llvm.extractvalue %{{.*}}[1] : !llvm.array<2 x vector<2xf32>>
// CHECK: llvm.return %[[ROW]]
llvm.func @row() -> vector<2xf32> {
  %0 = llvm.mlir.constant(dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
  llvm.return %1 : vector<2xf32>
}

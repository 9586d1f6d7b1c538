// RUN: mlirlite-opt %s --lower-krnl-dot=target=cooperlake | FileCheck %s --check-prefixes=CHECK,X86
// RUN: mlirlite-opt %s --lower-krnl-dot=target=neoverse-v1 | FileCheck %s --check-prefixes=CHECK,ARM
// RUN: mlirlite-opt %s --lower-krnl-dot=target=skylake-avx512 | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: mlirlite-opt %s --lower-krnl-dot | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: mlirlite-opt %s --lower-krnl-dot=target=haswell | FileCheck %s --check-prefix=HASWELL

// CHECK-LABEL: @unsigned_by_signed
// CHECK-SAME: (%[[A:.*]]: vector<16xui8>, %[[B:.*]]: vector<16xi8>, %[[C:.*]]: vector<4xi32>)
// CHECK: %[[U:.*]] = builtin.unrealized_conversion_cast %[[A]] : vector<16xui8> to vector<16xi8>
// X86: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%[[C]], %[[U]], %[[B]])
// ARM: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%[[C]], %[[U]], %[[B]])
// Without an instruction for bytes: pairs of bytes at even places, then at odd ones.
// PAIRS: %[[W:.*]] = vector.bitcast %[[U]] : vector<16xi8> to vector<8xi16>
// PAIRS: %[[LOW:.*]] = arith.andi %[[W]], %{{.*}} : vector<8xi16>
// PAIRS: %[[HIGH:.*]] = arith.shrui %[[W]], %[[EIGHT:.*]] : vector<8xi16>
// PAIRS: %[[V:.*]] = vector.bitcast %[[B]] : vector<16xi8> to vector<8xi16>
// PAIRS: %[[M:.*]] = arith.shli %[[V]]
// PAIRS: %[[L:.*]] = arith.shrsi %[[M]]
// PAIRS: %[[H:.*]] = arith.shrsi %[[V]]
// PAIRS: %[[P:.*]] = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%[[LOW]], %[[L]])
// PAIRS: %[[S:.*]] = arith.addi %[[C]], %[[P]]
// PAIRS: %[[Q:.*]] = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%[[HIGH]], %[[H]])
// PAIRS: arith.addi %[[S]], %[[Q]]
// PLAIN: %[[X:.*]] = arith.extui %[[U]] : vector<16xi8> to vector<16xi16>
// PLAIN: %[[Y:.*]] = arith.extsi %[[B]] : vector<16xi8> to vector<16xi16>
// PLAIN: %[[P:.*]] = arith.muli %[[X]], %[[Y]]
// PLAIN: %[[S:.*]] = vector.shuffle %[[P]], %[[P]] [0, 4, 8, 12]
// PLAIN: %[[E:.*]] = arith.extsi %[[S]] : vector<4xi16> to vector<4xi32>
// PLAIN: arith.addi %[[C]], %[[E]]
// PLAIN: vector.shuffle %[[P]], %[[P]] [3, 7, 11, 15]
// PLAIN: arith.addi
// CHECK-NOT: krnl.dot
func.func @unsigned_by_signed(%a: vector<16xui8>, %b: vector<16xi8>, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = krnl.dot %a, %b, %c : vector<16xui8>, vector<16xi8> into vector<4xi32>
  return %0 : vector<4xi32>
}

// The instruction of x86 takes unsigned bytes: (a + 128)·b - 128·b.
// CHECK-LABEL: @signed_by_signed
// CHECK-SAME: (%[[A:.*]]: vector<16xi8>, %[[B:.*]]: vector<16xi8>, %[[C:.*]]: vector<4xi32>)
// X86: %[[BIT:.*]] = arith.constant dense<-128> : vector<16xi8>
// X86: %[[M:.*]] = arith.xori %[[A]], %[[BIT]]
// X86: %[[D:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%[[C]], %[[M]], %[[B]])
// X86: %[[Z:.*]] = arith.constant dense<0> : vector<4xi32>
// X86: %[[X:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%[[Z]], %[[BIT]], %[[B]])
// X86: arith.subi %[[D]], %[[X]]
// ARM: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"(%[[C]], %[[A]], %[[B]])
// PLAIN: arith.extsi %[[A]]
func.func @signed_by_signed(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = krnl.dot %a, %b, %c : vector<16xi8>, vector<16xi8> into vector<4xi32>
  return %0 : vector<4xi32>
}

// A bf16 is the high half of an f32; the second of a pair is added first.
// CHECK-LABEL: @bf16
// CHECK-SAME: (%[[A:.*]]: vector<8xbf16>, %[[B:.*]]: vector<8xbf16>, %[[C:.*]]: vector<4xf32>)
// X86: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.128"(%[[C]], %[[A]], %[[B]])
// ARM: llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"(%[[C]], %[[A]], %[[B]])
// PLAIN: %[[X:.*]] = vector.bitcast %[[A]] : vector<8xbf16> to vector<4xi32>
// PLAIN: %[[H:.*]] = arith.constant dense<-65536> : vector<4xi32>
// PLAIN: arith.andi %[[X]], %[[H]]
// PLAIN: %[[F:.*]] = vector.fma %{{.*}}, %{{.*}}, %[[C]] : vector<4xf32>
// PLAIN: arith.shli %[[X]]
// PLAIN: vector.fma %{{.*}}, %{{.*}}, %[[F]] : vector<4xf32>
func.func @bf16(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<4xf32>) -> vector<4xf32> {
  %0 = krnl.dot %a, %b, %c : vector<8xbf16>, vector<8xbf16> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: @pairs
// CHECK-SAME: (%[[A:.*]]: vector<8xi16>, %[[B:.*]]: vector<8xi16>, %[[C:.*]]: vector<4xi32>)
// X86: %[[P:.*]] = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%[[A]], %[[B]]) : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
// X86: arith.addi %[[C]], %[[P]]
// PLAIN: vector.shuffle %[[A]], %[[A]] [0, 2, 4, 6]
// PLAIN: arith.extsi
// PLAIN: arith.muli %{{.*}} : vector<4xi32>
// PLAIN: arith.addi %[[C]]
// PLAIN: vector.shuffle %[[A]], %[[A]] [1, 3, 5, 7]
func.func @pairs(%a: vector<8xi16>, %b: vector<8xi16>, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = krnl.dot %a, %b, %c : vector<8xi16>, vector<8xi16> into vector<4xi32>
  return %0 : vector<4xi32>
}

// No instruction is as wide as this.
// CHECK-LABEL: @narrow
// CHECK-NOT: call_intrinsic
func.func @narrow(%a: vector<8xui8>, %b: vector<8xi8>, %c: vector<2xi32>) -> vector<2xi32> {
  %0 = krnl.dot %a, %b, %c : vector<8xui8>, vector<8xi8> into vector<2xi32>
  return %0 : vector<2xi32>
}

// Sums of two bytes: machines with an instruction for four of them do not need it.
// CHECK-LABEL: @pair_dot
// HASWELL-LABEL: @pair_dot
// HASWELL: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// PLAIN: arith.extui
// PLAIN: arith.minsi
// PLAIN: arith.maxsi
// CHECK-NOT: krnl.pair_dot
func.func @pair_dot(%a: vector<32xui8>, %b: vector<32xi8>) -> vector<16xi16> {
  %0 = krnl.pair_dot %a, %b : vector<32xui8>, vector<32xi8> into vector<16xi16>
  return %0 : vector<16xi16>
}

// Numbers of a table: a permutation of 16, or two of 8 and a choice; else each bit chooses.
// CHECK-LABEL: @lookup
// X86: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"
// PAIRS: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"
// ARM-COUNT-15: arith.select
// PLAIN-COUNT-15: arith.select
// CHECK-NOT: krnl.lookup
// HASWELL-LABEL: @lookup
// HASWELL-COUNT-15: arith.select
func.func @lookup(%t: vector<16xf32>, %i: vector<16xi32>) -> vector<16xf32> {
  %0 = krnl.lookup %t[%i] : vector<16xf32>, vector<16xi32> -> vector<16xf32>
  return %0 : vector<16xf32>
}

// HASWELL-LABEL: @lookup_by_halves
// HASWELL-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.permps"
// HASWELL: %[[M:.*]] = arith.shli
// HASWELL: arith.cmpi slt, %[[M]]
// HASWELL: arith.select
func.func @lookup_by_halves(%t: vector<16xf32>, %i: vector<8xi32>) -> vector<8xf32> {
  %0 = krnl.lookup %t[%i] : vector<16xf32>, vector<8xi32> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// Instructions that LLVM has no intrinsic for become PTX text; others stay.
// RUN: mlirlite-opt %s --convert-nvvm-to-llvm --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @barriers(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<3>, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i1) {
// CHECK-NEXT:     nvvm.mbarrier.init %[[ARG0]], %[[ARG2]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$2 mbarrier.init.shared.b64 [$0], $1;", "r,r,b" %[[ARG0]], %[[ARG2]], %[[ARG3]] : (!llvm.ptr<3>, i32, i1) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$2 mbarrier.init.b64 [$0], $1;", "l,r,b" %[[ARG1]], %[[ARG2]], %[[ARG3]] : (!llvm.ptr, i32, i1) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$2 mbarrier.arrive.expect_tx.shared.b64 _, [$0], $1;", "r,r,b" %[[ARG0]], %[[ARG2]], %[[ARG3]] : (!llvm.ptr<3>, i32, i1) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "{\0A\09.reg .pred       P1; \0A\09LAB_WAIT: \0A\09mbarrier.try_wait.parity.b64 P1, [$0], $1, $2; \0A\09@P1 bra.uni DONE; \0A\09bra.uni     LAB_WAIT; \0A\09DONE: \0A\09}", "l,r,r" %[[ARG1]], %[[ARG2]], %[[ARG2]] : (!llvm.ptr, i32, i32) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "bar.arrive 0, $0;", "r" %[[ARG2]] : (i32) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "bar.arrive $0, $1;", "r,r" %[[ARG2]], %[[ARG2]] : (i32, i32) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @barriers(%s: !llvm.ptr<3>, %p: !llvm.ptr, %n: i32, %if: i1) {
  nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %s, %n, predicate = %if : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.init %p, %n, predicate = %if : !llvm.ptr, i32, i1
  nvvm.mbarrier.arrive.expect_tx %s, %n, predicate = %if : !llvm.ptr<3>, i32, i1
  nvvm.mbarrier.try_wait.parity %p, %n, %n : !llvm.ptr, i32, i32
  nvvm.barrier.arrive number_of_threads = %n
  nvvm.barrier.arrive id = %n number_of_threads = %n
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @prefetch(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr<1>, %[[ARG2:.*]]: i1) {
// CHECK-NEXT:     nvvm.prefetch level =  L1, %[[ARG1]] : !llvm.ptr<1>
// CHECK-NEXT:     nvvm.prefetch tensormap, %[[ARG0]] : !llvm.ptr
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$1 prefetch.tensormap [$0];", "l,b" %[[ARG0]], %[[ARG2]] : (!llvm.ptr, i1) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @prefetch(%p: !llvm.ptr, %g: !llvm.ptr<1>, %if: i1) {
  nvvm.prefetch level = L1, %g : !llvm.ptr<1>
  nvvm.prefetch tensormap, %p : !llvm.ptr
  nvvm.prefetch tensormap, %p, predicate = %if : !llvm.ptr, i1
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @tiles(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<7>, %[[ARG1:.*]]: !llvm.ptr, %[[ARG2:.*]]: !llvm.ptr<3>, %[[ARG3:.*]]: i32, %[[ARG4:.*]]: i16, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i1) {
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.shared.cluster.global %[[ARG0]], %[[ARG1]], %[[ARG2]], box[%[[ARG3]]] : !llvm.ptr<7>, !llvm.ptr
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$9 cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.im2col.multicast::cluster.L2::cache_hint [$0], [$1, {$2,$3,$4} ], [$5],{$6}, $7, $8;", "l,l,r,r,r,r,h,h,l,b" %[[ARG0]], %[[ARG1]], %[[ARG3]], %[[ARG3]], %[[ARG3]], %[[ARG2]], %[[ARG4]], %[[ARG4]], %[[ARG5]], %[[ARG6]] : (!llvm.ptr<7>, !llvm.ptr, i32, i32, i32, !llvm.ptr<3>, i16, i16, i64, i1) -> ()
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$5 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2,$3} ], [$4];", "l,l,r,r,r,b" %[[ARG0]], %[[ARG1]], %[[ARG3]], %[[ARG3]], %[[ARG2]], %[[ARG6]] : (!llvm.ptr<7>, !llvm.ptr, i32, i32, !llvm.ptr<3>, i1) -> ()
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.global.shared.cta %[[ARG1]], %[[ARG2]], box[%[[ARG3]]] : !llvm.ptr, <3>
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$4 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$2, $3} ], [$1];", "l,r,r,r,b" %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG3]], %[[ARG6]] : (!llvm.ptr, !llvm.ptr<3>, i32, i32, i1) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @tiles(%c: !llvm.ptr<7>, %d: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %o: i16, %h: i64, %if: i1) {
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %d, %s, box[%i] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %d, %s, box[%i, %i, %i] im2col[%o] multicast_mask = %o l2_cache_hint = %h predicate = %if {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %d, %s, box[%i, %i] predicate = %if : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.global.shared.cta %d, %s, box[%i] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %d, %s, box[%i, %i], predicate = %if : !llvm.ptr, !llvm.ptr<3>
  llvm.return
}

// -----

// What is read and written comes first, then what is written, then what is read.
// CHECK-LABEL: llvm.func @text(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: i1) -> f32 {
// CHECK-NEXT:     %[[INLINE_ASM:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "add.s32 $0, $1, $2;", "=r,r,r" %[[ARG0]], %[[ARG1]] : (i32, i32) -> i32
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "@$1 bar.sync $0;", "r,b" %[[INLINE_ASM]], %[[ARG4]] : (i32, i1) -> ()
// CHECK-NEXT:     %[[INLINE_ASM_1:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "$3 $2 $1 $0 $4", "=f,=f,=r,=l,r,0,1" %[[ARG2]], %[[ARG3]], %[[ARG0]] : (f32, f32, i32) -> !llvm.struct<(f32, f32, i32, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[INLINE_ASM_1]][0] : !llvm.struct<(f32, f32, i32, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[INLINE_ASM_1]][1] : !llvm.struct<(f32, f32, i32, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[INLINE_ASM_1]][2] : !llvm.struct<(f32, f32, i32, i64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[INLINE_ASM_1]][3] : !llvm.struct<(f32, f32, i32, i64)>
// CHECK-NEXT:     %[[FADD:.*]] = llvm.fadd %[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]] : f32
// CHECK-NEXT:     llvm.return %[[FADD]] : f32
// CHECK-NEXT:   }
llvm.func @text(%a: i32, %b: i32, %x: f32, %y: f32, %if: i1) -> f32 {
  %0 = nvvm.inline_ptx "add.s32 {$w0}, {$r0}, {$r1};" ro(%a, %b : i32, i32) -> i32
  nvvm.inline_ptx "bar.sync {$r0};" ro(%0 : i32), predicate = %if
  %1:2 = nvvm.inline_ptx "{$w1} {$w0} {$rw1} {$rw0} {$r0}" ro(%a : i32) rw(%x, %y : f32, f32) -> i32, i64
  %2 = llvm.fadd %x, %y : f32
  llvm.return %2 : f32
}

// -----

// CHECK-LABEL: llvm.func @registers(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf16>, %[[ARG1:.*]]: vector<4xi8>, %[[ARG2:.*]]: f64, %[[ARG3:.*]]: !llvm.ptr<3>, %[[ARG4:.*]]: !llvm.ptr<1>) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT:     llvm.inline_asm has_side_effects asm_dialect = att "$0 $1 $2 $3 $4 $5", "f,r,d,r,l,n" %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]], %[[CONSTANT]] : (vector<2xf16>, vector<4xi8>, f64, !llvm.ptr<3>, !llvm.ptr<1>, i32) -> ()
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
llvm.func @registers(%h: vector<2xf16>, %b: vector<4xi8>, %d: f64, %s: !llvm.ptr<3>, %p: !llvm.ptr<1>) {
  %c = llvm.mlir.constant(3 : i32) : i32
  nvvm.inline_ptx "{$r0} {$r1} {$r2} {$r3} {$r4} {$r5}" ro(%h, %b, %d, %s, %p, %c : vector<2xf16>, vector<4xi8>, f64, !llvm.ptr<3>, !llvm.ptr<1>, i32)
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @product(
// CHECK-SAME:    %[[ARG0:.*]]: i64, %[[ARG1:.*]]: !llvm.struct<(f32, f32, f32, f32)>) -> !llvm.struct<(f32, f32, f32, f32)> {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[ARG1]][0] : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[ARG1]][1] : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[ARG1]][2] : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[ARG1]][3] : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     %[[INLINE_ASM:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, p, $11,  $12, $13,  $14;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,l,l,n,n,n,n,n" %[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_3]], %[[ARG0]], %[[ARG0]], %[[CONSTANT]], %[[CONSTANT_1]], %[[CONSTANT_2]], %[[CONSTANT_3]], %[[CONSTANT_4]] : (f32, f32, f32, f32, i64, i64, i32, i32, i32, i32, i32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     llvm.return %[[INLINE_ASM]] : !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:   }
llvm.func @product(%a: i64, %d: !llvm.struct<(f32, f32, f32, f32)>) -> !llvm.struct<(f32, f32, f32, f32)> {
  %0 = nvvm.wgmma.mma_async %a, %a, %d, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <neg>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return %0 : !llvm.struct<(f32, f32, f32, f32)>
}

// -----

!sum = !llvm.struct<(i32, i32, i32, i32)>
// CHECK-LABEL: llvm.func @integers(
// CHECK-SAME:    %[[ARG0:.*]]: i64, %[[ARG1:.*]]: !llvm.struct<(i32, i32, i32, i32)>) -> !llvm.struct<(i32, i32, i32, i32)> {
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[ARG1]][0] : !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[ARG1]][1] : !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[ARG1]][2] : !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[ARG1]][3] : !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:     %[[INLINE_ASM:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, $10, 0;\0Awgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $8, $9, p;\0A}\0A", "=r,=r,=r,=r,0,1,2,3,l,l,n" %[[EXTRACTVALUE]], %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_3]], %[[ARG0]], %[[ARG0]], %[[CONSTANT]] : (i32, i32, i32, i32, i64, i64, i32) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:     llvm.return %[[INLINE_ASM]] : !llvm.struct<(i32, i32, i32, i32)>
// CHECK-NEXT:   }
llvm.func @integers(%a: i64, %d: !sum) -> !sum {
  %0 = nvvm.wgmma.mma_async %a, %a, %d, <m = 64, n = 8, k = 32>, D[<s32>, <zero>, <satfinite>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>] : !sum -> !sum
  llvm.return %0 : !sum
}

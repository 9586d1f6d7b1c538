// LLVM IR of the llvm dialect; mlirlite-translate has LLVM verify it.
// RUN: mlirlite-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK: @text = internal constant [6 x i8] c"hello\00", align 1
// CHECK-NEXT: @number = global float 1.500000e+00
// CHECK-NEXT: @list = private unnamed_addr constant [2 x [2 x i32]] {{\[\[}}2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]], align 64
// CHECK-NEXT: @weights = external constant [4 x float], align 64
// CHECK-NEXT: @pair = internal global { i32, ptr } { i32 7, ptr @text }
// CHECK: declare i32 @printf(ptr, ...)
// CHECK: define internal fastcc noundef float @arithmetic(i32 noundef %0, float %1) nounwind noinline "key"="value" {
// CHECK-NEXT:   %3 = add nuw nsw i32 %0, 7
// CHECK-NEXT:   %4 = udiv exact i32 %3, 7
// CHECK-NEXT:   %5 = or disjoint i32 %4, 7
// CHECK-NEXT:   %6 = icmp slt i32 %5, 7
// CHECK-NEXT:   %7 = fadd fast float %1, 0x3FF19999A0000000
// CHECK-NEXT:   %8 = fcmp nnan contract oeq float %7, 0x3FF19999A0000000
// CHECK-NEXT:   %9 = select i1 %6, float %7, float %1
// CHECK-NEXT:   %10 = zext nneg i32 %5 to i64
// CHECK-NEXT:   %11 = trunc nsw i64 %10 to i32
// CHECK-NEXT:   %12 = fneg float %9
// CHECK-NEXT:   ret float %12
// CHECK-NEXT: }
// CHECK: define { ptr, <4 x float> } @memory(ptr align 64 noalias %0, i64 %1, <4 x float> %2) {
// CHECK-NEXT:   %4 = alloca float, i64 %1, align 16
// CHECK-NEXT:   %5 = getelementptr inbounds nuw { i32, float }, ptr %0, i64 %1, i32 1
// CHECK-NEXT:   %6 = load float, ptr %5, align 4, !nontemporal !0
// CHECK-NEXT:   store volatile float %6, ptr %4
// CHECK-NEXT:   %7 = load atomic i64, ptr %0 acquire, align 8
// CHECK-NEXT:   %8 = atomicrmw add ptr %0, i64 %7 monotonic
// CHECK-NEXT:   fence seq_cst
// CHECK-NEXT:   %9 = insertvalue { ptr, <4 x float> } poison, ptr %4, 0
// CHECK-NEXT:   %10 = shufflevector <4 x float> %2, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 poison, i32 7>
// CHECK-NEXT:   %11 = insertvalue { ptr, <4 x float> } %9, <4 x float> %10, 1
// CHECK-NEXT:   ret { ptr, <4 x float> } %11
// CHECK-NEXT: }
// CHECK: define i32 @control(i32 %0, i1 %1) {
// CHECK-NEXT:   br i1 %1, label %3, label %6, !prof !1
// CHECK: 3:
// CHECK-NEXT:   %4 = phi i32 [ 0, %2 ], [ %5, %3 ]
// CHECK-NEXT:   %5 = add i32 %4, 1
// CHECK-NEXT:   switch i32 %5, label %3 [
// CHECK-NEXT:     i32 10, label %6
// CHECK-NEXT:     i32 20, label %b3.2
// CHECK-NEXT:     i32 30, label %8
// CHECK-NEXT:   ]
// CHECK: b3.2:
// CHECK-NEXT:   br label %6
// CHECK: 6:
// CHECK-NEXT:   %7 = phi i32 [ %0, %2 ], [ %5, %3 ], [ %0, %b3.2 ]
// CHECK-NEXT:   ret i32 %7
// CHECK: 8:
// CHECK-NEXT:   br label %8, !llvm.loop !4
// CHECK-NEXT: }
// CHECK: define void @calls(ptr %0, i32 %1, float %2, <4 x float> %3, <4 x i1> %4, i64 %5) {
// CHECK-NEXT:   %7 = call i32 (ptr, ...) @printf(ptr %0, i32 %1)
// CHECK-NEXT:   %8 = call fastcc float @arithmetic(i32 %1, float %2)
// CHECK-NEXT:   %9 = tail call float %0(i32 %1)
// CHECK-NEXT:   %10 = call float @llvm.fma.f32(float %2, float %2, float %2)
// CHECK-NEXT:   %11 = call i32 @llvm.ctlz.i32(i32 %1, i1 false)
// CHECK-NEXT:   call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %0, i64 %5, i1 false)
// CHECK-NEXT:   %12 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %2, <4 x float> %3)
// CHECK-NEXT:   %13 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %0, i32 4, <4 x i1> %4, <4 x float> %3)
// CHECK-NEXT:   %14 = call i32 asm sideeffect "nop", "=r,r"(i32 %1)
// CHECK-NEXT:   ret void
// CHECK-NEXT: }
// CHECK: declare float @llvm.fma.f32(float, float, float)
// CHECK-NEXT: declare i32 @llvm.ctlz.i32(i32, i1)
// CHECK-NEXT: declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
// CHECK-NEXT: declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
// CHECK-NEXT: declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
// CHECK: !0 = !{i32 1}
// CHECK-NEXT: !1 = !{!"branch_weights", i32 1, i32 3}
// CHECK-NEXT: !2 = !{!"llvm.loop.mustprogress"}
// CHECK-NEXT: !3 = !{!"llvm.loop.unroll.disable"}
// CHECK-NEXT: !4 = distinct !{!4, !2, !3}

llvm.mlir.global internal constant @text("hello\00") {addr_space = 0 : i32, alignment = 1 : i64}
llvm.mlir.global external @number(1.500000e+00 : f32) {addr_space = 0 : i32} : f32
llvm.mlir.global private unnamed_addr constant @list(dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global external constant @weights() {addr_space = 0 : i32, alignment = 64 : i64, krnl.value = dense<1.0> : tensor<4xf32>} : !llvm.array<4 x f32>
llvm.mlir.global internal @pair() {addr_space = 0 : i32} : !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr)>
  %3 = llvm.mlir.addressof @text : !llvm.ptr
  %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(i32, ptr)>
  llvm.return %4 : !llvm.struct<(i32, ptr)>
}
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func internal fastcc @arithmetic(%a: i32 {llvm.noundef}, %x: f32) -> (f32 {llvm.noundef}) attributes {no_unwind, passthrough = ["noinline", ["key", "value"]]} {
  %c = llvm.mlir.constant(7 : i32) : i32
  %k = llvm.mlir.constant(1.1 : f32) : f32
  %0 = llvm.add %a, %c overflow<nsw, nuw> : i32
  %1 = llvm.udiv exact %0, %c : i32
  %2 = llvm.or disjoint %1, %c : i32
  %3 = llvm.icmp "slt" %2, %c : i32
  %4 = llvm.fadd %x, %k {fastmathFlags = #llvm.fastmath<fast>} : f32
  %5 = llvm.fcmp "oeq" %4, %k {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %6 = llvm.select %3, %4, %x : i1, f32
  %7 = llvm.zext nneg %2 : i32 to i64
  %8 = llvm.trunc %7 overflow<nsw> : i64 to i32
  %9 = llvm.fneg %6 : f32
  llvm.return %9 : f32
}
llvm.func @memory(%p: !llvm.ptr {llvm.noalias, llvm.align = 64 : i64}, %n: i64, %v: vector<4xf32>) -> !llvm.struct<(ptr, vector<4xf32>)> {
  %0 = llvm.alloca %n x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %1 = llvm.getelementptr inbounds|nuw %p[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %2 = llvm.load %1 {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
  llvm.store volatile %2, %0 : f32, !llvm.ptr
  %3 = llvm.load %p atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i64
  %4 = llvm.atomicrmw add %p, %3 monotonic : !llvm.ptr, i64
  llvm.fence seq_cst
  %5 = llvm.mlir.poison : !llvm.struct<(ptr, vector<4xf32>)>
  %6 = llvm.insertvalue %0, %5[0] : !llvm.struct<(ptr, vector<4xf32>)>
  %7 = llvm.shufflevector %v, %v [0, 1, -1, 7] : vector<4xf32>
  %8 = llvm.insertvalue %7, %6[1] : !llvm.struct<(ptr, vector<4xf32>)>
  llvm.return %8 : !llvm.struct<(ptr, vector<4xf32>)>
}
llvm.func @control(%a: i32, %c: i1) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.cond_br %c weights([1, 3]), ^loop(%zero : i32), ^end(%a : i32)
^loop(%i: i32):
  %one = llvm.mlir.constant(1 : i32) : i32
  %next = llvm.add %i, %one : i32
  llvm.switch %next : i32, ^loop(%next : i32) [
    10: ^end(%next : i32),
    20: ^end(%a : i32),
    30: ^never
  ]
^end(%r: i32):
  llvm.return %r : i32
^never:
  llvm.br ^never {loop_annotation = #llvm.loop_annotation<mustProgress = true, unroll = <disable = true>>}
}
llvm.func @calls(%p: !llvm.ptr, %a: i32, %x: f32, %v: vector<4xf32>, %m: vector<4xi1>, %n: i64) {
  %0 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %1 = llvm.call fastcc @arithmetic(%a, %x) : (i32, f32) -> f32
  %2 = llvm.call tail %p(%a) : !llvm.ptr, (i32) -> f32
  %3 = llvm.intr.fma(%x, %x, %x) : (f32, f32, f32) -> f32
  %4 = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %5 = "llvm.intr.vector.reduce.fadd"(%x, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %6 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %7 = llvm.inline_asm has_side_effects "nop", "=r,r" %a : (i32) -> i32
  llvm.return
}

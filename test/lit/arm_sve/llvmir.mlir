// Intrinsics as calls in LLVM IR, with the types in their names.
// RUN: mlirlite-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK-LABEL: define <vscale x 4 x i32> @f(
llvm.func @f(%m: vector<[4]xi1>, %a: vector<[4]xi32>, %b: vector<[16]xi8>, %n: i64, %i: i32,
             %p: vector<[16]xi1>) -> vector<[4]xi32> {
  // CHECK: call <vscale x 4 x i32> @llvm.aarch64.sve.add.nxv4i32(<vscale x 4 x i1> %{{.*}}, <vscale x 4 x i32> %{{.*}}, <vscale x 4 x i32> %{{.*}})
  %0 = "arm_sve.intr.add"(%m, %a, %a) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  // CHECK: call <vscale x 4 x i32> @llvm.aarch64.sve.sdot.nxv4i32(
  %1 = "arm_sve.intr.sdot"(%a, %b, %b) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  // CHECK: call <vscale x 16 x i8> @llvm.aarch64.sve.dupq.lane.nxv16i8(<vscale x 16 x i8> %{{.*}}, i64 1)
  %2 = "arm_sve.intr.dupq_lane"(%b) <{lane = 1 : i64}> : (vector<[16]xi8>) -> vector<[16]xi8>
  // CHECK: call { <vscale x 16 x i8>, <vscale x 16 x i8> } @llvm.aarch64.sve.zip.x2.nxv16i8(
  %3 = "arm_sve.intr.zip.x2"(%b, %2) : (vector<[16]xi8>, vector<[16]xi8>) -> !llvm.struct<(vector<[16]xi8>, vector<[16]xi8>)>
  // CHECK: call <vscale x 4 x i1> @llvm.aarch64.sve.whilelt.nxv4i1.i64(i64 %{{.*}}, i64 %{{.*}})
  %4 = "arm_sve.intr.whilelt"(%n, %n) : (i64, i64) -> vector<[4]xi1>
  // CHECK: call <vscale x 16 x i1> @llvm.aarch64.sve.psel.nxv4i1(
  %5 = "arm_sve.intr.psel"(%p, %m, %i) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
  // CHECK: call <vscale x 4 x i1> @llvm.aarch64.sve.convert.from.svbool.nxv4i1(
  %6 = "arm_sve.intr.convert.from.svbool"(%5) : (vector<[16]xi1>) -> vector<[4]xi1>
  // CHECK: call <vscale x 16 x i1> @llvm.aarch64.sve.convert.to.svbool.nxv4i1(
  %7 = "arm_sve.intr.convert.to.svbool"(%6) : (vector<[4]xi1>) -> vector<[16]xi1>
  llvm.return %0 : vector<[4]xi32>
}

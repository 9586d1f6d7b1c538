// RUN: mlirlite-opt %s --lower-affine --convert-scf-to-cf --convert-cf-to-llvm --allow-unregistered-dialect | FileCheck %s

// What a loop says to LLVM goes with it down to the backward branch.

// CHECK: #loop_unroll = #llvm.loop_unroll<disable = true>
// CHECK: #loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
// CHECK-LABEL: func.func @hint
// CHECK: llvm.br ^{{.*}}({{.*}}) {loop_annotation = #loop_annotation}
func.func @hint() {
  affine.for %i = 0 to 8 {
    "test.use"(%i) : (index) -> ()
  } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}

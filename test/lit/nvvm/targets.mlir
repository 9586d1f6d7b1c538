// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// A kernel's instructions must be those of the chip that it is compiled for.

gpu.module @enough [#nvvm.target<chip = "sm_90">] {
  llvm.func @f(%n: i32, %x: i32) -> i32 {
    nvvm.cluster.wait
    %0 = nvvm.redux.sync add %x, %n : i32 -> i32
    llvm.return %0 : i32
  }
}

// -----

gpu.module @older [#nvvm.target<chip = "sm_75">] {
  llvm.func @f() {
    // expected-error @+1 {{'nvvm.cluster.wait' op is not supported on sm_75}}
    nvvm.cluster.wait
    llvm.return
  }
}

// -----

// Some need the chip with all that its architecture has.
gpu.module @accelerated [#nvvm.target<chip = "sm_90a">] {
  llvm.func @f() {
    nvvm.wgmma.fence.aligned
    llvm.return
  }
}

// -----

gpu.module @plain [#nvvm.target<chip = "sm_100">] {
  llvm.func @f() {
    // expected-error @+1 {{'nvvm.wgmma.fence.aligned' op is not supported on sm_100}}
    nvvm.wgmma.fence.aligned
    llvm.return
  }
}

// -----

gpu.module @unchecked [#nvvm.target<chip = "sm_75", verifyTarget = false>] {
  llvm.func @f() {
    nvvm.cluster.wait
    llvm.return
  }
}

// -----

gpu.module @several [#nvvm.target<chip = "sm_100a">, #nvvm.target<chip = "sm_90">] {
  llvm.func @f(%s: !llvm.ptr<3>, %n: i32) {
    // expected-error @+1 {{'nvvm.tcgen05.alloc' op is not supported on sm_90}}
    nvvm.tcgen05.alloc %s, %n : !llvm.ptr<3>, i32
    llvm.return
  }
}

// RUN: mlirlite-opt %s --show-analysis=last-writes | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%m: memref<i32>, %c: i1, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  // CHECK: memref.store {{.*}} // last-writes: is write 0
  memref.store %x, %a[] : memref<i32>
  // CHECK-NEXT: memref.store {{.*}} // last-writes: is write 1
  memref.store %x, %a[] : memref<i32>
  // CHECK-NEXT: memref.store {{.*}} // last-writes: is write 2
  memref.store %x, %b[] : memref<i32>
  scf.if %c {
    // CHECK: memref.store {{.*}} // last-writes: is write 3
    memref.store %x, %a[] : memref<i32>
  }
  // Allocations are apart, and a store to all of one hides what was there.
  // CHECK: memref.load {{.*}} // last-writes: reads write 1, write 3
  %0 = memref.load %a[] : memref<i32>
  // CHECK-NEXT: memref.load {{.*}} // last-writes: reads write 2
  %1 = memref.load %b[] : memref<i32>
  // Nobody else knows what is allocated here.
  // CHECK-NEXT: memref.load {{.*}} // last-writes: reads before
  %2 = memref.load %m[] : memref<i32>
  // A loop comes back.
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: memref.load {{.*}} // last-writes: reads write 2, write 4
    %3 = memref.load %b[] : memref<i32>
    // CHECK-NEXT: memref.store {{.*}} // last-writes: is write 4
    memref.store %3, %b[] : memref<i32>
  }
  return %2 : i32
}

// Nobody says how control goes through this region: all writes may have been before it runs.
// Behind it, it is one.
// CHECK-LABEL: func.func @unknown_region
func.func @unknown_region(%x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  // CHECK: memref.store {{.*}} // last-writes: is write [[FIRST:[0-9]+]]
  memref.store %x, %a[] : memref<i32>
  omp.parallel {
    // CHECK: memref.load {{.*}} // last-writes: reads write [[FIRST]], write [[ALL:[0-9]+]], write [[IN:[0-9]+]], before
    %0 = memref.load %a[] : memref<i32>
    // CHECK-NEXT: memref.store {{.*}} // last-writes: is write [[IN]]
    memref.store %0, %a[] : memref<i32>
    omp.terminator
  // CHECK: } // last-writes: is write [[ALL]]
  }
  // CHECK-NEXT: memref.load {{.*}} // last-writes: reads write [[FIRST]], write [[ALL]]
  %1 = memref.load %a[] : memref<i32>
  return %1 : i32
}

// A call does what the function does; one that nobody knows may do anything.
// CHECK-LABEL: func.func private @set
func.func private @set(%m: memref<i32>, %x: i32) {
  // CHECK: memref.store {{.*}} // last-writes: is write [[SET:[0-9]+]]
  memref.store %x, %m[] : memref<i32>
  return
}
func.func private @unknown()

// CHECK-LABEL: func.func @calls
func.func @calls(%x: i32) -> (i32, i32) {
  %a = memref.alloca() : memref<i32>
  // CHECK: call @set
  call @set(%a, %x) : (memref<i32>, i32) -> ()
  // CHECK-NEXT: memref.load {{.*}} // last-writes: reads write [[SET]]
  %0 = memref.load %a[] : memref<i32>
  // CHECK-NEXT: call @unknown() {{.*}} // last-writes: is write [[ANY:[0-9]+]], reads anything
  call @unknown() : () -> ()
  // CHECK-NEXT: memref.load {{.*}} // last-writes: reads write [[SET]], write [[ANY]]
  %1 = memref.load %a[] : memref<i32>
  return %0, %1 : i32, i32
}

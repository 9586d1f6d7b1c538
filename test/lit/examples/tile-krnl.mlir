// RUN: mlirlite-opt --load-plugin %S/../../../examples/tile.py %s --tile-krnl='sizes=4,2' --check-semantics | FileCheck %s
// RUN: mlirlite-opt --load-plugin %S/../../../examples/tile.py %s --tile-krnl=sizes=8 | FileCheck %s --check-prefix=ONE
// RUN: mlirlite-opt --load-plugin %S/../../../examples/tile.py %s --tile-krnl='sizes=4,2' --convert-krnl-to-affine --lower-affine --check-semantics | FileCheck %s --check-prefix=LOOPS
// RUN: mlirlite-opt --load-plugin %S/../../../examples/tile.py %s --tile-krnl='sizes=4,2' --trace-patterns -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// CHECK-LABEL: func.func @matmul
// CHECK:         %[[L:.*]]:3 = krnl.define_loops 3
// CHECK-NEXT:    %[[IB:.*]], %[[IL:.*]] = krnl.block %[[L]]#0 4 :
// CHECK-NEXT:    %[[JB:.*]], %[[JL:.*]] = krnl.block %[[L]]#1 2 :
// CHECK-NEXT:    krnl.permute(%[[IB]], %[[IL]], %[[JB]], %[[JL]]) [0, 2, 1, 3] :
// CHECK-NEXT:    krnl.iterate(%[[IB]], %[[IL]], %[[JB]], %[[JL]], %[[L]]#2) with (%[[L]]#0 -> %{{.*}} = 0 to 6, %[[L]]#1 -> %{{.*}} = 0 to 5, %[[L]]#2 -> %{{.*}} = 0 to 7){

// ONE-LABEL: func.func @matmul
// ONE:         krnl.block %{{.*}}#0 8 :
// ONE-NOT:     krnl.permute

// LOOPS-LABEL:   func.func @matmul
// LOOPS-COUNT-5: scf.for

// TRACE: [tile-krnl] tile: does not apply to 'krnl.iterate' {{.*}}: it already has a schedule
// TRACE: [tile-krnl] tile: does not apply to 'krnl.iterate' {{.*}}: it has fewer loops (1) than sizes (2)
func.func @matmul(%a: memref<6x7xf32>, %b: memref<7x5xf32>, %c: memref<6x5xf32>) {
  %i, %j, %k = krnl.define_loops 3
  krnl.iterate(%i, %j, %k) with (%i -> %x = 0 to 6, %j -> %y = 0 to 5, %k -> %z = 0 to 7) {
    %l = krnl.load %a[%x, %z] : memref<6x7xf32>
    %r = krnl.load %b[%z, %y] : memref<7x5xf32>
    %s = krnl.load %c[%x, %y] : memref<6x5xf32>
    %p = arith.mulf %l, %r : f32
    %t = arith.addf %s, %p : f32
    krnl.store %t, %c[%x, %y] : memref<6x5xf32>
  }
  return
}

// A nest with fewer loops than sizes stays.
// CHECK-LABEL: func.func @one_loop
// CHECK-NOT:     krnl.block
func.func @one_loop(%m: memref<6xf32>, %v: f32) {
  %i = krnl.define_loops 1
  krnl.iterate(%i) with (%i -> %x = 0 to 6) {
    krnl.store %v, %m[%x] : memref<6xf32>
  }
  return
}

// What a function prints by vector.print, and by the functions of upstream's runner.
// RUN: mlirlite-run %s --entry-point-result=void | FileCheck %s
// RUN: mlirlite-run %s --entry-point-result=void --interpret | FileCheck %s
// RUN: mlirlite-opt %s --convert-vector-to-scf --convert-scf-to-cf --convert-vector-to-llvm --finalize-memref-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts | mlirlite-run - --entry-point-result=void --interpret | FileCheck %s

// CHECK: ( ( 1, 2.5 ), ( 3, 4 ) )
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data =
// CHECK-NEXT: {{\[}}[1,   2.5],
// CHECK-NEXT:  [3,   4]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data =
// CHECK-NEXT: [7]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1]
// CHECK-NEXT: 7done
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefShapeF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<[[1.0, 2.5], [3.0, 4.0]]> : vector<2x2xf32>
  %i = arith.constant 7 : i32
  vector.print %v : vector<2x2xf32>
  %m = memref.alloc() : memref<2x2xf32>
  vector.transfer_write %v, %m[%c0, %c0] : vector<2x2xf32>, memref<2x2xf32>
  %u = memref.cast %m : memref<2x2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %s = memref.alloc() : memref<i32>
  memref.store %i, %s[] : memref<i32>
  %t = memref.cast %s : memref<i32> to memref<*xi32>
  call @printMemrefI32(%t) : (memref<*xi32>) -> ()
  call @printMemrefShapeF32(%u) : (memref<*xf32>) -> ()
  vector.print %i : i32 punctuation <no_punctuation>
  vector.print str "done\n"
  return
}

// RUN: mlirlite-opt %s --normalize-memrefs --split-input-file --allow-unregistered-dialect | FileCheck %s

#tile = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @tiled() {
  %A = memref.alloc() : memref<16xf64, #tile>
  affine.for %i = 0 to 16 {
    %1 = affine.load %A[%i] : memref<16xf64, #tile>
    "test.use"(%1) : (f64) -> ()
  }
  memref.dealloc %A : memref<16xf64, #tile>
  return
}

// CHECK-LABEL: func.func @tiled
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<4x4xf64>
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 16 {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ALLOC]][%[[ARG0]] floordiv 4, %[[ARG0]] mod 4] : memref<4x4xf64>
// CHECK-NEXT:   "test.use"(%[[V0]]) : (f64) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[ALLOC]] : memref<4x4xf64>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @permute() {
  %A = memref.alloc() : memref<64x256xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 256 {
      %1 = affine.load %A[%i, %j] : memref<64x256xf32, affine_map<(d0, d1) -> (d1, d0)>>
      affine.store %1, %A[%i, %j] : memref<64x256xf32, affine_map<(d0, d1) -> (d1, d0)>>
    }
  }
  memref.dealloc %A : memref<64x256xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}

// CHECK-LABEL: func.func @permute
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<256x64xf32>
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to 64 {
// CHECK-NEXT:   affine.for %[[ARG1:.+]] = 0 to 256 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ALLOC]][%[[ARG1]], %[[ARG0]]] : memref<256x64xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ALLOC]][%[[ARG1]], %[[ARG0]]] : memref<256x64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[ALLOC]] : memref<256x64xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @shift(%idx: index) {
  %A = memref.alloc() : memref<64xf32, affine_map<(d0) -> (d0 + 1)>>
  affine.for %i = 0 to 64 {
    %1 = affine.load %A[%i + symbol(%idx)] : memref<64xf32, affine_map<(d0) -> (d0 + 1)>>
    "test.use"(%1) : (f32) -> ()
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-LABEL: func.func @shift
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<65xf32>
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 64 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]])[%[[ARG0]]]
// CHECK-NEXT:   %[[V1:.+]] = affine.load %[[ALLOC]][%[[ARG1]] + symbol(%[[ARG0]]) + 1] : memref<65xf32>
// CHECK-NEXT:   "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

#linear = affine_map<(d0, d1) -> (d0 * 8 + d1)>
func.func @argument(%A: memref<4x8xf32, #linear>, %B: memref<4x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %1 = affine.load %A[%i, %j] : memref<4x8xf32, #linear>
      affine.store %1, %B[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @argument
// CHECK-SAME: (%[[ARG0:.+]]: memref<32xf32>, %[[ARG1:.+]]: memref<4x8xf32>) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[ARG3:.+]] = 0 to 8 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]] * 8 + %[[ARG3]]] : memref<32xf32>
// CHECK-NEXT:     affine.store %[[V0]], %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

#rev = affine_map<(d0, d1) -> (d1, d0)>
func.func private @external(memref<8x4xf32, #rev>) -> memref<8x4xf32, #rev>
func.func @calls(%A: memref<8x4xf32, #rev>) -> memref<8x4xf32, #rev> {
  %0 = call @external(%A) : (memref<8x4xf32, #rev>) -> memref<8x4xf32, #rev>
  %1 = affine.load %0[0, 1] : memref<8x4xf32, #rev>
  affine.store %1, %A[2, 3] : memref<8x4xf32, #rev>
  return %0 : memref<8x4xf32, #rev>
}

// CHECK: #[[$MAP0:.+]] = affine_map<() -> (0)>
// CHECK: #[[$MAP1:.+]] = affine_map<() -> (1)>
// CHECK: #[[$MAP2:.+]] = affine_map<() -> (2)>
// CHECK: #[[$MAP3:.+]] = affine_map<() -> (3)>
// CHECK-LABEL: func.func private @external
// CHECK-SAME: (memref<4x8xf32>) -> memref<4x8xf32>
// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[ARG0:.+]]: memref<4x8xf32>) -> memref<4x8xf32> {
// CHECK-NEXT: %[[V0:.+]] = call @external(%[[ARG0]]) : (memref<4x8xf32>) -> memref<4x8xf32>
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP0]]()
// CHECK-NEXT: %[[V2:.+]] = affine.apply #[[$MAP1]]()
// CHECK-NEXT: %[[V3:.+]] = affine.load %[[V0]][1, 0] : memref<4x8xf32>
// CHECK-NEXT: %[[V4:.+]] = affine.apply #[[$MAP2]]()
// CHECK-NEXT: %[[V5:.+]] = affine.apply #[[$MAP3]]()
// CHECK-NEXT: affine.store %[[V3]], %[[ARG0]][3, 2] : memref<4x8xf32>
// CHECK-NEXT: return %[[V0]] : memref<4x8xf32>
// CHECK-NEXT: }

// -----

#rev = affine_map<(d0, d1) -> (d1, d0)>
func.func @plain_accesses(%A: memref<8x4xf32, #rev>, %i: index, %j: index) -> f32 {
  %0 = memref.load %A[%i, %j] : memref<8x4xf32, #rev>
  memref.store %0, %A[%j, %i] : memref<8x4xf32, #rev>
  return %0 : f32
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1] -> (s1)>
// CHECK-LABEL: func.func @plain_accesses
// CHECK-SAME: (%[[ARG0:.+]]: memref<4x8xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V2:.+]] = memref.load %[[ARG0]][%[[V0]], %[[V1]]] : memref<4x8xf32>
// CHECK-NEXT: %[[V3:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V4:.+]] = affine.apply #[[$MAP1]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: memref.store %[[V2]], %[[ARG0]][%[[V3]], %[[V4]]] : memref<4x8xf32>
// CHECK-NEXT: return %[[V2]] : f32
// CHECK-NEXT: }

// -----

// Uses that are not accesses; identity and strided layouts; symbols.

#tile = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @stays(%B: memref<4x8xf32, strided<[8, 1]>>, %s: index) {
  %A = memref.alloc() : memref<16xf64, #tile>
  "test.use"(%A) : (memref<16xf64, #tile>) -> ()
  %C = memref.alloc() : memref<16xf64, affine_map<(d0) -> (d0)>>
  %0 = affine.load %C[0] : memref<16xf64, affine_map<(d0) -> (d0)>>
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<4x8xf32, strided<[8, 1]>>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<16xf64, #[[$MAP0]]>
// CHECK-NEXT: "test.use"(%[[ALLOC]]) : (memref<16xf64, #[[$MAP0]]>) -> ()
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc() : memref<16xf64>
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ALLOC_0]][0] : memref<16xf64>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// A tiled layout with unknown sizes, symbols, and casts.

#tiled = affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>
#strided = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>

// CHECK-DAG: #[[TILES:.*]] = affine_map<(d0, d1) -> (d1 ceildiv 32)>
// CHECK-DAG: #[[SIZE:.*]] = affine_map<(d0, d1) -> (32)>
// CHECK-LABEL: func.func @tiled_dynamic
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: memref<4x?x?xf32>) -> memref<4x?x?xf32>
// CHECK:      %[[C4:.*]] = arith.constant 4 : index
// CHECK:      %[[T:.*]] = affine.apply #[[TILES]](%[[C4]], %[[N]])
// CHECK:      %[[S:.*]] = affine.apply #[[SIZE]](%[[C4]], %[[N]])
// CHECK:      %[[M:.*]] = memref.alloc(%[[T]], %[[S]]) : memref<4x?x?xf32>
// CHECK:      affine.load %[[A]][%{{.*}}, %{{.*}} floordiv 32, %{{.*}} mod 32]
// CHECK:      return %[[M]] : memref<4x?x?xf32>
func.func @tiled_dynamic(%n: index, %a: memref<4x?xf32, #tiled>) -> memref<4x?xf32, #tiled> {
  %m = memref.alloc(%n) : memref<4x?xf32, #tiled>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      %v = affine.load %a[%i, %j] : memref<4x?xf32, #tiled>
      affine.store %v, %m[%i, %j] : memref<4x?xf32, #tiled>
    }
  }
  return %m : memref<4x?xf32, #tiled>
}

// -----

// CHECK-LABEL: func.func @reinterpret_cast
// CHECK:      %[[C:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [32], strides: [1] : memref<2x17xf32> to memref<32xf32>
// CHECK:      memref.load %[[C]][%{{.*}}]
// CHECK:      return %[[C]] : memref<32xf32>
func.func @reinterpret_cast(%a: memref<2x17xf32>, %i: index) -> (memref<1x5xf32, strided<[17, 1], offset: 27>>) {
  %c = memref.reinterpret_cast %a to offset: [27], sizes: [1, 5], strides: [17, 1] : memref<2x17xf32> to memref<1x5xf32, strided<[17, 1], offset: 27>>
  %v = memref.load %c[%i, %i] : memref<1x5xf32, strided<[17, 1], offset: 27>>
  memref.store %v, %a[%i, %i] : memref<2x17xf32>
  return %c : memref<1x5xf32, strided<[17, 1], offset: 27>>
}

// -----

// A view that is returned stays as it is.

// CHECK-LABEL: func.func @subview
// CHECK-SAME: -> memref<4xf32, strided<[2]>>
func.func @subview(%a: memref<8xf32>) -> memref<4xf32, strided<[2]>> {
  %v = memref.subview %a[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  return %v : memref<4xf32, strided<[2]>>
}

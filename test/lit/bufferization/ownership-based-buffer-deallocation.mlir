// Who owns a buffer in the end frees it; ownership goes along as values of type i1.
// RUN: mlirlite-opt %s --ownership-based-buffer-deallocation --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --ownership-based-buffer-deallocation='private-function-dynamic-ownership=true' --split-input-file | FileCheck %s --check-prefix=DYNAMIC

// CHECK-LABEL: func.func @temporary(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> f32 {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     memref.store %[[ARG1]], %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// CHECK-NEXT:     return %[[LOAD]] : f32
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @temporary(
// DYNAMIC-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> f32 {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     memref.store %[[ARG1]], %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// DYNAMIC-NEXT:     return %[[LOAD]] : f32
// DYNAMIC-NEXT:   }
func.func @temporary(%i: index, %x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  %0 = memref.load %m[%i] : memref<4xf32>
  return %0 : f32
}

// -----

// What a function returns its caller owns; an argument must be cloned for that.

// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[FALSE]] -> (memref<4xf32>) {
// CHECK-NEXT:       scf.yield %[[ARG0]] : memref<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[CLONE:.*]] = bufferization.clone %[[ARG0]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       scf.yield %[[CLONE]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG0]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]]) retain (%[[ALLOC]], %[[IF]] : memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:     return %[[ALLOC]], %[[IF]] : memref<4xf32>, memref<4xf32>
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @returned(
// DYNAMIC-SAME:    %[[ARG0:.*]]: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[IF:.*]] = scf.if %[[FALSE]] -> (memref<4xf32>) {
// DYNAMIC-NEXT:       scf.yield %[[ARG0]] : memref<4xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %[[CLONE:.*]] = bufferization.clone %[[ARG0]] : memref<4xf32> to memref<4xf32>
// DYNAMIC-NEXT:       scf.yield %[[CLONE]] : memref<4xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG0]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]]) retain (%[[ALLOC]], %[[IF]] : memref<4xf32>, memref<4xf32>)
// DYNAMIC-NEXT:     return %[[ALLOC]], %[[IF]] : memref<4xf32>, memref<4xf32>
// DYNAMIC-NEXT:   }
func.func @returned(%arg: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %m = memref.alloc() : memref<4xf32>
  return %m, %arg : memref<4xf32>, memref<4xf32>
}

// -----

// Nobody frees what is on the stack, or by hand.

// CHECK-LABEL: func.func @not_freed(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[FALSE_0:.*]] = arith.constant false
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT:     memref.store %[[ARG1]], %[[ALLOCA]][%[[ARG0]]] : memref<4xf32>
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK-NEXT:     memref.store %[[ARG1]], %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[XORI:.*]] = arith.xori %[[FALSE]], %[[TRUE]] : i1
// CHECK-NEXT:     cf.assert %[[XORI]], "expected that the block does not have ownership"
// CHECK-NEXT:     memref.dealloc %[[ALLOC]] {bufferization.manual_deallocation} : memref<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @not_freed(
// DYNAMIC-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[FALSE_0:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<4xf32>
// DYNAMIC-NEXT:     memref.store %[[ARG1]], %[[ALLOCA]][%[[ARG0]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// DYNAMIC-NEXT:     memref.store %[[ARG1]], %[[ALLOC]][%[[ARG0]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[XORI:.*]] = arith.xori %[[FALSE]], %[[TRUE]] : i1
// DYNAMIC-NEXT:     cf.assert %[[XORI]], "expected that the block does not have ownership"
// DYNAMIC-NEXT:     memref.dealloc %[[ALLOC]] {bufferization.manual_deallocation} : memref<4xf32>
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
func.func @not_freed(%i: index, %x: f32) {
  %m = memref.alloca() : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  %h = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  memref.store %x, %h[%i] : memref<4xf32>
  memref.dealloc %h {bufferization.manual_deallocation} : memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @view(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:     %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[SUBVIEW]][%[[ARG0]]] : memref<4xf32, strided<[1], offset: 2>>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<8xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// CHECK-NEXT:     return %[[LOAD]] : f32
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @view(
// DYNAMIC-SAME:    %[[ARG0:.*]]: index) -> f32 {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<8xf32>
// DYNAMIC-NEXT:     %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
// DYNAMIC-NEXT:     %[[LOAD:.*]] = memref.load %[[SUBVIEW]][%[[ARG0]]] : memref<4xf32, strided<[1], offset: 2>>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<8xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// DYNAMIC-NEXT:     return %[[LOAD]] : f32
// DYNAMIC-NEXT:   }
func.func @view(%i: index) -> f32 {
  %m = memref.alloc() : memref<8xf32>
  %v = memref.subview %m[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %0 = memref.load %v[%i] : memref<4xf32, strided<[1], offset: 2>>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @chosen(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[ALLOC]], %[[ARG1]] : memref<4xf32>
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[ARG0]], %[[TRUE]], %[[FALSE]] : i1
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[SELECT_1]] -> (memref<4xf32>) {
// CHECK-NEXT:       scf.yield %[[SELECT]] : memref<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[CLONE:.*]] = bufferization.clone %[[SELECT]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       scf.yield %[[CLONE]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]]) retain (%[[IF]] : memref<4xf32>)
// CHECK-NEXT:     return %[[IF]] : memref<4xf32>
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @chosen(
// DYNAMIC-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>) -> memref<4xf32> {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[ALLOC]], %[[ARG1]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[SELECT_1:.*]] = arith.select %[[ARG0]], %[[TRUE]], %[[FALSE]] : i1
// DYNAMIC-NEXT:     %[[IF:.*]] = scf.if %[[SELECT_1]] -> (memref<4xf32>) {
// DYNAMIC-NEXT:       scf.yield %[[SELECT]] : memref<4xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %[[CLONE:.*]] = bufferization.clone %[[SELECT]] : memref<4xf32> to memref<4xf32>
// DYNAMIC-NEXT:       scf.yield %[[CLONE]] : memref<4xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]]) retain (%[[IF]] : memref<4xf32>)
// DYNAMIC-NEXT:     return %[[IF]] : memref<4xf32>
// DYNAMIC-NEXT:   }
func.func @chosen(%c: i1, %arg: memref<4xf32>) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %m, %arg : memref<4xf32>
  return %s : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> memref<4xf32> {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[FOR:.*]]:2 = scf.for %[[ARG3:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[ALLOC]], %[[ARG5:.*]] = %[[FALSE]]) -> (memref<4xf32>, i1) {
// CHECK-NEXT:       %[[TRUE_9:.*]] = arith.constant true
// CHECK-NEXT:       %[[ALLOC_10:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:       memref.copy %[[ARG4]], %[[ALLOC_10]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       %[[BASE_BUFFER_11:.*]], %[[OFFSET_12:.*]], %[[SIZES_13:.*]], %[[STRIDES_14:.*]] = memref.extract_strided_metadata %[[ARG4]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %[[BASE_BUFFER_15:.*]], %[[OFFSET_16:.*]], %[[SIZES_17:.*]], %[[STRIDES_18:.*]] = memref.extract_strided_metadata %[[ALLOC_10]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER_11]], %[[BASE_BUFFER_15]] : memref<f32>, memref<f32>) if (%[[ARG5]], %[[TRUE_9]]) retain (%[[ALLOC_10]] : memref<4xf32>)
// CHECK-NEXT:       scf.yield %[[ALLOC_10]], %[[DEALLOC]] : memref<4xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[FOR]]#1 -> (memref<4xf32>) {
// CHECK-NEXT:       scf.yield %[[FOR]]#0 : memref<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[DEALLOC]] = bufferization.clone %[[FOR]]#0 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       scf.yield %[[DEALLOC]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[FOR]]#0 : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC_1:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[TRUE]], %[[FOR]]#1, %[[TRUE_0]]) retain (%[[IF]] : memref<4xf32>)
// CHECK-NEXT:     return %[[IF]] : memref<4xf32>
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @carried(
// DYNAMIC-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> memref<4xf32> {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[FOR:.*]]:2 = scf.for %[[ARG3:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[ALLOC]], %[[ARG5:.*]] = %[[FALSE]]) -> (memref<4xf32>, i1) {
// DYNAMIC-NEXT:       %[[TRUE_9:.*]] = arith.constant true
// DYNAMIC-NEXT:       %[[ALLOC_10:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:       memref.copy %[[ARG4]], %[[ALLOC_10]] : memref<4xf32> to memref<4xf32>
// DYNAMIC-NEXT:       %[[BASE_BUFFER_11:.*]], %[[OFFSET_12:.*]], %[[SIZES_13:.*]], %[[STRIDES_14:.*]] = memref.extract_strided_metadata %[[ARG4]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %[[BASE_BUFFER_15:.*]], %[[OFFSET_16:.*]], %[[SIZES_17:.*]], %[[STRIDES_18:.*]] = memref.extract_strided_metadata %[[ALLOC_10]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER_11]], %[[BASE_BUFFER_15]] : memref<f32>, memref<f32>) if (%[[ARG5]], %[[TRUE_9]]) retain (%[[ALLOC_10]] : memref<4xf32>)
// DYNAMIC-NEXT:       scf.yield %[[ALLOC_10]], %[[DEALLOC]] : memref<4xf32>, i1
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %[[IF:.*]] = scf.if %[[FOR]]#1 -> (memref<4xf32>) {
// DYNAMIC-NEXT:       scf.yield %[[FOR]]#0 : memref<4xf32>
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %[[DEALLOC]] = bufferization.clone %[[FOR]]#0 : memref<4xf32> to memref<4xf32>
// DYNAMIC-NEXT:       scf.yield %[[DEALLOC]] : memref<4xf32>
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[FOR]]#0 : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC_1:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[TRUE]], %[[FOR]]#1, %[[TRUE_0]]) retain (%[[IF]] : memref<4xf32>)
// DYNAMIC-NEXT:     return %[[IF]] : memref<4xf32>
// DYNAMIC-NEXT:   }
func.func @carried(%lb: index, %ub: index, %step: index) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %0 = scf.for %i = %lb to %ub step %step iter_args(%b = %m) -> (memref<4xf32>) {
    %n = memref.alloc() : memref<4xf32>
    memref.copy %b, %n : memref<4xf32> to memref<4xf32>
    scf.yield %n : memref<4xf32>
  }
  return %0 : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @one_of_two(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[FALSE_0:.*]] = arith.constant false
// CHECK-NEXT:     %[[IF:.*]]:2 = scf.if %[[ARG0]] -> (memref<4xf32>, i1) {
// CHECK-NEXT:       %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:       %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:       %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER_5]] : memref<f32>) if (%[[TRUE]]) retain (%[[ALLOC]] : memref<4xf32>)
// CHECK-NEXT:       scf.yield %[[ALLOC]], %[[DEALLOC]] : memref<4xf32>, i1
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[FALSE_5:.*]] = arith.constant false
// CHECK-NEXT:       %[[DEALLOC]] = bufferization.dealloc retain (%[[ARG1]] : memref<4xf32>)
// CHECK-NEXT:       scf.yield %[[ARG1]], %[[DEALLOC]] : memref<4xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[IF]]#0[%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[IF]]#0 : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]] : memref<f32>, memref<f32>) if (%[[FALSE_0]], %[[IF]]#1)
// CHECK-NEXT:     return %[[LOAD]] : f32
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @one_of_two(
// DYNAMIC-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[FALSE_0:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[IF:.*]]:2 = scf.if %[[ARG0]] -> (memref<4xf32>, i1) {
// DYNAMIC-NEXT:       %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:       %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:       %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER_5]] : memref<f32>) if (%[[TRUE]]) retain (%[[ALLOC]] : memref<4xf32>)
// DYNAMIC-NEXT:       scf.yield %[[ALLOC]], %[[DEALLOC]] : memref<4xf32>, i1
// DYNAMIC-NEXT:     } else {
// DYNAMIC-NEXT:       %[[FALSE_5:.*]] = arith.constant false
// DYNAMIC-NEXT:       %[[DEALLOC]] = bufferization.dealloc retain (%[[ARG1]] : memref<4xf32>)
// DYNAMIC-NEXT:       scf.yield %[[ARG1]], %[[DEALLOC]] : memref<4xf32>, i1
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     %[[LOAD:.*]] = memref.load %[[IF]]#0[%[[ARG2]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[IF]]#0 : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]] : memref<f32>, memref<f32>) if (%[[FALSE_0]], %[[IF]]#1)
// DYNAMIC-NEXT:     return %[[LOAD]] : f32
// DYNAMIC-NEXT:   }
func.func @one_of_two(%c: i1, %arg: memref<4xf32>, %i: index) -> f32 {
  %0 = scf.if %c -> (memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %arg : memref<4xf32>
  }
  %1 = memref.load %0[%i] : memref<4xf32>
  return %1 : f32
}

// -----

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_0:.*]], %[[OFFSET_1:.*]], %[[SIZES_2:.*]], %[[STRIDES_3:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[FALSE]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[TRUE]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[DEALLOC:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]] : memref<f32>, memref<f32>) if (%[[ANDI]], %[[ANDI_1]]) retain (%[[ALLOC]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:     %[[TRUE_4:.*]] = arith.constant true
// CHECK-NEXT:     %[[XORI:.*]] = arith.xori %[[TRUE_4]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[FALSE]], %[[XORI]] : i1
// CHECK-NEXT:     %[[TRUE_5:.*]] = arith.constant true
// CHECK-NEXT:     %[[XORI_1:.*]] = arith.xori %[[TRUE_5]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[TRUE]], %[[XORI_1]] : i1
// CHECK-NEXT:     %[[DEALLOC_1:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]] : memref<f32>, memref<f32>) if (%[[ANDI_2]], %[[ANDI_3]]) retain (%[[ALLOC]] : memref<4xf32>)
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[DEALLOC]]#1, %[[DEALLOC_1]] : i1
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1(%[[ALLOC]], %[[DEALLOC]]#1 : memref<4xf32>, i1), ^bb2
// CHECK-NEXT:   ^bb1(%[[VAL:.*]]: memref<4xf32>, %[[VAL_1:.*]]: i1):  // pred: ^bb0
// CHECK-NEXT:     %[[BASE_BUFFER_6:.*]], %[[OFFSET_7:.*]], %[[SIZES_8:.*]], %[[STRIDES_9:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_10:.*]], %[[OFFSET_11:.*]], %[[SIZES_12:.*]], %[[STRIDES_13:.*]] = memref.extract_strided_metadata %[[VAL]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC_2:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER_6]], %[[BASE_BUFFER_10]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[VAL_1]]) retain (%[[VAL]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:     cf.br ^bb3(%[[VAL]], %[[DEALLOC_2]]#0 : memref<4xf32>, i1)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %[[TRUE_14:.*]] = arith.constant true
// CHECK-NEXT:     %[[ALLOC_15:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[BASE_BUFFER_16:.*]], %[[OFFSET_17:.*]], %[[SIZES_18:.*]], %[[STRIDES_19:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_20:.*]], %[[OFFSET_21:.*]], %[[SIZES_22:.*]], %[[STRIDES_23:.*]] = memref.extract_strided_metadata %[[ALLOC_15]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC_3:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER_16]], %[[BASE_BUFFER_20]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[TRUE_14]]) retain (%[[ALLOC_15]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:     cf.br ^bb3(%[[ALLOC_15]], %[[DEALLOC_3]]#0 : memref<4xf32>, i1)
// CHECK-NEXT:   ^bb3(%[[VAL_2:.*]]: memref<4xf32>, %[[VAL_3:.*]]: i1):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[VAL_2]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOC]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[LOAD]], %[[LOAD_1]] : f32
// CHECK-NEXT:     %[[BASE_BUFFER_24:.*]], %[[OFFSET_25:.*]], %[[SIZES_26:.*]], %[[STRIDES_27:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_28:.*]], %[[OFFSET_29:.*]], %[[SIZES_30:.*]], %[[STRIDES_31:.*]] = memref.extract_strided_metadata %[[VAL_2]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER_24]], %[[BASE_BUFFER_28]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[VAL_3]])
// CHECK-NEXT:     return %[[ADDF]] : f32
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @branches(
// DYNAMIC-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_0:.*]], %[[OFFSET_1:.*]], %[[SIZES_2:.*]], %[[STRIDES_3:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[ANDI:.*]] = arith.andi %[[FALSE]], %[[ARG0]] : i1
// DYNAMIC-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[TRUE]], %[[ARG0]] : i1
// DYNAMIC-NEXT:     %[[DEALLOC:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]] : memref<f32>, memref<f32>) if (%[[ANDI]], %[[ANDI_1]]) retain (%[[ALLOC]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// DYNAMIC-NEXT:     %[[TRUE_4:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[XORI:.*]] = arith.xori %[[TRUE_4]], %[[ARG0]] : i1
// DYNAMIC-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[FALSE]], %[[XORI]] : i1
// DYNAMIC-NEXT:     %[[TRUE_5:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[XORI_1:.*]] = arith.xori %[[TRUE_5]], %[[ARG0]] : i1
// DYNAMIC-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[TRUE]], %[[XORI_1]] : i1
// DYNAMIC-NEXT:     %[[DEALLOC_1:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]] : memref<f32>, memref<f32>) if (%[[ANDI_2]], %[[ANDI_3]]) retain (%[[ALLOC]] : memref<4xf32>)
// DYNAMIC-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[DEALLOC]]#1, %[[DEALLOC_1]] : i1
// DYNAMIC-NEXT:     cf.cond_br %[[ARG0]], ^bb1(%[[ALLOC]], %[[DEALLOC]]#1 : memref<4xf32>, i1), ^bb2
// DYNAMIC-NEXT:   ^bb1(%[[VAL:.*]]: memref<4xf32>, %[[VAL_1:.*]]: i1):  // pred: ^bb0
// DYNAMIC-NEXT:     %[[BASE_BUFFER_6:.*]], %[[OFFSET_7:.*]], %[[SIZES_8:.*]], %[[STRIDES_9:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_10:.*]], %[[OFFSET_11:.*]], %[[SIZES_12:.*]], %[[STRIDES_13:.*]] = memref.extract_strided_metadata %[[VAL]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC_2:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER_6]], %[[BASE_BUFFER_10]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[VAL_1]]) retain (%[[VAL]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// DYNAMIC-NEXT:     cf.br ^bb3(%[[VAL]], %[[DEALLOC_2]]#0 : memref<4xf32>, i1)
// DYNAMIC-NEXT:   ^bb2:  // pred: ^bb0
// DYNAMIC-NEXT:     %[[TRUE_14:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[ALLOC_15:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[BASE_BUFFER_16:.*]], %[[OFFSET_17:.*]], %[[SIZES_18:.*]], %[[STRIDES_19:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_20:.*]], %[[OFFSET_21:.*]], %[[SIZES_22:.*]], %[[STRIDES_23:.*]] = memref.extract_strided_metadata %[[ALLOC_15]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC_3:.*]]:2 = bufferization.dealloc (%[[BASE_BUFFER_16]], %[[BASE_BUFFER_20]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[TRUE_14]]) retain (%[[ALLOC_15]], %[[ALLOC]] : memref<4xf32>, memref<4xf32>)
// DYNAMIC-NEXT:     cf.br ^bb3(%[[ALLOC_15]], %[[DEALLOC_3]]#0 : memref<4xf32>, i1)
// DYNAMIC-NEXT:   ^bb3(%[[VAL_2:.*]]: memref<4xf32>, %[[VAL_3:.*]]: i1):  // 2 preds: ^bb1, ^bb2
// DYNAMIC-NEXT:     %[[LOAD:.*]] = memref.load %[[VAL_2]][%[[ARG2]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOC]][%[[ARG2]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[LOAD]], %[[LOAD_1]] : f32
// DYNAMIC-NEXT:     %[[BASE_BUFFER_24:.*]], %[[OFFSET_25:.*]], %[[SIZES_26:.*]], %[[STRIDES_27:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_28:.*]], %[[OFFSET_29:.*]], %[[SIZES_30:.*]], %[[STRIDES_31:.*]] = memref.extract_strided_metadata %[[VAL_2]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER_24]], %[[BASE_BUFFER_28]] : memref<f32>, memref<f32>) if (%[[SELECT]], %[[VAL_3]])
// DYNAMIC-NEXT:     return %[[ADDF]] : f32
// DYNAMIC-NEXT:   }
func.func @branches(%c: i1, %arg: memref<4xf32>, %i: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1(%m : memref<4xf32>), ^bb2
^bb1(%a: memref<4xf32>):
  cf.br ^bb3(%a : memref<4xf32>)
^bb2:
  %n = memref.alloc() : memref<4xf32>
  cf.br ^bb3(%n : memref<4xf32>)
^bb3(%b: memref<4xf32>):
  %0 = memref.load %b[%i] : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// -----

// CHECK-LABEL: func.func private @make(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[ALLOC]], %[[ARG1]] : memref<4xf32>
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[ARG0]], %[[TRUE]], %[[FALSE]] : i1
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[SELECT_1]] -> (memref<4xf32>) {
// CHECK-NEXT:       scf.yield %[[SELECT]] : memref<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[CLONE:.*]] = bufferization.clone %[[SELECT]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       scf.yield %[[CLONE]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[IF]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]]) retain (%[[IF]] : memref<4xf32>)
// CHECK-NEXT:     return %[[IF]] : memref<4xf32>
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func private @make(
// DYNAMIC-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>) -> (memref<4xf32>, i1) {
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[ALLOC]], %[[ARG1]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_0:.*]], %[[OFFSET_1:.*]], %[[SIZES_2:.*]], %[[STRIDES_3:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[DEALLOC:.*]] = bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]] : memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]]) retain (%[[SELECT]] : memref<4xf32>)
// DYNAMIC-NEXT:     return %[[SELECT]], %[[DEALLOC]] : memref<4xf32>, i1
// DYNAMIC-NEXT:   }
func.func private @make(%c: i1, %arg: memref<4xf32>) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %m, %arg : memref<4xf32>
  return %s : memref<4xf32>
}

// CHECK-LABEL: func.func private @declared(
// CHECK-SAME:    ) -> memref<4xf32>
// DYNAMIC-LABEL: func.func private @declared(
// DYNAMIC-SAME:    ) -> memref<4xf32>
func.func private @declared() -> memref<4xf32>

// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[CALL:.*]] = call @make(%[[ARG0]], %[[ARG1]]) : (i1, memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:     %[[TRUE_0:.*]] = arith.constant true
// CHECK-NEXT:     %[[CALL_1:.*]] = call @declared() : () -> memref<4xf32>
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[CALL]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[CALL_1]][%[[ARG2]]] : memref<4xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[LOAD]], %[[LOAD_1]] : f32
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_1:.*]], %[[OFFSET_2:.*]], %[[SIZES_3:.*]], %[[STRIDES_4:.*]] = memref.extract_strided_metadata %[[CALL]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]], %[[STRIDES_8:.*]] = memref.extract_strided_metadata %[[CALL_1]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_1]], %[[BASE_BUFFER_5]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[TRUE]], %[[TRUE_0]])
// CHECK-NEXT:     return %[[ADDF]] : f32
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @calls(
// DYNAMIC-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<4xf32>, %[[ARG2:.*]]: index) -> f32 {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[CALL:.*]]:2 = call @make(%[[ARG0]], %[[ARG1]]) : (i1, memref<4xf32>) -> (memref<4xf32>, i1)
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[CALL_1:.*]] = call @declared() : () -> memref<4xf32>
// DYNAMIC-NEXT:     %[[LOAD:.*]] = memref.load %[[CALL]]#0[%[[ARG2]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[LOAD_1:.*]] = memref.load %[[CALL_1]][%[[ARG2]]] : memref<4xf32>
// DYNAMIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[LOAD]], %[[LOAD_1]] : f32
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_0:.*]], %[[OFFSET_1:.*]], %[[SIZES_2:.*]], %[[STRIDES_3:.*]] = memref.extract_strided_metadata %[[CALL]]#0 : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     %[[BASE_BUFFER_4:.*]], %[[OFFSET_5:.*]], %[[SIZES_6:.*]], %[[STRIDES_7:.*]] = memref.extract_strided_metadata %[[CALL_1]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]], %[[BASE_BUFFER_0]], %[[BASE_BUFFER_4]] : memref<f32>, memref<f32>, memref<f32>) if (%[[FALSE]], %[[CALL]]#1, %[[TRUE]])
// DYNAMIC-NEXT:     return %[[ADDF]] : f32
// DYNAMIC-NEXT:   }
func.func @calls(%c: i1, %arg: memref<4xf32>, %i: index) -> f32 {
  %m = func.call @make(%c, %arg) : (i1, memref<4xf32>) -> memref<4xf32>
  %d = func.call @declared() : () -> memref<4xf32>
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.load %d[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// -----

// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: i1) {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// CHECK-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]] = memref.extract_strided_metadata %[[REINTERPRET_CAST]] : memref<f32, strided<[]>> -> memref<f32>, index
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[FALSE]], %[[ARG1]] : i1
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[ANDI]])
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[XORI:.*]] = arith.xori %[[TRUE]], %[[ARG1]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[FALSE]], %[[XORI]] : i1
// CHECK-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[ANDI_1]])
// CHECK-NEXT:     cf.cond_br %[[ARG1]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @unranked(
// DYNAMIC-SAME:    %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: i1) {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// DYNAMIC-NEXT:     %[[BASE_BUFFER:.*]], %[[OFFSET:.*]] = memref.extract_strided_metadata %[[REINTERPRET_CAST]] : memref<f32, strided<[]>> -> memref<f32>, index
// DYNAMIC-NEXT:     %[[ANDI:.*]] = arith.andi %[[FALSE]], %[[ARG1]] : i1
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[ANDI]])
// DYNAMIC-NEXT:     %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:     %[[XORI:.*]] = arith.xori %[[TRUE]], %[[ARG1]] : i1
// DYNAMIC-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[FALSE]], %[[XORI]] : i1
// DYNAMIC-NEXT:     bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[ANDI_1]])
// DYNAMIC-NEXT:     cf.cond_br %[[ARG1]], ^bb1, ^bb2
// DYNAMIC-NEXT:   ^bb1:  // pred: ^bb0
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   ^bb2:  // pred: ^bb0
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
func.func @unranked(%arg: memref<*xf32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

// -----

// CHECK-LABEL: func.func @parallel(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     scf.forall (%[[ARG2:.*]]) in (%[[ARG0]]) {
// CHECK-NEXT:       %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:       %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:       memref.copy %[[ALLOC]], %[[ALLOC]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:       %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:       bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// DYNAMIC-LABEL: func.func @parallel(
// DYNAMIC-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) {
// DYNAMIC-NEXT:     %[[FALSE:.*]] = arith.constant false
// DYNAMIC-NEXT:     scf.forall (%[[ARG2:.*]]) in (%[[ARG0]]) {
// DYNAMIC-NEXT:       %[[TRUE:.*]] = arith.constant true
// DYNAMIC-NEXT:       %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// DYNAMIC-NEXT:       memref.copy %[[ALLOC]], %[[ALLOC]] : memref<4xf32> to memref<4xf32>
// DYNAMIC-NEXT:       %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[ALLOC]] : memref<4xf32> -> memref<f32>, index, index, index
// DYNAMIC-NEXT:       bufferization.dealloc (%[[BASE_BUFFER]] : memref<f32>) if (%[[TRUE]])
// DYNAMIC-NEXT:     }
// DYNAMIC-NEXT:     return
// DYNAMIC-NEXT:   }
func.func @parallel(%n: index, %i: index) {
  scf.forall (%j) in (%n) {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  }
  return
}

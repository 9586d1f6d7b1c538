// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @xegpu_convert_layout(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[CONVERT_LAYOUT:.*]] = transform.xegpu.convert_layout %[[ARG0]] input_sg_layout = [6, 4] input_sg_data = [32, 16] input_inst_data = [32, 16] target_sg_layout = [6, 4] target_sg_data = [8, 16] target_inst_data = [8, 16] : (!transform.any_value) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_convert_layout(%0: !transform.any_value) {
  %1 = transform.xegpu.convert_layout %0 input_sg_layout = [6, 4] input_sg_data = [32, 16]
      input_inst_data = [32, 16] target_sg_layout = [6, 4] target_sg_data = [8, 16]
      target_inst_data = [8, 16]
      : (!transform.any_value) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @xegpu_get_desc_op(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[GET_DESC_OP:.*]] = transform.xegpu.get_desc_op %[[ARG0]] : (!transform.any_value) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_get_desc_op(%0: !transform.any_value) {
  %1 = transform.xegpu.get_desc_op %0 : (!transform.any_value) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @xegpu_insert_prefetch(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[INSERT_PREFETCH:.*]] = transform.xegpu.insert_prefetch %[[ARG0]] nb_prefetch = 1 : (!transform.any_value) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_insert_prefetch(%0: !transform.any_value) {
  %1 = transform.xegpu.insert_prefetch %0 nb_prefetch = 1
      : (!transform.any_value) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @xegpu_set_desc_layout(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SET_DESC_LAYOUT:.*]] = transform.xegpu.set_desc_layout %[[ARG0]] sg_layout = [8, 4] sg_data = [32, 64] inst_data = [8, 16] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_set_desc_layout(%0: !transform.any_op) {
  %1 = transform.xegpu.set_desc_layout %0 sg_layout = [8, 4] sg_data = [32, 64]
      inst_data = [8, 16]
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @xegpu_set_gpu_launch_threads(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.xegpu.set_gpu_launch_threads %[[ARG0]] threads = [8, 4, 1] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_set_gpu_launch_threads(%0: !transform.any_op) {
  transform.xegpu.set_gpu_launch_threads %0 threads = [8, 4, 1] : !transform.any_op
  return
}

// CHECK-LABEL: func.func @xegpu_set_op_layout_attr(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.xegpu.set_op_layout_attr %[[ARG0]] index = 1 sg_layout = [8, 4] sg_data = [32, 64] inst_data = [8, 16] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @xegpu_set_op_layout_attr(%0: !transform.any_op) {
  transform.xegpu.set_op_layout_attr %0 index = 1 sg_layout = [8, 4] sg_data = [32, 64]
      inst_data = [8, 16]
      : !transform.any_op
  return
}

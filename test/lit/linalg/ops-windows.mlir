// Convolutions and poolings, which are known by name.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @conv_1d(
func.func @conv_1d(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %{{.*}} = linalg.conv_1d ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.conv_1d ins(%arg0, %arg1 : tensor<?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: return %{{.*}} : tensor<?xf32>
  return %0 : tensor<?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d(
func.func @conv_2d(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.conv_2d ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_3d(
func.func @conv_3d(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_3d ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.conv_3d ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
func.func @conv_1d_ncw_fcw(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_1d_ncw_fcw ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.conv_1d_ncw_fcw ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
func.func @conv_1d_nwc_wcf(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_1d_nwc_wcf ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.conv_1d_nwc_wcf ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
func.func @conv_2d_nchw_fchw(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q(
func.func @conv_2d_nchw_fchw_q(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nchw_fchw_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
func.func @conv_2d_nhwc_fhwc(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwc_fhwc ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwc_fhwc ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q(
func.func @conv_2d_nhwc_fhwc_q(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwc_fhwc_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwc_fhwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
func.func @conv_2d_nhwc_hwcf(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q(
func.func @conv_2d_nhwc_hwcf_q(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwc_hwcf_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwc_hwcf_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
func.func @conv_2d_ngchw_fgchw(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_ngchw_fgchw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_2d_ngchw_fgchw ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
func.func @conv_2d_ngchw_gfchw(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_ngchw_gfchw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_2d_ngchw_gfchw ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q(
func.func @conv_2d_ngchw_gfchw_q(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_ngchw_gfchw_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_2d_ngchw_gfchw_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
func.func @conv_2d_nhwgc_gfhwc(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwgc_gfhwc ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwgc_gfhwc ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q(
func.func @conv_2d_nhwgc_gfhwc_q(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_2d_nhwgc_gfhwc_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_2d_nhwgc_gfhwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
func.func @conv_3d_ncdhw_fcdhw(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_3d_ncdhw_fcdhw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_3d_ncdhw_fcdhw ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
func.func @conv_3d_ndhwc_dhwcf(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_3d_ndhwc_dhwcf ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_3d_ndhwc_dhwcf ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q(
func.func @conv_3d_ndhwc_dhwcf_q(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.conv_3d_ndhwc_dhwcf_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.conv_3d_ndhwc_dhwcf_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
func.func @depthwise_conv_1d_ncw_cw(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_1d_ncw_cw ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.depthwise_conv_1d_ncw_cw ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
func.func @depthwise_conv_1d_nwc_wc(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_1d_nwc_wc ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.depthwise_conv_1d_nwc_wc ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
func.func @depthwise_conv_1d_nwc_wcm(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_1d_nwc_wcm ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.depthwise_conv_1d_nwc_wcm ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
func.func @depthwise_conv_2d_nchw_chw(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_2d_nchw_chw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
func.func @depthwise_conv_2d_nhwc_hwc(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_2d_nhwc_hwc ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q(
func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_2d_nhwc_hwcm ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q(
func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32>
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nchw_max(
func.func @pooling_nchw_max(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nchw_max ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.pooling_nchw_max ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nchw_sum(
func.func @pooling_nchw_sum(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nchw_sum ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.pooling_nchw_sum ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_ncw_max(
func.func @pooling_ncw_max(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_ncw_max ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.pooling_ncw_max ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_ncw_sum(
func.func @pooling_ncw_sum(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_ncw_sum ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.pooling_ncw_sum ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_ndhwc_max(
func.func @pooling_ndhwc_max(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_ndhwc_max ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.pooling_ndhwc_max ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_ndhwc_min(
func.func @pooling_ndhwc_min(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_ndhwc_min ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.pooling_ndhwc_min ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_ndhwc_sum(
func.func @pooling_ndhwc_sum(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_ndhwc_sum ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.pooling_ndhwc_sum ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nhwc_max(
func.func @pooling_nhwc_max(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nhwc_max ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.pooling_nhwc_max ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nhwc_max_unsigned(
func.func @pooling_nhwc_max_unsigned(%arg0: tensor<?x?x?x?xi32>, %arg1: tensor<?x?xi32>, %arg2: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  // CHECK: %{{.*}} = linalg.pooling_nhwc_max_unsigned ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %0 = linalg.pooling_nhwc_max_unsigned ins(%arg0, %arg1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%arg2 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nhwc_min(
func.func @pooling_nhwc_min(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nhwc_min ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.pooling_nhwc_min ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nhwc_min_unsigned(
func.func @pooling_nhwc_min_unsigned(%arg0: tensor<?x?x?x?xi32>, %arg1: tensor<?x?xi32>, %arg2: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  // CHECK: %{{.*}} = linalg.pooling_nhwc_min_unsigned ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  %0 = linalg.pooling_nhwc_min_unsigned ins(%arg0, %arg1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%arg2 : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nhwc_sum(
func.func @pooling_nhwc_sum(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nhwc_sum ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.pooling_nhwc_sum ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nwc_max(
func.func @pooling_nwc_max(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nwc_max ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.pooling_nwc_max ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nwc_max_unsigned(
func.func @pooling_nwc_max_unsigned(%arg0: tensor<?x?x?xi32>, %arg1: tensor<?xi32>, %arg2: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  // CHECK: %{{.*}} = linalg.pooling_nwc_max_unsigned ins(%{{.*}}, %{{.*}} : tensor<?x?x?xi32>, tensor<?xi32>) outs(%{{.*}} : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %0 = linalg.pooling_nwc_max_unsigned ins(%arg0, %arg1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%arg2 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  // CHECK: return %{{.*}} : tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nwc_min(
func.func @pooling_nwc_min(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nwc_min ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.pooling_nwc_min ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nwc_min_unsigned(
func.func @pooling_nwc_min_unsigned(%arg0: tensor<?x?x?xi32>, %arg1: tensor<?xi32>, %arg2: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  // CHECK: %{{.*}} = linalg.pooling_nwc_min_unsigned ins(%{{.*}}, %{{.*}} : tensor<?x?x?xi32>, tensor<?xi32>) outs(%{{.*}} : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %0 = linalg.pooling_nwc_min_unsigned ins(%arg0, %arg1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%arg2 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  // CHECK: return %{{.*}} : tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
// CHECK: }
}

// CHECK-LABEL: func.func @pooling_nwc_sum(
func.func @pooling_nwc_sum(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.pooling_nwc_sum ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.pooling_nwc_sum ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// Quantized types in all their forms, and the casts.
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func private @types(
// CHECK-SAME: !quant.any<i8<-8:7>:f32>, !quant.any<u4>,
// CHECK-SAME: !quant.calibrated<f32<-0.998:1.232100e+00>>,
// CHECK-SAME: !quant.uniform<u8<2:9>:f32, 9.987200e-01:127>, !quant.uniform<i16:f64, 2.000000e+00>,
// CHECK-SAME: !quant.uniform<i8:f32:1, {2.000000e+02,9.987200e-01:120}>,
// CHECK-SAME: !quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00:10, 3.000000e+00:20}, {4.000000e+00:30, 5.000000e+00:40}}>,
// CHECK-SAME: !quant.uniform<u8:f32, 0x41646ABBA0000000:128>)
func.func private @types(
    !quant.any<i8<-8:7>:f32>, !quant.any<u4>, !quant.calibrated<f32<-0.998:1.2321>>,
    !quant.uniform<u8<2:9>:f32, 0.99872:127>, !quant.uniform<i16:f64, 2.0>,
    !quant.uniform<i8:f32:1, {2.0e+2, 0.99872:120}>,
    !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0:30, 5.0:40}}>,
    !quant.uniform<u8:f32, 0x41646ABBA0000000:128>)

!q = !quant.uniform<u8:f32, 2.0:128>
!axis = !quant.uniform<i8:f32:1, {2.0, 3.0}>

// CHECK-LABEL: func.func @casts(
func.func @casts(%s: f32, %t: tensor<2x?xf32>, %a: tensor<?x2x!axis>, %i: tensor<*xi8>) {
  // CHECK-NEXT: quant.qcast %{{.*}} : f32 to !quant.uniform<u8:f32, 2.000000e+00:128>
  %0 = quant.qcast %s : f32 to !q
  // CHECK-NEXT: quant.qcast %{{.*}} : tensor<2x?xf32> to tensor<2x?x!quant.uniform<u8:f32, 2.000000e+00:128>>
  %1 = quant.qcast %t : tensor<2x?xf32> to tensor<2x?x!q>
  // CHECK-NEXT: quant.dcast %{{.*}} {a} : tensor<?x2x!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00}>> to tensor<?x2xf32>
  %2 = quant.dcast %a {a} : tensor<?x2x!axis> to tensor<?x2xf32>
  // CHECK-NEXT: quant.scast %{{.*}} : tensor<*xi8> to tensor<*x!quant.uniform<u8:f32, 2.000000e+00:128>>
  %3 = quant.scast %i : tensor<*xi8> to tensor<*x!q>
  return
}

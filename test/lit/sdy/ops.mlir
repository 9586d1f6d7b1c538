// RUN: mlirlite-opt %s | FileCheck %s

// CHECK: func.func @f(%{{.*}}: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

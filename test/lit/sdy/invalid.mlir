// RUN: mlirlite-opt %s --verify-diagnostics

// expected-error @+1 {{unbalanced '[' character in pretty dialect name}}
func.func @f(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [>}) {
  return
}

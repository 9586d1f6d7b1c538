// What makes a structured op a convolution or a fill.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics | FileCheck %s

#input = affine_map<(n, o, w, f, c) -> (n, w * 2 + f, c)>
#filter = affine_map<(n, o, w, f, c) -> (f, c, o)>
#output = affine_map<(n, o, w, f, c) -> (n, w, o)>
// CHECK-LABEL: @convolution
func.func @convolution(%x: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: test.linalg_conv_op {indexing_maps = [#map, #map1, #map2], iterator_types = [#test.iterator_type<parallel>
  // CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>)
  %0 = test.linalg_conv_op {
      indexing_maps = [#input, #filter, #output],
      iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<parallel>, #test.iterator_type<parallel>,
                        #test.iterator_type<reduction>, #test.iterator_type<reduction>]}
      ins(%x, %k : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%y : tensor<?x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        linalg.yield %c : f32
      } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

#input = affine_map<(i, j) -> (i + i)>
func.func @twice(%x: tensor<?xf32>, %k: tensor<?xf32>, %y: tensor<?xf32>) {
  // expected-error @below {{unexpected input index map for convolution}}
  %0 = test.linalg_conv_op {
      indexing_maps = [#input, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = [#test.iterator_type<parallel>, #test.iterator_type<reduction>]}
      ins(%x, %k : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        linalg.yield %c : f32
      } -> tensor<?xf32>
  return
}

// -----

func.func @order(%x: tensor<?xf32>, %k: tensor<?xf32>, %y: tensor<?xf32>) {
  // expected-error @below {{expected all iterators used to access outputs to be parallel}}
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = [#test.iterator_type<reduction>, #test.iterator_type<reduction>]}
      ins(%x, %k : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        linalg.yield %c : f32
      } -> tensor<?xf32>
  return
}

// -----

func.func @no_window(%x: tensor<?xf32>, %k: tensor<?xf32>, %y: tensor<f32>) {
  // expected-error @below {{expected convolved dim to be non-empty}}
  %0 = test.linalg_conv_op {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = [#test.iterator_type<reduction>]}
      ins(%x, %k : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<f32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        linalg.yield %c : f32
      } -> tensor<f32>
  return
}

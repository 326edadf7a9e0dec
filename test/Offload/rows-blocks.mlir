// Results that another block reads, or that a dead operation there reads twice.
// RUN: autotune-opt %s -split-input-file --autotune-form-rows | FileCheck %s

// CHECK-LABEL: func.func @read_in_next_block(
// CHECK: %[[ROWS:.*]] = problem.rows 16 x 64
// CHECK: ^bb1:
// CHECK-NEXT: return %[[ROWS]]
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @read_in_next_block(%x: tensor<16x64xf32>, %p: i1) -> (tensor<16x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %r = tensor.empty() : tensor<16xf32>
  %i = linalg.fill ins(%z : f32) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %a : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<16x64xf32>) outs(%i : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %t : tensor<16x64xf32>, tensor<16xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %v = arith.mulf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  cf.br ^bb1
^bb1:
  return %y : tensor<16x64xf32>
}

// -----

// CHECK-LABEL: func.func @read_twice(
// CHECK: %[[ROWS:.*]]:2 = problem.rows 16 x 64
// CHECK: ^bb1:
// CHECK-NEXT: return %[[ROWS]]#1
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @read_twice(%x: tensor<16x64xf32>, %p: i1) -> (tensor<16x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %r = tensor.empty() : tensor<16xf32>
  %i = linalg.fill ins(%z : f32) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %a : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%s : tensor<16x64xf32>) outs(%i : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %t : tensor<16x64xf32>, tensor<16xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %v = arith.mulf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  cf.br ^bb1
^bb1:
  %dead = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %s : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %v = arith.mulf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}

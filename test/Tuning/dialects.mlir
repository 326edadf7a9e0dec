// What other passes leave around matmuls is read, and written back.
// RUN: echo '{"outcome":"ok","candidate":0,"problem":0,"key":"4x16x8 f32 -> f32 accumulate","config":"simt, tile = [16, 16, 8], thread = [1, 1]","time_ns":10,"device":"NVIDIA H200"}' > %t.jsonl
// RUN: autotune-bench pick %s %t.jsonl -o - 2>%t.log | FileCheck %s

// CHECK: ub.poison
// CHECK: index.constant 3
// CHECK: complex.constant
// CHECK: autotune.provenance<measured
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = ub.poison : f32
  %1 = index.constant 3
  %2 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %3 = tosa.abs %c : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%3 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %4 : tensor<4x16xf32>
}

// torch-mlir's own operation becomes the same problem, by way of its decomposition.
// RUN: autotune-opt %s -autotune-lower-tm-tensor -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// CHECK-LABEL: func.func @masked
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x8x12xf16>)
// CHECK: ^bb0([[S:%.*]]: f32, [[M:%.*]]: f16, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[C:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[P:%.*]] = arith.mulf [[S]], [[C]] : f32
// CHECK-NEXT: [[W:%.*]] = arith.extf [[M]] : f16 to f32
// CHECK-NEXT: [[A:%.*]] = arith.addf [[P]], [[W]] : f32
// CHECK-NEXT: problem.yield [[A]] : f32
func.func @masked(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>,
                  %mask: tensor<2x4x8x12xf16>) -> tensor<2x4x8x16xf16> {
  %o = tensor.empty() : tensor<2x4x8x16xf16>
  %r = tm_tensor.attention ins(%q, %k, %v, %mask : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x8x12xf16>)
      outs(%o : tensor<2x4x8x16xf16>) -> tensor<2x4x8x16xf16>
  return %r : tensor<2x4x8x16xf16>
}

// CHECK-LABEL: func.func @unknown_sizes
// CHECK: problem.attention inputs({{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<f32>)
// sizes: 2x8x16, 2x12x16, 2x12x16
func.func @unknown_sizes(%q: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %v: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %q, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %q, %c1 : tensor<?x?x?xf32>
  %e = tensor.dim %v, %c2 : tensor<?x?x?xf32>
  %o = tensor.empty(%b, %m, %e) : tensor<?x?x?xf32>
  %r = tm_tensor.attention ins(%q, %k, %v : tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

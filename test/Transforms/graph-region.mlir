// RUN: autotune-opt %s --autotune-canonicalize-contractions --autotune-attach-configs=target=h200 --remarks-filter=autotune 2>&1 | FileCheck %s

// In the body of a module operations have no order: %x is a cast of itself.
// CHECK: it stands in a builtin.module, whose operations have no order; it must stand in a function
// CHECK: linalg.matmul ins
// CHECK-NOT: autotune.config
%x = tensor.cast %x : tensor<64x64xf32> to tensor<64x64xf32>
%e = tensor.empty() : tensor<64x64xf32>
%0 = linalg.matmul ins(%x, %e : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>

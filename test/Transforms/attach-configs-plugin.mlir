// REQUIRES: plugin

// An unmodified mlir-opt loads the dialect and the pass.

// RUN: %mlir_opt --load-dialect-plugin=%autotune_plugin --load-pass-plugin=%autotune_plugin \
// RUN:   --pass-pipeline='builtin.module(autotune-attach-configs{target=sm_90a})' %s | FileCheck %s
// RUN: %mlir_opt --load-dialect-plugin=%autotune_plugin --load-pass-plugin=%autotune_plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(autotune-attach-configs{target=h100-sxm heuristics=skinny-gemm,wave-fill max-candidates=4}))' %s | FileCheck %s

// Both drivers decide alike.
// RUN: %mlir_opt --load-dialect-plugin=%autotune_plugin --load-pass-plugin=%autotune_plugin \
// RUN:   --pass-pipeline='builtin.module(autotune-attach-configs{target=sm_90a})' %s -o %t.stock
// RUN: autotune-opt %s --autotune-attach-configs=target=sm_90a -o %t.ours
// RUN: diff %t.stock %t.ours

// CHECK: linalg.matmul
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma,
// CHECK-SAME: swap = true
// CHECK-SAME: heuristics = [{{.*}}"skinny-gemm"{{.*}}"wave-fill"
func.func @decode(%a: tensor<16x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<16x4096xf32>) -> tensor<16x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  return %0 : tensor<16x4096xf32>
}

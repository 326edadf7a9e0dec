// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 heuristics=cluster-m2 space=none plan-configs=1" | FileCheck %s

// Both sizes divide the cluster's tile and there are 256 clusters for 132 SMs.

// CHECK-LABEL: func @square
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64],
// CHECK-SAME: cluster = [2, 1]
// CHECK-SAME: heuristics = ["cluster-m2"]
func.func @square(%a: tensor<2048x1024xbf16>, %b: tensor<1024x2048xbf16>, %c: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2048x1024xbf16>, tensor<1024x2048xbf16>)
                     outs(%c : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}

// -----

// 33 clusters are a quarter of 132 SMs: enough.

// CHECK-LABEL: func @quarter
// CHECK: heuristics = ["cluster-m2"]
func.func @quarter(%a: tensor<256x1024xbf16>, %b: tensor<1024x4224xbf16>, %c: tensor<256x4224xf32>) -> tensor<256x4224xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x4224xbf16>)
                     outs(%c : tensor<256x4224xf32>) -> tensor<256x4224xf32>
  return %0 : tensor<256x4224xf32>
}

// -----

// 32 are not; a ragged M or N does not divide; an unknown one can't be judged.

// CHECK-LABEL: func @declines
// CHECK-NOT: autotune
func.func @declines(
    %a0: tensor<256x1024xbf16>, %b0: tensor<1024x4096xbf16>, %c0: tensor<256x4096xf32>,
    %a1: tensor<2112x1024xbf16>, %c1: tensor<2112x4096xf32>,
    %a2: tensor<2048x1024xbf16>, %b2: tensor<1024x4040xbf16>, %c2: tensor<2048x4040xf32>,
    %a3: tensor<?x1024xbf16>, %c3: tensor<?x4096xf32>)
    -> (tensor<256x4096xf32>, tensor<2112x4096xf32>, tensor<2048x4040xf32>, tensor<?x4096xf32>) {
  %0 = linalg.matmul ins(%a0, %b0 : tensor<256x1024xbf16>, tensor<1024x4096xbf16>)
                     outs(%c0 : tensor<256x4096xf32>) -> tensor<256x4096xf32>
  %1 = linalg.matmul ins(%a1, %b0 : tensor<2112x1024xbf16>, tensor<1024x4096xbf16>)
                     outs(%c1 : tensor<2112x4096xf32>) -> tensor<2112x4096xf32>
  %2 = linalg.matmul ins(%a2, %b2 : tensor<2048x1024xbf16>, tensor<1024x4040xbf16>)
                     outs(%c2 : tensor<2048x4040xf32>) -> tensor<2048x4040xf32>
  %3 = linalg.matmul ins(%a3, %b0 : tensor<?x1024xbf16>, tensor<1024x4096xbf16>)
                     outs(%c3 : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0, %1, %2, %3 : tensor<256x4096xf32>, tensor<2112x4096xf32>, tensor<2048x4040xf32>, tensor<?x4096xf32>
}

// -----

// Nor where shared memory does not take four stages.

// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200,shared_memory_per_block=100000 heuristics=cluster-m2 space=none plan-configs=1" \
// RUN:   | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: autotune

// Small products that TMA can't load: beside packed tiles, those that warps copy.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" | FileCheck %s --check-prefixes=CHECK,SEEDS
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=default max-candidates=24" | FileCheck %s --check-prefixes=CHECK,SPACE

// CHECK-LABEL: func @odd
// SEEDS-DAG: #autotune.config<ampere_mma, tile = [32, 32,
// SEEDS-DAG: #autotune.config<hopper_wgmma, {{[^>]*}}load = copy
// SPACE-DAG: #autotune.config<hopper_wgmma, {{[^>]*}}split_k = {{[^>]*}}load = copy
// CHECK-DAG: load = pack
func.func @odd(%a: tensor<139x219xf16>, %b: tensor<219x365xf16>, %c: tensor<139x365xf16>) -> tensor<139x365xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<139x219xf16>, tensor<219x365xf16>)
                     outs(%c : tensor<139x365xf16>) -> tensor<139x365xf16>
  return %0 : tensor<139x365xf16>
}

// -----

// CHECK-LABEL: func @large
// CHECK-NOT: load = copy
// CHECK: load = pack
// CHECK-NOT: load = copy
func.func @large(%a: tensor<1390x2190xf16>, %b: tensor<2190x365xf16>, %c: tensor<1390x365xf16>) -> tensor<1390x365xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1390x2190xf16>, tensor<2190x365xf16>)
                     outs(%c : tensor<1390x365xf16>) -> tensor<1390x365xf16>
  return %0 : tensor<1390x365xf16>
}

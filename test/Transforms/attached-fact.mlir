// A config says what it was chosen for, and whoever finds something else at its
// matmul says so. What is lowered is what is there.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-attach-configs='target=h200 space=none' | FileCheck %s
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-attach-configs='target=h200 space=none' -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LOWERED

// Whoever attaches a config says what for: with what is around it.
// CHECK-LABEL: func.func @attached
// CHECK: linalg.matmul {{.*}}autotune.config = #autotune.config<{{[^>]*}}>, autotune.fact = "64x32x16 f32 -> f32 then {{[0-9a-f]+}} f32[n]", autotune.provenance
// CHECK: linalg.batch_matmul {{.*}}autotune.fact = "2*64x32x16 f32 -> f32 accumulate"
func.func @attached(%a: tensor<64x16xf32>, %b: tensor<16x32xf32>, %r: tensor<32xf32>,
                    %x: tensor<2x64x16xf32>, %y: tensor<2x16x32xf32>, %z: tensor<2x64x32xf32>) -> (tensor<64x32xf32>, tensor<2x64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %p = linalg.matmul ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %r : tensor<64x32xf32>, tensor<32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%u: f32, %v: f32, %old: f32):
    %w = arith.addf %u, %v : f32
    linalg.yield %w : f32
  } -> tensor<64x32xf32>
  %q = linalg.batch_matmul ins(%x, %y : tensor<2x64x16xf32>, tensor<2x16x32xf32>) outs(%z : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  return %s, %q : tensor<64x32xf32>, tensor<2x64x32xf32>
}

// -----

// A config that is kept, and was chosen for another matmul.
// CHECK-LABEL: func.func @kept
// CHECK: autotune.fact = "64x32x16 f32 -> f32 accumulate"
// LOWERED-LABEL: func.func @kept
// LOWERED: tile.launch
func.func @kept(%a: tensor<64x16xf32>, %b: tensor<16x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-warning@+2 {{has a config that was chosen for '4096x32x16 f32 -> f32 accumulate', but the matmul is '64x32x16 f32 -> f32 accumulate' here: the kernel is right, but perhaps not the fastest}}
  // expected-note@+1 {{remove autotune.config and run autotune-attach-configs after the passes that change the matmul, or remove autotune.fact to keep the config}}
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>, autotune.fact = "4096x32x16 f32 -> f32 accumulate"}
      ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// -----

// Nobody says what a config by hand is for, and one that is right is no news.
func.func @by_hand(%a: tensor<64x16xf32>, %b: tensor<16x32xf32>, %c: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>}
      ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>, autotune.fact = "64x32x16 f32 -> f32 accumulate"}
      ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0, %1 : tensor<64x32xf32>, tensor<64x32xf32>
}

// -----

// What is left of a config that was taken away is no promise of the next one.
// CHECK-LABEL: func.func @again
// CHECK: autotune.fact = "64x32x16 f32 -> f32 accumulate"
func.func @again(%a: tensor<64x16xf32>, %b: tensor<16x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.matmul {autotune.fact = "1x1x1 f32 -> f32"}
      ins(%a, %b : tensor<64x16xf32>, tensor<16x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

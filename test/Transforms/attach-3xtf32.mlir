// f32 as the sum of three products of tf32: by an option, or by what an operation
// says. A warpgroup splits slots, and TMA rounds nothing.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1 allow-tf32=3xtf32" | %long_configs | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections allow-tf32=3xtf32" -o /dev/null | grep '^//' | FileCheck %s --check-prefix=KEY
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1 allow-tf32=3xtf32" --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNEL

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// KEY: // 512x1024x4096 3xtf32 B^T -> f32 accumulate on h200
// CHECK-LABEL: func.func @plain
// CHECK: linalg.matmul
// CHECK-SAME: autotune.allow_tf32 = "3xtf32"
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma, tile = [{{[0-9]+, [0-9]+}}, {{32|64}}], {{.*}} schedule = cooperative,
// KERNEL: tile.kernel @
// KERNEL: %[[RING:.*]] = tile.ring stages({{.*}}xf32>
// KERNEL: %[[LOWS:.*]] = tile.ring stages(2){{.*}}xf32>
// KERNEL: tile.role "splitter" warps(4)
// KERNEL: %[[SLOT:.*]] = tile.wait %[[RING]]
// KERNEL: %[[LOW:.*]] = tile.acquire %[[LOWS]]
// KERNEL: tile.split %[[SLOT]] into %[[LOW]]
// KERNEL: tile.commit %[[LOW]] to %[[LOWS]]
// KERNEL: tile.release %[[SLOT]] to %[[RING]]
// KERNEL: tile.role "consumer"
// KERNEL: %[[SLOT:.*]] = tile.wait %[[RING]]
// KERNEL: %[[LOW:.*]] = tile.wait %[[LOWS]]
// KERNEL: tile.mma %[[SLOT]]{{(, %[a-z0-9]+)?}} transpose_b tf32 low(%[[LOW]] :
func.func @plain(%a: tensor<512x4096xf32>, %b: tensor<1024x4096xf32>, %c: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<512x4096xf32>, tensor<1024x4096xf32>) outs(%c : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %d : tensor<512x1024xf32>
}

// What an operation says goes before the option.
// KEY: // 512x1024x2048 tf32 B^T -> f32 accumulate on h200
// CHECK-LABEL: func.func @less
// CHECK: autotune.allow_tf32 = "tf32"
func.func @less(%a: tensor<512x2048xf32>, %b: tensor<1024x2048xf32>, %c: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32"}
      ins(%a, %b : tensor<512x2048xf32>, tensor<1024x2048xf32>) outs(%c : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %d : tensor<512x1024xf32>
}

// Where K is not contiguous in both, they are transposed first.
// KEY: // 512x512x512 3xtf32 -> f32 accumulate on h200
// CHECK-LABEL: func.func @rows_of_b
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}} load = pack,
func.func @rows_of_b(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

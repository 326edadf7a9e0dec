// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 heuristics=skinny-gemm space=none plan-configs=1" | %long_configs | FileCheck %s

// Which of its seeds comes first is the cost model's to say.

// M is the short side: operands are swapped, so that the 64 rows of wgmma run
// along N; the tile of the short side is its size; K is deep; 64 tiles don't fill
// 132 SMs, so K is split; and the weights, read once, don't stay in L2.

// CHECK-LABEL: func @short_m
// CHECK: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}split_k = 2, reduce = cluster, swap = true, {{[^>]*}}evict_first = b, dependent_launch = false, widest = 0>
func.func @short_m(%a: tensor<16x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<16x4096xf32>) -> tensor<16x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  return %0 : tensor<16x4096xf32>
}

// -----

// N is the short side: nothing to swap, and A is what is streamed.

// CHECK-LABEL: func @short_n
// CHECK: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}swap = false, {{[^>]*}}evict_first = a, dependent_launch = false, widest = 0>
func.func @short_n(%a: tensor<4096x4096xbf16>, %b: tensor<4096x16xbf16>, %c: tensor<4096x16xf32>) -> tensor<4096x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x16xbf16>)
                     outs(%c : tensor<4096x16xf32>) -> tensor<4096x16xf32>
  return %0 : tensor<4096x16xf32>
}

// -----

// 24 tiles in clusters of four are 96 CTAs, which fill the 120 that the device
// holds in such clusters (0.8), though not its 132 SMs. So the splits around 4 are
// proposed. Each of four CTAs has a share of eight columns, of which the tile has
// 32 then.

// CHECK-LABEL: func @clusters_fill
// CHECK: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}split_k = 2, reduce = cluster,
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32,
// CHECK-SAME: split_k = 4, reduce = cluster,
func.func @clusters_fill(%a: tensor<16x4096xbf16>, %b: tensor<4096x1536xbf16>, %c: tensor<16x1536xf32>) -> tensor<16x1536xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x1536xbf16>)
                     outs(%c : tensor<16x1536xf32>) -> tensor<16x1536xf32>
  return %0 : tensor<16x1536xf32>
}

// -----

// Enough tiles: nothing is split.

// CHECK-LABEL: func @many_tiles
// CHECK-NOT: split_k = {{[248]}}
// CHECK: autotune.provenance
func.func @many_tiles(%a: tensor<16x4096xbf16>, %b: tensor<4096x28672xbf16>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x28672xbf16>)
                     outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %0 : tensor<16x28672xf32>
}

// -----

// 20 rounds down to the grid of 8.

// CHECK-LABEL: func @round_down
// CHECK: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}swap = true,
func.func @round_down(%a: tensor<20x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<20x4096xf32>) -> tensor<20x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<20x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<20x4096xf32>) -> tensor<20x4096xf32>
  return %0 : tensor<20x4096xf32>
}

// -----

// Exactly 8 times is skinny,

// CHECK-LABEL: func @ratio_8
// CHECK: heuristics = ["skinny-gemm"]
func.func @ratio_8(%a: tensor<512x512xbf16>, %b: tensor<512x4096xbf16>, %c: tensor<512x4096xf32>) -> tensor<512x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x512xbf16>, tensor<512x4096xbf16>)
                     outs(%c : tensor<512x4096xf32>) -> tensor<512x4096xf32>
  return %0 : tensor<512x4096xf32>
}

// -----

// a little less is not, nor is a dynamic side.

// CHECK-LABEL: func @declines
// CHECK-NOT: autotune
func.func @declines(
    %a0: tensor<520x512xbf16>, %b0: tensor<512x4096xbf16>, %c0: tensor<520x4096xf32>,
    %a2: tensor<?x512xbf16>, %c2: tensor<?x4096xf32>)
    -> (tensor<520x4096xf32>, tensor<?x4096xf32>) {
  %0 = linalg.matmul ins(%a0, %b0 : tensor<520x512xbf16>, tensor<512x4096xbf16>)
                     outs(%c0 : tensor<520x4096xf32>) -> tensor<520x4096xf32>
  %2 = linalg.matmul ins(%a2, %b0 : tensor<?x512xbf16>, tensor<512x4096xbf16>)
                     outs(%c2 : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0, %2 : tensor<520x4096xf32>, tensor<?x4096xf32>
}

// -----

// The narrowest tile is wider than three rows; wider still where K is split.

// CHECK-LABEL: func @few
// CHECK: autotune.candidates = {{.*}}#autotune.config<hopper_wgmma, tile = [64, 64, 128], {{[^>]*}}split_k = 8, reduce = cluster, swap = true
func.func @few(%a: tensor<3x12544xi8>, %b2: tensor<832x12544xi8>, %c: tensor<3x832xi32>) -> tensor<3x832xi32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b2 : tensor<3x12544xi8>, tensor<832x12544xi8>) outs(%c : tensor<3x832xi32>) -> tensor<3x832xi32>
  return %0 : tensor<3x832xi32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Where integers are converted and columns are few, rings are of 144 KB at most, those
// of two CTAs of an SM together.

// CHECK-LABEL: func @bytes
// CHECK: #autotune.config<hopper_wgmma, tile = [64, 16, 256], stages = 2, consumers = 1, {{[^>]*}} ctas_per_sm = 2,
func.func @bytes(%a: tensor<16x4096xbf16>, %b: tensor<28672x4096xi8>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<16x4096xbf16>, tensor<28672x4096xi8>)
                     outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %0 : tensor<16x28672xf32>
}

// CHECK-LABEL: func @half_bytes
// CHECK: #autotune.config<hopper_wgmma, tile = [64, 16, 256], stages = 4, consumers = 1, {{[^>]*}} ctas_per_sm = 2,
func.func @half_bytes(%a: tensor<16x4096xbf16>, %b: tensor<28672x4096xi4>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<16x4096xbf16>, tensor<28672x4096xi4>)
                     outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %0 : tensor<16x28672xf32>
}

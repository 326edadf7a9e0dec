// A config that was complete when it was stored means what it meant then, though
// its template has more parameters now: no heuristic fills them in.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200" | %long_configs | FileCheck %s

// The heuristics would have CTAs that share this K do so through memory.
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], stages = 7,
// CHECK-SAME: split_k = 4, reduce = cluster,
// CHECK-SAME: dependent_launch = false, widest = 0>
// CHECK-SAME: #autotune.provenance<given>
func.func @stored(%a: tensor<64x7168xbf16>, %b: tensor<2112x7168xbf16>, %c: tensor<64x2112xbf16>) -> tensor<64x2112xbf16> {
  %0 = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
    {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128],
       stages = 7, consumers = 1, schedule = cooperative, cluster = [1, 1],
       raster = along_m, group = 8, split_k = 4, swap = true,
       persistent = false, load = tma, store = direct, ctas_per_sm = 1,
       evict_first = b>}
    ins(%a, %b : tensor<64x7168xbf16>, tensor<2112x7168xbf16>)
    outs(%c : tensor<64x2112xbf16>) -> tensor<64x2112xbf16>
  return %0 : tensor<64x2112xbf16>
}

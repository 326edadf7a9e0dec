// A TMA store does not clip within the last 16 bytes of a row. Where C's rows
// end in the middle of them, what lies behind is overwritten.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 > %t.mlir
// RUN: autotune-sim %t.mlir --problem='64x136x64 bf16 B^T -> bf16 c(stride=144)' | FileCheck %s --check-prefix=RIGHT
// RIGHT: 1 right, 0 wrong
// RUN: not autotune-sim %t.mlir --problem='64x130x64 bf16 B^T -> bf16 c(stride=144)' | FileCheck %s
// CHECK: FAIL 64x130x64 bf16
// CHECK: nvvm.cp.async.bulk.tensor{{.*}}: out-of-bounds: writes {{.*}} of row 0 of 'c'

// No candidate is like that.
// RUN: not autotune-sim --problem='64x130x64 bf16 B^T c(stride=144)' --config='hopper_wgmma, store = tma' 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// ILLEGAL: is not legal for 64x130x64 bf16 B^T -> bf16 c(stride=144): {{.*}}store-tma

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @f(%a: tensor<64x64xbf16>, %b: tensor<136x64xbf16>) -> tensor<64x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x136xf32>) -> tensor<64x136xf32>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 2, consumers = 1, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 1, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = tma, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
         ins(%a, %b : tensor<64x64xbf16>, tensor<136x64xbf16>)
         outs(%init : tensor<64x136xf32>) -> tensor<64x136xf32>
  %e = tensor.empty() : tensor<64x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
         ins(%y : tensor<64x136xf32>) outs(%e : tensor<64x136xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %t = arith.truncf %x : f32 to bf16
      linalg.yield %t : bf16
  } -> tensor<64x136xbf16>
  return %r : tensor<64x136xbf16>
}

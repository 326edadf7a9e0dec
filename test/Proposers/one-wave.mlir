// The fewest columns of which all tiles run at once: 7168 / 66 are 109, in eights
// 112, two tiles of 64 rows each: 128 CTAs on 132 SMs. 6144 / 132 are 47.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 space=none heuristics=one-wave" | %long_configs | FileCheck %s

// CHECK-LABEL: func @rows128
// CHECK: tile = [64, 112, 128], {{.*}} swap = false, persistent = false, {{.*}} ctas_per_sm = 1, evict_first = b
// CHECK-LABEL: func @rows64
// CHECK: tile = [64, 48, 128], {{.*}} swap = false, persistent = false, {{.*}} ctas_per_sm = 1, evict_first = b
// More tiles than CTAs that run at once, whatever the tile.
// CHECK-LABEL: func @large
// CHECK-NOT: autotune.config
// Less to do for each CTA than with 256 x 152: 2176 / 16 are 136 columns, if the
// other side gives the rows. That has no tile that is not swapped.
// CHECK-LABEL: func @swapped
// CHECK: tile = [256, 136, 64], {{.*}} consumers = 2, {{.*}} swap = true, persistent = false, {{.*}} store = tma
// 12 x 11 tiles of 192 rows are one for each SM.
// CHECK-LABEL: func @three
// CHECK: tile = [192, 176, 64], {{.*}} consumers = 3, {{.*}} swap = false, persistent = false
// What the model puts first is not swapped here.
// CHECK-LABEL: func @across
// CHECK-NOT: swap = true
// CHECK: tile = [{{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}}], {{.*}} swap = false, persistent = false
// 112 rows exist only as 112 columns, swapped. TMA stores no swapped C in f32.
// CHECK-LABEL: func @exchanged
// CHECK: tile = [128, 112, 64], {{.*}} consumers = 1, {{.*}} swap = true, persistent = false, {{.*}} store = tma
// CHECK-LABEL: func @wide
// CHECK-NOT: swap = true
// CHECK: autotune.provenance
#bt = affine_map<(m, n, k) -> (n, k)>
#a = affine_map<(m, n, k) -> (m, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @rows128(%a: memref<128x2048xbf16>, %b: memref<7168x2048xbf16>, %c: memref<128x7168xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<128x2048xbf16>, memref<7168x2048xbf16>) outs(%c : memref<128x7168xbf16>)
  return
}
func.func @rows64(%a: memref<64x4096xbf16>, %b: memref<6144x4096xbf16>, %c: memref<64x6144xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<64x4096xbf16>, memref<6144x4096xbf16>) outs(%c : memref<64x6144xbf16>)
  return
}
func.func @large(%a: memref<8192x4096xbf16>, %b: memref<8192x4096xbf16>, %c: memref<8192x8192xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<8192x4096xbf16>, memref<8192x4096xbf16>) outs(%c : memref<8192x8192xbf16>)
  return
}
func.func @swapped(%a: memref<2176x8192xbf16>, %b: memref<2048x8192xbf16>, %c: memref<2176x2048xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<2176x8192xbf16>, memref<2048x8192xbf16>) outs(%c : memref<2176x2048xbf16>)
  return
}
func.func @three(%a: memref<2304x12288xbf16>, %b: memref<1920x12288xbf16>, %c: memref<2304x1920xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<2304x12288xbf16>, memref<1920x12288xbf16>) outs(%c : memref<2304x1920xbf16>)
  return
}
func.func @across(%a: memref<2176x8200xbf16>, %b: memref<2048x8200xbf16>, %c: memref<2176x2048xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<2176x8200xbf16>, memref<2048x8200xbf16>) outs(%c : memref<2176x2048xbf16>)
  return
}
func.func @exchanged(%a: memref<656x1384xbf16>, %b: memref<2288x1384xbf16>, %c: memref<656x2288xbf16>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<656x1384xbf16>, memref<2288x1384xbf16>) outs(%c : memref<656x2288xbf16>)
  return
}
func.func @wide(%a: memref<656x1384xbf16>, %b: memref<2288x1384xbf16>, %c: memref<656x2288xf32>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<656x1384xbf16>, memref<2288x1384xbf16>) outs(%c : memref<656x2288xf32>)
  return
}

// RUN: autotune-opt %s --autotune-lower-matmul=target=h200 | FileCheck %s

// A config from before the template had all of its parameters is one that a
// pair can have.
// CHECK-LABEL: func.func @older
// CHECK-NOT: linalg.
// CHECK: tile.launch {{.*}} with(%arg2 : tensor<64x128xbf16>) sms
// CHECK-NOT: tile.launch
func.func @older(%x: tensor<256x64xbf16>, %w1: tensor<64x128xbf16>, %w2: tensor<64x128xbf16>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 64], stages = 4, consumers = 1, schedule = cooperative,
                          cluster = [1, 1], raster = along_m, group = 8, split_k = 1, swap = false, persistent = true, store = direct,
                          ctas_per_sm = 1, evict_first = none>}
         ins(%x, %w1 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<256x64xbf16>, tensor<64x128xbf16>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %y = linalg.mul ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %y : tensor<256x128xf32>
}

// Batches of attention's sizes: many tiles of all products together, so that
// CTAs go on from tile to tile and no K is split, where one product alone would
// not fill the device.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | %long_configs | FileCheck %s

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#bt = affine_map<(b, m, n, k) -> (b, n, k)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
#shared_b = affine_map<(b, m, n, k) -> (k, n)>

// CHECK-LABEL: func.func @scores(
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, {{[0-9]+}}, 64], {{[^>]*}}split_k = 1, {{[^>]*}}persistent = true, load = tma,
func.func @scores(%a: tensor<64x1024x64xbf16>, %b: tensor<64x1024x64xbf16>) -> tensor<64x1024x1024xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x1024x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1024x1024xf32>) -> tensor<64x1024x1024xf32>
  %0 = linalg.batch_matmul indexing_maps = [#a, #bt, #c] ins(%a, %b : tensor<64x1024x64xbf16>, tensor<64x1024x64xbf16>) outs(%f : tensor<64x1024x1024xf32>) -> tensor<64x1024x1024xf32>
  %1 = arith.truncf %0 : tensor<64x1024x1024xf32> to tensor<64x1024x1024xbf16>
  return %1 : tensor<64x1024x1024xbf16>
}
// CHECK-LABEL: func.func @cubes(
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], {{[^>]*}}split_k = 1, {{[^>]*}}persistent = true, load = tma, store = tma,
func.func @cubes(%a: tensor<32x512x512xbf16>, %b: tensor<32x512x512xbf16>) -> tensor<32x512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x512x512xf32>) -> tensor<32x512x512xf32>
  %0 = linalg.batch_matmul indexing_maps = [#a, #bt, #c] ins(%a, %b : tensor<32x512x512xbf16>, tensor<32x512x512xbf16>) outs(%f : tensor<32x512x512xf32>) -> tensor<32x512x512xf32>
  %1 = arith.truncf %0 : tensor<32x512x512xf32> to tensor<32x512x512xbf16>
  return %1 : tensor<32x512x512xbf16>
}
// CHECK-LABEL: func.func @values(
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 256, 64], {{[^>]*}}split_k = 1, {{[^>]*}}load = tma,
func.func @values(%a: tensor<8x4096x4096xbf16>, %b: tensor<8x4096x128xbf16>) -> tensor<8x4096x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4096x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4096x128xf32>) -> tensor<8x4096x128xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<8x4096x4096xbf16>, tensor<8x4096x128xbf16>) outs(%f : tensor<8x4096x128xf32>) -> tensor<8x4096x128xf32>
  %1 = arith.truncf %0 : tensor<8x4096x128xf32> to tensor<8x4096x128xbf16>
  return %1 : tensor<8x4096x128xbf16>
}

// What TMA can't load is packed, of each product or one matrix for all.
// CHECK-LABEL: func.func @odd(
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
func.func @odd(%a: tensor<8x1024x1001xbf16>, %b: tensor<8x1001x1024xbf16>, %aligned: tensor<8x1024x1024xbf16>,
               %shared: tensor<1024x1023xbf16>, %c: tensor<8x1024x1024xf32>, %d: tensor<8x1024x1023xf32>)
    -> (tensor<8x1024x1024xf32>, tensor<8x1024x1023xf32>) {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<8x1024x1001xbf16>, tensor<8x1001x1024xbf16>) outs(%c : tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xf32>
  %1 = linalg.batch_matmul indexing_maps = [#a, #shared_b, #c] ins(%aligned, %shared : tensor<8x1024x1024xbf16>, tensor<1024x1023xbf16>) outs(%d : tensor<8x1024x1023xf32>) -> tensor<8x1024x1023xf32>
  return %0, %1 : tensor<8x1024x1024xf32>, tensor<8x1024x1023xf32>
}

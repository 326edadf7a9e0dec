// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | FileCheck %s --check-prefix=BEFORE
// RUN: autotune-opt %s --autotune-canonicalize-contractions --autotune-attach-configs=target=h200 | FileCheck %s

// What got no config gets one when it is a matmul.
// BEFORE-NOT: autotune.config

// CHECK-LABEL: func @layer(
// CHECK: linalg.matmul {{.*}}autotune.config = #autotune.config<hopper_wgmma,{{.*}} ins({{.*}} : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
func.func @layer(%x: tensor<8x512x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<8x512x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x512x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x512x4096xf32>) -> tensor<8x512x4096xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>, affine_map<(b, s, n, k) -> (b, s, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x512x4096xbf16>, tensor<4096x4096xbf16>) outs(%init : tensor<8x512x4096xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x512x4096xf32>
  return %y : tensor<8x512x4096xf32>
}

// CHECK-LABEL: func @matvec(
// CHECK: linalg.matmul {{.*}}autotune.config
func.func @matvec(%m: memref<4096x4096xbf16>, %x: memref<4096xbf16>, %y: memref<4096xf32>) {
  linalg.matvec ins(%m, %x : memref<4096x4096xbf16>, memref<4096xbf16>) outs(%y : memref<4096xf32>)
  return
}

// CHECK-LABEL: func @batch_of_one(
// CHECK: linalg.matmul {{.*}}autotune.config
func.func @batch_of_one(%a: tensor<1x512x512xf16>, %b: tensor<1x512x512xf16>, %c: tensor<1x512x512xf32>) -> tensor<1x512x512xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
         ins(%a, %b : tensor<1x512x512xf16>, tensor<1x512x512xf16>) outs(%c : tensor<1x512x512xf32>) -> tensor<1x512x512xf32>
  return %0 : tensor<1x512x512xf32>
}

// CHECK-LABEL: func @quantized(
// CHECK: linalg.matmul {{.*}}autotune.config
func.func @quantized(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %za: i32, %zb: i32, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<512x512xi8>, tensor<512x512xi8>, i32, i32) outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}

// CHECK-LABEL: func @contract(
// CHECK: linalg.matmul {{.*}}autotune.config
func.func @contract(%a: tensor<512x16x32xbf16>, %b: tensor<256x16x32xbf16>, %c: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (n, k, l)>, affine_map<(m, n, k, l) -> (n, m)>]
         ins(%a, %b : tensor<512x16x32xbf16>, tensor<256x16x32xbf16>) outs(%c : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %0 : tensor<256x512xf32>
}

// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -emit-bytecode | autotune-opt | FileCheck %s

// CHECK-LABEL: func.func @all_of_one
// CHECK: problem.contract ins(%arg0, %arg1 : tensor<64x128xbf16>, tensor<128x32xi8>) stored_with(%arg2 : tensor<32x4xbf16>) with(%arg3, %arg4 : tensor<1x32xf32>, tensor<8x1xf32>) outs(%arg5, %arg6 : tensor<64x32xbf16>, tensor<64x32xf32>) maps
// CHECK-SAME: sums f32 prologue 1 {
// CHECK-NEXT: ^bb0(%{{.*}}: i8, %{{.*}}: bf16):
// CHECK: } epilogue {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: problem.yield %{{.*}}, %{{.*}} : bf16, f32
// CHECK-NEXT: } {autotune.fusion = "prologue"} -> tensor<64x32xbf16>, tensor<64x32xf32>
func.func @all_of_one(%a: tensor<64x128xbf16>, %b: tensor<128x32xi8>, %s: tensor<32x4xbf16>, %x: tensor<1x32xf32>, %y: tensor<8x1xf32>, %c: tensor<64x32xbf16>, %d: tensor<64x32xf32>) -> (tensor<64x32xbf16>, tensor<64x32xf32>) {
  %0:2 = problem.contract ins(%a, %b : tensor<64x128xbf16>, tensor<128x32xi8>)
      stored_with(%s : tensor<32x4xbf16>)
      with(%x, %y : tensor<1x32xf32>, tensor<8x1xf32>)
      outs(%c, %d : tensor<64x32xbf16>, tensor<64x32xf32>)
      maps [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
            affine_map<(m, n, k) -> (n, k floordiv 32)>,
            affine_map<(m, n, k) -> (0, n)>, affine_map<(m, n, k) -> (m floordiv 8, 0)>,
            affine_map<(m, n, k) -> (m, n)>, affine_map<(m, n, k) -> (m, n)>]
      sums f32
      prologue 1 {
      ^bb0(%e: i8, %f: bf16):
        %1 = arith.sitofp %e : i8 to bf16
        %2 = arith.mulf %1, %f : bf16
        problem.yield %2 : bf16
      }
      epilogue {
      ^bb0(%sum: f32, %e: f32, %f: f32):
        %1 = arith.addf %sum, %e : f32
        %2 = arith.mulf %1, %f : f32
        %3 = arith.truncf %2 : f32 to bf16
        problem.yield %3, %2 : bf16, f32
      } {autotune.fusion = "prologue"} -> tensor<64x32xbf16>, tensor<64x32xf32>
  return %0#0, %0#1 : tensor<64x32xbf16>, tensor<64x32xf32>
}

// The batch of A has two dimensions, of which the inner one has a size of 8.
// CHECK-LABEL: func.func @batch_in_two
// CHECK: problem.contract ins(%arg0, %arg1 : memref<?x8x64x128xf32>, memref<128x32xf32>) outs(%arg2 : memref<?x64x32xf32>) accumulate maps
// CHECK-SAME: sums f32 as "tf32"
func.func @batch_in_two(%a: memref<?x8x64x128xf32>, %b: memref<128x32xf32>, %c: memref<?x64x32xf32>) {
  problem.contract ins(%a, %b : memref<?x8x64x128xf32>, memref<128x32xf32>) outs(%c : memref<?x64x32xf32>) accumulate
      maps [affine_map<(b, m, n, k) -> (b floordiv 8, b mod 8, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      sums f32 as "tf32"
  return
}

// CHECK-LABEL: func.func @inner_size_unknown
// CHECK: problem.contract
func.func @inner_size_unknown(%a: memref<?x?x64x128xf16>, %b: memref<128x32xf16>, %c: memref<?x64x32xf16>) {
  problem.contract ins(%a, %b : memref<?x?x64x128xf16>, memref<128x32xf16>) outs(%c : memref<?x64x32xf16>)
      maps [affine_map<(b, m, n, k)[h] -> (b floordiv h, b mod h, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      sums f16
  return
}

// CHECK-LABEL: func.func @scaled
// CHECK: problem.contract ins({{.*}}) scales(%arg2, %arg3 : tensor<64x2xf32>, tensor<1x2xf32>) outs
func.func @scaled(%a: tensor<64x256xf8E4M3FN>, %b: tensor<32x256xf8E4M3FN>, %sa: tensor<64x2xf32>, %sb: tensor<1x2xf32>, %c: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %0 = problem.contract ins(%a, %b : tensor<64x256xf8E4M3FN>, tensor<32x256xf8E4M3FN>)
      scales(%sa, %sb : tensor<64x2xf32>, tensor<1x2xf32>) outs(%c : tensor<64x32xbf16>)
      maps [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
            affine_map<(m, n, k) -> (m, k floordiv 128)>, affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>,
            affine_map<(m, n, k) -> (m, n)>] sums f32 -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}

// CHECK-LABEL: func.func @scaled_pair
// CHECK: problem.contract pair ins({{.*}}) scales(%arg3, %arg4, %arg5 : tensor<64x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) outs
func.func @scaled_pair(%a: tensor<64x256xf8E4M3FN>, %b: tensor<32x256xf8E4M3FN>, %b2: tensor<32x256xf8E4M3FN>, %sa: tensor<64x2xf32>, %sb: tensor<1x2xf32>, %sb2: tensor<1x2xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = problem.contract pair ins(%a, %b, %b2 : tensor<64x256xf8E4M3FN>, tensor<32x256xf8E4M3FN>, tensor<32x256xf8E4M3FN>)
      scales(%sa, %sb, %sb2 : tensor<64x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) outs(%c : tensor<64x32xf32>)
      maps [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, k)>,
            affine_map<(m, n, k) -> (m, k floordiv 128)>, affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>,
            affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>, affine_map<(m, n, k) -> (m, n)>] sums f32
      epilogue {
      ^bb0(%u: f32, %v: f32):
        %1 = arith.mulf %u, %v : f32
        problem.yield %1 : f32
      } -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// 8-bit floats: what they get.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" | %long_configs | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections" -o /dev/null | grep '^//' | FileCheck %s --check-prefix=KEY

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Sums are promoted after every tile of 128.
// KEY: // 512x1024x4096 f8E4M3FN,f8E5M2 B^T -> bf16 on h200
// CHECK-LABEL: func.func @mixed
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [{{[0-9]+, [0-9]+}}, 128], {{.*}}, promote = 1, {{.*}}, load = tma,
func.func @mixed(%a: tensor<512x4096xf8E4M3FN>, %b: tensor<1024x4096xf8E5M2>) -> tensor<512x1024xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<512x4096xf8E4M3FN>, tensor<1024x4096xf8E5M2>) outs(%f : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %r = arith.truncf %d : tensor<512x1024xf32> to tensor<512x1024xbf16>
  return %r : tensor<512x1024xbf16>
}

// So they are where a config says nothing of it, of whatever else it speaks.
// CHECK-LABEL: func.func @silent
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 40, 128], {{.*}}, promote = 1,
func.func @silent(%a: tensor<64x512xf8E5M2>, %b: tensor<64x512xf8E5M2>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 40, 128], stages = 4, consumers = 1, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<64x512xf8E5M2>, tensor<64x512xf8E5M2>) outs(%c : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %d : tensor<64x64xf16>
}

// Tensor cores take them only where K is contiguous, and rows are aligned; what TMA
// loads is transposed on the way, and what lies otherwise is packed so first, of a batch
// too. CUDA cores take them in every way, and beside other types.
// CHECK-LABEL: func.func @rows_of_b
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}} load = transpose,
func.func @rows_of_b(%a: tensor<512x512xf8E4M3FN>, %b: tensor<512x512xf8E4M3FN>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<512x512xf8E4M3FN>, tensor<512x512xf8E4M3FN>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// CHECK-LABEL: func.func @rows_of_many
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}} load = transpose,
func.func @rows_of_many(%a: tensor<8x512x512xf8E4M3FN>, %b: tensor<8x512x512xf8E4M3FN>, %c: tensor<8x512x512xf32>) -> tensor<8x512x512xf32> {
  %d = linalg.batch_matmul ins(%a, %b : tensor<8x512x512xf8E4M3FN>, tensor<8x512x512xf8E4M3FN>) outs(%c : tensor<8x512x512xf32>) -> tensor<8x512x512xf32>
  return %d : tensor<8x512x512xf32>
}

// CHECK-LABEL: func.func @odd_rows_of_many
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}} load = pack,
func.func @odd_rows_of_many(%a: tensor<8x512x512xf8E4M3FN>, %b: tensor<8x512x500xf8E4M3FN>, %c: tensor<8x512x500xf32>) -> tensor<8x512x500xf32> {
  %d = linalg.batch_matmul ins(%a, %b : tensor<8x512x512xf8E4M3FN>, tensor<8x512x500xf8E4M3FN>) outs(%c : tensor<8x512x500xf32>) -> tensor<8x512x500xf32>
  return %d : tensor<8x512x500xf32>
}

// CHECK-LABEL: func.func @odd_rows(
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}} load = pack,
func.func @odd_rows(%a: tensor<512x500xf8E4M3FN>, %b: tensor<512x500xf8E4M3FN>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<512x500xf8E4M3FN>, tensor<512x500xf8E4M3FN>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// Times a float of 16 bits it is widened by the threads that multiply.
// CHECK-LABEL: func.func @with_bf16
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
func.func @with_bf16(%a: tensor<512x512xf8E4M3FN>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<512x512xf8E4M3FN>, tensor<512x512xbf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// Sums may be rounded to 8 bits.
// CHECK-LABEL: func.func @to_bytes
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
func.func @to_bytes(%a: tensor<512x512xf8E4M3FN>, %b: tensor<512x512xf8E4M3FN>, %c: tensor<512x512xf8E4M3FN>) -> tensor<512x512xf8E4M3FN> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<512x512xf8E4M3FN>, tensor<512x512xf8E4M3FN>) outs(%c : tensor<512x512xf8E4M3FN>) -> tensor<512x512xf8E4M3FN>
  return %d : tensor<512x512xf8E4M3FN>
}

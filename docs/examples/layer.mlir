// A linear layer with bias and gelu, exported by torch-mlir (README.md).
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @layer(%arg0: tensor<4096x4096xbf16>, %arg1: tensor<16384x4096xbf16>, %arg2: tensor<16384xbf16>) -> tensor<4096x16384xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : bf16
    %cst_1 = arith.constant 2.000000e+00 : bf16
    %cst_2 = arith.constant 5.000000e-01 : bf16
    %0 = tensor.empty() : tensor<4096x16384xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<16384x4096xbf16>) outs(%0 : tensor<4096x16384xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<16384xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<16384xbf16>) outs(%1 : tensor<16384xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<16384xf32>
    %3 = tensor.empty() : tensor<4096x4096xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4096x4096xbf16>) outs(%3 : tensor<4096x4096xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<4096x4096xf32>
    %5 = tensor.empty() : tensor<4096x16384xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<4096x16384xbf16>) outs(%5 : tensor<4096x16384xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %13 = arith.extf %in : bf16 to f32
      linalg.yield %13 : f32
    } -> tensor<4096x16384xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%5 : tensor<4096x16384xf32>) -> tensor<4096x16384xf32>
    %8 = linalg.matmul ins(%4, %6 : tensor<4096x4096xf32>, tensor<4096x16384xf32>) outs(%7 : tensor<4096x16384xf32>) -> tensor<4096x16384xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<16384xf32>) outs(%5 : tensor<4096x16384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4096x16384xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<4096x16384xf32>, tensor<4096x16384xf32>) outs(%5 : tensor<4096x16384xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.addf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<4096x16384xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<4096x16384xf32>) outs(%0 : tensor<4096x16384xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %13 = arith.truncf %in : f32 to bf16
      linalg.yield %13 : bf16
    } -> tensor<4096x16384xbf16>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<4096x16384xbf16>) outs(%0 : tensor<4096x16384xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %13 = math.sqrt %cst_1 : bf16
      %14 = arith.divf %in, %13 : bf16
      %15 = math.erf %14 : bf16
      %16 = arith.addf %15, %cst_0 : bf16
      %17 = arith.mulf %16, %cst_2 : bf16
      %18 = arith.mulf %in, %17 : bf16
      linalg.yield %18 : bf16
    } -> tensor<4096x16384xbf16>
    return %12 : tensor<4096x16384xbf16>
  }
}


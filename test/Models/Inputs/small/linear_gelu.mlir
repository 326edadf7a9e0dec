#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<40x64xbf16>, %arg1: tensor<96x64xbf16>, %arg2: tensor<96xbf16>) -> tensor<40x96xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : bf16
    %cst_1 = arith.constant 2.000000e+00 : bf16
    %cst_2 = arith.constant 5.000000e-01 : bf16
    %0 = tensor.empty() : tensor<64x96xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<96x64xbf16>) outs(%0 : tensor<64x96xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<96xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<96xbf16>) outs(%1 : tensor<96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %15 = arith.extf %in : bf16 to f32
      linalg.yield %15 : f32
    } -> tensor<96xf32>
    %3 = tensor.empty() : tensor<40x64xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<40x64xbf16>) outs(%3 : tensor<40x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %15 = arith.extf %in : bf16 to f32
      linalg.yield %15 : f32
    } -> tensor<40x64xf32>
    %5 = tensor.empty() : tensor<64x96xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<64x96xbf16>) outs(%5 : tensor<64x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %15 = arith.extf %in : bf16 to f32
      linalg.yield %15 : f32
    } -> tensor<64x96xf32>
    %7 = tensor.empty() : tensor<40x96xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<40x96xf32>) -> tensor<40x96xf32>
    %9 = linalg.matmul ins(%4, %6 : tensor<40x64xf32>, tensor<64x96xf32>) outs(%8 : tensor<40x96xf32>) -> tensor<40x96xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<96xf32>) outs(%7 : tensor<40x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<40x96xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<40x96xf32>, tensor<40x96xf32>) outs(%7 : tensor<40x96xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.addf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<40x96xf32>
    %12 = tensor.empty() : tensor<40x96xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<40x96xf32>) outs(%12 : tensor<40x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %15 = arith.truncf %in : f32 to bf16
      linalg.yield %15 : bf16
    } -> tensor<40x96xbf16>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<40x96xbf16>) outs(%12 : tensor<40x96xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %15 = math.sqrt %cst_1 : bf16
      %16 = arith.divf %in, %15 : bf16
      %17 = math.erf %16 : bf16
      %18 = arith.addf %17, %cst_0 : bf16
      %19 = arith.mulf %18, %cst_2 : bf16
      %20 = arith.mulf %in, %19 : bf16
      linalg.yield %20 : bf16
    } -> tensor<40x96xbf16>
    return %14 : tensor<40x96xbf16>
  }
}

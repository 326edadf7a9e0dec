#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<2x24x64xbf16>, %arg1: tensor<192x64xbf16>, %arg2: tensor<192xbf16>, %arg3: tensor<64x64xbf16>, %arg4: tensor<64xbf16>, %arg5: tensor<128x64xbf16>, %arg6: tensor<128xbf16>, %arg7: tensor<64x128xbf16>, %arg8: tensor<64xbf16>, %arg9: tensor<64xbf16>, %arg10: tensor<64xbf16>, %arg11: tensor<64xbf16>, %arg12: tensor<64xbf16>) -> tensor<2x24x64xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 1.000000e+00 : bf16
    %cst_3 = arith.constant 2.000000e+00 : bf16
    %cst_4 = arith.constant 5.000000e-01 : bf16
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<2x4x24x24xf32>
    %cst_6 = arith.constant 1.000000e-05 : f64
    %cst_7 = arith.constant 0xFFF0000000000000 : f64
    %cst_8 = arith.constant 5.000000e-01 : f32
    %cst_9 = arith.constant 6.400000e+01 : f64
    %cst_10 = arith.constant 6.400000e+01 : f32
    %0 = tensor.empty() : tensor<24x2x64xbf16>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x24x64xbf16>) outs(%0 : tensor<24x2x64xbf16>) permutation = [1, 0, 2] 
    %1 = tensor.empty() : tensor<64x192xbf16>
    %transposed_11 = linalg.transpose ins(%arg1 : tensor<192x64xbf16>) outs(%1 : tensor<64x192xbf16>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<24x64x192xbf16>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<64x192xbf16>) outs(%2 : tensor<24x64x192xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<24x64x192xbf16>
    %4 = tensor.empty() : tensor<24x2x192xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<24x2x192xf32>) -> tensor<24x2x192xf32>
    %6 = linalg.batch_matmul ins(%transposed, %3 : tensor<24x2x64xbf16>, tensor<24x64x192xbf16>) outs(%5 : tensor<24x2x192xf32>) -> tensor<24x2x192xf32>
    %7 = tensor.empty() : tensor<24x2x192xbf16>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<24x2x192xf32>) outs(%7 : tensor<24x2x192xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<24x2x192xbf16>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %arg2 : tensor<24x2x192xbf16>, tensor<192xbf16>) outs(%7 : tensor<24x2x192xbf16>) {
    ^bb0(%in: bf16, %in_46: bf16, %out: bf16):
      %128 = arith.addf %in, %in_46 : bf16
      linalg.yield %128 : bf16
    } -> tensor<24x2x192xbf16>
    %expanded = tensor.expand_shape %9 [[0, 1], [2], [3, 4]] output_shape [1, 24, 2, 3, 64] : tensor<24x2x192xbf16> into tensor<1x24x2x3x64xbf16>
    %10 = tensor.empty() : tensor<3x24x2x1x64xbf16>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<1x24x2x3x64xbf16>) outs(%10 : tensor<3x24x2x1x64xbf16>) permutation = [3, 1, 2, 0, 4] 
    %collapsed = tensor.collapse_shape %transposed_12 [[0], [1], [2, 3], [4]] : tensor<3x24x2x1x64xbf16> into tensor<3x24x2x64xbf16>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0, 0, 0] [1, 24, 2, 64] [1, 1, 1, 1] : tensor<3x24x2x64xbf16> to tensor<1x24x2x64xbf16>
    %extracted_slice_13 = tensor.extract_slice %collapsed[1, 0, 0, 0] [1, 24, 2, 64] [1, 1, 1, 1] : tensor<3x24x2x64xbf16> to tensor<1x24x2x64xbf16>
    %extracted_slice_14 = tensor.extract_slice %collapsed[2, 0, 0, 0] [1, 24, 2, 64] [1, 1, 1, 1] : tensor<3x24x2x64xbf16> to tensor<1x24x2x64xbf16>
    %collapsed_15 = tensor.collapse_shape %extracted_slice [[0, 1], [2, 3]] : tensor<1x24x2x64xbf16> into tensor<24x128xbf16>
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0], [1, 2]] output_shape [24, 8, 16] : tensor<24x128xbf16> into tensor<24x8x16xbf16>
    %11 = tensor.empty() : tensor<8x24x16xbf16>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<24x8x16xbf16>) outs(%11 : tensor<8x24x16xbf16>) permutation = [1, 0, 2] 
    %collapsed_18 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2, 3]] : tensor<1x24x2x64xbf16> into tensor<24x128xbf16>
    %expanded_19 = tensor.expand_shape %collapsed_18 [[0], [1, 2]] output_shape [24, 8, 16] : tensor<24x128xbf16> into tensor<24x8x16xbf16>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<24x8x16xbf16>) outs(%11 : tensor<8x24x16xbf16>) permutation = [1, 0, 2] 
    %collapsed_21 = tensor.collapse_shape %extracted_slice_14 [[0, 1], [2, 3]] : tensor<1x24x2x64xbf16> into tensor<24x128xbf16>
    %expanded_22 = tensor.expand_shape %collapsed_21 [[0], [1, 2]] output_shape [24, 8, 16] : tensor<24x128xbf16> into tensor<24x8x16xbf16>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<24x8x16xbf16>) outs(%11 : tensor<8x24x16xbf16>) permutation = [1, 0, 2] 
    %expanded_24 = tensor.expand_shape %transposed_17 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xbf16> into tensor<2x4x24x16xbf16>
    %expanded_25 = tensor.expand_shape %transposed_20 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xbf16> into tensor<2x4x24x16xbf16>
    %expanded_26 = tensor.expand_shape %transposed_23 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xbf16> into tensor<2x4x24x16xbf16>
    %12 = tensor.empty() : tensor<2x4x24x16xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x4x24x16xbf16>) outs(%12 : tensor<2x4x24x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x16xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x4x24x16xbf16>) outs(%12 : tensor<2x4x24x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x16xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x4x24x16xbf16>) outs(%12 : tensor<2x4x24x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x16xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<2x4x24x16xf32>) outs(%12 : tensor<2x4x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.mulf %in, %cst_8 : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x16xf32>
    %17 = tensor.empty() : tensor<2x4x16x24xf32>
    %transposed_27 = linalg.transpose ins(%14 : tensor<2x4x24x16xf32>) outs(%17 : tensor<2x4x16x24xf32>) permutation = [0, 1, 3, 2] 
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<2x4x16x24xf32>) outs(%17 : tensor<2x4x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.mulf %in, %cst_8 : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x16x24xf32>
    %collapsed_28 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x4x24x16xf32> into tensor<8x24x16xf32>
    %collapsed_29 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : tensor<2x4x16x24xf32> into tensor<8x16x24xf32>
    %19 = tensor.empty() : tensor<8x24x24xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %21 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<8x24x16xf32>, tensor<8x16x24xf32>) outs(%20 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %expanded_30 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 4, 24, 24] : tensor<8x24x24xf32> into tensor<2x4x24x24xf32>
    %22 = tensor.empty() : tensor<2x4x24xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<2x4x24xi64>) -> tensor<2x4x24xi64>
    %24 = tensor.empty() : tensor<2x4x24xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<2x4x24xf32>) -> tensor<2x4x24xf32>
    %26:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_30 : tensor<2x4x24x24xf32>) outs(%25, %23 : tensor<2x4x24xf32>, tensor<2x4x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_46: i64):
      %128 = linalg.index 3 : index
      %129 = arith.index_cast %128 : index to i64
      %130 = arith.maximumf %in, %out : f32
      %131 = arith.cmpf ogt, %in, %out : f32
      %132 = arith.select %131, %129, %out_46 : i64
      linalg.yield %130, %132 : f32, i64
    } -> (tensor<2x4x24xf32>, tensor<2x4x24xi64>)
    %expanded_31 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 24, 1] : tensor<2x4x24xf32> into tensor<2x4x24x1xf32>
    %27 = tensor.empty() : tensor<2x4x24x24xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30, %expanded_31 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%27 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.subf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x24xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<2x4x24x24xf32>) outs(%27 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.exp %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x24xf32>
    %30 = tensor.empty() : tensor<2x4x24x1xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<2x4x24x1xf32>) -> tensor<2x4x24x1xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29 : tensor<2x4x24x24xf32>) outs(%31 : tensor<2x4x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x1xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %32 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%27 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.divf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x24xf32>
    %34 = tensor.empty() : tensor<2x4x24x24xi1>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30 : tensor<2x4x24x24xf32>) outs(%34 : tensor<2x4x24x24xi1>) {
    ^bb0(%in: f32, %out: i1):
      %128 = arith.extf %in : f32 to f64
      %129 = arith.cmpf oeq, %128, %cst_7 : f64
      linalg.yield %129 : i1
    } -> tensor<2x4x24x24xi1>
    %36 = tensor.empty() : tensor<2x4x24x1xi1>
    %37 = linalg.fill ins(%true : i1) outs(%36 : tensor<2x4x24x1xi1>) -> tensor<2x4x24x1xi1>
    %38 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%35 : tensor<2x4x24x24xi1>) outs(%37 : tensor<2x4x24x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %128 = arith.andi %in, %out : i1
      linalg.yield %128 : i1
    } -> tensor<2x4x24x1xi1>
    %39 = linalg.generic {indexing_maps = [#map5, #map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %cst_5, %33 : tensor<2x4x24x1xi1>, tensor<2x4x24x24xf32>, tensor<2x4x24x24xf32>) outs(%27 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: i1, %in_46: f32, %in_47: f32, %out: f32):
      %128 = arith.select %in, %in_46, %in_47 : f32
      linalg.yield %128 : f32
    } -> tensor<2x4x24x24xf32>
    %collapsed_32 = tensor.collapse_shape %39 [[0, 1], [2], [3]] : tensor<2x4x24x24xf32> into tensor<8x24x24xf32>
    %collapsed_33 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : tensor<2x4x24x16xf32> into tensor<8x24x16xf32>
    %40 = tensor.empty() : tensor<8x24x16xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %42 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<8x24x24xf32>, tensor<8x24x16xf32>) outs(%41 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %expanded_34 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xf32> into tensor<2x4x24x16xf32>
    %43 = tensor.empty() : tensor<2x4x24x16xbf16>
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<2x4x24x16xf32>) outs(%43 : tensor<2x4x24x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<2x4x24x16xbf16>
    %45 = tensor.empty() : tensor<24x2x4x16xbf16>
    %transposed_35 = linalg.transpose ins(%44 : tensor<2x4x24x16xbf16>) outs(%45 : tensor<24x2x4x16xbf16>) permutation = [2, 0, 1, 3] 
    %collapsed_36 = tensor.collapse_shape %transposed_35 [[0, 1], [2, 3]] : tensor<24x2x4x16xbf16> into tensor<48x64xbf16>
    %46 = tensor.empty() : tensor<64x64xbf16>
    %transposed_37 = linalg.transpose ins(%arg3 : tensor<64x64xbf16>) outs(%46 : tensor<64x64xbf16>) permutation = [1, 0] 
    %47 = tensor.empty() : tensor<64xf32>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg4 : tensor<64xbf16>) outs(%47 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<64xf32>
    %49 = tensor.empty() : tensor<48x64xf32>
    %50 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_36 : tensor<48x64xbf16>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<48x64xf32>
    %51 = tensor.empty() : tensor<64x64xf32>
    %52 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_37 : tensor<64x64xbf16>) outs(%51 : tensor<64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<64x64xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%49 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %54 = linalg.matmul ins(%50, %52 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%53 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %55 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<64xf32>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x64xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%54, %55 : tensor<48x64xf32>, tensor<48x64xf32>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.addf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<48x64xf32>
    %57 = tensor.empty() : tensor<48x64xbf16>
    %58 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<48x64xf32>) outs(%57 : tensor<48x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<48x64xbf16>
    %expanded_38 = tensor.expand_shape %58 [[0, 1], [2]] output_shape [24, 2, 64] : tensor<48x64xbf16> into tensor<24x2x64xbf16>
    %59 = tensor.empty() : tensor<2x24x64xbf16>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<24x2x64xbf16>) outs(%59 : tensor<2x24x64xbf16>) permutation = [1, 0, 2] 
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %transposed_39 : tensor<2x24x64xbf16>, tensor<2x24x64xbf16>) outs(%59 : tensor<2x24x64xbf16>) {
    ^bb0(%in: bf16, %in_46: bf16, %out: bf16):
      %128 = arith.addf %in, %in_46 : bf16
      linalg.yield %128 : bf16
    } -> tensor<2x24x64xbf16>
    %61 = tensor.empty() : tensor<2x24x64xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x24x64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %63 = tensor.empty() : tensor<2x24x64xf64>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x24x64xf32>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %128 = arith.extf %in : f32 to f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %65 = tensor.empty() : tensor<2x24x1xf64>
    %66 = linalg.fill ins(%cst_1 : f64) outs(%65 : tensor<2x24x1xf64>) -> tensor<2x24x1xf64>
    %67 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<2x24x64xf64>) outs(%66 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x24x1xf64>) outs(%65 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_9 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %69 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %68 : tensor<2x24x64xf64>, tensor<2x24x1xf64>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f64, %in_46: f64, %out: f64):
      %128 = arith.subf %in, %in_46 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %69 : tensor<2x24x64xf64>, tensor<2x24x64xf64>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f64, %in_46: f64, %out: f64):
      %128 = arith.mulf %in, %in_46 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %71 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<2x24x64xf64>) outs(%66 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x24x1xf64>) outs(%65 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_9 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %73 = tensor.empty() : tensor<2x24x1xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x24x1xf64>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %128 = arith.truncf %in : f64 to f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %75 = linalg.fill ins(%cst : f32) outs(%73 : tensor<2x24x1xf32>) -> tensor<2x24x1xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<2x24x64xf32>) outs(%75 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.divf %in, %cst_10 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.truncf %cst_6 : f64 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x1xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.rsqrt %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %77 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.subf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %79 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.mulf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %arg9 : tensor<2x24x64xf32>, tensor<64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: bf16, %out: f32):
      %128 = arith.extf %in_46 : bf16 to f32
      %129 = arith.mulf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x64xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %arg10 : tensor<2x24x64xf32>, tensor<64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: bf16, %out: f32):
      %128 = arith.extf %in_46 : bf16 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x64xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x24x64xf32>) outs(%59 : tensor<2x24x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<2x24x64xbf16>
    %collapsed_40 = tensor.collapse_shape %84 [[0, 1], [2]] : tensor<2x24x64xbf16> into tensor<48x64xbf16>
    %85 = tensor.empty() : tensor<64x128xbf16>
    %transposed_41 = linalg.transpose ins(%arg5 : tensor<128x64xbf16>) outs(%85 : tensor<64x128xbf16>) permutation = [1, 0] 
    %86 = tensor.empty() : tensor<128xf32>
    %87 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg6 : tensor<128xbf16>) outs(%86 : tensor<128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<128xf32>
    %88 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_40 : tensor<48x64xbf16>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<48x64xf32>
    %89 = tensor.empty() : tensor<64x128xf32>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_41 : tensor<64x128xbf16>) outs(%89 : tensor<64x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<64x128xf32>
    %91 = tensor.empty() : tensor<48x128xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %93 = linalg.matmul ins(%88, %90 : tensor<48x64xf32>, tensor<64x128xf32>) outs(%92 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %94 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%87 : tensor<128xf32>) outs(%91 : tensor<48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x128xf32>
    %95 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<48x128xf32>, tensor<48x128xf32>) outs(%91 : tensor<48x128xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.addf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<48x128xf32>
    %96 = tensor.empty() : tensor<48x128xbf16>
    %97 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<48x128xf32>) outs(%96 : tensor<48x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<48x128xbf16>
    %expanded_42 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [2, 24, 128] : tensor<48x128xbf16> into tensor<2x24x128xbf16>
    %98 = tensor.empty() : tensor<2x24x128xbf16>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<2x24x128xbf16>) outs(%98 : tensor<2x24x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %128 = math.sqrt %cst_3 : bf16
      %129 = arith.divf %in, %128 : bf16
      %130 = math.erf %129 : bf16
      %131 = arith.addf %130, %cst_2 : bf16
      %132 = arith.mulf %131, %cst_4 : bf16
      %133 = arith.mulf %in, %132 : bf16
      linalg.yield %133 : bf16
    } -> tensor<2x24x128xbf16>
    %collapsed_43 = tensor.collapse_shape %99 [[0, 1], [2]] : tensor<2x24x128xbf16> into tensor<48x128xbf16>
    %100 = tensor.empty() : tensor<128x64xbf16>
    %transposed_44 = linalg.transpose ins(%arg7 : tensor<64x128xbf16>) outs(%100 : tensor<128x64xbf16>) permutation = [1, 0] 
    %101 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg8 : tensor<64xbf16>) outs(%47 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<64xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_43 : tensor<48x128xbf16>) outs(%91 : tensor<48x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<48x128xf32>
    %103 = tensor.empty() : tensor<128x64xf32>
    %104 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_44 : tensor<128x64xbf16>) outs(%103 : tensor<128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<128x64xf32>
    %105 = linalg.matmul ins(%102, %104 : tensor<48x128xf32>, tensor<128x64xf32>) outs(%53 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %106 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%101 : tensor<64xf32>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x64xf32>
    %107 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%105, %106 : tensor<48x64xf32>, tensor<48x64xf32>) outs(%49 : tensor<48x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.addf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<48x64xf32>
    %108 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<48x64xf32>) outs(%57 : tensor<48x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<48x64xbf16>
    %expanded_45 = tensor.expand_shape %108 [[0, 1], [2]] output_shape [2, 24, 64] : tensor<48x64xbf16> into tensor<2x24x64xbf16>
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %expanded_45 : tensor<2x24x64xbf16>, tensor<2x24x64xbf16>) outs(%59 : tensor<2x24x64xbf16>) {
    ^bb0(%in: bf16, %in_46: bf16, %out: bf16):
      %128 = arith.addf %in, %in_46 : bf16
      linalg.yield %128 : bf16
    } -> tensor<2x24x64xbf16>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x24x64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %128 = arith.extf %in : bf16 to f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x24x64xf32>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %128 = arith.extf %in : f32 to f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %112 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%111 : tensor<2x24x64xf64>) outs(%66 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x24x1xf64>) outs(%65 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_9 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %113 : tensor<2x24x64xf64>, tensor<2x24x1xf64>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f64, %in_46: f64, %out: f64):
      %128 = arith.subf %in, %in_46 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %114 : tensor<2x24x64xf64>, tensor<2x24x64xf64>) outs(%63 : tensor<2x24x64xf64>) {
    ^bb0(%in: f64, %in_46: f64, %out: f64):
      %128 = arith.mulf %in, %in_46 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x64xf64>
    %116 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<2x24x64xf64>) outs(%66 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.addf %in, %out : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x24x1xf64>) outs(%65 : tensor<2x24x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %128 = arith.divf %in, %cst_9 : f64
      linalg.yield %128 : f64
    } -> tensor<2x24x1xf64>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x24x1xf64>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %128 = arith.truncf %in : f64 to f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<2x24x64xf32>) outs(%75 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.addf %in, %out : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.divf %in, %cst_10 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = arith.truncf %cst_6 : f64 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x24x1xf32>) outs(%73 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %128 = math.rsqrt %in : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %120 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.subf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map9, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %122 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: f32, %out: f32):
      %128 = arith.mulf %in, %in_46 : f32
      linalg.yield %128 : f32
    } -> tensor<2x24x64xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %arg11 : tensor<2x24x64xf32>, tensor<64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: bf16, %out: f32):
      %128 = arith.extf %in_46 : bf16 to f32
      %129 = arith.mulf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x64xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %arg12 : tensor<2x24x64xf32>, tensor<64xbf16>) outs(%61 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_46: bf16, %out: f32):
      %128 = arith.extf %in_46 : bf16 to f32
      %129 = arith.addf %in, %128 : f32
      linalg.yield %129 : f32
    } -> tensor<2x24x64xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x24x64xf32>) outs(%59 : tensor<2x24x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %128 = arith.truncf %in : f32 to bf16
      linalg.yield %128 : bf16
    } -> tensor<2x24x64xbf16>
    return %127 : tensor<2x24x64xbf16>
  }
}

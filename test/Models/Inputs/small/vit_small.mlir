#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<2x3x48x48xf16>, %arg1: tensor<1x1x128xf16>, %arg2: tensor<1x10x128xf16>, %arg3: tensor<128x3x16x16xf16>, %arg4: tensor<128xf16>, %arg5: tensor<128xf16>, %arg6: tensor<128xf16>, %arg7: tensor<128xf16>, %arg8: tensor<128xf16>, %arg9: tensor<384x128xf16>, %arg10: tensor<384xf16>, %arg11: tensor<128x128xf16>, %arg12: tensor<128xf16>, %arg13: tensor<256x128xf16>, %arg14: tensor<256xf16>, %arg15: tensor<128x256xf16>, %arg16: tensor<128xf16>, %arg17: tensor<128xf16>, %arg18: tensor<128xf16>, %arg19: tensor<128xf16>, %arg20: tensor<128xf16>, %arg21: tensor<384x128xf16>, %arg22: tensor<384xf16>, %arg23: tensor<128x128xf16>, %arg24: tensor<128xf16>, %arg25: tensor<256x128xf16>, %arg26: tensor<256xf16>, %arg27: tensor<128x256xf16>, %arg28: tensor<128xf16>, %arg29: tensor<128xf16>, %arg30: tensor<128xf16>, %arg31: tensor<64x128xf16>, %arg32: tensor<64xf16>) -> tensor<2x64xf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f16
    %cst_3 = arith.constant 2.000000e+00 : f16
    %cst_4 = arith.constant 5.000000e-01 : f16
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant 1.280000e+02 : f64
    %cst_7 = arith.constant 1.280000e+02 : f32
    %cst_8 = arith.constant 3.200000e+01 : f32
    %0 = tensor.empty() : tensor<2x128x3x3xf32>
    %1 = tensor.empty() : tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<128xf16>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128xf32>
    %broadcasted = linalg.broadcast ins(%2 : tensor<128xf32>) outs(%0 : tensor<2x128x3x3xf32>) dimensions = [0, 2, 3] 
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<16> : vector<2xi64>} ins(%arg0, %arg3 : tensor<2x3x48x48xf16>, tensor<128x3x16x16xf16>) outs(%broadcasted : tensor<2x128x3x3xf32>) -> tensor<2x128x3x3xf32>
    %4 = tensor.empty() : tensor<2x128x3x3xf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<2x128x3x3xf32>) outs(%4 : tensor<2x128x3x3xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x128x3x3xf16>
    %collapsed = tensor.collapse_shape %5 [[0], [1], [2, 3]] : tensor<2x128x3x3xf16> into tensor<2x128x9xf16>
    %6 = tensor.empty() : tensor<2x9x128xf16>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x128x9xf16>) outs(%6 : tensor<2x9x128xf16>) permutation = [0, 2, 1] 
    %7 = tensor.empty() : tensor<2x1x128xf16>
    %collapsed_9 = tensor.collapse_shape %arg1 [[0, 1], [2]] : tensor<1x1x128xf16> into tensor<1x128xf16>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x128xf16>) outs(%7 : tensor<2x1x128xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<2x1x128xf16>
    %concat = tensor.concat dim(1) %8, %transposed : (tensor<2x1x128xf16>, tensor<2x9x128xf16>) -> tensor<2x10x128xf16>
    %9 = tensor.empty() : tensor<2x10x128xf16>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<2x10x128xf16>, tensor<1x10x128xf16>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f16, %in_65: f16, %out: f16):
      %244 = arith.addf %in, %in_65 : f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %11 = tensor.empty() : tensor<2x10x128xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x10x128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %13 = tensor.empty() : tensor<2x10x128xf64>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x10x128xf32>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %244 = arith.extf %in : f32 to f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %15 = tensor.empty() : tensor<2x10x1xf64>
    %16 = linalg.fill ins(%cst : f64) outs(%15 : tensor<2x10x1xf64>) -> tensor<2x10x1xf64>
    %17 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %18 : tensor<2x10x128xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.subf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %19 : tensor<2x10x128xf64>, tensor<2x10x128xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.mulf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %23 = tensor.empty() : tensor<2x10x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %244 = arith.truncf %in : f64 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<2x10x1xf32>) -> tensor<2x10x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<2x10x128xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.divf %in, %cst_7 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.truncf %cst_5 : f64 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.rsqrt %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %27 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %29 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.mulf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg5 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.mulf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg6 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<2x10x128xf32>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %collapsed_10 = tensor.collapse_shape %34 [[0, 1], [2]] : tensor<2x10x128xf16> into tensor<20x128xf16>
    %35 = tensor.empty() : tensor<128x384xf16>
    %transposed_11 = linalg.transpose ins(%arg9 : tensor<384x128xf16>) outs(%35 : tensor<128x384xf16>) permutation = [1, 0] 
    %36 = tensor.empty() : tensor<384xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<384xf16>) outs(%36 : tensor<384xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<384xf32>
    %38 = tensor.empty() : tensor<20x128xf32>
    %39 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_10 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %40 = tensor.empty() : tensor<128x384xf32>
    %41 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_11 : tensor<128x384xf16>) outs(%40 : tensor<128x384xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x384xf32>
    %42 = tensor.empty() : tensor<20x384xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<20x384xf32>) -> tensor<20x384xf32>
    %44 = linalg.matmul ins(%39, %41 : tensor<20x128xf32>, tensor<128x384xf32>) outs(%43 : tensor<20x384xf32>) -> tensor<20x384xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<384xf32>) outs(%42 : tensor<20x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x384xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%44, %45 : tensor<20x384xf32>, tensor<20x384xf32>) outs(%42 : tensor<20x384xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x384xf32>
    %47 = tensor.empty() : tensor<20x384xf16>
    %48 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<20x384xf32>) outs(%47 : tensor<20x384xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x384xf16>
    %expanded = tensor.expand_shape %48 [[0, 1], [2, 3, 4]] output_shape [2, 10, 3, 2, 64] : tensor<20x384xf16> into tensor<2x10x3x2x64xf16>
    %49 = tensor.empty() : tensor<3x2x2x10x64xf16>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x10x3x2x64xf16>) outs(%49 : tensor<3x2x2x10x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_12[0, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %extracted_slice_13 = tensor.extract_slice %transposed_12[1, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %extracted_slice_14 = tensor.extract_slice %transposed_12[2, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %collapsed_15 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<2x2x10x64xf16>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<2x2x10x64xf16>
    %50 = tensor.empty() : tensor<2x2x10x64xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<2x2x10x64xf16>) outs(%50 : tensor<2x2x10x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x64xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_16 : tensor<2x2x10x64xf16>) outs(%50 : tensor<2x2x10x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x64xf32>
    %53 = tensor.empty() : tensor<2x2x64x10xf32>
    %transposed_17 = linalg.transpose ins(%52 : tensor<2x2x10x64xf32>) outs(%53 : tensor<2x2x64x10xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_18 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : tensor<2x2x10x64xf32> into tensor<4x10x64xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x2x64x10xf32> into tensor<4x64x10xf32>
    %54 = tensor.empty() : tensor<4x10x10xf32>
    %55 = linalg.fill ins(%cst_0 : f32) outs(%54 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %56 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<4x10x64xf32>, tensor<4x64x10xf32>) outs(%55 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %expanded_20 = tensor.expand_shape %56 [[0, 1], [2], [3]] output_shape [2, 2, 10, 10] : tensor<4x10x10xf32> into tensor<2x2x10x10xf32>
    %57 = tensor.empty() : tensor<2x2x10x10xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x2x10x10xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.mulf %in, %cst_8 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %59 = tensor.empty() : tensor<2x2x10xi64>
    %60 = linalg.fill ins(%c0_i64 : i64) outs(%59 : tensor<2x2x10xi64>) -> tensor<2x2x10xi64>
    %61 = tensor.empty() : tensor<2x2x10xf32>
    %62 = linalg.fill ins(%cst_1 : f32) outs(%61 : tensor<2x2x10xf32>) -> tensor<2x2x10xf32>
    %63:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%58 : tensor<2x2x10x10xf32>) outs(%62, %60 : tensor<2x2x10xf32>, tensor<2x2x10xi64>) {
    ^bb0(%in: f32, %out: f32, %out_65: i64):
      %244 = linalg.index 3 : index
      %245 = arith.index_cast %244 : index to i64
      %246 = arith.maximumf %in, %out : f32
      %247 = arith.cmpf ogt, %in, %out : f32
      %248 = arith.select %247, %245, %out_65 : i64
      linalg.yield %246, %248 : f32, i64
    } -> (tensor<2x2x10xf32>, tensor<2x2x10xi64>)
    %expanded_21 = tensor.expand_shape %63#0 [[0], [1], [2, 3]] output_shape [2, 2, 10, 1] : tensor<2x2x10xf32> into tensor<2x2x10x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %expanded_21 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<2x2x10x10xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.exp %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %66 = tensor.empty() : tensor<2x2x10x1xf32>
    %67 = linalg.fill ins(%cst_0 : f32) outs(%66 : tensor<2x2x10x1xf32>) -> tensor<2x2x10x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<2x2x10x10xf32>) outs(%67 : tensor<2x2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %68 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.divf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %70 = tensor.empty() : tensor<2x2x10x10xf16>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<2x2x10x10xf32>) outs(%70 : tensor<2x2x10x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x2x10x10xf16>
    %collapsed_22 = tensor.collapse_shape %71 [[0, 1], [2], [3]] : tensor<2x2x10x10xf16> into tensor<4x10x10xf16>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_14 [[0, 1, 2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<4x10x64xf16>
    %72 = tensor.empty() : tensor<4x10x64xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%72 : tensor<4x10x64xf32>) -> tensor<4x10x64xf32>
    %74 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<4x10x10xf16>, tensor<4x10x64xf16>) outs(%73 : tensor<4x10x64xf32>) -> tensor<4x10x64xf32>
    %75 = tensor.empty() : tensor<4x10x64xf16>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<4x10x64xf32>) outs(%75 : tensor<4x10x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<4x10x64xf16>
    %expanded_24 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [2, 2, 10, 64] : tensor<4x10x64xf16> into tensor<2x2x10x64xf16>
    %77 = tensor.empty() : tensor<2x10x2x64xf16>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<2x2x10x64xf16>) outs(%77 : tensor<2x10x2x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<2x10x2x64xf16> into tensor<20x128xf16>
    %78 = tensor.empty() : tensor<128x128xf16>
    %transposed_27 = linalg.transpose ins(%arg11 : tensor<128x128xf16>) outs(%78 : tensor<128x128xf16>) permutation = [1, 0] 
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<128xf16>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_26 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %81 = tensor.empty() : tensor<128x128xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_27 : tensor<128x128xf16>) outs(%81 : tensor<128x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x128xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<20x128xf32>) -> tensor<20x128xf32>
    %84 = linalg.matmul ins(%80, %82 : tensor<20x128xf32>, tensor<128x128xf32>) outs(%83 : tensor<20x128xf32>) -> tensor<20x128xf32>
    %85 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x128xf32>
    %86 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%84, %85 : tensor<20x128xf32>, tensor<20x128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %87 = tensor.empty() : tensor<20x128xf16>
    %88 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<20x128xf32>) outs(%87 : tensor<20x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x128xf16>
    %expanded_28 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [2, 10, 128] : tensor<20x128xf16> into tensor<2x10x128xf16>
    %89 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %expanded_28 : tensor<2x10x128xf16>, tensor<2x10x128xf16>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f16, %in_65: f16, %out: f16):
      %244 = arith.addf %in, %in_65 : f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %90 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<2x10x128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x10x128xf32>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %244 = arith.extf %in : f32 to f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %92 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %93 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %94 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %93 : tensor<2x10x128xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.subf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %95 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %94 : tensor<2x10x128xf64>, tensor<2x10x128xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.mulf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %96 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %97 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %244 = arith.truncf %in : f64 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<2x10x128xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.divf %in, %cst_7 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.truncf %cst_5 : f64 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x1xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.rsqrt %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %100 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %102 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.mulf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %arg7 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.mulf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %arg8 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x10x128xf32>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %collapsed_29 = tensor.collapse_shape %107 [[0, 1], [2]] : tensor<2x10x128xf16> into tensor<20x128xf16>
    %108 = tensor.empty() : tensor<128x256xf16>
    %transposed_30 = linalg.transpose ins(%arg13 : tensor<256x128xf16>) outs(%108 : tensor<128x256xf16>) permutation = [1, 0] 
    %109 = tensor.empty() : tensor<256xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<256xf16>) outs(%109 : tensor<256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<256xf32>
    %111 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_29 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %112 = tensor.empty() : tensor<128x256xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_30 : tensor<128x256xf16>) outs(%112 : tensor<128x256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x256xf32>
    %114 = tensor.empty() : tensor<20x256xf32>
    %115 = linalg.fill ins(%cst_0 : f32) outs(%114 : tensor<20x256xf32>) -> tensor<20x256xf32>
    %116 = linalg.matmul ins(%111, %113 : tensor<20x128xf32>, tensor<128x256xf32>) outs(%115 : tensor<20x256xf32>) -> tensor<20x256xf32>
    %117 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<256xf32>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x256xf32>
    %118 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%116, %117 : tensor<20x256xf32>, tensor<20x256xf32>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x256xf32>
    %119 = tensor.empty() : tensor<20x256xf16>
    %120 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<20x256xf32>) outs(%119 : tensor<20x256xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x256xf16>
    %expanded_31 = tensor.expand_shape %120 [[0, 1], [2]] output_shape [2, 10, 256] : tensor<20x256xf16> into tensor<2x10x256xf16>
    %121 = tensor.empty() : tensor<2x10x256xf16>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x10x256xf16>) outs(%121 : tensor<2x10x256xf16>) {
    ^bb0(%in: f16, %out: f16):
      %244 = math.sqrt %cst_3 : f16
      %245 = arith.divf %in, %244 : f16
      %246 = math.erf %245 : f16
      %247 = arith.addf %246, %cst_2 : f16
      %248 = arith.mulf %247, %cst_4 : f16
      %249 = arith.mulf %in, %248 : f16
      linalg.yield %249 : f16
    } -> tensor<2x10x256xf16>
    %collapsed_32 = tensor.collapse_shape %122 [[0, 1], [2]] : tensor<2x10x256xf16> into tensor<20x256xf16>
    %123 = tensor.empty() : tensor<256x128xf16>
    %transposed_33 = linalg.transpose ins(%arg15 : tensor<128x256xf16>) outs(%123 : tensor<256x128xf16>) permutation = [1, 0] 
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<128xf16>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128xf32>
    %125 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_32 : tensor<20x256xf16>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x256xf32>
    %126 = tensor.empty() : tensor<256x128xf32>
    %127 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_33 : tensor<256x128xf16>) outs(%126 : tensor<256x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<256x128xf32>
    %128 = linalg.matmul ins(%125, %127 : tensor<20x256xf32>, tensor<256x128xf32>) outs(%83 : tensor<20x128xf32>) -> tensor<20x128xf32>
    %129 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x128xf32>
    %130 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%128, %129 : tensor<20x128xf32>, tensor<20x128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %131 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<20x128xf32>) outs(%87 : tensor<20x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x128xf16>
    %expanded_34 = tensor.expand_shape %131 [[0, 1], [2]] output_shape [2, 10, 128] : tensor<20x128xf16> into tensor<2x10x128xf16>
    %132 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %expanded_34 : tensor<2x10x128xf16>, tensor<2x10x128xf16>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f16, %in_65: f16, %out: f16):
      %244 = arith.addf %in, %in_65 : f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x10x128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x10x128xf32>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %244 = arith.extf %in : f32 to f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %135 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%134 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %137 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %136 : tensor<2x10x128xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.subf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %137 : tensor<2x10x128xf64>, tensor<2x10x128xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.mulf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %139 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%138 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %141 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %244 = arith.truncf %in : f64 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%133 : tensor<2x10x128xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.divf %in, %cst_7 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.truncf %cst_5 : f64 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x1xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.rsqrt %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %143 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %147 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %145 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.mulf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %arg17 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.mulf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %arg18 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x10x128xf32>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %collapsed_35 = tensor.collapse_shape %150 [[0, 1], [2]] : tensor<2x10x128xf16> into tensor<20x128xf16>
    %transposed_36 = linalg.transpose ins(%arg21 : tensor<384x128xf16>) outs(%35 : tensor<128x384xf16>) permutation = [1, 0] 
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg22 : tensor<384xf16>) outs(%36 : tensor<384xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<384xf32>
    %152 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %153 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_36 : tensor<128x384xf16>) outs(%40 : tensor<128x384xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x384xf32>
    %154 = linalg.matmul ins(%152, %153 : tensor<20x128xf32>, tensor<128x384xf32>) outs(%43 : tensor<20x384xf32>) -> tensor<20x384xf32>
    %155 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<384xf32>) outs(%42 : tensor<20x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x384xf32>
    %156 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%154, %155 : tensor<20x384xf32>, tensor<20x384xf32>) outs(%42 : tensor<20x384xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x384xf32>
    %157 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<20x384xf32>) outs(%47 : tensor<20x384xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x384xf16>
    %expanded_37 = tensor.expand_shape %157 [[0, 1], [2, 3, 4]] output_shape [2, 10, 3, 2, 64] : tensor<20x384xf16> into tensor<2x10x3x2x64xf16>
    %transposed_38 = linalg.transpose ins(%expanded_37 : tensor<2x10x3x2x64xf16>) outs(%49 : tensor<3x2x2x10x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_39 = tensor.extract_slice %transposed_38[0, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %extracted_slice_40 = tensor.extract_slice %transposed_38[1, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %extracted_slice_41 = tensor.extract_slice %transposed_38[2, 0, 0, 0, 0] [1, 2, 2, 10, 64] [1, 1, 1, 1, 1] : tensor<3x2x2x10x64xf16> to tensor<1x2x2x10x64xf16>
    %collapsed_42 = tensor.collapse_shape %extracted_slice_39 [[0, 1], [2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<2x2x10x64xf16>
    %collapsed_43 = tensor.collapse_shape %extracted_slice_40 [[0, 1], [2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<2x2x10x64xf16>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_42 : tensor<2x2x10x64xf16>) outs(%50 : tensor<2x2x10x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x64xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_43 : tensor<2x2x10x64xf16>) outs(%50 : tensor<2x2x10x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x64xf32>
    %transposed_44 = linalg.transpose ins(%159 : tensor<2x2x10x64xf32>) outs(%53 : tensor<2x2x64x10xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_45 = tensor.collapse_shape %158 [[0, 1], [2], [3]] : tensor<2x2x10x64xf32> into tensor<4x10x64xf32>
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2], [3]] : tensor<2x2x64x10xf32> into tensor<4x64x10xf32>
    %160 = linalg.batch_matmul ins(%collapsed_45, %collapsed_46 : tensor<4x10x64xf32>, tensor<4x64x10xf32>) outs(%55 : tensor<4x10x10xf32>) -> tensor<4x10x10xf32>
    %expanded_47 = tensor.expand_shape %160 [[0, 1], [2], [3]] output_shape [2, 2, 10, 10] : tensor<4x10x10xf32> into tensor<2x2x10x10xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47 : tensor<2x2x10x10xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.mulf %in, %cst_8 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %162:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%161 : tensor<2x2x10x10xf32>) outs(%62, %60 : tensor<2x2x10xf32>, tensor<2x2x10xi64>) {
    ^bb0(%in: f32, %out: f32, %out_65: i64):
      %244 = linalg.index 3 : index
      %245 = arith.index_cast %244 : index to i64
      %246 = arith.maximumf %in, %out : f32
      %247 = arith.cmpf ogt, %in, %out : f32
      %248 = arith.select %247, %245, %out_65 : i64
      linalg.yield %246, %248 : f32, i64
    } -> (tensor<2x2x10xf32>, tensor<2x2x10xi64>)
    %expanded_48 = tensor.expand_shape %162#0 [[0], [1], [2, 3]] output_shape [2, 2, 10, 1] : tensor<2x2x10xf32> into tensor<2x2x10x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %expanded_48 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<2x2x10x10xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.exp %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%164 : tensor<2x2x10x10xf32>) outs(%67 : tensor<2x2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %165 : tensor<2x2x10x10xf32>, tensor<2x2x10x1xf32>) outs(%57 : tensor<2x2x10x10xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.divf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x2x10x10xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<2x2x10x10xf32>) outs(%70 : tensor<2x2x10x10xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x2x10x10xf16>
    %collapsed_49 = tensor.collapse_shape %167 [[0, 1], [2], [3]] : tensor<2x2x10x10xf16> into tensor<4x10x10xf16>
    %collapsed_50 = tensor.collapse_shape %extracted_slice_41 [[0, 1, 2], [3], [4]] : tensor<1x2x2x10x64xf16> into tensor<4x10x64xf16>
    %168 = linalg.batch_matmul ins(%collapsed_49, %collapsed_50 : tensor<4x10x10xf16>, tensor<4x10x64xf16>) outs(%73 : tensor<4x10x64xf32>) -> tensor<4x10x64xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<4x10x64xf32>) outs(%75 : tensor<4x10x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<4x10x64xf16>
    %expanded_51 = tensor.expand_shape %169 [[0, 1], [2], [3]] output_shape [2, 2, 10, 64] : tensor<4x10x64xf16> into tensor<2x2x10x64xf16>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<2x2x10x64xf16>) outs(%77 : tensor<2x10x2x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0, 1], [2, 3]] : tensor<2x10x2x64xf16> into tensor<20x128xf16>
    %transposed_54 = linalg.transpose ins(%arg23 : tensor<128x128xf16>) outs(%78 : tensor<128x128xf16>) permutation = [1, 0] 
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg24 : tensor<128xf16>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128xf32>
    %171 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_53 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %172 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_54 : tensor<128x128xf16>) outs(%81 : tensor<128x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x128xf32>
    %173 = linalg.matmul ins(%171, %172 : tensor<20x128xf32>, tensor<128x128xf32>) outs(%83 : tensor<20x128xf32>) -> tensor<20x128xf32>
    %174 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%170 : tensor<128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x128xf32>
    %175 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%173, %174 : tensor<20x128xf32>, tensor<20x128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %176 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<20x128xf32>) outs(%87 : tensor<20x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x128xf16>
    %expanded_55 = tensor.expand_shape %176 [[0, 1], [2]] output_shape [2, 10, 128] : tensor<20x128xf16> into tensor<2x10x128xf16>
    %177 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %expanded_55 : tensor<2x10x128xf16>, tensor<2x10x128xf16>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f16, %in_65: f16, %out: f16):
      %244 = arith.addf %in, %in_65 : f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %178 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<2x10x128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<2x10x128xf32>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %244 = arith.extf %in : f32 to f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %180 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%179 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %181 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %182 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %181 : tensor<2x10x128xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.subf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %183 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %182 : tensor<2x10x128xf64>, tensor<2x10x128xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.mulf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %184 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%183 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %185 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %186 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %244 = arith.truncf %in : f64 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<2x10x128xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.divf %in, %cst_7 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %189 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.truncf %cst_5 : f64 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x1xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.rsqrt %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %188 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %190 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.mulf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %arg19 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.mulf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %arg20 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<2x10x128xf32>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %collapsed_56 = tensor.collapse_shape %195 [[0, 1], [2]] : tensor<2x10x128xf16> into tensor<20x128xf16>
    %transposed_57 = linalg.transpose ins(%arg25 : tensor<256x128xf16>) outs(%108 : tensor<128x256xf16>) permutation = [1, 0] 
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg26 : tensor<256xf16>) outs(%109 : tensor<256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<256xf32>
    %197 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_56 : tensor<20x128xf16>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %198 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_57 : tensor<128x256xf16>) outs(%112 : tensor<128x256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x256xf32>
    %199 = linalg.matmul ins(%197, %198 : tensor<20x128xf32>, tensor<128x256xf32>) outs(%115 : tensor<20x256xf32>) -> tensor<20x256xf32>
    %200 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<256xf32>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x256xf32>
    %201 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%199, %200 : tensor<20x256xf32>, tensor<20x256xf32>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x256xf32>
    %202 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%201 : tensor<20x256xf32>) outs(%119 : tensor<20x256xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x256xf16>
    %expanded_58 = tensor.expand_shape %202 [[0, 1], [2]] output_shape [2, 10, 256] : tensor<20x256xf16> into tensor<2x10x256xf16>
    %203 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<2x10x256xf16>) outs(%121 : tensor<2x10x256xf16>) {
    ^bb0(%in: f16, %out: f16):
      %244 = math.sqrt %cst_3 : f16
      %245 = arith.divf %in, %244 : f16
      %246 = math.erf %245 : f16
      %247 = arith.addf %246, %cst_2 : f16
      %248 = arith.mulf %247, %cst_4 : f16
      %249 = arith.mulf %in, %248 : f16
      linalg.yield %249 : f16
    } -> tensor<2x10x256xf16>
    %collapsed_59 = tensor.collapse_shape %203 [[0, 1], [2]] : tensor<2x10x256xf16> into tensor<20x256xf16>
    %transposed_60 = linalg.transpose ins(%arg27 : tensor<128x256xf16>) outs(%123 : tensor<256x128xf16>) permutation = [1, 0] 
    %204 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg28 : tensor<128xf16>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128xf32>
    %205 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_59 : tensor<20x256xf16>) outs(%114 : tensor<20x256xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<20x256xf32>
    %206 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_60 : tensor<256x128xf16>) outs(%126 : tensor<256x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<256x128xf32>
    %207 = linalg.matmul ins(%205, %206 : tensor<20x256xf32>, tensor<256x128xf32>) outs(%83 : tensor<20x128xf32>) -> tensor<20x128xf32>
    %208 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%204 : tensor<128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x128xf32>
    %209 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%207, %208 : tensor<20x128xf32>, tensor<20x128xf32>) outs(%38 : tensor<20x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<20x128xf32>
    %210 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%209 : tensor<20x128xf32>) outs(%87 : tensor<20x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<20x128xf16>
    %expanded_61 = tensor.expand_shape %210 [[0, 1], [2]] output_shape [2, 10, 128] : tensor<20x128xf16> into tensor<2x10x128xf16>
    %211 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %expanded_61 : tensor<2x10x128xf16>, tensor<2x10x128xf16>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f16, %in_65: f16, %out: f16):
      %244 = arith.addf %in, %in_65 : f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %212 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<2x10x128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %213 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<2x10x128xf32>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f32, %out: f64):
      %244 = arith.extf %in : f32 to f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %214 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%213 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %215 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %216 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213, %215 : tensor<2x10x128xf64>, tensor<2x10x1xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.subf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %217 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %216 : tensor<2x10x128xf64>, tensor<2x10x128xf64>) outs(%13 : tensor<2x10x128xf64>) {
    ^bb0(%in: f64, %in_65: f64, %out: f64):
      %244 = arith.mulf %in, %in_65 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x128xf64>
    %218 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%217 : tensor<2x10x128xf64>) outs(%16 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.addf %in, %out : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %219 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<2x10x1xf64>) outs(%15 : tensor<2x10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %244 = arith.divf %in, %cst_6 : f64
      linalg.yield %244 : f64
    } -> tensor<2x10x1xf64>
    %220 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<2x10x1xf64>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %244 = arith.truncf %in : f64 to f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %221 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<2x10x128xf32>) outs(%25 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.addf %in, %out : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.divf %in, %cst_7 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %223 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = arith.truncf %cst_5 : f64 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x1xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<2x10x1xf32>) outs(%23 : tensor<2x10x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %244 = math.rsqrt %in : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x1xf32>
    %225 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %222 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.subf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %226 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %224 : tensor<2x10x128xf32>, tensor<2x10x1xf32>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.mulf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x10x128xf32>
    %227 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %arg29 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.mulf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %228 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227, %arg30 : tensor<2x10x128xf32>, tensor<128xf16>) outs(%11 : tensor<2x10x128xf32>) {
    ^bb0(%in: f32, %in_65: f16, %out: f32):
      %244 = arith.extf %in_65 : f16 to f32
      %245 = arith.addf %in, %244 : f32
      linalg.yield %245 : f32
    } -> tensor<2x10x128xf32>
    %229 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<2x10x128xf32>) outs(%9 : tensor<2x10x128xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x10x128xf16>
    %extracted_slice_62 = tensor.extract_slice %229[0, 0, 0] [2, 1, 128] [1, 1, 1] : tensor<2x10x128xf16> to tensor<2x1x128xf16>
    %collapsed_63 = tensor.collapse_shape %extracted_slice_62 [[0, 1], [2]] : tensor<2x1x128xf16> into tensor<2x128xf16>
    %230 = tensor.empty() : tensor<128x64xf16>
    %transposed_64 = linalg.transpose ins(%arg31 : tensor<64x128xf16>) outs(%230 : tensor<128x64xf16>) permutation = [1, 0] 
    %231 = tensor.empty() : tensor<64xf32>
    %232 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg32 : tensor<64xf16>) outs(%231 : tensor<64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<64xf32>
    %233 = tensor.empty() : tensor<2x128xf32>
    %234 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_63 : tensor<2x128xf16>) outs(%233 : tensor<2x128xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<2x128xf32>
    %235 = tensor.empty() : tensor<128x64xf32>
    %236 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_64 : tensor<128x64xf16>) outs(%235 : tensor<128x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %244 = arith.extf %in : f16 to f32
      linalg.yield %244 : f32
    } -> tensor<128x64xf32>
    %237 = tensor.empty() : tensor<2x64xf32>
    %238 = linalg.fill ins(%cst_0 : f32) outs(%237 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %239 = linalg.matmul ins(%234, %236 : tensor<2x128xf32>, tensor<128x64xf32>) outs(%238 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %240 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%232 : tensor<64xf32>) outs(%237 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64xf32>
    %241 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%239, %240 : tensor<2x64xf32>, tensor<2x64xf32>) outs(%237 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %244 = arith.addf %in, %in_65 : f32
      linalg.yield %244 : f32
    } -> tensor<2x64xf32>
    %242 = tensor.empty() : tensor<2x64xf16>
    %243 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%241 : tensor<2x64xf32>) outs(%242 : tensor<2x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %244 = arith.truncf %in : f32 to f16
      linalg.yield %244 : f16
    } -> tensor<2x64xf16>
    return %243 : tensor<2x64xf16>
  }
}


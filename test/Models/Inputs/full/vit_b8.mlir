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
  func.func @main(%arg0: tensor<8x3x224x224xf16>, %arg1: tensor<1x1x768xf16>, %arg2: tensor<1x197x768xf16>, %arg3: tensor<768x3x16x16xf16>, %arg4: tensor<768xf16>, %arg5: tensor<768xf16>, %arg6: tensor<768xf16>, %arg7: tensor<768xf16>, %arg8: tensor<768xf16>, %arg9: tensor<2304x768xf16>, %arg10: tensor<2304xf16>, %arg11: tensor<768x768xf16>, %arg12: tensor<768xf16>, %arg13: tensor<3072x768xf16>, %arg14: tensor<3072xf16>, %arg15: tensor<768x3072xf16>, %arg16: tensor<768xf16>, %arg17: tensor<768xf16>, %arg18: tensor<768xf16>, %arg19: tensor<768xf16>, %arg20: tensor<768xf16>, %arg21: tensor<2304x768xf16>, %arg22: tensor<2304xf16>, %arg23: tensor<768x768xf16>, %arg24: tensor<768xf16>, %arg25: tensor<3072x768xf16>, %arg26: tensor<3072xf16>, %arg27: tensor<768x3072xf16>, %arg28: tensor<768xf16>, %arg29: tensor<768xf16>, %arg30: tensor<768xf16>, %arg31: tensor<768xf16>, %arg32: tensor<768xf16>, %arg33: tensor<2304x768xf16>, %arg34: tensor<2304xf16>, %arg35: tensor<768x768xf16>, %arg36: tensor<768xf16>, %arg37: tensor<3072x768xf16>, %arg38: tensor<3072xf16>, %arg39: tensor<768x3072xf16>, %arg40: tensor<768xf16>, %arg41: tensor<768xf16>, %arg42: tensor<768xf16>, %arg43: tensor<768xf16>, %arg44: tensor<768xf16>, %arg45: tensor<2304x768xf16>, %arg46: tensor<2304xf16>, %arg47: tensor<768x768xf16>, %arg48: tensor<768xf16>, %arg49: tensor<3072x768xf16>, %arg50: tensor<3072xf16>, %arg51: tensor<768x3072xf16>, %arg52: tensor<768xf16>, %arg53: tensor<768xf16>, %arg54: tensor<768xf16>, %arg55: tensor<1000x768xf16>, %arg56: tensor<1000xf16>) -> tensor<8x1000xf16> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f16
    %cst_3 = arith.constant 2.000000e+00 : f16
    %cst_4 = arith.constant 5.000000e-01 : f16
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant 7.680000e+02 : f64
    %cst_7 = arith.constant 7.680000e+02 : f32
    %cst_8 = arith.constant 1.250000e-01 : f32
    %0 = tensor.empty() : tensor<8x768x14x14xf32>
    %1 = tensor.empty() : tensor<768xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg4 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %broadcasted = linalg.broadcast ins(%2 : tensor<768xf32>) outs(%0 : tensor<8x768x14x14xf32>) dimensions = [0, 2, 3] 
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<16> : vector<2xi64>} ins(%arg0, %arg3 : tensor<8x3x224x224xf16>, tensor<768x3x16x16xf16>) outs(%broadcasted : tensor<8x768x14x14xf32>) -> tensor<8x768x14x14xf32>
    %4 = tensor.empty() : tensor<8x768x14x14xf16>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<8x768x14x14xf32>) outs(%4 : tensor<8x768x14x14xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x768x14x14xf16>
    %collapsed = tensor.collapse_shape %5 [[0], [1], [2, 3]] : tensor<8x768x14x14xf16> into tensor<8x768x196xf16>
    %6 = tensor.empty() : tensor<8x196x768xf16>
    %transposed = linalg.transpose ins(%collapsed : tensor<8x768x196xf16>) outs(%6 : tensor<8x196x768xf16>) permutation = [0, 2, 1] 
    %7 = tensor.empty() : tensor<8x1x768xf16>
    %collapsed_9 = tensor.collapse_shape %arg1 [[0, 1], [2]] : tensor<1x1x768xf16> into tensor<1x768xf16>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x768xf16>) outs(%7 : tensor<8x1x768xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<8x1x768xf16>
    %concat = tensor.concat dim(1) %8, %transposed : (tensor<8x1x768xf16>, tensor<8x196x768xf16>) -> tensor<8x197x768xf16>
    %9 = tensor.empty() : tensor<8x197x768xf16>
    %10 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg2 : tensor<8x197x768xf16>, tensor<1x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %11 = tensor.empty() : tensor<8x197x768xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %13 = tensor.empty() : tensor<8x197x768xf64>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %15 = tensor.empty() : tensor<8x197x1xf64>
    %16 = linalg.fill ins(%cst : f64) outs(%15 : tensor<8x197x1xf64>) -> tensor<8x197x1xf64>
    %17 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %18 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %19 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %21 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %23 = tensor.empty() : tensor<8x197x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<8x197x1xf32>) -> tensor<8x197x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %27 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %29 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %arg5 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg6 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_10 = tensor.collapse_shape %34 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %35 = tensor.empty() : tensor<768x2304xf16>
    %transposed_11 = linalg.transpose ins(%arg9 : tensor<2304x768xf16>) outs(%35 : tensor<768x2304xf16>) permutation = [1, 0] 
    %36 = tensor.empty() : tensor<2304xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<2304xf16>) outs(%36 : tensor<2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<2304xf32>
    %38 = tensor.empty() : tensor<1576x768xf32>
    %39 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_10 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %40 = tensor.empty() : tensor<768x2304xf32>
    %41 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_11 : tensor<768x2304xf16>) outs(%40 : tensor<768x2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x2304xf32>
    %42 = tensor.empty() : tensor<1576x2304xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<1576x2304xf32>) -> tensor<1576x2304xf32>
    %44 = linalg.matmul ins(%39, %41 : tensor<1576x768xf32>, tensor<768x2304xf32>) outs(%43 : tensor<1576x2304xf32>) -> tensor<1576x2304xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x2304xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%44, %45 : tensor<1576x2304xf32>, tensor<1576x2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x2304xf32>
    %47 = tensor.empty() : tensor<1576x2304xf16>
    %48 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<1576x2304xf32>) outs(%47 : tensor<1576x2304xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x2304xf16>
    %expanded = tensor.expand_shape %48 [[0, 1], [2, 3, 4]] output_shape [8, 197, 3, 12, 64] : tensor<1576x2304xf16> into tensor<8x197x3x12x64xf16>
    %49 = tensor.empty() : tensor<3x8x12x197x64xf16>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<8x197x3x12x64xf16>) outs(%49 : tensor<3x8x12x197x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_12[0, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_13 = tensor.extract_slice %transposed_12[1, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_14 = tensor.extract_slice %transposed_12[2, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %collapsed_15 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %50 = tensor.empty() : tensor<8x12x197x64xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_16 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %53 = tensor.empty() : tensor<8x12x64x197xf32>
    %transposed_17 = linalg.transpose ins(%52 : tensor<8x12x197x64xf32>) outs(%53 : tensor<8x12x64x197xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_18 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : tensor<8x12x197x64xf32> into tensor<96x197x64xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<8x12x64x197xf32> into tensor<96x64x197xf32>
    %54 = tensor.empty() : tensor<96x197x197xf32>
    %55 = linalg.fill ins(%cst_0 : f32) outs(%54 : tensor<96x197x197xf32>) -> tensor<96x197x197xf32>
    %56 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<96x197x64xf32>, tensor<96x64x197xf32>) outs(%55 : tensor<96x197x197xf32>) -> tensor<96x197x197xf32>
    %expanded_20 = tensor.expand_shape %56 [[0, 1], [2], [3]] output_shape [8, 12, 197, 197] : tensor<96x197x197xf32> into tensor<8x12x197x197xf32>
    %57 = tensor.empty() : tensor<8x12x197x197xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.mulf %in, %cst_8 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %59 = tensor.empty() : tensor<8x12x197xi64>
    %60 = linalg.fill ins(%c0_i64 : i64) outs(%59 : tensor<8x12x197xi64>) -> tensor<8x12x197xi64>
    %61 = tensor.empty() : tensor<8x12x197xf32>
    %62 = linalg.fill ins(%cst_1 : f32) outs(%61 : tensor<8x12x197xf32>) -> tensor<8x12x197xf32>
    %63:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%58 : tensor<8x12x197x197xf32>) outs(%62, %60 : tensor<8x12x197xf32>, tensor<8x12x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_119: i64):
      %402 = linalg.index 3 : index
      %403 = arith.index_cast %402 : index to i64
      %404 = arith.maximumf %in, %out : f32
      %405 = arith.cmpf ogt, %in, %out : f32
      %406 = arith.select %405, %403, %out_119 : i64
      linalg.yield %404, %406 : f32, i64
    } -> (tensor<8x12x197xf32>, tensor<8x12x197xi64>)
    %expanded_21 = tensor.expand_shape %63#0 [[0], [1], [2, 3]] output_shape [8, 12, 197, 1] : tensor<8x12x197xf32> into tensor<8x12x197x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %expanded_21 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.exp %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %66 = tensor.empty() : tensor<8x12x197x1xf32>
    %67 = linalg.fill ins(%cst_0 : f32) outs(%66 : tensor<8x12x197x1xf32>) -> tensor<8x12x197x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65 : tensor<8x12x197x197xf32>) outs(%67 : tensor<8x12x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %68 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.divf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %70 = tensor.empty() : tensor<8x12x197x197xf16>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<8x12x197x197xf32>) outs(%70 : tensor<8x12x197x197xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x12x197x197xf16>
    %collapsed_22 = tensor.collapse_shape %71 [[0, 1], [2], [3]] : tensor<8x12x197x197xf16> into tensor<96x197x197xf16>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_14 [[0, 1, 2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<96x197x64xf16>
    %72 = tensor.empty() : tensor<96x197x64xf32>
    %73 = linalg.fill ins(%cst_0 : f32) outs(%72 : tensor<96x197x64xf32>) -> tensor<96x197x64xf32>
    %74 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<96x197x197xf16>, tensor<96x197x64xf16>) outs(%73 : tensor<96x197x64xf32>) -> tensor<96x197x64xf32>
    %75 = tensor.empty() : tensor<96x197x64xf16>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<96x197x64xf32>) outs(%75 : tensor<96x197x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<96x197x64xf16>
    %expanded_24 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [8, 12, 197, 64] : tensor<96x197x64xf16> into tensor<8x12x197x64xf16>
    %77 = tensor.empty() : tensor<8x197x12x64xf16>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<8x12x197x64xf16>) outs(%77 : tensor<8x197x12x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<8x197x12x64xf16> into tensor<1576x768xf16>
    %78 = tensor.empty() : tensor<768x768xf16>
    %transposed_27 = linalg.transpose ins(%arg11 : tensor<768x768xf16>) outs(%78 : tensor<768x768xf16>) permutation = [1, 0] 
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_26 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %81 = tensor.empty() : tensor<768x768xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_27 : tensor<768x768xf16>) outs(%81 : tensor<768x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x768xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %84 = linalg.matmul ins(%80, %82 : tensor<1576x768xf32>, tensor<768x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %85 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %86 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%84, %85 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %87 = tensor.empty() : tensor<1576x768xf16>
    %88 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_28 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %89 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %expanded_28 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %90 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %92 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%91 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %93 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %94 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %93 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %95 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %94 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %96 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %97 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %100 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %102 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %arg7 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %arg8 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_29 = tensor.collapse_shape %107 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %108 = tensor.empty() : tensor<768x3072xf16>
    %transposed_30 = linalg.transpose ins(%arg13 : tensor<3072x768xf16>) outs(%108 : tensor<768x3072xf16>) permutation = [1, 0] 
    %109 = tensor.empty() : tensor<3072xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<3072xf16>) outs(%109 : tensor<3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072xf32>
    %111 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_29 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %112 = tensor.empty() : tensor<768x3072xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_30 : tensor<768x3072xf16>) outs(%112 : tensor<768x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x3072xf32>
    %114 = tensor.empty() : tensor<1576x3072xf32>
    %115 = linalg.fill ins(%cst_0 : f32) outs(%114 : tensor<1576x3072xf32>) -> tensor<1576x3072xf32>
    %116 = linalg.matmul ins(%111, %113 : tensor<1576x768xf32>, tensor<768x3072xf32>) outs(%115 : tensor<1576x3072xf32>) -> tensor<1576x3072xf32>
    %117 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x3072xf32>
    %118 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%116, %117 : tensor<1576x3072xf32>, tensor<1576x3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %119 = tensor.empty() : tensor<1576x3072xf16>
    %120 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<1576x3072xf32>) outs(%119 : tensor<1576x3072xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x3072xf16>
    %expanded_31 = tensor.expand_shape %120 [[0, 1], [2]] output_shape [8, 197, 3072] : tensor<1576x3072xf16> into tensor<8x197x3072xf16>
    %121 = tensor.empty() : tensor<8x197x3072xf16>
    %122 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<8x197x3072xf16>) outs(%121 : tensor<8x197x3072xf16>) {
    ^bb0(%in: f16, %out: f16):
      %402 = math.sqrt %cst_3 : f16
      %403 = arith.divf %in, %402 : f16
      %404 = math.erf %403 : f16
      %405 = arith.addf %404, %cst_2 : f16
      %406 = arith.mulf %405, %cst_4 : f16
      %407 = arith.mulf %in, %406 : f16
      linalg.yield %407 : f16
    } -> tensor<8x197x3072xf16>
    %collapsed_32 = tensor.collapse_shape %122 [[0, 1], [2]] : tensor<8x197x3072xf16> into tensor<1576x3072xf16>
    %123 = tensor.empty() : tensor<3072x768xf16>
    %transposed_33 = linalg.transpose ins(%arg15 : tensor<768x3072xf16>) outs(%123 : tensor<3072x768xf16>) permutation = [1, 0] 
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %125 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_32 : tensor<1576x3072xf16>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %126 = tensor.empty() : tensor<3072x768xf32>
    %127 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_33 : tensor<3072x768xf16>) outs(%126 : tensor<3072x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072x768xf32>
    %128 = linalg.matmul ins(%125, %127 : tensor<1576x3072xf32>, tensor<3072x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %129 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %130 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%128, %129 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %131 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_34 = tensor.expand_shape %131 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %132 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %expanded_34 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %133 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %135 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%134 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %137 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %136 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %137 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %139 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%138 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %141 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%133 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %143 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %147 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %145 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %arg17 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %arg18 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_35 = tensor.collapse_shape %150 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_36 = linalg.transpose ins(%arg21 : tensor<2304x768xf16>) outs(%35 : tensor<768x2304xf16>) permutation = [1, 0] 
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg22 : tensor<2304xf16>) outs(%36 : tensor<2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<2304xf32>
    %152 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %153 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_36 : tensor<768x2304xf16>) outs(%40 : tensor<768x2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x2304xf32>
    %154 = linalg.matmul ins(%152, %153 : tensor<1576x768xf32>, tensor<768x2304xf32>) outs(%43 : tensor<1576x2304xf32>) -> tensor<1576x2304xf32>
    %155 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x2304xf32>
    %156 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%154, %155 : tensor<1576x2304xf32>, tensor<1576x2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x2304xf32>
    %157 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<1576x2304xf32>) outs(%47 : tensor<1576x2304xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x2304xf16>
    %expanded_37 = tensor.expand_shape %157 [[0, 1], [2, 3, 4]] output_shape [8, 197, 3, 12, 64] : tensor<1576x2304xf16> into tensor<8x197x3x12x64xf16>
    %transposed_38 = linalg.transpose ins(%expanded_37 : tensor<8x197x3x12x64xf16>) outs(%49 : tensor<3x8x12x197x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_39 = tensor.extract_slice %transposed_38[0, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_40 = tensor.extract_slice %transposed_38[1, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_41 = tensor.extract_slice %transposed_38[2, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %collapsed_42 = tensor.collapse_shape %extracted_slice_39 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %collapsed_43 = tensor.collapse_shape %extracted_slice_40 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_42 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_43 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %transposed_44 = linalg.transpose ins(%159 : tensor<8x12x197x64xf32>) outs(%53 : tensor<8x12x64x197xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_45 = tensor.collapse_shape %158 [[0, 1], [2], [3]] : tensor<8x12x197x64xf32> into tensor<96x197x64xf32>
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2], [3]] : tensor<8x12x64x197xf32> into tensor<96x64x197xf32>
    %160 = linalg.batch_matmul ins(%collapsed_45, %collapsed_46 : tensor<96x197x64xf32>, tensor<96x64x197xf32>) outs(%55 : tensor<96x197x197xf32>) -> tensor<96x197x197xf32>
    %expanded_47 = tensor.expand_shape %160 [[0, 1], [2], [3]] output_shape [8, 12, 197, 197] : tensor<96x197x197xf32> into tensor<8x12x197x197xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_47 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.mulf %in, %cst_8 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %162:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%161 : tensor<8x12x197x197xf32>) outs(%62, %60 : tensor<8x12x197xf32>, tensor<8x12x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_119: i64):
      %402 = linalg.index 3 : index
      %403 = arith.index_cast %402 : index to i64
      %404 = arith.maximumf %in, %out : f32
      %405 = arith.cmpf ogt, %in, %out : f32
      %406 = arith.select %405, %403, %out_119 : i64
      linalg.yield %404, %406 : f32, i64
    } -> (tensor<8x12x197xf32>, tensor<8x12x197xi64>)
    %expanded_48 = tensor.expand_shape %162#0 [[0], [1], [2, 3]] output_shape [8, 12, 197, 1] : tensor<8x12x197xf32> into tensor<8x12x197x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %expanded_48 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.exp %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%164 : tensor<8x12x197x197xf32>) outs(%67 : tensor<8x12x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %165 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.divf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<8x12x197x197xf32>) outs(%70 : tensor<8x12x197x197xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x12x197x197xf16>
    %collapsed_49 = tensor.collapse_shape %167 [[0, 1], [2], [3]] : tensor<8x12x197x197xf16> into tensor<96x197x197xf16>
    %collapsed_50 = tensor.collapse_shape %extracted_slice_41 [[0, 1, 2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<96x197x64xf16>
    %168 = linalg.batch_matmul ins(%collapsed_49, %collapsed_50 : tensor<96x197x197xf16>, tensor<96x197x64xf16>) outs(%73 : tensor<96x197x64xf32>) -> tensor<96x197x64xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<96x197x64xf32>) outs(%75 : tensor<96x197x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<96x197x64xf16>
    %expanded_51 = tensor.expand_shape %169 [[0, 1], [2], [3]] output_shape [8, 12, 197, 64] : tensor<96x197x64xf16> into tensor<8x12x197x64xf16>
    %transposed_52 = linalg.transpose ins(%expanded_51 : tensor<8x12x197x64xf16>) outs(%77 : tensor<8x197x12x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_53 = tensor.collapse_shape %transposed_52 [[0, 1], [2, 3]] : tensor<8x197x12x64xf16> into tensor<1576x768xf16>
    %transposed_54 = linalg.transpose ins(%arg23 : tensor<768x768xf16>) outs(%78 : tensor<768x768xf16>) permutation = [1, 0] 
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg24 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %171 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_53 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %172 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_54 : tensor<768x768xf16>) outs(%81 : tensor<768x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x768xf32>
    %173 = linalg.matmul ins(%171, %172 : tensor<1576x768xf32>, tensor<768x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %174 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%170 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %175 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%173, %174 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %176 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_55 = tensor.expand_shape %176 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %177 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %expanded_55 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %178 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %180 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%179 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %181 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %182 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %181 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %183 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %182 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %184 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%183 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %185 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %186 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %189 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %188 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %190 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %arg19 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %arg20 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_56 = tensor.collapse_shape %195 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_57 = linalg.transpose ins(%arg25 : tensor<3072x768xf16>) outs(%108 : tensor<768x3072xf16>) permutation = [1, 0] 
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg26 : tensor<3072xf16>) outs(%109 : tensor<3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072xf32>
    %197 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_56 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %198 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_57 : tensor<768x3072xf16>) outs(%112 : tensor<768x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x3072xf32>
    %199 = linalg.matmul ins(%197, %198 : tensor<1576x768xf32>, tensor<768x3072xf32>) outs(%115 : tensor<1576x3072xf32>) -> tensor<1576x3072xf32>
    %200 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x3072xf32>
    %201 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%199, %200 : tensor<1576x3072xf32>, tensor<1576x3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %202 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%201 : tensor<1576x3072xf32>) outs(%119 : tensor<1576x3072xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x3072xf16>
    %expanded_58 = tensor.expand_shape %202 [[0, 1], [2]] output_shape [8, 197, 3072] : tensor<1576x3072xf16> into tensor<8x197x3072xf16>
    %203 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<8x197x3072xf16>) outs(%121 : tensor<8x197x3072xf16>) {
    ^bb0(%in: f16, %out: f16):
      %402 = math.sqrt %cst_3 : f16
      %403 = arith.divf %in, %402 : f16
      %404 = math.erf %403 : f16
      %405 = arith.addf %404, %cst_2 : f16
      %406 = arith.mulf %405, %cst_4 : f16
      %407 = arith.mulf %in, %406 : f16
      linalg.yield %407 : f16
    } -> tensor<8x197x3072xf16>
    %collapsed_59 = tensor.collapse_shape %203 [[0, 1], [2]] : tensor<8x197x3072xf16> into tensor<1576x3072xf16>
    %transposed_60 = linalg.transpose ins(%arg27 : tensor<768x3072xf16>) outs(%123 : tensor<3072x768xf16>) permutation = [1, 0] 
    %204 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg28 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %205 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_59 : tensor<1576x3072xf16>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %206 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_60 : tensor<3072x768xf16>) outs(%126 : tensor<3072x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072x768xf32>
    %207 = linalg.matmul ins(%205, %206 : tensor<1576x3072xf32>, tensor<3072x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %208 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%204 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %209 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%207, %208 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %210 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%209 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_61 = tensor.expand_shape %210 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %211 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %expanded_61 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %212 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %213 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %214 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%213 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %215 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %216 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213, %215 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %217 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %216 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %218 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%217 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %219 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %220 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %221 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %223 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %225 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %222 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %226 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %224 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %227 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %arg29 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %228 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227, %arg30 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %229 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_62 = tensor.collapse_shape %229 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_63 = linalg.transpose ins(%arg33 : tensor<2304x768xf16>) outs(%35 : tensor<768x2304xf16>) permutation = [1, 0] 
    %230 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg34 : tensor<2304xf16>) outs(%36 : tensor<2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<2304xf32>
    %231 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_62 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %232 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_63 : tensor<768x2304xf16>) outs(%40 : tensor<768x2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x2304xf32>
    %233 = linalg.matmul ins(%231, %232 : tensor<1576x768xf32>, tensor<768x2304xf32>) outs(%43 : tensor<1576x2304xf32>) -> tensor<1576x2304xf32>
    %234 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%230 : tensor<2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x2304xf32>
    %235 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%233, %234 : tensor<1576x2304xf32>, tensor<1576x2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x2304xf32>
    %236 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%235 : tensor<1576x2304xf32>) outs(%47 : tensor<1576x2304xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x2304xf16>
    %expanded_64 = tensor.expand_shape %236 [[0, 1], [2, 3, 4]] output_shape [8, 197, 3, 12, 64] : tensor<1576x2304xf16> into tensor<8x197x3x12x64xf16>
    %transposed_65 = linalg.transpose ins(%expanded_64 : tensor<8x197x3x12x64xf16>) outs(%49 : tensor<3x8x12x197x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_66 = tensor.extract_slice %transposed_65[0, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_67 = tensor.extract_slice %transposed_65[1, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_68 = tensor.extract_slice %transposed_65[2, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %collapsed_69 = tensor.collapse_shape %extracted_slice_66 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %collapsed_70 = tensor.collapse_shape %extracted_slice_67 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %237 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_69 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_70 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %transposed_71 = linalg.transpose ins(%238 : tensor<8x12x197x64xf32>) outs(%53 : tensor<8x12x64x197xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_72 = tensor.collapse_shape %237 [[0, 1], [2], [3]] : tensor<8x12x197x64xf32> into tensor<96x197x64xf32>
    %collapsed_73 = tensor.collapse_shape %transposed_71 [[0, 1], [2], [3]] : tensor<8x12x64x197xf32> into tensor<96x64x197xf32>
    %239 = linalg.batch_matmul ins(%collapsed_72, %collapsed_73 : tensor<96x197x64xf32>, tensor<96x64x197xf32>) outs(%55 : tensor<96x197x197xf32>) -> tensor<96x197x197xf32>
    %expanded_74 = tensor.expand_shape %239 [[0, 1], [2], [3]] output_shape [8, 12, 197, 197] : tensor<96x197x197xf32> into tensor<8x12x197x197xf32>
    %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_74 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.mulf %in, %cst_8 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %241:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%240 : tensor<8x12x197x197xf32>) outs(%62, %60 : tensor<8x12x197xf32>, tensor<8x12x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_119: i64):
      %402 = linalg.index 3 : index
      %403 = arith.index_cast %402 : index to i64
      %404 = arith.maximumf %in, %out : f32
      %405 = arith.cmpf ogt, %in, %out : f32
      %406 = arith.select %405, %403, %out_119 : i64
      linalg.yield %404, %406 : f32, i64
    } -> (tensor<8x12x197xf32>, tensor<8x12x197xi64>)
    %expanded_75 = tensor.expand_shape %241#0 [[0], [1], [2, 3]] output_shape [8, 12, 197, 1] : tensor<8x12x197xf32> into tensor<8x12x197x1xf32>
    %242 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%240, %expanded_75 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %243 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%242 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.exp %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %244 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%243 : tensor<8x12x197x197xf32>) outs(%67 : tensor<8x12x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x1xf32>
    %245 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243, %244 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.divf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245 : tensor<8x12x197x197xf32>) outs(%70 : tensor<8x12x197x197xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x12x197x197xf16>
    %collapsed_76 = tensor.collapse_shape %246 [[0, 1], [2], [3]] : tensor<8x12x197x197xf16> into tensor<96x197x197xf16>
    %collapsed_77 = tensor.collapse_shape %extracted_slice_68 [[0, 1, 2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<96x197x64xf16>
    %247 = linalg.batch_matmul ins(%collapsed_76, %collapsed_77 : tensor<96x197x197xf16>, tensor<96x197x64xf16>) outs(%73 : tensor<96x197x64xf32>) -> tensor<96x197x64xf32>
    %248 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247 : tensor<96x197x64xf32>) outs(%75 : tensor<96x197x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<96x197x64xf16>
    %expanded_78 = tensor.expand_shape %248 [[0, 1], [2], [3]] output_shape [8, 12, 197, 64] : tensor<96x197x64xf16> into tensor<8x12x197x64xf16>
    %transposed_79 = linalg.transpose ins(%expanded_78 : tensor<8x12x197x64xf16>) outs(%77 : tensor<8x197x12x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_80 = tensor.collapse_shape %transposed_79 [[0, 1], [2, 3]] : tensor<8x197x12x64xf16> into tensor<1576x768xf16>
    %transposed_81 = linalg.transpose ins(%arg35 : tensor<768x768xf16>) outs(%78 : tensor<768x768xf16>) permutation = [1, 0] 
    %249 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg36 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %250 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_80 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %251 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_81 : tensor<768x768xf16>) outs(%81 : tensor<768x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x768xf32>
    %252 = linalg.matmul ins(%250, %251 : tensor<1576x768xf32>, tensor<768x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %253 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%249 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %254 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%252, %253 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %255 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_82 = tensor.expand_shape %255 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %256 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %expanded_82 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %257 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %258 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%257 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %259 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%258 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %260 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %261 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %260 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %262 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261, %261 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %263 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%262 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %264 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %265 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%264 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %266 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%257 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %267 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %268 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%265 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %269 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%268 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %270 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%257, %267 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %271 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%270, %269 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %272 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271, %arg31 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %273 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%272, %arg32 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %274 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%273 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_83 = tensor.collapse_shape %274 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_84 = linalg.transpose ins(%arg37 : tensor<3072x768xf16>) outs(%108 : tensor<768x3072xf16>) permutation = [1, 0] 
    %275 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg38 : tensor<3072xf16>) outs(%109 : tensor<3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072xf32>
    %276 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_83 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %277 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_84 : tensor<768x3072xf16>) outs(%112 : tensor<768x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x3072xf32>
    %278 = linalg.matmul ins(%276, %277 : tensor<1576x768xf32>, tensor<768x3072xf32>) outs(%115 : tensor<1576x3072xf32>) -> tensor<1576x3072xf32>
    %279 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%275 : tensor<3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x3072xf32>
    %280 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%278, %279 : tensor<1576x3072xf32>, tensor<1576x3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %281 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%280 : tensor<1576x3072xf32>) outs(%119 : tensor<1576x3072xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x3072xf16>
    %expanded_85 = tensor.expand_shape %281 [[0, 1], [2]] output_shape [8, 197, 3072] : tensor<1576x3072xf16> into tensor<8x197x3072xf16>
    %282 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_85 : tensor<8x197x3072xf16>) outs(%121 : tensor<8x197x3072xf16>) {
    ^bb0(%in: f16, %out: f16):
      %402 = math.sqrt %cst_3 : f16
      %403 = arith.divf %in, %402 : f16
      %404 = math.erf %403 : f16
      %405 = arith.addf %404, %cst_2 : f16
      %406 = arith.mulf %405, %cst_4 : f16
      %407 = arith.mulf %in, %406 : f16
      linalg.yield %407 : f16
    } -> tensor<8x197x3072xf16>
    %collapsed_86 = tensor.collapse_shape %282 [[0, 1], [2]] : tensor<8x197x3072xf16> into tensor<1576x3072xf16>
    %transposed_87 = linalg.transpose ins(%arg39 : tensor<768x3072xf16>) outs(%123 : tensor<3072x768xf16>) permutation = [1, 0] 
    %283 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg40 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %284 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_86 : tensor<1576x3072xf16>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %285 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_87 : tensor<3072x768xf16>) outs(%126 : tensor<3072x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072x768xf32>
    %286 = linalg.matmul ins(%284, %285 : tensor<1576x3072xf32>, tensor<3072x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %287 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%283 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %288 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%286, %287 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %289 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%288 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_88 = tensor.expand_shape %289 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %290 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256, %expanded_88 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %291 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %292 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %293 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%292 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %294 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %295 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%292, %294 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %296 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295, %295 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %297 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%296 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %298 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%297 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %299 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %300 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%291 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %301 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %302 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %303 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %304 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291, %301 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %305 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%304, %303 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %306 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305, %arg41 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %307 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306, %arg42 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %308 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%307 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_89 = tensor.collapse_shape %308 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_90 = linalg.transpose ins(%arg45 : tensor<2304x768xf16>) outs(%35 : tensor<768x2304xf16>) permutation = [1, 0] 
    %309 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg46 : tensor<2304xf16>) outs(%36 : tensor<2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<2304xf32>
    %310 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_89 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %311 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_90 : tensor<768x2304xf16>) outs(%40 : tensor<768x2304xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x2304xf32>
    %312 = linalg.matmul ins(%310, %311 : tensor<1576x768xf32>, tensor<768x2304xf32>) outs(%43 : tensor<1576x2304xf32>) -> tensor<1576x2304xf32>
    %313 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%309 : tensor<2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x2304xf32>
    %314 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%312, %313 : tensor<1576x2304xf32>, tensor<1576x2304xf32>) outs(%42 : tensor<1576x2304xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x2304xf32>
    %315 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%314 : tensor<1576x2304xf32>) outs(%47 : tensor<1576x2304xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x2304xf16>
    %expanded_91 = tensor.expand_shape %315 [[0, 1], [2, 3, 4]] output_shape [8, 197, 3, 12, 64] : tensor<1576x2304xf16> into tensor<8x197x3x12x64xf16>
    %transposed_92 = linalg.transpose ins(%expanded_91 : tensor<8x197x3x12x64xf16>) outs(%49 : tensor<3x8x12x197x64xf16>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_93 = tensor.extract_slice %transposed_92[0, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_94 = tensor.extract_slice %transposed_92[1, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %extracted_slice_95 = tensor.extract_slice %transposed_92[2, 0, 0, 0, 0] [1, 8, 12, 197, 64] [1, 1, 1, 1, 1] : tensor<3x8x12x197x64xf16> to tensor<1x8x12x197x64xf16>
    %collapsed_96 = tensor.collapse_shape %extracted_slice_93 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %collapsed_97 = tensor.collapse_shape %extracted_slice_94 [[0, 1], [2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<8x12x197x64xf16>
    %316 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_96 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %317 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_97 : tensor<8x12x197x64xf16>) outs(%50 : tensor<8x12x197x64xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x64xf32>
    %transposed_98 = linalg.transpose ins(%317 : tensor<8x12x197x64xf32>) outs(%53 : tensor<8x12x64x197xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_99 = tensor.collapse_shape %316 [[0, 1], [2], [3]] : tensor<8x12x197x64xf32> into tensor<96x197x64xf32>
    %collapsed_100 = tensor.collapse_shape %transposed_98 [[0, 1], [2], [3]] : tensor<8x12x64x197xf32> into tensor<96x64x197xf32>
    %318 = linalg.batch_matmul ins(%collapsed_99, %collapsed_100 : tensor<96x197x64xf32>, tensor<96x64x197xf32>) outs(%55 : tensor<96x197x197xf32>) -> tensor<96x197x197xf32>
    %expanded_101 = tensor.expand_shape %318 [[0, 1], [2], [3]] output_shape [8, 12, 197, 197] : tensor<96x197x197xf32> into tensor<8x12x197x197xf32>
    %319 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_101 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.mulf %in, %cst_8 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %320:2 = linalg.generic {indexing_maps = [#map1, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%319 : tensor<8x12x197x197xf32>) outs(%62, %60 : tensor<8x12x197xf32>, tensor<8x12x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_119: i64):
      %402 = linalg.index 3 : index
      %403 = arith.index_cast %402 : index to i64
      %404 = arith.maximumf %in, %out : f32
      %405 = arith.cmpf ogt, %in, %out : f32
      %406 = arith.select %405, %403, %out_119 : i64
      linalg.yield %404, %406 : f32, i64
    } -> (tensor<8x12x197xf32>, tensor<8x12x197xi64>)
    %expanded_102 = tensor.expand_shape %320#0 [[0], [1], [2, 3]] output_shape [8, 12, 197, 1] : tensor<8x12x197xf32> into tensor<8x12x197x1xf32>
    %321 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%319, %expanded_102 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %322 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%321 : tensor<8x12x197x197xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.exp %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %323 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%322 : tensor<8x12x197x197xf32>) outs(%67 : tensor<8x12x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x1xf32>
    %324 = linalg.generic {indexing_maps = [#map1, #map10, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%322, %323 : tensor<8x12x197x197xf32>, tensor<8x12x197x1xf32>) outs(%57 : tensor<8x12x197x197xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.divf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x12x197x197xf32>
    %325 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%324 : tensor<8x12x197x197xf32>) outs(%70 : tensor<8x12x197x197xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x12x197x197xf16>
    %collapsed_103 = tensor.collapse_shape %325 [[0, 1], [2], [3]] : tensor<8x12x197x197xf16> into tensor<96x197x197xf16>
    %collapsed_104 = tensor.collapse_shape %extracted_slice_95 [[0, 1, 2], [3], [4]] : tensor<1x8x12x197x64xf16> into tensor<96x197x64xf16>
    %326 = linalg.batch_matmul ins(%collapsed_103, %collapsed_104 : tensor<96x197x197xf16>, tensor<96x197x64xf16>) outs(%73 : tensor<96x197x64xf32>) -> tensor<96x197x64xf32>
    %327 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326 : tensor<96x197x64xf32>) outs(%75 : tensor<96x197x64xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<96x197x64xf16>
    %expanded_105 = tensor.expand_shape %327 [[0, 1], [2], [3]] output_shape [8, 12, 197, 64] : tensor<96x197x64xf16> into tensor<8x12x197x64xf16>
    %transposed_106 = linalg.transpose ins(%expanded_105 : tensor<8x12x197x64xf16>) outs(%77 : tensor<8x197x12x64xf16>) permutation = [0, 2, 1, 3] 
    %collapsed_107 = tensor.collapse_shape %transposed_106 [[0, 1], [2, 3]] : tensor<8x197x12x64xf16> into tensor<1576x768xf16>
    %transposed_108 = linalg.transpose ins(%arg47 : tensor<768x768xf16>) outs(%78 : tensor<768x768xf16>) permutation = [1, 0] 
    %328 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg48 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %329 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_107 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %330 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_108 : tensor<768x768xf16>) outs(%81 : tensor<768x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x768xf32>
    %331 = linalg.matmul ins(%329, %330 : tensor<1576x768xf32>, tensor<768x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %332 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%328 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %333 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%331, %332 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %334 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%333 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_109 = tensor.expand_shape %334 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %335 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290, %expanded_109 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %336 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %337 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%336 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %338 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%337 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %339 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %340 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337, %339 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %341 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%340, %340 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %342 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%341 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %343 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %344 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %345 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%336 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %346 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %347 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%344 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %348 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %349 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%336, %346 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %350 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349, %348 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %351 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%350, %arg43 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %352 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %arg44 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %353 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %collapsed_110 = tensor.collapse_shape %353 [[0, 1], [2]] : tensor<8x197x768xf16> into tensor<1576x768xf16>
    %transposed_111 = linalg.transpose ins(%arg49 : tensor<3072x768xf16>) outs(%108 : tensor<768x3072xf16>) permutation = [1, 0] 
    %354 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg50 : tensor<3072xf16>) outs(%109 : tensor<3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072xf32>
    %355 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_110 : tensor<1576x768xf16>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %356 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_111 : tensor<768x3072xf16>) outs(%112 : tensor<768x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x3072xf32>
    %357 = linalg.matmul ins(%355, %356 : tensor<1576x768xf32>, tensor<768x3072xf32>) outs(%115 : tensor<1576x3072xf32>) -> tensor<1576x3072xf32>
    %358 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%354 : tensor<3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x3072xf32>
    %359 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%357, %358 : tensor<1576x3072xf32>, tensor<1576x3072xf32>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %360 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%359 : tensor<1576x3072xf32>) outs(%119 : tensor<1576x3072xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x3072xf16>
    %expanded_112 = tensor.expand_shape %360 [[0, 1], [2]] output_shape [8, 197, 3072] : tensor<1576x3072xf16> into tensor<8x197x3072xf16>
    %361 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_112 : tensor<8x197x3072xf16>) outs(%121 : tensor<8x197x3072xf16>) {
    ^bb0(%in: f16, %out: f16):
      %402 = math.sqrt %cst_3 : f16
      %403 = arith.divf %in, %402 : f16
      %404 = math.erf %403 : f16
      %405 = arith.addf %404, %cst_2 : f16
      %406 = arith.mulf %405, %cst_4 : f16
      %407 = arith.mulf %in, %406 : f16
      linalg.yield %407 : f16
    } -> tensor<8x197x3072xf16>
    %collapsed_113 = tensor.collapse_shape %361 [[0, 1], [2]] : tensor<8x197x3072xf16> into tensor<1576x3072xf16>
    %transposed_114 = linalg.transpose ins(%arg51 : tensor<768x3072xf16>) outs(%123 : tensor<3072x768xf16>) permutation = [1, 0] 
    %362 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg52 : tensor<768xf16>) outs(%1 : tensor<768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768xf32>
    %363 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_113 : tensor<1576x3072xf16>) outs(%114 : tensor<1576x3072xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1576x3072xf32>
    %364 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_114 : tensor<3072x768xf16>) outs(%126 : tensor<3072x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<3072x768xf32>
    %365 = linalg.matmul ins(%363, %364 : tensor<1576x3072xf32>, tensor<3072x768xf32>) outs(%83 : tensor<1576x768xf32>) -> tensor<1576x768xf32>
    %366 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%362 : tensor<768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1576x768xf32>
    %367 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%365, %366 : tensor<1576x768xf32>, tensor<1576x768xf32>) outs(%38 : tensor<1576x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<1576x768xf32>
    %368 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%367 : tensor<1576x768xf32>) outs(%87 : tensor<1576x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<1576x768xf16>
    %expanded_115 = tensor.expand_shape %368 [[0, 1], [2]] output_shape [8, 197, 768] : tensor<1576x768xf16> into tensor<8x197x768xf16>
    %369 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %expanded_115 : tensor<8x197x768xf16>, tensor<8x197x768xf16>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f16, %in_119: f16, %out: f16):
      %402 = arith.addf %in, %in_119 : f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %370 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%369 : tensor<8x197x768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %371 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%370 : tensor<8x197x768xf32>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f32, %out: f64):
      %402 = arith.extf %in : f32 to f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %372 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%371 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %373 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%372 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %374 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %373 : tensor<8x197x768xf64>, tensor<8x197x1xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.subf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %375 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374, %374 : tensor<8x197x768xf64>, tensor<8x197x768xf64>) outs(%13 : tensor<8x197x768xf64>) {
    ^bb0(%in: f64, %in_119: f64, %out: f64):
      %402 = arith.mulf %in, %in_119 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x768xf64>
    %376 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%375 : tensor<8x197x768xf64>) outs(%16 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.addf %in, %out : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %377 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%376 : tensor<8x197x1xf64>) outs(%15 : tensor<8x197x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %402 = arith.divf %in, %cst_6 : f64
      linalg.yield %402 : f64
    } -> tensor<8x197x1xf64>
    %378 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%377 : tensor<8x197x1xf64>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %402 = arith.truncf %in : f64 to f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %379 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%370 : tensor<8x197x768xf32>) outs(%25 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.addf %in, %out : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %380 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.divf %in, %cst_7 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %381 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%378 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = arith.truncf %cst_5 : f64 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x1xf32>
    %382 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381 : tensor<8x197x1xf32>) outs(%23 : tensor<8x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %402 = math.rsqrt %in : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x1xf32>
    %383 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%370, %380 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.subf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %384 = linalg.generic {indexing_maps = [#map3, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%383, %382 : tensor<8x197x768xf32>, tensor<8x197x1xf32>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.mulf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x197x768xf32>
    %385 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%384, %arg53 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.mulf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %386 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%385, %arg54 : tensor<8x197x768xf32>, tensor<768xf16>) outs(%11 : tensor<8x197x768xf32>) {
    ^bb0(%in: f32, %in_119: f16, %out: f32):
      %402 = arith.extf %in_119 : f16 to f32
      %403 = arith.addf %in, %402 : f32
      linalg.yield %403 : f32
    } -> tensor<8x197x768xf32>
    %387 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%386 : tensor<8x197x768xf32>) outs(%9 : tensor<8x197x768xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x197x768xf16>
    %extracted_slice_116 = tensor.extract_slice %387[0, 0, 0] [8, 1, 768] [1, 1, 1] : tensor<8x197x768xf16> to tensor<8x1x768xf16>
    %collapsed_117 = tensor.collapse_shape %extracted_slice_116 [[0, 1], [2]] : tensor<8x1x768xf16> into tensor<8x768xf16>
    %388 = tensor.empty() : tensor<768x1000xf16>
    %transposed_118 = linalg.transpose ins(%arg55 : tensor<1000x768xf16>) outs(%388 : tensor<768x1000xf16>) permutation = [1, 0] 
    %389 = tensor.empty() : tensor<1000xf32>
    %390 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg56 : tensor<1000xf16>) outs(%389 : tensor<1000xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<1000xf32>
    %391 = tensor.empty() : tensor<8x768xf32>
    %392 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_117 : tensor<8x768xf16>) outs(%391 : tensor<8x768xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<8x768xf32>
    %393 = tensor.empty() : tensor<768x1000xf32>
    %394 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_118 : tensor<768x1000xf16>) outs(%393 : tensor<768x1000xf32>) {
    ^bb0(%in: f16, %out: f32):
      %402 = arith.extf %in : f16 to f32
      linalg.yield %402 : f32
    } -> tensor<768x1000xf32>
    %395 = tensor.empty() : tensor<8x1000xf32>
    %396 = linalg.fill ins(%cst_0 : f32) outs(%395 : tensor<8x1000xf32>) -> tensor<8x1000xf32>
    %397 = linalg.matmul ins(%392, %394 : tensor<8x768xf32>, tensor<768x1000xf32>) outs(%396 : tensor<8x1000xf32>) -> tensor<8x1000xf32>
    %398 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%390 : tensor<1000xf32>) outs(%395 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1000xf32>
    %399 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%397, %398 : tensor<8x1000xf32>, tensor<8x1000xf32>) outs(%395 : tensor<8x1000xf32>) {
    ^bb0(%in: f32, %in_119: f32, %out: f32):
      %402 = arith.addf %in, %in_119 : f32
      linalg.yield %402 : f32
    } -> tensor<8x1000xf32>
    %400 = tensor.empty() : tensor<8x1000xf16>
    %401 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%399 : tensor<8x1000xf32>) outs(%400 : tensor<8x1000xf16>) {
    ^bb0(%in: f32, %out: f16):
      %402 = arith.truncf %in : f32 to f16
      linalg.yield %402 : f16
    } -> tensor<8x1000xf16>
    return %401 : tensor<8x1000xf16>
  }
}


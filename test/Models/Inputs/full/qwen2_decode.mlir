#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> ()>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<32000x3584xbf16>, %arg1: tensor<3584x3584xbf16>, %arg2: tensor<3584xbf16>, %arg3: tensor<512x3584xbf16>, %arg4: tensor<512xbf16>, %arg5: tensor<512x3584xbf16>, %arg6: tensor<512xbf16>, %arg7: tensor<3584x3584xbf16>, %arg8: tensor<18944x3584xbf16>, %arg9: tensor<18944x3584xbf16>, %arg10: tensor<3584x18944xbf16>, %arg11: tensor<3584xbf16>, %arg12: tensor<3584xbf16>, %arg13: tensor<3584x3584xbf16>, %arg14: tensor<3584xbf16>, %arg15: tensor<512x3584xbf16>, %arg16: tensor<512xbf16>, %arg17: tensor<512x3584xbf16>, %arg18: tensor<512xbf16>, %arg19: tensor<3584x3584xbf16>, %arg20: tensor<18944x3584xbf16>, %arg21: tensor<18944x3584xbf16>, %arg22: tensor<3584x18944xbf16>, %arg23: tensor<3584xbf16>, %arg24: tensor<3584xbf16>, %arg25: tensor<3584xbf16>, %arg26: tensor<32000x3584xbf16>, %arg27: tensor<64xbf16>, %arg28: tensor<1x1xi64>, %arg29: tensor<i64>, %arg30: tensor<1x4x1024x128xbf16>, %arg31: tensor<1x4x1024x128xbf16>, %arg32: tensor<1x4x1024x128xbf16>, %arg33: tensor<1x4x1024x128xbf16>) -> (tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x1x32000xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c32000 = arith.constant 32000 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_4 = arith.constant 0.088388347648318447 : f64
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant 3.584000e+03 : f32
    %false = arith.constant false
    %0 = tensor.empty() : tensor<1x1x3584xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg28 : tensor<1x1xi64>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %239 = arith.index_cast %in : i64 to index
      %240 = linalg.index 2 : index
      %241 = arith.cmpi slt, %239, %c32000 : index
      cf.assert %241, "index must be smaller than dim size"
      %242 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %242, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%239, %240] : tensor<32000x3584xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x1x3584xbf16>
    %2 = tensor.empty() : tensor<1xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %4 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel"]} ins(%3, %arg29 : tensor<1xi64>, tensor<i64>) outs(%2 : tensor<1xi64>) {
    ^bb0(%in: i64, %in_104: i64, %out: i64):
      %239 = arith.addi %in, %in_104 : i64
      linalg.yield %239 : i64
    } -> tensor<1xi64>
    %5 = tensor.empty() : tensor<1024xi64>
    %6 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%5 : tensor<1024xi64>) {
    ^bb0(%out: i64):
      %239 = linalg.index 0 : index
      %240 = arith.index_cast %239 : index to i64
      linalg.yield %240 : i64
    } -> tensor<1024xi64>
    %expanded = tensor.expand_shape %4 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %expanded_7 = tensor.expand_shape %6 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1024] : tensor<1024xi64> into tensor<1x1x1x1024xi64>
    %7 = tensor.empty() : tensor<1x1x1x1024xi1>
    %8 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7, %expanded : tensor<1x1x1x1024xi64>, tensor<1x1x1x1xi64>) outs(%7 : tensor<1x1x1x1024xi1>) {
    ^bb0(%in: i64, %in_104: i64, %out: i1):
      %239 = arith.cmpi sle, %in, %in_104 : i64
      linalg.yield %239 : i1
    } -> tensor<1x1x1x1024xi1>
    %expanded_8 = tensor.expand_shape %arg29 [] output_shape [1, 1, 1] : tensor<i64> into tensor<1x1x1xi64>
    %9 = tensor.empty() : tensor<1x1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<1x1x1xi64>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %239 = arith.sitofp %in : i64 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %11 = tensor.empty() : tensor<64xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg27 : tensor<64xbf16>) outs(%11 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<64xf32>
    %13 = tensor.empty() : tensor<1x1x64xf32>
    %14 = linalg.generic {indexing_maps = [#map6, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %12 : tensor<1x1x1xf32>, tensor<64xf32>) outs(%13 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x64xf32>
    %concat = tensor.concat dim(2) %14, %14 : (tensor<1x1x64xf32>, tensor<1x1x64xf32>) -> tensor<1x1x128xf32>
    %15 = tensor.empty() : tensor<1x1x128xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x128xf32>) outs(%15 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.cos %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x128xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x128xf32>) outs(%15 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.sin %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x128xf32>
    %18 = tensor.empty() : tensor<1x1x128xbf16>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x128xf32>) outs(%18 : tensor<1x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x128xbf16>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x1x128xf32>) outs(%18 : tensor<1x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x128xbf16>
    %21 = tensor.empty() : tensor<1x1x3584xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x1x3584xbf16>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x1x3584xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%9 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23 : tensor<1x1x3584xf32>) outs(%24 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.divf %in, %cst_6 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_5 : f64 to f32
      %240 = arith.addf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x1x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.rsqrt %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %28 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %31 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %30 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %collapsed = tensor.collapse_shape %31 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %32 = tensor.empty() : tensor<3584x3584xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<3584x3584xbf16>) outs(%32 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %33 = tensor.empty() : tensor<3584xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<3584xbf16>) outs(%33 : tensor<3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584xf32>
    %35 = tensor.empty() : tensor<1x3584xf32>
    %36 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<1x3584xbf16>) outs(%35 : tensor<1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x3584xf32>
    %37 = tensor.empty() : tensor<3584x3584xf32>
    %38 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<3584x3584xbf16>) outs(%37 : tensor<3584x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x3584xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%35 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %40 = linalg.matmul ins(%36, %38 : tensor<1x3584xf32>, tensor<3584x3584xf32>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%40, %34 : tensor<1x3584xf32>, tensor<3584xf32>) outs(%35 : tensor<1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x3584xf32>
    %42 = tensor.empty() : tensor<1x3584xbf16>
    %43 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_9 = tensor.expand_shape %43 [[0], [1, 2, 3]] output_shape [1, 1, 28, 128] : tensor<1x3584xbf16> into tensor<1x1x28x128xbf16>
    %44 = tensor.empty() : tensor<1x28x1x128xbf16>
    %transposed_10 = linalg.transpose ins(%expanded_9 : tensor<1x1x28x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %45 = tensor.empty() : tensor<3584x512xbf16>
    %transposed_11 = linalg.transpose ins(%arg3 : tensor<512x3584xbf16>) outs(%45 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %46 = tensor.empty() : tensor<512xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg4 : tensor<512xbf16>) outs(%46 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<512xf32>
    %48 = tensor.empty() : tensor<3584x512xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_11 : tensor<3584x512xbf16>) outs(%48 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x512xf32>
    %50 = tensor.empty() : tensor<1x512xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %52 = linalg.matmul ins(%36, %49 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%51 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %53 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%52, %47 : tensor<1x512xf32>, tensor<512xf32>) outs(%50 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x512xf32>
    %54 = tensor.empty() : tensor<1x512xbf16>
    %55 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<1x512xf32>) outs(%54 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x512xbf16>
    %expanded_12 = tensor.expand_shape %55 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %56 = tensor.empty() : tensor<1x4x1x128xbf16>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<1x1x4x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_14 = linalg.transpose ins(%arg5 : tensor<512x3584xbf16>) outs(%45 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %57 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg6 : tensor<512xbf16>) outs(%46 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<512xf32>
    %58 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_14 : tensor<3584x512xbf16>) outs(%48 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x512xf32>
    %59 = linalg.matmul ins(%36, %58 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%51 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %60 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%59, %57 : tensor<1x512xf32>, tensor<512xf32>) outs(%50 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x512xf32>
    %61 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<1x512xf32>) outs(%54 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x512xbf16>
    %expanded_15 = tensor.expand_shape %61 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x1x4x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_17 = tensor.expand_shape %19 [[0], [1, 2], [3]] output_shape [1, 1, 1, 128] : tensor<1x1x128xbf16> into tensor<1x1x1x128xbf16>
    %expanded_18 = tensor.expand_shape %20 [[0], [1, 2], [3]] output_shape [1, 1, 1, 128] : tensor<1x1x128xbf16> into tensor<1x1x1x128xbf16>
    %62 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_10, %expanded_17 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %extracted_slice = tensor.extract_slice %transposed_10[0, 0, 0, 0] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %extracted_slice_19 = tensor.extract_slice %transposed_10[0, 0, 0, 64] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %63 = tensor.empty() : tensor<1x28x1x64xbf16>
    %64 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<1x28x1x64xbf16>) outs(%63 : tensor<1x28x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %239 = arith.negf %in : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x64xbf16>
    %concat_20 = tensor.concat dim(3) %64, %extracted_slice : (tensor<1x28x1x64xbf16>, tensor<1x28x1x64xbf16>) -> tensor<1x28x1x128xbf16>
    %65 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_20, %expanded_18 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %66 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %65 : tensor<1x28x1x128xbf16>, tensor<1x28x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %67 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_13, %expanded_17 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %extracted_slice_21 = tensor.extract_slice %transposed_13[0, 0, 0, 0] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %extracted_slice_22 = tensor.extract_slice %transposed_13[0, 0, 0, 64] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %68 = tensor.empty() : tensor<1x4x1x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22 : tensor<1x4x1x64xbf16>) outs(%68 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %239 = arith.negf %in : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x64xbf16>
    %concat_23 = tensor.concat dim(3) %69, %extracted_slice_21 : (tensor<1x4x1x64xbf16>, tensor<1x4x1x64xbf16>) -> tensor<1x4x1x128xbf16>
    %70 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23, %expanded_18 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %71 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %70 : tensor<1x4x1x128xbf16>, tensor<1x4x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %72 = tensor.empty() : tensor<128xi64>
    %73 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%72 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %239 = linalg.index 0 : index
      %240 = arith.index_cast %239 : index to i64
      linalg.yield %240 : i64
    } -> tensor<128xi64>
    %74 = tensor.empty() : tensor<4xi64>
    %75 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%74 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %239 = linalg.index 0 : index
      %240 = arith.index_cast %239 : index to i64
      linalg.yield %240 : i64
    } -> tensor<4xi64>
    %76 = tensor.empty() : tensor<1x4x1x128xi64>
    %expanded_24 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 1] : tensor<1xi64> into tensor<1x1xi64>
    %77 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<1x1xi64>) outs(%76 : tensor<1x4x1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x1x128xi64>
    %collapsed_25 = tensor.collapse_shape %77 [[0, 1, 2, 3]] : tensor<1x4x1x128xi64> into tensor<512xi64>
    %expanded_26 = tensor.expand_shape %75 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
    %78 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<4x1xi64>) outs(%76 : tensor<1x4x1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x1x128xi64>
    %collapsed_27 = tensor.collapse_shape %78 [[0, 1, 2, 3]] : tensor<1x4x1x128xi64> into tensor<512xi64>
    %79 = linalg.generic {indexing_maps = [#map13, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1xi64>) outs(%76 : tensor<1x4x1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x1x128xi64>
    %collapsed_28 = tensor.collapse_shape %79 [[0, 1, 2, 3]] : tensor<1x4x1x128xi64> into tensor<512xi64>
    %80 = linalg.generic {indexing_maps = [#map14, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<128xi64>) outs(%76 : tensor<1x4x1x128xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<1x4x1x128xi64>
    %collapsed_29 = tensor.collapse_shape %80 [[0, 1, 2, 3]] : tensor<1x4x1x128xi64> into tensor<512xi64>
    %expanded_30 = tensor.expand_shape %collapsed_25 [[0, 1]] output_shape [512, 1] : tensor<512xi64> into tensor<512x1xi64>
    %expanded_31 = tensor.expand_shape %collapsed_27 [[0, 1]] output_shape [512, 1] : tensor<512xi64> into tensor<512x1xi64>
    %expanded_32 = tensor.expand_shape %collapsed_28 [[0, 1]] output_shape [512, 1] : tensor<512xi64> into tensor<512x1xi64>
    %expanded_33 = tensor.expand_shape %collapsed_29 [[0, 1]] output_shape [512, 1] : tensor<512xi64> into tensor<512x1xi64>
    %concat_34 = tensor.concat dim(1) %expanded_30, %expanded_31, %expanded_32, %expanded_33 : (tensor<512x1xi64>, tensor<512x1xi64>, tensor<512x1xi64>, tensor<512x1xi64>) -> tensor<512x4xi64>
    %collapsed_35 = tensor.collapse_shape %71 [[0, 1, 2, 3]] : tensor<1x4x1x128xbf16> into tensor<512xbf16>
    %expanded_36 = tensor.expand_shape %collapsed_35 [[0, 1, 2, 3, 4]] output_shape [512, 1, 1, 1, 1] : tensor<512xbf16> into tensor<512x1x1x1x1xbf16>
    %81 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_36, %concat_34 : tensor<512x1x1x1x1xbf16>, tensor<512x4xi64>) outs(%arg30 : tensor<1x4x1024x128xbf16>) {
    ^bb0(%arg34: bf16, %arg35: bf16):
      tm_tensor.yield %arg34 : bf16
    } -> tensor<1x4x1024x128xbf16>
    %collapsed_37 = tensor.collapse_shape %transposed_16 [[0, 1, 2, 3]] : tensor<1x4x1x128xbf16> into tensor<512xbf16>
    %expanded_38 = tensor.expand_shape %collapsed_37 [[0, 1, 2, 3, 4]] output_shape [512, 1, 1, 1, 1] : tensor<512xbf16> into tensor<512x1x1x1x1xbf16>
    %82 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_38, %concat_34 : tensor<512x1x1x1x1xbf16>, tensor<512x4xi64>) outs(%arg31 : tensor<1x4x1024x128xbf16>) {
    ^bb0(%arg34: bf16, %arg35: bf16):
      tm_tensor.yield %arg34 : bf16
    } -> tensor<1x4x1024x128xbf16>
    %83 = tensor.empty() : tensor<1x4x7x1024x128xbf16>
    %84 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x4x1024x128xbf16>) outs(%83 : tensor<1x4x7x1024x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1024x128xbf16>
    %collapsed_39 = tensor.collapse_shape %84 [[0], [1, 2], [3], [4]] : tensor<1x4x7x1024x128xbf16> into tensor<1x28x1024x128xbf16>
    %85 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<1x4x1024x128xbf16>) outs(%83 : tensor<1x4x7x1024x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1024x128xbf16>
    %86 = tensor.empty() : tensor<1x28x1x128xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<1x28x1x128xbf16>) outs(%86 : tensor<1x28x1x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x128xf32>
    %88 = tensor.empty() : tensor<1x28x1024x128xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_39 : tensor<1x28x1024x128xbf16>) outs(%88 : tensor<1x28x1024x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1024x128xf32>
    %90 = tensor.empty() : tensor<1x28x128x1024xf32>
    %transposed_40 = linalg.transpose ins(%89 : tensor<1x28x1024x128xf32>) outs(%90 : tensor<1x28x128x1024xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_41 = tensor.collapse_shape %87 [[0, 1], [2], [3]] : tensor<1x28x1x128xf32> into tensor<28x1x128xf32>
    %collapsed_42 = tensor.collapse_shape %transposed_40 [[0, 1], [2], [3]] : tensor<1x28x128x1024xf32> into tensor<28x128x1024xf32>
    %91 = tensor.empty() : tensor<28x1x1024xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<28x1x1024xf32>) -> tensor<28x1x1024xf32>
    %93 = linalg.batch_matmul ins(%collapsed_41, %collapsed_42 : tensor<28x1x128xf32>, tensor<28x128x1024xf32>) outs(%92 : tensor<28x1x1024xf32>) -> tensor<28x1x1024xf32>
    %expanded_43 = tensor.expand_shape %93 [[0, 1], [2], [3]] output_shape [1, 28, 1, 1024] : tensor<28x1x1024xf32> into tensor<1x28x1x1024xf32>
    %94 = tensor.empty() : tensor<1x28x1x1024xf32>
    %95 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_4 : f64 to f32
      %240 = arith.mulf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x28x1x1024xf32>
    %96 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x1x1x1024xi1>) outs(%7 : tensor<1x1x1x1024xi1>) {
    ^bb0(%in: i1, %out: i1):
      %239 = arith.cmpi eq, %in, %false : i1
      linalg.yield %239 : i1
    } -> tensor<1x1x1x1024xi1>
    %97 = linalg.generic {indexing_maps = [#map10, #map17, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_3, %95 : tensor<1x1x1x1024xi1>, tensor<f32>, tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: i1, %in_104: f32, %in_105: f32, %out: f32):
      %239 = arith.select %in, %in_104, %in_105 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %98 = tensor.empty() : tensor<1x28x1xi64>
    %99 = linalg.fill ins(%c0_i64 : i64) outs(%98 : tensor<1x28x1xi64>) -> tensor<1x28x1xi64>
    %100 = tensor.empty() : tensor<1x28x1xf32>
    %101 = linalg.fill ins(%cst_0 : f32) outs(%100 : tensor<1x28x1xf32>) -> tensor<1x28x1xf32>
    %102:2 = linalg.generic {indexing_maps = [#map4, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<1x28x1x1024xf32>) outs(%101, %99 : tensor<1x28x1xf32>, tensor<1x28x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_104: i64):
      %239 = linalg.index 3 : index
      %240 = arith.index_cast %239 : index to i64
      %241 = arith.maximumf %in, %out : f32
      %242 = arith.cmpf ogt, %in, %out : f32
      %243 = arith.select %242, %240, %out_104 : i64
      linalg.yield %241, %243 : f32, i64
    } -> (tensor<1x28x1xf32>, tensor<1x28x1xi64>)
    %expanded_44 = tensor.expand_shape %102#0 [[0], [1], [2, 3]] output_shape [1, 28, 1, 1] : tensor<1x28x1xf32> into tensor<1x28x1x1xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %expanded_44 : tensor<1x28x1x1024xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.subf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %104 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.exp %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %105 = tensor.empty() : tensor<1x28x1x1xf32>
    %106 = linalg.fill ins(%cst : f32) outs(%105 : tensor<1x28x1x1xf32>) -> tensor<1x28x1x1xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104 : tensor<1x28x1x1024xf32>) outs(%106 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1xf32>
    %108 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %107 : tensor<1x28x1x1024xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.divf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %109 = linalg.generic {indexing_maps = [#map10, #map17, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_2, %108 : tensor<1x1x1x1024xi1>, tensor<f32>, tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: i1, %in_104: f32, %in_105: f32, %out: f32):
      %239 = arith.select %in, %in_104, %in_105 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %110 = tensor.empty() : tensor<1x28x1x1024xbf16>
    %111 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<1x28x1x1024xf32>) outs(%110 : tensor<1x28x1x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x1024xbf16>
    %collapsed_45 = tensor.collapse_shape %111 [[0, 1], [2], [3]] : tensor<1x28x1x1024xbf16> into tensor<28x1x1024xbf16>
    %collapsed_46 = tensor.collapse_shape %85 [[0, 1, 2], [3], [4]] : tensor<1x4x7x1024x128xbf16> into tensor<28x1024x128xbf16>
    %112 = tensor.empty() : tensor<28x1x128xf32>
    %113 = linalg.fill ins(%cst : f32) outs(%112 : tensor<28x1x128xf32>) -> tensor<28x1x128xf32>
    %114 = linalg.batch_matmul ins(%collapsed_45, %collapsed_46 : tensor<28x1x1024xbf16>, tensor<28x1024x128xbf16>) outs(%113 : tensor<28x1x128xf32>) -> tensor<28x1x128xf32>
    %115 = tensor.empty() : tensor<28x1x128xbf16>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<28x1x128xf32>) outs(%115 : tensor<28x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<28x1x128xbf16>
    %expanded_47 = tensor.expand_shape %116 [[0, 1], [2], [3]] output_shape [1, 28, 1, 128] : tensor<28x1x128xbf16> into tensor<1x28x1x128xbf16>
    %117 = tensor.empty() : tensor<1x1x28x128xbf16>
    %transposed_48 = linalg.transpose ins(%expanded_47 : tensor<1x28x1x128xbf16>) outs(%117 : tensor<1x1x28x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_49 = linalg.transpose ins(%arg7 : tensor<3584x3584xbf16>) outs(%32 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %transposed_48 [[0], [1, 2, 3]] : tensor<1x1x28x128xbf16> into tensor<1x3584xbf16>
    %118 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<1x3584xbf16>, tensor<3584x3584xbf16>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %119 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_51 = tensor.expand_shape %119 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_51 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x1x3584xbf16>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<1x1x3584xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%122 : tensor<1x1x3584xf32>) outs(%24 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.divf %in, %cst_6 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_5 : f64 to f32
      %240 = arith.addf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x1x1xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.rsqrt %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %126 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %129 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %128 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %130 = tensor.empty() : tensor<3584x18944xbf16>
    %transposed_52 = linalg.transpose ins(%arg8 : tensor<18944x3584xbf16>) outs(%130 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %collapsed_53 = tensor.collapse_shape %129 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %131 = tensor.empty() : tensor<1x18944xf32>
    %132 = linalg.fill ins(%cst : f32) outs(%131 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %133 = linalg.matmul ins(%collapsed_53, %transposed_52 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%132 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %134 = tensor.empty() : tensor<1x18944xbf16>
    %135 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%133 : tensor<1x18944xf32>) outs(%134 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_54 = tensor.expand_shape %135 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %136 = tensor.empty() : tensor<1x1x18944xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_54 : tensor<1x1x18944xbf16>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x18944xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<1x1x18944xf32>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.negf %in : f32
      %240 = math.exp %239 : f32
      %241 = arith.addf %240, %cst_1 : f32
      %242 = arith.divf %cst_1, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x1x18944xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %138 : tensor<1x1x18944xf32>, tensor<1x1x18944xf32>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x18944xf32>
    %140 = tensor.empty() : tensor<1x1x18944xbf16>
    %141 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<1x1x18944xf32>) outs(%140 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x18944xbf16>
    %transposed_55 = linalg.transpose ins(%arg9 : tensor<18944x3584xbf16>) outs(%130 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %142 = linalg.matmul ins(%collapsed_53, %transposed_55 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%132 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %143 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<1x18944xf32>) outs(%134 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_56 = tensor.expand_shape %143 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %144 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %expanded_56 : tensor<1x1x18944xbf16>, tensor<1x1x18944xbf16>) outs(%140 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x18944xbf16>
    %145 = tensor.empty() : tensor<18944x3584xbf16>
    %transposed_57 = linalg.transpose ins(%arg10 : tensor<3584x18944xbf16>) outs(%145 : tensor<18944x3584xbf16>) permutation = [1, 0] 
    %collapsed_58 = tensor.collapse_shape %144 [[0], [1, 2]] : tensor<1x1x18944xbf16> into tensor<1x18944xbf16>
    %146 = linalg.matmul ins(%collapsed_58, %transposed_57 : tensor<1x18944xbf16>, tensor<18944x3584xbf16>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %147 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_59 = tensor.expand_shape %147 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %148 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %expanded_59 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x1x3584xbf16>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<1x1x3584xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%150 : tensor<1x1x3584xf32>) outs(%24 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.divf %in, %cst_6 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_5 : f64 to f32
      %240 = arith.addf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x1x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.rsqrt %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %154 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %157 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23, %156 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %collapsed_60 = tensor.collapse_shape %157 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %transposed_61 = linalg.transpose ins(%arg13 : tensor<3584x3584xbf16>) outs(%32 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %158 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg14 : tensor<3584xbf16>) outs(%33 : tensor<3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584xf32>
    %159 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%collapsed_60 : tensor<1x3584xbf16>) outs(%35 : tensor<1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x3584xf32>
    %160 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_61 : tensor<3584x3584xbf16>) outs(%37 : tensor<3584x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x3584xf32>
    %161 = linalg.matmul ins(%159, %160 : tensor<1x3584xf32>, tensor<3584x3584xf32>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %162 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%161, %158 : tensor<1x3584xf32>, tensor<3584xf32>) outs(%35 : tensor<1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x3584xf32>
    %163 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_62 = tensor.expand_shape %163 [[0], [1, 2, 3]] output_shape [1, 1, 28, 128] : tensor<1x3584xbf16> into tensor<1x1x28x128xbf16>
    %transposed_63 = linalg.transpose ins(%expanded_62 : tensor<1x1x28x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_64 = linalg.transpose ins(%arg15 : tensor<512x3584xbf16>) outs(%45 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %164 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg16 : tensor<512xbf16>) outs(%46 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<512xf32>
    %165 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_64 : tensor<3584x512xbf16>) outs(%48 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x512xf32>
    %166 = linalg.matmul ins(%159, %165 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%51 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %167 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%166, %164 : tensor<1x512xf32>, tensor<512xf32>) outs(%50 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x512xf32>
    %168 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%167 : tensor<1x512xf32>) outs(%54 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x512xbf16>
    %expanded_65 = tensor.expand_shape %168 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %transposed_66 = linalg.transpose ins(%expanded_65 : tensor<1x1x4x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_67 = linalg.transpose ins(%arg17 : tensor<512x3584xbf16>) outs(%45 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %169 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg18 : tensor<512xbf16>) outs(%46 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<512xf32>
    %170 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%transposed_67 : tensor<3584x512xbf16>) outs(%48 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<3584x512xf32>
    %171 = linalg.matmul ins(%159, %170 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%51 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %172 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel"]} ins(%171, %169 : tensor<1x512xf32>, tensor<512xf32>) outs(%50 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.addf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x512xf32>
    %173 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<1x512xf32>) outs(%54 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x512xbf16>
    %expanded_68 = tensor.expand_shape %173 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %transposed_69 = linalg.transpose ins(%expanded_68 : tensor<1x1x4x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %174 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_63, %expanded_17 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %extracted_slice_70 = tensor.extract_slice %transposed_63[0, 0, 0, 0] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %extracted_slice_71 = tensor.extract_slice %transposed_63[0, 0, 0, 64] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %175 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_71 : tensor<1x28x1x64xbf16>) outs(%63 : tensor<1x28x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %239 = arith.negf %in : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x64xbf16>
    %concat_72 = tensor.concat dim(3) %175, %extracted_slice_70 : (tensor<1x28x1x64xbf16>, tensor<1x28x1x64xbf16>) -> tensor<1x28x1x128xbf16>
    %176 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_72, %expanded_18 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %177 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %176 : tensor<1x28x1x128xbf16>, tensor<1x28x1x128xbf16>) outs(%44 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x128xbf16>
    %178 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_66, %expanded_17 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %extracted_slice_73 = tensor.extract_slice %transposed_66[0, 0, 0, 0] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %extracted_slice_74 = tensor.extract_slice %transposed_66[0, 0, 0, 64] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %179 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_74 : tensor<1x4x1x64xbf16>) outs(%68 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %239 = arith.negf %in : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x64xbf16>
    %concat_75 = tensor.concat dim(3) %179, %extracted_slice_73 : (tensor<1x4x1x64xbf16>, tensor<1x4x1x64xbf16>) -> tensor<1x4x1x128xbf16>
    %180 = linalg.generic {indexing_maps = [#map4, #map10, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_75, %expanded_18 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %181 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %180 : tensor<1x4x1x128xbf16>, tensor<1x4x1x128xbf16>) outs(%56 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x4x1x128xbf16>
    %collapsed_76 = tensor.collapse_shape %181 [[0, 1, 2, 3]] : tensor<1x4x1x128xbf16> into tensor<512xbf16>
    %expanded_77 = tensor.expand_shape %collapsed_76 [[0, 1, 2, 3, 4]] output_shape [512, 1, 1, 1, 1] : tensor<512xbf16> into tensor<512x1x1x1x1xbf16>
    %182 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_77, %concat_34 : tensor<512x1x1x1x1xbf16>, tensor<512x4xi64>) outs(%arg32 : tensor<1x4x1024x128xbf16>) {
    ^bb0(%arg34: bf16, %arg35: bf16):
      tm_tensor.yield %arg34 : bf16
    } -> tensor<1x4x1024x128xbf16>
    %collapsed_78 = tensor.collapse_shape %transposed_69 [[0, 1, 2, 3]] : tensor<1x4x1x128xbf16> into tensor<512xbf16>
    %expanded_79 = tensor.expand_shape %collapsed_78 [[0, 1, 2, 3, 4]] output_shape [512, 1, 1, 1, 1] : tensor<512xbf16> into tensor<512x1x1x1x1xbf16>
    %183 = tm_tensor.scatter {dimension_map = array<i64: 0, 1, 2, 3>} unique_indices(true) ins(%expanded_79, %concat_34 : tensor<512x1x1x1x1xbf16>, tensor<512x4xi64>) outs(%arg33 : tensor<1x4x1024x128xbf16>) {
    ^bb0(%arg34: bf16, %arg35: bf16):
      tm_tensor.yield %arg34 : bf16
    } -> tensor<1x4x1024x128xbf16>
    %184 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%182 : tensor<1x4x1024x128xbf16>) outs(%83 : tensor<1x4x7x1024x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1024x128xbf16>
    %collapsed_80 = tensor.collapse_shape %184 [[0], [1, 2], [3], [4]] : tensor<1x4x7x1024x128xbf16> into tensor<1x28x1024x128xbf16>
    %185 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<1x4x1024x128xbf16>) outs(%83 : tensor<1x4x7x1024x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1024x128xbf16>
    %186 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<1x28x1x128xbf16>) outs(%86 : tensor<1x28x1x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x128xf32>
    %187 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_80 : tensor<1x28x1024x128xbf16>) outs(%88 : tensor<1x28x1024x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1024x128xf32>
    %transposed_81 = linalg.transpose ins(%187 : tensor<1x28x1024x128xf32>) outs(%90 : tensor<1x28x128x1024xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_82 = tensor.collapse_shape %186 [[0, 1], [2], [3]] : tensor<1x28x1x128xf32> into tensor<28x1x128xf32>
    %collapsed_83 = tensor.collapse_shape %transposed_81 [[0, 1], [2], [3]] : tensor<1x28x128x1024xf32> into tensor<28x128x1024xf32>
    %188 = linalg.batch_matmul ins(%collapsed_82, %collapsed_83 : tensor<28x1x128xf32>, tensor<28x128x1024xf32>) outs(%92 : tensor<28x1x1024xf32>) -> tensor<28x1x1024xf32>
    %expanded_84 = tensor.expand_shape %188 [[0, 1], [2], [3]] output_shape [1, 28, 1, 1024] : tensor<28x1x1024xf32> into tensor<1x28x1x1024xf32>
    %189 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_84 : tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_4 : f64 to f32
      %240 = arith.mulf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x28x1x1024xf32>
    %190 = linalg.generic {indexing_maps = [#map10, #map17, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_3, %189 : tensor<1x1x1x1024xi1>, tensor<f32>, tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: i1, %in_104: f32, %in_105: f32, %out: f32):
      %239 = arith.select %in, %in_104, %in_105 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %191:2 = linalg.generic {indexing_maps = [#map4, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%190 : tensor<1x28x1x1024xf32>) outs(%101, %99 : tensor<1x28x1xf32>, tensor<1x28x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_104: i64):
      %239 = linalg.index 3 : index
      %240 = arith.index_cast %239 : index to i64
      %241 = arith.maximumf %in, %out : f32
      %242 = arith.cmpf ogt, %in, %out : f32
      %243 = arith.select %242, %240, %out_104 : i64
      linalg.yield %241, %243 : f32, i64
    } -> (tensor<1x28x1xf32>, tensor<1x28x1xi64>)
    %expanded_85 = tensor.expand_shape %191#0 [[0], [1], [2, 3]] output_shape [1, 28, 1, 1] : tensor<1x28x1xf32> into tensor<1x28x1x1xf32>
    %192 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190, %expanded_85 : tensor<1x28x1x1024xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.subf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %193 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%192 : tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.exp %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %194 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%193 : tensor<1x28x1x1024xf32>) outs(%106 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1xf32>
    %195 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%193, %194 : tensor<1x28x1x1024xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.divf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %196 = linalg.generic {indexing_maps = [#map10, #map17, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_2, %195 : tensor<1x1x1x1024xi1>, tensor<f32>, tensor<1x28x1x1024xf32>) outs(%94 : tensor<1x28x1x1024xf32>) {
    ^bb0(%in: i1, %in_104: f32, %in_105: f32, %out: f32):
      %239 = arith.select %in, %in_104, %in_105 : f32
      linalg.yield %239 : f32
    } -> tensor<1x28x1x1024xf32>
    %197 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%196 : tensor<1x28x1x1024xf32>) outs(%110 : tensor<1x28x1x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x28x1x1024xbf16>
    %collapsed_86 = tensor.collapse_shape %197 [[0, 1], [2], [3]] : tensor<1x28x1x1024xbf16> into tensor<28x1x1024xbf16>
    %collapsed_87 = tensor.collapse_shape %185 [[0, 1, 2], [3], [4]] : tensor<1x4x7x1024x128xbf16> into tensor<28x1024x128xbf16>
    %198 = linalg.batch_matmul ins(%collapsed_86, %collapsed_87 : tensor<28x1x1024xbf16>, tensor<28x1024x128xbf16>) outs(%113 : tensor<28x1x128xf32>) -> tensor<28x1x128xf32>
    %199 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198 : tensor<28x1x128xf32>) outs(%115 : tensor<28x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<28x1x128xbf16>
    %expanded_88 = tensor.expand_shape %199 [[0, 1], [2], [3]] output_shape [1, 28, 1, 128] : tensor<28x1x128xbf16> into tensor<1x28x1x128xbf16>
    %transposed_89 = linalg.transpose ins(%expanded_88 : tensor<1x28x1x128xbf16>) outs(%117 : tensor<1x1x28x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_90 = linalg.transpose ins(%arg19 : tensor<3584x3584xbf16>) outs(%32 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %collapsed_91 = tensor.collapse_shape %transposed_89 [[0], [1, 2, 3]] : tensor<1x1x28x128xbf16> into tensor<1x3584xbf16>
    %200 = linalg.matmul ins(%collapsed_91, %transposed_90 : tensor<1x3584xbf16>, tensor<3584x3584xbf16>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %201 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%200 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_92 = tensor.expand_shape %201 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %202 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %expanded_92 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %203 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202 : tensor<1x1x3584xbf16>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %204 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<1x1x3584xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%204 : tensor<1x1x3584xf32>) outs(%24 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %206 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.divf %in, %cst_6 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_5 : f64 to f32
      %240 = arith.addf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x1x1xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.rsqrt %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203, %208 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %210 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %211 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24, %210 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %transposed_93 = linalg.transpose ins(%arg20 : tensor<18944x3584xbf16>) outs(%130 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %collapsed_94 = tensor.collapse_shape %211 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %212 = linalg.matmul ins(%collapsed_94, %transposed_93 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%132 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %213 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%212 : tensor<1x18944xf32>) outs(%134 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_95 = tensor.expand_shape %213 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %214 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_95 : tensor<1x1x18944xbf16>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x18944xf32>
    %215 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<1x1x18944xf32>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.negf %in : f32
      %240 = math.exp %239 : f32
      %241 = arith.addf %240, %cst_1 : f32
      %242 = arith.divf %cst_1, %241 : f32
      linalg.yield %242 : f32
    } -> tensor<1x1x18944xf32>
    %216 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %215 : tensor<1x1x18944xf32>, tensor<1x1x18944xf32>) outs(%136 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x18944xf32>
    %217 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<1x1x18944xf32>) outs(%140 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x18944xbf16>
    %transposed_96 = linalg.transpose ins(%arg21 : tensor<18944x3584xbf16>) outs(%130 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %218 = linalg.matmul ins(%collapsed_94, %transposed_96 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%132 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %219 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%218 : tensor<1x18944xf32>) outs(%134 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_97 = tensor.expand_shape %219 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %220 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217, %expanded_97 : tensor<1x1x18944xbf16>, tensor<1x1x18944xbf16>) outs(%140 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x18944xbf16>
    %transposed_98 = linalg.transpose ins(%arg22 : tensor<3584x18944xbf16>) outs(%145 : tensor<18944x3584xbf16>) permutation = [1, 0] 
    %collapsed_99 = tensor.collapse_shape %220 [[0], [1, 2]] : tensor<1x1x18944xbf16> into tensor<1x18944xbf16>
    %221 = linalg.matmul ins(%collapsed_99, %transposed_98 : tensor<1x18944xbf16>, tensor<18944x3584xbf16>) outs(%39 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %222 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%221 : tensor<1x3584xf32>) outs(%42 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_100 = tensor.expand_shape %222 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %223 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202, %expanded_100 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.addf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %224 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<1x1x3584xbf16>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %239 = arith.extf %in : bf16 to f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %225 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<1x1x3584xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %226 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%225 : tensor<1x1x3584xf32>) outs(%24 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.addf %in, %out : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %227 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.divf %in, %cst_6 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %228 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = arith.truncf %cst_5 : f64 to f32
      %240 = arith.addf %in, %239 : f32
      linalg.yield %240 : f32
    } -> tensor<1x1x1xf32>
    %229 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<1x1x1xf32>) outs(%9 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %239 = math.rsqrt %in : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x1xf32>
    %230 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224, %229 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%21 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %239 = arith.mulf %in, %in_104 : f32
      linalg.yield %239 : f32
    } -> tensor<1x1x3584xf32>
    %231 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %232 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25, %231 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_104: bf16, %out: bf16):
      %239 = arith.mulf %in, %in_104 : bf16
      linalg.yield %239 : bf16
    } -> tensor<1x1x3584xbf16>
    %233 = tensor.empty() : tensor<3584x32000xbf16>
    %transposed_101 = linalg.transpose ins(%arg26 : tensor<32000x3584xbf16>) outs(%233 : tensor<3584x32000xbf16>) permutation = [1, 0] 
    %collapsed_102 = tensor.collapse_shape %232 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %234 = tensor.empty() : tensor<1x32000xf32>
    %235 = linalg.fill ins(%cst : f32) outs(%234 : tensor<1x32000xf32>) -> tensor<1x32000xf32>
    %236 = linalg.matmul ins(%collapsed_102, %transposed_101 : tensor<1x3584xbf16>, tensor<3584x32000xbf16>) outs(%235 : tensor<1x32000xf32>) -> tensor<1x32000xf32>
    %237 = tensor.empty() : tensor<1x32000xbf16>
    %238 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<1x32000xf32>) outs(%237 : tensor<1x32000xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %239 = arith.truncf %in : f32 to bf16
      linalg.yield %239 : bf16
    } -> tensor<1x32000xbf16>
    %expanded_103 = tensor.expand_shape %238 [[0], [1, 2]] output_shape [1, 1, 32000] : tensor<1x32000xbf16> into tensor<1x1x32000xbf16>
    return %81, %82, %182, %183, %expanded_103 : tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x4x1024x128xbf16>, tensor<1x1x32000xbf16>
  }
}


#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1) -> (d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<32000x3584xbf16>, %arg1: tensor<3584x3584xbf16>, %arg2: tensor<3584xbf16>, %arg3: tensor<512x3584xbf16>, %arg4: tensor<512xbf16>, %arg5: tensor<512x3584xbf16>, %arg6: tensor<512xbf16>, %arg7: tensor<3584x3584xbf16>, %arg8: tensor<18944x3584xbf16>, %arg9: tensor<18944x3584xbf16>, %arg10: tensor<3584x18944xbf16>, %arg11: tensor<3584xbf16>, %arg12: tensor<3584xbf16>, %arg13: tensor<3584xbf16>, %arg14: tensor<32000x3584xbf16>, %arg15: tensor<64xbf16>, %arg16: tensor<1x1xi64>) -> tensor<1x1x32000xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c32000 = arith.constant 32000 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.088388347648318447 : f64
    %cst_6 = arith.constant 9.9999999999999995E-7 : f64
    %cst_7 = arith.constant 3.584000e+03 : f32
    %false = arith.constant false
    %0 = tensor.empty() : tensor<1x1x3584xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<1x1xi64>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %163 = arith.index_cast %in : i64 to index
      %164 = linalg.index 2 : index
      %165 = arith.cmpi slt, %163, %c32000 : index
      cf.assert %165, "index must be smaller than dim size"
      %166 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %166, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%163, %164] : tensor<32000x3584xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x1x3584xbf16>
    %2 = tensor.empty() : tensor<1xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 1] : tensor<1xi64> into tensor<1x1xi64>
    %4 = tensor.empty() : tensor<1x1xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<1x1xi64>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %163 = arith.subi %in, %c1_i64 : i64
      linalg.yield %163 : i64
    } -> tensor<1x1xi64>
    %concat = tensor.concat dim(1) %5, %expanded : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x2xi64>
    %extracted_slice = tensor.extract_slice %concat[0, 0] [1, 1] [1, 1] : tensor<1x2xi64> to tensor<1x1xi64>
    %extracted_slice_8 = tensor.extract_slice %concat[0, 1] [1, 1] [1, 1] : tensor<1x2xi64> to tensor<1x1xi64>
    %6 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_8, %extracted_slice : tensor<1x1xi64>, tensor<1x1xi64>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %163 = arith.subi %in, %in_52 : i64
      linalg.yield %163 : i64
    } -> tensor<1x1xi64>
    %7 = tensor.empty() : tensor<1x1xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x1xi64>) outs(%7 : tensor<1x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %163 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %163 : i1
    } -> tensor<1x1xi1>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<1x1xi1>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i1, %out: i64):
      %163 = arith.extui %in : i1 to i64
      linalg.yield %163 : i64
    } -> tensor<1x1xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<1x1xi64>) -> tensor<1x1xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<1xi64>) -> tensor<1xi64>
    %12:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%9 : tensor<1x1xi64>) outs(%10, %11 : tensor<1x1xi64>, tensor<1xi64>) {
    ^bb0(%arg17: i64, %arg18: i64):
      %163 = arith.addi %arg17, %arg18 : i64
      tm_tensor.yield %163 : i64
    } -> tensor<1x1xi64>, tensor<1xi64>
    %expanded_9 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %13 = tensor.empty() : tensor<1x1x1x1xi64>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %expanded_9 : tensor<1x1x1x1xi64>, tensor<1x1x1x1xi64>) outs(%13 : tensor<1x1x1x1xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %163 = arith.cmpi slt, %in, %c0_i64 : i64
      %164 = arith.addi %in, %c1_i64 : i64
      %165 = arith.select %163, %164, %in : i64
      %166 = arith.index_cast %165 : i64 to index
      %167 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %168 = arith.addi %in_52, %c1_i64 : i64
      %169 = arith.select %167, %168, %in_52 : i64
      %170 = arith.index_cast %169 : i64 to index
      %extracted = tensor.extract %expanded[%166, %170] : tensor<1x1xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x1xi64>
    %15 = tensor.empty() : tensor<1x1x1x1xi1>
    %16 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %14 : tensor<1x1x1x1xi64>, tensor<1x1x1x1xi64>) outs(%15 : tensor<1x1x1x1xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %163 = arith.cmpi sle, %in, %in_52 : i64
      linalg.yield %163 : i1
    } -> tensor<1x1x1x1xi1>
    %17 = linalg.generic {indexing_maps = [#map6, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %16 : tensor<i1>, tensor<1x1x1x1xi1>) outs(%15 : tensor<1x1x1x1xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %163 = arith.andi %in, %in_52 : i1
      linalg.yield %163 : i1
    } -> tensor<1x1x1x1xi1>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9, %expanded_9 : tensor<1x1x1x1xi64>, tensor<1x1x1x1xi64>) outs(%13 : tensor<1x1x1x1xi64>) {
    ^bb0(%in: i64, %in_52: i64, %out: i64):
      %163 = arith.cmpi slt, %in, %c0_i64 : i64
      %164 = arith.addi %in, %c1_i64 : i64
      %165 = arith.select %163, %164, %in : i64
      %166 = arith.index_cast %165 : i64 to index
      %167 = arith.cmpi slt, %in_52, %c0_i64 : i64
      %168 = arith.addi %in_52, %c1_i64 : i64
      %169 = arith.select %167, %168, %in_52 : i64
      %170 = arith.index_cast %169 : i64 to index
      %extracted = tensor.extract %12#0[%166, %170] : tensor<1x1xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x1xi64>
    %19 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %18 : tensor<1x1x1x1xi64>, tensor<1x1x1x1xi64>) outs(%15 : tensor<1x1x1x1xi1>) {
    ^bb0(%in: i64, %in_52: i64, %out: i1):
      %163 = arith.cmpi eq, %in, %in_52 : i64
      linalg.yield %163 : i1
    } -> tensor<1x1x1x1xi1>
    %20 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %19 : tensor<1x1x1x1xi1>, tensor<1x1x1x1xi1>) outs(%15 : tensor<1x1x1x1xi1>) {
    ^bb0(%in: i1, %in_52: i1, %out: i1):
      %163 = arith.andi %in, %in_52 : i1
      linalg.yield %163 : i1
    } -> tensor<1x1x1x1xi1>
    %expanded_10 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 1, 1] : tensor<1xi64> into tensor<1x1x1xi64>
    %21 = tensor.empty() : tensor<1x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<1x1x1xi64>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %163 = arith.sitofp %in : i64 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %23 = tensor.empty() : tensor<64xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg15 : tensor<64xbf16>) outs(%23 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<64xf32>
    %25 = tensor.empty() : tensor<1x1x64xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %24 : tensor<1x1x1xf32>, tensor<64xf32>) outs(%25 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.mulf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x64xf32>
    %concat_11 = tensor.concat dim(2) %26, %26 : (tensor<1x1x64xf32>, tensor<1x1x64xf32>) -> tensor<1x1x128xf32>
    %27 = tensor.empty() : tensor<1x1x128xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_11 : tensor<1x1x128xf32>) outs(%27 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.cos %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x128xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_11 : tensor<1x1x128xf32>) outs(%27 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.sin %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x128xf32>
    %30 = tensor.empty() : tensor<1x1x128xbf16>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x128xf32>) outs(%30 : tensor<1x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x128xbf16>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x1x128xf32>) outs(%30 : tensor<1x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x128xbf16>
    %33 = tensor.empty() : tensor<1x1x3584xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x1x3584xbf16>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x1x3584xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%21 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35 : tensor<1x1x3584xf32>) outs(%36 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_7 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_6 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %40 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.mulf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %43 = linalg.generic {indexing_maps = [#map8, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %42 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %collapsed = tensor.collapse_shape %43 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %44 = tensor.empty() : tensor<3584x3584xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<3584x3584xbf16>) outs(%44 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %45 = tensor.empty() : tensor<3584xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<3584xbf16>) outs(%45 : tensor<3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<3584xf32>
    %47 = tensor.empty() : tensor<1x3584xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<1x3584xbf16>) outs(%47 : tensor<1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x3584xf32>
    %49 = tensor.empty() : tensor<3584x3584xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<3584x3584xbf16>) outs(%49 : tensor<3584x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<3584x3584xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%47 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %52 = linalg.matmul ins(%48, %50 : tensor<1x3584xf32>, tensor<3584x3584xf32>) outs(%51 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%52, %46 : tensor<1x3584xf32>, tensor<3584xf32>) outs(%47 : tensor<1x3584xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.addf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x3584xf32>
    %54 = tensor.empty() : tensor<1x3584xbf16>
    %55 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<1x3584xf32>) outs(%54 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_12 = tensor.expand_shape %55 [[0], [1, 2, 3]] output_shape [1, 1, 28, 128] : tensor<1x3584xbf16> into tensor<1x1x28x128xbf16>
    %56 = tensor.empty() : tensor<1x28x1x128xbf16>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<1x1x28x128xbf16>) outs(%56 : tensor<1x28x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %57 = tensor.empty() : tensor<3584x512xbf16>
    %transposed_14 = linalg.transpose ins(%arg3 : tensor<512x3584xbf16>) outs(%57 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<512xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg4 : tensor<512xbf16>) outs(%58 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<512xf32>
    %60 = tensor.empty() : tensor<3584x512xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_14 : tensor<3584x512xbf16>) outs(%60 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<3584x512xf32>
    %62 = tensor.empty() : tensor<1x512xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %64 = linalg.matmul ins(%48, %61 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%63 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%64, %59 : tensor<1x512xf32>, tensor<512xf32>) outs(%62 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.addf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x512xf32>
    %66 = tensor.empty() : tensor<1x512xbf16>
    %67 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<1x512xf32>) outs(%66 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x512xbf16>
    %expanded_15 = tensor.expand_shape %67 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %68 = tensor.empty() : tensor<1x4x1x128xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x1x4x128xbf16>) outs(%68 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_17 = linalg.transpose ins(%arg5 : tensor<512x3584xbf16>) outs(%57 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %69 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg6 : tensor<512xbf16>) outs(%58 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<512xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_17 : tensor<3584x512xbf16>) outs(%60 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<3584x512xf32>
    %71 = linalg.matmul ins(%48, %70 : tensor<1x3584xf32>, tensor<3584x512xf32>) outs(%63 : tensor<1x512xf32>) -> tensor<1x512xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%71, %69 : tensor<1x512xf32>, tensor<512xf32>) outs(%62 : tensor<1x512xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.addf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x512xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<1x512xf32>) outs(%66 : tensor<1x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x512xbf16>
    %expanded_18 = tensor.expand_shape %73 [[0], [1, 2, 3]] output_shape [1, 1, 4, 128] : tensor<1x512xbf16> into tensor<1x1x4x128xbf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x1x4x128xbf16>) outs(%68 : tensor<1x4x1x128xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_20 = tensor.expand_shape %31 [[0], [1, 2], [3]] output_shape [1, 1, 1, 128] : tensor<1x1x128xbf16> into tensor<1x1x1x128xbf16>
    %expanded_21 = tensor.expand_shape %32 [[0], [1, 2], [3]] output_shape [1, 1, 1, 128] : tensor<1x1x128xbf16> into tensor<1x1x1x128xbf16>
    %74 = linalg.generic {indexing_maps = [#map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_13, %expanded_20 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x28x1x128xbf16>
    %extracted_slice_22 = tensor.extract_slice %transposed_13[0, 0, 0, 0] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %extracted_slice_23 = tensor.extract_slice %transposed_13[0, 0, 0, 64] [1, 28, 1, 64] [1, 1, 1, 1] : tensor<1x28x1x128xbf16> to tensor<1x28x1x64xbf16>
    %75 = tensor.empty() : tensor<1x28x1x64xbf16>
    %76 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23 : tensor<1x28x1x64xbf16>) outs(%75 : tensor<1x28x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %163 = arith.negf %in : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x28x1x64xbf16>
    %concat_24 = tensor.concat dim(3) %76, %extracted_slice_22 : (tensor<1x28x1x64xbf16>, tensor<1x28x1x64xbf16>) -> tensor<1x28x1x128xbf16>
    %77 = linalg.generic {indexing_maps = [#map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_24, %expanded_21 : tensor<1x28x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%56 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x28x1x128xbf16>
    %78 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %77 : tensor<1x28x1x128xbf16>, tensor<1x28x1x128xbf16>) outs(%56 : tensor<1x28x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.addf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x28x1x128xbf16>
    %79 = linalg.generic {indexing_maps = [#map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16, %expanded_20 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%68 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x4x1x128xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_16[0, 0, 0, 0] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %extracted_slice_26 = tensor.extract_slice %transposed_16[0, 0, 0, 64] [1, 4, 1, 64] [1, 1, 1, 1] : tensor<1x4x1x128xbf16> to tensor<1x4x1x64xbf16>
    %80 = tensor.empty() : tensor<1x4x1x64xbf16>
    %81 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x4x1x64xbf16>) outs(%80 : tensor<1x4x1x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %163 = arith.negf %in : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x4x1x64xbf16>
    %concat_27 = tensor.concat dim(3) %81, %extracted_slice_25 : (tensor<1x4x1x64xbf16>, tensor<1x4x1x64xbf16>) -> tensor<1x4x1x128xbf16>
    %82 = linalg.generic {indexing_maps = [#map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_21 : tensor<1x4x1x128xbf16>, tensor<1x1x1x128xbf16>) outs(%68 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x4x1x128xbf16>
    %83 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %82 : tensor<1x4x1x128xbf16>, tensor<1x4x1x128xbf16>) outs(%68 : tensor<1x4x1x128xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.addf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x4x1x128xbf16>
    %84 = tensor.empty() : tensor<1x4x7x1x128xbf16>
    %85 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<1x4x1x128xbf16>) outs(%84 : tensor<1x4x7x1x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1x128xbf16>
    %collapsed_28 = tensor.collapse_shape %85 [[0], [1, 2], [3], [4]] : tensor<1x4x7x1x128xbf16> into tensor<1x28x1x128xbf16>
    %86 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19 : tensor<1x4x1x128xbf16>) outs(%84 : tensor<1x4x7x1x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x1x128xbf16>
    %87 = tensor.empty() : tensor<1x28x1x128xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x28x1x128xbf16>) outs(%87 : tensor<1x28x1x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x128xf32>
    %89 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_28 : tensor<1x28x1x128xbf16>) outs(%87 : tensor<1x28x1x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x128xf32>
    %90 = tensor.empty() : tensor<1x28x128x1xf32>
    %transposed_29 = linalg.transpose ins(%89 : tensor<1x28x1x128xf32>) outs(%90 : tensor<1x28x128x1xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_30 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : tensor<1x28x1x128xf32> into tensor<28x1x128xf32>
    %collapsed_31 = tensor.collapse_shape %transposed_29 [[0, 1], [2], [3]] : tensor<1x28x128x1xf32> into tensor<28x128x1xf32>
    %91 = tensor.empty() : tensor<28x1x1xf32>
    %92 = linalg.fill ins(%cst : f32) outs(%91 : tensor<28x1x1xf32>) -> tensor<28x1x1xf32>
    %93 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<28x1x128xf32>, tensor<28x128x1xf32>) outs(%92 : tensor<28x1x1xf32>) -> tensor<28x1x1xf32>
    %expanded_32 = tensor.expand_shape %93 [[0, 1], [2], [3]] output_shape [1, 28, 1, 1] : tensor<28x1x1xf32> into tensor<1x28x1x1xf32>
    %94 = tensor.empty() : tensor<1x28x1x1xf32>
    %95 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_5 : f64 to f32
      %164 = arith.mulf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x28x1x1xf32>
    %96 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x1x1x1xi1>) outs(%15 : tensor<1x1x1x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %163 = arith.cmpi eq, %in, %false : i1
      linalg.yield %163 : i1
    } -> tensor<1x1x1x1xi1>
    %97 = linalg.generic {indexing_maps = [#map10, #map6, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_3, %95 : tensor<1x1x1x1xi1>, tensor<f32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: i1, %in_52: f32, %in_53: f32, %out: f32):
      %163 = arith.select %in, %in_52, %in_53 : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %98 = tensor.empty() : tensor<1x28x1xi64>
    %99 = linalg.fill ins(%c0_i64 : i64) outs(%98 : tensor<1x28x1xi64>) -> tensor<1x28x1xi64>
    %100 = tensor.empty() : tensor<1x28x1xf32>
    %101 = linalg.fill ins(%cst_0 : f32) outs(%100 : tensor<1x28x1xf32>) -> tensor<1x28x1xf32>
    %102:2 = linalg.generic {indexing_maps = [#map5, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97 : tensor<1x28x1x1xf32>) outs(%101, %99 : tensor<1x28x1xf32>, tensor<1x28x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_52: i64):
      %163 = arith.maximumf %in, %out : f32
      %164 = arith.cmpf ogt, %in, %out : f32
      %165 = arith.select %164, %c0_i64, %out_52 : i64
      linalg.yield %163, %165 : f32, i64
    } -> (tensor<1x28x1xf32>, tensor<1x28x1xi64>)
    %expanded_33 = tensor.expand_shape %102#0 [[0], [1], [2, 3]] output_shape [1, 28, 1, 1] : tensor<1x28x1xf32> into tensor<1x28x1x1xf32>
    %103 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %expanded_33 : tensor<1x28x1x1xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.subf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %104 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.exp %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %105 = linalg.fill ins(%cst : f32) outs(%94 : tensor<1x28x1x1xf32>) -> tensor<1x28x1x1xf32>
    %106 = linalg.generic {indexing_maps = [#map5, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104 : tensor<1x28x1x1xf32>) outs(%105 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %107 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %106 : tensor<1x28x1x1xf32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.divf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %108 = linalg.generic {indexing_maps = [#map10, #map6, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %cst_2, %107 : tensor<1x1x1x1xi1>, tensor<f32>, tensor<1x28x1x1xf32>) outs(%94 : tensor<1x28x1x1xf32>) {
    ^bb0(%in: i1, %in_52: f32, %in_53: f32, %out: f32):
      %163 = arith.select %in, %in_52, %in_53 : f32
      linalg.yield %163 : f32
    } -> tensor<1x28x1x1xf32>
    %109 = tensor.empty() : tensor<1x28x1x1xbf16>
    %110 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<1x28x1x1xf32>) outs(%109 : tensor<1x28x1x1xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x28x1x1xbf16>
    %collapsed_34 = tensor.collapse_shape %110 [[0, 1], [2], [3]] : tensor<1x28x1x1xbf16> into tensor<28x1x1xbf16>
    %collapsed_35 = tensor.collapse_shape %86 [[0, 1, 2], [3], [4]] : tensor<1x4x7x1x128xbf16> into tensor<28x1x128xbf16>
    %111 = tensor.empty() : tensor<28x1x128xf32>
    %112 = linalg.fill ins(%cst : f32) outs(%111 : tensor<28x1x128xf32>) -> tensor<28x1x128xf32>
    %113 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<28x1x1xbf16>, tensor<28x1x128xbf16>) outs(%112 : tensor<28x1x128xf32>) -> tensor<28x1x128xf32>
    %114 = tensor.empty() : tensor<28x1x128xbf16>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<28x1x128xf32>) outs(%114 : tensor<28x1x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<28x1x128xbf16>
    %expanded_36 = tensor.expand_shape %115 [[0, 1], [2], [3]] output_shape [1, 28, 1, 128] : tensor<28x1x128xbf16> into tensor<1x28x1x128xbf16>
    %116 = tensor.empty() : tensor<1x1x28x128xbf16>
    %transposed_37 = linalg.transpose ins(%expanded_36 : tensor<1x28x1x128xbf16>) outs(%116 : tensor<1x1x28x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_38 = linalg.transpose ins(%arg7 : tensor<3584x3584xbf16>) outs(%44 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %collapsed_39 = tensor.collapse_shape %transposed_37 [[0], [1, 2, 3]] : tensor<1x1x28x128xbf16> into tensor<1x3584xbf16>
    %117 = linalg.matmul ins(%collapsed_39, %transposed_38 : tensor<1x3584xbf16>, tensor<3584x3584xbf16>) outs(%51 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<1x3584xf32>) outs(%54 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_40 = tensor.expand_shape %118 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_40 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.addf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<1x1x3584xbf16>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x1x3584xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%121 : tensor<1x1x3584xf32>) outs(%36 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_7 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_6 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %125 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.mulf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %128 = linalg.generic {indexing_maps = [#map8, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %127 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %129 = tensor.empty() : tensor<3584x18944xbf16>
    %transposed_41 = linalg.transpose ins(%arg8 : tensor<18944x3584xbf16>) outs(%129 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %128 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %130 = tensor.empty() : tensor<1x18944xf32>
    %131 = linalg.fill ins(%cst : f32) outs(%130 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %132 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%131 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %133 = tensor.empty() : tensor<1x18944xbf16>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%132 : tensor<1x18944xf32>) outs(%133 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_43 = tensor.expand_shape %134 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %135 = tensor.empty() : tensor<1x1x18944xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<1x1x18944xbf16>) outs(%135 : tensor<1x1x18944xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x18944xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x1x18944xf32>) outs(%135 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.negf %in : f32
      %164 = math.exp %163 : f32
      %165 = arith.addf %164, %cst_1 : f32
      %166 = arith.divf %cst_1, %165 : f32
      linalg.yield %166 : f32
    } -> tensor<1x1x18944xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %137 : tensor<1x1x18944xf32>, tensor<1x1x18944xf32>) outs(%135 : tensor<1x1x18944xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.mulf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x18944xf32>
    %139 = tensor.empty() : tensor<1x1x18944xbf16>
    %140 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<1x1x18944xf32>) outs(%139 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x18944xbf16>
    %transposed_44 = linalg.transpose ins(%arg9 : tensor<18944x3584xbf16>) outs(%129 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %141 = linalg.matmul ins(%collapsed_42, %transposed_44 : tensor<1x3584xbf16>, tensor<3584x18944xbf16>) outs(%131 : tensor<1x18944xf32>) -> tensor<1x18944xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%141 : tensor<1x18944xf32>) outs(%133 : tensor<1x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x18944xbf16>
    %expanded_45 = tensor.expand_shape %142 [[0], [1, 2]] output_shape [1, 1, 18944] : tensor<1x18944xbf16> into tensor<1x1x18944xbf16>
    %143 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %expanded_45 : tensor<1x1x18944xbf16>, tensor<1x1x18944xbf16>) outs(%139 : tensor<1x1x18944xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x18944xbf16>
    %144 = tensor.empty() : tensor<18944x3584xbf16>
    %transposed_46 = linalg.transpose ins(%arg10 : tensor<3584x18944xbf16>) outs(%144 : tensor<18944x3584xbf16>) permutation = [1, 0] 
    %collapsed_47 = tensor.collapse_shape %143 [[0], [1, 2]] : tensor<1x1x18944xbf16> into tensor<1x18944xbf16>
    %145 = linalg.matmul ins(%collapsed_47, %transposed_46 : tensor<1x18944xbf16>, tensor<18944x3584xbf16>) outs(%51 : tensor<1x3584xf32>) -> tensor<1x3584xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<1x3584xf32>) outs(%54 : tensor<1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x3584xbf16>
    %expanded_48 = tensor.expand_shape %146 [[0], [1, 2]] output_shape [1, 1, 3584] : tensor<1x3584xbf16> into tensor<1x1x3584xbf16>
    %147 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %expanded_48 : tensor<1x1x3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.addf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<1x1x3584xbf16>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %163 = arith.extf %in : bf16 to f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x1x3584xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%149 : tensor<1x1x3584xf32>) outs(%36 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.addf %in, %out : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.divf %in, %cst_7 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = arith.truncf %cst_6 : f64 to f32
      %164 = arith.addf %in, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x1x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<1x1x1xf32>) outs(%21 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %163 = math.rsqrt %in : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x1xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %153 : tensor<1x1x3584xf32>, tensor<1x1x1xf32>) outs(%33 : tensor<1x1x3584xf32>) {
    ^bb0(%in: f32, %in_52: f32, %out: f32):
      %163 = arith.mulf %in, %in_52 : f32
      linalg.yield %163 : f32
    } -> tensor<1x1x3584xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<1x1x3584xf32>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %156 = linalg.generic {indexing_maps = [#map8, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %155 : tensor<3584xbf16>, tensor<1x1x3584xbf16>) outs(%0 : tensor<1x1x3584xbf16>) {
    ^bb0(%in: bf16, %in_52: bf16, %out: bf16):
      %163 = arith.mulf %in, %in_52 : bf16
      linalg.yield %163 : bf16
    } -> tensor<1x1x3584xbf16>
    %157 = tensor.empty() : tensor<3584x32000xbf16>
    %transposed_49 = linalg.transpose ins(%arg14 : tensor<32000x3584xbf16>) outs(%157 : tensor<3584x32000xbf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %156 [[0], [1, 2]] : tensor<1x1x3584xbf16> into tensor<1x3584xbf16>
    %158 = tensor.empty() : tensor<1x32000xf32>
    %159 = linalg.fill ins(%cst : f32) outs(%158 : tensor<1x32000xf32>) -> tensor<1x32000xf32>
    %160 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<1x3584xbf16>, tensor<3584x32000xbf16>) outs(%159 : tensor<1x32000xf32>) -> tensor<1x32000xf32>
    %161 = tensor.empty() : tensor<1x32000xbf16>
    %162 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<1x32000xf32>) outs(%161 : tensor<1x32000xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %163 = arith.truncf %in : f32 to bf16
      linalg.yield %163 : bf16
    } -> tensor<1x32000xbf16>
    %expanded_51 = tensor.expand_shape %162 [[0], [1, 2]] output_shape [1, 1, 32000] : tensor<1x32000xbf16> into tensor<1x1x32000xbf16>
    return %expanded_51 : tensor<1x1x32000xbf16>
  }
}


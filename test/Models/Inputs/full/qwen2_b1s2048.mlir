#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, 0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map12 = affine_map<(d0, d1, d2) -> (d2)>
#map13 = affine_map<(d0, d1) -> (d1)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<32000x3584xbf16>, %arg1: tensor<3584x3584xbf16>, %arg2: tensor<3584xbf16>, %arg3: tensor<512x3584xbf16>, %arg4: tensor<512xbf16>, %arg5: tensor<512x3584xbf16>, %arg6: tensor<512xbf16>, %arg7: tensor<3584x3584xbf16>, %arg8: tensor<18944x3584xbf16>, %arg9: tensor<18944x3584xbf16>, %arg10: tensor<3584x18944xbf16>, %arg11: tensor<3584xbf16>, %arg12: tensor<3584xbf16>, %arg13: tensor<3584xbf16>, %arg14: tensor<32000x3584xbf16>, %arg15: tensor<64xbf16>, %arg16: tensor<1x2048xi64>) -> tensor<1x2048x32000xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2048_i64 = arith.constant 2048 : i64
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
    %0 = tensor.empty() : tensor<1x2048x3584xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<1x2048xi64>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %173 = arith.index_cast %in : i64 to index
      %174 = linalg.index 2 : index
      %175 = arith.cmpi slt, %173, %c32000 : index
      cf.assert %175, "index must be smaller than dim size"
      %176 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %176, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%173, %174] : tensor<32000x3584xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x2048x3584xbf16>
    %2 = tensor.empty() : tensor<2048xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<2048xi64>) {
    ^bb0(%out: i64):
      %173 = linalg.index 0 : index
      %174 = arith.index_cast %173 : index to i64
      linalg.yield %174 : i64
    } -> tensor<2048xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 2048] : tensor<2048xi64> into tensor<1x2048xi64>
    %extracted_slice = tensor.extract_slice %expanded[0, 0] [1, 1] [1, 1] : tensor<1x2048xi64> to tensor<1x1xi64>
    %4 = tensor.empty() : tensor<1x1xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x1xi64>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %173 = arith.subi %in, %c1_i64 : i64
      linalg.yield %173 : i64
    } -> tensor<1x1xi64>
    %concat = tensor.concat dim(1) %5, %expanded : (tensor<1x1xi64>, tensor<1x2048xi64>) -> tensor<1x2049xi64>
    %extracted_slice_8 = tensor.extract_slice %concat[0, 0] [1, 2048] [1, 1] : tensor<1x2049xi64> to tensor<1x2048xi64>
    %extracted_slice_9 = tensor.extract_slice %concat[0, 1] [1, 2048] [1, 1] : tensor<1x2049xi64> to tensor<1x2048xi64>
    %6 = tensor.empty() : tensor<1x2048xi64>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_9, %extracted_slice_8 : tensor<1x2048xi64>, tensor<1x2048xi64>) outs(%6 : tensor<1x2048xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %173 = arith.subi %in, %in_55 : i64
      linalg.yield %173 : i64
    } -> tensor<1x2048xi64>
    %8 = tensor.empty() : tensor<1x2048xi1>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<1x2048xi64>) outs(%8 : tensor<1x2048xi1>) {
    ^bb0(%in: i64, %out: i1):
      %173 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %173 : i1
    } -> tensor<1x2048xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1x2048xi1>) outs(%6 : tensor<1x2048xi64>) {
    ^bb0(%in: i1, %out: i64):
      %173 = arith.extui %in : i1 to i64
      linalg.yield %173 : i64
    } -> tensor<1x2048xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x2048xi64>) -> tensor<1x2048xi64>
    %12 = tensor.empty() : tensor<1xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1xi64>) -> tensor<1xi64>
    %14:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%10 : tensor<1x2048xi64>) outs(%11, %13 : tensor<1x2048xi64>, tensor<1xi64>) {
    ^bb0(%arg17: i64, %arg18: i64):
      %173 = arith.addi %arg17, %arg18 : i64
      tm_tensor.yield %173 : i64
    } -> tensor<1x2048xi64>, tensor<1xi64>
    %15 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%12 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_10 = tensor.expand_shape %15 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 2048, 1] : tensor<2048xi64> into tensor<1x1x2048x1xi64>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 2048] : tensor<2048xi64> into tensor<1x1x1x2048xi64>
    %16 = tensor.empty() : tensor<1x1x2048x1xi64>
    %17 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_11 : tensor<1x1x1x1xi64>, tensor<1x1x2048x1xi64>) outs(%16 : tensor<1x1x2048x1xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %173 = arith.cmpi slt, %in, %c0_i64 : i64
      %174 = arith.addi %in, %c1_i64 : i64
      %175 = arith.select %173, %174, %in : i64
      %176 = arith.index_cast %175 : i64 to index
      %177 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %178 = arith.addi %in_55, %c2048_i64 : i64
      %179 = arith.select %177, %178, %in_55 : i64
      %180 = arith.index_cast %179 : i64 to index
      %extracted = tensor.extract %expanded[%176, %180] : tensor<1x2048xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x2048x1xi64>
    %18 = tensor.empty() : tensor<1x1x1x2048xi64>
    %19 = linalg.generic {indexing_maps = [#map4, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_12 : tensor<1x1x1x1xi64>, tensor<1x1x1x2048xi64>) outs(%18 : tensor<1x1x1x2048xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %173 = arith.cmpi slt, %in, %c0_i64 : i64
      %174 = arith.addi %in, %c1_i64 : i64
      %175 = arith.select %173, %174, %in : i64
      %176 = arith.index_cast %175 : i64 to index
      %177 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %178 = arith.addi %in_55, %c2048_i64 : i64
      %179 = arith.select %177, %178, %in_55 : i64
      %180 = arith.index_cast %179 : i64 to index
      %extracted = tensor.extract %expanded[%176, %180] : tensor<1x2048xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x2048xi64>
    %20 = tensor.empty() : tensor<1x1x2048x2048xi1>
    %21 = linalg.generic {indexing_maps = [#map8, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %17 : tensor<1x1x1x2048xi64>, tensor<1x1x2048x1xi64>) outs(%20 : tensor<1x1x2048x2048xi1>) {
    ^bb0(%in: i64, %in_55: i64, %out: i1):
      %173 = arith.cmpi sle, %in, %in_55 : i64
      linalg.yield %173 : i1
    } -> tensor<1x1x2048x2048xi1>
    %22 = linalg.generic {indexing_maps = [#map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %21 : tensor<i1>, tensor<1x1x2048x2048xi1>) outs(%20 : tensor<1x1x2048x2048xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %173 = arith.andi %in, %in_55 : i1
      linalg.yield %173 : i1
    } -> tensor<1x1x2048x2048xi1>
    %23 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_11 : tensor<1x1x1x1xi64>, tensor<1x1x2048x1xi64>) outs(%16 : tensor<1x1x2048x1xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %173 = arith.cmpi slt, %in, %c0_i64 : i64
      %174 = arith.addi %in, %c1_i64 : i64
      %175 = arith.select %173, %174, %in : i64
      %176 = arith.index_cast %175 : i64 to index
      %177 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %178 = arith.addi %in_55, %c2048_i64 : i64
      %179 = arith.select %177, %178, %in_55 : i64
      %180 = arith.index_cast %179 : i64 to index
      %extracted = tensor.extract %14#0[%176, %180] : tensor<1x2048xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x2048x1xi64>
    %24 = linalg.generic {indexing_maps = [#map4, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %expanded_12 : tensor<1x1x1x1xi64>, tensor<1x1x1x2048xi64>) outs(%18 : tensor<1x1x1x2048xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %173 = arith.cmpi slt, %in, %c0_i64 : i64
      %174 = arith.addi %in, %c1_i64 : i64
      %175 = arith.select %173, %174, %in : i64
      %176 = arith.index_cast %175 : i64 to index
      %177 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %178 = arith.addi %in_55, %c2048_i64 : i64
      %179 = arith.select %177, %178, %in_55 : i64
      %180 = arith.index_cast %179 : i64 to index
      %extracted = tensor.extract %14#0[%176, %180] : tensor<1x2048xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x2048xi64>
    %25 = linalg.generic {indexing_maps = [#map9, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<1x1x2048x1xi64>, tensor<1x1x1x2048xi64>) outs(%20 : tensor<1x1x2048x2048xi1>) {
    ^bb0(%in: i64, %in_55: i64, %out: i1):
      %173 = arith.cmpi eq, %in, %in_55 : i64
      linalg.yield %173 : i1
    } -> tensor<1x1x2048x2048xi1>
    %26 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<1x1x2048x2048xi1>, tensor<1x1x2048x2048xi1>) outs(%20 : tensor<1x1x2048x2048xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %173 = arith.andi %in, %in_55 : i1
      linalg.yield %173 : i1
    } -> tensor<1x1x2048x2048xi1>
    %expanded_13 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 2048, 1] : tensor<2048xi64> into tensor<1x2048x1xi64>
    %27 = tensor.empty() : tensor<1x2048x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<1x2048x1xi64>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %173 = arith.sitofp %in : i64 to f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %29 = tensor.empty() : tensor<64xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg15 : tensor<64xbf16>) outs(%29 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<64xf32>
    %31 = tensor.empty() : tensor<1x2048x64xf32>
    %32 = linalg.generic {indexing_maps = [#map11, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<1x2048x1xf32>, tensor<64xf32>) outs(%31 : tensor<1x2048x64xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.mulf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x64xf32>
    %concat_14 = tensor.concat dim(2) %32, %32 : (tensor<1x2048x64xf32>, tensor<1x2048x64xf32>) -> tensor<1x2048x128xf32>
    %33 = tensor.empty() : tensor<1x2048x128xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x2048x128xf32>) outs(%33 : tensor<1x2048x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.cos %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x128xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x2048x128xf32>) outs(%33 : tensor<1x2048x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.sin %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x128xf32>
    %36 = tensor.empty() : tensor<1x2048x128xbf16>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x2048x128xf32>) outs(%36 : tensor<1x2048x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x128xbf16>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x2048x128xf32>) outs(%36 : tensor<1x2048x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x128xbf16>
    %39 = tensor.empty() : tensor<1x2048x3584xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x2048x3584xbf16>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x2048x3584xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x2048x1xf32>) -> tensor<1x2048x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%41 : tensor<1x2048x3584xf32>) outs(%42 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.addf %in, %out : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.divf %in, %cst_7 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.truncf %cst_6 : f64 to f32
      %174 = arith.addf %in, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<1x2048x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.rsqrt %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %46 : tensor<1x2048x3584xf32>, tensor<1x2048x1xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.mulf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<1x2048x3584xf32>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %49 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %48 : tensor<3584xbf16>, tensor<1x2048x3584xbf16>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %collapsed = tensor.collapse_shape %49 [[0, 1], [2]] : tensor<1x2048x3584xbf16> into tensor<2048x3584xbf16>
    %50 = tensor.empty() : tensor<3584x3584xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<3584x3584xbf16>) outs(%50 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %51 = tensor.empty() : tensor<3584xf32>
    %52 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg2 : tensor<3584xbf16>) outs(%51 : tensor<3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<3584xf32>
    %53 = tensor.empty() : tensor<2048x3584xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<2048x3584xbf16>) outs(%53 : tensor<2048x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<2048x3584xf32>
    %55 = tensor.empty() : tensor<3584x3584xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<3584x3584xbf16>) outs(%55 : tensor<3584x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<3584x3584xf32>
    %57 = linalg.fill ins(%cst : f32) outs(%53 : tensor<2048x3584xf32>) -> tensor<2048x3584xf32>
    %58 = linalg.matmul ins(%54, %56 : tensor<2048x3584xf32>, tensor<3584x3584xf32>) outs(%57 : tensor<2048x3584xf32>) -> tensor<2048x3584xf32>
    %59 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<3584xf32>) outs(%53 : tensor<2048x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2048x3584xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%58, %59 : tensor<2048x3584xf32>, tensor<2048x3584xf32>) outs(%53 : tensor<2048x3584xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.addf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<2048x3584xf32>
    %61 = tensor.empty() : tensor<2048x3584xbf16>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<2048x3584xf32>) outs(%61 : tensor<2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x3584xbf16>
    %expanded_15 = tensor.expand_shape %62 [[0, 1], [2, 3]] output_shape [1, 2048, 28, 128] : tensor<2048x3584xbf16> into tensor<1x2048x28x128xbf16>
    %63 = tensor.empty() : tensor<1x28x2048x128xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x2048x28x128xbf16>) outs(%63 : tensor<1x28x2048x128xbf16>) permutation = [0, 2, 1, 3] 
    %64 = tensor.empty() : tensor<3584x512xbf16>
    %transposed_17 = linalg.transpose ins(%arg3 : tensor<512x3584xbf16>) outs(%64 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %65 = tensor.empty() : tensor<512xf32>
    %66 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg4 : tensor<512xbf16>) outs(%65 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<512xf32>
    %67 = tensor.empty() : tensor<3584x512xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_17 : tensor<3584x512xbf16>) outs(%67 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<3584x512xf32>
    %69 = tensor.empty() : tensor<2048x512xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<2048x512xf32>) -> tensor<2048x512xf32>
    %71 = linalg.matmul ins(%54, %68 : tensor<2048x3584xf32>, tensor<3584x512xf32>) outs(%70 : tensor<2048x512xf32>) -> tensor<2048x512xf32>
    %72 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<512xf32>) outs(%69 : tensor<2048x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2048x512xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<2048x512xf32>, tensor<2048x512xf32>) outs(%69 : tensor<2048x512xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.addf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<2048x512xf32>
    %74 = tensor.empty() : tensor<2048x512xbf16>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<2048x512xf32>) outs(%74 : tensor<2048x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x512xbf16>
    %expanded_18 = tensor.expand_shape %75 [[0, 1], [2, 3]] output_shape [1, 2048, 4, 128] : tensor<2048x512xbf16> into tensor<1x2048x4x128xbf16>
    %76 = tensor.empty() : tensor<1x4x2048x128xbf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<1x2048x4x128xbf16>) outs(%76 : tensor<1x4x2048x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%arg5 : tensor<512x3584xbf16>) outs(%64 : tensor<3584x512xbf16>) permutation = [1, 0] 
    %77 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg6 : tensor<512xbf16>) outs(%65 : tensor<512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<512xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_20 : tensor<3584x512xbf16>) outs(%67 : tensor<3584x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<3584x512xf32>
    %79 = linalg.matmul ins(%54, %78 : tensor<2048x3584xf32>, tensor<3584x512xf32>) outs(%70 : tensor<2048x512xf32>) -> tensor<2048x512xf32>
    %80 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<512xf32>) outs(%69 : tensor<2048x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2048x512xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%79, %80 : tensor<2048x512xf32>, tensor<2048x512xf32>) outs(%69 : tensor<2048x512xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.addf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<2048x512xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<2048x512xf32>) outs(%74 : tensor<2048x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x512xbf16>
    %expanded_21 = tensor.expand_shape %82 [[0, 1], [2, 3]] output_shape [1, 2048, 4, 128] : tensor<2048x512xbf16> into tensor<1x2048x4x128xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x2048x4x128xbf16>) outs(%76 : tensor<1x4x2048x128xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_23 = tensor.expand_shape %37 [[0], [1, 2], [3]] output_shape [1, 1, 2048, 128] : tensor<1x2048x128xbf16> into tensor<1x1x2048x128xbf16>
    %expanded_24 = tensor.expand_shape %38 [[0], [1, 2], [3]] output_shape [1, 1, 2048, 128] : tensor<1x2048x128xbf16> into tensor<1x1x2048x128xbf16>
    %83 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16, %expanded_23 : tensor<1x28x2048x128xbf16>, tensor<1x1x2048x128xbf16>) outs(%63 : tensor<1x28x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x28x2048x128xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_16[0, 0, 0, 0] [1, 28, 2048, 64] [1, 1, 1, 1] : tensor<1x28x2048x128xbf16> to tensor<1x28x2048x64xbf16>
    %extracted_slice_26 = tensor.extract_slice %transposed_16[0, 0, 0, 64] [1, 28, 2048, 64] [1, 1, 1, 1] : tensor<1x28x2048x128xbf16> to tensor<1x28x2048x64xbf16>
    %84 = tensor.empty() : tensor<1x28x2048x64xbf16>
    %85 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<1x28x2048x64xbf16>) outs(%84 : tensor<1x28x2048x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %173 = arith.negf %in : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x28x2048x64xbf16>
    %concat_27 = tensor.concat dim(3) %85, %extracted_slice_25 : (tensor<1x28x2048x64xbf16>, tensor<1x28x2048x64xbf16>) -> tensor<1x28x2048x128xbf16>
    %86 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_24 : tensor<1x28x2048x128xbf16>, tensor<1x1x2048x128xbf16>) outs(%63 : tensor<1x28x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x28x2048x128xbf16>
    %87 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %86 : tensor<1x28x2048x128xbf16>, tensor<1x28x2048x128xbf16>) outs(%63 : tensor<1x28x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.addf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x28x2048x128xbf16>
    %88 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19, %expanded_23 : tensor<1x4x2048x128xbf16>, tensor<1x1x2048x128xbf16>) outs(%76 : tensor<1x4x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x4x2048x128xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_19[0, 0, 0, 0] [1, 4, 2048, 64] [1, 1, 1, 1] : tensor<1x4x2048x128xbf16> to tensor<1x4x2048x64xbf16>
    %extracted_slice_29 = tensor.extract_slice %transposed_19[0, 0, 0, 64] [1, 4, 2048, 64] [1, 1, 1, 1] : tensor<1x4x2048x128xbf16> to tensor<1x4x2048x64xbf16>
    %89 = tensor.empty() : tensor<1x4x2048x64xbf16>
    %90 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<1x4x2048x64xbf16>) outs(%89 : tensor<1x4x2048x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %173 = arith.negf %in : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x4x2048x64xbf16>
    %concat_30 = tensor.concat dim(3) %90, %extracted_slice_28 : (tensor<1x4x2048x64xbf16>, tensor<1x4x2048x64xbf16>) -> tensor<1x4x2048x128xbf16>
    %91 = linalg.generic {indexing_maps = [#map6, #map14, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_30, %expanded_24 : tensor<1x4x2048x128xbf16>, tensor<1x1x2048x128xbf16>) outs(%76 : tensor<1x4x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x4x2048x128xbf16>
    %92 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %91 : tensor<1x4x2048x128xbf16>, tensor<1x4x2048x128xbf16>) outs(%76 : tensor<1x4x2048x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.addf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x4x2048x128xbf16>
    %93 = tensor.empty() : tensor<1x4x7x2048x128xbf16>
    %94 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x4x2048x128xbf16>) outs(%93 : tensor<1x4x7x2048x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x2048x128xbf16>
    %collapsed_31 = tensor.collapse_shape %94 [[0], [1, 2], [3], [4]] : tensor<1x4x7x2048x128xbf16> into tensor<1x28x2048x128xbf16>
    %95 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22 : tensor<1x4x2048x128xbf16>) outs(%93 : tensor<1x4x7x2048x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x4x7x2048x128xbf16>
    %96 = tensor.empty() : tensor<1x28x2048x128xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<1x28x2048x128xbf16>) outs(%96 : tensor<1x28x2048x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x128xf32>
    %98 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_31 : tensor<1x28x2048x128xbf16>) outs(%96 : tensor<1x28x2048x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x128xf32>
    %99 = tensor.empty() : tensor<1x28x128x2048xf32>
    %transposed_32 = linalg.transpose ins(%98 : tensor<1x28x2048x128xf32>) outs(%99 : tensor<1x28x128x2048xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_33 = tensor.collapse_shape %97 [[0, 1], [2], [3]] : tensor<1x28x2048x128xf32> into tensor<28x2048x128xf32>
    %collapsed_34 = tensor.collapse_shape %transposed_32 [[0, 1], [2], [3]] : tensor<1x28x128x2048xf32> into tensor<28x128x2048xf32>
    %100 = tensor.empty() : tensor<28x2048x2048xf32>
    %101 = linalg.fill ins(%cst : f32) outs(%100 : tensor<28x2048x2048xf32>) -> tensor<28x2048x2048xf32>
    %102 = linalg.batch_matmul ins(%collapsed_33, %collapsed_34 : tensor<28x2048x128xf32>, tensor<28x128x2048xf32>) outs(%101 : tensor<28x2048x2048xf32>) -> tensor<28x2048x2048xf32>
    %expanded_35 = tensor.expand_shape %102 [[0, 1], [2], [3]] output_shape [1, 28, 2048, 2048] : tensor<28x2048x2048xf32> into tensor<1x28x2048x2048xf32>
    %103 = tensor.empty() : tensor<1x28x2048x2048xf32>
    %104 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<1x28x2048x2048xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.truncf %cst_5 : f64 to f32
      %174 = arith.mulf %in, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<1x28x2048x2048xf32>
    %105 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x1x2048x2048xi1>) outs(%20 : tensor<1x1x2048x2048xi1>) {
    ^bb0(%in: i1, %out: i1):
      %173 = arith.cmpi eq, %in, %false : i1
      linalg.yield %173 : i1
    } -> tensor<1x1x2048x2048xi1>
    %106 = linalg.generic {indexing_maps = [#map14, #map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %cst_3, %104 : tensor<1x1x2048x2048xi1>, tensor<f32>, tensor<1x28x2048x2048xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %173 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x2048xf32>
    %107 = tensor.empty() : tensor<1x28x2048xi64>
    %108 = linalg.fill ins(%c0_i64 : i64) outs(%107 : tensor<1x28x2048xi64>) -> tensor<1x28x2048xi64>
    %109 = tensor.empty() : tensor<1x28x2048xf32>
    %110 = linalg.fill ins(%cst_0 : f32) outs(%109 : tensor<1x28x2048xf32>) -> tensor<1x28x2048xf32>
    %111:2 = linalg.generic {indexing_maps = [#map6, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%106 : tensor<1x28x2048x2048xf32>) outs(%110, %108 : tensor<1x28x2048xf32>, tensor<1x28x2048xi64>) {
    ^bb0(%in: f32, %out: f32, %out_55: i64):
      %173 = linalg.index 3 : index
      %174 = arith.index_cast %173 : index to i64
      %175 = arith.maximumf %in, %out : f32
      %176 = arith.cmpf ogt, %in, %out : f32
      %177 = arith.select %176, %174, %out_55 : i64
      linalg.yield %175, %177 : f32, i64
    } -> (tensor<1x28x2048xf32>, tensor<1x28x2048xi64>)
    %expanded_36 = tensor.expand_shape %111#0 [[0], [1], [2, 3]] output_shape [1, 28, 2048, 1] : tensor<1x28x2048xf32> into tensor<1x28x2048x1xf32>
    %112 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %expanded_36 : tensor<1x28x2048x2048xf32>, tensor<1x28x2048x1xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.subf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x2048xf32>
    %113 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112 : tensor<1x28x2048x2048xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.exp %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x2048xf32>
    %114 = tensor.empty() : tensor<1x28x2048x1xf32>
    %115 = linalg.fill ins(%cst : f32) outs(%114 : tensor<1x28x2048x1xf32>) -> tensor<1x28x2048x1xf32>
    %116 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%113 : tensor<1x28x2048x2048xf32>) outs(%115 : tensor<1x28x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.addf %in, %out : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x1xf32>
    %117 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %116 : tensor<1x28x2048x2048xf32>, tensor<1x28x2048x1xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.divf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x2048xf32>
    %118 = linalg.generic {indexing_maps = [#map14, #map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %cst_2, %117 : tensor<1x1x2048x2048xi1>, tensor<f32>, tensor<1x28x2048x2048xf32>) outs(%103 : tensor<1x28x2048x2048xf32>) {
    ^bb0(%in: i1, %in_55: f32, %in_56: f32, %out: f32):
      %173 = arith.select %in, %in_55, %in_56 : f32
      linalg.yield %173 : f32
    } -> tensor<1x28x2048x2048xf32>
    %119 = tensor.empty() : tensor<1x28x2048x2048xbf16>
    %120 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<1x28x2048x2048xf32>) outs(%119 : tensor<1x28x2048x2048xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x28x2048x2048xbf16>
    %collapsed_37 = tensor.collapse_shape %120 [[0, 1], [2], [3]] : tensor<1x28x2048x2048xbf16> into tensor<28x2048x2048xbf16>
    %collapsed_38 = tensor.collapse_shape %95 [[0, 1, 2], [3], [4]] : tensor<1x4x7x2048x128xbf16> into tensor<28x2048x128xbf16>
    %121 = tensor.empty() : tensor<28x2048x128xf32>
    %122 = linalg.fill ins(%cst : f32) outs(%121 : tensor<28x2048x128xf32>) -> tensor<28x2048x128xf32>
    %123 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<28x2048x2048xbf16>, tensor<28x2048x128xbf16>) outs(%122 : tensor<28x2048x128xf32>) -> tensor<28x2048x128xf32>
    %124 = tensor.empty() : tensor<28x2048x128xbf16>
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<28x2048x128xf32>) outs(%124 : tensor<28x2048x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<28x2048x128xbf16>
    %expanded_39 = tensor.expand_shape %125 [[0, 1], [2], [3]] output_shape [1, 28, 2048, 128] : tensor<28x2048x128xbf16> into tensor<1x28x2048x128xbf16>
    %126 = tensor.empty() : tensor<1x2048x28x128xbf16>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<1x28x2048x128xbf16>) outs(%126 : tensor<1x2048x28x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_41 = linalg.transpose ins(%arg7 : tensor<3584x3584xbf16>) outs(%50 : tensor<3584x3584xbf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %transposed_40 [[0, 1], [2, 3]] : tensor<1x2048x28x128xbf16> into tensor<2048x3584xbf16>
    %127 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<2048x3584xbf16>, tensor<3584x3584xbf16>) outs(%57 : tensor<2048x3584xf32>) -> tensor<2048x3584xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<2048x3584xf32>) outs(%61 : tensor<2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x3584xbf16>
    %expanded_43 = tensor.expand_shape %128 [[0, 1], [2]] output_shape [1, 2048, 3584] : tensor<2048x3584xbf16> into tensor<1x2048x3584xbf16>
    %129 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_43 : tensor<1x2048x3584xbf16>, tensor<1x2048x3584xbf16>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.addf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x2048x3584xbf16>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x2048x3584xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%131 : tensor<1x2048x3584xf32>) outs(%42 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.addf %in, %out : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.divf %in, %cst_7 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.truncf %cst_6 : f64 to f32
      %174 = arith.addf %in, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<1x2048x1xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.rsqrt %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %135 : tensor<1x2048x3584xf32>, tensor<1x2048x1xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.mulf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x2048x3584xf32>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %138 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %137 : tensor<3584xbf16>, tensor<1x2048x3584xbf16>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %139 = tensor.empty() : tensor<3584x18944xbf16>
    %transposed_44 = linalg.transpose ins(%arg8 : tensor<18944x3584xbf16>) outs(%139 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %collapsed_45 = tensor.collapse_shape %138 [[0, 1], [2]] : tensor<1x2048x3584xbf16> into tensor<2048x3584xbf16>
    %140 = tensor.empty() : tensor<2048x18944xf32>
    %141 = linalg.fill ins(%cst : f32) outs(%140 : tensor<2048x18944xf32>) -> tensor<2048x18944xf32>
    %142 = linalg.matmul ins(%collapsed_45, %transposed_44 : tensor<2048x3584xbf16>, tensor<3584x18944xbf16>) outs(%141 : tensor<2048x18944xf32>) -> tensor<2048x18944xf32>
    %143 = tensor.empty() : tensor<2048x18944xbf16>
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<2048x18944xf32>) outs(%143 : tensor<2048x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x18944xbf16>
    %expanded_46 = tensor.expand_shape %144 [[0, 1], [2]] output_shape [1, 2048, 18944] : tensor<2048x18944xbf16> into tensor<1x2048x18944xbf16>
    %145 = tensor.empty() : tensor<1x2048x18944xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_46 : tensor<1x2048x18944xbf16>) outs(%145 : tensor<1x2048x18944xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x18944xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<1x2048x18944xf32>) outs(%145 : tensor<1x2048x18944xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.negf %in : f32
      %174 = math.exp %173 : f32
      %175 = arith.addf %174, %cst_1 : f32
      %176 = arith.divf %cst_1, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<1x2048x18944xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %147 : tensor<1x2048x18944xf32>, tensor<1x2048x18944xf32>) outs(%145 : tensor<1x2048x18944xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.mulf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x18944xf32>
    %149 = tensor.empty() : tensor<1x2048x18944xbf16>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x2048x18944xf32>) outs(%149 : tensor<1x2048x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x18944xbf16>
    %transposed_47 = linalg.transpose ins(%arg9 : tensor<18944x3584xbf16>) outs(%139 : tensor<3584x18944xbf16>) permutation = [1, 0] 
    %151 = linalg.matmul ins(%collapsed_45, %transposed_47 : tensor<2048x3584xbf16>, tensor<3584x18944xbf16>) outs(%141 : tensor<2048x18944xf32>) -> tensor<2048x18944xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<2048x18944xf32>) outs(%143 : tensor<2048x18944xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x18944xbf16>
    %expanded_48 = tensor.expand_shape %152 [[0, 1], [2]] output_shape [1, 2048, 18944] : tensor<2048x18944xbf16> into tensor<1x2048x18944xbf16>
    %153 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %expanded_48 : tensor<1x2048x18944xbf16>, tensor<1x2048x18944xbf16>) outs(%149 : tensor<1x2048x18944xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x18944xbf16>
    %154 = tensor.empty() : tensor<18944x3584xbf16>
    %transposed_49 = linalg.transpose ins(%arg10 : tensor<3584x18944xbf16>) outs(%154 : tensor<18944x3584xbf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %153 [[0, 1], [2]] : tensor<1x2048x18944xbf16> into tensor<2048x18944xbf16>
    %155 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<2048x18944xbf16>, tensor<18944x3584xbf16>) outs(%57 : tensor<2048x3584xf32>) -> tensor<2048x3584xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<2048x3584xf32>) outs(%61 : tensor<2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x3584xbf16>
    %expanded_51 = tensor.expand_shape %156 [[0, 1], [2]] output_shape [1, 2048, 3584] : tensor<2048x3584xbf16> into tensor<1x2048x3584xbf16>
    %157 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %expanded_51 : tensor<1x2048x3584xbf16>, tensor<1x2048x3584xbf16>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.addf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<1x2048x3584xbf16>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %173 = arith.extf %in : bf16 to f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<1x2048x3584xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%159 : tensor<1x2048x3584xf32>) outs(%42 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.addf %in, %out : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.divf %in, %cst_7 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = arith.truncf %cst_6 : f64 to f32
      %174 = arith.addf %in, %173 : f32
      linalg.yield %174 : f32
    } -> tensor<1x2048x1xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<1x2048x1xf32>) outs(%27 : tensor<1x2048x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %173 = math.rsqrt %in : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x1xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %163 : tensor<1x2048x3584xf32>, tensor<1x2048x1xf32>) outs(%39 : tensor<1x2048x3584xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %173 = arith.mulf %in, %in_55 : f32
      linalg.yield %173 : f32
    } -> tensor<1x2048x3584xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<1x2048x3584xf32>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %166 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %165 : tensor<3584xbf16>, tensor<1x2048x3584xbf16>) outs(%0 : tensor<1x2048x3584xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %173 = arith.mulf %in, %in_55 : bf16
      linalg.yield %173 : bf16
    } -> tensor<1x2048x3584xbf16>
    %167 = tensor.empty() : tensor<3584x32000xbf16>
    %transposed_52 = linalg.transpose ins(%arg14 : tensor<32000x3584xbf16>) outs(%167 : tensor<3584x32000xbf16>) permutation = [1, 0] 
    %collapsed_53 = tensor.collapse_shape %166 [[0, 1], [2]] : tensor<1x2048x3584xbf16> into tensor<2048x3584xbf16>
    %168 = tensor.empty() : tensor<2048x32000xf32>
    %169 = linalg.fill ins(%cst : f32) outs(%168 : tensor<2048x32000xf32>) -> tensor<2048x32000xf32>
    %170 = linalg.matmul ins(%collapsed_53, %transposed_52 : tensor<2048x3584xbf16>, tensor<3584x32000xbf16>) outs(%169 : tensor<2048x32000xf32>) -> tensor<2048x32000xf32>
    %171 = tensor.empty() : tensor<2048x32000xbf16>
    %172 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%170 : tensor<2048x32000xf32>) outs(%171 : tensor<2048x32000xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %173 = arith.truncf %in : f32 to bf16
      linalg.yield %173 : bf16
    } -> tensor<2048x32000xbf16>
    %expanded_54 = tensor.expand_shape %172 [[0, 1], [2]] output_shape [1, 2048, 32000] : tensor<2048x32000xbf16> into tensor<1x2048x32000xbf16>
    return %expanded_54 : tensor<1x2048x32000xbf16>
  }
}


#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map14 = affine_map<(d0, d1, d2) -> (d2)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<2x16xi64>, %arg1: tensor<128x64xbf16>, %arg2: tensor<32x64xbf16>, %arg3: tensor<64xbf16>, %arg4: tensor<64xbf16>, %arg5: tensor<64x192xbf16>, %arg6: tensor<192xbf16>, %arg7: tensor<64x64xbf16>, %arg8: tensor<64xbf16>, %arg9: tensor<64xbf16>, %arg10: tensor<64xbf16>, %arg11: tensor<64x256xbf16>, %arg12: tensor<256xbf16>, %arg13: tensor<256x64xbf16>, %arg14: tensor<64xbf16>, %arg15: tensor<64xbf16>, %arg16: tensor<64xbf16>) -> tensor<2x16x128xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c16_i64 = arith.constant 16 : i64
    %c128 = arith.constant 128 : index
    %c32 = arith.constant 32 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.79788456080286541 : f64
    %cst_6 = arith.constant 4.471500e-02 : f64
    %cst_7 = arith.constant 1.000000e-05 : f64
    %cst_8 = arith.constant 6.400000e+01 : f64
    %cst_9 = arith.constant 6.400000e+01 : f32
    %cst_10 = arith.constant 2.500000e-01 : bf16
    %cst_11 = arith.constant 5.000000e-01 : bf16
    %cst_12 = arith.constant 1.000000e+00 : bf16
    %0 = tensor.empty() : tensor<2x16x64xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x16xi64>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %179 = arith.index_cast %in : i64 to index
      %180 = linalg.index 2 : index
      %181 = arith.cmpi slt, %179, %c128 : index
      cf.assert %181, "index must be smaller than dim size"
      %182 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %182, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%179, %180] : tensor<128x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x16x64xbf16>
    %2 = tensor.empty() : tensor<16xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<16xi64>) {
    ^bb0(%out: i64):
      %179 = linalg.index 0 : index
      %180 = arith.index_cast %179 : index to i64
      linalg.yield %180 : i64
    } -> tensor<16xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 16] : tensor<16xi64> into tensor<1x16xi64>
    %4 = tensor.empty() : tensor<1x16x64xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x16xi64>) outs(%4 : tensor<1x16x64xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %179 = arith.index_cast %in : i64 to index
      %180 = linalg.index 2 : index
      %181 = arith.cmpi slt, %179, %c32 : index
      cf.assert %181, "index must be smaller than dim size"
      %182 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %182, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%179, %180] : tensor<32x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x16x64xbf16>
    %6 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x16x64xbf16>, tensor<1x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.addf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %7 = tensor.empty() : tensor<2x16xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16xi64>) outs(%7 : tensor<2x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x16xi64>
    %extracted_slice = tensor.extract_slice %8[0, 0] [2, 1] [1, 1] : tensor<2x16xi64> to tensor<2x1xi64>
    %9 = tensor.empty() : tensor<2x1xi64>
    %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%9 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %179 = arith.subi %in, %c1_i64 : i64
      linalg.yield %179 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %10, %8 : (tensor<2x1xi64>, tensor<2x16xi64>) -> tensor<2x17xi64>
    %extracted_slice_13 = tensor.extract_slice %concat[0, 0] [2, 16] [1, 1] : tensor<2x17xi64> to tensor<2x16xi64>
    %extracted_slice_14 = tensor.extract_slice %concat[0, 1] [2, 16] [1, 1] : tensor<2x17xi64> to tensor<2x16xi64>
    %11 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14, %extracted_slice_13 : tensor<2x16xi64>, tensor<2x16xi64>) outs(%7 : tensor<2x16xi64>) {
    ^bb0(%in: i64, %in_44: i64, %out: i64):
      %179 = arith.subi %in, %in_44 : i64
      linalg.yield %179 : i64
    } -> tensor<2x16xi64>
    %12 = tensor.empty() : tensor<2x16xi1>
    %13 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<2x16xi64>) outs(%12 : tensor<2x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %179 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %179 : i1
    } -> tensor<2x16xi1>
    %14 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<2x16xi1>) outs(%7 : tensor<2x16xi64>) {
    ^bb0(%in: i1, %out: i64):
      %179 = arith.extui %in : i1 to i64
      linalg.yield %179 : i64
    } -> tensor<2x16xi64>
    %15 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<2x16xi64>) -> tensor<2x16xi64>
    %16 = tensor.empty() : tensor<2xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<2xi64>) -> tensor<2xi64>
    %18:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%14 : tensor<2x16xi64>) outs(%15, %17 : tensor<2x16xi64>, tensor<2xi64>) {
    ^bb0(%arg17: i64, %arg18: i64):
      %179 = arith.addi %arg17, %arg18 : i64
      tm_tensor.yield %179 : i64
    } -> tensor<2x16xi64>, tensor<2xi64>
    %19 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%16 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %179 = linalg.index 0 : index
      %180 = arith.index_cast %179 : index to i64
      linalg.yield %180 : i64
    } -> tensor<2xi64>
    %expanded_15 = tensor.expand_shape %19 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_16 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 16, 1] : tensor<16xi64> into tensor<1x1x16x1xi64>
    %expanded_17 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xi64> into tensor<1x1x1x16xi64>
    %20 = tensor.empty() : tensor<2x1x16x1xi64>
    %21 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x16x1xi64>) outs(%20 : tensor<2x1x16x1xi64>) {
    ^bb0(%in: i64, %in_44: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c2_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_44, %c0_i64 : i64
      %184 = arith.addi %in_44, %c16_i64 : i64
      %185 = arith.select %183, %184, %in_44 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %8[%182, %186] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x16x1xi64>
    %22 = tensor.empty() : tensor<2x1x1x16xi64>
    %23 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x1x16xi64>) outs(%22 : tensor<2x1x1x16xi64>) {
    ^bb0(%in: i64, %in_44: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c2_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_44, %c0_i64 : i64
      %184 = arith.addi %in_44, %c16_i64 : i64
      %185 = arith.select %183, %184, %in_44 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %8[%182, %186] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x16xi64>
    %24 = tensor.empty() : tensor<2x1x16x16xi1>
    %25 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %21 : tensor<2x1x1x16xi64>, tensor<2x1x16x1xi64>) outs(%24 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i64, %in_44: i64, %out: i1):
      %179 = arith.cmpi sle, %in, %in_44 : i64
      linalg.yield %179 : i1
    } -> tensor<2x1x16x16xi1>
    %26 = linalg.generic {indexing_maps = [#map12, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %25 : tensor<i1>, tensor<2x1x16x16xi1>) outs(%24 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i1, %in_44: i1, %out: i1):
      %179 = arith.andi %in, %in_44 : i1
      linalg.yield %179 : i1
    } -> tensor<2x1x16x16xi1>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<2x1x1x1xi64>, tensor<1x1x16x1xi64>) outs(%20 : tensor<2x1x16x1xi64>) {
    ^bb0(%in: i64, %in_44: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c2_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_44, %c0_i64 : i64
      %184 = arith.addi %in_44, %c16_i64 : i64
      %185 = arith.select %183, %184, %in_44 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %18#0[%182, %186] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x16x1xi64>
    %28 = linalg.generic {indexing_maps = [#map6, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_17 : tensor<2x1x1x1xi64>, tensor<1x1x1x16xi64>) outs(%22 : tensor<2x1x1x16xi64>) {
    ^bb0(%in: i64, %in_44: i64, %out: i64):
      %179 = arith.cmpi slt, %in, %c0_i64 : i64
      %180 = arith.addi %in, %c2_i64 : i64
      %181 = arith.select %179, %180, %in : i64
      %182 = arith.index_cast %181 : i64 to index
      %183 = arith.cmpi slt, %in_44, %c0_i64 : i64
      %184 = arith.addi %in_44, %c16_i64 : i64
      %185 = arith.select %183, %184, %in_44 : i64
      %186 = arith.index_cast %185 : i64 to index
      %extracted = tensor.extract %18#0[%182, %186] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x16xi64>
    %29 = linalg.generic {indexing_maps = [#map11, #map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %28 : tensor<2x1x16x1xi64>, tensor<2x1x1x16xi64>) outs(%24 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i64, %in_44: i64, %out: i1):
      %179 = arith.cmpi eq, %in, %in_44 : i64
      linalg.yield %179 : i1
    } -> tensor<2x1x16x16xi1>
    %30 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<2x1x16x16xi1>, tensor<2x1x16x16xi1>) outs(%24 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i1, %in_44: i1, %out: i1):
      %179 = arith.andi %in, %in_44 : i1
      linalg.yield %179 : i1
    } -> tensor<2x1x16x16xi1>
    %31 = tensor.empty() : tensor<2x1x16x16xbf16>
    %32 = linalg.generic {indexing_maps = [#map8, #map12, #map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %cst_3, %cst_2 : tensor<2x1x16x16xi1>, tensor<bf16>, tensor<bf16>) outs(%31 : tensor<2x1x16x16xbf16>) {
    ^bb0(%in: i1, %in_44: bf16, %in_45: bf16, %out: bf16):
      %179 = arith.select %in, %in_44, %in_45 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x1x16x16xbf16>
    %33 = tensor.empty() : tensor<2x16x64xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x16x64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %35 = tensor.empty() : tensor<2x16x64xf64>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x16x64xf32>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %179 = arith.extf %in : f32 to f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %37 = tensor.empty() : tensor<2x16x1xf64>
    %38 = linalg.fill ins(%cst : f64) outs(%37 : tensor<2x16x1xf64>) -> tensor<2x16x1xf64>
    %39 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %41 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %40 : tensor<2x16x64xf64>, tensor<2x16x1xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.subf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %41 : tensor<2x16x64xf64>, tensor<2x16x64xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.mulf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %43 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%42 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %45 = tensor.empty() : tensor<2x16x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<2x16x1xf64>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %179 = arith.truncf %in : f64 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<2x16x1xf32>) -> tensor<2x16x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%34 : tensor<2x16x64xf32>) outs(%47 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_7 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %49 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.subf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %51 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.mulf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %arg3 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.mulf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %arg4 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %collapsed = tensor.collapse_shape %56 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %57 = tensor.empty() : tensor<192xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg6 : tensor<192xbf16>) outs(%57 : tensor<192xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<192xf32>
    %59 = tensor.empty() : tensor<32x64xf32>
    %60 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<32x64xbf16>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<32x64xf32>
    %61 = tensor.empty() : tensor<64x192xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64x192xbf16>) outs(%61 : tensor<64x192xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<64x192xf32>
    %63 = tensor.empty() : tensor<32x192xf32>
    %64 = linalg.fill ins(%cst_0 : f32) outs(%63 : tensor<32x192xf32>) -> tensor<32x192xf32>
    %65 = linalg.matmul ins(%60, %62 : tensor<32x64xf32>, tensor<64x192xf32>) outs(%64 : tensor<32x192xf32>) -> tensor<32x192xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<192xf32>) outs(%63 : tensor<32x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x192xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%65, %66 : tensor<32x192xf32>, tensor<32x192xf32>) outs(%63 : tensor<32x192xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.addf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<32x192xf32>
    %68 = tensor.empty() : tensor<32x192xbf16>
    %69 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<32x192xf32>) outs(%68 : tensor<32x192xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<32x192xbf16>
    %expanded_18 = tensor.expand_shape %69 [[0, 1], [2]] output_shape [2, 16, 192] : tensor<32x192xbf16> into tensor<2x16x192xbf16>
    %extracted_slice_19 = tensor.extract_slice %expanded_18[0, 0, 0] [2, 16, 64] [1, 1, 1] : tensor<2x16x192xbf16> to tensor<2x16x64xbf16>
    %extracted_slice_20 = tensor.extract_slice %expanded_18[0, 0, 64] [2, 16, 64] [1, 1, 1] : tensor<2x16x192xbf16> to tensor<2x16x64xbf16>
    %extracted_slice_21 = tensor.extract_slice %expanded_18[0, 0, 128] [2, 16, 64] [1, 1, 1] : tensor<2x16x192xbf16> to tensor<2x16x64xbf16>
    %expanded_22 = tensor.expand_shape %extracted_slice_20 [[0], [1], [2, 3]] output_shape [2, 16, 4, 16] : tensor<2x16x64xbf16> into tensor<2x16x4x16xbf16>
    %expanded_23 = tensor.expand_shape %extracted_slice_21 [[0], [1], [2, 3]] output_shape [2, 16, 4, 16] : tensor<2x16x64xbf16> into tensor<2x16x4x16xbf16>
    %70 = tensor.empty() : tensor<2x4x16x16xbf16>
    %transposed = linalg.transpose ins(%expanded_23 : tensor<2x16x4x16xbf16>) outs(%70 : tensor<2x4x16x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_24 = tensor.expand_shape %extracted_slice_19 [[0], [1], [2, 3]] output_shape [2, 16, 4, 16] : tensor<2x16x64xbf16> into tensor<2x16x4x16xbf16>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<2x16x4x16xbf16>) outs(%70 : tensor<2x4x16x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_26 = linalg.transpose ins(%expanded_22 : tensor<2x16x4x16xbf16>) outs(%70 : tensor<2x4x16x16xbf16>) permutation = [0, 2, 3, 1] 
    %collapsed_27 = tensor.collapse_shape %transposed_25 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %collapsed_28 = tensor.collapse_shape %transposed_26 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %71 = tensor.empty() : tensor<8x16x16xf32>
    %72 = linalg.fill ins(%cst_0 : f32) outs(%71 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %73 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<8x16x16xbf16>, tensor<8x16x16xbf16>) outs(%72 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %74 = tensor.empty() : tensor<8x16x16xbf16>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<8x16x16xf32>) outs(%74 : tensor<8x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<8x16x16xbf16>
    %expanded_29 = tensor.expand_shape %75 [[0, 1], [2], [3]] output_shape [2, 4, 16, 16] : tensor<8x16x16xbf16> into tensor<2x4x16x16xbf16>
    %76 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x4x16x16xbf16>) outs(%70 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.mulf %in, %cst_10 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x4x16x16xbf16>
    %77 = linalg.generic {indexing_maps = [#map8, #map15, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %32 : tensor<2x4x16x16xbf16>, tensor<2x1x16x16xbf16>) outs(%70 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.addf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x4x16x16xbf16>
    %78 = tensor.empty() : tensor<2x4x16x16xf32>
    %79 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<2x4x16x16xbf16>) outs(%78 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<2x4x16x16xf32>
    %80 = tensor.empty() : tensor<2x4x16xi64>
    %81 = linalg.fill ins(%c0_i64 : i64) outs(%80 : tensor<2x4x16xi64>) -> tensor<2x4x16xi64>
    %82 = tensor.empty() : tensor<2x4x16xf32>
    %83 = linalg.fill ins(%cst_1 : f32) outs(%82 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
    %84:2 = linalg.generic {indexing_maps = [#map8, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%79 : tensor<2x4x16x16xf32>) outs(%83, %81 : tensor<2x4x16xf32>, tensor<2x4x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_44: i64):
      %179 = linalg.index 3 : index
      %180 = arith.index_cast %179 : index to i64
      %181 = arith.maximumf %in, %out : f32
      %182 = arith.cmpf ogt, %in, %out : f32
      %183 = arith.select %182, %180, %out_44 : i64
      linalg.yield %181, %183 : f32, i64
    } -> (tensor<2x4x16xf32>, tensor<2x4x16xi64>)
    %expanded_30 = tensor.expand_shape %84#0 [[0], [1], [2, 3]] output_shape [2, 4, 16, 1] : tensor<2x4x16xf32> into tensor<2x4x16x1xf32>
    %85 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %expanded_30 : tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) outs(%78 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.subf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x4x16x16xf32>
    %86 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<2x4x16x16xf32>) outs(%78 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.exp %in : f32
      linalg.yield %179 : f32
    } -> tensor<2x4x16x16xf32>
    %87 = tensor.empty() : tensor<2x4x16x1xf32>
    %88 = linalg.fill ins(%cst_0 : f32) outs(%87 : tensor<2x4x16x1xf32>) -> tensor<2x4x16x1xf32>
    %89 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%86 : tensor<2x4x16x16xf32>) outs(%88 : tensor<2x4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<2x4x16x1xf32>
    %90 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86, %89 : tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) outs(%78 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.divf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x4x16x16xf32>
    %91 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90 : tensor<2x4x16x16xf32>) outs(%70 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<2x4x16x16xbf16>
    %collapsed_31 = tensor.collapse_shape %91 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %collapsed_32 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %92 = linalg.batch_matmul ins(%collapsed_31, %collapsed_32 : tensor<8x16x16xbf16>, tensor<8x16x16xbf16>) outs(%72 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<8x16x16xf32>) outs(%74 : tensor<8x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<8x16x16xbf16>
    %expanded_33 = tensor.expand_shape %93 [[0, 1], [2], [3]] output_shape [2, 4, 16, 16] : tensor<8x16x16xbf16> into tensor<2x4x16x16xbf16>
    %94 = tensor.empty() : tensor<2x16x4x16xbf16>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<2x4x16x16xbf16>) outs(%94 : tensor<2x16x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_35 = tensor.collapse_shape %transposed_34 [[0, 1], [2, 3]] : tensor<2x16x4x16xbf16> into tensor<32x64xbf16>
    %95 = tensor.empty() : tensor<64xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg8 : tensor<64xbf16>) outs(%95 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<64xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<32x64xbf16>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<32x64xf32>
    %98 = tensor.empty() : tensor<64x64xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<64x64xbf16>) outs(%98 : tensor<64x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<64x64xf32>
    %100 = linalg.fill ins(%cst_0 : f32) outs(%59 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %101 = linalg.matmul ins(%97, %99 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%100 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %102 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<64xf32>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %103 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%101, %102 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.addf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<32x64xf32>
    %104 = tensor.empty() : tensor<32x64xbf16>
    %105 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<32x64xf32>) outs(%104 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<32x64xbf16>
    %expanded_36 = tensor.expand_shape %105 [[0, 1], [2]] output_shape [2, 16, 64] : tensor<32x64xbf16> into tensor<2x16x64xbf16>
    %106 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36, %6 : tensor<2x16x64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.addf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %107 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<2x16x64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<2x16x64xf32>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %179 = arith.extf %in : f32 to f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %109 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%108 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %111 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %110 : tensor<2x16x64xf64>, tensor<2x16x1xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.subf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %112 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %111 : tensor<2x16x64xf64>, tensor<2x16x64xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.mulf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %113 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x16x1xf64>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %179 = arith.truncf %in : f64 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%107 : tensor<2x16x64xf32>) outs(%47 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_7 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %117 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.subf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %119 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.mulf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %arg9 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.mulf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %arg10 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %collapsed_37 = tensor.collapse_shape %124 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %125 = tensor.empty() : tensor<256xf32>
    %126 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg12 : tensor<256xbf16>) outs(%125 : tensor<256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256xf32>
    %127 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<32x64xbf16>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<32x64xf32>
    %128 = tensor.empty() : tensor<64x256xf32>
    %129 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<64x256xbf16>) outs(%128 : tensor<64x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<64x256xf32>
    %130 = tensor.empty() : tensor<32x256xf32>
    %131 = linalg.fill ins(%cst_0 : f32) outs(%130 : tensor<32x256xf32>) -> tensor<32x256xf32>
    %132 = linalg.matmul ins(%127, %129 : tensor<32x64xf32>, tensor<64x256xf32>) outs(%131 : tensor<32x256xf32>) -> tensor<32x256xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%126 : tensor<256xf32>) outs(%130 : tensor<32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x256xf32>
    %134 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%132, %133 : tensor<32x256xf32>, tensor<32x256xf32>) outs(%130 : tensor<32x256xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.addf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<32x256xf32>
    %135 = tensor.empty() : tensor<32x256xbf16>
    %136 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<32x256xf32>) outs(%135 : tensor<32x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<32x256xbf16>
    %expanded_38 = tensor.expand_shape %136 [[0, 1], [2]] output_shape [2, 16, 256] : tensor<32x256xbf16> into tensor<2x16x256xbf16>
    %137 = tensor.empty() : tensor<2x16x256xbf16>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.mulf %in, %cst_11 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %139 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = math.fpowi %in, %c3_i64 : bf16, i64
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %140 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.truncf %cst_6 : f64 to bf16
      %180 = arith.mulf %in, %179 : bf16
      linalg.yield %180 : bf16
    } -> tensor<2x16x256xbf16>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %140 : tensor<2x16x256xbf16>, tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.addf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.truncf %cst_5 : f64 to bf16
      %180 = arith.mulf %in, %179 : bf16
      linalg.yield %180 : bf16
    } -> tensor<2x16x256xbf16>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = math.tanh %in : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %179 = arith.addf %in, %cst_12 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %145 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %144 : tensor<2x16x256xbf16>, tensor<2x16x256xbf16>) outs(%137 : tensor<2x16x256xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.mulf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x256xbf16>
    %collapsed_39 = tensor.collapse_shape %145 [[0, 1], [2]] : tensor<2x16x256xbf16> into tensor<32x256xbf16>
    %146 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg14 : tensor<64xbf16>) outs(%95 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<64xf32>
    %147 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_39 : tensor<32x256xbf16>) outs(%130 : tensor<32x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<32x256xf32>
    %148 = tensor.empty() : tensor<256x64xf32>
    %149 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<256x64xbf16>) outs(%148 : tensor<256x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<256x64xf32>
    %150 = linalg.matmul ins(%147, %149 : tensor<32x256xf32>, tensor<256x64xf32>) outs(%100 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%146 : tensor<64xf32>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %152 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%150, %151 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%59 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.addf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<32x64xf32>
    %153 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%152 : tensor<32x64xf32>) outs(%104 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<32x64xbf16>
    %expanded_40 = tensor.expand_shape %153 [[0, 1], [2]] output_shape [2, 16, 64] : tensor<32x64xbf16> into tensor<2x16x64xbf16>
    %154 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %expanded_40 : tensor<2x16x64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_44: bf16, %out: bf16):
      %179 = arith.addf %in, %in_44 : bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<2x16x64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %179 = arith.extf %in : bf16 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<2x16x64xf32>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %179 = arith.extf %in : f32 to f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %157 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%156 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %159 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %158 : tensor<2x16x64xf64>, tensor<2x16x1xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.subf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %160 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %159 : tensor<2x16x64xf64>, tensor<2x16x64xf64>) outs(%35 : tensor<2x16x64xf64>) {
    ^bb0(%in: f64, %in_44: f64, %out: f64):
      %179 = arith.mulf %in, %in_44 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x64xf64>
    %161 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%160 : tensor<2x16x64xf64>) outs(%38 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.addf %in, %out : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %162 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<2x16x1xf64>) outs(%37 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %179 = arith.divf %in, %cst_8 : f64
      linalg.yield %179 : f64
    } -> tensor<2x16x1xf64>
    %163 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x16x1xf64>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %179 = arith.truncf %in : f64 to f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%155 : tensor<2x16x64xf32>) outs(%47 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.addf %in, %out : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.divf %in, %cst_9 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = arith.truncf %cst_7 : f64 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x1xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %179 = math.rsqrt %in : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x1xf32>
    %168 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %165 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.subf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %169 = linalg.generic {indexing_maps = [#map1, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168, %167 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %179 = arith.mulf %in, %in_44 : f32
      linalg.yield %179 : f32
    } -> tensor<2x16x64xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %arg15 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.mulf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %171 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %arg16 : tensor<2x16x64xf32>, tensor<64xbf16>) outs(%33 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_44: bf16, %out: f32):
      %179 = arith.extf %in_44 : bf16 to f32
      %180 = arith.addf %in, %179 : f32
      linalg.yield %180 : f32
    } -> tensor<2x16x64xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<2x16x64xbf16>
    %173 = tensor.empty() : tensor<64x128xbf16>
    %transposed_41 = linalg.transpose ins(%arg1 : tensor<128x64xbf16>) outs(%173 : tensor<64x128xbf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %172 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %174 = tensor.empty() : tensor<32x128xf32>
    %175 = linalg.fill ins(%cst_0 : f32) outs(%174 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %176 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<32x64xbf16>, tensor<64x128xbf16>) outs(%175 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %177 = tensor.empty() : tensor<32x128xbf16>
    %178 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%176 : tensor<32x128xf32>) outs(%177 : tensor<32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %179 = arith.truncf %in : f32 to bf16
      linalg.yield %179 : bf16
    } -> tensor<32x128xbf16>
    %expanded_43 = tensor.expand_shape %178 [[0, 1], [2]] output_shape [2, 16, 128] : tensor<32x128xbf16> into tensor<2x16x128xbf16>
    return %expanded_43 : tensor<2x16x128xbf16>
  }
}

// One small layer of Llama with its head, in bf16, exported by torch-mlir as
// docs/guide/tune-my-model.md says: hidden size 256, 4 heads, 128 positions.
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
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @llama(%arg0: tensor<1x128xi64>, %arg1: tensor<1000x256xbf16>, %arg2: tensor<256x256xbf16>, %arg3: tensor<128x256xbf16>, %arg4: tensor<128x256xbf16>, %arg5: tensor<256x256xbf16>, %arg6: tensor<512x256xbf16>, %arg7: tensor<512x256xbf16>, %arg8: tensor<256x512xbf16>, %arg9: tensor<256xbf16>, %arg10: tensor<256xbf16>, %arg11: tensor<256xbf16>, %arg12: tensor<1000x256xbf16>, %arg13: tensor<32xbf16>, %arg14: tensor<32xbf16>) -> tensor<1x128x1000xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c128_i64 = arith.constant 128 : i64
    %c1000 = arith.constant 1000 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<1x4x128x128xf32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_5 = arith.constant dense<true> : tensor<i1>
    %cst_6 = arith.constant 0.35355339059327379 : f64
    %cst_7 = arith.constant 0xFFF0000000000000 : f64
    %cst_8 = arith.constant 9.9999999999999995E-7 : f64
    %cst_9 = arith.constant 2.560000e+02 : f32
    %0 = tensor.empty() : tensor<1x128x256xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128xi64>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %161 = arith.index_cast %in : i64 to index
      %162 = linalg.index 2 : index
      %163 = arith.cmpi slt, %161, %c1000 : index
      cf.assert %163, "index must be smaller than dim size"
      %164 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %164, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%161, %162] : tensor<1000x256xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x128x256xbf16>
    %2 = tensor.empty() : tensor<128xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %161 = linalg.index 0 : index
      %162 = arith.index_cast %161 : index to i64
      linalg.yield %162 : i64
    } -> tensor<128xi64>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [1, 128] : tensor<128xi64> into tensor<1x128xi64>
    %extracted_slice = tensor.extract_slice %expanded[0, 0] [1, 1] [1, 1] : tensor<1x128xi64> to tensor<1x1xi64>
    %4 = tensor.empty() : tensor<1x1xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x1xi64>) outs(%4 : tensor<1x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %161 = arith.subi %in, %c1_i64 : i64
      linalg.yield %161 : i64
    } -> tensor<1x1xi64>
    %concat = tensor.concat dim(1) %5, %expanded : (tensor<1x1xi64>, tensor<1x128xi64>) -> tensor<1x129xi64>
    %extracted_slice_10 = tensor.extract_slice %concat[0, 0] [1, 128] [1, 1] : tensor<1x129xi64> to tensor<1x128xi64>
    %extracted_slice_11 = tensor.extract_slice %concat[0, 1] [1, 128] [1, 1] : tensor<1x129xi64> to tensor<1x128xi64>
    %6 = tensor.empty() : tensor<1x128xi64>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_11, %extracted_slice_10 : tensor<1x128xi64>, tensor<1x128xi64>) outs(%6 : tensor<1x128xi64>) {
    ^bb0(%in: i64, %in_58: i64, %out: i64):
      %161 = arith.subi %in, %in_58 : i64
      linalg.yield %161 : i64
    } -> tensor<1x128xi64>
    %8 = tensor.empty() : tensor<1x128xi1>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<1x128xi64>) outs(%8 : tensor<1x128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %161 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %161 : i1
    } -> tensor<1x128xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1x128xi1>) outs(%6 : tensor<1x128xi64>) {
    ^bb0(%in: i1, %out: i64):
      %161 = arith.extui %in : i1 to i64
      linalg.yield %161 : i64
    } -> tensor<1x128xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<1x128xi64>) -> tensor<1x128xi64>
    %12 = tensor.empty() : tensor<1xi64>
    %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : tensor<1xi64>) -> tensor<1xi64>
    %14:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%10 : tensor<1x128xi64>) outs(%11, %13 : tensor<1x128xi64>, tensor<1xi64>) {
    ^bb0(%arg15: i64, %arg16: i64):
      %161 = arith.addi %arg15, %arg16 : i64
      tm_tensor.yield %161 : i64
    } -> tensor<1x128xi64>, tensor<1xi64>
    %15 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%12 : tensor<1xi64>) {
    ^bb0(%out: i64):
      linalg.yield %c0_i64 : i64
    } -> tensor<1xi64>
    %expanded_12 = tensor.expand_shape %15 [[0, 1, 2, 3]] output_shape [1, 1, 1, 1] : tensor<1xi64> into tensor<1x1x1x1xi64>
    %expanded_13 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 128, 1] : tensor<128xi64> into tensor<1x1x128x1xi64>
    %expanded_14 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 128] : tensor<128xi64> into tensor<1x1x1x128xi64>
    %16 = tensor.empty() : tensor<1x1x128x1xi64>
    %17 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12, %expanded_13 : tensor<1x1x1x1xi64>, tensor<1x1x128x1xi64>) outs(%16 : tensor<1x1x128x1xi64>) {
    ^bb0(%in: i64, %in_58: i64, %out: i64):
      %161 = arith.cmpi slt, %in, %c0_i64 : i64
      %162 = arith.addi %in, %c1_i64 : i64
      %163 = arith.select %161, %162, %in : i64
      %164 = arith.index_cast %163 : i64 to index
      %165 = arith.cmpi slt, %in_58, %c0_i64 : i64
      %166 = arith.addi %in_58, %c128_i64 : i64
      %167 = arith.select %165, %166, %in_58 : i64
      %168 = arith.index_cast %167 : i64 to index
      %extracted = tensor.extract %expanded[%164, %168] : tensor<1x128xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x128x1xi64>
    %18 = tensor.empty() : tensor<1x1x1x128xi64>
    %19 = linalg.generic {indexing_maps = [#map4, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12, %expanded_14 : tensor<1x1x1x1xi64>, tensor<1x1x1x128xi64>) outs(%18 : tensor<1x1x1x128xi64>) {
    ^bb0(%in: i64, %in_58: i64, %out: i64):
      %161 = arith.cmpi slt, %in, %c0_i64 : i64
      %162 = arith.addi %in, %c1_i64 : i64
      %163 = arith.select %161, %162, %in : i64
      %164 = arith.index_cast %163 : i64 to index
      %165 = arith.cmpi slt, %in_58, %c0_i64 : i64
      %166 = arith.addi %in_58, %c128_i64 : i64
      %167 = arith.select %165, %166, %in_58 : i64
      %168 = arith.index_cast %167 : i64 to index
      %extracted = tensor.extract %expanded[%164, %168] : tensor<1x128xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x128xi64>
    %20 = tensor.empty() : tensor<1x1x128x128xi1>
    %21 = linalg.generic {indexing_maps = [#map8, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %17 : tensor<1x1x1x128xi64>, tensor<1x1x128x1xi64>) outs(%20 : tensor<1x1x128x128xi1>) {
    ^bb0(%in: i64, %in_58: i64, %out: i1):
      %161 = arith.cmpi sle, %in, %in_58 : i64
      linalg.yield %161 : i1
    } -> tensor<1x1x128x128xi1>
    %22 = linalg.generic {indexing_maps = [#map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5, %21 : tensor<i1>, tensor<1x1x128x128xi1>) outs(%20 : tensor<1x1x128x128xi1>) {
    ^bb0(%in: i1, %in_58: i1, %out: i1):
      %161 = arith.andi %in, %in_58 : i1
      linalg.yield %161 : i1
    } -> tensor<1x1x128x128xi1>
    %23 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12, %expanded_13 : tensor<1x1x1x1xi64>, tensor<1x1x128x1xi64>) outs(%16 : tensor<1x1x128x1xi64>) {
    ^bb0(%in: i64, %in_58: i64, %out: i64):
      %161 = arith.cmpi slt, %in, %c0_i64 : i64
      %162 = arith.addi %in, %c1_i64 : i64
      %163 = arith.select %161, %162, %in : i64
      %164 = arith.index_cast %163 : i64 to index
      %165 = arith.cmpi slt, %in_58, %c0_i64 : i64
      %166 = arith.addi %in_58, %c128_i64 : i64
      %167 = arith.select %165, %166, %in_58 : i64
      %168 = arith.index_cast %167 : i64 to index
      %extracted = tensor.extract %14#0[%164, %168] : tensor<1x128xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x128x1xi64>
    %24 = linalg.generic {indexing_maps = [#map4, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12, %expanded_14 : tensor<1x1x1x1xi64>, tensor<1x1x1x128xi64>) outs(%18 : tensor<1x1x1x128xi64>) {
    ^bb0(%in: i64, %in_58: i64, %out: i64):
      %161 = arith.cmpi slt, %in, %c0_i64 : i64
      %162 = arith.addi %in, %c1_i64 : i64
      %163 = arith.select %161, %162, %in : i64
      %164 = arith.index_cast %163 : i64 to index
      %165 = arith.cmpi slt, %in_58, %c0_i64 : i64
      %166 = arith.addi %in_58, %c128_i64 : i64
      %167 = arith.select %165, %166, %in_58 : i64
      %168 = arith.index_cast %167 : i64 to index
      %extracted = tensor.extract %14#0[%164, %168] : tensor<1x128xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x1x1x128xi64>
    %25 = linalg.generic {indexing_maps = [#map9, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<1x1x128x1xi64>, tensor<1x1x1x128xi64>) outs(%20 : tensor<1x1x128x128xi1>) {
    ^bb0(%in: i64, %in_58: i64, %out: i1):
      %161 = arith.cmpi eq, %in, %in_58 : i64
      linalg.yield %161 : i1
    } -> tensor<1x1x128x128xi1>
    %26 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<1x1x128x128xi1>, tensor<1x1x128x128xi1>) outs(%20 : tensor<1x1x128x128xi1>) {
    ^bb0(%in: i1, %in_58: i1, %out: i1):
      %161 = arith.andi %in, %in_58 : i1
      linalg.yield %161 : i1
    } -> tensor<1x1x128x128xi1>
    %expanded_15 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 128, 1] : tensor<128xi64> into tensor<1x128x1xi64>
    %27 = tensor.empty() : tensor<1x128x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<1x128x1xi64>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %161 = arith.sitofp %in : i64 to f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %29 = tensor.empty() : tensor<32xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg13 : tensor<32xbf16>) outs(%29 : tensor<32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<32xf32>
    %31 = tensor.empty() : tensor<1x128x32xf32>
    %32 = linalg.generic {indexing_maps = [#map11, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<1x128x1xf32>, tensor<32xf32>) outs(%31 : tensor<1x128x32xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.mulf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x32xf32>
    %concat_16 = tensor.concat dim(2) %32, %32 : (tensor<1x128x32xf32>, tensor<1x128x32xf32>) -> tensor<1x128x64xf32>
    %33 = tensor.empty() : tensor<1x128x64xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_16 : tensor<1x128x64xf32>) outs(%33 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.cos %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x64xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_16 : tensor<1x128x64xf32>) outs(%33 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.sin %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x64xf32>
    %36 = tensor.empty() : tensor<1x128x64xbf16>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x128x64xf32>) outs(%36 : tensor<1x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x64xbf16>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x128x64xf32>) outs(%36 : tensor<1x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x64xbf16>
    %39 = tensor.empty() : tensor<1x128x256xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x256xbf16>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x128x256xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%41 : tensor<1x128x256xf32>) outs(%42 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.addf %in, %out : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.divf %in, %cst_9 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.truncf %cst_8 : f64 to f32
      %162 = arith.addf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x128x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.rsqrt %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %46 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.mulf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %49 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %48 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %50 = tensor.empty() : tensor<256x256xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<256x256xbf16>) outs(%50 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %49 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %51 = tensor.empty() : tensor<128x256xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %53 = linalg.matmul ins(%collapsed, %transposed : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%52 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %54 = tensor.empty() : tensor<128x256xbf16>
    %55 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<128x256xf32>) outs(%54 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x256xbf16>
    %expanded_17 = tensor.expand_shape %55 [[0, 1], [2, 3]] output_shape [1, 128, 4, 64] : tensor<128x256xbf16> into tensor<1x128x4x64xbf16>
    %56 = tensor.empty() : tensor<1x4x128x64xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<1x128x4x64xbf16>) outs(%56 : tensor<1x4x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %57 = tensor.empty() : tensor<256x128xbf16>
    %transposed_19 = linalg.transpose ins(%arg3 : tensor<128x256xbf16>) outs(%57 : tensor<256x128xbf16>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<128x128xf32>
    %59 = linalg.fill ins(%cst : f32) outs(%58 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %60 = linalg.matmul ins(%collapsed, %transposed_19 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%59 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %61 = tensor.empty() : tensor<128x128xbf16>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<128x128xf32>) outs(%61 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x128xbf16>
    %expanded_20 = tensor.expand_shape %62 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %63 = tensor.empty() : tensor<1x2x128x64xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<1x128x2x64xbf16>) outs(%63 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_22 = linalg.transpose ins(%arg4 : tensor<128x256xbf16>) outs(%57 : tensor<256x128xbf16>) permutation = [1, 0] 
    %64 = linalg.matmul ins(%collapsed, %transposed_22 : tensor<128x256xbf16>, tensor<256x128xbf16>) outs(%59 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<128x128xf32>) outs(%61 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x128xbf16>
    %expanded_23 = tensor.expand_shape %65 [[0, 1], [2, 3]] output_shape [1, 128, 2, 64] : tensor<128x128xbf16> into tensor<1x128x2x64xbf16>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<1x128x2x64xbf16>) outs(%63 : tensor<1x2x128x64xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_25 = tensor.expand_shape %37 [[0], [1, 2], [3]] output_shape [1, 1, 128, 64] : tensor<1x128x64xbf16> into tensor<1x1x128x64xbf16>
    %expanded_26 = tensor.expand_shape %38 [[0], [1, 2], [3]] output_shape [1, 1, 128, 64] : tensor<1x128x64xbf16> into tensor<1x1x128x64xbf16>
    %66 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18, %expanded_25 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%56 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x4x128x64xbf16>
    %extracted_slice_27 = tensor.extract_slice %transposed_18[0, 0, 0, 0] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_18[0, 0, 0, 32] [1, 4, 128, 32] [1, 1, 1, 1] : tensor<1x4x128x64xbf16> to tensor<1x4x128x32xbf16>
    %67 = tensor.empty() : tensor<1x4x128x32xbf16>
    %68 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_28 : tensor<1x4x128x32xbf16>) outs(%67 : tensor<1x4x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %161 = arith.negf %in : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x4x128x32xbf16>
    %concat_29 = tensor.concat dim(3) %68, %extracted_slice_27 : (tensor<1x4x128x32xbf16>, tensor<1x4x128x32xbf16>) -> tensor<1x4x128x64xbf16>
    %69 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %expanded_26 : tensor<1x4x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%56 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x4x128x64xbf16>
    %70 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %69 : tensor<1x4x128x64xbf16>, tensor<1x4x128x64xbf16>) outs(%56 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.addf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x4x128x64xbf16>
    %71 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_21, %expanded_25 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%63 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x2x128x64xbf16>
    %extracted_slice_30 = tensor.extract_slice %transposed_21[0, 0, 0, 0] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %extracted_slice_31 = tensor.extract_slice %transposed_21[0, 0, 0, 32] [1, 2, 128, 32] [1, 1, 1, 1] : tensor<1x2x128x64xbf16> to tensor<1x2x128x32xbf16>
    %72 = tensor.empty() : tensor<1x2x128x32xbf16>
    %73 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_31 : tensor<1x2x128x32xbf16>) outs(%72 : tensor<1x2x128x32xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %161 = arith.negf %in : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x2x128x32xbf16>
    %concat_32 = tensor.concat dim(3) %73, %extracted_slice_30 : (tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>) -> tensor<1x2x128x64xbf16>
    %74 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_32, %expanded_26 : tensor<1x2x128x64xbf16>, tensor<1x1x128x64xbf16>) outs(%63 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x2x128x64xbf16>
    %75 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %74 : tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) outs(%63 : tensor<1x2x128x64xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.addf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x2x128x64xbf16>
    %76 = tensor.empty() : tensor<1x2x2x128x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x2x128x64xbf16>) outs(%76 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed_33 = tensor.collapse_shape %77 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %78 = linalg.generic {indexing_maps = [#map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<1x2x128x64xbf16>) outs(%76 : tensor<1x2x2x128x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x128x64xbf16>
    %collapsed_34 = tensor.collapse_shape %78 [[0], [1, 2], [3], [4]] : tensor<1x2x2x128x64xbf16> into tensor<1x4x128x64xbf16>
    %79 = tensor.empty() : tensor<1x1x128x128xbf16>
    %80 = linalg.generic {indexing_maps = [#map6, #map10, #map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %cst_3, %cst_4 : tensor<1x1x128x128xi1>, tensor<bf16>, tensor<bf16>) outs(%79 : tensor<1x1x128x128xbf16>) {
    ^bb0(%in: i1, %in_58: bf16, %in_59: bf16, %out: bf16):
      %161 = arith.select %in, %in_58, %in_59 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x1x128x128xbf16>
    %81 = tensor.empty() : tensor<1x4x128x64xf32>
    %82 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<1x4x128x64xbf16>) outs(%81 : tensor<1x4x128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x64xf32>
    %83 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_33 : tensor<1x4x128x64xbf16>) outs(%81 : tensor<1x4x128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x64xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_34 : tensor<1x4x128x64xbf16>) outs(%81 : tensor<1x4x128x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x64xf32>
    %85 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<1x4x128x64xf32>) outs(%81 : tensor<1x4x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.truncf %cst_6 : f64 to f32
      %162 = arith.mulf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x4x128x64xf32>
    %86 = tensor.empty() : tensor<1x4x64x128xf32>
    %transposed_35 = linalg.transpose ins(%83 : tensor<1x4x128x64xf32>) outs(%86 : tensor<1x4x64x128xf32>) permutation = [0, 1, 3, 2] 
    %87 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_35 : tensor<1x4x64x128xf32>) outs(%86 : tensor<1x4x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.truncf %cst_6 : f64 to f32
      %162 = arith.mulf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x4x64x128xf32>
    %collapsed_36 = tensor.collapse_shape %85 [[0, 1], [2], [3]] : tensor<1x4x128x64xf32> into tensor<4x128x64xf32>
    %collapsed_37 = tensor.collapse_shape %87 [[0, 1], [2], [3]] : tensor<1x4x64x128xf32> into tensor<4x64x128xf32>
    %88 = tensor.empty() : tensor<4x128x128xf32>
    %89 = linalg.fill ins(%cst : f32) outs(%88 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %90 = linalg.batch_matmul ins(%collapsed_36, %collapsed_37 : tensor<4x128x64xf32>, tensor<4x64x128xf32>) outs(%89 : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
    %expanded_38 = tensor.expand_shape %90 [[0, 1], [2], [3]] output_shape [1, 4, 128, 128] : tensor<4x128x128xf32> into tensor<1x4x128x128xf32>
    %91 = tensor.empty() : tensor<1x4x128x128xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map13, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_38, %80 : tensor<1x4x128x128xf32>, tensor<1x1x128x128xbf16>) outs(%91 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_58: bf16, %out: f32):
      %161 = arith.extf %in_58 : bf16 to f32
      %162 = arith.addf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x4x128x128xf32>
    %93 = tensor.empty() : tensor<1x4x128xi64>
    %94 = linalg.fill ins(%c0_i64 : i64) outs(%93 : tensor<1x4x128xi64>) -> tensor<1x4x128xi64>
    %95 = tensor.empty() : tensor<1x4x128xf32>
    %96 = linalg.fill ins(%cst_0 : f32) outs(%95 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %97:2 = linalg.generic {indexing_maps = [#map6, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92 : tensor<1x4x128x128xf32>) outs(%96, %94 : tensor<1x4x128xf32>, tensor<1x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_58: i64):
      %161 = linalg.index 3 : index
      %162 = arith.index_cast %161 : index to i64
      %163 = arith.maximumf %in, %out : f32
      %164 = arith.cmpf ogt, %in, %out : f32
      %165 = arith.select %164, %162, %out_58 : i64
      linalg.yield %163, %165 : f32, i64
    } -> (tensor<1x4x128xf32>, tensor<1x4x128xi64>)
    %expanded_39 = tensor.expand_shape %97#0 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %98 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %expanded_39 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%91 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.subf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x128xf32>
    %99 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98 : tensor<1x4x128x128xf32>) outs(%91 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.exp %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x128xf32>
    %100 = tensor.empty() : tensor<1x4x128x1xf32>
    %101 = linalg.fill ins(%cst : f32) outs(%100 : tensor<1x4x128x1xf32>) -> tensor<1x4x128x1xf32>
    %102 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%99 : tensor<1x4x128x128xf32>) outs(%101 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.addf %in, %out : f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x1xf32>
    %103 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %102 : tensor<1x4x128x128xf32>, tensor<1x4x128x1xf32>) outs(%91 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.divf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x128xf32>
    %104 = tensor.empty() : tensor<1x4x128x128xi1>
    %105 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x4x128x128xf32>) outs(%104 : tensor<1x4x128x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %161 = arith.extf %in : f32 to f64
      %162 = arith.cmpf oeq, %161, %cst_7 : f64
      linalg.yield %162 : i1
    } -> tensor<1x4x128x128xi1>
    %106 = tensor.empty() : tensor<1x4x128x1xi1>
    %107 = linalg.fill ins(%true : i1) outs(%106 : tensor<1x4x128x1xi1>) -> tensor<1x4x128x1xi1>
    %108 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%105 : tensor<1x4x128x128xi1>) outs(%107 : tensor<1x4x128x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %161 = arith.andi %in, %out : i1
      linalg.yield %161 : i1
    } -> tensor<1x4x128x1xi1>
    %109 = linalg.generic {indexing_maps = [#map9, #map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %cst_2, %103 : tensor<1x4x128x1xi1>, tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%91 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: i1, %in_58: f32, %in_59: f32, %out: f32):
      %161 = arith.select %in, %in_58, %in_59 : f32
      linalg.yield %161 : f32
    } -> tensor<1x4x128x128xf32>
    %collapsed_40 = tensor.collapse_shape %109 [[0, 1], [2], [3]] : tensor<1x4x128x128xf32> into tensor<4x128x128xf32>
    %collapsed_41 = tensor.collapse_shape %84 [[0, 1], [2], [3]] : tensor<1x4x128x64xf32> into tensor<4x128x64xf32>
    %110 = tensor.empty() : tensor<4x128x64xf32>
    %111 = linalg.fill ins(%cst : f32) outs(%110 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %112 = linalg.batch_matmul ins(%collapsed_40, %collapsed_41 : tensor<4x128x128xf32>, tensor<4x128x64xf32>) outs(%111 : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %expanded_42 = tensor.expand_shape %112 [[0, 1], [2], [3]] output_shape [1, 4, 128, 64] : tensor<4x128x64xf32> into tensor<1x4x128x64xf32>
    %113 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<1x4x128x64xf32>) outs(%56 : tensor<1x4x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x4x128x64xbf16>
    %114 = tensor.empty() : tensor<1x128x4x64xbf16>
    %transposed_43 = linalg.transpose ins(%113 : tensor<1x4x128x64xbf16>) outs(%114 : tensor<1x128x4x64xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_44 = linalg.transpose ins(%arg5 : tensor<256x256xbf16>) outs(%50 : tensor<256x256xbf16>) permutation = [1, 0] 
    %collapsed_45 = tensor.collapse_shape %transposed_43 [[0, 1], [2, 3]] : tensor<1x128x4x64xbf16> into tensor<128x256xbf16>
    %115 = linalg.matmul ins(%collapsed_45, %transposed_44 : tensor<128x256xbf16>, tensor<256x256xbf16>) outs(%52 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %116 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<128x256xf32>) outs(%54 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x256xbf16>
    %expanded_46 = tensor.expand_shape %116 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_46 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.addf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<1x128x256xbf16>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<1x128x256xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<1x128x256xf32>) outs(%42 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.addf %in, %out : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.divf %in, %cst_9 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.truncf %cst_8 : f64 to f32
      %162 = arith.addf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x128x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.rsqrt %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %123 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.mulf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %126 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %125 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %127 = tensor.empty() : tensor<256x512xbf16>
    %transposed_47 = linalg.transpose ins(%arg6 : tensor<512x256xbf16>) outs(%127 : tensor<256x512xbf16>) permutation = [1, 0] 
    %collapsed_48 = tensor.collapse_shape %126 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %128 = tensor.empty() : tensor<128x512xf32>
    %129 = linalg.fill ins(%cst : f32) outs(%128 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %130 = linalg.matmul ins(%collapsed_48, %transposed_47 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%129 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %131 = tensor.empty() : tensor<128x512xbf16>
    %132 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<128x512xf32>) outs(%131 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x512xbf16>
    %expanded_49 = tensor.expand_shape %132 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %133 = tensor.empty() : tensor<1x128x512xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<1x128x512xbf16>) outs(%133 : tensor<1x128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x128x512xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<1x128x512xf32>) outs(%133 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.negf %in : f32
      %162 = math.exp %161 : f32
      %163 = arith.addf %162, %cst_1 : f32
      %164 = arith.divf %cst_1, %163 : f32
      linalg.yield %164 : f32
    } -> tensor<1x128x512xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %135 : tensor<1x128x512xf32>, tensor<1x128x512xf32>) outs(%133 : tensor<1x128x512xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.mulf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x512xf32>
    %137 = tensor.empty() : tensor<1x128x512xbf16>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x512xf32>) outs(%137 : tensor<1x128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x512xbf16>
    %transposed_50 = linalg.transpose ins(%arg7 : tensor<512x256xbf16>) outs(%127 : tensor<256x512xbf16>) permutation = [1, 0] 
    %139 = linalg.matmul ins(%collapsed_48, %transposed_50 : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%129 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%139 : tensor<128x512xf32>) outs(%131 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x512xbf16>
    %expanded_51 = tensor.expand_shape %140 [[0, 1], [2]] output_shape [1, 128, 512] : tensor<128x512xbf16> into tensor<1x128x512xbf16>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %expanded_51 : tensor<1x128x512xbf16>, tensor<1x128x512xbf16>) outs(%137 : tensor<1x128x512xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x512xbf16>
    %142 = tensor.empty() : tensor<512x256xbf16>
    %transposed_52 = linalg.transpose ins(%arg8 : tensor<256x512xbf16>) outs(%142 : tensor<512x256xbf16>) permutation = [1, 0] 
    %collapsed_53 = tensor.collapse_shape %141 [[0, 1], [2]] : tensor<1x128x512xbf16> into tensor<128x512xbf16>
    %143 = linalg.matmul ins(%collapsed_53, %transposed_52 : tensor<128x512xbf16>, tensor<512x256xbf16>) outs(%52 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<128x256xf32>) outs(%54 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x256xbf16>
    %expanded_54 = tensor.expand_shape %144 [[0, 1], [2]] output_shape [1, 128, 256] : tensor<128x256xbf16> into tensor<1x128x256xbf16>
    %145 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %expanded_54 : tensor<1x128x256xbf16>, tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.addf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<1x128x256xbf16>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %161 = arith.extf %in : bf16 to f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<1x128x256xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map11], iterator_types = ["parallel", "parallel", "reduction"]} ins(%147 : tensor<1x128x256xf32>) outs(%42 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.addf %in, %out : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.divf %in, %cst_9 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = arith.truncf %cst_8 : f64 to f32
      %162 = arith.addf %in, %161 : f32
      linalg.yield %162 : f32
    } -> tensor<1x128x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<1x128x1xf32>) outs(%27 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %161 = math.rsqrt %in : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x1xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map11, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %151 : tensor<1x128x256xf32>, tensor<1x128x1xf32>) outs(%39 : tensor<1x128x256xf32>) {
    ^bb0(%in: f32, %in_58: f32, %out: f32):
      %161 = arith.mulf %in, %in_58 : f32
      linalg.yield %161 : f32
    } -> tensor<1x128x256xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<1x128x256xf32>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %154 = linalg.generic {indexing_maps = [#map12, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %153 : tensor<256xbf16>, tensor<1x128x256xbf16>) outs(%0 : tensor<1x128x256xbf16>) {
    ^bb0(%in: bf16, %in_58: bf16, %out: bf16):
      %161 = arith.mulf %in, %in_58 : bf16
      linalg.yield %161 : bf16
    } -> tensor<1x128x256xbf16>
    %155 = tensor.empty() : tensor<256x1000xbf16>
    %transposed_55 = linalg.transpose ins(%arg12 : tensor<1000x256xbf16>) outs(%155 : tensor<256x1000xbf16>) permutation = [1, 0] 
    %collapsed_56 = tensor.collapse_shape %154 [[0, 1], [2]] : tensor<1x128x256xbf16> into tensor<128x256xbf16>
    %156 = tensor.empty() : tensor<128x1000xf32>
    %157 = linalg.fill ins(%cst : f32) outs(%156 : tensor<128x1000xf32>) -> tensor<128x1000xf32>
    %158 = linalg.matmul ins(%collapsed_56, %transposed_55 : tensor<128x256xbf16>, tensor<256x1000xbf16>) outs(%157 : tensor<128x1000xf32>) -> tensor<128x1000xf32>
    %159 = tensor.empty() : tensor<128x1000xbf16>
    %160 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<128x1000xf32>) outs(%159 : tensor<128x1000xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %161 = arith.truncf %in : f32 to bf16
      linalg.yield %161 : bf16
    } -> tensor<128x1000xbf16>
    %expanded_57 = tensor.expand_shape %160 [[0, 1], [2]] output_shape [1, 128, 1000] : tensor<128x1000xbf16> into tensor<1x128x1000xbf16>
    return %expanded_57 : tensor<1x128x1000xbf16>
  }
}

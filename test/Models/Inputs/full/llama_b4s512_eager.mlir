#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, 0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<32000x4096xbf16>, %arg1: tensor<4096x4096xbf16>, %arg2: tensor<1024x4096xbf16>, %arg3: tensor<1024x4096xbf16>, %arg4: tensor<4096x4096xbf16>, %arg5: tensor<14336x4096xbf16>, %arg6: tensor<14336x4096xbf16>, %arg7: tensor<4096x14336xbf16>, %arg8: tensor<4096xbf16>, %arg9: tensor<4096xbf16>, %arg10: tensor<4096xbf16>, %arg11: tensor<32000x4096xbf16>, %arg12: tensor<64xbf16>, %arg13: tensor<4x512xi64>) -> tensor<4x512x32000xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c4_i64 = arith.constant 4 : i64
    %c1_i64 = arith.constant 1 : i64
    %c512_i64 = arith.constant 512 : i64
    %c32000 = arith.constant 32000 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 0.088388347648318447 : f64
    %cst_6 = arith.constant 9.9999999999999995E-7 : f64
    %cst_7 = arith.constant 4.096000e+03 : f32
    %0 = tensor.empty() : tensor<4x512x4096xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<4x512xi64>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %158 = arith.index_cast %in : i64 to index
      %159 = linalg.index 2 : index
      %160 = arith.cmpi slt, %158, %c32000 : index
      cf.assert %160, "index must be smaller than dim size"
      %161 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %161, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%158, %159] : tensor<32000x4096xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<4x512x4096xbf16>
    %2 = tensor.empty() : tensor<512xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<512xi64>) {
    ^bb0(%out: i64):
      %158 = linalg.index 0 : index
      %159 = arith.index_cast %158 : index to i64
      linalg.yield %159 : i64
    } -> tensor<512xi64>
    %4 = tensor.empty() : tensor<4x512xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<512xi64>) outs(%4 : tensor<4x512xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<4x512xi64>
    %extracted_slice = tensor.extract_slice %5[0, 0] [4, 1] [1, 1] : tensor<4x512xi64> to tensor<4x1xi64>
    %6 = tensor.empty() : tensor<4x1xi64>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<4x1xi64>) outs(%6 : tensor<4x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %158 = arith.subi %in, %c1_i64 : i64
      linalg.yield %158 : i64
    } -> tensor<4x1xi64>
    %concat = tensor.concat dim(1) %7, %5 : (tensor<4x1xi64>, tensor<4x512xi64>) -> tensor<4x513xi64>
    %extracted_slice_8 = tensor.extract_slice %concat[0, 0] [4, 512] [1, 1] : tensor<4x513xi64> to tensor<4x512xi64>
    %extracted_slice_9 = tensor.extract_slice %concat[0, 1] [4, 512] [1, 1] : tensor<4x513xi64> to tensor<4x512xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_9, %extracted_slice_8 : tensor<4x512xi64>, tensor<4x512xi64>) outs(%4 : tensor<4x512xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %158 = arith.subi %in, %in_54 : i64
      linalg.yield %158 : i64
    } -> tensor<4x512xi64>
    %9 = tensor.empty() : tensor<4x512xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4x512xi64>) outs(%9 : tensor<4x512xi1>) {
    ^bb0(%in: i64, %out: i1):
      %158 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %158 : i1
    } -> tensor<4x512xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<4x512xi1>) outs(%4 : tensor<4x512xi64>) {
    ^bb0(%in: i1, %out: i64):
      %158 = arith.extui %in : i1 to i64
      linalg.yield %158 : i64
    } -> tensor<4x512xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<4x512xi64>) -> tensor<4x512xi64>
    %13 = tensor.empty() : tensor<4xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<4xi64>) -> tensor<4xi64>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%11 : tensor<4x512xi64>) outs(%12, %14 : tensor<4x512xi64>, tensor<4xi64>) {
    ^bb0(%arg14: i64, %arg15: i64):
      %158 = arith.addi %arg14, %arg15 : i64
      tm_tensor.yield %158 : i64
    } -> tensor<4x512xi64>, tensor<4xi64>
    %16 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%13 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %158 = linalg.index 0 : index
      %159 = arith.index_cast %158 : index to i64
      linalg.yield %159 : i64
    } -> tensor<4xi64>
    %expanded = tensor.expand_shape %16 [[0, 1, 2, 3]] output_shape [4, 1, 1, 1] : tensor<4xi64> into tensor<4x1x1x1xi64>
    %expanded_10 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 512, 1] : tensor<512xi64> into tensor<1x1x512x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 512] : tensor<512xi64> into tensor<1x1x1x512xi64>
    %17 = tensor.empty() : tensor<4x1x512x1xi64>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_10 : tensor<4x1x1x1xi64>, tensor<1x1x512x1xi64>) outs(%17 : tensor<4x1x512x1xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %158 = arith.cmpi slt, %in, %c0_i64 : i64
      %159 = arith.addi %in, %c4_i64 : i64
      %160 = arith.select %158, %159, %in : i64
      %161 = arith.index_cast %160 : i64 to index
      %162 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %163 = arith.addi %in_54, %c512_i64 : i64
      %164 = arith.select %162, %163, %in_54 : i64
      %165 = arith.index_cast %164 : i64 to index
      %extracted = tensor.extract %5[%161, %165] : tensor<4x512xi64>
      linalg.yield %extracted : i64
    } -> tensor<4x1x512x1xi64>
    %19 = tensor.empty() : tensor<4x1x1x512xi64>
    %20 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<4x1x1x1xi64>, tensor<1x1x1x512xi64>) outs(%19 : tensor<4x1x1x512xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %158 = arith.cmpi slt, %in, %c0_i64 : i64
      %159 = arith.addi %in, %c4_i64 : i64
      %160 = arith.select %158, %159, %in : i64
      %161 = arith.index_cast %160 : i64 to index
      %162 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %163 = arith.addi %in_54, %c512_i64 : i64
      %164 = arith.select %162, %163, %in_54 : i64
      %165 = arith.index_cast %164 : i64 to index
      %extracted = tensor.extract %5[%161, %165] : tensor<4x512xi64>
      linalg.yield %extracted : i64
    } -> tensor<4x1x1x512xi64>
    %21 = tensor.empty() : tensor<4x1x512x512xi1>
    %22 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %18 : tensor<4x1x1x512xi64>, tensor<4x1x512x1xi64>) outs(%21 : tensor<4x1x512x512xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %158 = arith.cmpi sle, %in, %in_54 : i64
      linalg.yield %158 : i1
    } -> tensor<4x1x512x512xi1>
    %23 = linalg.generic {indexing_maps = [#map11, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %22 : tensor<i1>, tensor<4x1x512x512xi1>) outs(%21 : tensor<4x1x512x512xi1>) {
    ^bb0(%in: i1, %in_54: i1, %out: i1):
      %158 = arith.andi %in, %in_54 : i1
      linalg.yield %158 : i1
    } -> tensor<4x1x512x512xi1>
    %24 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_10 : tensor<4x1x1x1xi64>, tensor<1x1x512x1xi64>) outs(%17 : tensor<4x1x512x1xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %158 = arith.cmpi slt, %in, %c0_i64 : i64
      %159 = arith.addi %in, %c4_i64 : i64
      %160 = arith.select %158, %159, %in : i64
      %161 = arith.index_cast %160 : i64 to index
      %162 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %163 = arith.addi %in_54, %c512_i64 : i64
      %164 = arith.select %162, %163, %in_54 : i64
      %165 = arith.index_cast %164 : i64 to index
      %extracted = tensor.extract %15#0[%161, %165] : tensor<4x512xi64>
      linalg.yield %extracted : i64
    } -> tensor<4x1x512x1xi64>
    %25 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<4x1x1x1xi64>, tensor<1x1x1x512xi64>) outs(%19 : tensor<4x1x1x512xi64>) {
    ^bb0(%in: i64, %in_54: i64, %out: i64):
      %158 = arith.cmpi slt, %in, %c0_i64 : i64
      %159 = arith.addi %in, %c4_i64 : i64
      %160 = arith.select %158, %159, %in : i64
      %161 = arith.index_cast %160 : i64 to index
      %162 = arith.cmpi slt, %in_54, %c0_i64 : i64
      %163 = arith.addi %in_54, %c512_i64 : i64
      %164 = arith.select %162, %163, %in_54 : i64
      %165 = arith.index_cast %164 : i64 to index
      %extracted = tensor.extract %15#0[%161, %165] : tensor<4x512xi64>
      linalg.yield %extracted : i64
    } -> tensor<4x1x1x512xi64>
    %26 = linalg.generic {indexing_maps = [#map10, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<4x1x512x1xi64>, tensor<4x1x1x512xi64>) outs(%21 : tensor<4x1x512x512xi1>) {
    ^bb0(%in: i64, %in_54: i64, %out: i1):
      %158 = arith.cmpi eq, %in, %in_54 : i64
      linalg.yield %158 : i1
    } -> tensor<4x1x512x512xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<4x1x512x512xi1>, tensor<4x1x512x512xi1>) outs(%21 : tensor<4x1x512x512xi1>) {
    ^bb0(%in: i1, %in_54: i1, %out: i1):
      %158 = arith.andi %in, %in_54 : i1
      linalg.yield %158 : i1
    } -> tensor<4x1x512x512xi1>
    %28 = tensor.empty() : tensor<4x1x512x512xbf16>
    %29 = linalg.generic {indexing_maps = [#map7, #map11, #map11, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %cst_3, %cst_2 : tensor<4x1x512x512xi1>, tensor<bf16>, tensor<bf16>) outs(%28 : tensor<4x1x512x512xbf16>) {
    ^bb0(%in: i1, %in_54: bf16, %in_55: bf16, %out: bf16):
      %158 = arith.select %in, %in_54, %in_55 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x1x512x512xbf16>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 512, 1] : tensor<512xi64> into tensor<1x512x1xi64>
    %30 = tensor.empty() : tensor<1x512x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x512x1xi64>) outs(%30 : tensor<1x512x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %158 = arith.sitofp %in : i64 to f32
      linalg.yield %158 : f32
    } -> tensor<1x512x1xf32>
    %32 = tensor.empty() : tensor<64xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg12 : tensor<64xbf16>) outs(%32 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<64xf32>
    %34 = tensor.empty() : tensor<1x512x64xf32>
    %35 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x512x1xf32>, tensor<64xf32>) outs(%34 : tensor<1x512x64xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.mulf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<1x512x64xf32>
    %concat_13 = tensor.concat dim(2) %35, %35 : (tensor<1x512x64xf32>, tensor<1x512x64xf32>) -> tensor<1x512x128xf32>
    %36 = tensor.empty() : tensor<1x512x128xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_13 : tensor<1x512x128xf32>) outs(%36 : tensor<1x512x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.cos %in : f32
      linalg.yield %158 : f32
    } -> tensor<1x512x128xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_13 : tensor<1x512x128xf32>) outs(%36 : tensor<1x512x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.sin %in : f32
      linalg.yield %158 : f32
    } -> tensor<1x512x128xf32>
    %39 = tensor.empty() : tensor<1x512x128xbf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x512x128xf32>) outs(%39 : tensor<1x512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<1x512x128xbf16>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x512x128xf32>) outs(%39 : tensor<1x512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<1x512x128xbf16>
    %42 = tensor.empty() : tensor<4x512x4096xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<4x512x4096xbf16>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<4x512x4096xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %45 = tensor.empty() : tensor<4x512x1xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<4x512x1xf32>) -> tensor<4x512x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<4x512x4096xf32>) outs(%46 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %in, %out : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.divf %in, %cst_7 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.truncf %cst_6 : f64 to f32
      %159 = arith.addf %in, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<4x512x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.rsqrt %in : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %50 : tensor<4x512x4096xf32>, tensor<4x512x1xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.mulf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<4x512x4096xf32>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %53 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %52 : tensor<4096xbf16>, tensor<4x512x4096xbf16>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %54 = tensor.empty() : tensor<4096x4096xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<4096x4096xbf16>) outs(%54 : tensor<4096x4096xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %53 [[0, 1], [2]] : tensor<4x512x4096xbf16> into tensor<2048x4096xbf16>
    %55 = tensor.empty() : tensor<2048x4096xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
    %57 = linalg.matmul ins(%collapsed, %transposed : tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) outs(%56 : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
    %58 = tensor.empty() : tensor<2048x4096xbf16>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<2048x4096xf32>) outs(%58 : tensor<2048x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x4096xbf16>
    %expanded_14 = tensor.expand_shape %59 [[0, 1], [2, 3]] output_shape [4, 512, 32, 128] : tensor<2048x4096xbf16> into tensor<4x512x32x128xbf16>
    %60 = tensor.empty() : tensor<4x32x512x128xbf16>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<4x512x32x128xbf16>) outs(%60 : tensor<4x32x512x128xbf16>) permutation = [0, 2, 1, 3] 
    %61 = tensor.empty() : tensor<4096x1024xbf16>
    %transposed_16 = linalg.transpose ins(%arg2 : tensor<1024x4096xbf16>) outs(%61 : tensor<4096x1024xbf16>) permutation = [1, 0] 
    %62 = tensor.empty() : tensor<2048x1024xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %64 = linalg.matmul ins(%collapsed, %transposed_16 : tensor<2048x4096xbf16>, tensor<4096x1024xbf16>) outs(%63 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %65 = tensor.empty() : tensor<2048x1024xbf16>
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<2048x1024xf32>) outs(%65 : tensor<2048x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x1024xbf16>
    %expanded_17 = tensor.expand_shape %66 [[0, 1], [2, 3]] output_shape [4, 512, 8, 128] : tensor<2048x1024xbf16> into tensor<4x512x8x128xbf16>
    %67 = tensor.empty() : tensor<4x8x512x128xbf16>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<4x512x8x128xbf16>) outs(%67 : tensor<4x8x512x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_19 = linalg.transpose ins(%arg3 : tensor<1024x4096xbf16>) outs(%61 : tensor<4096x1024xbf16>) permutation = [1, 0] 
    %68 = linalg.matmul ins(%collapsed, %transposed_19 : tensor<2048x4096xbf16>, tensor<4096x1024xbf16>) outs(%63 : tensor<2048x1024xf32>) -> tensor<2048x1024xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<2048x1024xf32>) outs(%65 : tensor<2048x1024xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x1024xbf16>
    %expanded_20 = tensor.expand_shape %69 [[0, 1], [2, 3]] output_shape [4, 512, 8, 128] : tensor<2048x1024xbf16> into tensor<4x512x8x128xbf16>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<4x512x8x128xbf16>) outs(%67 : tensor<4x8x512x128xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_22 = tensor.expand_shape %40 [[0], [1, 2], [3]] output_shape [1, 1, 512, 128] : tensor<1x512x128xbf16> into tensor<1x1x512x128xbf16>
    %expanded_23 = tensor.expand_shape %41 [[0], [1, 2], [3]] output_shape [1, 1, 512, 128] : tensor<1x512x128xbf16> into tensor<1x1x512x128xbf16>
    %70 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_15, %expanded_22 : tensor<4x32x512x128xbf16>, tensor<1x1x512x128xbf16>) outs(%60 : tensor<4x32x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x128xbf16>
    %extracted_slice_24 = tensor.extract_slice %transposed_15[0, 0, 0, 0] [4, 32, 512, 64] [1, 1, 1, 1] : tensor<4x32x512x128xbf16> to tensor<4x32x512x64xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_15[0, 0, 0, 64] [4, 32, 512, 64] [1, 1, 1, 1] : tensor<4x32x512x128xbf16> to tensor<4x32x512x64xbf16>
    %71 = tensor.empty() : tensor<4x32x512x64xbf16>
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_25 : tensor<4x32x512x64xbf16>) outs(%71 : tensor<4x32x512x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %158 = arith.negf %in : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x64xbf16>
    %concat_26 = tensor.concat dim(3) %72, %extracted_slice_24 : (tensor<4x32x512x64xbf16>, tensor<4x32x512x64xbf16>) -> tensor<4x32x512x128xbf16>
    %73 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_26, %expanded_23 : tensor<4x32x512x128xbf16>, tensor<1x1x512x128xbf16>) outs(%60 : tensor<4x32x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x128xbf16>
    %74 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %73 : tensor<4x32x512x128xbf16>, tensor<4x32x512x128xbf16>) outs(%60 : tensor<4x32x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.addf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x128xbf16>
    %75 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_18, %expanded_22 : tensor<4x8x512x128xbf16>, tensor<1x1x512x128xbf16>) outs(%67 : tensor<4x8x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x8x512x128xbf16>
    %extracted_slice_27 = tensor.extract_slice %transposed_18[0, 0, 0, 0] [4, 8, 512, 64] [1, 1, 1, 1] : tensor<4x8x512x128xbf16> to tensor<4x8x512x64xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_18[0, 0, 0, 64] [4, 8, 512, 64] [1, 1, 1, 1] : tensor<4x8x512x128xbf16> to tensor<4x8x512x64xbf16>
    %76 = tensor.empty() : tensor<4x8x512x64xbf16>
    %77 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_28 : tensor<4x8x512x64xbf16>) outs(%76 : tensor<4x8x512x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %158 = arith.negf %in : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x8x512x64xbf16>
    %concat_29 = tensor.concat dim(3) %77, %extracted_slice_27 : (tensor<4x8x512x64xbf16>, tensor<4x8x512x64xbf16>) -> tensor<4x8x512x128xbf16>
    %78 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %expanded_23 : tensor<4x8x512x128xbf16>, tensor<1x1x512x128xbf16>) outs(%67 : tensor<4x8x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x8x512x128xbf16>
    %79 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %78 : tensor<4x8x512x128xbf16>, tensor<4x8x512x128xbf16>) outs(%67 : tensor<4x8x512x128xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.addf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x8x512x128xbf16>
    %80 = tensor.empty() : tensor<4x8x4x512x128xbf16>
    %81 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<4x8x512x128xbf16>) outs(%80 : tensor<4x8x4x512x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x512x128xbf16>
    %collapsed_30 = tensor.collapse_shape %81 [[0], [1, 2], [3], [4]] : tensor<4x8x4x512x128xbf16> into tensor<4x32x512x128xbf16>
    %82 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_21 : tensor<4x8x512x128xbf16>) outs(%80 : tensor<4x8x4x512x128xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<4x8x4x512x128xbf16>
    %83 = tensor.empty() : tensor<4x32x128x512xbf16>
    %transposed_31 = linalg.transpose ins(%collapsed_30 : tensor<4x32x512x128xbf16>) outs(%83 : tensor<4x32x128x512xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_32 = tensor.collapse_shape %74 [[0, 1], [2], [3]] : tensor<4x32x512x128xbf16> into tensor<128x512x128xbf16>
    %collapsed_33 = tensor.collapse_shape %transposed_31 [[0, 1], [2], [3]] : tensor<4x32x128x512xbf16> into tensor<128x128x512xbf16>
    %84 = tensor.empty() : tensor<128x512x512xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<128x512x512xf32>) -> tensor<128x512x512xf32>
    %86 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<128x512x128xbf16>, tensor<128x128x512xbf16>) outs(%85 : tensor<128x512x512xf32>) -> tensor<128x512x512xf32>
    %87 = tensor.empty() : tensor<128x512x512xbf16>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<128x512x512xf32>) outs(%87 : tensor<128x512x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<128x512x512xbf16>
    %expanded_34 = tensor.expand_shape %88 [[0, 1], [2], [3]] output_shape [4, 32, 512, 512] : tensor<128x512x512xbf16> into tensor<4x32x512x512xbf16>
    %89 = tensor.empty() : tensor<4x32x512x512xbf16>
    %90 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<4x32x512x512xbf16>) outs(%89 : tensor<4x32x512x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %158 = arith.truncf %cst_5 : f64 to bf16
      %159 = arith.mulf %in, %158 : bf16
      linalg.yield %159 : bf16
    } -> tensor<4x32x512x512xbf16>
    %91 = linalg.generic {indexing_maps = [#map7, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %29 : tensor<4x32x512x512xbf16>, tensor<4x1x512x512xbf16>) outs(%89 : tensor<4x32x512x512xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.addf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x512xbf16>
    %92 = tensor.empty() : tensor<4x32x512x512xf32>
    %93 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<4x32x512x512xbf16>) outs(%92 : tensor<4x32x512x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<4x32x512x512xf32>
    %94 = tensor.empty() : tensor<4x32x512xi64>
    %95 = linalg.fill ins(%c0_i64 : i64) outs(%94 : tensor<4x32x512xi64>) -> tensor<4x32x512xi64>
    %96 = tensor.empty() : tensor<4x32x512xf32>
    %97 = linalg.fill ins(%cst_0 : f32) outs(%96 : tensor<4x32x512xf32>) -> tensor<4x32x512xf32>
    %98:2 = linalg.generic {indexing_maps = [#map7, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%93 : tensor<4x32x512x512xf32>) outs(%97, %95 : tensor<4x32x512xf32>, tensor<4x32x512xi64>) {
    ^bb0(%in: f32, %out: f32, %out_54: i64):
      %158 = linalg.index 3 : index
      %159 = arith.index_cast %158 : index to i64
      %160 = arith.maximumf %in, %out : f32
      %161 = arith.cmpf ogt, %in, %out : f32
      %162 = arith.select %161, %159, %out_54 : i64
      linalg.yield %160, %162 : f32, i64
    } -> (tensor<4x32x512xf32>, tensor<4x32x512xi64>)
    %expanded_35 = tensor.expand_shape %98#0 [[0], [1], [2, 3]] output_shape [4, 32, 512, 1] : tensor<4x32x512xf32> into tensor<4x32x512x1xf32>
    %99 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %expanded_35 : tensor<4x32x512x512xf32>, tensor<4x32x512x1xf32>) outs(%92 : tensor<4x32x512x512xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.subf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x32x512x512xf32>
    %100 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<4x32x512x512xf32>) outs(%92 : tensor<4x32x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.exp %in : f32
      linalg.yield %158 : f32
    } -> tensor<4x32x512x512xf32>
    %101 = tensor.empty() : tensor<4x32x512x1xf32>
    %102 = linalg.fill ins(%cst : f32) outs(%101 : tensor<4x32x512x1xf32>) -> tensor<4x32x512x1xf32>
    %103 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100 : tensor<4x32x512x512xf32>) outs(%102 : tensor<4x32x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %in, %out : f32
      linalg.yield %158 : f32
    } -> tensor<4x32x512x1xf32>
    %104 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100, %103 : tensor<4x32x512x512xf32>, tensor<4x32x512x1xf32>) outs(%92 : tensor<4x32x512x512xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.divf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x32x512x512xf32>
    %105 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104 : tensor<4x32x512x512xf32>) outs(%89 : tensor<4x32x512x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<4x32x512x512xbf16>
    %collapsed_36 = tensor.collapse_shape %105 [[0, 1], [2], [3]] : tensor<4x32x512x512xbf16> into tensor<128x512x512xbf16>
    %collapsed_37 = tensor.collapse_shape %82 [[0, 1, 2], [3], [4]] : tensor<4x8x4x512x128xbf16> into tensor<128x512x128xbf16>
    %106 = tensor.empty() : tensor<128x512x128xf32>
    %107 = linalg.fill ins(%cst : f32) outs(%106 : tensor<128x512x128xf32>) -> tensor<128x512x128xf32>
    %108 = linalg.batch_matmul ins(%collapsed_36, %collapsed_37 : tensor<128x512x512xbf16>, tensor<128x512x128xbf16>) outs(%107 : tensor<128x512x128xf32>) -> tensor<128x512x128xf32>
    %109 = tensor.empty() : tensor<128x512x128xbf16>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<128x512x128xf32>) outs(%109 : tensor<128x512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<128x512x128xbf16>
    %expanded_38 = tensor.expand_shape %110 [[0, 1], [2], [3]] output_shape [4, 32, 512, 128] : tensor<128x512x128xbf16> into tensor<4x32x512x128xbf16>
    %111 = tensor.empty() : tensor<4x512x32x128xbf16>
    %transposed_39 = linalg.transpose ins(%expanded_38 : tensor<4x32x512x128xbf16>) outs(%111 : tensor<4x512x32x128xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_40 = linalg.transpose ins(%arg4 : tensor<4096x4096xbf16>) outs(%54 : tensor<4096x4096xbf16>) permutation = [1, 0] 
    %collapsed_41 = tensor.collapse_shape %transposed_39 [[0, 1], [2, 3]] : tensor<4x512x32x128xbf16> into tensor<2048x4096xbf16>
    %112 = linalg.matmul ins(%collapsed_41, %transposed_40 : tensor<2048x4096xbf16>, tensor<4096x4096xbf16>) outs(%56 : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%112 : tensor<2048x4096xf32>) outs(%58 : tensor<2048x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x4096xbf16>
    %expanded_42 = tensor.expand_shape %113 [[0, 1], [2]] output_shape [4, 512, 4096] : tensor<2048x4096xbf16> into tensor<4x512x4096xbf16>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_42 : tensor<4x512x4096xbf16>, tensor<4x512x4096xbf16>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.addf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<4x512x4096xbf16>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<4x512x4096xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%116 : tensor<4x512x4096xf32>) outs(%46 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %in, %out : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.divf %in, %cst_7 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.truncf %cst_6 : f64 to f32
      %159 = arith.addf %in, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<4x512x1xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.rsqrt %in : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %120 : tensor<4x512x4096xf32>, tensor<4x512x1xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.mulf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<4x512x4096xf32>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %123 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %122 : tensor<4096xbf16>, tensor<4x512x4096xbf16>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %124 = tensor.empty() : tensor<4096x14336xbf16>
    %transposed_43 = linalg.transpose ins(%arg5 : tensor<14336x4096xbf16>) outs(%124 : tensor<4096x14336xbf16>) permutation = [1, 0] 
    %collapsed_44 = tensor.collapse_shape %123 [[0, 1], [2]] : tensor<4x512x4096xbf16> into tensor<2048x4096xbf16>
    %125 = tensor.empty() : tensor<2048x14336xf32>
    %126 = linalg.fill ins(%cst : f32) outs(%125 : tensor<2048x14336xf32>) -> tensor<2048x14336xf32>
    %127 = linalg.matmul ins(%collapsed_44, %transposed_43 : tensor<2048x4096xbf16>, tensor<4096x14336xbf16>) outs(%126 : tensor<2048x14336xf32>) -> tensor<2048x14336xf32>
    %128 = tensor.empty() : tensor<2048x14336xbf16>
    %129 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<2048x14336xf32>) outs(%128 : tensor<2048x14336xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x14336xbf16>
    %expanded_45 = tensor.expand_shape %129 [[0, 1], [2]] output_shape [4, 512, 14336] : tensor<2048x14336xbf16> into tensor<4x512x14336xbf16>
    %130 = tensor.empty() : tensor<4x512x14336xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_45 : tensor<4x512x14336xbf16>) outs(%130 : tensor<4x512x14336xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<4x512x14336xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<4x512x14336xf32>) outs(%130 : tensor<4x512x14336xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.negf %in : f32
      %159 = math.exp %158 : f32
      %160 = arith.addf %159, %cst_1 : f32
      %161 = arith.divf %cst_1, %160 : f32
      linalg.yield %161 : f32
    } -> tensor<4x512x14336xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<4x512x14336xf32>, tensor<4x512x14336xf32>) outs(%130 : tensor<4x512x14336xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.mulf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x14336xf32>
    %134 = tensor.empty() : tensor<4x512x14336xbf16>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<4x512x14336xf32>) outs(%134 : tensor<4x512x14336xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x14336xbf16>
    %transposed_46 = linalg.transpose ins(%arg6 : tensor<14336x4096xbf16>) outs(%124 : tensor<4096x14336xbf16>) permutation = [1, 0] 
    %136 = linalg.matmul ins(%collapsed_44, %transposed_46 : tensor<2048x4096xbf16>, tensor<4096x14336xbf16>) outs(%126 : tensor<2048x14336xf32>) -> tensor<2048x14336xf32>
    %137 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<2048x14336xf32>) outs(%128 : tensor<2048x14336xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x14336xbf16>
    %expanded_47 = tensor.expand_shape %137 [[0, 1], [2]] output_shape [4, 512, 14336] : tensor<2048x14336xbf16> into tensor<4x512x14336xbf16>
    %138 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %expanded_47 : tensor<4x512x14336xbf16>, tensor<4x512x14336xbf16>) outs(%134 : tensor<4x512x14336xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x14336xbf16>
    %139 = tensor.empty() : tensor<14336x4096xbf16>
    %transposed_48 = linalg.transpose ins(%arg7 : tensor<4096x14336xbf16>) outs(%139 : tensor<14336x4096xbf16>) permutation = [1, 0] 
    %collapsed_49 = tensor.collapse_shape %138 [[0, 1], [2]] : tensor<4x512x14336xbf16> into tensor<2048x14336xbf16>
    %140 = linalg.matmul ins(%collapsed_49, %transposed_48 : tensor<2048x14336xbf16>, tensor<14336x4096xbf16>) outs(%56 : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
    %141 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<2048x4096xf32>) outs(%58 : tensor<2048x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x4096xbf16>
    %expanded_50 = tensor.expand_shape %141 [[0, 1], [2]] output_shape [4, 512, 4096] : tensor<2048x4096xbf16> into tensor<4x512x4096xbf16>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %expanded_50 : tensor<4x512x4096xbf16>, tensor<4x512x4096xbf16>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.addf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<4x512x4096xbf16>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %158 = arith.extf %in : bf16 to f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<4x512x4096xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%144 : tensor<4x512x4096xf32>) outs(%46 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.addf %in, %out : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.divf %in, %cst_7 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = arith.truncf %cst_6 : f64 to f32
      %159 = arith.addf %in, %158 : f32
      linalg.yield %159 : f32
    } -> tensor<4x512x1xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<4x512x1xf32>) outs(%45 : tensor<4x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %158 = math.rsqrt %in : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x1xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %148 : tensor<4x512x4096xf32>, tensor<4x512x1xf32>) outs(%42 : tensor<4x512x4096xf32>) {
    ^bb0(%in: f32, %in_54: f32, %out: f32):
      %158 = arith.mulf %in, %in_54 : f32
      linalg.yield %158 : f32
    } -> tensor<4x512x4096xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<4x512x4096xf32>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %151 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %150 : tensor<4096xbf16>, tensor<4x512x4096xbf16>) outs(%0 : tensor<4x512x4096xbf16>) {
    ^bb0(%in: bf16, %in_54: bf16, %out: bf16):
      %158 = arith.mulf %in, %in_54 : bf16
      linalg.yield %158 : bf16
    } -> tensor<4x512x4096xbf16>
    %152 = tensor.empty() : tensor<4096x32000xbf16>
    %transposed_51 = linalg.transpose ins(%arg11 : tensor<32000x4096xbf16>) outs(%152 : tensor<4096x32000xbf16>) permutation = [1, 0] 
    %collapsed_52 = tensor.collapse_shape %151 [[0, 1], [2]] : tensor<4x512x4096xbf16> into tensor<2048x4096xbf16>
    %153 = tensor.empty() : tensor<2048x32000xf32>
    %154 = linalg.fill ins(%cst : f32) outs(%153 : tensor<2048x32000xf32>) -> tensor<2048x32000xf32>
    %155 = linalg.matmul ins(%collapsed_52, %transposed_51 : tensor<2048x4096xbf16>, tensor<4096x32000xbf16>) outs(%154 : tensor<2048x32000xf32>) -> tensor<2048x32000xf32>
    %156 = tensor.empty() : tensor<2048x32000xbf16>
    %157 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<2048x32000xf32>) outs(%156 : tensor<2048x32000xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %158 = arith.truncf %in : f32 to bf16
      linalg.yield %158 : bf16
    } -> tensor<2048x32000xbf16>
    %expanded_53 = tensor.expand_shape %157 [[0, 1], [2]] output_shape [4, 512, 32000] : tensor<2048x32000xbf16> into tensor<4x512x32000xbf16>
    return %expanded_53 : tensor<4x512x32000xbf16>
  }
}


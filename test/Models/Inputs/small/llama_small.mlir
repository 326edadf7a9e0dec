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
  func.func @main(%arg0: tensor<2x16xi64>, %arg1: tensor<128x64xbf16>, %arg2: tensor<64x64xbf16>, %arg3: tensor<32x64xbf16>, %arg4: tensor<32x64xbf16>, %arg5: tensor<64x64xbf16>, %arg6: tensor<128x64xbf16>, %arg7: tensor<128x64xbf16>, %arg8: tensor<64x128xbf16>, %arg9: tensor<64xbf16>, %arg10: tensor<64xbf16>, %arg11: tensor<64xbf16>, %arg12: tensor<128x64xbf16>) -> tensor<2x16x128xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %c1_i64 = arith.constant 1 : i64
    %c16_i64 = arith.constant 16 : i64
    %c128 = arith.constant 128 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant dense<-3.389530e+38> : tensor<bf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant dense_resource<torch_tensor_8_torch.bfloat16> : tensor<8xbf16>
    %cst_7 = arith.constant 6.400000e+01 : f32
    %cst_8 = arith.constant 2.500000e-01 : bf16
    %0 = tensor.empty() : tensor<2x16x64xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x16xi64>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %149 = arith.index_cast %in : i64 to index
      %150 = linalg.index 2 : index
      %151 = arith.cmpi slt, %149, %c128 : index
      cf.assert %151, "index must be smaller than dim size"
      %152 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %152, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%149, %150] : tensor<128x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<2x16x64xbf16>
    %2 = tensor.empty() : tensor<16xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<16xi64>) {
    ^bb0(%out: i64):
      %149 = linalg.index 0 : index
      %150 = arith.index_cast %149 : index to i64
      linalg.yield %150 : i64
    } -> tensor<16xi64>
    %4 = tensor.empty() : tensor<2x16xi64>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16xi64>) outs(%4 : tensor<2x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x16xi64>
    %extracted_slice = tensor.extract_slice %5[0, 0] [2, 1] [1, 1] : tensor<2x16xi64> to tensor<2x1xi64>
    %6 = tensor.empty() : tensor<2x1xi64>
    %7 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<2x1xi64>) outs(%6 : tensor<2x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %149 = arith.subi %in, %c1_i64 : i64
      linalg.yield %149 : i64
    } -> tensor<2x1xi64>
    %concat = tensor.concat dim(1) %7, %5 : (tensor<2x1xi64>, tensor<2x16xi64>) -> tensor<2x17xi64>
    %extracted_slice_9 = tensor.extract_slice %concat[0, 0] [2, 16] [1, 1] : tensor<2x17xi64> to tensor<2x16xi64>
    %extracted_slice_10 = tensor.extract_slice %concat[0, 1] [2, 16] [1, 1] : tensor<2x17xi64> to tensor<2x16xi64>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %extracted_slice_9 : tensor<2x16xi64>, tensor<2x16xi64>) outs(%4 : tensor<2x16xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %149 = arith.subi %in, %in_55 : i64
      linalg.yield %149 : i64
    } -> tensor<2x16xi64>
    %9 = tensor.empty() : tensor<2x16xi1>
    %10 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<2x16xi64>) outs(%9 : tensor<2x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %149 = arith.cmpi ne, %in, %c1_i64 : i64
      linalg.yield %149 : i1
    } -> tensor<2x16xi1>
    %11 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x16xi1>) outs(%4 : tensor<2x16xi64>) {
    ^bb0(%in: i1, %out: i64):
      %149 = arith.extui %in : i1 to i64
      linalg.yield %149 : i64
    } -> tensor<2x16xi64>
    %12 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<2x16xi64>) -> tensor<2x16xi64>
    %13 = tensor.empty() : tensor<2xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<2xi64>) -> tensor<2xi64>
    %15:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%11 : tensor<2x16xi64>) outs(%12, %14 : tensor<2x16xi64>, tensor<2xi64>) {
    ^bb0(%arg13: i64, %arg14: i64):
      %149 = arith.addi %arg13, %arg14 : i64
      tm_tensor.yield %149 : i64
    } -> tensor<2x16xi64>, tensor<2xi64>
    %16 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%13 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %149 = linalg.index 0 : index
      %150 = arith.index_cast %149 : index to i64
      linalg.yield %150 : i64
    } -> tensor<2xi64>
    %expanded = tensor.expand_shape %16 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_11 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 16, 1] : tensor<16xi64> into tensor<1x1x16x1xi64>
    %expanded_12 = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xi64> into tensor<1x1x1x16xi64>
    %17 = tensor.empty() : tensor<2x1x16x1xi64>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x16x1xi64>) outs(%17 : tensor<2x1x16x1xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %149 = arith.cmpi slt, %in, %c0_i64 : i64
      %150 = arith.addi %in, %c2_i64 : i64
      %151 = arith.select %149, %150, %in : i64
      %152 = arith.index_cast %151 : i64 to index
      %153 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %154 = arith.addi %in_55, %c16_i64 : i64
      %155 = arith.select %153, %154, %in_55 : i64
      %156 = arith.index_cast %155 : i64 to index
      %extracted = tensor.extract %5[%152, %156] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x16x1xi64>
    %19 = tensor.empty() : tensor<2x1x1x16xi64>
    %20 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_12 : tensor<2x1x1x1xi64>, tensor<1x1x1x16xi64>) outs(%19 : tensor<2x1x1x16xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %149 = arith.cmpi slt, %in, %c0_i64 : i64
      %150 = arith.addi %in, %c2_i64 : i64
      %151 = arith.select %149, %150, %in : i64
      %152 = arith.index_cast %151 : i64 to index
      %153 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %154 = arith.addi %in_55, %c16_i64 : i64
      %155 = arith.select %153, %154, %in_55 : i64
      %156 = arith.index_cast %155 : i64 to index
      %extracted = tensor.extract %5[%152, %156] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x16xi64>
    %21 = tensor.empty() : tensor<2x1x16x16xi1>
    %22 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %18 : tensor<2x1x1x16xi64>, tensor<2x1x16x1xi64>) outs(%21 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i64, %in_55: i64, %out: i1):
      %149 = arith.cmpi sle, %in, %in_55 : i64
      linalg.yield %149 : i1
    } -> tensor<2x1x16x16xi1>
    %23 = linalg.generic {indexing_maps = [#map11, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %22 : tensor<i1>, tensor<2x1x16x16xi1>) outs(%21 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %149 = arith.andi %in, %in_55 : i1
      linalg.yield %149 : i1
    } -> tensor<2x1x16x16xi1>
    %24 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_11 : tensor<2x1x1x1xi64>, tensor<1x1x16x1xi64>) outs(%17 : tensor<2x1x16x1xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %149 = arith.cmpi slt, %in, %c0_i64 : i64
      %150 = arith.addi %in, %c2_i64 : i64
      %151 = arith.select %149, %150, %in : i64
      %152 = arith.index_cast %151 : i64 to index
      %153 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %154 = arith.addi %in_55, %c16_i64 : i64
      %155 = arith.select %153, %154, %in_55 : i64
      %156 = arith.index_cast %155 : i64 to index
      %extracted = tensor.extract %15#0[%152, %156] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x16x1xi64>
    %25 = linalg.generic {indexing_maps = [#map5, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_12 : tensor<2x1x1x1xi64>, tensor<1x1x1x16xi64>) outs(%19 : tensor<2x1x1x16xi64>) {
    ^bb0(%in: i64, %in_55: i64, %out: i64):
      %149 = arith.cmpi slt, %in, %c0_i64 : i64
      %150 = arith.addi %in, %c2_i64 : i64
      %151 = arith.select %149, %150, %in : i64
      %152 = arith.index_cast %151 : i64 to index
      %153 = arith.cmpi slt, %in_55, %c0_i64 : i64
      %154 = arith.addi %in_55, %c16_i64 : i64
      %155 = arith.select %153, %154, %in_55 : i64
      %156 = arith.index_cast %155 : i64 to index
      %extracted = tensor.extract %15#0[%152, %156] : tensor<2x16xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1x1x16xi64>
    %26 = linalg.generic {indexing_maps = [#map10, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<2x1x16x1xi64>, tensor<2x1x1x16xi64>) outs(%21 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i64, %in_55: i64, %out: i1):
      %149 = arith.cmpi eq, %in, %in_55 : i64
      linalg.yield %149 : i1
    } -> tensor<2x1x16x16xi1>
    %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<2x1x16x16xi1>, tensor<2x1x16x16xi1>) outs(%21 : tensor<2x1x16x16xi1>) {
    ^bb0(%in: i1, %in_55: i1, %out: i1):
      %149 = arith.andi %in, %in_55 : i1
      linalg.yield %149 : i1
    } -> tensor<2x1x16x16xi1>
    %28 = tensor.empty() : tensor<2x1x16x16xbf16>
    %29 = linalg.generic {indexing_maps = [#map7, #map11, #map11, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %cst_3, %cst_2 : tensor<2x1x16x16xi1>, tensor<bf16>, tensor<bf16>) outs(%28 : tensor<2x1x16x16xbf16>) {
    ^bb0(%in: i1, %in_55: bf16, %in_56: bf16, %out: bf16):
      %149 = arith.select %in, %in_55, %in_56 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x1x16x16xbf16>
    %expanded_13 = tensor.expand_shape %3 [[0, 1, 2]] output_shape [1, 16, 1] : tensor<16xi64> into tensor<1x16x1xi64>
    %30 = tensor.empty() : tensor<1x16x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<1x16x1xi64>) outs(%30 : tensor<1x16x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %149 = arith.sitofp %in : i64 to f32
      linalg.yield %149 : f32
    } -> tensor<1x16x1xf32>
    %32 = tensor.empty() : tensor<8xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%cst_6 : tensor<8xbf16>) outs(%32 : tensor<8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<8xf32>
    %34 = tensor.empty() : tensor<1x16x8xf32>
    %35 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x16x1xf32>, tensor<8xf32>) outs(%34 : tensor<1x16x8xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.mulf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<1x16x8xf32>
    %concat_14 = tensor.concat dim(2) %35, %35 : (tensor<1x16x8xf32>, tensor<1x16x8xf32>) -> tensor<1x16x16xf32>
    %36 = tensor.empty() : tensor<1x16x16xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x16x16xf32>) outs(%36 : tensor<1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.cos %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x16x16xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x16x16xf32>) outs(%36 : tensor<1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.sin %in : f32
      linalg.yield %149 : f32
    } -> tensor<1x16x16xf32>
    %39 = tensor.empty() : tensor<1x16x16xbf16>
    %40 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x16x16xf32>) outs(%39 : tensor<1x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<1x16x16xbf16>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x16x16xf32>) outs(%39 : tensor<1x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<1x16x16xbf16>
    %42 = tensor.empty() : tensor<2x16x64xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x16x64xbf16>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x16x64xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %45 = tensor.empty() : tensor<2x16x1xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<2x16x1xf32>) -> tensor<2x16x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<2x16x64xf32>) outs(%46 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_7 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.truncf %cst_5 : f64 to f32
      %150 = arith.addf %in, %149 : f32
      linalg.yield %150 : f32
    } -> tensor<2x16x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %50 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.mulf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %53 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %52 : tensor<64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %54 = tensor.empty() : tensor<64x64xbf16>
    %transposed = linalg.transpose ins(%arg2 : tensor<64x64xbf16>) outs(%54 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %53 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %55 = tensor.empty() : tensor<32x64xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %57 = linalg.matmul ins(%collapsed, %transposed : tensor<32x64xbf16>, tensor<64x64xbf16>) outs(%56 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %58 = tensor.empty() : tensor<32x64xbf16>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<32x64xf32>) outs(%58 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x64xbf16>
    %expanded_15 = tensor.expand_shape %59 [[0, 1], [2, 3]] output_shape [2, 16, 4, 16] : tensor<32x64xbf16> into tensor<2x16x4x16xbf16>
    %60 = tensor.empty() : tensor<2x4x16x16xbf16>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x16x4x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) permutation = [0, 2, 1, 3] 
    %61 = tensor.empty() : tensor<64x32xbf16>
    %transposed_17 = linalg.transpose ins(%arg3 : tensor<32x64xbf16>) outs(%61 : tensor<64x32xbf16>) permutation = [1, 0] 
    %62 = tensor.empty() : tensor<32x32xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %64 = linalg.matmul ins(%collapsed, %transposed_17 : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%63 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %65 = tensor.empty() : tensor<32x32xbf16>
    %66 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<32x32xf32>) outs(%65 : tensor<32x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x32xbf16>
    %expanded_18 = tensor.expand_shape %66 [[0, 1], [2, 3]] output_shape [2, 16, 2, 16] : tensor<32x32xbf16> into tensor<2x16x2x16xbf16>
    %67 = tensor.empty() : tensor<2x2x16x16xbf16>
    %transposed_19 = linalg.transpose ins(%expanded_18 : tensor<2x16x2x16xbf16>) outs(%67 : tensor<2x2x16x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_20 = linalg.transpose ins(%arg4 : tensor<32x64xbf16>) outs(%61 : tensor<64x32xbf16>) permutation = [1, 0] 
    %68 = linalg.matmul ins(%collapsed, %transposed_20 : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%63 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<32x32xf32>) outs(%65 : tensor<32x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x32xbf16>
    %expanded_21 = tensor.expand_shape %69 [[0, 1], [2, 3]] output_shape [2, 16, 2, 16] : tensor<32x32xbf16> into tensor<2x16x2x16xbf16>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x16x2x16xbf16>) outs(%67 : tensor<2x2x16x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_23 = tensor.expand_shape %40 [[0], [1, 2], [3]] output_shape [1, 1, 16, 16] : tensor<1x16x16xbf16> into tensor<1x1x16x16xbf16>
    %expanded_24 = tensor.expand_shape %41 [[0], [1, 2], [3]] output_shape [1, 1, 16, 16] : tensor<1x16x16xbf16> into tensor<1x1x16x16xbf16>
    %70 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_16, %expanded_23 : tensor<2x4x16x16xbf16>, tensor<1x1x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %extracted_slice_25 = tensor.extract_slice %transposed_16[0, 0, 0, 0] [2, 4, 16, 8] [1, 1, 1, 1] : tensor<2x4x16x16xbf16> to tensor<2x4x16x8xbf16>
    %extracted_slice_26 = tensor.extract_slice %transposed_16[0, 0, 0, 8] [2, 4, 16, 8] [1, 1, 1, 1] : tensor<2x4x16x16xbf16> to tensor<2x4x16x8xbf16>
    %71 = tensor.empty() : tensor<2x4x16x8xbf16>
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26 : tensor<2x4x16x8xbf16>) outs(%71 : tensor<2x4x16x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %149 = arith.negf %in : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x8xbf16>
    %concat_27 = tensor.concat dim(3) %72, %extracted_slice_25 : (tensor<2x4x16x8xbf16>, tensor<2x4x16x8xbf16>) -> tensor<2x4x16x16xbf16>
    %73 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_27, %expanded_24 : tensor<2x4x16x16xbf16>, tensor<1x1x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %74 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %73 : tensor<2x4x16x16xbf16>, tensor<2x4x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.addf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %75 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_19, %expanded_23 : tensor<2x2x16x16xbf16>, tensor<1x1x16x16xbf16>) outs(%67 : tensor<2x2x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x2x16x16xbf16>
    %extracted_slice_28 = tensor.extract_slice %transposed_19[0, 0, 0, 0] [2, 2, 16, 8] [1, 1, 1, 1] : tensor<2x2x16x16xbf16> to tensor<2x2x16x8xbf16>
    %extracted_slice_29 = tensor.extract_slice %transposed_19[0, 0, 0, 8] [2, 2, 16, 8] [1, 1, 1, 1] : tensor<2x2x16x16xbf16> to tensor<2x2x16x8xbf16>
    %76 = tensor.empty() : tensor<2x2x16x8xbf16>
    %77 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_29 : tensor<2x2x16x8xbf16>) outs(%76 : tensor<2x2x16x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %149 = arith.negf %in : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x2x16x8xbf16>
    %concat_30 = tensor.concat dim(3) %77, %extracted_slice_28 : (tensor<2x2x16x8xbf16>, tensor<2x2x16x8xbf16>) -> tensor<2x2x16x16xbf16>
    %78 = linalg.generic {indexing_maps = [#map7, #map14, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_30, %expanded_24 : tensor<2x2x16x16xbf16>, tensor<1x1x16x16xbf16>) outs(%67 : tensor<2x2x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x2x16x16xbf16>
    %79 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %78 : tensor<2x2x16x16xbf16>, tensor<2x2x16x16xbf16>) outs(%67 : tensor<2x2x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.addf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x2x16x16xbf16>
    %80 = tensor.empty() : tensor<2x2x2x16x16xbf16>
    %81 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<2x2x16x16xbf16>) outs(%80 : tensor<2x2x2x16x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x2x16x16xbf16>
    %collapsed_31 = tensor.collapse_shape %81 [[0], [1, 2], [3], [4]] : tensor<2x2x2x16x16xbf16> into tensor<2x4x16x16xbf16>
    %82 = linalg.generic {indexing_maps = [#map15, #map16], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_22 : tensor<2x2x16x16xbf16>) outs(%80 : tensor<2x2x2x16x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<2x2x2x16x16xbf16>
    %transposed_32 = linalg.transpose ins(%collapsed_31 : tensor<2x4x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_33 = tensor.collapse_shape %74 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %collapsed_34 = tensor.collapse_shape %transposed_32 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %83 = tensor.empty() : tensor<8x16x16xf32>
    %84 = linalg.fill ins(%cst : f32) outs(%83 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %85 = linalg.batch_matmul ins(%collapsed_33, %collapsed_34 : tensor<8x16x16xbf16>, tensor<8x16x16xbf16>) outs(%84 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %86 = tensor.empty() : tensor<8x16x16xbf16>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<8x16x16xf32>) outs(%86 : tensor<8x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<8x16x16xbf16>
    %expanded_35 = tensor.expand_shape %87 [[0, 1], [2], [3]] output_shape [2, 4, 16, 16] : tensor<8x16x16xbf16> into tensor<2x4x16x16xbf16>
    %88 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<2x4x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %149 = arith.mulf %in, %cst_8 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %89 = linalg.generic {indexing_maps = [#map7, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %29 : tensor<2x4x16x16xbf16>, tensor<2x1x16x16xbf16>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.addf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %90 = tensor.empty() : tensor<2x4x16x16xf32>
    %91 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<2x4x16x16xbf16>) outs(%90 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<2x4x16x16xf32>
    %92 = tensor.empty() : tensor<2x4x16xi64>
    %93 = linalg.fill ins(%c0_i64 : i64) outs(%92 : tensor<2x4x16xi64>) -> tensor<2x4x16xi64>
    %94 = tensor.empty() : tensor<2x4x16xf32>
    %95 = linalg.fill ins(%cst_0 : f32) outs(%94 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
    %96:2 = linalg.generic {indexing_maps = [#map7, #map18, #map18], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%91 : tensor<2x4x16x16xf32>) outs(%95, %93 : tensor<2x4x16xf32>, tensor<2x4x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_55: i64):
      %149 = linalg.index 3 : index
      %150 = arith.index_cast %149 : index to i64
      %151 = arith.maximumf %in, %out : f32
      %152 = arith.cmpf ogt, %in, %out : f32
      %153 = arith.select %152, %150, %out_55 : i64
      linalg.yield %151, %153 : f32, i64
    } -> (tensor<2x4x16xf32>, tensor<2x4x16xi64>)
    %expanded_36 = tensor.expand_shape %96#0 [[0], [1], [2, 3]] output_shape [2, 4, 16, 1] : tensor<2x4x16xf32> into tensor<2x4x16x1xf32>
    %97 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %expanded_36 : tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) outs(%90 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.subf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x4x16x16xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<2x4x16x16xf32>) outs(%90 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.exp %in : f32
      linalg.yield %149 : f32
    } -> tensor<2x4x16x16xf32>
    %99 = tensor.empty() : tensor<2x4x16x1xf32>
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<2x4x16x1xf32>) -> tensor<2x4x16x1xf32>
    %101 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%98 : tensor<2x4x16x16xf32>) outs(%100 : tensor<2x4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<2x4x16x1xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map10, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %101 : tensor<2x4x16x16xf32>, tensor<2x4x16x1xf32>) outs(%90 : tensor<2x4x16x16xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.divf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x4x16x16xf32>
    %103 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<2x4x16x16xf32>) outs(%60 : tensor<2x4x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<2x4x16x16xbf16>
    %collapsed_37 = tensor.collapse_shape %103 [[0, 1], [2], [3]] : tensor<2x4x16x16xbf16> into tensor<8x16x16xbf16>
    %collapsed_38 = tensor.collapse_shape %82 [[0, 1, 2], [3], [4]] : tensor<2x2x2x16x16xbf16> into tensor<8x16x16xbf16>
    %104 = linalg.batch_matmul ins(%collapsed_37, %collapsed_38 : tensor<8x16x16xbf16>, tensor<8x16x16xbf16>) outs(%84 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<8x16x16xf32>) outs(%86 : tensor<8x16x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<8x16x16xbf16>
    %expanded_39 = tensor.expand_shape %105 [[0, 1], [2], [3]] output_shape [2, 4, 16, 16] : tensor<8x16x16xbf16> into tensor<2x4x16x16xbf16>
    %106 = tensor.empty() : tensor<2x16x4x16xbf16>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<2x4x16x16xbf16>) outs(%106 : tensor<2x16x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_41 = linalg.transpose ins(%arg5 : tensor<64x64xbf16>) outs(%54 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_42 = tensor.collapse_shape %transposed_40 [[0, 1], [2, 3]] : tensor<2x16x4x16xbf16> into tensor<32x64xbf16>
    %107 = linalg.matmul ins(%collapsed_42, %transposed_41 : tensor<32x64xbf16>, tensor<64x64xbf16>) outs(%56 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %108 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<32x64xf32>) outs(%58 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x64xbf16>
    %expanded_43 = tensor.expand_shape %108 [[0, 1], [2]] output_shape [2, 16, 64] : tensor<32x64xbf16> into tensor<2x16x64xbf16>
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_43 : tensor<2x16x64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.addf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<2x16x64xbf16>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x16x64xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%111 : tensor<2x16x64xf32>) outs(%46 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_7 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.truncf %cst_5 : f64 to f32
      %150 = arith.addf %in, %149 : f32
      linalg.yield %150 : f32
    } -> tensor<2x16x1xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %115 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.mulf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %118 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10, %117 : tensor<64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %119 = tensor.empty() : tensor<64x128xbf16>
    %transposed_44 = linalg.transpose ins(%arg6 : tensor<128x64xbf16>) outs(%119 : tensor<64x128xbf16>) permutation = [1, 0] 
    %collapsed_45 = tensor.collapse_shape %118 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %120 = tensor.empty() : tensor<32x128xf32>
    %121 = linalg.fill ins(%cst : f32) outs(%120 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %122 = linalg.matmul ins(%collapsed_45, %transposed_44 : tensor<32x64xbf16>, tensor<64x128xbf16>) outs(%121 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %123 = tensor.empty() : tensor<32x128xbf16>
    %124 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<32x128xf32>) outs(%123 : tensor<32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x128xbf16>
    %expanded_46 = tensor.expand_shape %124 [[0, 1], [2]] output_shape [2, 16, 128] : tensor<32x128xbf16> into tensor<2x16x128xbf16>
    %125 = tensor.empty() : tensor<2x16x128xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_46 : tensor<2x16x128xbf16>) outs(%125 : tensor<2x16x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<2x16x128xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x16x128xf32>) outs(%125 : tensor<2x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.negf %in : f32
      %150 = math.exp %149 : f32
      %151 = arith.addf %150, %cst_1 : f32
      %152 = arith.divf %cst_1, %151 : f32
      linalg.yield %152 : f32
    } -> tensor<2x16x128xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %127 : tensor<2x16x128xf32>, tensor<2x16x128xf32>) outs(%125 : tensor<2x16x128xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.mulf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x128xf32>
    %129 = tensor.empty() : tensor<2x16x128xbf16>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x16x128xf32>) outs(%129 : tensor<2x16x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x128xbf16>
    %transposed_47 = linalg.transpose ins(%arg7 : tensor<128x64xbf16>) outs(%119 : tensor<64x128xbf16>) permutation = [1, 0] 
    %131 = linalg.matmul ins(%collapsed_45, %transposed_47 : tensor<32x64xbf16>, tensor<64x128xbf16>) outs(%121 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %132 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<32x128xf32>) outs(%123 : tensor<32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x128xbf16>
    %expanded_48 = tensor.expand_shape %132 [[0, 1], [2]] output_shape [2, 16, 128] : tensor<32x128xbf16> into tensor<2x16x128xbf16>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %expanded_48 : tensor<2x16x128xbf16>, tensor<2x16x128xbf16>) outs(%129 : tensor<2x16x128xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x128xbf16>
    %134 = tensor.empty() : tensor<128x64xbf16>
    %transposed_49 = linalg.transpose ins(%arg8 : tensor<64x128xbf16>) outs(%134 : tensor<128x64xbf16>) permutation = [1, 0] 
    %collapsed_50 = tensor.collapse_shape %133 [[0, 1], [2]] : tensor<2x16x128xbf16> into tensor<32x128xbf16>
    %135 = linalg.matmul ins(%collapsed_50, %transposed_49 : tensor<32x128xbf16>, tensor<128x64xbf16>) outs(%56 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %136 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%135 : tensor<32x64xf32>) outs(%58 : tensor<32x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x64xbf16>
    %expanded_51 = tensor.expand_shape %136 [[0, 1], [2]] output_shape [2, 16, 64] : tensor<32x64xbf16> into tensor<2x16x64xbf16>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %expanded_51 : tensor<2x16x64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.addf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<2x16x64xbf16>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %149 = arith.extf %in : bf16 to f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<2x16x64xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%139 : tensor<2x16x64xf32>) outs(%46 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.addf %in, %out : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.divf %in, %cst_7 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = arith.truncf %cst_5 : f64 to f32
      %150 = arith.addf %in, %149 : f32
      linalg.yield %150 : f32
    } -> tensor<2x16x1xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x16x1xf32>) outs(%45 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %149 = math.rsqrt %in : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x1xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map12, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %143 : tensor<2x16x64xf32>, tensor<2x16x1xf32>) outs(%42 : tensor<2x16x64xf32>) {
    ^bb0(%in: f32, %in_55: f32, %out: f32):
      %149 = arith.mulf %in, %in_55 : f32
      linalg.yield %149 : f32
    } -> tensor<2x16x64xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x16x64xf32>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %146 = linalg.generic {indexing_maps = [#map13, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %145 : tensor<64xbf16>, tensor<2x16x64xbf16>) outs(%0 : tensor<2x16x64xbf16>) {
    ^bb0(%in: bf16, %in_55: bf16, %out: bf16):
      %149 = arith.mulf %in, %in_55 : bf16
      linalg.yield %149 : bf16
    } -> tensor<2x16x64xbf16>
    %transposed_52 = linalg.transpose ins(%arg12 : tensor<128x64xbf16>) outs(%119 : tensor<64x128xbf16>) permutation = [1, 0] 
    %collapsed_53 = tensor.collapse_shape %146 [[0, 1], [2]] : tensor<2x16x64xbf16> into tensor<32x64xbf16>
    %147 = linalg.matmul ins(%collapsed_53, %transposed_52 : tensor<32x64xbf16>, tensor<64x128xbf16>) outs(%121 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<32x128xf32>) outs(%123 : tensor<32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %149 = arith.truncf %in : f32 to bf16
      linalg.yield %149 : bf16
    } -> tensor<32x128xbf16>
    %expanded_54 = tensor.expand_shape %148 [[0, 1], [2]] output_shape [2, 16, 128] : tensor<32x128xbf16> into tensor<2x16x128xbf16>
    return %expanded_54 : tensor<2x16x128xbf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_8_torch.bfloat16: "0x02000000803FA23ECD3D023D243C4F3B833AA639"
    }
  }
#-}

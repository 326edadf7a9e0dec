// A matmul with max(x + residual, 0) behind it: a full matrix, which no library has.
#id = affine_map<(i, j) -> (i, j)>

func.func @residual(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %x: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  %y = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
         outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<32x48xf32>, tensor<32x48xf32>) outs(%e : tensor<32x48xf32>) {
  ^bb0(%s: f32, %m: f32, %o: f32):
    %0 = arith.addf %s, %m : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<32x48xf32>
  return %r : tensor<32x48xf32>
}

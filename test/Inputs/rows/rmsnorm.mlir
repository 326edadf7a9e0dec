#a = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<4096x4096xbf16>, %g: tensor<4096xbf16>) -> tensor<4096x4096xbf16> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4096.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %o = tensor.empty() : tensor<4096x4096xbf16>
  %s = tensor.empty() : tensor<4096xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%s : tensor<4096xf32>) -> tensor<4096xf32>
  %t = linalg.generic {indexing_maps = [#a, #r], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4096x4096xbf16>) outs(%f1 : tensor<4096xf32>) {
  ^bb0(%i: bf16, %out: f32):
    %w = arith.extf %i : bf16 to f32
    %q = arith.mulf %w, %w : f32
    %v = arith.addf %q, %out : f32
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  %y = linalg.generic {indexing_maps = [#a, #r, #c, #a], iterator_types = ["parallel", "parallel"]} ins(%x, %t, %g : tensor<4096x4096xbf16>, tensor<4096xf32>, tensor<4096xbf16>) outs(%o : tensor<4096x4096xbf16>) {
  ^bb0(%i: bf16, %j: f32, %k: bf16, %out: bf16):
    %d = arith.divf %j, %n : f32
    %d1 = arith.addf %d, %eps : f32
    %rs = math.rsqrt %d1 : f32
    %w = arith.extf %i : bf16 to f32
    %m = arith.mulf %w, %rs : f32
    %wk = arith.extf %k : bf16 to f32
    %mm = arith.mulf %m, %wk : f32
    %v = arith.truncf %mm : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4096x4096xbf16>
  return %y : tensor<4096x4096xbf16>
}

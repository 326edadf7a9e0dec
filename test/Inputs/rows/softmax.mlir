#a = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %o = tensor.empty() : tensor<4096x4096xbf16>
  %s = tensor.empty() : tensor<4096xf32>
  %f0 = linalg.fill ins(%lowest : f32) outs(%s : tensor<4096xf32>) -> tensor<4096xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%s : tensor<4096xf32>) -> tensor<4096xf32>
  %w = linalg.generic {indexing_maps = [#a, #a], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4096x4096xbf16>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%i: bf16, %out: f32):
    %v = arith.extf %i : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<4096x4096xf32>
  %m = linalg.generic {indexing_maps = [#a, #r], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<4096x4096xf32>) outs(%f0 : tensor<4096xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.maximumf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  %p = linalg.generic {indexing_maps = [#a, #r, #a], iterator_types = ["parallel", "parallel"]} ins(%w, %m : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %d = arith.subf %i, %j : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<4096x4096xf32>
  %t = linalg.generic {indexing_maps = [#a, #r], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<4096x4096xf32>) outs(%f1 : tensor<4096xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<4096xf32>
  %y = linalg.generic {indexing_maps = [#a, #r, #a], iterator_types = ["parallel", "parallel"]} ins(%p, %t : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%o : tensor<4096x4096xbf16>) {
  ^bb0(%i: f32, %j: f32, %out: bf16):
    %d = arith.divf %i, %j : f32
    %v = arith.truncf %d : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4096x4096xbf16>
  return %y : tensor<4096x4096xbf16>
}

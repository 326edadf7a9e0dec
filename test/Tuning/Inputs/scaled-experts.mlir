// Three experts of floats of 8 bits with scales of 1x128 and 128x128, one without tokens.
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @experts(%x0: tensor<72x256xf8E4M3FN>, %s0: tensor<72x2xf32>, %x1: tensor<0x256xf8E4M3FN>, %s1: tensor<0x2xf32>,
                   %x2: tensor<40x256xf8E4M3FN>, %s2: tensor<40x2xf32>, %w0: tensor<136x256xf8E4M3FN>, %u0: tensor<2x2xf32>,
                   %w1: tensor<136x256xf8E4M3FN>, %u1: tensor<2x2xf32>, %w2: tensor<136x256xf8E4M3FN>, %u2: tensor<2x2xf32>)
    -> (tensor<72x136xbf16>, tensor<0x136xbf16>, tensor<40x136xbf16>) {
  %zero = arith.constant 0.0 : f32
  %ex0 = tensor.empty() : tensor<72x256xf32>
  %dx0 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %s0 : tensor<72x256xf8E4M3FN>, tensor<72x2xf32>) outs(%ex0 : tensor<72x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<72x256xf32>
  %ew0 = tensor.empty() : tensor<136x256xf32>
  %dw0 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w0, %u0 : tensor<136x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew0 : tensor<136x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<136x256xf32>
  %e0 = tensor.empty() : tensor<72x136xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<72x136xf32>) -> tensor<72x136xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx0, %dw0 : tensor<72x256xf32>, tensor<136x256xf32>) outs(%i0 : tensor<72x136xf32>) -> tensor<72x136xf32>
  %t0 = arith.truncf %m0 : tensor<72x136xf32> to tensor<72x136xbf16>
  %ex1 = tensor.empty() : tensor<0x256xf32>
  %dx1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x1, %s1 : tensor<0x256xf8E4M3FN>, tensor<0x2xf32>) outs(%ex1 : tensor<0x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<0x256xf32>
  %ew1 = tensor.empty() : tensor<136x256xf32>
  %dw1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %u1 : tensor<136x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew1 : tensor<136x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<136x256xf32>
  %e1 = tensor.empty() : tensor<0x136xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<0x136xf32>) -> tensor<0x136xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx1, %dw1 : tensor<0x256xf32>, tensor<136x256xf32>) outs(%i1 : tensor<0x136xf32>) -> tensor<0x136xf32>
  %t1 = arith.truncf %m1 : tensor<0x136xf32> to tensor<0x136xbf16>
  %ex2 = tensor.empty() : tensor<40x256xf32>
  %dx2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x2, %s2 : tensor<40x256xf8E4M3FN>, tensor<40x2xf32>) outs(%ex2 : tensor<40x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<40x256xf32>
  %ew2 = tensor.empty() : tensor<136x256xf32>
  %dw2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %u2 : tensor<136x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew2 : tensor<136x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<136x256xf32>
  %e2 = tensor.empty() : tensor<40x136xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<40x136xf32>) -> tensor<40x136xf32>
  %m2 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx2, %dw2 : tensor<40x256xf32>, tensor<136x256xf32>) outs(%i2 : tensor<40x136xf32>) -> tensor<40x136xf32>
  %t2 = arith.truncf %m2 : tensor<40x136xf32> to tensor<40x136xbf16>
  return %t0, %t1, %t2 : tensor<72x136xbf16>, tensor<0x136xbf16>, tensor<40x136xbf16>
}

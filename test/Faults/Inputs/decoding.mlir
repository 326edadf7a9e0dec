// Few queries, whose keys four CTAs share: four heads of Q are the rows of a tile.
#q = affine_map<(h, g, m, n, d, e) -> (h, g, m, d)>
#k = affine_map<(h, g, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, g, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, g, m, n, d, e) -> (h, g, m, e)>
#l = affine_map<(h, g, m, n, d, e) -> (h, g, m)>
func.func @f(%q: tensor<2x4x1x64xbf16>, %k: tensor<2x1003x64xbf16>, %v: tensor<2x1003x64xbf16>,
             %o: tensor<2x4x1x64xbf16>, %l: tensor<2x4x1xf32>) -> (tensor<2x4x1x64xbf16>, tensor<2x4x1xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<2x4x1x64xbf16>, tensor<2x1003x64xbf16>, tensor<2x1003x64xbf16>)
      outputs(%o, %l : tensor<2x4x1x64xbf16>, tensor<2x4x1xf32>) maps = [#q, #k, #v, #o, #l] score {
  ^bb0(%p: f32, %h: index, %g: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    problem.yield %y : f32
  } {autotune.config = #autotune.config<hopper_attention, tile = [64, 64], persistent = false, split = 4, defaults>} -> tensor<2x4x1x64xbf16>, tensor<2x4x1xf32>
  return %r#0, %r#1 : tensor<2x4x1x64xbf16>, tensor<2x4x1xf32>
}

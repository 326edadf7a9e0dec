// Warps that copy and multiply, a mask that cuts blocks, ragged ends, and more blocks of
// keys than twice the rings have slots.
#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @f(%q: tensor<2x200x64xbf16>, %k: tensor<2x333x64xbf16>, %v: tensor<2x333x64xbf16>, %o: tensor<2x200x64xbf16>) -> tensor<2x200x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x200x64xbf16>, tensor<2x333x64xbf16>, tensor<2x333x64xbf16>)
      outputs(%o : tensor<2x200x64xbf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    %past = arith.constant 133 : index
    %last = arith.addi %m, %past : index
    %seen = arith.cmpi sle, %n, %last : index
    %lowest = arith.constant 0xFF800000 : f32
    %z = arith.select %seen, %y, %lowest : f32
    problem.yield %z : f32
  } {autotune.config = #autotune.config<ampere_attention, tile = [64, 64], warps = 2, stages = 2, defaults>} -> tensor<2x200x64xbf16>
  return %r : tensor<2x200x64xbf16>
}

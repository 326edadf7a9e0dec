// Only what is added to a score may be contracted: the products of a mask must stay as they are, or
// numbers that are equal would differ.
// RUN: autotune-opt %s -autotune-lower-attention=target=h200 | FileCheck %s

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#m = affine_map<(b, m, n, d, e) -> (m)>
#n = affine_map<(b, m, n, d, e) -> (n)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
// CHECK: tile.epilogue
// CHECK: %[[X:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[Y:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[D:.*]] = arith.subf %[[X]], %[[Y]] : f32
// CHECK: arith.cmpf oeq, %[[D]],
// CHECK: arith.mulf %{{.*}} fastmath<contract> : f32
func.func @ids(%q: tensor<8x128x64xf16>, %k: tensor<8x128x64xf16>, %v: tensor<8x128x64xf16>, %x: tensor<128xf32>,
               %y: tensor<128xf32>, %o: tensor<8x128x64xf16>) -> tensor<8x128x64xf16> {
  %r = problem.attention
      inputs(%q, %k, %v, %x, %y : tensor<8x128x64xf16>, tensor<8x128x64xf16>, tensor<8x128x64xf16>, tensor<128xf32>,
             tensor<128xf32>)
      outputs(%o : tensor<8x128x64xf16>) maps = [#q, #k, #v, #m, #n, #o]
      score {
      ^bb0(%s: f32, %a: f32, %c: f32, %b: index, %m: index, %n: index):
        %tenth = arith.constant 0.1 : f32
        %zero = arith.constant 0.0 : f32
        %low = arith.constant 0xFF800000 : f32
        %xs = arith.mulf %a, %tenth : f32
        %ys = arith.mulf %c, %tenth : f32
        %d = arith.subf %xs, %ys : f32
        %is = arith.cmpf oeq, %d, %zero : f32
        %z = arith.mulf %s, %a : f32
        %w = arith.addf %z, %c : f32
        %t = arith.select %is, %w, %low : f32
        problem.yield %t : f32
      } -> tensor<8x128x64xf16>
  return %r : tensor<8x128x64xf16>
}

// The way back: two products, with the function of the scores and a softmax between them.
// RUN: autotune-opt %s -autotune-decompose-attention -mlir-print-local-scope | FileCheck %s
// RUN: autotune-opt %s -autotune-decompose-attention -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s --check-prefix=VALUES
// UNSUPPORTED: sanitizers

#q = affine_map<(h, g, m, n, d, e) -> (m, h, g, d)>
#k = affine_map<(h, g, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, g, m, n, d, e) -> (n, h, e)>
#mask = affine_map<(h, g, m, n, d, e) -> (m, n)>
#o = affine_map<(h, g, m, n, d, e) -> (m, h, g, e)>
#sums = affine_map<(h, g, m, n, d, e) -> (h, g, m)>

// CHECK-LABEL: func.func @grouped
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<2x3x4x5xf32>)
// CHECK: [[S:%.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: [[X:%.*]] = linalg.generic {{.*}} ins([[S]], %{{.*}} : tensor<2x3x4x5xf32>, tensor<4x5xi1>)
// CHECK: arith.extui %{{.*}} : i1 to i8
// CHECK: linalg.index 3
// CHECK: [[M:%.*]] = linalg.generic {{.*}}"reduction"]} ins([[X]] : tensor<2x3x4x5xf32>)
// CHECK: arith.maximumf
// CHECK: [[E:%.*]] = linalg.generic {{.*}} ins([[X]], [[M]] :
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: [[T:%.*]] = linalg.generic {{.*}}"reduction"]} ins([[E]] :
// CHECK: arith.addf
// CHECK: [[W:%.*]] = linalg.generic {{.*}} ins([[E]], [[T]], [[M]] : {{.*}} outs(%{{.*}} : tensor<2x3x4x5xf16>)
// CHECK: arith.divf
// CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: [[P:%.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], {{.*}} ins([[W]],
// CHECK: [[O:%.*]] = linalg.generic {{.*}} ins([[P]] : tensor<4x2x3x2xf32>) outs(%{{.*}} : tensor<4x2x3x2xf16>)
// CHECK: [[L:%.*]] = linalg.generic {{.*}} ins([[M]], [[T]] :
// CHECK: math.log
// CHECK: return [[O]], [[L]]
func.func @grouped(%q: tensor<4x2x3x8xf16>, %k: tensor<2x5x8xf16>, %v: tensor<5x2x2xf16>, %mask: tensor<4x5xi1>,
                   %o: tensor<4x2x3x2xf16>, %l: tensor<2x3x4xf32>) -> (tensor<4x2x3x2xf16>, tensor<2x3x4xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v, %mask : tensor<4x2x3x8xf16>, tensor<2x5x8xf16>, tensor<5x2x2xf16>, tensor<4x5xi1>)
      outputs(%o, %l : tensor<4x2x3x2xf16>, tensor<2x3x4xf32>) maps = [#q, #k, #v, #mask, #o, #sums] masked_rows = zero
      score {
      ^bb0(%s: f32, %x: i8, %ih: index, %ig: index, %im: index, %in: index):
        %zero = arith.constant 0 : i8
        %far = arith.constant 4 : index
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi ne, %x, %zero : i8
        %near = arith.cmpi slt, %in, %far : index
        %both = arith.andi %is, %near : i1
        %y = arith.select %both, %s, %low : f32
        problem.yield %y : f32
      } -> tensor<4x2x3x2xf16>, tensor<2x3x4xf32>
  return %r#0, %r#1 : tensor<4x2x3x2xf16>, tensor<2x3x4xf32>
}

// All scores are 0, so a row is the mean of the rows of V that are not masked. The first
// query sees no key: its row is zero, and the logarithm of its sum is -inf. The second one
// sees key 0, and the last one keys 0 to 3, for key 4 is too far.
// VALUES: ( 0, 0 ), ( 1, 10 ), ( 1.5, 15 ), ( 2.5, 25 )
// VALUES: ( -inf, 0, 0.69{{[0-9]*}}, 1.38{{[0-9]*}} )
func.func @main() {
  %q = arith.constant dense<0.0> : tensor<4x2x3x8xf16>
  %k = arith.constant dense<1.0> : tensor<2x5x8xf16>
  %v = arith.constant dense<[[[1.0, 10.0], [1.0, 10.0]], [[2.0, 20.0], [2.0, 20.0]], [[3.0, 30.0], [3.0, 30.0]],
                             [[4.0, 40.0], [4.0, 40.0]], [[5.0, 50.0], [5.0, 50.0]]]> : tensor<5x2x2xf16>
  %mask = arith.constant dense<[[false, false, false, false, false], [true, false, false, false, false],
                                [true, true, false, false, false], [true, true, true, true, true]]> : tensor<4x5xi1>
  %o = tensor.empty() : tensor<4x2x3x2xf16>
  %l = tensor.empty() : tensor<2x3x4xf32>
  %r:2 = call @grouped(%q, %k, %v, %mask, %o, %l)
      : (tensor<4x2x3x8xf16>, tensor<2x5x8xf16>, tensor<5x2x2xf16>, tensor<4x5xi1>, tensor<4x2x3x2xf16>, tensor<2x3x4xf32>)
      -> (tensor<4x2x3x2xf16>, tensor<2x3x4xf32>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %wide = arith.extf %r#0 : tensor<4x2x3x2xf16> to tensor<4x2x3x2xf32>
  %rows = vector.transfer_read %wide[%c0, %c1, %c2, %c0], %zero
      {permutation_map = affine_map<(a, b, c, d) -> (a, d)>, in_bounds = [true, true]} : tensor<4x2x3x2xf32>, vector<4x2xf32>
  vector.print %rows : vector<4x2xf32>
  %sums = vector.transfer_read %r#1[%c1, %c2, %c0], %zero {in_bounds = [true]} : tensor<2x3x4xf32>, vector<4xf32>
  vector.print %sums : vector<4xf32>
  return
}

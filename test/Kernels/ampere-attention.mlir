// The tile program of ampere_attention: all warps copy Q and the first blocks, and then
// multiply a block while the next ones are copied.
// RUN: autotune-opt %s -autotune-lower-attention=target=a100-sxm | FileCheck %s

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>

// CHECK: tile.kernel @ampere_attention_{{[0-9a-f]+}}(
// CHECK-DAG: %[[QR:.*]] = tile.ring stages(1) : <128x32xf16>
// CHECK-DAG: %[[KR:.*]] = tile.ring stages(2) : <64x32xf16>
// CHECK-DAG: %[[VR:.*]] = tile.ring stages(2) : <64x80xf16>
// CHECK: tile.role "worker" warps(4) grid [4, 1] {
// CHECK: tile.for_each_tile
// Q, a block of keys, a block of values, and the next block of keys.
// CHECK: tile.copy
// CHECK-NEXT: tile.commit %{{.*}} to %[[QR]]
// CHECK: tile.commit %{{.*}} to %[[KR]]
// CHECK: tile.commit %{{.*}} to %[[VR]]
// CHECK: tile.commit %{{.*}} to %[[KR]]
// CHECK: %[[Q:.*]] = tile.wait %[[QR]] pending(3)
// The first block, which begins the sums.
// CHECK: %[[K:.*]] = tile.wait %[[KR]] pending(2)
// CHECK: tile.commit %{{.*}} to %[[VR]]
// CHECK: tile.read_operands %[[K]] part(0) transpose_b left(%[[Q]] : !tile.slot<128x32xf16>) : <64x32xf16> -> <128x16xf16, 64x16xf16>
// CHECK: tile.read_operands %[[K]] part(1)
// CHECK: tile.multiply
// CHECK: tile.multiply
// CHECK: tile.release %[[K]] to %[[KR]]
// CHECK: %[[V:.*]] = tile.wait %[[VR]] pending(2)
// CHECK: tile.commit %{{.*}} to %[[KR]]
// CHECK: tile.reduce_rows max
// CHECK: %[[P:.*]] = tile.round
// CHECK: tile.splat %{{.*}} : f32 -> <128x80xf32>
// CHECK: tile.read_operands %[[V]] part(0) from(%[[P]] : !tile.fragment<128x64xf16>) : <64x80xf16> -> <128x16xf16, 80x16xf16>
// CHECK: tile.read_operands %[[V]] part(3)
// CHECK: tile.release %[[V]] to %[[VR]]
// The others.
// CHECK: scf.for
// CHECK: tile.wait %[[KR]] pending(2)
// CHECK: tile.wait %[[VR]] pending(2)
// CHECK: tile.reduce_rows max %{{.*}} from
// CHECK: tile.release %[[Q]] to %[[QR]]
// CHECK: tile.store
func.func @f(%q: tensor<2x200x32xf16>, %k: tensor<2x333x32xf16>, %v: tensor<2x333x80xf16>, %o: tensor<2x200x80xf16>) -> tensor<2x200x80xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x200x32xf16>, tensor<2x333x32xf16>, tensor<2x333x80xf16>)
      outputs(%o : tensor<2x200x80xf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %m: index, %n: index):
    problem.yield %p : f32
  } {autotune.config = #autotune.config<ampere_attention, tile = [128, 64], stages = 2, defaults>} -> tensor<2x200x80xf16>
  return %r : tensor<2x200x80xf16>
}

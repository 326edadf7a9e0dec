// Attentions become launches of kernels that get views of their operands.
// RUN: autotune-opt %s -autotune-lower-attention=target=h200 -canonicalize -cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: autotune-opt %s -autotune-lower-attention=target=h200 -split-input-file -remarks-filter=autotune -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// Heads lie in rows, and four heads of Q share each head of K and V: the kernel divides
// its head's number by 4. Nothing is transposed in memory.
// CHECK-LABEL: func.func @grouped(
// CHECK-SAME: %[[Q:.*]]: tensor<2x200x4x4x64xbf16>, %[[K:.*]]: tensor<2x256x4x64xbf16>, %[[V:.*]]: tensor<2x256x4x64xbf16>, %[[O:.*]]: tensor<2x200x4x4x64xbf16>)
// CHECK: %[[Q4:.*]] = tensor.collapse_shape %[[Q]] {{\[}}[0], [1], [2, 3], [4]]
// CHECK: %[[QV:.*]] = tile.permute %[[Q4]] [0, 2, 1, 3] : tensor<2x200x16x64xbf16> -> tensor<2x16x200x64xbf16>
// CHECK: %[[KV:.*]] = tile.permute %[[K]] [0, 2, 1, 3] : tensor<2x256x4x64xbf16> -> tensor<2x4x256x64xbf16>
// CHECK: %[[VV:.*]] = tile.permute %[[V]] [0, 2, 1, 3]
// CHECK: %[[O4:.*]] = tensor.collapse_shape %[[O]]
// CHECK: %[[OV:.*]] = tile.permute %[[O4]] [0, 2, 1, 3]
// CHECK: %[[R:.*]] = tile.launch @[[MODULE:.*]]::@[[KERNEL:hopper_attention_[0-9a-f]+]] ins(%[[QV]], %[[KV]], %[[VV]] : {{.*}}) outs(%[[OV]] : tensor<2x16x200x64xbf16>) sms(132) -> tensor<2x16x200x64xbf16>
// CHECK: %[[R4:.*]] = tile.permute %[[R]] [0, 2, 1, 3] : tensor<2x16x200x64xbf16> -> tensor<2x200x16x64xbf16>
// CHECK: %[[R5:.*]] = tensor.expand_shape %[[R4]] {{.*}} into tensor<2x200x4x4x64xbf16>
// CHECK: return %[[R5]]
#q = affine_map<(b, h, g, m, n, d, e) -> (b, m, h, g, d)>
#k = affine_map<(b, h, g, m, n, d, e) -> (b, n, h, d)>
#v = affine_map<(b, h, g, m, n, d, e) -> (b, n, h, e)>
#o = affine_map<(b, h, g, m, n, d, e) -> (b, m, h, g, e)>
func.func @grouped(%q: tensor<2x200x4x4x64xbf16>, %k: tensor<2x256x4x64xbf16>, %v: tensor<2x256x4x64xbf16>, %o: tensor<2x200x4x4x64xbf16>) -> tensor<2x200x4x4x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x200x4x4x64xbf16>, tensor<2x256x4x64xbf16>, tensor<2x256x4x64xbf16>)
      outputs(%o : tensor<2x200x4x4x64xbf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %b: index, %h: index, %g: index, %m: index, %n: index):
        %scale = arith.constant 0.125 : f32
        %scaled = arith.mulf %product, %scale : f32
        problem.yield %scaled : f32
      } -> tensor<2x200x4x4x64xbf16>
  return %r : tensor<2x200x4x4x64xbf16>
}

// A kernel takes sizes as values, so that attentions of other sizes share it.
// CHECK-LABEL: func.func @larger(
// CHECK: tile.launch @[[MODULE]]::@[[KERNEL]]
func.func @larger(%q: tensor<3x400x4x4x64xbf16>, %k: tensor<3x512x4x64xbf16>, %v: tensor<3x512x4x64xbf16>, %o: tensor<3x400x4x4x64xbf16>) -> tensor<3x400x4x4x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<3x400x4x4x64xbf16>, tensor<3x512x4x64xbf16>, tensor<3x512x4x64xbf16>)
      outputs(%o : tensor<3x400x4x4x64xbf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %b: index, %h: index, %g: index, %m: index, %n: index):
        %scale = arith.constant 0.125 : f32
        %scaled = arith.mulf %product, %scale : f32
        problem.yield %scaled : f32
      } -> tensor<3x400x4x4x64xbf16>
  return %r : tensor<3x400x4x4x64xbf16>
}
// CHECK: gpu.module @[[MODULE]] [#nvvm.target<{{.*}}chip = "sm_90a"
// CHECK: tile.kernel @[[KERNEL]](
// CHECK-NOT: tile.kernel

// -----

// What the score function reads has dimensions of size 1 where it is broadcast: a bias
// along the heads, and slopes along the queries and keys.
// CHECK-LABEL: func.func @inputs(
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<64x96xf32>, %[[SLOPES:[a-z0-9]+]]: tensor<8xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %[[BIAS]] {{.*}} into tensor<1x1x64x96xf32>
// CHECK: %[[S1:.*]] = tensor.expand_shape %[[SLOPES]] {{.*}} into tensor<1x1x1x8xf32>
// CHECK: %[[S:.*]] = tile.permute %[[S1]] [0, 3, 1, 2] : tensor<1x1x1x8xf32> -> tensor<1x8x1x1xf32>
// CHECK: tile.launch {{.*}} with(%[[B]], %[[S]] : tensor<1x1x64x96xf32>, tensor<1x8x1x1xf32>)
// CHECK: tile.kernel @{{.*}}, %{{.*}}: memref<1x1x?x?xf32, strided<[?, ?, ?, ?], offset: ?>>, %{{.*}}: memref<1x?x1x1xf32, strided<[?, ?, ?, ?], offset: ?>>)
// CHECK: tile.epilogue %{{.*}} with %{{.*}}, %{{.*}} at[{{.*}}] {placed}
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
#bias = affine_map<(h, m, n, d, e) -> (m, n)>
#slopes = affine_map<(h, m, n, d, e) -> (h)>
func.func @inputs(%q: tensor<8x64x128xf16>, %k: tensor<8x96x128xf16>, %v: tensor<8x96x64xf16>, %bias: tensor<64x96xf32>, %slopes: tensor<8xf32>, %o: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %r = problem.attention inputs(%q, %k, %v, %bias, %slopes : tensor<8x64x128xf16>, tensor<8x96x128xf16>, tensor<8x96x64xf16>, tensor<64x96xf32>, tensor<8xf32>)
      outputs(%o : tensor<8x64x64xf32>) maps = [#q3, #k3, #v3, #bias, #slopes, #o3]
      score {
      ^bb0(%product: f32, %x: f32, %slope: f32, %h: index, %m: index, %n: index):
        %sum = arith.addf %product, %x : f32
        %y = arith.mulf %sum, %slope : f32
        problem.yield %y : f32
      } -> tensor<8x64x64xf32>
  return %r : tensor<8x64x64xf32>
}

// -----

// One query, as in a model that decodes, and a number of keys that is known at run time.
// CHECK-LABEL: func.func @decode(
// CHECK-SAME: %[[Q:.*]]: tensor<8x1x128xf16>, %[[K:[a-z0-9]+]]: tensor<8x?x128xf16>
// CHECK: tile.launch @{{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<1x8x1x128xf16>, tensor<1x8x?x128xf16>, tensor<1x8x?x128xf16>) outs(%{{.*}} : tensor<1x8x1x128xf16>)
// CHECK: return %{{.*}} : tensor<8x1x128xf16>
// CHECK: tile.for_each_tile {{.*}} tile(64, 1, 1) {{.*}} split(16)
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @decode(%q: tensor<8x1x128xf16>, %k: tensor<8x?x128xf16>, %v: tensor<8x?x128xf16>, %o: tensor<8x1x128xf16>) -> tensor<8x1x128xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<8x1x128xf16>, tensor<8x?x128xf16>, tensor<8x?x128xf16>)
      outputs(%o : tensor<8x1x128xf16>) maps = [#q3, #k3, #v3, #o3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } -> tensor<8x1x128xf16>
  return %r : tensor<8x1x128xf16>
}

// -----

// A given config is used.
// CHECK-LABEL: func.func @given(
// CHECK: tile.launch
// CHECK: tile.ring stages(3) : <80x64xf16>
// CHECK: tile.for_each_tile {{.*}} tile(64, 1, 80)
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @given(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q3, #k3, #v3, #o3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, tile = [64, 80], stages = 3, defaults>} -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

// The kernel of a program may start before the previous one has ended, and one of
// ampere_attention can't.
// RUN: autotune-opt %s -split-input-file '-autotune-lower-attention=target=h200 dependent-launch' | FileCheck %s --check-prefix=DEPENDENT
// DEPENDENT-LABEL: func.func @started(
// DEPENDENT: tile.kernel @hopper_attention_
// DEPENDENT: tile.wait_for_previous
// DEPENDENT: tile.role "producer"
// DEPENDENT: tile.kernel @ampere_attention_
// DEPENDENT-NOT: tile.wait_for_previous
// DEPENDENT-LABEL: func.func @split(
// CHECK-LABEL: func.func @started(
// CHECK-NOT: tile.wait_for_previous
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @started(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q3, #k3, #v3, #o3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, tile = [64, 80], stages = 3, defaults>} -> tensor<8x200x64xf16>
  %s = problem.attention inputs(%r, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q3, #k3, #v3, #o3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<ampere_attention, defaults>} -> tensor<8x200x64xf16>
  return %s : tensor<8x200x64xf16>
}

// -----

// Four CTAs share the keys of a head. Each stores a share of the columns, and the one
// that has the first share the logarithms.
// CHECK-LABEL: func.func @split(
// CHECK: tile.launch @{{.*}}::@[[SPLIT:hopper_attention_.*]] ins({{.*}}) outs({{.*}} : tensor<1x8x1x64xf16>, tensor<1x8x1x1xf32>)
// CHECK-NOT: tile.launch
// CHECK: tile.kernel @[[SPLIT]](
// CHECK: tile.for_each_tile {{.*}} tile(64, 1, 1) {{.*}} split(4)
// CHECK: %[[BITS:.*]] = tile.contribute %[[RESULT:.*]] weighted %{{.*}} rows(%[[LEFT:.*]]) to %[[PARTS:.*]] shares(4)
// CHECK: scf.for %[[SHARE:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.if
// CHECK: %[[MEAN:.*]], %[[SUMS:.*]] = tile.collect_mean %[[RESULT]] of %[[PARTS]] share(%[[SHARE]]) rows(%[[LEFT]]) : <64x64xf32> -> <64x16xf32>, <64x1xf32>
// CHECK: %[[COLUMN:.*]] = arith.muli %[[SHARE]], %c16
// CHECK: tile.store %[[MEAN]], %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %[[COLUMN]]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[COLUMN]], %c0
// CHECK: scf.if %[[FIRST]]
// CHECK: tile.store_rows
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
#l3 = affine_map<(h, m, n, d, e) -> (h, m)>
func.func @split(%q: tensor<8x1x64xf16>, %k: tensor<8x2048x64xf16>, %v: tensor<8x2048x64xf16>, %o: tensor<8x1x64xf16>, %l: tensor<8x1xf32>) -> (tensor<8x1x64xf16>, tensor<8x1xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<8x1x64xf16>, tensor<8x2048x64xf16>, tensor<8x2048x64xf16>)
      outputs(%o, %l : tensor<8x1x64xf16>, tensor<8x1xf32>) maps = [#q3, #k3, #v3, #o3, #l3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, tile = [64, 64], split = 4, persistent = false, defaults>} -> tensor<8x1x64xf16>, tensor<8x1xf32>
  return %r#0, %r#1 : tensor<8x1x64xf16>, tensor<8x1xf32>
}

// -----

// An attention that no kernel computes becomes two products and a softmax, which a
// remark says.
// REMARK: Function=unserved | Remark="no kernel computes the attention: heads have 60 columns; a multiple of 16 up to 256 is multiplied"
// REMARK-NOT: remark:
// CHECK-LABEL: func.func @unserved(
// CHECK-NOT: problem.attention
// CHECK: linalg.batch_matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8x200x60xf16>, tensor<8x200x60xf16>)
// CHECK: math.exp
// CHECK: linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<8x200x200xf16>, tensor<8x200x64xf16>)
// CHECK-NOT: tile.launch
// CHECK: return
#q3 = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k3 = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v3 = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o3 = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @unserved(%q: tensor<8x200x60xf16>, %k: tensor<8x200x60xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x60xf16>, tensor<8x200x60xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q3, #k3, #v3, #o3]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

// A kernel has one index for all dimensions of the batch. What a score function reads of
// one of them needs the sizes of those behind the first.
// REMARK: remark: {{.*}}Function=batch_read | Remark="no kernel computes the attention: the score function reads an index of the batch, and the sizes that it is computed from are not known when compiling"
// REMARK-NOT: remark:
// CHECK-LABEL: func.func @batch_read(
// CHECK-NOT: tile.launch
// CHECK: return
#q4 = affine_map<(a, b, h, m, n, d, e) -> (a, b, h, m, d)>
#k4 = affine_map<(a, b, h, m, n, d, e) -> (a, b, h, n, d)>
#v4 = affine_map<(a, b, h, m, n, d, e) -> (a, b, h, n, e)>
#o4 = affine_map<(a, b, h, m, n, d, e) -> (a, b, h, m, e)>
func.func @batch_read(%q: tensor<2x?x4x64x64xf16>, %k: tensor<2x?x4x96x64xf16>, %v: tensor<2x?x4x96x64xf16>, %o: tensor<2x?x4x64x64xf16>) -> tensor<2x?x4x64x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x?x4x64x64xf16>, tensor<2x?x4x96x64xf16>, tensor<2x?x4x96x64xf16>)
      outputs(%o : tensor<2x?x4x64x64xf16>) maps = [#q4, #k4, #v4, #o4]
      score {
      ^bb0(%product: f32, %a: index, %b: index, %h: index, %m: index, %n: index):
        %wide = arith.index_cast %b : index to i32
        %less = arith.sitofp %wide : i32 to f32
        %y = arith.subf %product, %less : f32
        problem.yield %y : f32
      } -> tensor<2x?x4x64x64xf16>
  return %r : tensor<2x?x4x64x64xf16>
}

// CHECK-LABEL: func.func @head_read(
// CHECK: tile.launch
func.func @head_read(%q: tensor<2x?x4x64x64xf16>, %k: tensor<2x?x4x96x64xf16>, %v: tensor<2x?x4x96x64xf16>, %o: tensor<2x?x4x64x64xf16>) -> tensor<2x?x4x64x64xf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x?x4x64x64xf16>, tensor<2x?x4x96x64xf16>, tensor<2x?x4x96x64xf16>)
      outputs(%o : tensor<2x?x4x64x64xf16>) maps = [#q4, #k4, #v4, #o4]
      score {
      ^bb0(%product: f32, %a: index, %b: index, %h: index, %m: index, %n: index):
        %wide = arith.index_cast %h : index to i32
        %less = arith.sitofp %wide : i32 to f32
        %y = arith.subf %product, %less : f32
        problem.yield %y : f32
      } -> tensor<2x?x4x64x64xf16>
  return %r : tensor<2x?x4x64x64xf16>
}

// Weights of 4 bits, two to a byte: kernels have the bytes.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-dequantizations --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s --check-prefix=FOLD < %t
// RUN: FileCheck %s --check-prefix=WHYNOT < %t.err

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#rows = affine_map<(n, k) -> (n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Groups and integer zero points of whole bytes.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[A:.*]]: tensor<16x512xbf16>, %[[W:.*]]: tensor<192x512xi4>, %[[S:.*]]: tensor<192x4xbf16>, %[[Z:.*]]: tensor<192x4xi8>, %{{.*}}: tensor<16x192xf32>)
// CHECK-NOT: linalg.generic
// CHECK: tile.launch @{{.*}}::@[[GROUPS:matmul_hopper_wgmma_[0-9a-f]*]] ins(%[[A]], %[[W]] : tensor<16x512xbf16>, tensor<192x512xi4>) {{.*}} with(%[[Z]], %[[S]] : tensor<192x4xi8>, tensor<192x4xbf16>)
// REMARK: Function=groups | Remark="dequantizes its B in the kernel, which reads 2 operands for it"
func.func @groups(%x: tensor<16x512xbf16>, %w: tensor<192x512xi4>, %s: tensor<192x4xbf16>, %z: tensor<192x4xi8>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s, %z : tensor<192x512xi4>, tensor<192x4xbf16>, tensor<192x4xi8>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i4, %f: bf16, %p: i8, %o: bf16):
    %0 = arith.extsi %q : i4 to i32
    %1 = arith.extsi %p : i8 to i32
    %2 = arith.subi %0, %1 : i32
    %3 = arith.sitofp %2 : i32 to bf16
    %4 = arith.mulf %3, %f : bf16
    linalg.yield %4 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Of A, and converted alone.
// CHECK-LABEL: func.func @left(
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : tensor<192x512xi4>, tensor<512x16xf16>)
func.func @left(%w: tensor<192x512xi4>, %x: tensor<512x16xf16>, %c: tensor<192x16xf32>) -> tensor<192x16xf32> {
  %d = arith.sitofp %w : tensor<192x512xi4> to tensor<192x512xf16>
  %r = linalg.matmul ins(%d, %x : tensor<192x512xf16>, tensor<512x16xf16>) outs(%c : tensor<192x16xf32>) -> tensor<192x16xf32>
  return %r : tensor<192x16xf32>
}

// Scales of rows, which may move behind the product.
// CHECK-LABEL: func.func @scaled(
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : tensor<16x512xbf16>, tensor<192x512xi4>)
// FOLD-LABEL: func.func @scaled(
// FOLD: linalg.matmul {{.*}} ins(%arg0, %arg1 : tensor<16x512xbf16>, tensor<192x512xi4>)
func.func @scaled(%x: tensor<16x512xbf16>, %w: tensor<192x512xi4>, %s: tensor<192xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xi4>, tensor<192xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i4, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i4 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Zero points of 4 bits.
// CHECK-LABEL: func.func @packed_zeros(
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x512xbf16>, tensor<192x512xbf16>)
// REMARK: Function=packed_zeros | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: it reads integers of 4 bits beside the matrix that is multiplied; kernels read whole bytes"
func.func @packed_zeros(%x: tensor<16x512xbf16>, %w: tensor<192x512xi4>, %z: tensor<192x4xi4>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z : tensor<192x512xi4>, tensor<192x4xi4>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i4, %p: i4, %o: bf16):
    %0 = arith.sitofp %q : i4 to bf16
    %1 = arith.sitofp %p : i4 to bf16
    %2 = arith.subf %0, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Rows of 31 bytes and a half.
// CHECK-LABEL: func.func @odd(
// CHECK: arith.sitofp
// REMARK: Function=odd | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has a prologue here"
// WHYNOT: Function=odd | Remark="not multiplied as integers: integers of 4 bits need one product, with a K that is known and a multiple of 32"
func.func @odd(%x: tensor<16x63xbf16>, %w: tensor<192x63xi4>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %d = arith.sitofp %w : tensor<192x63xi4> to tensor<192x63xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x63xbf16>, tensor<192x63xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: arith.sitofp
func.func @dynamic(%x: tensor<16x?xbf16>, %w: tensor<192x?xi4>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %c1 = arith.constant 1 : index
  %k = tensor.dim %w, %c1 : tensor<192x?xi4>
  %d = arith.sitofp %w : tensor<192x?xi4> to tensor<192x?xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x?xbf16>, tensor<192x?xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Products of such integers alone have no kernel.
// CHECK-LABEL: func.func @integers(
// CHECK: linalg.matmul
// REMARK: Function=integers | Remark="{{.*}}the elements of its A operand are integers of 4 bits, which can only be multiplied by bf16 or f16
func.func @integers(%x: tensor<16x64xi4>, %w: tensor<192x64xi4>, %c: tensor<16x192xi32>) -> tensor<16x192xi32> {
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<16x64xi4>, tensor<192x64xi4>) outs(%c : tensor<16x192xi32>) -> tensor<16x192xi32>
  return %r : tensor<16x192xi32>
}

// CHECK: tile.kernel @[[GROUPS]](
// CHECK-SAME: memref<?x?xbf16, {{[^>]*>}}>, %[[B:.*]]: memref<?x?xi8, {{[^>]*>}}>, %{{.*}}: memref<?x?xf32, {{[^>]*>}}>, %{{.*}}: memref<?x?xi8, {{[^>]*>}}>, %{{.*}}: memref<?x?xbf16, {{[^>]*>}}>)
// CHECK: tile.ring {{.*}} <[[ROWS:[0-9]+]]x128xi8, {{[0-9]+}}x256xbf16>
// CHECK: tile.acquire
// CHECK: %[[HALF:.*]] = arith.divui %[[K:.*]], %c2
// CHECK: tile.load %[[B]][%{{.*}}, %[[HALF]]]
// CHECK: tile.load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK: tile.mma %{{.*}} transpose_b packed_a rows({{.*}}) prologue {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: i4, %{{.*}}: i8, %{{.*}}: bf16):
// CHECK: arith.sitofp %[[Q]] : i4 to bf16

// Integers that linalg takes as unsigned are multiplied so by tensor cores, and
// can be measured.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNEL

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @bytes
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
// KERNEL: tile.mma {{.*}} transpose_b unsigned_a unsigned_b : {{.*}}xi8
func.func @bytes(%a: tensor<512x1024xi8>, %b: tensor<512x1024xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<512x1024xi8>, tensor<512x1024xi8>) outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %d : tensor<512x512xi32>
}

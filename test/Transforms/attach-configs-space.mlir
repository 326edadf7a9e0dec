// RUN: autotune-opt %s --autotune-attach-configs="target=h200 print-space" -o /dev/null | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections space=default" -o /dev/null | FileCheck %s --check-prefix=WHY

// Every distinct matmul once, with all its legal configs, or with what rejected
// the rest.

// CHECK: // 64x64x64 f32 -> f32 accumulate on h200, quick space: [[N:[0-9]+]] legal configs
// CHECK-NEXT: simt 32x32x16 t2x2
// CHECK-NOT: 64x64x64
// CHECK: // 512x512x512 f16 B^T -> f16 accumulate on h200, quick space:
// CHECK-NEXT: hopper_wgmma {{[0-9]+x[0-9]+x[0-9]+}} s

// WHY: // 64x64x64 f32 -> f32 accumulate on h200, default space:
// WHY-NEXT: hopper_wgmma: 0 of [[#ALL:]] configs
// WHY-NEXT: element-types: [[#ALL]]
// WHY-NEXT: ampere_mma: 0 of [[#SOME:]] configs
// WHY-NEXT: element-types: [[#SOME]]
// WHY-NEXT: simt: {{[1-9][0-9]*}} of {{[0-9]+}} configs
// WHY: // 512x512x512 f16 B^T -> f16
// WHY: hopper_wgmma: {{[1-9][0-9]*}} of {{[0-9]+}} configs
// WHY: shared-memory: {{[0-9]+}}

#a = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @f(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>,
             %x: tensor<512x512xf16>, %y: tensor<512x512xf16>, %z: tensor<512x512xf16>)
    -> (tensor<64x64xf32>, tensor<512x512xf16>) {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
                     outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<64x64xf32>, tensor<64x64xf32>)
                     outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%x, %y : tensor<512x512xf16>, tensor<512x512xf16>)
      outs(%z : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %1, %2 : tensor<64x64xf32>, tensor<512x512xf16>
}

// RUN: autotune-opt %s --autotune-attach-configs='target=h100-sxm space=none' | %long_configs | FileCheck %s --check-prefix=ATTACH
// RUN: autotune-opt %s --autotune-attach-configs='target=h100-sxm space=none' --autotune-lower-matmul=target=h100-sxm | FileCheck %s
// RUN: not autotune-opt %s --autotune-attach-configs=target=a100-sxm 2>&1 | FileCheck %s --check-prefix=NONE

// A group gets a config as a matmul does, of kernels that serve groups.
// ATTACH: problem.grouped_matmul {{.*}} {autotune.candidates = [#autotune.config<hopper_wgmma, {{.*}}], autotune.config = #autotune.config<hopper_wgmma, {{.*}}split_k = 1, {{.*}}load = tma, {{.*}}>, autotune.fact = "[256,{{.*}}", autotune.provenance = #autotune.provenance<heuristic
// NONE: error: 'problem.grouped_matmul' op has no config: {{.*}}hopper_wgmma: chip: {{.*}}ampere_mma: group: the matmul is a group of 2; only hopper_wgmma computes several in one launch

// The operands of A, of B and of C, each problem's behind the other's.
// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[A0:.*]]: tensor<256x512xbf16>, %[[A1:.*]]: tensor<?x512xbf16>, %[[B0:.*]]: tensor<1024x512xbf16>, %[[B1:.*]]: tensor<1024x512xbf16>, %[[C0:.*]]: tensor<256x1024xbf16>, %[[C1:.*]]: tensor<?x1024xbf16>)
// CHECK: %[[R:.*]]:2 = tile.launch @autotune_kernels_sm_90a::@[[KERNEL:.*]] ins(%[[A0]], %[[A1]], %[[B0]], %[[B1]] : {{.*}}) outs(%[[C0]], %[[C1]] : {{.*}}) sms(132)
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @tensors(%a0: tensor<256x512xbf16>, %a1: tensor<?x512xbf16>, %b0: tensor<1024x512xbf16>, %b1: tensor<1024x512xbf16>,
                   %c0: tensor<256x1024xbf16>, %c1: tensor<?x1024xbf16>) -> (tensor<256x1024xbf16>, tensor<?x1024xbf16>) {
  %r:2 = problem.grouped_matmul ins(%a0, %a1 : tensor<256x512xbf16>, tensor<?x512xbf16>)
      by(%b0, %b1 : tensor<1024x512xbf16>, tensor<1024x512xbf16>) transpose_b
      outs(%c0, %c1 : tensor<256x1024xbf16>, tensor<?x1024xbf16>) -> tensor<256x1024xbf16>, tensor<?x1024xbf16>
  return %r#0, %r#1 : tensor<256x1024xbf16>, tensor<?x1024xbf16>
}

// CHECK-LABEL: func.func @given(
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[GIVEN:.*]] ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) outs(%{{.*}}, %{{.*}} :
func.func @given(%a: memref<8x64xbf16>, %b: memref<64x32xbf16>, %c0: memref<8x32xbf16>, %c1: memref<8x32xbf16>) {
  problem.grouped_matmul ins(%a, %a : memref<8x64xbf16>, memref<8x64xbf16>) by(%b, %b : memref<64x32xbf16>, memref<64x32xbf16>)
      outs(%c0, %c1 : memref<8x32xbf16>, memref<8x32xbf16>) {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64], schedule = pingpong>}
  return
}

// CHECK: gpu.module @autotune_kernels_sm_90a [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx81">]
// CHECK: tile.kernel @[[KERNEL]](%{{.*}}: memref<?x?x?xbf16, {{.*}}>, {{.*}}) {{.*}}group(2)
// CHECK: tile.kernel @[[GIVEN]](
// CHECK: tile.role "consumer" warps(4) copies(2)

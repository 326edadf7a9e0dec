// Sites are counted over all kernels of a module, in the order in which they
// stand, and a remark names the one that was taken.
// RUN: autotune-opt %s -autotune-plant-fault="fault=drop-store-fence site=1" 2>%t.err | FileCheck %s --check-prefix=FENCE
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// RUN: autotune-opt %s -autotune-plant-fault=fault=early-wgmma-commit | FileCheck %s --check-prefix=COMMIT
// RUN: autotune-opt %s -autotune-plant-fault=fault=accumulate-first | FileCheck %s --check-prefix=SCALE
// RUN: autotune-opt %s -autotune-plant-fault=fault=raise-last-wgmma-wait | FileCheck %s --check-prefix=WAIT

// FENCE-LABEL: llvm.func @first
// FENCE: nvvm.fence.proxy
// FENCE-LABEL: llvm.func @second
// FENCE-NOT: nvvm.fence.proxy
// REMARK: plant.mlir:[[# @LINE + 25]]:5: remark: planted 'drop-store-fence': no proxy fence between filling a staging buffer and the bulk store (site 1 of 2)

// COMMIT: nvvm.wgmma.fence.aligned
// COMMIT-NEXT: nvvm.wgmma.commit.group.sync.aligned
// COMMIT-NEXT: nvvm.wgmma.mma_async

// SCALE: nvvm.wgmma.mma_async {{.*}}, D[<f32>, <one>]
// WAIT: nvvm.wgmma.wait.group.sync.aligned 1
!sums = !llvm.struct<(f32, f32, f32, f32)>
gpu.module @kernels {
  llvm.func @first(%a: i64, %b: i64) attributes {nvvm.kernel} {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    %u = llvm.mlir.undef : !sums
    nvvm.wgmma.fence.aligned
    %d = nvvm.wgmma.mma_async %a, %b, %u, <m = 64, n = 8, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !sums -> !sums
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    llvm.return
  }
  // No kernel, and so no site.
  llvm.func @helper() {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.return
  }
  llvm.func @second() attributes {nvvm.kernel} {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.return
  }
}

// The whole way: from annotated matmuls to host code in the LLVM dialect, with
// the kernels as binaries.
// REQUIRES: ptxas
// RUN: autotune-opt %s -autotune-compile=target=h200 | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: autotune-opt %s -autotune-compile='target=h200 buffers=device' | FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: autotune-opt %s -autotune-compile='target=h200 format=isa' | FileCheck %s --check-prefix=ISA
// RUN: autotune-opt %s -autotune-compile=target=h200 | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// Nothing is left that mlir-translate would not know.
// CHECK-NOT: {{unrealized|bufferization\.|memref\.|tile\.|linalg\.|arith\.}}
// CHECK-LABEL: llvm.func @wgmma(
// The map's stack is taken at the start.
// CHECK: llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64}
// HOST: llvm.call @mgpuStreamCreate()
// HOST: llvm.call @mgpuMemAlloc
// HOST: llvm.call @mgpuMemcpy
// DEVICE-NOT: llvm.call @mgpuMemAlloc
// CHECK: llvm.call @mgpuAutotuneTensorMapEncode2D
// CHECK: gpu.launch_func <%{{.*}} : !llvm.ptr> @autotune_kernels_sm_90a::@matmul_hopper_wgmma_{{[0-9a-f]+}} clusters in ({{.*}}) blocks in ({{.*}}) threads in ({{.*}}) : i64 dynamic_shared_memory_size %{{.*}} args(
// HOST: llvm.call @mgpuMemcpy
// HOST: llvm.call @mgpuMemFree
// CHECK: llvm.call @mgpuStreamSynchronize
// CHECK: llvm.return

// Sizes that are known at run time only: the launch is guarded against empty
// matrices.
// CHECK-LABEL: llvm.func @simt(
// CHECK: %[[SOME:.*]] = llvm.icmp "ne"
// CHECK: llvm.cond_br %[[SOME]], ^[[LAUNCH:.*]], ^[[END:.*]]
// CHECK: ^[[LAUNCH]]:
// CHECK: gpu.launch_func {{.*}}@matmul_simt_
// CHECK: ^[[END]]:
// CHECK: llvm.return

// What has no config becomes loops on the host.
// CHECK-LABEL: llvm.func @loops(
// CHECK-NOT: gpu.launch_func
// CHECK: llvm.fmul
// CHECK: llvm.return

// CHECK: gpu.binary @autotune_kernels_sm_90a [#gpu.object<#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">
// CHECK-NOT: {{unrealized|bufferization\.|memref\.|tile\.|linalg\.|arith\.}}

// ISA: gpu.binary @autotune_kernels_sm_90a [#gpu.object<{{.*}}assembly = "
// ISA-SAME: .reqnctapercluster 2
// ISA-SAME: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16

// The binary is loaded before main, and the cluster given to the driver.
// LLVM: @llvm.global_ctors
// LLVM: call void @mgpuLaunchClusterKernel(
func.func @wgmma(%a: tensor<256x64xbf16>, %b: tensor<64x64xbf16>, %c: tensor<256x64xbf16>) -> tensor<256x64xbf16> {
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4,
      consumers = 2, schedule = cooperative, cluster = [2, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, load = tma, store = direct, ctas_per_sm = 1, evict_first = none,
      dependent_launch = false>}
      ins(%a, %b : tensor<256x64xbf16>, tensor<64x64xbf16>) outs(%c : tensor<256x64xbf16>) -> tensor<256x64xbf16>
  return %0 : tensor<256x64xbf16>
}

func.func @simt(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [2, 2]>}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @loops(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  // Not of linalg, and on whole tensors.
  %1 = arith.truncf %0 : tensor<4x4xf32> to tensor<4x4xbf16>
  return %1 : tensor<4x4xbf16>
}

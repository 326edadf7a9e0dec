// Products on tensor cores: the record of a shape.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

// m, n, k, types of A, B and D, scales of D, A and B, whether A and B are not
// K-major, saturation. An operand's sign is 1 or -1.
// CHECK: constant @autotune_sim_constants(dense<[64, 8, 16, 1, 1, 2, 1, -1, 1, 0, 1, 0]>
// CHECK-LABEL: llvm.func @m_negated(
// CHECK: llvm.call @autotuneSimWgmma(
gpu.module @m {
  llvm.func @negated(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    %0 = nvvm.wgmma.mma_async %a, %b, %zero, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<bf16>, <neg>, <row>], B[<bf16>, <one>, <row>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %1, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}

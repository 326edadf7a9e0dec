// TMA and cp.async.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @m_tma(
  llvm.func @tma(%map: !llvm.ptr, %near: !llvm.ptr<3>, %x: i32, %y: i32, %mask: i16, %hint: i64, %p: i1)
      attributes {nvvm.kernel} {
    %to = llvm.addrspacecast %near : !llvm.ptr<3> to !llvm.ptr<7>
    // CHECK: %[[NONE:.*]] = llvm.mlir.constant(-1 : i32)
    // Coordinates, innermost first.
    // CHECK: llvm.store %{{.*}}, %[[AT:.*]] {alignment = 1 : i64} : i32, !llvm.ptr
    // CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[AT]][4]
    // CHECK: llvm.store %{{.*}}, %[[NEXT]]
    // CHECK: %[[RANK:.*]] = llvm.mlir.constant(2 : i32)
    // CHECK: @autotuneSimTmaLoad(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[AT]], %[[RANK]], %[[NONE]]) : (!llvm.ptr, i64, !llvm.ptr, i64, !llvm.ptr, i32, i32) -> ()
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %near, box[%x, %y] : !llvm.ptr<7>, !llvm.ptr
    // A hint has no effect; a mask names the CTAs.
    // CHECK: %[[MASK:.*]] = llvm.zext %{{.*}} : i16 to i32
    // CHECK: @autotuneSimTmaLoad(%{{.*}}, %[[MASK]])
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %near, box[%x, %y] multicast_mask = %mask l2_cache_hint = %hint : !llvm.ptr<7>, !llvm.ptr
    // In im2col mode there are offsets, too, of 16 bits each.
    // CHECK: %[[OFFSET:.*]] = llvm.zext %{{.*}} : i16 to i32
    // CHECK: llvm.store %[[OFFSET]], %[[OFFSETS:.*]] {alignment = 1 : i64} : i32, !llvm.ptr
    // CHECK: @autotuneSimTmaLoadIm2col(%{{.*}}, %[[OFFSETS]], %{{.*}}) : (!llvm.ptr, i64, !llvm.ptr, i64, !llvm.ptr, i32, !llvm.ptr, i32) -> ()
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %near, box[%x, %y, %x] im2col[%mask] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
    // CHECK: llvm.cond_br
    // CHECK: @autotuneSimTmaLoad
    // CHECK-NEXT: llvm.br
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %near, box[%x] predicate = %p : !llvm.ptr<7>, !llvm.ptr
    // CHECK: @autotuneSimTmaStore(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, i32) -> ()
    nvvm.cp.async.bulk.tensor.global.shared.cta %map, %near, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>
    // CHECK: %[[MAX:.*]] = llvm.mlir.constant(5 : i32)
    // CHECK: @autotuneSimTmaReduce(%{{.*}}, %[[MAX]], %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, i64, !llvm.ptr, i32) -> ()
    nvvm.cp.async.bulk.tensor.reduce %map, %near, box[%x, %y] {redKind = #nvvm.tma_redux_kind<max>} : !llvm.ptr, !llvm.ptr<3>
    // CHECK: @autotuneSimPrefetchTensorMap(
    nvvm.prefetch tensormap, %map : !llvm.ptr
    // CHECK: @autotuneSimPrefetchTensorMap(
    nvvm.cp.async.bulk.tensor.prefetch %map, box[%x, %y] : !llvm.ptr
    // CHECK: @autotuneSimBulkCommit(%{{.*}}) : (!llvm.ptr) -> ()
    nvvm.cp.async.bulk.commit.group
    // CHECK: %[[PENDING:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: %[[READ:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: @autotuneSimBulkWait(%{{.*}}, %[[PENDING]], %[[READ]])
    nvvm.cp.async.bulk.wait_group 1 {read}
    // CHECK: %[[NONE_PENDING:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimBulkWait(%{{.*}}, %[[NONE_PENDING]], %[[ALL]])
    nvvm.cp.async.bulk.wait_group 0
    llvm.return
  }

  // CHECK-LABEL: llvm.func @m_cp_async(
  llvm.func @cp_async(%from: !llvm.ptr<1>, %to: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
    // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(16 : i32)
    // CHECK: @autotuneSimCpAsync(%{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]], %[[BYTES]]) : (!llvm.ptr, i64, i64, i32, i32) -> ()
    nvvm.cp.async.shared.global %to, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    // CHECK: %[[OF:.*]] = llvm.mlir.constant(16 : i32)
    // CHECK: @autotuneSimCpAsync(%{{.*}}, %{{.*}}, %{{.*}}, %[[OF]], %{{.*}})
    nvvm.cp.async.shared.global %to, %from, 16, cache = cg, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
    // CHECK: @autotuneSimCpAsyncCommit(
    nvvm.cp.async.commit.group
    // CHECK: %[[PENDING:.*]] = llvm.mlir.constant(2 : i32)
    // CHECK: @autotuneSimCpAsyncWait(%{{.*}}, %[[PENDING]])
    nvvm.cp.async.wait.group 2
    // CHECK: @autotuneSimCpAsyncMBarrierArrive(%{{.*}}) : (!llvm.ptr, i64, i32) -> ()
    nvvm.cp.async.mbarrier.arrive %to {noinc = true} : !llvm.ptr<3>
    llvm.return
  }
}

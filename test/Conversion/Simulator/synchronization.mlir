// Barriers, mbarriers and warps.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @m_mbarriers(
  llvm.func @mbarriers(%at: !llvm.ptr<3>, %remote: !llvm.ptr<7>, %n: i32, %out: !llvm.ptr<1>)
      attributes {nvvm.kernel} {
    // CHECK: @autotuneSimMBarrierInit(%{{.*}}) : (!llvm.ptr, i64, i32) -> ()
    nvvm.mbarrier.init %at, %n : !llvm.ptr<3>, i32
    // CHECK: @autotuneSimFenceMBarrierInit(%{{.*}}) : (!llvm.ptr) -> ()
    nvvm.fence.mbarrier.init
    // CHECK: llvm.mlir.constant(1 : i32)
    // CHECK: llvm.mlir.constant(1 : i32)
    // CHECK: %[[STATE:.*]] = llvm.call @autotuneSimMBarrierArrive(%{{.*}}) : (!llvm.ptr, i64, i32, i32) -> i64
    %0 = nvvm.mbarrier.arrive %at : !llvm.ptr<3> -> i64
    // A relaxed one releases nothing.
    // CHECK: llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimMBarrierArrive(
    nvvm.mbarrier.arrive %remote, %n {relaxed = true, scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
    // CHECK: @autotuneSimMBarrierArriveExpectTx(%{{.*}}) : (!llvm.ptr, i64, i32, i32) -> i64
    nvvm.mbarrier.arrive.expect_tx %at, %n : !llvm.ptr<3>, i32
    // CHECK: @autotuneSimMBarrierExpectTx(%{{.*}}) : (!llvm.ptr, i64, i32) -> ()
    nvvm.mbarrier.expect_tx %at, %n : !llvm.ptr<3>, i32
    // CHECK: @autotuneSimMBarrierWaitParity(%{{.*}}) : (!llvm.ptr, i64, i32) -> ()
    nvvm.mbarrier.try_wait.parity %at, %n, %n : !llvm.ptr<3>, i32, i32
    // CHECK: %[[BYTE:.*]] = llvm.call @autotuneSimMBarrierTestWaitParity(%{{.*}}) : (!llvm.ptr, i64, i32) -> i8
    // CHECK: llvm.trunc %[[BYTE]] : i8 to i1
    %1 = nvvm.mbarrier.test.wait %at, %n : !llvm.ptr<3>, i32 -> i1
    // It may wait until the end, and does.
    // CHECK: @autotuneSimMBarrierWaitParity(
    // CHECK: llvm.mlir.constant(true)
    %2 = nvvm.mbarrier.try_wait %at, %n : !llvm.ptr<3>, i32 -> i1
    // CHECK: @autotuneSimMBarrierInvalidate(%{{.*}}) : (!llvm.ptr, i64) -> ()
    nvvm.mbarrier.inval %at : !llvm.ptr<3>
    %3 = arith.andi %1, %2 : i1
    llvm.store %0, %out : i64, !llvm.ptr<1>
    llvm.store %3, %out : i1, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @m_barriers(
  llvm.func @barriers(%id: i32, %threads: i32) attributes {nvvm.kernel} {
    // CHECK: %[[ID:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: %[[ALL:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimBarrierSync(%{{.*}}, %[[ID]], %[[ALL]])
    nvvm.barrier0
    // CHECK: @autotuneSimBarrierSync(%{{.*}}) : (!llvm.ptr, i32, i32) -> ()
    nvvm.barrier id = %id number_of_threads = %threads
    // CHECK: @autotuneSimBarrierArrive(%{{.*}}) : (!llvm.ptr, i32, i32) -> ()
    nvvm.barrier.arrive id = %id number_of_threads = %threads
    // CHECK: %[[RELEASE:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: @autotuneSimClusterArrive(%{{.*}}, %[[RELEASE]], %{{.*}})
    nvvm.cluster.arrive {aligned}
    // CHECK: %[[RELAXED:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: %[[ALIGNED:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: @autotuneSimClusterArrive(%{{.*}}, %[[RELAXED]], %[[ALIGNED]])
    nvvm.cluster.arrive.relaxed {aligned}
    // CHECK: %[[APART:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimClusterWait(%{{.*}}, %[[APART]])
    nvvm.cluster.wait
    // CHECK: %[[MORE:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(232 : i32)
    // CHECK: @autotuneSimSetMaxRegisters(%{{.*}}, %[[MORE]], %[[COUNT]])
    nvvm.setmaxregister increase 232
    // CHECK: %[[WAIT:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: @autotuneSimGridDependency(%{{.*}}, %[[WAIT]]) : (!llvm.ptr, i32) -> ()
    nvvm.griddepcontrol wait
    // CHECK: %[[LAUNCH:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimGridDependency(%{{.*}}, %[[LAUNCH]])
    nvvm.griddepcontrol launch_dependents
    // CHECK: @autotuneSimYield(%{{.*}}) : (!llvm.ptr) -> ()
    nvvm.nanosleep %id
    // CHECK: @autotuneSimTrap(%{{.*}}) : (!llvm.ptr) -> ()
    // CHECK-NEXT: llvm.unreachable
    "llvm.intr.trap"() : () -> ()
    llvm.unreachable
  }

  // CHECK-LABEL: llvm.func @m_warps(
  llvm.func @warps(%mask: i32, %x: i32, %f: f32, %p: i1, %out: !llvm.ptr<1>)
      attributes {nvvm.kernel} {
    // CHECK: %[[IDX:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: @autotuneSimShuffle(%{{.*}}, %[[IDX]], %{{.*}}) : (!llvm.ptr, i32, i32, i32, i32, i32, !llvm.ptr) -> i32
    %0 = nvvm.shfl.sync idx %mask, %x, %x, %x : i32 -> i32
    // CHECK: %[[UP:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK: llvm.bitcast %{{.*}} : f32 to i32
    // CHECK: %[[BITS:.*]] = llvm.call @autotuneSimShuffle(%{{.*}}, %[[UP]],
    // CHECK: llvm.bitcast %[[BITS]] : i32 to f32
    %1 = nvvm.shfl.sync up %mask, %f, %x, %x : f32 -> f32
    // CHECK: %[[DOWN:.*]] = llvm.mlir.constant(2 : i32)
    // CHECK: @autotuneSimShuffle(%{{.*}}, %[[DOWN]],
    %2 = nvvm.shfl.sync down %mask, %x, %x, %x : i32 -> i32
    // CHECK: %[[BFLY:.*]] = llvm.mlir.constant(3 : i32)
    // CHECK: @autotuneSimShuffle(%{{.*}}, %[[BFLY]],
    // CHECK: llvm.trunc %{{.*}} : i8 to i1
    // CHECK: llvm.insertvalue %{{.*}}[1]
    %3 = nvvm.shfl.sync bfly %mask, %x, %x, %x {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    // CHECK: %[[ANY:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: llvm.zext
    // CHECK: @autotuneSimVote(%{{.*}}, %[[ANY]], %{{.*}}) : (!llvm.ptr, i32, i32, i32) -> i32
    // CHECK: llvm.trunc %{{.*}} : i32 to i1
    %4 = nvvm.vote.sync any %mask, %p -> i1
    // CHECK: %[[BALLOT:.*]] = llvm.mlir.constant(2 : i32)
    // CHECK: @autotuneSimVote(%{{.*}}, %[[BALLOT]],
    %5 = nvvm.vote.sync ballot %mask, %p -> i32
    // CHECK: %[[FULL:.*]] = llvm.mlir.constant(-1 : i32)
    // CHECK: @autotuneSimElect(%{{.*}}, %[[FULL]]) : (!llvm.ptr, i32) -> i8
    %6 = nvvm.elect.sync -> i1
    // CHECK: @autotuneSimSyncWarp(%{{.*}}) : (!llvm.ptr, i32) -> ()
    nvvm.bar.warp.sync %mask : i32
    llvm.store %1, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}

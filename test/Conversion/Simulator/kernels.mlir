// What a kernel becomes: its parameters, its sites, its branches.
// RUN: autotune-opt %s -convert-kernels-to-simulator -split-input-file | FileCheck %s

// Parameters come from an array of pointers; a tensor map is where it lies.
// CHECK-LABEL: llvm.func @m_parameters(
// CHECK-SAME: %[[PARAMS:.*]]: !llvm.ptr) {
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[PARAMS]][0]
// CHECK: %[[A0:.*]] = llvm.load %[[P0]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.load %[[A0]] : !llvm.ptr -> !llvm.ptr<1>
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[PARAMS]][1]
// CHECK: %[[A1:.*]] = llvm.load %[[P1]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[N:.*]] = llvm.load %[[A1]] : !llvm.ptr -> i32
// CHECK: %[[P2:.*]] = llvm.getelementptr %[[PARAMS]][2]
// CHECK: %[[MAP:.*]] = llvm.load %[[P2]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.call @autotuneSimPrefetchTensorMap(%{{.*}}, %[[MAP]])
// CHECK: llvm.mlir.global external constant @m_parameters_static_shared(0 : i32)
// CHECK-NOT: gpu.module
gpu.module @m {
  llvm.func @parameters(%a: !llvm.ptr<1>, %n: i32,
      %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>,
                       nvvm.grid_constant})
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    nvvm.prefetch tensormap, %map : !llvm.ptr
    llvm.store %n, %a : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// Each operation has a site of its own; names and locations are shared.
// CHECK-DAG: llvm.mlir.global internal constant @[[NAME:.*]]("nvvm.barrier0\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[AT:.*]]("loc(\22kernel.mlir\22:7:3)\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[SITE0:autotune_sim_site[_0-9]*]]() {
// CHECK-DAG: llvm.mlir.global internal constant @[[SITE1:autotune_sim_site[_0-9]*]]() {
// CHECK-LABEL: llvm.func @m_sites(
// CHECK: %[[FIRST:.*]] = llvm.mlir.addressof @autotune_sim_site
// CHECK: llvm.call @autotuneSimBarrierSync(%[[FIRST]],
// CHECK: %[[SECOND:.*]] = llvm.mlir.addressof @autotune_sim_site
// CHECK: llvm.call @autotuneSimBarrierSync(%[[SECOND]],
gpu.module @m {
  llvm.func @sites() attributes {nvvm.kernel} {
    nvvm.barrier0 loc("kernel.mlir":7:3)
    nvvm.barrier0 loc("kernel.mlir":7:3)
    llvm.return
  }
}

// -----

// A predicate becomes a branch, an exit a return.
// CHECK-LABEL: llvm.func @m_branches(
// CHECK: llvm.cond_br %{{.*}}, ^[[DO:.*]], ^[[SKIP:.*]]
// CHECK: ^[[DO]]:
// CHECK: llvm.call @autotuneSimMBarrierInit
// CHECK-NEXT: llvm.br ^[[SKIP]]
// CHECK: ^[[SKIP]]:
// CHECK-NEXT: llvm.return
gpu.module @m {
  llvm.func @branches(%p: i1, %n: i32) attributes {nvvm.kernel} {
    %zero = arith.constant 0 : i32
    %at = llvm.inttoptr %zero : i32 to !llvm.ptr<3>
    nvvm.mbarrier.init %at, %n, predicate = %p : !llvm.ptr<3>, i32, i1
    nvvm.exit
    llvm.return
  }
}

// -----

// Two modules, each with a kernel of one name.
// CHECK-DAG: llvm.func @first_k(
// CHECK-DAG: llvm.func @second_k(
gpu.module @first {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}
gpu.module @second {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}

// What would end the host's process is a call that reports it.
// RUN: autotune-opt %s -convert-kernels-to-simulator -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @m_unsigned(
  // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK: %[[BY_ZERO:.*]] = llvm.icmp "eq" %{{.*}}, %[[ZERO]] : i32
  // CHECK: %[[UNDEFINED:.*]] = llvm.zext %[[BY_ZERO]] : i1 to i32
  // CHECK: llvm.call @autotuneSimDivision(%{{.*}}, %[[UNDEFINED]])
  // CHECK-NEXT: llvm.urem
  llvm.func @unsigned(%n: i32, %d: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %r = llvm.urem %n, %d : i32
    llvm.store %r, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @m_signed(
  // CHECK: llvm.mlir.constant(-1 : i64) : i64
  // CHECK: llvm.mlir.constant(-9223372036854775808 : i64) : i64
  // CHECK: llvm.call @autotuneSimDivision(
  // CHECK-NEXT: llvm.sdiv
  llvm.func @signed(%n: i64, %d: i64, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %r = llvm.sdiv %n, %d : i64
    llvm.store %r, %p : i64, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @m_constant(
  // CHECK-NOT: autotuneSimDivision
  // CHECK: llvm.return
  llvm.func @constant(%n: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %d = llvm.mlir.constant(12 : i32) : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %r = llvm.sdiv %n, %d : i32
    llvm.store %r, %p : i32, !llvm.ptr<1>
    %s = llvm.udiv %n, %all : i32
    llvm.store %s, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: llvm.func @m_nowhere(
  // CHECK: llvm.call @autotuneSimTrap(
  // CHECK-NEXT: llvm.unreachable
  llvm.func @nowhere() attributes {nvvm.kernel} {
    llvm.unreachable
  }
}

// -----

gpu.module @m {
  llvm.func @vector(%n: vector<4xi32>, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // expected-error@+1 {{the simulator does not know 'llvm.udiv' of 'vector<4xi32>'}}
    %r = llvm.udiv %n, %n : vector<4xi32>
    llvm.store %r, %p : vector<4xi32>, !llvm.ptr<1>
    llvm.return
  }
}

// A branch that closes a loop counts as a step of the simulation.
// RUN: autotune-opt %s -convert-kernels-to-simulator | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @m_counted(
  // CHECK-NOT: llvm.call
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:.*]], ^[[END:.*]]
  // CHECK-NEXT: ^[[BODY]]:
  // CHECK: llvm.call @autotuneSimLoop(%{{.*}}) : (!llvm.ptr) -> ()
  // CHECK-NEXT: llvm.br
  // CHECK-NEXT: ^[[END]]:
  // CHECK-NEXT: llvm.return
  llvm.func @counted(%n: i32) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^bb1(%zero : i32)
  ^bb1(%i: i32):
    %more = llvm.icmp "ult" %i, %n : i32
    llvm.cond_br %more, ^bb2, ^bb3
  ^bb2:
    %next = llvm.add %i, %one : i32
    llvm.br ^bb1(%next : i32)
  ^bb3:
    llvm.return
  }

  // One of the ways around is enough, whichever the loop is entered by; what
  // only joins again is no loop.
  // CHECK-LABEL: llvm.func @m_two_entries(
  // CHECK-COUNT-1: llvm.call @autotuneSimLoop
  // CHECK-NOT: llvm.call
  // CHECK: llvm.func @m_joined(
  // CHECK-NOT: llvm.call
  // CHECK: llvm.return
  llvm.func @two_entries(%p: i1) attributes {nvvm.kernel} {
    llvm.cond_br %p, ^bb1, ^bb2
  ^bb1:
    llvm.br ^bb2
  ^bb2:
    llvm.cond_br %p, ^bb1, ^bb3
  ^bb3:
    llvm.return
  }
  llvm.func @joined(%p: i1) attributes {nvvm.kernel} {
    llvm.cond_br %p, ^bb1, ^bb2
  ^bb1:
    llvm.br ^bb3
  ^bb2:
    llvm.br ^bb3
  ^bb3:
    llvm.return
  }
}

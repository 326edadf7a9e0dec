// nvvm.prmt: bytes of both words, or the sign of one eight times, by a selector
// that is a constant, or is not.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -convert-kernels-to-simulator | FileCheck %s

gpu.module @m {
  // Byte 1 of the first word, 0 of the second, 3 of the first, and 2 of the
  // second, from the lowest on.
  // CHECK-LABEL: llvm.func @m_permute(
  llvm.func @permute(%out: !llvm.ptr, %c: i32, %d: i32) attributes {nvvm.kernel} {
    // CHECK: %[[C:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[D:.*]] = llvm.load %{{.*}} -> i32
    // CHECK-DAG: %[[LOW:.*]] = llvm.bitcast %[[C]] : i32 to vector<4xi8>
    // CHECK-DAG: %[[HIGH:.*]] = llvm.bitcast %[[D]] : i32 to vector<4xi8>
    // CHECK: %[[BYTES:.*]] = llvm.shufflevector %[[LOW]], %[[HIGH]] [1, 4, 3, 6]
    // CHECK: llvm.bitcast %[[BYTES]] : vector<4xi8> to i32
    %selector = llvm.mlir.constant(0x6341 : i32) : i32
    %r = nvvm.prmt <default> %selector, %c, %d : i32
    llvm.store %r, %out : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  // One of them a sign.
  // CHECK-LABEL: llvm.func @m_sign(
  llvm.func @sign(%out: !llvm.ptr, %c: i32, %d: i32) attributes {nvvm.kernel} {
    // CHECK: %[[C:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[D:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[S:.*]] = llvm.mlir.constant(58177 : i32)
    // CHECK: llvm.call @autotuneSimPermute(%{{.*}}, %[[C]], %[[D]], %[[S]])
    %selector = llvm.mlir.constant(0xe341 : i32) : i32
    %r = nvvm.prmt <default> %selector, %c, %d : i32
    llvm.store %r, %out : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  // CHECK-LABEL: llvm.func @m_selected(
  llvm.func @selected(%out: !llvm.ptr, %c: i32, %d: i32, %s: i32) attributes {nvvm.kernel} {
    // CHECK: %[[C:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[D:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[S:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: llvm.call @autotuneSimPermute(%{{.*}}, %[[C]], %[[D]], %[[S]])
    %r = nvvm.prmt <default> %s, %c, %d : i32
    llvm.store %r, %out : i32, !llvm.ptr
    llvm.return
  }
}

// -----

// One LOP3: what is masked, and turned over.
gpu.module @m {
  // CHECK-LABEL: llvm.func @m_masked(
  llvm.func @masked(%out: !llvm.ptr, %a: i32, %mask: i32, %bits: i32) attributes {nvvm.kernel} {
    // CHECK: %[[MASKED:.*]] = llvm.and %[[A:.*]], %[[MASK:.*]] : i32
    // CHECK: llvm.xor %[[MASKED]], %{{.*}} : i32
    %r = llvm.inline_asm asm_dialect = att "lop3.b32 $0, $1, $2, $3, 0x6a;", "=r,r,r,r" %a, %mask, %bits : (i32, i32, i32) -> i32
    llvm.store %r, %out : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @moded(%out: !llvm.ptr, %c: i32) attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'nvvm.prmt' with a mode}}
    %r = nvvm.prmt <b4e> %c, %c, %c : i32
    llvm.store %r, %out : i32, !llvm.ptr
    llvm.return
  }
}

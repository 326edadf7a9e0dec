// nvvm.prmt: bytes of both words, or the sign of one eight times, by a selector
// that is a constant, or is not.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -convert-kernels-to-simulator | FileCheck %s

gpu.module @m {
  // Byte 1 of the first word, 0 of the second, 3 of the first, and the sign of 2
  // of the second, from the lowest on.
  // CHECK-LABEL: llvm.func @m_permute(
  llvm.func @permute(%out: !llvm.ptr, %c: i32, %d: i32) attributes {nvvm.kernel} {
    // CHECK: %[[C:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[D:.*]] = llvm.load %{{.*}} -> i32
    // CHECK: %[[S16:.*]] = llvm.mlir.constant(16 : i32)
    // CHECK: %[[TOP:.*]] = llvm.shl %[[C]], %[[S16]]
    // CHECK: %[[S24:.*]] = llvm.mlir.constant(24 : i32)
    // CHECK: llvm.lshr %[[TOP]], %[[S24]]
    // CHECK: llvm.mlir.constant(24 : i32)
    // CHECK: llvm.shl %[[D]]
    // CHECK: llvm.mlir.constant(8 : i32)
    // CHECK: llvm.mlir.constant(0 : i32)
    // CHECK: llvm.shl %[[C]]
    // CHECK: llvm.mlir.constant(8 : i32)
    // CHECK: %[[TOP:.*]] = llvm.shl %[[D]]
    // CHECK: %[[S31:.*]] = llvm.mlir.constant(31 : i32)
    // CHECK: llvm.ashr %[[TOP]], %[[S31]]
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
    // CHECK: %[[LOW:.*]] = llvm.zext %{{.*}} : i32 to i64
    // CHECK: %[[HIGH:.*]] = llvm.zext %{{.*}} : i32 to i64
    // CHECK: %[[SHIFTED:.*]] = llvm.shl %[[HIGH]]
    // CHECK: %[[BOTH:.*]] = llvm.or %[[LOW]], %[[SHIFTED]]
    // CHECK: %[[SELECTOR:.*]] = llvm.zext %{{.*}} : i32 to i64
    // CHECK-COUNT-4: llvm.lshr %[[SELECTOR]]
    // CHECK: llvm.trunc
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

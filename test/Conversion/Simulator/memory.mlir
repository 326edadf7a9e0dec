// Loads, stores, atomics and fences, and where shared memory lies.
// RUN: autotune-opt %s -convert-kernels-to-simulator -split-input-file | FileCheck %s

// The space, the address, the value's place, its bytes, the alignment.
// CHECK-LABEL: llvm.func @m_access(
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x vector<4xf32> {alignment = 16 : i64}
// CHECK-DAG: %[[SHARED:.*]] = llvm.mlir.constant(3 : i32)
// CHECK-DAG: %[[ADDRESS:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i64
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[ALIGN:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: llvm.call @autotuneSimLoad(%{{.*}}, %[[SHARED]], %[[ADDRESS]], %[[SLOT]], %[[BYTES]], %[[ALIGN]])
// CHECK: %[[VALUE:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.store %[[VALUE]], %[[SLOT]]
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.ptrtoint %{{.*}} : !llvm.ptr<1> to i64
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: llvm.call @autotuneSimStore
// The thread's own memory is the host's.
// CHECK: llvm.store %{{.*}}, %{{.*}} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT: llvm.return
gpu.module @m {
  llvm.func @access(%from: !llvm.ptr<3>, %to: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %one = arith.constant 1 : i32
    %own = llvm.alloca %one x vector<4xf32> : (i32) -> !llvm.ptr
    %0 = llvm.load %from : !llvm.ptr<3> -> vector<4xf32>
    llvm.store %0, %to {alignment = 8 : i64} : vector<4xf32>, !llvm.ptr<1>
    %second = llvm.getelementptr %own[1] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %0, %second : vector<4xf32>, !llvm.ptr
    llvm.return
  }
}

// -----

// Atomics: what was there comes back; a subtraction is an addition.
// CHECK-LABEL: llvm.func @m_atomics(
// CHECK: %[[OLD:.*]] = llvm.alloca %{{.*}} x i32
// CHECK: llvm.call @autotuneSimAtomic(%{{.*}}) : (!llvm.ptr, i32, i32, i32, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32, i32) -> ()
// CHECK: llvm.sub
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.call @autotuneSimAtomic(
// CHECK: llvm.mlir.constant(10 : i32)
// CHECK: llvm.call @autotuneSimAtomic(
// CHECK: llvm.mlir.constant(9 : i32)
// CHECK: llvm.call @autotuneSimAtomic(
// CHECK: %[[SEEN:.*]] = llvm.load
// CHECK: llvm.icmp "eq" %[[SEEN]],
gpu.module @m {
  llvm.func @atomics(%at: !llvm.ptr<1>, %x: i32, %f: f32) attributes {nvvm.kernel} {
    %0 = llvm.atomicrmw add %at, %x syncscope("device") monotonic : !llvm.ptr<1>, i32
    %1 = llvm.atomicrmw sub %at, %x acq_rel : !llvm.ptr<1>, i32
    %2 = llvm.atomicrmw fadd %at, %f syncscope("block") monotonic : !llvm.ptr<1>, f32
    %3 = llvm.cmpxchg %at, %0, %x acq_rel monotonic : !llvm.ptr<1>, i32
    %4 = llvm.extractvalue %3[1] : !llvm.struct<(i32, i1)>
    llvm.cond_br %4, ^store, ^end
  ^store:
    llvm.store %1, %at : i32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}

// -----

// Fences, by scope and by proxy.
// CHECK-LABEL: llvm.func @m_fences(
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFence(
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFence(
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFence(
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFenceProxy(
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFenceProxy(
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFenceProxy(
// CHECK: llvm.mlir.constant(3 : i32)
// CHECK-NEXT: addressof
// CHECK-NEXT: @autotuneSimFenceProxy(
gpu.module @m {
  llvm.func @fences() attributes {nvvm.kernel} {
    nvvm.memory.barrier <gpu>
    nvvm.fence.sc.cluster
    llvm.fence syncscope("block") acq_rel
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
    llvm.return
  }
}

// -----

// Static arrays come first, at addresses that they are aligned to, then the
// dynamic memory. A launch adds what they take: 16 + 128, and room to align.
// CHECK-LABEL: llvm.func @m_shared(
// CHECK: %[[BASE:.*]] = llvm.call @autotuneSimSharedBase
// CHECK: llvm.add %[[BASE]]
// CHECK: llvm.and
// CHECK: llvm.inttoptr %{{.*}} : i32 to !llvm.ptr<3>
// CHECK: llvm.call @autotuneSimSharedBase
// CHECK: llvm.mlir.constant(64 : i32)
// CHECK: llvm.call @autotuneSimSharedBase
// CHECK: llvm.mlir.constant(192 : i32)
// CHECK: llvm.call @autotuneSimMapa(
// CHECK: llvm.mlir.global external constant @m_shared_static_shared(240 : i32)
gpu.module @m {
  llvm.mlir.global internal @a() {addr_space = 3 : i32} : !llvm.array<4 x f32>
  llvm.mlir.global internal @b() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<32 x f32>
  llvm.mlir.global internal @unused() {addr_space = 3 : i32} : !llvm.array<9 x f32>
  llvm.mlir.global external @rest() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  llvm.func @shared(%x: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @a : !llvm.ptr<3>
    %1 = llvm.mlir.addressof @b : !llvm.ptr<3>
    %2 = llvm.mlir.addressof @rest : !llvm.ptr<3>
    llvm.store %x, %0 : i32, !llvm.ptr<3>
    llvm.store %x, %1 : i32, !llvm.ptr<3>
    %3 = nvvm.mapa %2, %x : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.store %x, %3 : i32, !llvm.ptr<7>
    llvm.return
  }
}

// -----

// Dynamic memory starts where its symbol is aligned to, too.
// CHECK-LABEL: llvm.func @m_aligned(
// CHECK: %[[BASE:.*]] = llvm.call @autotuneSimSharedBase
// CHECK: llvm.mlir.constant(1023 : i32)
// CHECK: llvm.add %[[BASE]]
// CHECK: llvm.mlir.constant(-1024 : i32)
// CHECK: %[[START:.*]] = llvm.and
// CHECK-NEXT: llvm.inttoptr %[[START]] : i32 to !llvm.ptr<3>
// CHECK: llvm.mlir.global external constant @m_aligned_static_shared(1008 : i32)
gpu.module @m {
  llvm.mlir.global external @rest() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @aligned(%x: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @rest : !llvm.ptr<3>
    llvm.store %x, %0 : i32, !llvm.ptr<3>
    llvm.return
  }
}

// -----

// A generic address of shared memory is none that the host could have: whatever
// casts it flips bits, and so does an operation that takes either.
// CHECK-LABEL: llvm.func @m_casts(
// CHECK: %[[NUMBER:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i64
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(-140737488355328 : i64)
// CHECK: %[[FLIPPED:.*]] = llvm.xor %[[NUMBER]], %[[BITS]]
// CHECK: %[[GENERIC:.*]] = llvm.inttoptr %[[FLIPPED]] : i64 to !llvm.ptr
// CHECK: llvm.ptrtoint %[[GENERIC]]
// CHECK: %[[BACK:.*]] = llvm.xor
// CHECK: llvm.call @autotuneSimMBarrierInit(%{{.*}}, %[[BACK]],
// CHECK: llvm.xor
// CHECK: llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<7>
// CHECK: llvm.call @autotuneSimMapa(
// CHECK: llvm.zext
// CHECK: llvm.or %{{.*}}, %{{.*}} : i64
// Neither between shared addresses nor between those of the host.
// CHECK-NOT: llvm.xor
// CHECK: llvm.return
gpu.module @m {
  llvm.func @casts(%near: !llvm.ptr<3>, %any: !llvm.ptr, %out: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    %generic = llvm.addrspacecast %near : !llvm.ptr<3> to !llvm.ptr
    nvvm.mbarrier.init %generic, %n : !llvm.ptr, i32
    %cluster = llvm.addrspacecast %any : !llvm.ptr to !llvm.ptr<7>
    %peer = nvvm.mapa %generic, %n : !llvm.ptr -> !llvm.ptr
    %own = llvm.addrspacecast %near : !llvm.ptr<3> to !llvm.ptr<7>
    %host = llvm.addrspacecast %out : !llvm.ptr<1> to !llvm.ptr
    %0 = llvm.load %cluster : !llvm.ptr<7> -> i32
    %1 = llvm.load %peer : !llvm.ptr -> i32
    %2 = llvm.load %own : !llvm.ptr<7> -> i32
    %3 = llvm.add %0, %1 : i32
    %4 = llvm.add %2, %3 : i32
    llvm.store %4, %host : i32, !llvm.ptr
    llvm.return
  }
}

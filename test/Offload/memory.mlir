// Where buffers are: in an arena, in which those share bytes that are never
// needed together, or on their own; lists of sizes stay on the host.
// RUN: autotune-opt %s -split-input-file -autotune-plan-memory | FileCheck %s

func.func private @use(memref<64xf32>)

// %a and %b are needed together, %c after both.
// CHECK-LABEL: func @shared
// CHECK: %[[BYTES:.*]] = arith.constant 512 : i64
// CHECK: %[[BASE:.*]] = llvm.call @mgpuAutotuneArenaAcquire(%[[BYTES]])
// CHECK-DAG: memref.view %{{.*}}[%[[A:.*]]][] : memref<512xi8> to memref<64xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: llvm.call @mgpuAutotuneArenaRelease(%[[BASE]])
// CHECK-NEXT: return
func.func @shared(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.copy %a, %b : memref<64xf32> to memref<64xf32>
  %c = memref.alloc() : memref<64xf32>
  memref.copy %b, %y : memref<64xf32> to memref<64xf32>
  memref.copy %y, %c : memref<64xf32> to memref<64xf32>
  memref.copy %c, %y : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  memref.dealloc %c : memref<64xf32>
  return
}

// -----

func.func private @use(memref<?xf32>)

// Another function may keep it, and its size is unknown.
// CHECK-LABEL: func @alone
// CHECK: %[[N:.*]] = arith.index_cast %arg0 : index to i64
// CHECK: %[[ALL:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK: llvm.call @mgpuAutotuneAllocate(%[[ALL]])
// CHECK: call @use
// CHECK: llvm.call @mgpuAutotuneFree
func.func @alone(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  call @use(%a) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func @shape
// CHECK: memref.alloc() : memref<2xindex>
// CHECK: memref.dealloc
func.func @shape(%x: memref<?xf32>, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  memref.store %n, %s[%c1] : memref<2xindex>
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.dealloc %s : memref<2xindex>
  return %r : memref<?x?xf32>
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

// CHECK: llvm.mlir.global internal @autotune_constant_0
// CHECK-LABEL: func @constant
// CHECK: %[[HOST:.*]] = memref.get_global @c
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[HOST]]
// CHECK: %[[SIXTEEN:.*]] = arith.constant 16 : i64
// CHECK: %[[SITE:.*]] = llvm.mlir.addressof @autotune_constant_0
// CHECK: llvm.call @mgpuAutotuneConstant(%[[SITE]], %{{.*}}, %[[SIXTEEN]])
// CHECK-NOT: memref.copy %[[HOST]]
func.func @constant(%y: memref<4xf32>) {
  %c = memref.get_global @c : memref<4xf32>
  memref.copy %c, %y : memref<4xf32> to memref<4xf32>
  return
}

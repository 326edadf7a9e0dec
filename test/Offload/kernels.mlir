// What is left on buffers becomes kernels.
// RUN: autotune-opt %s -split-input-file -autotune-offload=target=h200 | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A thread for each row, which sums. Strides and sizes that types don't have are
// parameters. Kernels that are equal are one.
// CHECK-LABEL: func @sums
// CHECK: %[[STREAM:.*]] = llvm.call @mgpuAutotuneStream()
// CHECK: llvm.call @mgpuAutotuneDependent()
// CHECK: gpu.launch_func async [%{{.*}}] @autotune_rest::@[[SUM:.*]] blocks in
// CHECK: gpu.launch_func async [%{{.*}}] @autotune_rest::@[[SUM]] blocks in
// CHECK: llvm.call @mgpuAutotuneFinish()
// CHECK-NEXT: return
// CHECK: gpu.func @[[SUM]](%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: !llvm.ptr, %{{.*}}: i64) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK: nvvm.griddepcontrol {{.*}}wait
// CHECK: scf.if
// CHECK: scf.for
// CHECK: arith.addf
func.func @sums(%x: memref<100x?xf32>, %y: memref<100xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<100x?xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<100x?xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  }
  return
}

// -----

// A loop over elements is one thread's. Nothing is launched for no elements.
// CHECK-LABEL: func @loop
// CHECK: gpu.launch_func {{.*}} threads in
// CHECK-NOT: gpu.launch_func
// CHECK: return
// CHECK: gpu.func
// CHECK: scf.for
func.func @loop(%x: memref<8xi64>, %none: memref<0xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  scf.for %i = %c1 to %c8 step %c1 {
    %before = arith.subi %i, %c1 : index
    %a = memref.load %x[%before] : memref<8xi64>
    %b = memref.load %x[%i] : memref<8xi64>
    %s = arith.addi %a, %b : i64
    memref.store %s, %x[%i] : memref<8xi64>
  }
  linalg.fill ins(%zero : i64) outs(%none : memref<0xi64>)
  return
}

// -----

// An element that a kernel needs is read by the kernel, and not by the host.
// CHECK-LABEL: func @read
// CHECK-NOT: memref.load
// CHECK: return
// CHECK: gpu.func
// CHECK: llvm.load
func.func @read(%x: memref<f32>, %y: memref<64xf32>) {
  %v = memref.load %x[] : memref<f32>
  linalg.fill ins(%v : f32) outs(%y : memref<64xf32>)
  return
}

// -----

// The element may be overwritten before, or while, a kernel needs it: another
// kernel keeps it in a buffer of its own.
// CHECK-LABEL: func @kept
// CHECK: %[[KEPT:.*]] = memref.alloc() : memref<f32>
// CHECK: gpu.launch_func {{.*}} @autotune_rest::@[[KEEP:[a-z_0-9]*]] {{.*}}
// CHECK: gpu.launch_func {{.*}} @autotune_rest::@[[DIVIDE:[a-z_0-9]*]] {{.*}}
// CHECK: memref.dealloc %[[KEPT]]
// CHECK: gpu.func @[[KEEP]](
// CHECK: %[[ELEMENT:.*]] = llvm.load
// CHECK: llvm.store %[[ELEMENT]]
func.func @kept(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<64xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<64xf32>) {
  ^bb0(%o: f32):
    %d = arith.divf %o, %v : f32
    linalg.yield %d : f32
  }
  return
}

// -----

// A list of sizes is the host's, in loops too.
// CHECK-LABEL: func @list
// CHECK: scf.for
// CHECK: memref.store
// CHECK: memref.reshape
func.func @list(%x: memref<?xf32>, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = memref.alloc() : memref<2xindex>
  scf.for %i = %c0 to %c2 step %c1 {
    memref.store %n, %s[%i] : memref<2xindex>
  }
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}

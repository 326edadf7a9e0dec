// Who frees the buffers that a program frees itself.
// RUN: autotune-opt %s -split-input-file -autotune-keep-deallocations | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-keep-deallocations -buffer-deallocation-pipeline -o /dev/null

// Scratch is freed where the program says, on each path, be it through a view.
// CHECK-LABEL: func.func @scratch(
// CHECK: memref.alloc() {bufferization.manual_deallocation}
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @scratch(%c: i1, %b: memref<4x4xf32>) {
  %t = memref.alloc() : memref<4x4xf32>
  %v = memref.cast %t : memref<4x4xf32> to memref<?x4xf32>
  cf.cond_br %c, ^a, ^b
^a:
  memref.copy %v, %b : memref<?x4xf32> to memref<4x4xf32>
  memref.dealloc %t : memref<4x4xf32>
  return
^b:
  memref.dealloc %v : memref<?x4xf32>
  return
}

// -----

// Allocated and freed in a loop.
// CHECK-LABEL: func.func @loop(
// CHECK: memref.alloc() {bufferization.manual_deallocation}
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @loop(%n: index, %x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc() : memref<4xf32>
    linalg.copy ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    memref.dealloc %t : memref<4xf32>
  }
  return
}

// -----

// One of two: which is known at run time. Each is freed where its owner ends.
// CHECK-LABEL: func.func @chosen(
// CHECK-NOT: manual_deallocation
// CHECK-NOT: memref.dealloc
func.func @chosen(%c: i1) {
  %t = memref.alloc() : memref<4xf32>
  %u = memref.alloc() : memref<4xf32>
  %x = arith.select %c, %t, %u : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return
}

// -----

// The result of a call is the caller's already.
// CHECK-LABEL: func.func @call(
// CHECK-NOT: memref.dealloc
func.func private @make() -> memref<4xf32>
func.func @call() {
  %t = call @make() : () -> memref<4xf32>
  memref.dealloc %t : memref<4xf32>
  return
}

// -----

// A function that frees what it is given. A private one leaves that to its
// callers, whose buffer it is.
// CHECK-LABEL: func.func @public(
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
// CHECK-LABEL: func.func private @private(
// CHECK-NOT: memref.dealloc
func.func @public(%t: memref<4xf32>) {
  memref.dealloc %t : memref<4xf32>
  return
}
func.func private @private(%t: memref<4xf32>) {
  memref.dealloc %t : memref<4xf32>
  return
}
func.func @caller() {
  %t = memref.alloc() : memref<4xf32>
  call @private(%t) : (memref<4xf32>) -> ()
  return
}

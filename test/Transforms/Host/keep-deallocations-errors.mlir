// RUN: autotune-opt %s -verify-diagnostics -autotune-keep-deallocations

func.func @frees(%t: memref<4xf32>) {
  // expected-error @below {{frees an argument of @frees, which functions of this module call: they free the buffers that they allocate; remove the memref.dealloc, or make the function private}}
  memref.dealloc %t : memref<4xf32>
  return
}
func.func @caller() {
  %t = memref.alloc() : memref<4xf32>
  call @frees(%t) : (memref<4xf32>) -> ()
  return
}

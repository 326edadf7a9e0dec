// What types leave open is checked by the host just before it launches: a
// matrix that the kernel can't be given ends the program. One that it can goes
// on to the driver, which isn't there, so that nothing is run; that ends the
// program too, if it isn't asked to go on.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="buffers=device format=isa" -o %t.mlir
// DEFINE: %{entry} = good
// DEFINE: %{run} = env AUTOTUNE_LIBCUDA=/nonexistent/libcuda.so AUTOTUNE_CUDA_KEEP_GOING=1 %mlir_runner_line_buffered %t.mlir -e %{entry} -entry-point-result=void -O0 -shared-libs=%mlir_dir/../../libmlir_c_runner_utils.so -shared-libs=%autotune_cuda_runtime
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{entry} = address
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefixes=ADDRESS,ENDS
// REDEFINE: %{entry} = stride
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefixes=STRIDE,ENDS
// REDEFINE: %{entry} = length
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefixes=LENGTH,ENDS
// REDEFINE: %{entry} = size
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefixes=SIZE,ENDS
// REDEFINE: %{entry} = inner
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefixes=INNER,ENDS
// REDEFINE: %{entry} = empty
// RUN: %{run} 2>&1 | FileCheck %s

// RUN: not env -u AUTOTUNE_CUDA_KEEP_GOING AUTOTUNE_LIBCUDA=/nonexistent/libcuda.so %mlir_runner_line_buffered %t.mlir -e good -entry-point-result=void -O0 -shared-libs=%mlir_dir/../../libmlir_c_runner_utils.so -shared-libs=%autotune_cuda_runtime 2>&1 | FileCheck %s --check-prefixes=DRIVER,ENDS
// DRIVER: no CUDA driver

// CHECK: launches are over
// ADDRESS: operand 0 does not start at a multiple of 16 bytes
// STRIDE: operand 0 does not start each row at a multiple of 16 bytes
// LENGTH: operand 0 has rows that are not a multiple of 16 bytes long
// SIZE: operand 0 has more than 2147418111 elements along dimension 0
// INNER: operand 0 has rows whose elements are not adjacent
// ENDS-NOT: launches are over

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @copy(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xbf16>
      }
    }
  }
}

// The view is never read on the host: it may be larger than its buffer.
func.func private @launch(%rows: index, %columns: index, %stride: index, %offset: index) {
  %c1 = arith.constant 1 : index
  call @launch_strided(%rows, %columns, %stride, %c1, %offset) : (index, index, index, index, index) -> ()
  return
}

func.func private @launch_strided(%rows: index, %columns: index, %stride: index, %inner: index, %offset: index) {
  %buffer = memref.alloc() {alignment = 256} : memref<4096xbf16>
  %c = memref.reinterpret_cast %buffer to offset: [%offset], sizes: [%rows, %columns], strides: [%stride, %inner]
      : memref<4096xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
  tile.launch @kernels::@copy outs(%c : memref<?x?xbf16, strided<[?, ?], offset: ?>>)
  vector.print str "launches are over\n"
  return
}

func.func @good() {
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c8 = arith.constant 8 : index
  call @launch(%c16, %c16, %c24, %c8) : (index, index, index, index) -> ()
  return
}

func.func @address() {
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c4 = arith.constant 4 : index
  call @launch(%c16, %c16, %c24, %c4) : (index, index, index, index) -> ()
  return
}

func.func @stride() {
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c8 = arith.constant 8 : index
  call @launch(%c16, %c16, %c20, %c8) : (index, index, index, index) -> ()
  return
}

func.func @length() {
  %c16 = arith.constant 16 : index
  %c12 = arith.constant 12 : index
  %c24 = arith.constant 24 : index
  %c8 = arith.constant 8 : index
  call @launch(%c16, %c12, %c24, %c8) : (index, index, index, index) -> ()
  return
}

func.func @size() {
  // In 32 bits this would be 16.
  %large = arith.constant 4294967312 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c8 = arith.constant 8 : index
  call @launch(%large, %c16, %c24, %c8) : (index, index, index, index) -> ()
  return
}

func.func @inner() {
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  call @launch_strided(%c16, %c16, %c24, %c2, %c8) : (index, index, index, index, index) -> ()
  return
}

// Nothing is asked of a matrix without elements: nothing is launched.
func.func @empty() {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c4 = arith.constant 4 : index
  call @launch(%c0, %c12, %c12, %c4) : (index, index, index, index) -> ()
  return
}

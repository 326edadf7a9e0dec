// A convolution written by hand runs: windows of images times a filter, whose
// pixels come one after the other. Tiles of the output go over the ends of rows
// and images.
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile \
// RUN:   | %run_gpu | FileCheck %s %}

// Of each case the wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NOT: {{.}}
func.func @main() {
  call @case0() : () -> ()
  call @case1() : () -> ()
  call @case2() : () -> ()
  call @case3() : () -> ()
  call @case4() : () -> ()
  call @case5() : () -> ()
  call @case6() : () -> ()
  return
}

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @conv(%x: memref<?x?x?x?xf16>, %f: memref<?x?x?xf16>, %y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %step = arith.constant 64 : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    %N = memref.dim %y, %c1 : memref<?x?xf16>
    %C = memref.dim %x, %c3 : memref<?x?x?x?xf16>
    %R, %S = tile.window_size
    // A step of K has 64 channels of one pixel of the windows.
    %last = arith.addi %C, %step : index
    %rounded = arith.subi %last, %c1 : index
    %steps = arith.divui %rounded, %step : index
    %pixels = arith.muli %R, %S : index
    %channels = arith.muli %steps, %step : index
    %K = arith.muli %pixels, %channels : index
    %ring = tile.ring stages(4) : !tile.ring<128x64xf16, 64x64xf16>
    tile.role "producer" warps(4) registers(40) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 64) raster(along_m, 8) persistent {
        scf.for %r = %c0 to %R step %c1 {
          scf.for %s = %c0 to %S step %c1 {
            %row = arith.muli %r, %S : index
            %pixel = arith.addi %row, %s : index
            scf.for %c = %c0 to %C step %step {
              %slot = tile.acquire %ring : !tile.ring<128x64xf16, 64x64xf16> -> !tile.slot<128x64xf16, 64x64xf16>
              tile.load %x[%m, %c] window [%r, %s] into %slot[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16, 64x64xf16>
              tile.load %f[%pixel, %n, %c] into %slot[1] : memref<?x?x?xf16>, !tile.slot<128x64xf16, 64x64xf16>
            }
          }
        }
      }
    }
    tile.role "consumer" warps(8) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 64) raster(along_m, 8) persistent {
        %first = tile.wait %ring : !tile.ring<128x64xf16, 64x64xf16> -> !tile.slot<128x64xf16, 64x64xf16>
        %d0 = tile.mma %first transpose_b : !tile.slot<128x64xf16, 64x64xf16> -> !tile.fragment<128x64xf32>
        %second = arith.addi %k0, %step : index
        %sum, %slot0 = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x64xf32>, !tile.slot<128x64xf16, 64x64xf16>) {
          %slot = tile.wait %ring : !tile.ring<128x64xf16, 64x64xf16> -> !tile.slot<128x64xf16, 64x64xf16>
          %d = tile.mma %slot, %acc transpose_b : !tile.slot<128x64xf16, 64x64xf16>, !tile.fragment<128x64xf32>
            -> !tile.fragment<128x64xf32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x64xf16, 64x64xf16>, !tile.ring<128x64xf16, 64x64xf16>
          scf.yield %d, %slot : !tile.fragment<128x64xf32>, !tile.slot<128x64xf16, 64x64xf16>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %slot0 to %ring : !tile.slot<128x64xf16, 64x64xf16>, !tile.ring<128x64xf16, 64x64xf16>
        tile.store %done, %y[%m, %n] alignment(16) : !tile.fragment<128x64xf32>, memref<?x?xf16>
      }
    }
  }

  // Wider tiles, a filter whose outputs are contiguous, and stores by TMA.
  tile.kernel @wide(%x: memref<?x?x?x?xf16>, %f: memref<?x?x?xf16>, %y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %step = arith.constant 64 : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    %N = memref.dim %y, %c1 : memref<?x?xf16>
    %C = memref.dim %x, %c3 : memref<?x?x?x?xf16>
    %R, %S = tile.window_size
    %last = arith.addi %C, %step : index
    %rounded = arith.subi %last, %c1 : index
    %steps = arith.divui %rounded, %step : index
    %pixels = arith.muli %R, %S : index
    %channels = arith.muli %steps, %step : index
    %K = arith.muli %pixels, %channels : index
    %ring = tile.ring stages(3) : !tile.ring<128x64xf16, 64x256xf16>
    %boxes = tile.staging buffers(2) : !tile.staging<64x64xf16>
    %zero = arith.constant 0.0 : f32
    tile.role "producer" warps(4) registers(40) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 256, 64) raster(along_m, 8) persistent {
        scf.for %r = %c0 to %R step %c1 {
          scf.for %s = %c0 to %S step %c1 {
            %row = arith.muli %r, %S : index
            %pixel = arith.addi %row, %s : index
            scf.for %c = %c0 to %C step %step {
              %slot = tile.acquire %ring : !tile.ring<128x64xf16, 64x256xf16> -> !tile.slot<128x64xf16, 64x256xf16>
              tile.load %x[%m, %c] window [%r, %s] into %slot[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16, 64x256xf16>
              tile.load %f[%pixel, %c, %n] into %slot[1] : memref<?x?x?xf16>, !tile.slot<128x64xf16, 64x256xf16>
            }
          }
        }
      }
    }
    tile.role "consumer" warps(8) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 256, 64) raster(along_m, 8) persistent {
        %first = tile.wait %ring : !tile.ring<128x64xf16, 64x256xf16> -> !tile.slot<128x64xf16, 64x256xf16>
        %d0 = tile.mma %first : !tile.slot<128x64xf16, 64x256xf16> -> !tile.fragment<128x256xf32>
        %second = arith.addi %k0, %step : index
        %sum, %slot0 = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x256xf32>, !tile.slot<128x64xf16, 64x256xf16>) {
          %slot = tile.wait %ring : !tile.ring<128x64xf16, 64x256xf16> -> !tile.slot<128x64xf16, 64x256xf16>
          %d = tile.mma %slot, %acc : !tile.slot<128x64xf16, 64x256xf16>, !tile.fragment<128x256xf32>
            -> !tile.fragment<128x256xf32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x64xf16, 64x256xf16>, !tile.ring<128x64xf16, 64x256xf16>
          scf.yield %d, %slot : !tile.fragment<128x256xf32>, !tile.slot<128x64xf16, 64x256xf16>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x256xf32> -> !tile.fragment<128x256xf32>
        tile.release %slot0 to %ring : !tile.slot<128x64xf16, 64x256xf16>, !tile.ring<128x64xf16, 64x256xf16>
        %relu = tile.map %done : !tile.fragment<128x256xf32> -> !tile.fragment<128x256xf32> {
        ^bb0(%v: f32):
          %p = arith.maximumf %v, %zero : f32
          tile.yield %p : f32
        }
        tile.store %relu, %y[%m, %n] through %boxes alignment(16)
            : !tile.fragment<128x256xf32>, memref<?x?xf16>, !tile.staging<64x64xf16>
      }
    }
  }
}

// Rows and images end within tiles, and channels within a step.
func.func private @case0() {
  %n = arith.constant 2 : index
  %h = arith.constant 9 : index
  %w = arith.constant 11 : index
  %c = arith.constant 72 : index
  %f = arith.constant 40 : index
  %r = arith.constant 3 : index
  %s = arith.constant 3 : index
  %ho = arith.constant 9 : index
  %wo = arith.constant 11 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[1, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Windows are two pixels apart.
func.func private @case1() {
  %n = arith.constant 1 : index
  %h = arith.constant 12 : index
  %w = arith.constant 13 : index
  %c = arith.constant 64 : index
  %f = arith.constant 136 : index
  %r = arith.constant 3 : index
  %s = arith.constant 3 : index
  %ho = arith.constant 6 : index
  %wo = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 2]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [3, 3] strides [2, 2] dilations [1, 1] padding [1, 1, 1, 1] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Pixels of a window are two apart.
func.func private @case2() {
  %n = arith.constant 3 : index
  %h = arith.constant 7 : index
  %w = arith.constant 7 : index
  %c = arith.constant 64 : index
  %f = arith.constant 24 : index
  %r = arith.constant 3 : index
  %s = arith.constant 3 : index
  %ho = arith.constant 7 : index
  %wo = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[1, 1]> : tensor<2xi64>, dilations = dense<[2, 2]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [3, 3] strides [1, 1] dilations [2, 2] padding [2, 2, 2, 2] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Windows of one pixel.
func.func private @case3() {
  %n = arith.constant 3 : index
  %h = arith.constant 7 : index
  %w = arith.constant 7 : index
  %c = arith.constant 64 : index
  %f = arith.constant 72 : index
  %r = arith.constant 1 : index
  %s = arith.constant 1 : index
  %ho = arith.constant 7 : index
  %wo = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 0, 0, 0] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[1, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [1, 1] strides [1, 1] dilations [1, 1] padding [0, 0, 0, 0] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Few channels, in large windows.
func.func private @case4() {
  %n = arith.constant 2 : index
  %h = arith.constant 15 : index
  %w = arith.constant 17 : index
  %c = arith.constant 8 : index
  %f = arith.constant 64 : index
  %r = arith.constant 7 : index
  %s = arith.constant 7 : index
  %ho = arith.constant 8 : index
  %wo = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 3, 3, 0] high[0, 3, 3, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 2]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [7, 7] strides [2, 2] dilations [1, 1] padding [3, 3, 3, 3] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Nothing is the same along rows and columns.
func.func private @case5() {
  %n = arith.constant 2 : index
  %h = arith.constant 10 : index
  %w = arith.constant 13 : index
  %c = arith.constant 64 : index
  %f = arith.constant 24 : index
  %r = arith.constant 3 : index
  %s = arith.constant 5 : index
  %ho = arith.constant 6 : index
  %wo = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 1, 4, 0] high[0, 2, 3, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %kernel = call @as_kernel_has_it(%filter) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16>
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@conv ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [3, 5] strides [2, 1] dilations [1, 2] padding [1, 4, 2, 3] -> tensor<?x?xf16>
  call @compare(%got, %want) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

// Wider tiles: a filter of rows, columns, channels and outputs, and its positive results.
func.func private @case6() {
  %n = arith.constant 3 : index
  %h = arith.constant 9 : index
  %w = arith.constant 7 : index
  %c = arith.constant 64 : index
  %f = arith.constant 264 : index
  %r = arith.constant 3 : index
  %s = arith.constant 3 : index
  %ho = arith.constant 9 : index
  %wo = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input(%n, %h, %w, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %filter = call @input(%f, %r, %s, %c) : (index, index, index, index) -> tensor<?x?x?x?xf32>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %ho, %wo, %f) : tensor<?x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %want = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded, %filter : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%z : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %xh = arith.truncf %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %half = arith.truncf %filter : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %pixels = tensor.collapse_shape %half [[0], [1, 2], [3]] : tensor<?x?x?x?xf16> into tensor<?x?x?xf16>
  %nine = arith.constant 9 : index
  %memory = tensor.empty(%nine, %c, %f) : tensor<?x?x?xf16>
  %kernel = linalg.transpose ins(%pixels : tensor<?x?x?xf16>) outs(%memory : tensor<?x?x?xf16>) permutation = [1, 2, 0]
  %y = call @result(%want) : (tensor<?x?x?x?xf32>) -> tensor<?x?xf16>
  %got = tile.launch @kernels::@wide ins(%xh, %kernel : tensor<?x?x?x?xf16>, tensor<?x?x?xf16>) outs(%y : tensor<?x?xf16>) sms(3)
      window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1] -> tensor<?x?xf16>
  %positive = arith.maximumf %want, %z : tensor<?x?x?x?xf32>
  call @compare(%got, %positive) : (tensor<?x?xf16>, tensor<?x?x?x?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Inputs of small integers, whose products and sums no float rounds, and the
// comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @input(%n: index, %h: index, %w: index, %c: index) -> tensor<?x?x?x?xf32> {
  %c2 = arith.constant 2 : i64
  %c5 = arith.constant 5 : i64
  %c29 = arith.constant 29 : i64
  %factor = arith.constant 2654435761 : i64
  %r = tensor.generate %n, %h, %w, %c {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %0 = arith.muli %i, %h : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %w : index
    %3 = arith.addi %2, %k : index
    %4 = arith.muli %3, %c : index
    %5 = arith.addi %4, %l : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.muli %6, %factor : i64
    %8 = arith.shrui %7, %c29 : i64
    %9 = arith.remui %8, %c5 : i64
    %10 = arith.subi %9, %c2 : i64
    %11 = arith.sitofp %10 : i64 to f32
    tensor.yield %11 : f32
  } : tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}

// The pixels of the filter, each with a matrix of its outputs and inputs.
func.func private @as_kernel_has_it(%filter: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf16> {
  %half = arith.truncf %filter : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf16>
  %pixels = tensor.collapse_shape %half [[0], [1, 2], [3]] : tensor<?x?x?x?xf16> into tensor<?x?x?xf16>
  %r = tile.permute %pixels [1, 0, 2] : tensor<?x?x?xf16> -> tensor<?x?x?xf16>
  return %r : tensor<?x?x?xf16>
}

// Memory for a matrix with a row for each pixel.
func.func private @result(%like: tensor<?x?x?x?xf32>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %flat = tensor.collapse_shape %like [[0, 1, 2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?xf32>
  %rows = tensor.dim %flat, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %flat, %c1 : tensor<?x?xf32>
  %r = tensor.empty(%rows, %columns) : tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// Prints the number of elements that differ, and whether any is not 0.
func.func private @compare(%got: tensor<?x?xf16>, %like: tensor<?x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %fzero = arith.constant 0.0 : f32
  %want = tensor.collapse_shape %like [[0, 1, 2], [3]] : tensor<?x?x?x?xf32> into tensor<?x?xf32>
  %rows = tensor.dim %want, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %want, %c1 : tensor<?x?xf32>
  %wrong, %some = scf.for %i = %c0 to %rows step %c1
      iter_args(%w0 = %zero, %s0 = %zero) -> (i64, i64) {
    %w, %s = scf.for %j = %c0 to %columns step %c1
        iter_args(%w1 = %w0, %s1 = %s0) -> (i64, i64) {
      %half = tensor.extract %got[%i, %j] : tensor<?x?xf16>
      %x = arith.extf %half : f16 to f32
      %y = tensor.extract %want[%i, %j] : tensor<?x?xf32>
      %differs = arith.cmpf une, %x, %y : f32
      %nonzero = arith.cmpf une, %y, %fzero : f32
      %w2 = arith.addi %w1, %one : i64
      %w3 = arith.select %differs, %w2, %w1 : i64
      %s3 = arith.select %nonzero, %one, %s1 : i64
      scf.yield %w3, %s3 : i64, i64
    }
    scf.yield %w, %s : i64, i64
  }
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%some) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

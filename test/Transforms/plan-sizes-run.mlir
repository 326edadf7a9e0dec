// Sizes of 0 and sizes that no kernel counts, in matmuls with a plan. A C without
// elements launches nothing. With a K of 0 the result is the initial value, or
// zeros, whatever was in the memory of the result.
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim buffers=device" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_PLANS=nearest %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_PLANS=measure AUTOTUNE_SIM_VERBOSE=1 %run_sim %t | FileCheck %s --implicit-check-not=CTA
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s

// More rows than 32 bits hold, which no memory needs to have: the program
// says so, and ends.
// RUN: sed 's/@main/@small/; s/@large/@main/' %s | autotune-opt -autotune-compile="target=h200 format=sim buffers=device" -o %t
// RUN: not --crash %mlir_runner_line_buffered %t -e main -entry-point-result=void -shared-libs=%autotune_build/lib/libautotune_simulator.so,%mlir_dir/../../libmlir_c_runner_utils.so 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not --crash env AUTOTUNE_PLANS=measure %mlir_runner_line_buffered %t -e main -entry-point-result=void -shared-libs=%autotune_build/lib/libautotune_simulator.so,%mlir_dir/../../libmlir_c_runner_utils.so 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: tile.launch @autotune_kernels_sm_90a_{{[0-9]+}}::@matmul_simt_{{.*}}: operand {{[02]}} has more than 2147418111 elements along dimension 0, which the kernel counts in 32 bits

// K of 0: 7 is the initial value. M, then K and M of 0.
// CHECK: {{^7$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^empty$}}
// CHECK-NEXT: {{^empty$}}

func.func private @add(%a: memref<?x?xf32>, %b: memref<?x96xf32>, %c: memref<?x96xf32>) {
  linalg.matmul {autotune.config = #autotune.plan<
      [m to 16]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      [m from 64, k by 8]: <simt, tile = [64, 32, 16], thread = [4, 4], defaults>,
      else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : memref<?x?xf32>, memref<?x96xf32>) outs(%c : memref<?x96xf32>)
  return
}

func.func private @overwrite(%a: memref<?x?xf32>, %b: memref<?x96xf32>, %c: memref<?x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x96xf32>)
  linalg.matmul {autotune.config = #autotune.plan<
      [m to 16]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
      ins(%a, %b : memref<?x?xf32>, memref<?x96xf32>) outs(%c : memref<?x96xf32>)
  return
}

func.func private @printF32(f32)
func.func private @printNewline()

func.func @first(%c: memref<?x96xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %c[%c0, %c0] : memref<?x96xf32>
  return %v : f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  %seven = arith.constant 7.0 : f32
  %a = memref.alloc(%c5, %c0) : memref<?x?xf32>
  %b = memref.alloc(%c0) : memref<?x96xf32>
  %c = memref.alloc(%c5) : memref<?x96xf32>
  linalg.fill ins(%seven : f32) outs(%c : memref<?x96xf32>)
  call @add(%a, %b, %c) : (memref<?x?xf32>, memref<?x96xf32>, memref<?x96xf32>) -> ()
  %sum = call @first(%c) : (memref<?x96xf32>) -> f32
  call @printF32(%sum) : (f32) -> ()
  call @printNewline() : () -> ()
  call @overwrite(%a, %b, %c) : (memref<?x?xf32>, memref<?x96xf32>, memref<?x96xf32>) -> ()
  %zeros = call @first(%c) : (memref<?x96xf32>) -> f32
  call @printF32(%zeros) : (f32) -> ()
  call @printNewline() : () -> ()
  %none = memref.alloc(%c0, %c64) : memref<?x?xf32>
  %w = memref.alloc(%c64) : memref<?x96xf32>
  %nothing = memref.alloc(%c0) : memref<?x96xf32>
  call @add(%none, %w, %nothing) : (memref<?x?xf32>, memref<?x96xf32>, memref<?x96xf32>) -> ()
  vector.print str "empty\n"
  %neither = memref.alloc(%c0, %c0) : memref<?x?xf32>
  call @overwrite(%neither, %b, %nothing) : (memref<?x?xf32>, memref<?x96xf32>, memref<?x96xf32>) -> ()
  vector.print str "empty\n"
  memref.dealloc %a : memref<?x?xf32>
  memref.dealloc %b : memref<?x96xf32>
  memref.dealloc %c : memref<?x96xf32>
  memref.dealloc %none : memref<?x?xf32>
  memref.dealloc %w : memref<?x96xf32>
  memref.dealloc %nothing : memref<?x96xf32>
  memref.dealloc %neither : memref<?x?xf32>
  return
}

func.func @large() {
  %k = arith.constant 8 : index
  %m = arith.constant 2147483648 : index
  %buffer = memref.alloc() : memref<8x96xf32>
  %a = memref.reinterpret_cast %buffer to offset: [0], sizes: [%m, %k], strides: [%k, 1]
    : memref<8x96xf32> to memref<?x?xf32, strided<[?, 1]>>
  %ac = memref.cast %a : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  %b = memref.cast %buffer : memref<8x96xf32> to memref<?x96xf32>
  %c = memref.reinterpret_cast %buffer to offset: [0], sizes: [%m, 96], strides: [96, 1]
    : memref<8x96xf32> to memref<?x96xf32, strided<[96, 1]>>
  %cc = memref.cast %c : memref<?x96xf32, strided<[96, 1]>> to memref<?x96xf32>
  call @add(%ac, %b, %cc) : (memref<?x?xf32>, memref<?x96xf32>, memref<?x96xf32>) -> ()
  memref.dealloc %buffer : memref<8x96xf32>
  return
}

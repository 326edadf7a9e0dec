// Matrices in one arena, which the function that multiplies them does not see:
// what shares memory ends the program, and what lies between is multiplied.
// UNSUPPORTED: sanitizers
// DEFINE: %{case} = behind
// DEFINE: %{compile} = sed 's/@case/@%{case}/' %s | autotune-opt -autotune-attach-configs="target=h200 space=none" -autotune-compile="target=h200 buffers=device format=sim" -o %t.mlir
// DEFINE: %{run} = stdbuf -oL %run_sim %t.mlir
// REDEFINE: %{case} = behind
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = columns
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = backwards
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = elements
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = stacked
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = doubled
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = heads
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=HEADS
// REDEFINE: %{case} = heads_apart
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=HEADS
// REDEFINE: %{case} = heads_padded
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=HEADS
// REDEFINE: %{case} = heads_shifted
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OPERAND1
// REDEFINE: %{case} = overlaps
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OPERAND0
// REDEFINE: %{case} = same
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OPERAND1
// REDEFINE: %{case} = rows
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OPERAND0
// REDEFINE: %{case} = backwards_into
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OPERAND1

// C, of ones, and 8 products of ones.
// CHECK: 576
// CHECK-NEXT: the product is there
// Twice as many.
// HEADS: 1152
// HEADS-NEXT: the product is there
// OPERAND0: operand 2, which is written, overlaps operand 0; it must be in memory of its own
// OPERAND0-NOT: the product is there
// OPERAND1: operand 2, which is written, overlaps operand 1; it must be in memory of its own
// OPERAND1-NOT: the product is there

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @multiply(%a: memref<8x8xf32, strided<[?, 1], offset: ?>>, %b: memref<8x8xf32, strided<[?, 1], offset: ?>>, %c: memref<8x8xf32, strided<[?, 1], offset: ?>>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>)
      outs(%c : memref<8x8xf32, strided<[?, 1], offset: ?>>)
  return
}

func.func private @multiply_parts(%a: memref<8x8xf32, strided<[?, 2], offset: ?>>, %b: memref<8x8xf32>, %c: memref<8x8xf32, strided<[?, 2], offset: ?>>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32, strided<[?, 2], offset: ?>>, memref<8x8xf32>)
      outs(%c : memref<8x8xf32, strided<[?, 2], offset: ?>>)
  return
}

func.func private @multiply_columns(%a: memref<8x8xf32, strided<[1, ?], offset: ?>>, %b: memref<8x8xf32>, %c: memref<8x8xf32, strided<[1, ?], offset: ?>>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32, strided<[1, ?], offset: ?>>, memref<8x8xf32>)
      outs(%c : memref<8x8xf32, strided<[1, ?], offset: ?>>)
  return
}

func.func private @print(%c: memref<8x8xf32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %none = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%rows = %none) -> (f32) {
    %row = scf.for %j = %c0 to %c8 step %c1 iter_args(%elements = %rows) -> (f32) {
      %x = memref.load %c[%i, %j] : memref<8x8xf32, strided<[?, ?], offset: ?>>
      %s = arith.addf %elements, %x : f32
      scf.yield %s : f32
    }
    scf.yield %row : f32
  }
  %number = arith.fptosi %sum : f32 to i64
  call @printI64(%number) : (i64) -> ()
  call @printNewline() : () -> ()
  vector.print str "the product is there\n"
  return
}

func.func private @ones() -> memref<1024xf32> {
  %one = arith.constant 1.0 : f32
  %arena = gpu.alloc host_shared () : memref<1024xf32>
  linalg.fill ins(%one : f32) outs(%arena : memref<1024xf32>)
  return %arena : memref<1024xf32>
}

func.func private @behind(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[8, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [64], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 64>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 64>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [128], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 128>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[8, 1], offset: 128>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// Columns of one matrix, of which C's are the last.
func.func private @columns(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[24, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [8], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 8>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[24, 1], offset: 8>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [16], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 16>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[24, 1], offset: 16>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// C's rows go up.
func.func private @backwards(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[24, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [8], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 8>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[24, 1], offset: 8>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [184], sizes: [8, 8], strides: [-24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[-24, 1], offset: 184>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[-24, 1], offset: 184>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func private @overlaps(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[24, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [4], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 4>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[24, 1], offset: 4>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func private @same(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[8, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [64], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 64>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 64>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [64], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 64>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[8, 1], offset: 64>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// No row of one is in the other's, which would take more to see.
func.func private @rows(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [48, 1] : memref<1024xf32> to memref<8x8xf32, strided<[48, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[48, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [8], sizes: [8, 8], strides: [32, 1] : memref<1024xf32> to memref<8x8xf32, strided<[32, 1], offset: 8>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[32, 1], offset: 8>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func private @backwards_into(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %a = memref.cast %as : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [119], sizes: [8, 8], strides: [-8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[-8, 1], offset: 119>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[-8, 1], offset: 119>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// Rows that are twice as far apart.
func.func private @doubled(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [24, 1] : memref<1024xf32> to memref<8x8xf32, strided<[24, 1], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[24, 1], offset: 0>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bs = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %b = memref.cast %bs : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %cs = memref.reinterpret_cast %arena to offset: [8], sizes: [8, 8], strides: [48, 1] : memref<1024xf32> to memref<8x8xf32, strided<[48, 1], offset: 8>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[48, 1], offset: 8>> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  call @multiply(%a, %b, %c) : (memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>, memref<8x8xf32, strided<[?, 1], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 1], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func private @multiply_heads(%a: memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>, %b: memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>, %c: memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>) {
  linalg.batch_matmul ins(%a, %b : memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>, memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>)
      outs(%c : memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>)
  return
}

// Two heads of 8 columns each in packed rows: where B and C start, and how far
// apart their heads and their rows are.
func.func private @multiply_packed(%arena: memref<1024xf32>, %offset_b: index, %offset_c: index, %head: index, %row: index) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [2, 8, 8], strides: [%head, %row, 1] : memref<1024xf32> to memref<2x8x8xf32, strided<[?, ?, 1], offset: 0>>
  %a = memref.cast %as : memref<2x8x8xf32, strided<[?, ?, 1], offset: 0>> to memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>
  %b = memref.reinterpret_cast %arena to offset: [%offset_b], sizes: [2, 8, 8], strides: [%head, %row, 1] : memref<1024xf32> to memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>
  %c = memref.reinterpret_cast %arena to offset: [%offset_c], sizes: [2, 8, 8], strides: [%head, %row, 1] : memref<1024xf32> to memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>
  call @multiply_heads(%a, %b, %c) : (memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>, memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>, memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %none = arith.constant 0.0 : f32
  %sum = memref.alloca() : memref<f32>
  memref.store %none, %sum[] : memref<f32>
  scf.for %h = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %c[%h, %i, %j] : memref<2x8x8xf32, strided<[?, ?, 1], offset: ?>>
        %before = memref.load %sum[] : memref<f32>
        %s = arith.addf %before, %x : f32
        memref.store %s, %sum[] : memref<f32>
      }
    }
  }
  %all = memref.load %sum[] : memref<f32>
  %number = arith.fptosi %all : f32 to i64
  call @printI64(%number) : (i64) -> ()
  call @printNewline() : () -> ()
  vector.print str "the product is there\n"
  return
}

// Of each row first all heads of A.
func.func private @heads(%arena: memref<1024xf32>) {
  %head = arith.constant 8 : index
  %b = arith.constant 16 : index
  %c = arith.constant 32 : index
  %row = arith.constant 48 : index
  call @multiply_packed(%arena, %b, %c, %head, %row) : (memref<1024xf32>, index, index, index, index) -> ()
  return
}

// Of each row first one head of each.
func.func private @heads_apart(%arena: memref<1024xf32>) {
  %b = arith.constant 8 : index
  %c = arith.constant 16 : index
  %head = arith.constant 24 : index
  %row = arith.constant 48 : index
  call @multiply_packed(%arena, %b, %c, %head, %row) : (memref<1024xf32>, index, index, index, index) -> ()
  return
}

// Rows that are no number of heads.
func.func private @heads_padded(%arena: memref<1024xf32>) {
  %b = arith.constant 8 : index
  %c = arith.constant 16 : index
  %head = arith.constant 24 : index
  %row = arith.constant 56 : index
  call @multiply_packed(%arena, %b, %c, %head, %row) : (memref<1024xf32>, index, index, index, index) -> ()
  return
}

// The first of C is the second of B.
func.func private @heads_shifted(%arena: memref<1024xf32>) {
  %head = arith.constant 8 : index
  %b = arith.constant 16 : index
  %c = arith.constant 24 : index
  %row = arith.constant 48 : index
  call @multiply_packed(%arena, %b, %c, %head, %row) : (memref<1024xf32>, index, index, index, index) -> ()
  return
}

// One above the other, in columns of 16.
func.func private @stacked(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [1, 16] : memref<1024xf32> to memref<8x8xf32, strided<[1, 16], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[1, 16], offset: 0>> to memref<8x8xf32, strided<[1, ?], offset: ?>>
  %b = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %cs = memref.reinterpret_cast %arena to offset: [8], sizes: [8, 8], strides: [1, 16] : memref<1024xf32> to memref<8x8xf32, strided<[1, 16], offset: 8>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[1, 16], offset: 8>> to memref<8x8xf32, strided<[1, ?], offset: ?>>
  %copy = gpu.alloc host_shared () : memref<8x8xf32>
  memref.copy %b, %copy : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32>
  call @multiply_columns(%a, %copy, %c) : (memref<8x8xf32, strided<[1, ?], offset: ?>>, memref<8x8xf32>, memref<8x8xf32, strided<[1, ?], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[1, ?], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// Real and imaginary parts.
func.func private @elements(%arena: memref<1024xf32>) {
  %as = memref.reinterpret_cast %arena to offset: [0], sizes: [8, 8], strides: [16, 2] : memref<1024xf32> to memref<8x8xf32, strided<[16, 2], offset: 0>>
  %a = memref.cast %as : memref<8x8xf32, strided<[16, 2], offset: 0>> to memref<8x8xf32, strided<[?, 2], offset: ?>>
  %b = memref.reinterpret_cast %arena to offset: [512], sizes: [8, 8], strides: [8, 1] : memref<1024xf32> to memref<8x8xf32, strided<[8, 1], offset: 512>>
  %cs = memref.reinterpret_cast %arena to offset: [1], sizes: [8, 8], strides: [16, 2] : memref<1024xf32> to memref<8x8xf32, strided<[16, 2], offset: 1>>
  %c = memref.cast %cs : memref<8x8xf32, strided<[16, 2], offset: 1>> to memref<8x8xf32, strided<[?, 2], offset: ?>>
  %copy = gpu.alloc host_shared () : memref<8x8xf32>
  memref.copy %b, %copy : memref<8x8xf32, strided<[8, 1], offset: 512>> to memref<8x8xf32>
  call @multiply_parts(%a, %copy, %c) : (memref<8x8xf32, strided<[?, 2], offset: ?>>, memref<8x8xf32>, memref<8x8xf32, strided<[?, 2], offset: ?>>) -> ()
  %any = memref.cast %c : memref<8x8xf32, strided<[?, 2], offset: ?>> to memref<8x8xf32, strided<[?, ?], offset: ?>>
  call @print(%any) : (memref<8x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}

func.func @main() {
  %arena = call @ones() : () -> memref<1024xf32>
  call @case(%arena) : (memref<1024xf32>) -> ()
  return
}

// A launch on host matrices gets its workspace by what the lowering of launches
// calls: the kernel copies a matrix of 2 x 3 there, row by row, and doubles it.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu -expand-strided-metadata -lower-affine -convert-scf-to-cf \
// RUN:   %simulate_passes -o %t.good
// RUN: %run_sim %t.good | FileCheck %s
// CHECK: {{^2$}}
// CHECK-NEXT: {{^4$}}
// CHECK-NEXT: {{^6$}}
// CHECK-NEXT: {{^8$}}
// CHECK-NEXT: {{^10$}}
// CHECK-NEXT: {{^12$}}
// The row stride of the copy: 128 bytes.
// CHECK-NEXT: {{^32$}}

module {
  gpu.module @kernels {
    llvm.func @double(%a: !llvm.ptr, %c: !llvm.ptr, %packed: !llvm.ptr, %stride: i64, %s: !llvm.ptr)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
          extents = array<i64: 1, 0, 1, 1>, persistent = false, packed = array<i64: 0>,
          shared_memory = 0 : i64, threads = 6 : i64, tile = array<i64: 2, 3>,
          params = [{kind = "pointer", operand = 0}, {kind = "pointer", operand = 2},
                    {kind = "pointer", operand = 3}, {kind = "stride", operand = 3, dim = 0},
                    {kind = "pointer", operand = 1}]}} {
      %three = arith.constant 3 : i32
      %zero = arith.constant 0 : i32
      %two = arith.constant 2 : i32
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %row = arith.divui %tid, %three : i32
      %column = arith.remui %tid, %three : i32
      %row64 = arith.extui %row : i32 to i64
      %column64 = arith.extui %column : i32 to i64
      %begin = arith.muli %row64, %stride : i64
      %place = arith.addi %begin, %column64 : i64
      %xa = llvm.getelementptr %a[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %xp = llvm.getelementptr %packed[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %xc = llvm.getelementptr %c[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %x = llvm.load %xa : !llvm.ptr -> i32
      llvm.store %x, %xp : i32, !llvm.ptr
      %y = llvm.load %xp : !llvm.ptr -> i32
      %z = arith.muli %y, %two : i32
      llvm.store %z, %xc : i32, !llvm.ptr
      %first = arith.cmpi eq, %tid, %zero : i32
      scf.if %first {
        %stride32 = arith.trunci %stride : i64 to i32
        llvm.store %stride32, %s : i32, !llvm.ptr
      }
      llvm.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.alloc(%c2, %c3) : memref<?x?xi32>
    %s = memref.alloc() : memref<1x1xi32>
    %c = memref.alloc(%c2, %c3) : memref<?x?xi32>
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %begin = arith.muli %i, %c3 : index
        %index = arith.addi %begin, %j : index
        %next = arith.addi %index, %c1 : index
        %x = arith.index_cast %next : index to i32
        memref.store %x, %a[%i, %j] : memref<?x?xi32>
      }
    }
    tile.launch @kernels::@double ins(%a : memref<?x?xi32>) outs(%s, %c : memref<1x1xi32>, memref<?x?xi32>)
    scf.for %i = %c0 to %c2 step %c1 {
      scf.for %j = %c0 to %c3 step %c1 {
        %x = memref.load %c[%i, %j] : memref<?x?xi32>
        vector.print %x : i32
      }
    }
    %stride = memref.load %s[%c0, %c0] : memref<1x1xi32>
    vector.print %stride : i32
    return
  }
}

// Vectors from a kernel's matrix: one load each, with what is known of its
// address, which the host is told (alignment). The elements of a row are
// adjacent where the type says so, and their stride is left out.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s
// RUN: autotune-opt %s -autotune-lower-kernels -gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=PTX

!matrix = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // CHECK-LABEL: llvm.func @load(
  // CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %[[S:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64,
  // CHECK-SAME: {alignment = 16 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-SAME: {alignment = 8 : i64, kind = "pointer", operand = 1 : i64}
  // CHECK-SAME: {alignment = 2 : i64, kind = "pointer", operand = 2 : i64}
  // CHECK: %[[ROW:.*]] = arith.extui %{{.*}} : i32 to i64
  // CHECK: %[[BYROW:.*]] = arith.muli %[[ROW]], %[[S]]
  // CHECK: %[[COLUMN:.*]] = arith.extui %{{.*}} : i32 to i64
  // CHECK: %[[AT:.*]] = arith.addi %[[BYROW]], %[[COLUMN]]
  // CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[A]][%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
  // What is nontemporal goes past L1, for which LLVM has no load.
  // CHECK: %[[WORDS:.*]] = llvm.inline_asm asm_dialect = att "ld.global.nc.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l" %[[ADDRESS]] : (!llvm.ptr<1>) -> !llvm.struct<(i32, i32, i32, i32)>
  // CHECK-COUNT-4: llvm.extractvalue %[[WORDS]]
  // CHECK: llvm.bitcast %{{.*}} : vector<4xi32> to vector<8xbf16>
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xbf16>
  // Without a word on it, the elements are aligned to themselves.
  // CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<2xbf16>
  // PTX-LABEL: .entry load
  // PTX: ld.global.nc.L1::no_allocate.v4.b32
  // PTX: ld.global.v{{[24]}}.b{{16|32}}
  // PTX-COUNT-2: ld.global.b16
  tile.kernel @load(%A: !matrix, %B: !matrix, %C: !matrix) threads(32) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : !matrix
    %t = gpu.thread_id x
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      %0 = vector.load %A[%m, %n] {alignment = 16, nontemporal = true} : !matrix, vector<8xbf16>
      %1 = vector.load %B[%t, %n] {alignment = 8} : !matrix, vector<4xbf16>
      %2 = vector.load %C[%t, %n] : !matrix, vector<2xbf16>
      %3 = vector.extract %0[0] : bf16 from vector<8xbf16>
      %4 = vector.reduction <add>, %1 : vector<4xbf16> into bf16
      %5 = vector.extract %2[0] : bf16 from vector<2xbf16>
      %6 = vector.extract %2[1] : bf16 from vector<2xbf16>
      %7 = arith.addf %3, %4 : bf16
      %8 = arith.addf %5, %6 : bf16
      %9 = arith.addf %7, %8 : bf16
      memref.store %9, %C[%m, %n] : !matrix
    }
  }
}

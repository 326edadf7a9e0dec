// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s --mlir-print-op-generic | autotune-opt | FileCheck %s

// Sizes are printed in the order m, n, k, batch, and likely sizes ascend.
// CHECK: #autotune.sizes<m from 1 to 8192 likely [1, 16, 512], k by 64>
func.func private @both() attributes {a = #autotune.sizes<k by 64, m from 1 to 8192 likely [512, 1, 16]>}

// CHECK: #autotune.sizes<m likely [7], n = 96, batch to 32>
func.func private @each() attributes {a = #autotune.sizes<n from 96 to 96, m likely [7], batch from 0 to 32>}

// A size may equal another one.
// CHECK: #autotune.sizes<m as n, n from 1 to 4096, batch to 32>
func.func private @same() attributes {a = #autotune.sizes<batch to 32, n from 1 to 4096, m as n>}

// CHECK: #autotune.sizes<n as m>
func.func private @only_same() attributes {a = #autotune.sizes<n as m>}

// CHECK: func.func private @argument(tensor<?x64x?xf32> {autotune.sizes = #autotune.dims<[0] from 1 to 8, [2] likely [1, 512]>})
func.func private @argument(tensor<?x64x?xf32> {autotune.sizes = #autotune.dims<[2] likely [1, 512], [0] from 1 to 8>})

// CHECK: func.func @buffer(%{{.*}}: memref<?x64xf32, strided<[?, 1]>> {autotune.sizes = #autotune.dims<[0] by 8>})
func.func @buffer(%a: memref<?x64xf32, strided<[?, 1]>> {autotune.sizes = #autotune.dims<[0] by 8>}) {
  return
}

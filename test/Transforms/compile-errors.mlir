// What the pipeline can't do is an error where it stands.
// RUN: not autotune-opt %s -autotune-compile='target=h200 buffers=elsewhere' 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not autotune-opt %s -autotune-compile='target=h200 format=exe' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not autotune-opt %s -autotune-compile='target=nothing' 2>&1 | FileCheck %s --check-prefix=TARGET

// BUFFERS: error: 'buffers' must be host or device, not elsewhere
// FORMAT: Cannot find option named 'exe'!
// TARGET: error: {{.*}}nothing
func.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// What the pipeline can't do is an error where it stands.
// RUN: not autotune-opt %s -autotune-compile='target=h200 buffers=elsewhere' 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not autotune-opt %s -autotune-compile='target=h200 format=exe' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not autotune-opt %s -autotune-compile='target=nothing' 2>&1 | FileCheck %s --check-prefix=TARGET

// RUN: not env -u CUDA_ROOT -u CUDA_HOME -u CUDA_PATH PATH=/nonexistent %autotune_build/bin/autotune-opt %s -autotune-compile=target=h200 -o %t 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=llvm.func
// RUN: not env -u CUDA_ROOT CUDA_HOME=/nonexistent %autotune_build/bin/autotune-opt %s -autotune-compile='target=h200 format=isa' -o %t 2>&1 | FileCheck %s --check-prefix=TOOLKIT --implicit-check-not=llvm.func
// RUN: env -u CUDA_ROOT -u CUDA_HOME -u CUDA_PATH PATH=/nonexistent %autotune_build/bin/autotune-opt %s -autotune-compile='target=h200 format=isa' -o %t
// RUN: rm -rf %t.bin && mkdir %t.bin && ln -s /bin/true %t.bin/ptxas
// RUN: not env -u CUDA_ROOT -u CUDA_HOME -u CUDA_PATH PATH=%t.bin %autotune_build/bin/autotune-opt %s -autotune-compile='target=h200 format=fatbin' -o %t 2>&1 | FileCheck %s --check-prefix=FATBINARY --implicit-check-not=llvm.func

// FATBINARY: error: there is no fatbinary, which packs kernels for several GPUs; CUDA_HOME must be the folder of a CUDA Toolkit, or fatbinary be on PATH; format=bin and format=isa do without it
// PTXAS: error: there is no ptxas, which assembles kernels to machine code; CUDA_HOME must be
// TOOLKIT: error: CUDA_HOME is '/nonexistent', which has no nvvm/libdevice/libdevice.10.bc;
// BUFFERS: error: 'buffers' must be host or device, not elsewhere
// FORMAT: Cannot find option named 'exe'!
// TARGET: error: {{.*}}nothing
func.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

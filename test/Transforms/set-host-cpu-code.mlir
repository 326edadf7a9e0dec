// REQUIRES: x86-64
// Whatever CPU a compiler is told, functions are for the one that they name: the
// first has no instruction for bf16, the second has.
// RUN: autotune-opt %s -autotune-compile='format=sim host-cpu=x86-64' | mlir-translate -mlir-to-llvmir | llc -mcpu=sapphirerapids -o - | FileCheck %s --check-prefix=CALL
// RUN: autotune-opt %s -autotune-compile='format=sim host-cpu=cooperlake' | mlir-translate -mlir-to-llvmir | llc -mcpu=x86-64 -o - | FileCheck %s --check-prefix=INSTRUCTION

// CALL-LABEL: to_bf16:
// CALL: call{{.*}}__truncsfbf2
// INSTRUCTION-LABEL: to_bf16:
// INSTRUCTION: vcvtneps2bf16
func.func @to_bf16(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// REQUIRES: x86-64
// Whatever CPU a compiler is told, functions are for the one that they name: the
// first has no instruction for f16, the second has.
// RUN: autotune-opt %s -autotune-compile='format=sim host-cpu=x86-64' | mlir-translate -mlir-to-llvmir | llc -mcpu=sapphirerapids -o - | FileCheck %s --check-prefix=CALL
// RUN: autotune-opt %s -autotune-compile='format=sim host-cpu=x86-64-v3' | mlir-translate -mlir-to-llvmir | llc -mcpu=x86-64 -o - | FileCheck %s --check-prefix=INSTRUCTION

// CALL-LABEL: to_f16:
// CALL: call{{.*}}__truncsfhf2
// INSTRUCTION-LABEL: to_f16:
// INSTRUCTION: vcvtps2ph
func.func @to_f16(%x: f32) -> f16 {
  %0 = arith.truncf %x : f32 to f16
  return %0 : f16
}

// Code of this suite is compiled for the CPU that the suite is named after: each
// function of a compiled module says so, and the code calls what that CPU lacks.
//
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: FileCheck %s <%t
// RUN: mlir-translate -mlir-to-llvmir %t | llc -mcpu=sapphirerapids -o - | FileCheck %s --check-prefix=CODE

// CHECK: llvm.func @to_bf16({{.*}}target_cpu = "x86-64{{.*}}target_features = #llvm.target_features<["+
// CHECK: llvm.func @_mlir_ciface_to_bf16({{.*}}target_cpu = "x86-64
// CODE-LABEL: to_bf16:
// CODE: call{{.*}}__truncsfbf2
func.func @to_bf16(%x: f32) -> bf16 attributes {llvm.emit_c_interface} {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

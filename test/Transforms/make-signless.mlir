// RUN: autotune-opt %s -split-input-file --autotune-make-signless | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-prepare --autotune-attach-configs=target=h200 --autotune-compile='target=h200 format=sim' | FileCheck %s --check-prefix=LLVM

// Unsigned integers of functions, as JAX's lowering leaves them, are signless: in
// arguments, results, calls and declarations.

// CHECK-LABEL: func @main(
// CHECK-SAME: %[[A:.*]]: tensor<32x64xi8>, %[[N:.*]]: i32) -> (tensor<32x64xi8>, i32)
// CHECK-NOT: unrealized_conversion_cast
// CHECK: %[[R:.*]] = call @negated(%[[A]]) : (tensor<32x64xi8>) -> tensor<32x64xi8>
// CHECK: return %[[R]], %[[N]] : tensor<32x64xi8>, i32
// LLVM: llvm.func @main(
// LLVM-NOT: unrealized_conversion_cast
func.func @main(%a: tensor<32x64xui8>, %n: ui32) -> (tensor<32x64xui8>, ui32) {
  %0 = call @negated(%a) : (tensor<32x64xui8>) -> tensor<32x64xui8>
  return %0, %n : tensor<32x64xui8>, ui32
}
// CHECK: func private @negated(%{{.*}}: tensor<32x64xi8>) -> tensor<32x64xi8>
func.func private @negated(%a: tensor<32x64xui8>) -> tensor<32x64xui8> {
  %0 = builtin.unrealized_conversion_cast %a : tensor<32x64xui8> to tensor<32x64xi8>
  %e = tensor.empty() : tensor<32x64xi8>
  %1 = linalg.map { arith.xori } ins(%0, %0 : tensor<32x64xi8>, tensor<32x64xi8>) outs(%e : tensor<32x64xi8>)
  %2 = builtin.unrealized_conversion_cast %1 : tensor<32x64xi8> to tensor<32x64xui8>
  return %2 : tensor<32x64xui8>
}

// RUN: autotune-opt %s --autotune-make-signless | FileCheck %s

// What another operation has such integers in stays as it is, for the operation may
// mean their sign.

// CHECK-LABEL: func @copied(
// CHECK-SAME: %{{.*}}: tensor<4xui8>, %{{.*}}: tensor<4xsi8>) -> tensor<4xi8>
// CHECK: tensor.extract %{{.*}} : tensor<4xsi8>
// CHECK: builtin.unrealized_conversion_cast
func.func @copied(%a: tensor<4xui8>, %b: tensor<4xsi8>) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %b[%c0] : tensor<4xsi8>
  %1 = builtin.unrealized_conversion_cast %a : tensor<4xui8> to tensor<4xi8>
  return %1 : tensor<4xi8>
}

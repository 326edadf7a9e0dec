// RUN: autotune-opt %s --autotune-make-signless -split-input-file | FileCheck %s

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

// -----

// The type of a function that is a value has them too.

// CHECK-LABEL: func @named(
// CHECK-SAME: %{{.*}}: ui8) -> ui8
func.func @named(%a: ui8) -> ui8 {
  return %a : ui8
}

// CHECK-LABEL: func @main(
// CHECK: constant @named : (ui8) -> ui8
func.func @main(%a: i8) -> i8 {
  %f = func.constant @named : (ui8) -> ui8
  return %a : i8
}

// -----

// Casts in code that is never reached may be their own input.

// CHECK-LABEL: func @circle(
// CHECK-SAME: %[[A:.*]]: i8) -> i8
// CHECK-NEXT: return %[[A]] : i8
// CHECK: unrealized_conversion_cast
func.func @circle(%a: ui8) -> i8 {
  %0 = builtin.unrealized_conversion_cast %a : ui8 to i8
  return %0 : i8
^bb1:
  %1 = builtin.unrealized_conversion_cast %1 : i8 to i8
  cf.br ^bb1
}

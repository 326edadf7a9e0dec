// Loops of branches become loops of scf, behind bufferization.
// RUN: autotune-opt %s -autotune-structure-loops | FileCheck %s

// CHECK-LABEL: func.func @loop(
// CHECK: scf.while
// CHECK-NOT: cf.br
func.func @loop(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  cf.br ^head(%c0 : index)
^head(%i: index):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^end
^body:
  memref.store %z, %m[%i] : memref<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^end:
  return
}

// Branches without a loop stay.
// CHECK-LABEL: func.func @branches(
// CHECK: cf.cond_br
// CHECK-NOT: scf
func.func @branches(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}

// Attentions as autotune-sim takes them from a module: few queries of heads that share K and V,
// with what the score function reads; and rows of which all keys are masked by a finite number.
// RUN: autotune-sim --rows=%s --schedule=random --quiet | FileCheck %s
// CHECK-NOT: FAIL
// CHECK: {{^[0-9]+}} right, 0 wrong
// UNSUPPORTED: sanitizers
#q = affine_map<(h, g, m, n, d, e) -> (h, g, m, d)>
#k = affine_map<(h, g, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, g, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, g, m, n, d, e) -> (h, g, m, e)>
#l = affine_map<(h, g, m, n, d, e) -> (h, g, m)>
#s = affine_map<(h, g, m, n, d, e) -> (h, g)>
#b = affine_map<(h, g, m, n, d, e) -> (m, n)>
#qr = affine_map<(h, g, m, n, d, e) -> (m, h, g, d)>
#or = affine_map<(h, g, m, n, d, e) -> (m, h, g, e)>
func.func @f(%q: tensor<2x4x5x64xbf16>, %k: tensor<2x1003x64xbf16>, %v: tensor<2x1003x64xbf16>, %o: tensor<2x4x5x64xbf16>, %l: tensor<2x4x5xf32>) -> (tensor<2x4x5x64xbf16>, tensor<2x4x5xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<2x4x5x64xbf16>, tensor<2x1003x64xbf16>, tensor<2x1003x64xbf16>)
      outputs(%o, %l : tensor<2x4x5x64xbf16>, tensor<2x4x5xf32>) maps = [#q, #k, #v, #o, #l] score {
  ^bb0(%p: f32, %h: index, %g: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    %past = arith.constant 998 : index
    %last = arith.addi %m, %past : index
    %seen = arith.cmpi sle, %n, %last : index
    %lowest = arith.constant 0xFF800000 : f32
    %z = arith.select %seen, %y, %lowest : f32
    problem.yield %z : f32
  } -> tensor<2x4x5x64xbf16>, tensor<2x4x5xf32>
  return %r#0, %r#1 : tensor<2x4x5x64xbf16>, tensor<2x4x5xf32>
}
func.func @alibi(%q: tensor<2x4x5x64xbf16>, %k: tensor<2x303x64xbf16>, %v: tensor<2x303x64xbf16>, %s: tensor<2x4xf32>, %o: tensor<2x4x5x64xbf16>) -> tensor<2x4x5x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %s : tensor<2x4x5x64xbf16>, tensor<2x303x64xbf16>, tensor<2x303x64xbf16>, tensor<2x4xf32>)
      outputs(%o : tensor<2x4x5x64xbf16>) maps = [#q, #k, #v, #s, #o] score {
  ^bb0(%p: f32, %e: f32, %h: index, %g: index, %m: index, %n: index):
    %d = arith.subi %m, %n : index
    %i = arith.index_cast %d : index to i32
    %f = arith.sitofp %i : i32 to f32
    %c = arith.constant 0.01 : f32
    %t = arith.mulf %f, %c : f32
    %w = arith.mulf %t, %e : f32
    %z = arith.addf %p, %w : f32
    problem.yield %z : f32
  } -> tensor<2x4x5x64xbf16>
  return %r : tensor<2x4x5x64xbf16>
}
func.func @constant(%q: tensor<2x4x5x64xbf16>, %k: tensor<2x303x64xbf16>, %v: tensor<2x303x64xbf16>, %o: tensor<2x4x5x64xbf16>) -> tensor<2x4x5x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x4x5x64xbf16>, tensor<2x303x64xbf16>, tensor<2x303x64xbf16>)
      outputs(%o : tensor<2x4x5x64xbf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %g: index, %m: index, %n: index):
    %d = arith.subi %m, %n : index
    %i = arith.index_cast %d : index to i32
    %f = arith.sitofp %i : i32 to f32
    %c = arith.constant 0.01 : f32
    %t = arith.mulf %f, %c : f32
    %z = arith.addf %p, %t : f32
    problem.yield %z : f32
  } -> tensor<2x4x5x64xbf16>
  return %r : tensor<2x4x5x64xbf16>
}
func.func @bias(%q: tensor<2x4x5x64xbf16>, %k: tensor<2x303x64xbf16>, %v: tensor<2x303x64xbf16>, %s: tensor<5x303xf32>, %o: tensor<2x4x5x64xbf16>) -> tensor<2x4x5x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %s : tensor<2x4x5x64xbf16>, tensor<2x303x64xbf16>, tensor<2x303x64xbf16>, tensor<5x303xf32>)
      outputs(%o : tensor<2x4x5x64xbf16>) maps = [#q, #k, #v, #b, #o] score {
  ^bb0(%p: f32, %e: f32, %h: index, %g: index, %m: index, %n: index):
    %z = arith.addf %p, %e : f32
    problem.yield %z : f32
  } -> tensor<2x4x5x64xbf16>
  return %r : tensor<2x4x5x64xbf16>
}
func.func @rows(%q: tensor<5x2x4x64xbf16>, %k: tensor<2x303x64xbf16>, %v: tensor<2x303x64xbf16>, %o: tensor<5x2x4x64xbf16>) -> tensor<5x2x4x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<5x2x4x64xbf16>, tensor<2x303x64xbf16>, tensor<2x303x64xbf16>)
      outputs(%o : tensor<5x2x4x64xbf16>) maps = [#qr, #k, #v, #or] score {
  ^bb0(%p: f32, %h: index, %g: index, %m: index, %n: index):
    problem.yield %p : f32
  } -> tensor<5x2x4x64xbf16>
  return %r : tensor<5x2x4x64xbf16>
}
#n = affine_map<(h, g, m, n, d, e) -> (n)>
func.func @finite(%q: tensor<2x4x70x64xbf16>, %k: tensor<2x203x64xbf16>, %v: tensor<2x203x64xbf16>, %x: tensor<203xi1>, %o: tensor<2x4x70x64xbf16>, %l: tensor<2x4x70xf32>) -> (tensor<2x4x70x64xbf16>, tensor<2x4x70xf32>) {
  %r:2 = problem.attention inputs(%q, %k, %v, %x : tensor<2x4x70x64xbf16>, tensor<2x203x64xbf16>, tensor<2x203x64xbf16>, tensor<203xi1>)
      outputs(%o, %l : tensor<2x4x70x64xbf16>, tensor<2x4x70xf32>) maps = [#q, #k, #v, #n, #o, #l] score {
  ^bb0(%p: f32, %byte: i8, %h: index, %g: index, %m: index, %n: index):
    %none = arith.constant 0 : i8
    %is = arith.cmpi ne, %byte, %none : i8
    %sees = arith.cmpi slt, %n, %m : index
    %both = arith.andi %is, %sees : i1
    %lowest = arith.constant -3.40282347E+38 : f32
    %z = arith.select %both, %p, %lowest : f32
    problem.yield %z : f32
  } -> tensor<2x4x70x64xbf16>, tensor<2x4x70xf32>
  return %r#0, %r#1 : tensor<2x4x70x64xbf16>, tensor<2x4x70xf32>
}

// Kernels of attention that ptxas must assemble without spills, for two chips: the first
// seeds for narrow and wide heads.
// REQUIRES: ptxas
// RUN: autotune-bench build --no-cache %s --target=a100-sxm --trials=6 --space=none --quiet -o %t.a100 | FileCheck %s
// RUN: autotune-bench build --no-cache %s --target=l40s --trials=6 --space=none --quiet -o %t.l40s | FileCheck %s
// CHECK: candidates of 3 distinct matmuls{{.*}}, 0 failed

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>

func.func @narrow(%q: tensor<8x512x64xbf16>, %k: tensor<8x512x64xbf16>, %v: tensor<8x512x64xbf16>) -> tensor<8x512x64xbf16> {
  %o = tensor.empty() : tensor<8x512x64xbf16>
  %r = problem.attention inputs(%q, %k, %v : tensor<8x512x64xbf16>, tensor<8x512x64xbf16>, tensor<8x512x64xbf16>)
      outputs(%o : tensor<8x512x64xbf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    %seen = arith.cmpi sle, %n, %m : index
    %lowest = arith.constant 0xFF800000 : f32
    %z = arith.select %seen, %y, %lowest : f32
    problem.yield %z : f32
  } -> tensor<8x512x64xbf16>
  return %r : tensor<8x512x64xbf16>
}

func.func @usual(%q: tensor<8x512x128xbf16>, %k: tensor<8x512x128xbf16>, %v: tensor<8x512x128xbf16>) -> tensor<8x512x128xbf16> {
  %o = tensor.empty() : tensor<8x512x128xbf16>
  %r = problem.attention inputs(%q, %k, %v : tensor<8x512x128xbf16>, tensor<8x512x128xbf16>, tensor<8x512x128xbf16>)
      outputs(%o : tensor<8x512x128xbf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    %seen = arith.cmpi sle, %n, %m : index
    %lowest = arith.constant 0xFF800000 : f32
    %z = arith.select %seen, %y, %lowest : f32
    problem.yield %z : f32
  } -> tensor<8x512x128xbf16>
  return %r : tensor<8x512x128xbf16>
}

func.func @wide(%q: tensor<8x512x256xbf16>, %k: tensor<8x512x256xbf16>, %v: tensor<8x512x256xbf16>) -> tensor<8x512x256xbf16> {
  %o = tensor.empty() : tensor<8x512x256xbf16>
  %r = problem.attention inputs(%q, %k, %v : tensor<8x512x256xbf16>, tensor<8x512x256xbf16>, tensor<8x512x256xbf16>)
      outputs(%o : tensor<8x512x256xbf16>) maps = [#q, #k, #v, #o] score {
  ^bb0(%p: f32, %h: index, %m: index, %n: index):
    %c = arith.constant 0.125 : f32
    %y = arith.mulf %p, %c : f32
    %seen = arith.cmpi sle, %n, %m : index
    %lowest = arith.constant 0xFF800000 : f32
    %z = arith.select %seen, %y, %lowest : f32
    problem.yield %z : f32
  } -> tensor<8x512x256xbf16>
  return %r : tensor<8x512x256xbf16>
}

// Products of f16 whose sums may be f16: by an option, or by what an operation says.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1 accumulator=f16" --verify-diagnostics -o - | FileCheck %s --check-prefixes=CHECK,ALLOWED
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" --verify-diagnostics -o - | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections accumulator=f16" --verify-diagnostics -o /dev/null | grep '^//' | FileCheck %s --check-prefix=KEY
// RUN: not autotune-opt %s --autotune-attach-configs="target=h200 accumulator=bf16" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: autotune-opt %s --autotune-attach-configs="target=a100-sxm max-candidates=1 accumulator=f16" --verify-diagnostics -o - | FileCheck %s --check-prefix=AMPERE
// RUN: autotune-opt %s --autotune-group-matmuls=target=h200 --autotune-attach-configs="target=h200 max-candidates=1 accumulator=f16" --verify-diagnostics -o - | FileCheck %s --check-prefix=GROUPED

// OTHER: error: accumulator = bf16 is none of f32 and f16{{$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Registers for a tile of twice the elements.
// KEY: // 8192x8192x4096 f16 B^T -> f16 accumulate in f16 on h200
// CHECK-LABEL: func.func @plain
// ALLOWED: linalg.matmul
// ALLOWED-SAME: autotune.accumulator = "f16"
// ALLOWED-SAME: autotune.config = #autotune.config<hopper_wgmma,
// STRICT-NOT: autotune.accumulator
// STRICT: autotune.config = #autotune.config<hopper_wgmma,
// AMPERE-LABEL: func.func @plain
// AMPERE: autotune.accumulator = "f16"
// AMPERE-SAME: autotune.config = #autotune.config<ampere_mma,
func.func @plain(%a: tensor<8192x4096xf16>, %b: tensor<8192x4096xf16>, %c: tensor<8192x8192xf16>) -> tensor<8192x8192xf16> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<8192x4096xf16>, tensor<8192x4096xf16>) outs(%c : tensor<8192x8192xf16>) -> tensor<8192x8192xf16>
  return %d : tensor<8192x8192xf16>
}

// An operation that says so needs no option; a batch, with an epilogue of C in
// another type.
// KEY: // 3*512x1024x2048 f16 -> f32 in f16 then {{[0-9a-f]+}} on h200
// CHECK-LABEL: func.func @said
// CHECK: autotune.accumulator = "f16"
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma,
func.func @said(%a: tensor<3x512x2048xf16>, %b: tensor<3x2048x1024xf16>) -> tensor<3x512x1024xf32> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<3x512x1024xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<3x512x1024xf16>) -> tensor<3x512x1024xf16>
  %d = linalg.batch_matmul {autotune.accumulator = "f16"}
      ins(%a, %b : tensor<3x512x2048xf16>, tensor<3x2048x1024xf16>) outs(%f : tensor<3x512x1024xf16>) -> tensor<3x512x1024xf16>
  %r = arith.extf %d : tensor<3x512x1024xf16> to tensor<3x512x1024xf32>
  %s = math.exp %r : tensor<3x512x1024xf32>
  return %s : tensor<3x512x1024xf32>
}

// One that says no stays as exact as it is.
// KEY: // 512x1024x1024 f16 B^T -> f16 accumulate on h200
// CHECK-LABEL: func.func @exact
// CHECK: autotune.accumulator = "f32"
func.func @exact(%a: tensor<512x1024xf16>, %b: tensor<1024x1024xf16>, %c: tensor<512x1024xf16>) -> tensor<512x1024xf16> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.accumulator = "f32"}
      ins(%a, %b : tensor<512x1024xf16>, tensor<1024x1024xf16>) outs(%c : tensor<512x1024xf16>) -> tensor<512x1024xf16>
  return %d : tensor<512x1024xf16>
}

// The option does not speak of sums that are to be f32, nor of bf16.
// KEY: // 512x512x512 f16 -> f16 on h200
// CHECK-LABEL: func.func @wide
// CHECK-NOT: autotune.accumulator
func.func @wide(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// KEY: // 512x512x256 bf16 -> bf16 accumulate on h200
// CHECK-LABEL: func.func @other_type
// CHECK: autotune.accumulator = "f16"
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma,
func.func @other_type(%a: tensor<512x256xbf16>, %b: tensor<256x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-warning @below {{autotune.accumulator = f16 is ignored: only products of f16 by f16 whose result is f16 are summed in f16}}
  %d = linalg.matmul {autotune.accumulator = "f16"} ins(%a, %b : tensor<512x256xbf16>, tensor<256x512xbf16>) outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %d : tensor<512x512xbf16>
}

// What makes an operand is in the kernel, whose sums stay in f32.
// KEY: // 64x512x1024 f16,i8 B^T first {{[0-9a-f]+}} f16[n] -> f16 on h200
// CHECK-LABEL: func.func @dequantized
// CHECK: autotune.config = #autotune.config<hopper_wgmma,
func.func @dequantized(%a: tensor<64x1024xf16>, %w: tensor<512x1024xi8>, %s: tensor<512xf16>) -> tensor<64x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x1024xf16>
  %b = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n, k)>],
      iterator_types = ["parallel", "parallel"]} ins(%w, %s : tensor<512x1024xi8>, tensor<512xf16>) outs(%e : tensor<512x1024xf16>) {
  ^bb0(%q: i8, %t: f16, %o: f16):
    %0 = arith.sitofp %q : i8 to f16
    %1 = arith.mulf %0, %t : f16
    linalg.yield %1 : f16
  } -> tensor<512x1024xf16>
  %g = tensor.empty() : tensor<64x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%g : tensor<64x512xf16>) -> tensor<64x512xf16>
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%a, %b : tensor<64x1024xf16>, tensor<512x1024xf16>)
      outs(%f : tensor<64x512xf16>) -> tensor<64x512xf16>
  return %d : tensor<64x512xf16>
}

// Of two products that become one matrix both must allow it, or none.
// KEY: // 512x512x1024 f16 x2 -> f16 in f16 then {{[0-9a-f]+}} on h200
// CHECK-LABEL: func.func @pair
// ALLOWED: autotune.accumulator = "f16"
// ALLOWED-SAME: autotune.config = #autotune.config<hopper_wgmma,
func.func @pair(%a: tensor<512x1024xf16>, %b: tensor<1024x512xf16>, %g: tensor<1024x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>) -> tensor<512x512xf16>
  %x = linalg.matmul {autotune.fusion = "products"} ins(%a, %b : tensor<512x1024xf16>, tensor<1024x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  %y = linalg.matmul ins(%a, %g : tensor<512x1024xf16>, tensor<1024x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  %r = arith.mulf %x, %y : tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// KEY: // 512x512x2048 f16 -> f16 in f16 then {{[0-9a-f]+}} f16[mn] on h200
// KEY: // 512x512x2048 f16 -> f16 on h200
// CHECK-LABEL: func.func @uneven_pair
// ALLOWED-COUNT-2: autotune.config = #autotune.config<
func.func @uneven_pair(%a: tensor<512x2048xf16>, %b: tensor<2048x512xf16>, %g: tensor<2048x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x512xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>) -> tensor<512x512xf16>
  %x = linalg.matmul ins(%a, %b : tensor<512x2048xf16>, tensor<2048x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  %y = linalg.matmul {autotune.accumulator = "f32"} ins(%a, %g : tensor<512x2048xf16>, tensor<2048x512xf16>) outs(%f : tensor<512x512xf16>) -> tensor<512x512xf16>
  %r = arith.mulf %x, %y : tensor<512x512xf16>
  return %r : tensor<512x512xf16>
}

// Two products that are added up are summed in the same registers.
// KEY: // 512x768x1024+16 f16 -> f16 in f16 on h200
// CHECK-LABEL: func.func @sum
// ALLOWED: autotune.accumulator = "f16"
// ALLOWED-SAME: autotune.config = #autotune.config<hopper_wgmma,
func.func @sum(%a: tensor<512x1024xf16>, %b: tensor<1024x768xf16>, %x: tensor<512x16xf16>, %y: tensor<16x768xf16>) -> tensor<512x768xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<512x768xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<512x768xf16>) -> tensor<512x768xf16>
  %0 = linalg.matmul {autotune.fusion = "products"} ins(%a, %b : tensor<512x1024xf16>, tensor<1024x768xf16>) outs(%f : tensor<512x768xf16>) -> tensor<512x768xf16>
  %1 = linalg.matmul ins(%x, %y : tensor<512x16xf16>, tensor<16x768xf16>) outs(%0 : tensor<512x768xf16>) -> tensor<512x768xf16>
  return %1 : tensor<512x768xf16>
}

// Two sums: one that may be f16, and one that is rounded to it. Groups keep both
// apart, and the option from the latter.
// What is rounded behind its product is in no group with what is not.
// GROUPED-LABEL: func.func @mixed_groups
// GROUPED-NOT: problem.grouped_matmul
// GROUPED: return
func.func @mixed_groups(%a: tensor<192x256xf16>, %b: tensor<256x512xf16>, %x: tensor<320x256xf16>, %y: tensor<256x512xf16>)
    -> (tensor<192x512xf16>, tensor<320x512xf16>) {
  %zero = arith.constant 0.0 : f16
  %wide = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<320x512xf16>
  %f0 = linalg.fill ins(%zero : f16) outs(%e0 : tensor<320x512xf16>) -> tensor<320x512xf16>
  %e1 = tensor.empty() : tensor<192x512xf32>
  %f1 = linalg.fill ins(%wide : f32) outs(%e1 : tensor<192x512xf32>) -> tensor<192x512xf32>
  %d1 = linalg.matmul ins(%a, %b : tensor<192x256xf16>, tensor<256x512xf16>) outs(%f1 : tensor<192x512xf32>) -> tensor<192x512xf32>
  %r1 = arith.truncf %d1 : tensor<192x512xf32> to tensor<192x512xf16>
  %d0 = linalg.matmul ins(%x, %y : tensor<320x256xf16>, tensor<256x512xf16>) outs(%f0 : tensor<320x512xf16>) -> tensor<320x512xf16>
  return %r1, %d0 : tensor<192x512xf16>, tensor<320x512xf16>
}

// GROUPED-LABEL: func.func @groups
// GROUPED: problem.grouped_matmul
// GROUPED-SAME: autotune.accumulator = "f16"
// GROUPED: problem.grouped_matmul
// GROUPED-SAME: autotune.accumulator = "f32"
func.func @groups(%a: tensor<192x256xf16>, %b: tensor<256x512xf16>, %x: tensor<320x256xf16>, %y: tensor<256x512xf16>)
    -> (tensor<192x512xf16>, tensor<320x512xf16>, tensor<192x512xf16>, tensor<320x512xf16>) {
  %zero = arith.constant 0.0 : f16
  %wide = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<192x512xf16>
  %f0 = linalg.fill ins(%zero : f16) outs(%e0 : tensor<192x512xf16>) -> tensor<192x512xf16>
  %e1 = tensor.empty() : tensor<320x512xf16>
  %f1 = linalg.fill ins(%zero : f16) outs(%e1 : tensor<320x512xf16>) -> tensor<320x512xf16>
  %e2 = tensor.empty() : tensor<192x512xf32>
  %f2 = linalg.fill ins(%wide : f32) outs(%e2 : tensor<192x512xf32>) -> tensor<192x512xf32>
  %e3 = tensor.empty() : tensor<320x512xf32>
  %f3 = linalg.fill ins(%wide : f32) outs(%e3 : tensor<320x512xf32>) -> tensor<320x512xf32>
  %d0 = linalg.matmul {autotune.accumulator = "f16"} ins(%a, %b : tensor<192x256xf16>, tensor<256x512xf16>) outs(%f0 : tensor<192x512xf16>) -> tensor<192x512xf16>
  %d1 = linalg.matmul {autotune.accumulator = "f16"} ins(%x, %y : tensor<320x256xf16>, tensor<256x512xf16>) outs(%f1 : tensor<320x512xf16>) -> tensor<320x512xf16>
  %d2 = linalg.matmul ins(%a, %y : tensor<192x256xf16>, tensor<256x512xf16>) outs(%f2 : tensor<192x512xf32>) -> tensor<192x512xf32>
  %d3 = linalg.matmul ins(%x, %b : tensor<320x256xf16>, tensor<256x512xf16>) outs(%f3 : tensor<320x512xf32>) -> tensor<320x512xf32>
  %r2 = arith.truncf %d2 : tensor<192x512xf32> to tensor<192x512xf16>
  %r3 = arith.truncf %d3 : tensor<320x512xf32> to tensor<320x512xf16>
  return %d0, %d1, %r2, %r3 : tensor<192x512xf16>, tensor<320x512xf16>, tensor<192x512xf16>, tensor<320x512xf16>
}

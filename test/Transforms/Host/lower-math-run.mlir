// What operations of math compute on the host, at values that tell them apart.
// RUN: autotune-opt %s -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s

// By libm, which for some of these is more exact near 0 than LLVM's intrinsics
// would be, or the only way there is.
func.func @libm(%x: f32, %small: f32, %d: f64) {
  %0 = math.erf %x : f32
  vector.print %0 : f32
  %1 = math.erfc %x : f32
  vector.print %1 : f32
  %2 = math.cbrt %x : f32
  vector.print %2 : f32
  %3 = math.asinh %x : f32
  vector.print %3 : f32
  %4 = math.atanh %x : f32
  vector.print %4 : f32
  %5 = math.expm1 %small : f32
  %6 = arith.divf %5, %small : f32
  vector.print %6 : f32
  %7 = math.log1p %small : f32
  %8 = arith.divf %7, %small : f32
  vector.print %8 : f32
  %9 = math.erf %d : f64
  vector.print %9 : f64
  return
}

// In f32, and rounded once.
func.func @narrow(%h: f16, %b: bf16, %v: vector<2x2xbf16>) {
  %0 = math.erf %h : f16
  %1 = arith.extf %0 : f16 to f32
  vector.print %1 : f32
  %2 = math.exp %b : bf16
  %3 = arith.extf %2 : bf16 to f32
  vector.print %3 : f32
  %4 = math.tanh %v : vector<2x2xbf16>
  %5 = arith.extf %4 : vector<2x2xbf16> to vector<2x2xf32>
  vector.print %5 : vector<2x2xf32>
  return
}

// Each type has normal numbers of its own.
func.func @classes(%h: f16, %inf: f32, %nan: f32) {
  %0 = math.isnormal %h : f16
  vector.print %0 : i1
  %w = arith.extf %h : f16 to f32
  %1 = math.isnormal %w : f32
  vector.print %1 : i1
  %2 = math.isinf %inf : f32
  vector.print %2 : i1
  %3 = math.isinf %nan : f32
  vector.print %3 : i1
  %4 = math.isfinite %nan : f32
  vector.print %4 : i1
  %5 = math.isnan %nan : f32
  vector.print %5 : i1
  return
}

func.func @integers(%x: i32, %y: i64, %f: f32, %i: index) {
  %0 = math.ipowi %x, %x : i32
  vector.print %0 : i32
  %1 = math.fpowi %f, %x : f32, i32
  vector.print %1 : f32
  %2 = math.fpowi %f, %y : f32, i64
  vector.print %2 : f32
  %3 = math.ctlz %x : i32
  vector.print %3 : i32
  %4 = math.cttz %y : i64
  vector.print %4 : i64
  %5 = math.ctpop %x : i32
  vector.print %5 : i32
  %6 = math.absi %y : i64
  vector.print %6 : i64
  %7 = math.ipowi %i, %i : index
  vector.print %7 : index
  return
}

func.func @others(%x: f32, %lo: f32, %hi: f32) {
  %0, %1 = math.sincos %x : f32
  vector.print %0 : f32
  vector.print %1 : f32
  %2 = math.roundeven %hi : f32
  vector.print %2 : f32
  %3 = math.rsqrt %hi : f32
  vector.print %3 : f32
  %three = arith.addf %hi, %x : f32
  %4 = math.clampf %three to [%lo, %hi] : f32
  vector.print %4 : f32
  return
}

// Floats of 8 bits.
func.func @bytes(%a: f8E4M3FN, %b: f8E5M2) {
  %0 = arith.extf %a : f8E4M3FN to f32
  vector.print %0 : f32
  %1 = arith.mulf %a, %a : f8E4M3FN
  %2 = arith.extf %1 : f8E4M3FN to f32
  vector.print %2 : f32
  %3 = math.exp %b : f8E5M2
  %4 = arith.extf %3 : f8E5M2 to f32
  vector.print %4 : f32
  return
}

// CHECK: 0.5205{{$}}
// CHECK-NEXT: 0.4795
// CHECK-NEXT: 0.793701
// CHECK-NEXT: 0.481212
// CHECK-NEXT: 0.549306
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: 0.5205
// CHECK-NEXT: 0.520508
// CHECK-NEXT: 1.64844
// CHECK-NEXT: ( ( 0.462891, 0.462891 ), ( 0.462891, 0.462891 ) )
// CHECK-NEXT: {{^}}0{{$}}
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: {{^}}0{{$}}
// CHECK-NEXT: {{^}}0{{$}}
// CHECK-NEXT: {{^}}1{{$}}
// CHECK-NEXT: 46656
// CHECK-NEXT: 0.015625
// CHECK-NEXT: {{^}}16{{$}}
// CHECK-NEXT: 29
// CHECK-NEXT: {{^}}2{{$}}
// CHECK-NEXT: {{^}}2{{$}}
// CHECK-NEXT: {{^}}4{{$}}
// CHECK-NEXT: 27
// CHECK-NEXT: 0.479426
// CHECK-NEXT: 0.877583
// CHECK-NEXT: {{^}}2{{$}}
// CHECK-NEXT: 0.632456
// CHECK-NEXT: 2.5
// CHECK-NEXT: 1.25
// CHECK-NEXT: 1.5
// CHECK-NEXT: 1.75
func.func @main() {
  %x = arith.constant 0.5 : f32
  %small = arith.constant 1.0e-20 : f32
  %d = arith.constant 0.5 : f64
  call @libm(%x, %small, %d) : (f32, f32, f64) -> ()
  %h = arith.constant 0.5 : f16
  %b = arith.constant 0.5 : bf16
  %v = arith.constant dense<0.5> : vector<2x2xbf16>
  call @narrow(%h, %b, %v) : (f16, bf16, vector<2x2xbf16>) -> ()
  %subnormal = arith.constant 0x0001 : f16
  %inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  call @classes(%subnormal, %inf, %nan) : (f16, f32, f32) -> ()
  %i = arith.constant 6 : i32
  %j = arith.constant -4 : i64
  %k = arith.constant 3 : index
  call @integers(%i, %j, %x, %k) : (i32, i64, f32, index) -> ()
  %lo = arith.constant 1.5 : f32
  %hi = arith.constant 2.5 : f32
  call @others(%x, %lo, %hi) : (f32, f32, f32) -> ()
  %p = arith.constant 1.25 : f8E4M3FN
  %q = arith.constant 0.5 : f8E5M2
  call @bytes(%p, %q) : (f8E4M3FN, f8E5M2) -> ()
  return
}

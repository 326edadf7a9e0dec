// Host code converts what the CPU may have no instruction for: the functions that
// LLVM calls are found in the simulator's library. f80 and integers of 128 bits
// have none on any CPU.
//
// RUN: autotune-opt %s -autotune-compile=format=sim | %run_sim | FileCheck %s

// The value between 1 and the next bf16, 1.0078125, is a tie, and a little more is
// none: rounded once, it is above 1.
func.func private @to_bf16(%x: f64) -> f32 {
  %0 = arith.truncf %x : f64 to bf16
  %1 = arith.extf %0 : bf16 to f32
  return %1 : f32
}
func.func private @f32_to_bf16(%x: f32) -> f32 {
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.extf %0 : bf16 to f32
  return %1 : f32
}
func.func private @f80_to_bf16(%x: f64, %y: f64) -> f32 {
  %0 = arith.extf %x : f64 to f80
  %1 = arith.extf %y : f64 to f80
  %2 = arith.addf %0, %1 : f80
  %3 = arith.truncf %2 : f80 to bf16
  %4 = arith.extf %3 : bf16 to f32
  return %4 : f32
}
func.func private @f128_to_f16(%x: f64, %y: f64) -> f32 {
  %0 = arith.extf %x : f64 to f128
  %1 = arith.extf %y : f64 to f128
  %2 = arith.addf %0, %1 : f128
  %3 = arith.truncf %2 : f128 to f16
  %4 = arith.extf %3 : f16 to f32
  return %4 : f32
}
func.func private @to_f16(%x: f64) -> f32 {
  %0 = arith.truncf %x : f64 to f16
  %1 = arith.extf %0 : f16 to f32
  return %1 : f32
}
func.func private @i128(%x: f64, %y: i64) -> f32 {
  %0 = arith.fptosi %x : f64 to i128
  %1 = arith.extsi %y : i64 to i128
  %2 = arith.divsi %0, %1 : i128
  %3 = arith.sitofp %2 : i128 to f32
  return %3 : f32
}

func.func @main() {
  %one = arith.constant 1.0 : f64
  %tie = arith.constant 1.00390625 : f64
  %more = arith.constant 1.0039062500000002 : f64
  %tie32 = arith.constant 1.00390625 : f32
  %tiny = arith.constant 1.0e-19 : f64
  // CHECK: {{^}}1{{$}}
  %0 = call @to_bf16(%tie) : (f64) -> f32
  vector.print %0 : f32
  // CHECK-NEXT: {{^}}1.00781
  %1 = call @to_bf16(%more) : (f64) -> f32
  vector.print %1 : f32
  // CHECK-NEXT: {{^}}1{{$}}
  %2 = call @f32_to_bf16(%tie32) : (f32) -> f32
  vector.print %2 : f32
  // CHECK-NEXT: {{^}}1.00781
  %3 = call @f80_to_bf16(%tie, %tiny) : (f64, f64) -> f32
  vector.print %3 : f32
  // CHECK-NEXT: {{^}}1.00098
  %half = arith.constant 1.00048828125 : f64
  %4 = call @f128_to_f16(%half, %tiny) : (f64, f64) -> f32
  vector.print %4 : f32
  // CHECK-NEXT: {{^}}1{{$}}
  %5 = call @to_f16(%half) : (f64) -> f32
  vector.print %5 : f32
  // CHECK-NEXT: {{^}}-1e+20
  %large = arith.constant -3.0e+20 : f64
  %three = arith.constant 3 : i64
  %6 = call @i128(%large, %three) : (f64, i64) -> f32
  vector.print %6 : f32
  return
}

// Running sums of bf16 in the simulator: 600 ones are 600. Sums that are rounded at each
// step would stay at 256.
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// CHECK: [255, 256, 258, 298, 300, 600]

#id = affine_map<(i, j) -> (i, j)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty() : tensor<2x600xbf16>
  %s = tensor.empty() : tensor<2xbf16>
  %x = linalg.fill ins(%one : bf16) outs(%e : tensor<2x600xbf16>) -> tensor<2x600xbf16>
  %c:2 = problem.scan inclusive ins(%x : tensor<2x600xbf16>) outs(%e, %s : tensor<2x600xbf16>, tensor<2xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %v = arith.addf %a, %b : bf16
    problem.yield %v : bf16
  } -> tensor<2x600xbf16>, tensor<2xbf16>
  %places = arith.constant dense<[254, 255, 257, 297, 299, 599]> : tensor<6xindex>
  %f = tensor.empty() : tensor<6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%places : tensor<6xindex>) outs(%f : tensor<6xf32>) {
  ^bb0(%n: index, %o: f32):
    %row = arith.constant 1 : index
    %v = tensor.extract %c#0[%row, %n] : tensor<2x600xbf16>
    %w = arith.extf %v : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<6xf32>
  %m = bufferization.to_buffer %y read_only : tensor<6xf32> to memref<6xf32>
  %u = memref.cast %m : memref<6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

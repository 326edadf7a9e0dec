// Which kernels of a plan run, with a stand-in for the driver that prints each
// launch. At 3 rows of A three kernels are legal, and at 100 rows two: the first
// is for 3 rows only.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile='target=h200 format=isa' -o %t.mlir
// RUN: autotune-opt %s -autotune-compile='target=h200 format=isa plan-runtime=false' -o %t.plain.mlir

// By default each size runs the row whose guard holds.
// RUN: %fake env FAKE_CUDA_TRACE=1 %run_gpu %t.mlir 2>%t.off | FileCheck %s --check-prefix=RESULTS
// RUN: FileCheck %s --check-prefix=OFF <%t.off
// RUN: %fake env FAKE_CUDA_TRACE=1 AUTOTUNE_PLANS= AUTOTUNE_PROFILE= %run_gpu %t.mlir 2>%t.empty
// RUN: cmp %t.off %t.empty
// RUN: %fake env FAKE_CUDA_TRACE=1 AUTOTUNE_PLANS=measure %run_gpu %t.plain.mlir 2>%t.plain
// RUN: cmp %t.off %t.plain
// OFF-COUNT-14: {{^}}fake: [[STREAM:matmul_simt_stream_[0-9a-f]+]]{{$}}
// OFF-COUNT-10: {{^}}fake: [[LARGE:matmul_simt_[0-9a-f]+]]{{$}}
// OFF-NEXT: {{^}}fake: [[LARGE]]
// OFF-NOT: fake

// RESULTS-COUNT-25: {{^64$}}

// Each kernel runs four times in turn, and the fastest is kept. The third that
// is launched is the fastest at 3 rows, and at 100 rows too.
// RUN: %fake env FAKE_CUDA_TRACE=1 FAKE_CUDA_TIMES=9,7,5 AUTOTUNE_PLANS=measure %run_gpu %t.mlir 2>%t.measured | FileCheck %s --check-prefix=RESULTS
// RUN: FileCheck %s --check-prefix=MEASURE <%t.measured
// MEASURE: {{^}}fake: [[STREAM:matmul_simt_stream_[0-9a-f]+]]{{$}}
// MEASURE-NEXT: fake: [[SMALL:matmul_simt_[0-9a-f]+]]{{$}}
// MEASURE-NEXT: fake: [[LARGE:matmul_simt_[0-9a-f]+]]{{$}}
// MEASURE-NEXT: fake: [[STREAM]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[STREAM]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[STREAM]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[LARGE]]
// MEASURE-NEXT: fake: [[SMALL]]
// MEASURE-NOT: fake

// Up to 48 rows is nearer than the last row, which has no guard.
// RUN: %fake env FAKE_CUDA_TRACE=1 AUTOTUNE_PLANS=nearest %run_gpu %t.mlir 2>%t.nearest | FileCheck %s --check-prefix=RESULTS
// RUN: FileCheck %s --check-prefix=NEAREST <%t.nearest
// NEAREST-COUNT-14: {{^}}fake: {{matmul_simt_stream_[0-9a-f]+}}{{$}}
// NEAREST: {{^}}fake: [[SMALL:matmul_simt_[0-9a-f]+]]{{$}}
// NEAREST-COUNT-10: {{^}}fake: [[SMALL]]{{$}}
// NEAREST-NOT: fake

// Another value is told once.
// RUN: %fake env FAKE_CUDA_TRACE=1 AUTOTUNE_PLANS=fastest %run_gpu %t.mlir 2>%t.unknown
// RUN: FileCheck %s --check-prefix=UNKNOWN <%t.unknown
// RUN: grep -v AUTOTUNE_PLANS %t.unknown | cmp - %t.off
// UNKNOWN: {{^}}AUTOTUNE_PLANS is 'fastest'; legal values are measure and nearest. Plans run the rows that their guards select{{$}}
// UNKNOWN-NOT: AUTOTUNE_PLANS

// Each program appends how often it called each size.
// RUN: rm -f %t.profile
// RUN: %fake env FAKE_CUDA_TRACE=1 AUTOTUNE_PROFILE=%t.profile %run_gpu %t.mlir 2>%t.counted
// RUN: cmp %t.off %t.counted
// RUN: %fake env AUTOTUNE_PLANS=measure AUTOTUNE_PROFILE=%t.profile %run_gpu %t.mlir
// RUN: FileCheck %s --check-prefix=PROFILE --match-full-lines --strict-whitespace <%t.profile
// RUN: %fake env AUTOTUNE_PROFILE=/nonexistent/profile %run_gpu %t.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=UNWRITTEN
//      PROFILE:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 3, "n": 96, "k": 64, "batch": 1, "count": 14}
// PROFILE-NEXT:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 100, "n": 96, "k": 64, "batch": 1, "count": 10}
// PROFILE-NEXT:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 101, "n": 96, "k": 64, "batch": 1, "count": 1}
// PROFILE-NEXT:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 3, "n": 96, "k": 64, "batch": 1, "count": 14}
// PROFILE-NEXT:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 100, "n": 96, "k": 64, "batch": 1, "count": 10}
// PROFILE-NEXT:{"fact": "?x96x64 f32 -> f32 accumulate", "m": 101, "n": 96, "k": 64, "batch": 1, "count": 1}
//  PROFILE-NOT:{{.}}
// UNWRITTEN: AUTOTUNE_PROFILE: cannot append to /nonexistent/profile: No such file or directory

func.func private @layer(%x: tensor<?x64xf32>, %w: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %y = linalg.matmul {autotune.config = #autotune.plan<
      [m = 3]: <simt_stream, rows = 3, defaults>,
      [m to 48]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      else: <simt, tile = [32, 64, 16], thread = [4, 8], defaults>>}
    ins(%x, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
func.func private @printF32(f32)
func.func private @printNewline()
func.func @show(%rows: index, %calls: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<64x96xf32>
  %w = linalg.fill ins(%one : f32) outs(%ew : tensor<64x96xf32>) -> tensor<64x96xf32>
  %ex = tensor.empty(%rows) : tensor<?x64xf32>
  %x = linalg.fill ins(%one : f32) outs(%ex : tensor<?x64xf32>) -> tensor<?x64xf32>
  scf.for %i = %c0 to %calls step %c1 {
    %ec = tensor.empty(%rows) : tensor<?x96xf32>
    %c = linalg.fill ins(%zero : f32) outs(%ec : tensor<?x96xf32>) -> tensor<?x96xf32>
    %y = func.call @layer(%x, %w, %c) : (tensor<?x64xf32>, tensor<64x96xf32>, tensor<?x96xf32>) -> tensor<?x96xf32>
    %v = tensor.extract %y[%c0, %c0] : tensor<?x96xf32>
    func.call @printF32(%v) : (f32) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}
func.func @main() {
  %m3 = arith.constant 3 : index
  %m100 = arith.constant 100 : index
  %c14 = arith.constant 14 : index
  %c10 = arith.constant 10 : index
  %m101 = arith.constant 101 : index
  %c1 = arith.constant 1 : index
  call @show(%m3, %c14) : (index, index) -> ()
  call @show(%m100, %c10) : (index, index) -> ()
  call @show(%m101, %c1) : (index, index) -> ()
  return
}

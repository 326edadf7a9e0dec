// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s --mlir-print-op-generic | autotune-opt | FileCheck %s

// CHECK: #autotune.plan<else: <simt>>
func.func private @one() attributes {a = #autotune.plan<else: <simt>>}

// CHECK: #autotune.plan<[m = 1]: <simt_stream, rows = 1>,
// CHECK-SAME: [m from 2 to 64, k by 64]: <hopper_wgmma, tile = [64, 64, 128], defaults>,
// CHECK-SAME: [m to 64]: <hopper_wgmma>, [n from 4096 by 8, batch to 32]: <simt>,
// CHECK-SAME: else: <ampere_mma>>
func.func private @all() attributes {a = #autotune.plan<
    [m = 1]: <simt_stream, rows = 1>,
    [m from 2 to 64, k from 0 by 64]: <hopper_wgmma, tile = [64, 64, 128], defaults>,
    [k by 1, m to 64]: <hopper_wgmma>,
    [batch to 32, n from 4096 by 8]: <simt>,
    else: <ampere_mma>>}

// One size is printed as such; a bound of 0 says nothing.
// CHECK: #autotune.plan<[m = 0]: <simt>, [m = 7]: <simt>, [m from 8 to 23 by 16]: <simt>, else: <simt>>
func.func private @exact() attributes {a = #autotune.plan<
    [m from 0 to 0]: <simt>, [m from 7 to 7]: <simt>, [m from 8 to 23 by 16]: <simt>, else: <simt>>}

// A call of a library may refuse, so rows behind it are reached.
// CHECK: #autotune.plan<any: <cublaslt, version = 130100, algorithm = [1, -2, 9223372036854775807, 0, 0, 0, 0, -9223372036854775807], workspace = 0>,
// CHECK-SAME: any: <cublaslt, version = 130200, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 4096>,
// CHECK-SAME: [m = 3]: <simt>, [m = 4]: <cublaslt>, [m = 4]: <simt>, else: <simt>>
func.func private @library() attributes {a = #autotune.plan<
    any: <cublaslt, version = 130100, algorithm = [1, -2, 9223372036854775807, 0, 0, 0, 0, -9223372036854775807], workspace = 0>,
    any: <cublaslt, version = 130200, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 4096>,
    [m = 3]: <simt>, [m = 4]: <cublaslt>, [m = 4]: <simt>, else: <simt>>}

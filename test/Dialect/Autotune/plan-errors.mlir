// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a plan has 1 to 64 rows, not 0}}
func.func private @f() attributes {a = #autotune.plan<>}

// -----

// expected-error@+1 {{the last row of a plan is for all other sizes, and has else instead of [m to 8]}}
func.func private @f() attributes {a = #autotune.plan<[m to 8]: <simt>>}

// -----

// expected-error@+1 {{row 0 of a plan has else, which must be the last row}}
func.func private @f() attributes {a = #autotune.plan<else: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{row 2 of a plan, for m from 4 to 12, is never reached: the rows before it are for all of its sizes}}
func.func private @f() attributes {a = #autotune.plan<
    [m to 8]: <simt>, [m from 9 to 20]: <simt>, [m from 4 to 12]: <simt>, else: <simt>>}

// -----

// The multiples of 16 are multiples of 8.
// expected-error@+1 {{row 1 of a plan, for m to 100, k by 16, is never reached}}
func.func private @f() attributes {a = #autotune.plan<
    [k by 8]: <simt>, [m to 100, k by 16]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{m from 9 to 8 has no size; from must not be above to}}
func.func private @f() attributes {a = #autotune.plan<[m from 9 to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{k from 9 to 15 has no multiple of 8}}
func.func private @f() attributes {a = #autotune.plan<[k from 9 to 15 by 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{the bounds of n must not be negative}}
func.func private @f() attributes {a = #autotune.plan<[n from -1]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{k by 0 is of no multiples; it must be by 1 to 2147418111}}
func.func private @f() attributes {a = #autotune.plan<[k by 0]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected a size of the matmul: m, n, k, batch}}
func.func private @f() attributes {a = #autotune.plan<[rows to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{m stands twice}}
func.func private @f() attributes {a = #autotune.plan<[m from 2, m to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected = SIZE, or one or more of from SIZE, to SIZE and by SIZE, in this order}}
func.func private @f() attributes {a = #autotune.plan<[m]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected ']'}}
func.func private @f() attributes {a = #autotune.plan<[m to 8 from 2]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{a row for all sizes has else instead of a guard}}
func.func private @f() attributes {a = #autotune.plan<[m from 0]: <simt>>}

// -----

// expected-error@+1 {{unknown template "nobody"}}
func.func private @f() attributes {a = #autotune.plan<else: <nobody>>}

// -----

// expected-error@+1 {{integer value too large}}
func.func private @f() attributes {a = #autotune.plan<[m to 99999999999999999999]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected ':'}}
func.func private @f() attributes {a = #autotune.plan<else <simt>>}

// -----

// expected-error@+1 {{any is for a call of a library; a kernel for all sizes has else}}
func.func private @f() attributes {a = #autotune.plan<any: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{else is for a kernel; a call of a library for all sizes has any}}
func.func private @f() attributes {a = #autotune.plan<else: <cublaslt>>}

// -----

// expected-error@+1 {{the last row of a plan is a call of cublaslt, which may be missing or refuse; it must be a kernel}}
func.func private @f() attributes {a = #autotune.plan<[m to 8]: <simt>, any: <cublaslt>>}

// -----

// A library's row is not reached where a kernel takes all of its sizes.
// expected-error@+1 {{row 1 of a plan, for m = 4, is never reached}}
func.func private @f() attributes {a = #autotune.plan<[m to 8]: <simt>, [m = 4]: <cublaslt>, else: <simt>>}

// -----

// expected-error@+1 {{row 1 of a plan has else, which must be the last row; only a call of a library may be for any sizes before it}}
func.func private @f() attributes {a = #autotune.plan<any: <cublaslt>, else: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{algorithm takes 8 integers, not 2}}
func.func private @f() attributes {a = #autotune.plan<any: <cublaslt, algorithm = [1, 2]>, else: <simt>>}

// -----

// Bit 63 alone stands for a value that is not set.
// expected-error@+1 {{algorithm[0] = -9223372036854775808 is not in {-9223372036854775807 to 9223372036854775807}}}
func.func private @f() attributes {a = #autotune.plan<any: <cublaslt, algorithm = [-9223372036854775808, 0, 0, 0, 0, 0, 0, 0]>, else: <simt>>}

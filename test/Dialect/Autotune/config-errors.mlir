// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected a template's name, known: hopper_wgmma, ampere_mma, simt}}
func.func private @f() attributes {a = #autotune.config<>}

// -----

// expected-error@+1 {{expected a template's name, known: hopper_wgmma, ampere_mma, simt}}
func.func private @f() attributes {a = #autotune.config<"simt">}

// -----

// expected-error@+1 {{unknown template "foo", known: hopper_wgmma, ampere_mma, simt}}
func.func private @f() attributes {a = #autotune.config<foo>}

// -----

// expected-error@+1 {{unknown parameter "depth" of template simt, known: tile, thread}}
func.func private @f() attributes {a = #autotune.config<simt, depth = 4>}

// -----

// expected-error@+1 {{parameter "stages" is set twice}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stages = 4, stages = 5>}

// -----

// Of a parameter that was removed only its former default is still read.
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, evict_last = none,
  // expected-error@+1 {{stream_k = true, but stream_k was removed from the template because it was slower on nearly all matmuls measured; leave it out, and tune the matmul again}}
  stream_k = true>}

// -----

func.func private @f() attributes {a = #autotune.config<hopper_wgmma,
  // expected-error@+1 {{evict_last = a, but evict_last was removed from the template because it changed no time beyond the noise; leave it out, and tune the matmul again}}
  evict_last = a, stages = 4>}

// -----

func.func private @f() attributes {a = #autotune.config<hopper_wgmma,
  // expected-error@+1 {{placed = true, but placed was removed from the template because on average it made the fastest kernels 0.5 % faster at most; leave it out, and tune the matmul again}}
  placed = true, cluster = [2, 1]>}

// -----

// expected-error@+1 {{stream_k = 3, but stream_k was removed}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stream_k = 3>}

// -----

// expected-error@+1 {{stream_k = ..., but stream_k was removed}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stream_k = [1, 2]>}

// -----

// expected-error@+1 {{expected '='}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stream_k>}

// -----

// A case that was removed is refused with the reason.
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, split_k = 2,
  // expected-error@+1 {{reduce = last, but last was removed from the template because it was the fastest for none of the matmuls measured; tune the matmul again}}
  reduce = last>}

// -----

// A value is checked where it stands, and the error names what is legal.
func.func private @f() attributes {a = #autotune.config<hopper_wgmma,
  // expected-error@+1 {{tile[0] = 100 is not in {64, 128, 192, 256}}}
  tile = [100, 128, 64], stages = 4>}

// -----

// A long domain of even steps is shortened.
// expected-error@+1 {{tile[1] = 100 is not in {8, 16, ..., 256}}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, tile = [128, 100, 64]>}

// -----

// expected-error@+1 {{tile takes 3 integers, not 2}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, tile = [128, 128]>}

// -----

// expected-error@+1 {{tile takes 3 integers, not 0}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, tile = []>}

// -----

// expected-error@+1 {{tile takes a list of integers}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, tile = 128>}

// -----

// expected-error@+1 {{stages takes an integer}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stages = [4]>}

// -----

// expected-error@+1 {{stages = -1 is not in {2, 3, ..., 12}}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stages = -1>}

// -----

// expected-error@+1 {{integer value too large}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, stages = 99999999999999999999>}

// -----

// expected-error@+1 {{swap takes true or false}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, swap = 1>}

// -----

// expected-error@+1 {{schedule takes a keyword}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, schedule = 1>}

// -----

// expected-error@+1 {{schedule = sideways is not in {cooperative, pingpong}}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, schedule = sideways>}

// -----

// expected-error@+1 {{expected '='}}
func.func private @f() attributes {a = #autotune.config<simt, tile [64, 64, 16]>}

// -----

// expected-error@+1 {{expected '>'}}
func.func private @f() attributes {a = #autotune.config<simt tile = [64, 64, 16]>}

// -----

// What has its default is said last.
// expected-error@+1 {{expected '>'}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, defaults, stages = 4>}

// -----

// expected-error@+1 {{expected '>'}}
func.func private @f() attributes {a = #autotune.config<hopper_wgmma, defaults = true>}

// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op autotune.config must be an #autotune.config or an #autotune.plan, not "simt"}}
func.func private @f() attributes {autotune.config = "simt"}

// -----

// expected-error@+1 {{'func.func' op autotune.candidates must be a list of one #autotune.config or more, best first, not #autotune.config<simt>}}
func.func private @f() attributes {autotune.candidates = #autotune.config<simt>}

// -----

// expected-error@+1 {{'func.func' op autotune.candidates must be a list of one #autotune.config or more, best first, not []}}
func.func private @f() attributes {autotune.candidates = []}

// -----

// expected-error@+1 {{'func.func' op autotune.candidates[1] must be an #autotune.config, not 4 : i64}}
func.func private @f() attributes {autotune.candidates = [#autotune.config<simt>, 4]}

// -----

// expected-error@+1 {{'func.func' op autotune.provenance must be an #autotune.provenance, not "measured"}}
func.func private @f() attributes {autotune.provenance = "measured"}

// -----

// expected-error@+1 {{'builtin.module' op autotune.target must be an #autotune.target, not "h200"}}
module attributes {autotune.target = "h200"} {}

// -----

// expected-error@+1 {{'func.func' op autotune.target belongs on a builtin.module}}
func.func private @f() attributes {autotune.target = #autotune.target<"h200">}

// -----

// A misspelt name is not silently ignored.
// expected-error@+1 {{'func.func' op unknown attribute "autotune.confg", known: autotune.config, autotune.candidates, autotune.provenance, autotune.fact, autotune.target, autotune.allow_tf32, autotune.accumulator, autotune.fusion, autotune.sizes, autotune.once}}
func.func private @f() attributes {autotune.confg = #autotune.config<simt>}

// -----

// expected-error@+1 {{'func.func' op autotune.allow_tf32 must be a string, not true}}
func.func private @f() attributes {autotune.allow_tf32 = true}

// -----

// expected-error@+1 {{'func.func' op autotune.allow_tf32 = 2xtf32 is none of none, tf32 and 3xtf32}}
func.func private @f() attributes {autotune.allow_tf32 = "2xtf32"}

// -----

// expected-error@+1 {{'func.func' op autotune.accumulator must be a string, not f16}}
func.func private @f() attributes {autotune.accumulator = f16}

// -----

// expected-error@+1 {{'func.func' op autotune.accumulator = bf16 is none of f32 and f16}}
func.func private @f() attributes {autotune.accumulator = "bf16"}

// -----

// expected-error@+1 {{'func.func' op autotune.fusion must be one of "prologue", "products" and "none", not "both"}}
func.func private @f() attributes {autotune.fusion = "both"}

// -----

// expected-error@+1 {{'func.func' op autotune.fusion must be one of "prologue", "products" and "none", not 1 : i64}}
func.func private @f() attributes {autotune.fusion = 1}

// -----

// A library needs a kernel behind it.
// expected-error@+1 {{'func.func' op autotune.config is a call of cublaslt, which may be missing or refuse; write a plan with a kernel behind it: #autotune.plan<any: <cublaslt, ...>, else: <TEMPLATE, ...>>}}
func.func private @f() attributes {autotune.config = #autotune.config<cublaslt, version = 130100, defaults>}

// -----

// expected-error@+1 {{'func.func' op autotune.once must have no value, or a list of globals, not true}}
func.func private @f() attributes {autotune.once = true} {
  return
}

// -----

// expected-error@+1 {{'func.func' op autotune.once must be on a private function with a body, whose arguments and results are tensors of known sizes}}
func.func private @f(%x: tensor<?xf32>) attributes {autotune.once} {
  return
}

// -----

// expected-error@+1 {{'func.func' op autotune.once must be on a private function with a body, whose arguments and results are tensors of known sizes}}
func.func private @f() -> index attributes {autotune.once} {
  %c = arith.constant 1 : index
  return %c : index
}

// -----

// expected-error@+1 {{'func.func' op autotune.once must be on a private function with a body, whose arguments and results are tensors of known sizes}}
func.func private @f() -> tensor<4xf32> attributes {autotune.once}

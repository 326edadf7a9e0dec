// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-flatten-modules

// One symbol is found at run time, and can't be of two types.
module {
  // expected-note @below {{the other one}}
  func.func private @external(i32)
  module @inner {
    // expected-error @below {{@external differs from the symbol in another module; declarations are found by name, so both must have the same type, or different names}}
    func.func private @external(f32)
  }
}

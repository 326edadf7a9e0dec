//===- Turn.h - One of several threads at a time ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TURN_H
#define MLIR_AUTOTUNE_TUNE_TURN_H

#include <mutex>

namespace mlir::autotune::tune {

/// Threads that tune different matmuls mostly wait for their devices. Only the
/// one that holds the turn touches what they share.
class Turn {
public:
  /// The calling thread holds the turn while the result lives.
  std::unique_lock<std::mutex> take() { return std::unique_lock(mutex); }

  /// Runs `wait` without the turn, which the calling thread must hold, and
  /// takes the turn again.
  template <typename Wait> auto pause(Wait wait) {
    struct Pause {
      std::mutex &mutex;
      explicit Pause(std::mutex &mutex) : mutex(mutex) { mutex.unlock(); }
      ~Pause() { mutex.lock(); }
    } pause(mutex);
    return wait();
  }

private:
  std::mutex mutex;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TURN_H

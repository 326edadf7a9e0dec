//===- RegisterPool.h - Who has a CTA's registers ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setmaxnreg moves registers between the warps of a CTA. All together they have
// what they were launched with: a warp that asks for more waits until others
// have given up enough.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_REGISTERPOOL_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_REGISTERPOOL_H

#include "Machine.h"

namespace mlir::autotune::sim {

class RegisterPool {
public:
  RegisterPool(Machine &machine, Cta &cta);
  ~RegisterPool();
  /// setmaxnreg: called by every thread of a warp.
  void set(const Site *site, bool increase, uint32_t count);
  /// When the CTA has ended: reports warpgroups whose warps disagree.
  void checkEnd();

private:
  struct Warp {
    /// Registers of a thread.
    uint32_t registers = 0;
    /// How often they were set, and where last.
    uint32_t changes = 0;
    const Site *site = nullptr;
    /// What it waits for; 0 if it does not.
    uint32_t wanted = 0;
    std::vector<Thread *> lanes;
  };
  bool grant(Warp &warp);
  std::string describe(const Warp &warp) const;

  Machine &machine;
  Cta &cta;
  std::vector<Warp> warps;
  /// Warps that wait, first come first served.
  std::vector<uint32_t> queue;
  /// Of a lane: a warp's registers come and go for all lanes alike.
  uint32_t free = 0;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_REGISTERPOOL_H

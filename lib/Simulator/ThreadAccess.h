//===- ThreadAccess.h - Accesses of threads to shared memory ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_THREADACCESS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_THREADACCESS_H

#include "Machine.h"

namespace mlir::autotune::sim {

/// One that the thread makes now, through the generic proxy.
inline Access getAccess(const Thread &thread, const Site *site) {
  Access access;
  access.epoch = thread.epoch();
  access.view = &thread.view;
  access.site = site;
  access.thread = &thread;
  return access;
}

/// For a write that the thread is about to make to shared memory: a wgmma that
/// it issued before does not come after it.
inline void beginWrite(Thread &thread) {
  if (thread.hasIssuedWgmma)
    ++thread.now;
  thread.hasIssuedWgmma = false;
}

/// Notes what the thread does now to `cta`, should that be another's.
inline void noteIfRemote(Machine &machine, Thread &thread, Cta &cta,
                         const Site *site) {
  if (&cta != thread.cta)
    machine.noteRemote(cta, thread.epoch(), site);
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_THREADACCESS_H

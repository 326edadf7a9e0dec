//===- Ptxas.h - Running ptxas -------------------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_PTXAS_H
#define MLIR_AUTOTUNE_TUNING_PTXAS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <string>

namespace mlir::autotune {

/// What ptxas says of a kernel with -v.
struct PtxasReport {
  int64_t registers = 0;
  int64_t stackBytes = 0;
  int64_t spillBytes = 0;
  /// The first line that says that wgmma was serialised (C7510 and C7514 to
  /// C7519); empty if none does.
  std::string serialized;
  /// All of its output.
  std::string log;
};

/// Reads what `ptxas -v` prints.
PtxasReport parsePtxasReport(StringRef log);

/// The assembler of PTX, found once.
class Ptxas {
public:
  /// Looks at AUTOTUNE_PTXAS, then PATH, CUDA_HOME and /usr/local/cuda. The
  /// error lists where it looked, or says that what it found does not run, or
  /// can't be told from others: it prints no version, and its file can't be
  /// read.
  static llvm::Expected<Ptxas> find();

  StringRef getPath() const { return path; }
  /// Tells this assembler from others, as part of a compiled kernel's identity:
  /// its version, "13.0.88"; of a program whose --version has none, "xxh3" and
  /// a hash of its file, taken once. A script in front of ptxas is told from
  /// others by its text then, whichever ptxas it runs.
  StringRef getIdentity() const { return identity; }

  /// Assembles PTX for a chip ("sm_90a") into `cubin`. Fails with what ptxas
  /// said if it rejects the text, and when it runs into the time limit, at
  /// which it is killed. Safe to call from several threads.
  llvm::Expected<PtxasReport> assemble(StringRef ptx, StringRef chip,
                                       SmallVectorImpl<char> &cubin) const;

  void setTimeLimit(std::chrono::milliseconds limit) { timeLimit = limit; }

private:
  /// The largest kernels of the templates take ptxas seconds; one that it has
  /// not finished after five minutes is one on which it hangs, and would hold
  /// up a build for ever.
  static constexpr std::chrono::milliseconds kTimeLimit =
      std::chrono::seconds(300);

  std::string path, identity;
  std::chrono::milliseconds timeLimit = kTimeLimit;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PTXAS_H

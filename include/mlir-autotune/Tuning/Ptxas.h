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
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <memory>
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
  /// Whether ptxas said of the kernel how many registers it uses, which is what
  /// comes last. Without, the log was cut short, and no spill in it is no news.
  bool isWhole = false;
  /// All of its output.
  std::string log;
};

/// Reads what `ptxas -v` prints.
PtxasReport parsePtxasReport(StringRef log);

/// The text itself is at fault, and no machine would take it: ptxas said what
/// is wrong with it, crashed on it, or ran into the time limit.
class RejectedByPtxas
    : public llvm::ErrorInfo<RejectedByPtxas, llvm::StringError> {
public:
  static char ID;
  explicit RejectedByPtxas(const Twine &text)
      : ErrorInfo(text, llvm::inconvertibleErrorCode()) {}
};

class TemporaryFiles;

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

  /// Assembles PTX for a chip ("sm_90a") into `cubin`. Fails with
  /// RejectedByPtxas if ptxas rejects the text, and when it runs into the time
  /// limit, at which it is killed. Any other error is the machine's: a
  /// temporary file can't be written or read, ptxas can't be run, or what it
  /// wrote or said is not whole. Safe to call from several threads.
  llvm::Expected<PtxasReport> assemble(StringRef ptx, StringRef chip,
                                       SmallVectorImpl<char> &cubin) const;

  void setTimeLimit(std::chrono::milliseconds limit) { timeLimit = limit; }

private:
  Ptxas();

  /// The largest kernels of the templates take ptxas seconds; one that it has
  /// not finished after five minutes is one on which it hangs, and would hold
  /// up a build for ever.
  static constexpr std::chrono::milliseconds kTimeLimit =
      std::chrono::seconds(300);

  std::string path, identity;
  /// Shared by the copies.
  std::shared_ptr<TemporaryFiles> files;
  std::chrono::milliseconds timeLimit = kTimeLimit;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PTXAS_H

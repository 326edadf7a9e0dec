//===- LibraryAlgorithms.h - What libraries offer for a problem -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_LIBRARYALGORITHMS_H
#define AUTOTUNE_LIB_MEASURE_LIBRARYALGORITHMS_H

#include "Buffers.h"
#include "Device.h"
#include "Timing.h"

#include "mlir-autotune/Measure/Records.h"

#include <memory>
#include <optional>

namespace mlir::autotune::measure {

/// What a library offers for a problem: algorithms, or kernels. enqueue() runs
/// the selected one, by default the first.
class LibraryAlgorithms : public Launchable {
public:
  virtual int64_t getAlgorithmCount() const = 0;
  virtual void select(int64_t algorithm) = 0;
  /// An algorithm as a config, by default the selected one.
  virtual std::string
  getConfig(std::optional<int64_t> algorithm = {}) const = 0;
  /// Has the selected algorithm use the buffers' workspace, as much of it as
  /// the library says that it needs.
  virtual void useSharedWorkspace() = 0;
};

/// Times every algorithm briefly and the best few longer; selects the fastest.
/// Fails if none runs. `known` is the place of the best one when an earlier
/// process has found it already, or -1.
StepResult measureAlgorithms(LibraryAlgorithms &algorithms, const Timer &timer,
                             const Buffers &buffers, double launchTimeout,
                             int64_t known, BaselineFigures &figures);

/// What a library is to compute.
struct LibraryProduct {
  /// A problem with the A and B of the buffers.
  const MeasuredProblem &problem;
  const Buffers &buffers;
  /// Where C is, for all sets; 0 for the C of each set.
  cuda::DevicePtr output = 0;
};

/// A library whose fastest algorithm can be a candidate.
struct MeasuredLibrary {
  llvm::StringRef name;
  /// Why the library does not compute the problem's whole result in one call,
  /// as a sentence without a full stop; empty if it does. Does not open the
  /// library. getWhyNoLibrary() has reasons that all libraries share.
  std::string (*getWhyNot)(const MeasuredProblem &problem);
  /// All that the library offers. Null, with `note` set, if that is nothing.
  /// The product's problem and buffers outlive it.
  std::unique_ptr<LibraryAlgorithms> (*create)(const LibraryProduct &product,
                                               const Device &device,
                                               std::string &note);
};

/// The problem without its epilogue, whose C is a dense matrix of sums.
MeasuredProblem getBareProduct(const MeasuredProblem &problem);

/// What the library offers for the bare product, each with the kernel of the
/// problem's `separate` behind it. Null, with `note` set, if that is nothing.
std::unique_ptr<LibraryAlgorithms>
createSeparateAlgorithms(const MeasuredLibrary &library,
                         const MeasuredProblem &problem, const Buffers &buffers,
                         const Device &device, std::string &note);

/// The library of this name; it must be one of getMeasuredLibraries().
const MeasuredLibrary &getMeasuredLibrary(llvm::StringRef name);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_LIBRARYALGORITHMS_H

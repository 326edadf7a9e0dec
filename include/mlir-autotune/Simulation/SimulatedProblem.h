//===- SimulatedProblem.h - Operands and what becomes of them ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_SIMULATEDPROBLEM_H
#define MLIR_AUTOTUNE_SIMULATION_SIMULATEDPROBLEM_H

#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Problem/TensorView.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::autotune {

class ProblemData;

/// A matrix as stored, with its bytes.
struct StoredMatrix {
  /// The operand's name: "a", "b" or "c"; "c2", "c3", ... for further outputs
  /// of an epilogue; "e0", "e1", ... for matrices that it reads; "p0", ... for
  /// those of a prologue; "sa" and "sb" for scales; "input 0", ... and
  /// "output 0", ... for tensors of a problem of rows; "q", "k", "v", "o" and
  /// "lse" for those of an attention, and "input 3", ... for what its score
  /// function reads.
  std::string name;
  ElementKind element = ElementKind::F32;
  int64_t rows = 0, columns = 0;
  /// In elements.
  int64_t rowStride = 0;
  /// The matrices of a batch, and the elements from one to the next: at least
  /// rows * rowStride, or 0 for one matrix that all products share. A smaller
  /// stride interleaves the matrices: their rows lie one behind the other, and
  /// rowStride has room for a row of each.
  int64_t batch = 1, batchStride = 0;
  /// For A, C or the scales of A of a group, the rows of each product (or
  /// columns, if the matrix is stored transposed); else empty.
  std::vector<int64_t> group;
  bool groupsColumns = false;
  /// For images: which windows a kernel takes. A row of the matrix is a pixel.
  std::optional<WindowsFact> windows;
  /// For an attention: how kernels see the tensor, whose elements are adjacent.
  std::optional<TensorView> view;
  /// The address is a multiple of this many bytes, and of no larger power of
  /// two.
  int64_t alignment = 256;
  /// All elements. The padding of rows and matrices holds noise.
  std::vector<unsigned char> bytes;

  int64_t getElementBytes() const { return autotune::getElementBytes(element); }
  /// The sizes of one matrix of the batch or group.
  int64_t getRows(int64_t number) const {
    return group.empty() || groupsColumns ? rows : group[number];
  }
  int64_t getColumns(int64_t number) const {
    return group.empty() || !groupsColumns ? columns : group[number];
  }
  /// How many matrices are stored, and the elements of each with its padding.
  /// Interleaved matrices count as one.
  bool isInterleaved() const {
    return batchStride > 0 && batchStride < rows * rowStride;
  }
  int64_t getStoredMatrices() const {
    return batchStride > 0 && !isInterleaved() ? batch : 1;
  }
  int64_t getStoredElements() const {
    return batchStride > 0 && !isInterleaved() ? batchStride : rows * rowStride;
  }
};

/// An element of an output. `output` is the product's number in a batch, and
/// `operand` the number of the output among the operands.
struct OutputElement {
  int64_t row = 0, column = 0, output = 0;
  int operand = 0;
};

/// The operands of a problem of any kind for a seed, and what a right kernel
/// makes of them.
class SimulatedProblem {
public:
  virtual ~SimulatedProblem();

  /// Fails as checkSimulable (ProblemData.h) does.
  static llvm::Expected<std::unique_ptr<SimulatedProblem>>
  create(const ProblemFact &fact, uint64_t seed);

  /// The name of the problem in reports.
  virtual std::string getKey() const = 0;
  virtual const StoredMatrix &getOperand(int index) const = 0;
  virtual int getNumOperands() const = 0;
  virtual bool isOutput(int index) const = 0;
  /// Whether the bits `got` are right for an element, and which are, in words.
  virtual bool accepts(const OutputElement &place, uint64_t got) const = 0;
  virtual std::string describeExpected(const OutputElement &place) const = 0;
  /// Says in a line what the wrong elements of an output have in common. `base`
  /// points to the output as a kernel left it. Matmuls have diagnoseOutput
  /// (Diagnosis.h).
  virtual std::string diagnose(int operand, const unsigned char *base) const {
    return "";
  }
  /// Null for other kinds.
  virtual const ProblemData *asMatmul() const { return nullptr; }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_SIMULATEDPROBLEM_H

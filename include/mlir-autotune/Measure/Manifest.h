//===- Manifest.h - What a bundle holds -------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bundle is a folder: manifest.json and the cubins that it names. Format and
// meaning of every field are in docs/reference/bundle.md. Reading checks
// everything that a later stage relies on, so that no manifest, however
// damaged, leads further than to an error that names the file, the place in it
// and what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_MANIFEST_H
#define MLIR_AUTOTUNE_MEASURE_MANIFEST_H

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Runtime/SupportModule.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune::measure {

/// The one version of the format that this program reads.
constexpr int64_t kBundleVersion = 2;

/// One matrix as stored: rows of `columns` elements, rowStride elements apart.
struct Operand {
  std::string name;
  /// An ElementIndex of the runtime.
  int element = 0;
  int64_t rows = 0, columns = 0, rowStride = 0;
  /// 0 for one matrix that all products of a batch share.
  int64_t batchStride = 0;
  bool transposed = false;

  /// Whether rows of all matrices lie one behind the other.
  bool isInterleaved() const {
    return batchStride > 0 && batchStride < rows * rowStride;
  }
  /// Of all that is stored.
  int64_t getElements(int64_t batch) const {
    return batchStride > 0 && !isInterleaved() ? batch * batchStride
                                               : rows * rowStride;
  }
};

/// PTX of the kernel that says what must come out of an epilogue
/// (docs/reference/bundle.md), and its name.
struct EpilogueKernel {
  std::string ptx, function;
};

/// What is done to each sum before it is stored.
struct Epilogue {
  /// Its function, as text (mlir-autotune/Reference/Function.h).
  std::string body;
  /// That of C, and those of what it writes beside it.
  std::vector<EpilogueKernel> outputs;
  /// For what it reads, how many rows and columns share an element; empty where
  /// that is 1 everywhere.
  std::vector<std::array<int64_t, 2>> groups;
};

/// What the elements of a or b become before they are multiplied.
struct Prologue {
  /// Which operand it is of, where that is not the one of fewer bytes.
  std::optional<size_t> operand;
  /// Its function, as text (mlir-autotune/Reference/Function.h).
  std::string body;
  /// PTX of the kernel that makes it of them (docs/reference/bundle.md).
  std::string ptx, function;
  /// Of each operand that it reads, the elements of K that share a value; 0 for
  /// all.
  std::vector<int64_t> groups;
};

/// What the elements of A and B are multiplied by: how many of a row along the
/// output (A's rows, B's columns) and of K share a value; 0 for all.
struct Scales {
  struct Block {
    int64_t rows = 1, depth = 0;
  };
  std::array<Block, 2> blocks;
};

/// The operands of a matmul, and how many more a problem may have, far more
/// than any does: a launch's parameters take 4 KiB at most.
constexpr size_t kMatmulOperands = 3;
/// C among them.
constexpr size_t kOutput = 2;
constexpr int64_t kMaxExtras = 64;
/// Of two products with the same A, of which the epilogue makes one matrix.
struct Pair {
  /// PTX of the kernel that makes it of both, as a library has computed them
  /// (docs/reference/bundle.md).
  std::string ptx, function;
  /// How many elements of a row its threads have.
  int64_t vector = 1;
};

/// C[m, n] (+)= A[m, k] x B[k, n], and what is fused with it.
struct Problem {
  std::string id, key;
  /// What all below, but for the kernels' PTX, follows from.
  ProblemFact fact;
  int64_t m = 0, n = 0, k = 0;
  int64_t batch = 1;
  /// How many matrices of A and B K is in, of `k` each: c (+)= the sum of their
  /// products. Then there is no batch.
  int64_t parts = 1;
  /// The K of the second product of a sum, c (+)= a x b + a2 x b2; 0 for none.
  int64_t addedK = 0;
  /// Of a group, which lies as a batch with room for `m` rows of each, the rows
  /// that each has of A and C; else empty.
  std::vector<int64_t> group;
  /// A, B, C, what the epilogue writes beside it, of a pair the other B, of a
  /// sum the other A and B, then what the epilogue reads: matrices, or a row, a
  /// column or one element for all; and then what the prologue does, or the
  /// scales of A and B.
  std::vector<Operand> operands = std::vector<Operand>(kMatmulOperands);
  /// f16 where candidates may sum in it.
  int accumulator = 0;
  bool accumulate = false;
  /// Whether integers of A and B have no sign.
  bool zeroExtend = false;
  std::optional<Prologue> prologue;
  std::optional<Scales> scales;
  std::optional<Epilogue> epilogue;
  std::optional<Pair> pair;

  /// What the reference sums in, and what epilogues take: f32 of sums that may
  /// be in f16, too.
  int getSumKind() const {
    return accumulator == cuda::kF16 ? int(cuda::kF32) : accumulator;
  }
  /// C, and what is written beside it.
  size_t getNumOutputs() const {
    return epilogue ? epilogue->outputs.size() : 1;
  }
  bool isOutput(size_t operand) const {
    return operand >= kOutput && operand < kOutput + getNumOutputs();
  }
  /// The first operand of a second product.
  size_t getSecond() const { return kOutput + getNumOutputs(); }
  /// The first of the operands that the epilogue reads.
  size_t getFirstExtra() const {
    return getSecond() + (addedK ? 2 : pair ? 1 : 0);
  }
  /// And that the prologue reads, or the scales, which come last.
  size_t getFirstParam() const { return operands.size() - countParams(); }
  size_t countParams() const {
    return prologue ? prologue->groups.size() : scales ? 2 : 0;
  }
  /// The one of A and B that a prologue is of.
  size_t getConverted() const {
    if (prologue && prologue->operand)
      return *prologue->operand;
    return cuda::getElementBytes(operands[1].element) <
                   cuda::getElementBytes(operands[0].element)
               ? 1
               : 0;
  }
  /// Whether A or B is of integers of 4 bits.
  bool hasHalfBytes() const {
    return operands[0].element == cuda::kI4 || operands[1].element == cuda::kI4;
  }
  /// Whether what is multiplied can't be filled with multiples of other
  /// numbers, so that a second set has a product that has to be computed.
  bool hasNoMultiples() const { return prologue || scales || hasHalfBytes(); }
  /// The K of all products that are summed.
  int64_t getDepth() const { return parts * k + addedK; }
  /// How many matrices an operand is, if it is more than one.
  int64_t getMatrices(size_t operand) const {
    return operand < kOutput && parts > 1 ? parts : batch;
  }
  /// Rows of product number `number`, and of all together.
  int64_t getRows(int64_t number) const {
    return group.empty() ? m : group[size_t(number)];
  }
  double getTotalRows() const;
  double getFlops() const {
    return 2.0 * getTotalRows() * double(n) * double(getDepth()) *
           (pair ? 2 : 1);
  }
  /// All operands once each, C twice when it is added to: of a whole batch, but
  /// for what all products share.
  double getBytes() const;
};

struct Kernel {
  std::string id, file, function;
  int64_t bytes = 0;
  uint64_t checksum = 0;
  int64_t registers = 0;
  tile::KernelABI abi;
};

struct Candidate {
  std::string id, config;
  /// The config as tables write it; empty in bundles that do not say.
  std::string brief;
  size_t problem = 0;
  /// None for a candidate that did not compile; failure and detail say why.
  std::optional<size_t> kernel;
  std::string failure, detail;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
  /// 0 where the manifest has none.
  double estimateNs = 0;
};

struct Manifest {
  std::string target, chip;
  /// Of the program that built the kernels; empty in manifests without.
  std::string build;
  std::vector<Problem> problems;
  std::vector<Kernel> kernels;
  std::vector<Candidate> candidates;
};

/// Parses the text of a manifest; `file` names it in errors.
llvm::Expected<Manifest> parseManifest(llvm::StringRef text,
                                       llvm::StringRef file);

/// Reads `bundle`/manifest.json.
llvm::Expected<Manifest> readManifest(llvm::StringRef bundle);

/// What things are known by: nothing would be, by an empty one.
std::string parseId(const JsonReader &json);
/// The problem of a fact that can be measured (getWhyNotMeasurable), without
/// kernels.
Problem makeProblem(const ProblemFact &fact);
/// One object of `problems` or `kernels`. What is wrong with it goes to the
/// reader's error.
Problem parseProblem(const JsonReader &json);
Kernel parseKernel(const JsonReader &json);
/// What a candidate has but for its problem and kernel.
Candidate parseCandidateText(const JsonReader &json);

/// Whether `image` has the size and checksum of the kernel's; `where` names it
/// in errors.
llvm::Error checkImage(llvm::StringRef image, const Kernel &kernel,
                       const llvm::Twine &where);

/// Reads a kernel's cubin and checks its size and checksum.
llvm::Expected<std::string> readKernelFile(llvm::StringRef bundle,
                                           const Kernel &kernel);

/// "bf16" and its like to its ElementIndex; -1 for anything else.
int parseElementKind(llvm::StringRef text);
llvm::StringRef getElementKindName(int kind);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_MANIFEST_H

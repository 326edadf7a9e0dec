//===- Manifest.h - What a bundle holds -------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bundle is a folder with manifest.json and the cubins that it names.
// docs/reference/bundle.md defines every field. Reading checks everything that
// later stages rely on. Any damaged manifest gives an error with the file, the
// place in it and the fault.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_MANIFEST_H
#define MLIR_AUTOTUNE_MEASURE_MANIFEST_H

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Problem/StandardEpilogue.h"
#include "mlir-autotune/Problem/TensorView.h"
#include "mlir-autotune/Runtime/SupportModule.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune::measure {

/// One matrix as stored: rows of `columns` elements, rowStride elements apart.
struct Operand {
  std::string name;
  /// An ElementIndex of the runtime.
  int element = 0;
  int64_t rows = 0, columns = 0, rowStride = 0;
  /// 0 for one matrix that all products of a batch share.
  int64_t batchStride = 0;
  bool transposed = false;
  /// For integers that are filled with numbers from 0 to `limit` - 1; else 0.
  int64_t limit = 0;

  /// Whether the matrices are interleaved: their rows lie one behind the
  /// other.
  bool isInterleaved() const {
    return batchStride > 0 && batchStride < rows * rowStride;
  }
  /// The number of stored elements, with padding.
  int64_t getElements(int64_t batch) const {
    return batchStride > 0 && !isInterleaved() ? batch * batchStride
                                               : rows * rowStride;
  }
};

/// PTX and name of the kernel that computes the expected output of an epilogue
/// (docs/reference/bundle.md).
struct EpilogueKernel {
  std::string ptx, function;
};

/// The function that is applied to each sum before it is stored.
struct Epilogue {
  /// Its function, as text (mlir-autotune/Reference/Function.h).
  std::string body;
  /// The reference kernels: first C's, then those of the other outputs.
  std::vector<EpilogueKernel> outputs;
  /// For each matrix that the epilogue reads, how many rows and columns share
  /// an element; empty if that is 1 everywhere.
  std::vector<std::array<int64_t, 2>> groups;
  /// The function, if libraries have it.
  std::optional<StandardEpilogue> standard;
};

/// The function that is applied to the elements of A or B before they are
/// multiplied.
struct Prologue {
  /// The converted operand; nullopt stands for the one with fewer bytes.
  std::optional<size_t> operand;
  /// Its function, as text (mlir-autotune/Reference/Function.h).
  std::string body;
  /// PTX and name of the kernel that applies the function to stored elements
  /// (docs/reference/bundle.md).
  std::string ptx, function;
  /// For each operand that the prologue reads, the elements along K that share
  /// a value; 0 if all do.
  std::vector<int64_t> groups;
};

/// The scales of A, and of B or both B's. A block gives how many rows (A's
/// rows, B's columns) and how many elements of K share a value; 0 if all do.
struct Scales {
  struct Block {
    int64_t rows = 1, depth = 0;
  };
  std::array<Block, 2> blocks;
};

/// The operands of a plain matmul, C's number among them, and the most further
/// operands of a problem. kMaxExtras is far above any real number: a launch's
/// parameters take 4 KiB at most.
constexpr size_t kMatmulOperands = 3;
/// The number of C among the operands.
constexpr size_t kOutput = 2;
/// Q, K and V.
constexpr size_t kAttentionInputs = 3;
constexpr int64_t kMaxExtras = 64;
/// Two products with the same A, which the epilogue combines to one matrix.
struct Pair {
  /// PTX and name of the kernel that combines both products after a library
  /// has computed them (docs/reference/bundle.md).
  std::string ptx, function;
  /// How many elements of a row each thread computes.
  int64_t vector = 1;
};

/// The epilogue as a kernel of its own, behind a library's product.
struct SeparateEpilogue {
  std::string ptx, function;
  int64_t vector = 1;
};

/// Of a problem of rows or an attention: the kernel that candidates are
/// compared with, which takes the address of each operand.
struct RowsKernel {
  std::string ptx, function;
  int64_t ctas = 1, threads = 1;
};

/// C[m, n] (+)= A[m, k] x B[k, n], and what is fused with it; or a problem of
/// rows, of which only `operands` and `rows` are set; or an attention, which
/// also has `views`.
struct MeasuredProblem {
  std::string id, key;
  /// Determines everything below except the kernels' PTX.
  ProblemFact fact;
  int64_t m = 0, n = 0, k = 0;
  int64_t batch = 1;
  /// How many matrices of A and B hold K, with `k` each: c (+)= the sum of
  /// their products. If above 1, there is no batch.
  int64_t parts = 1;
  /// The K of the second product of a sum, c (+)= a x b + a2 x b2; 0 for none.
  int64_t addedK = 0;
  /// For a group: the rows of A and C of each product. The group is stored as
  /// a batch with room for `m` rows each. Else empty.
  std::vector<int64_t> group;
  /// In this order: A, B, C, the epilogue's other outputs, the other B of a
  /// pair or the other A and B of a sum, the epilogue's inputs (a matrix, or a
  /// row, column or element for all), and last the prologue's inputs or the
  /// scales of A, B and the other B of a pair.
  std::vector<Operand> operands = std::vector<Operand>(kMatmulOperands);
  /// The type of the sums: f16 if candidates may sum in f16.
  int accumulator = 0;
  bool accumulate = false;
  /// Whether integers of A and B are unsigned.
  bool zeroExtend = false;
  std::optional<Prologue> prologue;
  std::optional<Scales> scales;
  std::optional<Epilogue> epilogue;
  std::optional<Pair> pair;
  /// Missing if there is no epilogue, if no library computes the product in one
  /// call, or if the bundle says nothing of it.
  std::optional<SeparateEpilogue> separate;
  /// For a problem of rows, whose operands are the inputs and then the outputs,
  /// and an attention, which has its outputs between Q, K and V and what the
  /// score function reads.
  std::optional<RowsKernel> rows;
  /// For an attention: each operand as its kernels see it.
  std::vector<TensorView> views;

  /// Null if kernels see the operand as a matrix.
  const TensorView *getView(int64_t operand) const {
    return views.empty() ? nullptr : &views[size_t(operand)];
  }

  /// The type that the reference sums in and that epilogues take: f32 even if
  /// candidates may sum in f16.
  int getSumKind() const {
    return accumulator == cuda::kF16 ? int(cuda::kF32) : accumulator;
  }
  /// C and the epilogue's other outputs.
  size_t getNumOutputs() const {
    return fact.isRows()        ? fact.getRows().outputs.size()
           : fact.isAttention() ? 1 + fact.getAttention().hasLogSumExp
           : epilogue           ? epilogue->outputs.size()
                                : 1;
  }
  size_t getFirstOutput() const {
    return fact.isRows()        ? fact.getRows().inputs.size()
           : fact.isAttention() ? kAttentionInputs
                                : kOutput;
  }
  bool isOutput(size_t operand) const {
    return operand >= getFirstOutput() &&
           operand < getFirstOutput() + getNumOutputs();
  }
  /// The first operand of a second product.
  size_t getSecond() const { return kOutput + getNumOutputs(); }
  /// The first of the operands that the epilogue reads.
  size_t getFirstExtra() const {
    return getSecond() + (addedK ? 2 : pair ? 1 : 0);
  }
  /// The first operand that the prologue reads, or the first scale; these come
  /// last.
  size_t getFirstParam() const { return operands.size() - countParams(); }
  size_t countParams() const {
    return prologue ? prologue->groups.size() : scales ? (pair ? 3 : 2) : 0;
  }
  /// Which of A and B the prologue converts.
  size_t getConverted() const {
    if (prologue && prologue->operand)
      return *prologue->operand;
    return cuda::getElementBytes(operands[1].element) <
                   cuda::getElementBytes(operands[0].element)
               ? 1
               : 0;
  }
  /// Whether A or B has 4-bit integers.
  bool hasHalfBytes() const {
    return !rows && (cuda::isInt4Index(operands[0].element) ||
                     cuda::isInt4Index(operands[1].element));
  }
  /// Whether the factors can't be filled with multiples of other factors, so
  /// that the product of a second set has to be computed.
  bool hasNoMultiples() const {
    return prologue || scales || rows || hasHalfBytes();
  }
  /// The K of all products that are summed.
  int64_t getDepth() const { return parts * k + addedK; }
  /// How many matrices an operand has: the parts of K for A and B, else the
  /// batch.
  int64_t getMatrices(size_t operand) const {
    return operand < kOutput && parts > 1 ? parts : batch;
  }
  /// The rows of one product, and of all products together.
  int64_t getRows(int64_t number) const {
    return group.empty() ? m : group[size_t(number)];
  }
  double getTotalRows() const;
  /// The rows and columns of an operand of one product, as stored.
  std::array<int64_t, 2> getSizes(size_t operand, int64_t number) const;
  double getFlops() const {
    if (fact.isAttention())
      return fact.getFlops();
    return 2.0 * getTotalRows() * double(n) * double(getDepth()) *
           (pair ? 2 : 1);
  }
  /// Bytes of all operands of the whole batch, C counted twice if it is
  /// accumulated into. A matrix that all products share counts once.
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
  /// nullopt for a candidate that did not compile; `failure` and `detail` say
  /// why.
  std::optional<size_t> kernel;
  std::string failure, detail;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
  /// For a library's algorithm, which has no kernel, the library's name. The
  /// algorithm is the one that the config names, as a record has it. An empty
  /// config stands for the fastest algorithm, which only the runner knows.
  std::string library;
  /// 0 if the manifest has no estimate.
  double estimateNs = 0;
};

struct Manifest {
  std::string target, chip;
  /// The program that built the kernels; empty if the manifest does not say.
  std::string build;
  std::vector<MeasuredProblem> problems;
  std::vector<Kernel> kernels;
  std::vector<Candidate> candidates;
};

/// Parses the text of a manifest; `file` names it in errors.
llvm::Expected<Manifest> parseManifest(llvm::StringRef text,
                                       llvm::StringRef file);

/// Reads `bundle`/manifest.json.
llvm::Expected<Manifest> readManifest(llvm::StringRef bundle);

/// Reads an id; an empty one is an error, because ids name things.
std::string parseId(const JsonReader &json);
/// The problem of a fact that can be measured (getWhyNotMeasurable), without
/// kernels.
MeasuredProblem makeProblem(const ProblemFact &fact);
/// Parse one object of `problems` or `kernels`. Errors go to the reader's
/// error.
MeasuredProblem parseProblem(const JsonReader &json);
Kernel parseKernel(const JsonReader &json);
/// Parses a candidate without its problem and kernel.
Candidate parseCandidateText(const JsonReader &json);

/// Checks that `image` has the size and checksum of the kernel; `where` names
/// the image in errors.
llvm::Error checkImage(llvm::StringRef image, const Kernel &kernel,
                       const llvm::Twine &where);

/// Reads a kernel's cubin and checks its size and checksum.
llvm::Expected<std::string> readKernelFile(llvm::StringRef bundle,
                                           const Kernel &kernel);

/// The ElementIndex of a name such as "bf16"; -1 for any other text.
int parseElementKind(llvm::StringRef text);
llvm::StringRef getElementKindName(int kind);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_MANIFEST_H

//===- KernelABI.h - How a lowered kernel is launched -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_KERNELABI_H
#define MLIR_AUTOTUNE_PROBLEM_KERNELABI_H

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::autotune::tile {

/// One parameter of the lowered kernel.
struct KernelParam {
  enum class Kind {
    /// A 128-byte CUtensorMap by value, over the whole operand: of three
    /// dimensions, the batch last, where it is `batched`.
    TensorMap,
    /// The operand's address.
    Pointer,
    /// Size of the operand's dimension `dim`, i32.
    Size,
    /// Distance between two elements along `dim`, in elements, i64.
    Stride,
    /// The operand itself, a scalar.
    Scalar,
    /// The address of the workspace, which its counters start
    /// (Core/Workspace.h).
    Counters
  };
  Kind kind = Kind::Pointer;
  /// The operand of the launch. Numbers from the launch's number of operands on
  /// are the packed copies, in the order of `KernelABI::packed`.
  int64_t operand = 0;
  /// Sizes and strides: one of these.
  int64_t dim = kRows;
  /// The outer of two dimensions of a batch comes last.
  static constexpr int64_t kRows = 0, kColumns = 1, kBatch = 2, kOuterBatch = 3;
  /// Tensor maps: elements of a box, in memory order, and the swizzle in bytes.
  /// A box is of one matrix of a batch.
  std::array<int64_t, 2> box = {0, 0};
  int64_t swizzle = 0;
  bool batched = false;
  /// Whether a batched one has a fourth dimension, of batches.
  bool outer = false;
  /// Whether what is loaded, f32, is to be rounded to tf32.
  bool tf32 = false;
  /// For pointers: the kernel relies on this alignment in bytes. The operand's
  /// first element and its rows start at multiples of it, the elements of a row
  /// are adjacent, and the rows of an output are multiples of it long. 1 means
  /// none of that.
  int64_t alignment = 1;

  bool operator==(const KernelParam &other) const;
};

/// The parameters' number of a dimension of a memref, and the other way round:
/// the matrix's two come before the batch's, whatever the rank.
inline int64_t getParamDim(int64_t dim, int64_t rank) {
  return dim >= rank - 2 ? dim - (rank - 2) : rank - 1 - dim;
}
inline int64_t getMemRefDim(int64_t paramDim, int64_t rank) {
  return paramDim < 2 ? paramDim + (rank - 2) : rank - 1 - paramDim;
}

/// By kind.
llvm::ArrayRef<llvm::StringRef> getKernelParamKinds();
inline llvm::StringRef stringifyKernelParamKind(KernelParam::Kind kind) {
  return getKernelParamKinds()[static_cast<size_t>(kind)];
}

/// The largest number of an operand, far beyond those of any launch.
inline constexpr int64_t kMaxOperand = 255;

/// Whether a parameter is of one of the launch's operands: the workspace is of
/// the launch.
inline bool hasOperand(KernelParam::Kind kind) {
  return kind != KernelParam::Kind::Counters;
}

/// The size of the output along one axis: that of an operand's dimension.
struct KernelExtent {
  int64_t operand = 0;
  int64_t dim = 0;

  bool operator==(const KernelExtent &other) const {
    return operand == other.operand && dim == other.dim;
  }
  bool operator!=(const KernelExtent &other) const { return !(*this == other); }
};

/// A copy of an operand in the workspace, with rows that TMA can load.
struct PackedCopy {
  int64_t operand = 0;
  /// Whether its rows are the operand's columns.
  bool transposed = false;

  /// The operand's dimension that is this one of the copy.
  int64_t getSourceDim(int64_t dim) const {
    return transposed && dim < 2 ? 1 - dim : dim;
  }
  bool operator==(const PackedCopy &other) const {
    return operand == other.operand && transposed == other.transposed;
  }
};

struct KernelABI {
  /// The parameters. For a group, each is an array by value with an entry for
  /// each problem.
  llvm::SmallVector<KernelParam> params;
  /// Problems of a group, each with operands of its own: of one of the kernel's
  /// arguments a launch has as many, one behind the other. 0 for none.
  int64_t group = 0;
  /// What the kernel copies to its workspace. The launch provides the memory
  /// (Core/Workspace.h).
  llvm::SmallVector<PackedCopy, 2> packed;
  /// Inputs that may be the output, of which there is one: a thread stores an
  /// element once it has read the one at its place, which nobody else reads.
  llvm::SmallVector<int64_t, 2> inPlace;
  /// Output sizes along M and N, as the kernel sees them.
  std::array<KernelExtent, 2> extents;
  /// The operand whose batch has a matrix for each output, if there is a batch.
  std::optional<int64_t> batch;
  /// Output tile of a CTA along M and N.
  std::array<int64_t, 2> tile = {1, 1};
  /// CTAs of a cluster along M, N and K.
  std::array<int64_t, 3> cluster = {1, 1, 1};
  /// Clusters that share the K of a tile, through the workspace.
  int64_t split = 1;
  /// With cluster[2] > 1 or split > 1, the size along K, of which each CTA that
  /// shares it must get a step of `depthTile` at least.
  KernelExtent depth;
  int64_t depthTile = 1;
  bool persistent = false;
  /// The kernel waits by itself for those before it, so that the launch may let
  /// it start while they run. One that doesn't is right, and later.
  bool dependentLaunch = false;
  int64_t ctasPerSM = 1;
  int64_t threads = 0;
  /// Dynamic shared memory, bytes.
  int64_t sharedMemory = 0;

  /// For a group, returns the ABI with a parameter for each operand of the
  /// launch, and the extents of the first problem. The operands of the problems
  /// follow each other.
  KernelABI getUngroupedParams() const;

  /// Whether the launch must provide a workspace.
  bool needsWorkspace() const;
  /// Whether CTAs leave partial sums in the workspace.
  bool hasParts() const { return split > 1; }
  /// Whether CTAs share a K that must have a step for each of them.
  bool splitsDepth() const { return cluster[2] > 1 || split > 1; }
  /// Whether one of the CTAs that share a K of `size` gets no step of it.
  bool hasEmptyPart(int64_t size) const;
  /// What the grid follows from, but for the output's sizes.
  cuda::GridShape getGridShape() const;

  /// Operands of the launch that parameters are of, without the copies: 3 at
  /// least, for A, B and C.
  int64_t countOperands() const;

  /// Why no kernel has such an ABI, or empty: a field, and what is wrong.
  std::string getWhyInvalid() const;
};

/// Calls `visitor` for each field of a parameter, in the order in which fields
/// are written. The attribute, and the JSON of bundles, requests and the kernel
/// cache, are read and written through visitors. A reader sets the values.
///
/// A visitor has a function for each kind of field:
///
/// - `word`: an enumerator, by its name.
/// - `integer` and `integers`: one number, and an array of them.
/// - `boolean`: true or false.
/// - `list`: structs that visitFields takes.
///
/// Fields of these kinds may be left out:
///
/// - `optional`: a number; left out if it is `none`.
/// - `flag`: left out if it is false.
/// - `numbers`: left out if there are none.
///
/// Visitors that read fail at `fail`, and at `refuse` if the field is this
/// word; others ignore both.
template <typename Visitor>
void visitFields(KernelParam &param, Visitor &visitor) {
  // Earlier versions wrote it for a table that said which tile each cluster of
  // the launch begins with.
  visitor.refuse("kind", "placement",
                 "kernels with a placement can't be launched any more; build "
                 "the kernel again without placed = true");
  visitor.word("kind", param.kind, getKernelParamKinds());
  if (hasOperand(param.kind))
    visitor.integer("operand", param.operand, 0, kMaxOperand);
  if (param.kind == KernelParam::Kind::Size ||
      param.kind == KernelParam::Kind::Stride)
    visitor.integer("dim", param.dim, 0, KernelParam::kOuterBatch);
  if (param.kind == KernelParam::Kind::TensorMap) {
    visitor.integers("box", param.box, 1, 256);
    visitor.integer("swizzle", param.swizzle, 0, 128);
    visitor.flag("batched", param.batched);
    visitor.flag("outer", param.outer);
    visitor.flag("tf32", param.tf32);
  }
  if (param.kind == KernelParam::Kind::Pointer)
    visitor.optional("alignment", param.alignment, 1, 1, 4096);
}

/// The same of an ABI.
template <typename Visitor> void visitFields(KernelABI &abi, Visitor &visitor) {
  visitor.list("params", abi.params);
  std::array<int64_t, 4> extents = {abi.extents[0].operand, abi.extents[0].dim,
                                    abi.extents[1].operand, abi.extents[1].dim};
  visitor.integers("extents", extents, 0, kMaxOperand);
  abi.extents = {KernelExtent{extents[0], extents[1]},
                 KernelExtent{extents[2], extents[3]}};
  int64_t batch = abi.batch.value_or(-1);
  visitor.optional("batch", batch, -1, 0, kMaxOperand);
  if (batch >= 0)
    abi.batch = batch;
  visitor.optional("group", abi.group, 0, 1, 64);
  visitor.integers("tile", abi.tile, 1, 1 << 16);
  visitor.integers("cluster", abi.cluster, 1, 1 << 16);
  visitor.optional("split", abi.split, 1, 1, 16);
  // Earlier versions wrote it for kernels that cut tiles at the ends of equal
  // ranges of K. Their grids are no longer known.
  bool stream = false;
  visitor.flag("stream", stream);
  if (stream)
    visitor.fail("stream", "such kernels can't be launched any more; build the "
                           "kernel again with another config");
  if (abi.splitsDepth()) {
    std::array<int64_t, 3> depth = {abi.depth.operand, abi.depth.dim,
                                    abi.depthTile};
    visitor.integers("depth", depth, 0, 1 << 16);
    abi.depth = {depth[0], depth[1]};
    abi.depthTile = depth[2];
  }
  visitor.boolean("persistent", abi.persistent);
  visitor.integer("ctas_per_sm", abi.ctasPerSM, 1, 32);
  visitor.integer("threads", abi.threads, 1, 1 << 16);
  visitor.integer("shared_memory", abi.sharedMemory, 0, INT64_MAX);
  visitor.flag("dependent_launch", abi.dependentLaunch);
  llvm::SmallVector<int64_t, 2> copied, transposed;
  for (const PackedCopy &copy : abi.packed) {
    copied.push_back(copy.operand);
    if (copy.transposed)
      transposed.push_back(copy.operand);
  }
  visitor.numbers("packed", copied, 0, kMaxOperand);
  visitor.numbers("transposed", transposed, 0, kMaxOperand);
  for (int64_t operand : transposed)
    if (!llvm::is_contained(copied, operand))
      visitor.fail("packed", "a copy that is transposed is none of them");
  abi.packed.clear();
  for (int64_t operand : copied)
    abi.packed.push_back({operand, llvm::is_contained(transposed, operand)});
  visitor.numbers("in_place", abi.inPlace, 0, kMaxOperand);
}

/// As an object with a member for each field. An ABI with a scalar parameter
/// can't be written.
llvm::Expected<llvm::json::Object> toJson(const KernelABI &abi);
/// The inverse. What is wrong goes to the reader's error.
KernelABI readKernelABI(const JsonReader &json);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_PROBLEM_KERNELABI_H

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
#include "mlir-autotune/Core/Window.h"
#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::autotune::tile {

/// The version of a bundle's manifest, which holds ABIs of kernels. Programs
/// read and write this one only (docs/reference/bundle.md).
inline constexpr int64_t kBundleVersion = 3;

/// One parameter of the lowered kernel.
struct KernelParam {
  enum class Kind {
    /// A 128-byte CUtensorMap by value, over the whole operand. If `batched`,
    /// it has three dimensions, the batch last.
    TensorMap,
    /// The operand's address.
    Pointer,
    /// Size of the operand's dimension `dim`, i32.
    Size,
    /// Distance between two elements along `dim`, in elements, i64.
    Stride,
    /// The operand itself, a scalar.
    Scalar,
    /// The address of the workspace, whose counters come first
    /// (Core/Workspace.h).
    Counters,
    /// The columns of a tile that the launch has chosen, i32.
    Columns,
    /// One number of the launch's windows in the operand, i32: `number`.
    Window
  };
  /// The filter's size, how far windows and the pixels of a window are apart,
  /// the zeros before the first pixel, and the windows in an image.
  enum class WindowNumber {
    Rows,
    Columns,
    RowStride,
    ColumnStride,
    RowDilation,
    ColumnDilation,
    Top,
    Left,
    PlaceRows,
    PlaceColumns
  };
  Kind kind = Kind::Pointer;
  /// The operand of the launch. Numbers from the launch's number of operands on
  /// are the packed copies, in the order of `KernelABI::packed`.
  int64_t operand = 0;
  /// For sizes and strides: one of the constants below.
  int64_t dim = kRows;
  /// If a batch has two dimensions, the outer one comes last.
  static constexpr int64_t kRows = 0, kColumns = 1, kBatch = 2, kOuterBatch = 3;
  /// For tensor maps: the elements of a box in memory order, and the swizzle
  /// in bytes. A box lies in one matrix of a batch.
  std::array<int64_t, 2> box = {0, 0};
  int64_t swizzle = 0;
  /// Whether the box has as many rows as the matrix if these are fewer.
  bool trimmed = false;
  /// Whether the box has as many rows as the launch chooses columns of a tile.
  /// `box` has those of the widest choice.
  bool chosen = false;
  /// Whether the map is of the launch's windows in images (im2col mode). A row
  /// of the box is then a pixel, and the map has four dimensions.
  bool windowed = false;
  bool batched = false;
  /// Whether a batched map has a fourth dimension, for batches of batches.
  bool outer = false;
  /// Whether the loaded f32 elements are rounded to tf32.
  bool tf32 = false;
  /// For pointers: the kernel relies on this alignment in bytes. The operand's
  /// first element and its rows start at multiples of it, the elements of a row
  /// are adjacent, and the rows of an output are multiples of it long. 1 means
  /// none of that.
  int64_t alignment = 1;
  /// For windows.
  WindowNumber number = WindowNumber::Rows;

  /// The rows of a tensor map's box, as the encoders of tensor maps take them
  /// (Core/TensorMapRequest.h).
  int64_t getBoxRows() const { return trimmed ? -box[0] : box[0]; }

  bool operator==(const KernelParam &other) const;
};

/// Convert between a memref's dimension and a parameter's `dim`. In the
/// latter, the matrix's two dimensions come before the batch's, whatever the
/// rank.
inline int64_t getParamDim(int64_t dim, int64_t rank) {
  return dim >= rank - 2 ? dim - (rank - 2) : rank - 1 - dim;
}
inline int64_t getMemRefDim(int64_t paramDim, int64_t rank) {
  return paramDim < 2 ? paramDim + (rank - 2) : rank - 1 - paramDim;
}

/// The names of the kinds, indexed by KernelParam::Kind.
llvm::ArrayRef<llvm::StringRef> getKernelParamKinds();
inline llvm::StringRef stringifyKernelParamKind(KernelParam::Kind kind) {
  return getKernelParamKinds()[static_cast<size_t>(kind)];
}

/// The names of the numbers of windows, in the order of their values.
llvm::ArrayRef<llvm::StringRef> getWindowNumbers();
/// What a parameter of that kind is, for windows in images of so many rows and
/// columns.
int64_t getWindowNumber(KernelParam::WindowNumber number,
                        const cuda::Window &window, int64_t height,
                        int64_t width);

/// The most pixels that a box of windows has (CUDA driver API,
/// cuTensorMapEncodeIm2col).
inline constexpr int64_t kMaxWindowedPixels = 1024;

/// The largest legal operand number, far above any launch's.
inline constexpr int64_t kMaxOperand = 255;

/// Whether a parameter of this kind belongs to an operand. The workspace
/// belongs to the launch.
inline bool hasOperand(KernelParam::Kind kind) {
  return kind != KernelParam::Kind::Counters &&
         kind != KernelParam::Kind::Columns;
}

/// The bytes of one value of a parameter of this kind, and the multiple of
/// bytes at which it, or a group's array of such values, lies among the
/// parameters.
int64_t getParamValueBytes(KernelParam::Kind kind);
int64_t getParamAlignment(KernelParam::Kind kind, bool isOfGroup);

/// The most bytes of all parameters of a launch (CUDA 12.1).
inline constexpr int64_t kMaxParamBytes = 32764;

/// The size of the output along one axis, as a dimension of an operand.
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

  /// The operand's dimension that becomes dimension `dim` of the copy.
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
  /// The number of problems in a group, 0 for none. Each has its own operands:
  /// a launch passes `group` operands, one behind the other, for each argument
  /// of the kernel.
  int64_t group = 0;
  /// Operands that the kernel copies to its workspace. The launch provides the
  /// memory (Core/Workspace.h).
  llvm::SmallVector<PackedCopy, 2> packed;
  /// Inputs whose rows a thread loads together with bytes of the rows beside
  /// them, if nothing lies between.
  llvm::SmallVector<int64_t, 2> acrossRows;
  /// Inputs that may share the memory of the only output. A thread stores an
  /// element after it has read the input at the same place, which no other
  /// thread reads.
  llvm::SmallVector<int64_t, 2> inPlace;
  /// Output sizes along M and N, as the kernel sees them.
  std::array<KernelExtent, 2> extents;
  /// The operand whose batch has a matrix for each output, if there is a batch,
  /// and the dimension of it that counts them: kBatch or kOuterBatch.
  std::optional<int64_t> batch;
  int64_t batchDim = KernelParam::kBatch;
  /// Output tile of a CTA along M and N.
  std::array<int64_t, 2> tile = {1, 1};
  /// The numbers of columns of a tile from which a launch chooses one, in
  /// ascending order; empty if `tile` has the only one, or the chosen one.
  llvm::SmallVector<int64_t> choices;
  /// Whether the last tiles along M, and along N, begin so early that they fit
  /// (tile.for_each_tile). Tiles that overlap store the same values.
  std::array<bool, 2> fits = {false, false};
  /// CTAs of a cluster along M, N and K.
  std::array<int64_t, 3> cluster = {1, 1, 1};
  /// Clusters that share the K of a tile, through the workspace.
  int64_t split = 1;
  /// The words of 4 bytes that a CTA leaves in the workspace for a tile that it
  /// shares; 0 if they are the elements of the tile.
  int64_t partial = 0;
  /// The size along K, used if cluster[2] > 1 or split > 1. Each CTA that
  /// shares K must get at least one step of `depthTile`. If that is 0, each
  /// gets one whatever the sizes.
  KernelExtent depth;
  int64_t depthTile = 1;
  /// The number of CTAs whatever the sizes, for a kernel whose operands are no
  /// matrices of tiles; 0 if tiles are counted.
  int64_t ctas = 0;
  bool persistent = false;
  /// Whether the kernel itself waits for earlier kernels on the stream, so
  /// that the launch may start it while they run. A launch without this is
  /// also right, but starts later.
  bool dependentLaunch = false;
  int64_t ctasPerSM = 1;
  int64_t threads = 0;
  /// Dynamic shared memory, bytes.
  int64_t sharedMemory = 0;

  /// Returns the ABI of a launch that chooses `columns`, which must be one of
  /// the choices. Without choices, returns the ABI as it is.
  KernelABI choose(int64_t columns) const;
  /// For a group, returns the ABI with a parameter for each operand of the
  /// launch, and the extents of the first problem. The operands of the problems
  /// follow each other.
  KernelABI getUngroupedParams() const;

  /// Whether the kernel computes the transposed product: its M is the output's
  /// N.
  bool isSwapped() const { return extents[0].dim == KernelParam::kColumns; }
  /// Whether the launch must provide a workspace.
  bool needsWorkspace() const;
  /// Whether CTAs leave partial sums in the workspace.
  bool hasParts() const { return split > 1; }
  /// Whether CTAs share K, so that K must have at least one step for each of
  /// them.
  bool splitsDepth() const { return cluster[2] > 1 || split > 1; }
  /// Whether a launch must check that.
  bool needsDepth() const { return splitsDepth() && depthTile != 0; }
  /// The words of 4 bytes that a CTA leaves in the workspace, if there are
  /// parts.
  int64_t getPartial() const { return partial ? partial : tile[0] * tile[1]; }
  /// Whether one of the CTAs that share a K of `size` gets no step.
  bool hasEmptyPart(int64_t size) const;
  /// The first element of tile `number` along an axis of `size` elements: 0 for
  /// M, 1 for N.
  int64_t getTileStart(int axis, int64_t size, int64_t number) const;
  /// Everything that the grid depends on, except the output's sizes.
  cuda::GridShape getGridShape() const;

  /// The bytes that the parameters take, each at a multiple of its alignment.
  int64_t getParamBytes() const;

  /// The number of the launch's operands that parameters refer to, without
  /// packed copies; at least 3, for A, B and C, if tiles are counted.
  int64_t countOperands() const;

  /// Whether the launch must say where windows are in an operand.
  bool loadsWindows() const {
    return llvm::any_of(params, [](const KernelParam &param) {
      return param.kind == KernelParam::Kind::Window;
    });
  }

  /// Whether operands are tensors of four dimensions, as an attention's are.
  bool hasTensors() const { return batchDim == KernelParam::kOuterBatch; }

  /// Why no kernel can have this ABI: the field and its fault. Empty if the
  /// ABI is valid.
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
/// Two functions report errors, and only visitors that read implement them:
/// `fail` rejects the input, and `refuse` rejects it if the field is the given
/// word.
template <typename Visitor>
void visitFields(KernelParam &param, Visitor &visitor) {
  // Earlier versions wrote "placement" for a table with the first tile of each
  // cluster of the launch.
  visitor.refuse("kind", "placement",
                 "kernels with a placement can't be launched any more; build "
                 "the kernel again without placed = true");
  visitor.word("kind", param.kind, getKernelParamKinds());
  if (hasOperand(param.kind))
    visitor.integer("operand", param.operand, 0, kMaxOperand);
  if (param.kind == KernelParam::Kind::Size ||
      param.kind == KernelParam::Kind::Stride)
    visitor.integer("dim", param.dim, 0, KernelParam::kOuterBatch);
  if (param.kind == KernelParam::Kind::Window)
    visitor.word("number", param.number, getWindowNumbers());
  if (param.kind == KernelParam::Kind::TensorMap) {
    visitor.flag("windowed", param.windowed);
    visitor.integers("box", param.box, 1,
                     param.windowed ? kMaxWindowedPixels : 256);
    visitor.integer("swizzle", param.swizzle, 0, 128);
    visitor.flag("batched", param.batched);
    visitor.flag("outer", param.outer);
    visitor.flag("tf32", param.tf32);
    visitor.flag("trimmed", param.trimmed);
    visitor.flag("chosen", param.chosen);
  }
  if (param.kind == KernelParam::Kind::Pointer)
    visitor.optional("alignment", param.alignment, 1, 1, 4096);
}

/// Visits the fields of an ABI, in the same way.
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
  visitor.optional("batch_dim", abi.batchDim, KernelParam::kBatch,
                   KernelParam::kBatch, KernelParam::kOuterBatch);
  visitor.optional("group", abi.group, 0, 1, 64);
  visitor.integers("tile", abi.tile, 1, 1 << 16);
  visitor.numbers("choices", abi.choices, 1, 1 << 16);
  visitor.flag("fit_m", abi.fits[0]);
  visitor.flag("fit_n", abi.fits[1]);
  visitor.integers("cluster", abi.cluster, 1, 1 << 16);
  visitor.optional("split", abi.split, 1, 1, 16);
  visitor.optional("partial", abi.partial, 0, 1, cuda::kMaxSharedTile);
  visitor.optional("ctas", abi.ctas, 0, 1, cuda::kMaxGridSize);
  // Earlier versions wrote "stream" for kernels that cut tiles at the ends of
  // equal ranges of K. The rule for their grids no longer exists.
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
  visitor.numbers("across_rows", abi.acrossRows, 0, kMaxOperand);
  visitor.numbers("in_place", abi.inPlace, 0, kMaxOperand);
}

/// Returns an object with a member for each field. Fails for an ABI with a
/// scalar parameter.
llvm::Expected<llvm::json::Object> toJson(const KernelABI &abi);
/// The inverse. Errors go to the reader's error.
KernelABI readKernelABI(const JsonReader &json);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_PROBLEM_KERNELABI_H

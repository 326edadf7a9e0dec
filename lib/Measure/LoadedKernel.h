//===- LoadedKernel.h - A candidate, ready to launch ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_LOADEDKERNEL_H
#define AUTOTUNE_LIB_MEASURE_LOADEDKERNEL_H

#include "Buffers.h"

#include <memory>

namespace mlir::autotune::measure {

struct Device;

/// Something that computes the problem on one buffer set: a candidate, or the
/// baseline. What it enqueues can be captured into a graph.
class Launchable {
public:
  virtual ~Launchable() = default;
  virtual cuda::Status enqueue(int64_t set) = 0;
  /// Of the workspace, what it may write to.
  virtual int64_t getWorkspaceBytes() const { return 0; }
};

class LoadedKernel : public Launchable {
public:
  /// Loads `image`, encodes the tensor maps and lays out the arguments for the
  /// first and the last set; those of another when it is first enqueued.
  /// It is not launched. What it refers to must outlive it, but for the image.
  static cuda::Status create(const std::string &image, const Kernel &kernel,
                             const MeasuredProblem &problem,
                             const Buffers &buffers, Device &device,
                             std::unique_ptr<LoadedKernel> &loaded);
  cuda::Status enqueue(int64_t set) override;
  int64_t getWorkspaceBytes() const override { return workspace.bytes; }

private:
  /// One argument's storage; a tensor map is the largest.
  union alignas(64) Argument {
    cuda::TensorMap map;
    cuda::DevicePtr pointer;
    int32_t size;
    int64_t stride;
    Argument() : map() {}
  };

  cuda::Status prepare(int64_t set);
  /// Whether the operand of a parameter is the images that windows are of.
  bool hasImages(const tile::KernelParam &param) const {
    return param.operand == 0 && problem->fact.getWindows();
  }
  cuda::Status prepareWindows(const tile::KernelParam &param,
                              cuda::DeviceMatrix images, void *place) const;
  cuda::Status prepare(const tile::KernelParam &param,
                       cuda::DeviceMatrix matrix, void *place) const;
  /// A problem's matrix in a group.
  cuda::DeviceMatrix getOfGroup(cuda::DeviceMatrix matrix, int operand,
                                int64_t number) const;

  const Kernel *kernel = nullptr;
  const Buffers *buffers = nullptr;
  WorkspacePlan workspace;
  cuda::Module module;
  cuda::FunctionHandle function = nullptr;
  cuda::Launch shape;
  cuda::StreamHandle stream = nullptr;
  const MeasuredProblem *problem = nullptr;
  /// Arguments of all sets, one set after the other, and which are there. Each
  /// is an array of a group's, side by side, in room for as many maps.
  std::vector<Argument> arguments;
  std::vector<bool> isPrepared;
  size_t argumentCount = 0, problemCount = 1;
  std::vector<void *> pointers;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_LOADEDKERNEL_H

//===- LoadedKernel.cpp - A candidate, ready to launch --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedKernel.h"
#include "Device.h"
#include "Grid.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
using Kind = tile::KernelParam::Kind;
using tile::KernelParam;
static constexpr int64_t kRows = KernelParam::kRows,
                         kColumns = KernelParam::kColumns,
                         kBatch = KernelParam::kBatch,
                         kOuterBatch = KernelParam::kOuterBatch;

Status LoadedKernel::create(const std::string &image, const Kernel &kernel,
                            const MeasuredProblem &problem,
                            const Buffers &buffers, Device &device,
                            std::unique_ptr<LoadedKernel> &loaded) {
  auto made = std::make_unique<LoadedKernel>();
  const tile::KernelABI &abi = kernel.abi;
  if (abi.countOperands() != int64_t(problem.operands.size()))
    return {cuda::kErrorInvalidValue,
            "the kernel takes " + std::to_string(abi.countOperands()) +
                " operands, and the problem has " +
                std::to_string(problem.operands.size())};
  if (abi.hasTensors() != !problem.views.empty())
    return {cuda::kErrorInvalidValue,
            problem.views.empty()
                ? "the kernel is of an attention, and the problem is none"
                : "the kernel is of no attention, and the problem is one"};
  bool hasWindows = problem.fact.getWindows() != nullptr;
  if (abi.loadsWindows() != hasWindows)
    return {cuda::kErrorInvalidValue,
            hasWindows ? "the kernel loads no windows, and the problem has some"
                       : "the kernel loads windows, and the problem has none"};
  if (size_t(abi.group) != problem.group.size())
    return {cuda::kErrorInvalidValue, "the kernel is for a group of " +
                                          std::to_string(abi.group) +
                                          " problems, and there are " +
                                          std::to_string(problem.group.size())};
  if (Status status =
          cuda::Module::create(image.c_str(), kernel.file, made->module))
    return status;
  if (Status status =
          made->module.getFunction(kernel.function.c_str(), made->function))
    return status;
  llvm::Expected<int64_t> grid = getGridSize(abi, problem, device.sms);
  if (!grid)
    return {cuda::kErrorInvalidValue, llvm::toString(grid.takeError())};
  made->stream = device.stream.get();
  made->shape.grid = unsigned(*grid);
  made->shape.threads = unsigned(abi.threads);
  made->shape.sharedMemoryBytes = unsigned(abi.sharedMemory);
  made->shape.cluster[0] = unsigned(abi.getGridShape().getClusterSize());
  made->shape.dependent = abi.dependentLaunch;
  if (Status status = cuda::allowSharedMemory(made->function,
                                              made->shape.sharedMemoryBytes)) {
    // The driver calls a size that no block can have an invalid value.
    if (status.code == cuda::kErrorInvalidValue)
      status.code = cuda::kErrorLaunchOutOfResources;
    return status;
  }

  made->kernel = &kernel;
  made->buffers = &buffers;
  made->workspace = planWorkspace(kernel, problem, *grid);
  made->problem = &problem;
  made->problemCount = std::max<size_t>(size_t(abi.group), 1);
  made->argumentCount = abi.params.size();
  made->arguments.resize(made->argumentCount * made->problemCount *
                         size_t(buffers.getSetCount()));
  made->isPrepared.resize(size_t(buffers.getSetCount()));
  // One past the end, so that a kernel without parameters has an address too.
  made->pointers.resize(made->argumentCount + 1);
  for (int64_t set : {int64_t(0), buffers.getLastSet()})
    if (Status status = made->prepare(set))
      return status;
  loaded = std::move(made);
  return {};
}

cuda::DeviceMatrix LoadedKernel::getOfGroup(cuda::DeviceMatrix matrix,
                                            int operand, int64_t number) const {
  matrix.base += uint64_t(number * matrix.batchStride *
                          cuda::getElementBytes(matrix.elementKind));
  matrix.batch = 1;
  matrix.batchStride = 0;
  matrix.group = nullptr;
  auto [rows, columns] = problem->getSizes(size_t(operand), number);
  matrix.rows = rows;
  matrix.columns = columns;
  return matrix;
}

/// Images are [images, rows, columns, channels].
Status LoadedKernel::prepareWindows(const tile::KernelParam &param,
                                    cuda::DeviceMatrix images,
                                    void *place) const {
  const WindowsFact &windows = *problem->fact.getWindows();
  cuda::Window window = windows.getWindow();
  int64_t ofRow = windows.width * images.rowStride;
  return cuda::encodeTensorMap(
      *static_cast<cuda::TensorMap *>(place), images.base, images.elementKind,
      windows.width, images.columns, images.rowStride, int(param.getBoxRows()),
      int(param.box[1]), int(param.swizzle),
      {windows.height, ofRow, windows.images, windows.height * ofRow}, &window);
}

Status LoadedKernel::prepare(const tile::KernelParam &param,
                             cuda::DeviceMatrix matrix, void *place) const {
  switch (param.kind) {
  case Kind::TensorMap:
    // Of a group; none of its tiles is asked for.
    if (matrix.rows == 0 || matrix.columns == 0)
      return {};
    if (param.windowed)
      return prepareWindows(param, matrix, place);
    if (const TensorView *view = problem->getView(param.operand))
      return cuda::encodeTensorMap(
          *static_cast<cuda::TensorMap *>(place), matrix.base,
          matrix.elementKind, view->getSize(kRows), view->getSize(kColumns),
          view->getStride(kRows), int(param.getBoxRows()), int(param.box[1]),
          int(param.swizzle),
          {view->getSize(kBatch), view->getStride(kBatch),
           view->getSize(kOuterBatch), view->getStride(kOuterBatch)});
    return cuda::encodeTensorMap(
        *static_cast<cuda::TensorMap *>(place), matrix.base, matrix.elementKind,
        matrix.rows, matrix.columns, matrix.rowStride, int(param.getBoxRows()),
        int(param.box[1]), int(param.swizzle),
        param.batched ? cuda::MatrixBatch{matrix.batch, matrix.batchStride}
                      : cuda::MatrixBatch());
  case Kind::Pointer:
    std::memcpy(place, &matrix.base, sizeof(matrix.base));
    break;
  case Kind::Size: {
    const TensorView *view = problem->getView(param.operand);
    auto size =
        int32_t(view ? view->getSize(param.dim)
                : hasImages(param)
                    ? problem->fact.getWindows()->getMemRefSize(param.dim)
                : param.dim == 0 ? matrix.rows
                : param.dim == 1 ? matrix.columns
                                 : matrix.batch);
    std::memcpy(place, &size, sizeof(size));
    break;
  }
  case Kind::Stride: {
    const TensorView *view = problem->getView(param.operand);
    int64_t stride = view ? view->getStride(param.dim)
                     : hasImages(param)
                         ? problem->fact.getWindows()->getMemRefStride(
                               param.dim, matrix.rowStride)
                     : param.dim == 0 ? matrix.rowStride
                     : param.dim == 1 ? 1
                                      : matrix.batchStride;
    std::memcpy(place, &stride, sizeof(stride));
    break;
  }
  case Kind::Counters: {
    cuda::DevicePtr counters = buffers->getWorkspace();
    std::memcpy(place, &counters, sizeof(counters));
    break;
  }
  case Kind::Columns: {
    auto columns = int32_t(kernel->abi.tile[1]);
    std::memcpy(place, &columns, sizeof(columns));
    break;
  }
  case Kind::Window: {
    const WindowsFact &windows = *problem->fact.getWindows();
    auto number = int32_t(tile::getWindowNumber(
        param.number, windows.getWindow(), windows.height, windows.width));
    std::memcpy(place, &number, sizeof(number));
    break;
  }
  case Kind::Scalar:
    llvm_unreachable("no manifest has one");
  }
  return {};
}

Status LoadedKernel::prepare(int64_t set) {
  Argument *argument =
      arguments.data() + size_t(set) * argumentCount * problemCount;
  for (const tile::KernelParam &param : kernel->abi.params) {
    int64_t copy = param.operand - kernel->abi.countOperands();
    cuda::DeviceMatrix matrix =
        copy < 0 ? buffers->getMatrix(set, param.operand)
                 : buffers->getPacked(workspace.packed[size_t(copy)]);
    for (size_t number = 0; number < problemCount; ++number) {
      void *place = reinterpret_cast<unsigned char *>(argument) +
                    number * size_t(tile::getParamValueBytes(param.kind));
      cuda::DeviceMatrix ofOne =
          kernel->abi.group ? getOfGroup(matrix, param.operand, int64_t(number))
                            : matrix;
      if (Status status = prepare(param, ofOne.getInBytes(), place))
        return status;
    }
    argument += problemCount;
  }
  isPrepared[size_t(set)] = true;
  return {};
}

Status LoadedKernel::enqueue(int64_t set) {
  if (!isPrepared[size_t(set)])
    if (Status status = prepare(set))
      return status;
  for (size_t i = 0; i < argumentCount; ++i)
    pointers[i] = &arguments[(size_t(set) * argumentCount + i) * problemCount];
  return cuda::launch(function, shape, pointers.data(), stream);
}

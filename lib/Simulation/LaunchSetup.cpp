//===- LaunchSetup.cpp - From a kernel's ABI to a launch ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSetup.h"

#include "mlir-autotune/Core/TensorMapRequest.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;
using tile::KernelABI;
using tile::KernelExtent;
using tile::KernelParam;

/// Images as [images, rows, columns, channels].
static std::optional<std::string> encodeWindows(const KernelParam &param,
                                                const StoredMatrix &matrix,
                                                void *base, void *map) {
  const WindowsFact &windows = *matrix.windows;
  cuda::TensorMapRequest request;
  std::string wrong = request.set(
      int(matrix.element), windows.width, matrix.columns, matrix.rowStride,
      param.getBoxRows(), param.box[1], param.swizzle);
  int64_t ofRow = windows.width * matrix.rowStride;
  request.setBatch(int(matrix.element), windows.height, ofRow);
  request.setBatch(int(matrix.element), windows.images, windows.height * ofRow);
  if (wrong.empty())
    wrong = request.setWindow(windows.getWindow());
  if (!wrong.empty())
    return wrong;
  return sim::encodeIm2colMap(
      map, request.dataType, request.rank, base, request.sizes, request.strides,
      request.lowerCorner, request.upperCorner, request.box[0], request.box[1],
      request.elementStrides, cuda::kInterleaveNone, request.swizzle,
      /*outOfBoundsFill=*/0);
}

static std::optional<std::string> encode(const cuda::TensorMapRequest &request,
                                         void *base, void *map) {
  return sim::encodeTensorMap(
      map, request.dataType, request.rank, base, request.sizes, request.strides,
      request.box, request.elementStrides, cuda::kInterleaveNone,
      request.swizzle, /*outOfBoundsFill=*/0, request.trimmedRows);
}

/// A tensor of an attention, with its heads and its batch.
static std::optional<std::string> encodeTensor(const KernelParam &param,
                                               const StoredMatrix &matrix,
                                               void *base, void *map) {
  if (!param.batched || !param.outer)
    return "the kernel loads a tensor of four dimensions as a matrix";
  cuda::TensorMapRequest request;
  auto element = int(matrix.element);
  auto size = [&](int64_t dim) { return matrix.view->getSize(dim); };
  auto stride = [&](int64_t dim) { return matrix.view->getStride(dim); };
  std::string wrong =
      request.set(element, size(KernelParam::kRows),
                  size(KernelParam::kColumns), stride(KernelParam::kRows),
                  param.getBoxRows(), param.box[1], param.swizzle);
  if (!wrong.empty())
    return wrong;
  for (int64_t dim : {KernelParam::kBatch, KernelParam::kOuterBatch})
    request.setBatch(element, size(dim), stride(dim));
  return encode(request, base, map);
}

static std::optional<std::string> encodeTensorMap(const KernelParam &param,
                                                  const StoredMatrix &matrix,
                                                  unsigned char *base,
                                                  int64_t problem, void *map) {
  int64_t rows = matrix.getRows(problem), columns = matrix.getColumns(problem);
  // As the runtime's wrappers: none of its tiles is asked for.
  if (rows == 0 || columns == 0) {
    std::memset(map, 0, 128);
    return std::nullopt;
  }
  if (matrix.view)
    return encodeTensor(param, matrix, base, map);
  if (param.outer && !param.windowed)
    return "the problem has no tensors of four dimensions";
  cuda::TensorMapRequest request;
  if (param.windowed != matrix.windows.has_value())
    return param.windowed ? "the problem has no windows"
                          : "the kernel loads images as a matrix";
  if (param.windowed)
    return encodeWindows(param, matrix, base, map);
  // The numbers of kinds are the runtime's (ElementKindTest.cpp).
  std::string wrong =
      request.set(int(matrix.element), rows, columns, matrix.rowStride,
                  param.getBoxRows(), param.box[1], param.swizzle);
  if (!wrong.empty())
    return wrong;
  if (param.batched)
    request.setBatch(int(matrix.element), matrix.batch, matrix.batchStride);
  return encode(request, base, map);
}

static int64_t getSize(const StoredMatrix &matrix, int64_t dim,
                       int64_t problem = 0) {
  if (matrix.view)
    return matrix.view->getSize(dim);
  if (matrix.windows)
    return matrix.windows->getMemRefSize(dim);
  if (dim == KernelParam::kBatch)
    return matrix.batch;
  return dim == 0 ? matrix.getRows(problem) : matrix.getColumns(problem);
}

static int64_t getStride(const StoredMatrix &matrix, int64_t dim) {
  if (matrix.view)
    return matrix.view->getStride(dim);
  if (matrix.windows)
    return matrix.windows->getMemRefStride(dim, matrix.rowStride);
  if (dim == KernelParam::kBatch)
    return matrix.batchStride;
  return dim == 0 ? matrix.rowStride : 1;
}

/// What the kernel takes for granted of a matrix that it accesses several
/// elements at once; host code asserts the same (convert-tile-launch-to-gpu).
/// If all elements of a tensor are adjacent, only its address must be aligned.
static llvm::Error checkAlignment(const KernelParam &param,
                                  const OperandMemory &operand, bool hasTiles) {
  const StoredMatrix &matrix = operand.getMatrix();
  int64_t bytes = matrix.getElementBytes();
  auto check = [&](StringRef what, uint64_t value) -> llvm::Error {
    if (value % uint64_t(param.alignment) == 0)
      return llvm::Error::success();
    return llvm::createStringError("the kernel needs " + what + " of " +
                                   matrix.name + " at multiples of " +
                                   llvm::Twine(param.alignment) + " bytes");
  };
  if (auto error = check("the first element",
                         reinterpret_cast<uint64_t>(operand.getBase())))
    return error;
  if (!hasTiles)
    return llvm::Error::success();
  if (matrix.view) {
    for (int64_t dim :
         {KernelParam::kRows, KernelParam::kBatch, KernelParam::kOuterBatch})
      if (auto error =
              check("the strides", uint64_t(getStride(matrix, dim) * bytes)))
        return error;
    return check("the ends of rows",
                 uint64_t(getSize(matrix, KernelParam::kColumns) * bytes));
  }
  if (auto error = check("the rows", uint64_t(matrix.rowStride * bytes)))
    return error;
  if (auto error = check("the matrices", uint64_t(matrix.batchStride * bytes)))
    return error;
  // Loads of A and B stop at the last element, wherever it is.
  if (param.operand < 2)
    return llvm::Error::success();
  return check("the ends of rows", uint64_t(matrix.columns * bytes));
}

template <typename T> static void write(unsigned char *place, T value) {
  std::memcpy(place, &value, sizeof(T));
}

static llvm::Error refuseOperand(int64_t operand, size_t count,
                                 const KernelABI &abi) {
  std::string text = "the kernel takes operand " + std::to_string(operand);
  if (abi.ctas)
    return llvm::createStringError(text + "; the problem has 0 to " +
                                   llvm::Twine(count - 1));
  size_t packedCount = abi.packed.size();
  text += "; a matmul has 0, 1 and 2";
  if (packedCount)
    text += ", of which this kernel packs " + std::to_string(packedCount);
  return llvm::createStringError(text);
}

/// Of the operand's matrix, or, in a group, of that of one problem.
llvm::Error LaunchSetup::addParameter(const KernelParam &param,
                                      const OperandMemory &operand,
                                      int64_t problem, unsigned char *place) {
  const StoredMatrix &matrix = operand.getMatrix();
  unsigned char *base = operand.getBase() +
                        problem * matrix.batchStride * matrix.getElementBytes();
  switch (param.kind) {
  case KernelParam::Kind::TensorMap:
    if (std::optional<std::string> error =
            ::encodeTensorMap(param, matrix, base, problem, place))
      return llvm::createStringError("no tensor map of " + matrix.name + ": " +
                                     *error);
    break;
  case KernelParam::Kind::Pointer:
    if (llvm::Error error =
            checkAlignment(param, operand, kernel->getABI().ctas == 0))
      return error;
    write(place, base);
    break;
  case KernelParam::Kind::Size:
    write(place, int32_t(getSize(matrix, param.dim, problem)));
    break;
  case KernelParam::Kind::Stride:
    write(place, getStride(matrix, param.dim));
    break;
  case KernelParam::Kind::Scalar:
  case KernelParam::Kind::Counters:
  case KernelParam::Kind::Columns:
  case KernelParam::Kind::Window:
    llvm_unreachable("no operand has it");
  }
  return llvm::Error::success();
}

llvm::Error LaunchSetup::addParameters(const RunMemory &memory) {
  ArrayRef<OperandMemory> operands = memory.getOperands();
  int64_t group = kernel->getABI().group;
  for (const KernelParam &param : kernel->getABI().params) {
    if (param.kind == KernelParam::Kind::Scalar)
      return llvm::createStringError(
          "the kernel has a scalar parameter, which no simulated problem has");
    unsigned char *place = parameters.emplace_back().bytes;
    pointers.push_back(place);
    auto bytes = int32_t(tile::getParamValueBytes(param.kind));
    parameterBytes.push_back(bytes * std::max<int32_t>(group, 1));
    if (param.kind == KernelParam::Kind::Counters) {
      write(place, memory.getCounters()->getBase());
      continue;
    }
    if (param.kind == KernelParam::Kind::Columns) {
      write(place, int32_t(kernel->getABI().tile[1]));
      continue;
    }
    if (param.operand < 0 || param.operand >= int64_t(operands.size()))
      return refuseOperand(param.operand, operands.size(), kernel->getABI());
    const OperandMemory &operand = operands[param.operand];
    if (param.kind == KernelParam::Kind::Window) {
      const std::optional<WindowsFact> &windows = operand.getMatrix().windows;
      if (!windows)
        return llvm::createStringError(
            "the kernel loads windows, and the problem has none");
      write(place,
            int32_t(tile::getWindowNumber(param.number, windows->getWindow(),
                                          windows->height, windows->width)));
      continue;
    }
    for (int64_t problem = 0; problem < std::max<int64_t>(group, 1); ++problem)
      if (llvm::Error error =
              addParameter(param, operand, problem, place + problem * bytes))
        return error;
  }
  return llvm::Error::success();
}

/// The grid of a kernel whose CTAs have tiles.
static llvm::Expected<cuda::GridShape>
getTileShape(const KernelABI &abi, const SimulatedProblem &problem) {
  auto getExtent = [&](const KernelExtent &extent) -> llvm::Expected<int64_t> {
    if (extent.operand < 0 || extent.operand > 2)
      return llvm::createStringError("the kernel's grid needs operand " +
                                     llvm::Twine(extent.operand) +
                                     "; a matmul has 0, 1 and 2");
    return getSize(problem.getOperand(int(extent.operand)), extent.dim);
  };
  const ProblemData *matmul = problem.asMatmul();
  int64_t given = matmul ? matmul->getFact().group.size() : 0;
  if (given != abi.group)
    return llvm::createStringError(
        "the kernel is for a group of " + llvm::Twine(abi.group) +
        " problems, and there are " + llvm::Twine(given));
  cuda::GridShape shape = abi.getGridShape();
  for (int i = 0; i < 2; ++i) {
    llvm::Expected<int64_t> extent = getExtent(abi.extents[i]);
    if (!extent)
      return extent.takeError();
    shape.extent[i] = *extent;
  }
  if (abi.batch && *abi.batch >= problem.getNumOperands())
    return llvm::createStringError("the kernel's batch is that of operand " +
                                   llvm::Twine(*abi.batch) +
                                   ", which the problem doesn't have");
  if (abi.batch)
    shape.batch =
        matmul ? matmul->getFact().batch
               : getSize(problem.getOperand(int(*abi.batch)), abi.batchDim);
  for (int64_t number = 0; number < abi.group; ++number) {
    auto getSizeOf = [&](int axis) {
      const KernelExtent &extent = abi.extents[axis];
      return getSize(problem.getOperand(int(extent.operand)), extent.dim,
                     number);
    };
    shape.addProblem({getSizeOf(0), getSizeOf(1)});
  }
  if (std::string why = shape.getWhyNotCounted(); !why.empty())
    return llvm::createStringError(why);
  if (abi.needsDepth()) {
    llvm::Expected<int64_t> depth = getExtent(abi.depth);
    if (!depth)
      return depth.takeError();
    if (abi.hasEmptyPart(*depth))
      return llvm::createStringError(
          "the kernel splits K among " +
          llvm::Twine(abi.cluster[2] * abi.split) +
          " CTAs, each of which needs a step of " + llvm::Twine(abi.depthTile) +
          "; in a K of " + llvm::Twine(*depth) + " one gets none");
  }
  return shape;
}

llvm::Expected<cuda::GridShape>
autotune::getGridShape(const KernelABI &abi, const SimulatedProblem &problem) {
  bool hasTensors = problem.getOperand(0).view.has_value();
  StringRef ofProblem = problem.asMatmul() ? "a matmul"
                        : hasTensors       ? "an attention"
                                           : "a problem of rows";
  // The reference of an attention takes addresses only, too.
  StringRef ofKernel = abi.hasTensors() ? "an attention"
                       : !abi.ctas      ? "a matmul"
                       : hasTensors     ? ofProblem
                                        : "a problem of rows";
  if (ofKernel != ofProblem)
    return llvm::createStringError("the kernel is of " + ofKernel +
                                   ", and the problem is " + ofProblem);
  if (!abi.ctas)
    return getTileShape(abi, problem);
  cuda::GridShape shape;
  shape.extent[0] = abi.ctas;
  return shape;
}

llvm::Error LaunchSetup::setGrid(const cuda::GridShape &shape, int64_t sms) {
  int64_t clusters = shape.getClusterCount(sms), size = shape.getClusterSize();
  if (clusters > cuda::kMaxGridSize / size)
    return llvm::createStringError("the grid would have more than " +
                                   llvm::Twine(cuda::kMaxGridSize) + " CTAs");
  launch.grid = {uint32_t(clusters * size), 1, 1};
  launch.cluster = {uint32_t(size), 1, 1};
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<LaunchSetup>>
LaunchSetup::create(const HostKernel &kernel, const RunMemory &memory,
                    const cuda::GridShape &shape, int64_t sms) {
  auto setup = std::make_unique<LaunchSetup>();
  setup->kernel = &kernel;
  if (llvm::Error error = setup->addParameters(memory))
    return error;
  if (llvm::Error error = setup->setGrid(shape, sms))
    return error;
  if (kernel.getSharedBytes() > std::numeric_limits<uint32_t>::max())
    return llvm::createStringError("a CTA asks for " +
                                   llvm::Twine(kernel.getSharedBytes()) +
                                   " bytes of shared memory");
  const KernelABI &abi = kernel.getABI();
  sim::Launch &launch = setup->launch;
  launch.name = kernel.getName();
  launch.kernel = kernel.getEntry();
  launch.block = {uint32_t(abi.threads), 1, 1};
  launch.sharedBytes = uint32_t(kernel.getSharedBytes());
  launch.parameters = setup->pointers.data();
  launch.numParameters = uint32_t(setup->pointers.size());
  launch.parameterBytes = setup->parameterBytes.data();
  launch.ctasPerSM = uint32_t(abi.ctasPerSM);
  launch.isDependent = abi.dependentLaunch;
  return setup;
}

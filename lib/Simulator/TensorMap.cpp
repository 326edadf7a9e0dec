//===- TensorMap.cpp - Tensor maps of the simulator -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is refused follows the CUDA driver API's cuTensorMapEncodeTiled and
// cuTensorMapEncodeIm2col.
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"

#include "Format.h"
#include "GlobalMemory.h"
#include "mlir-autotune/Simulator/Simulator.h"

#include <algorithm>
#include <cstring>

using namespace mlir::autotune::sim;
namespace cuda = mlir::autotune::cuda;

namespace {

constexpr uint64_t kMagic = 0x70614D726F736E54; // "TnsorMap"
constexpr uint64_t kMaxSize = uint64_t(1) << 32;
constexpr uint64_t kMaxStride = uint64_t(1) << 40;
constexpr uint32_t kMaxBox = 256, kMaxElementStep = 8, kMaxPixels = 1024;

/// CUtensorMapInterleave and CUtensorMapSwizzle.
constexpr int kInterleave32 = 2;
constexpr int kSwizzle32 = 1, kSwizzle128 = 3;

/// The 128 bytes.
struct Record {
  uint64_t magic, checksum, base;
  uint64_t strides[kMaxRank - 1];
  uint32_t sizesLessOne[kMaxRank];
  uint16_t boxes[kMaxRank];
  uint8_t elementSteps[kMaxRank];
  uint8_t rank, type, interleave, swizzle, fillsWithNaN, isIm2col;
  uint16_t trimmedRows;
  int16_t lowerCorner[kMaxRank - 2], upperCorner[kMaxRank - 2];
  uint8_t unused[12];
};
static_assert(sizeof(Record) == kMapBytes, "a tensor map has 128 bytes");

/// FNV-1a of everything but itself.
uint64_t computeChecksum(Record record) {
  record.checksum = 0;
  uint8_t bytes[sizeof record];
  std::memcpy(bytes, &record, sizeof record);
  uint64_t sum = 0xCBF29CE484222325;
  for (uint8_t byte : bytes)
    sum = (sum ^ byte) * 0x100000001B3;
  return sum;
}

bool isFloat(int type) { return type >= cuda::kTensorFloat16; }

std::string at(const char *array, uint32_t i, uint64_t value) {
  return std::string(array) + "[" + std::to_string(i) +
         "] = " + std::to_string(value);
}

/// Bytes that a swizzle exchanges pieces in; 16, one piece, for none.
uint32_t getSwizzleBytes(int swizzle) { return 16U << swizzle; }

std::optional<std::string>
findIllegalTensor(const void *map, int type, uint32_t rank, const void *base,
                  const uint64_t *sizes, const uint64_t *strides,
                  const uint32_t *elementSteps, int interleave, int swizzle,
                  int fill) {
  if (!map || reinterpret_cast<uintptr_t>(map) % kMapAlignment)
    return "tensorMap must be aligned to 64 bytes";
  uint32_t bytes = cuda::getTensorMapElementBytes(type);
  if (!bytes)
    return "tensorDataType " + std::to_string(type) +
           " is none of 0 (UINT8) to 12 (TFLOAT32_FTZ); packed 4- and 6-bit "
           "types are not simulated";
  if (rank == 0 || rank > kMaxRank)
    return "tensorRank " + std::to_string(rank) + " is not in 1 to 5";
  if (interleave < 0 || interleave > kInterleave32)
    return "interleave " + std::to_string(interleave) +
           " is none of 0 (none), 1 (16B) and 2 (32B)";
  if (swizzle < 0 || swizzle > kSwizzle128)
    return "swizzle " + std::to_string(swizzle) +
           " is none of 0 (none), 1 (32B), 2 (64B) and 3 (128B)";
  if (interleave && rank < 3)
    return "tensorRank " + std::to_string(rank) +
           " must be 3 or more with interleave";
  if (interleave == kInterleave32 && swizzle != kSwizzle32)
    return "interleave 32B needs the 32B swizzle";
  if (fill < 0 || fill > 1)
    return "oobFill " + std::to_string(fill) + " is none of 0 and 1";
  if (fill && !isFloat(type))
    return "oobFill with NaN needs a floating-point tensorDataType";

  uint64_t alignment = interleave == kInterleave32 ? 32 : 16;
  uint64_t address = reinterpret_cast<uintptr_t>(base);
  // Not the address itself, which differs from run to run.
  if (address == 0)
    return "globalAddress must not be 0";
  if (address % alignment)
    return "globalAddress must be aligned to " + std::to_string(alignment) +
           " bytes, and lies " + std::to_string(address % alignment) +
           " bytes behind a multiple of them";
  for (uint32_t i = 0; i < rank; ++i)
    if (sizes[i] == 0 || sizes[i] > kMaxSize)
      return at("globalDim", i, sizes[i]) + " is not in 1 to 2^32";
  for (uint32_t i = 0; i + 1 < rank; ++i) {
    if (strides[i] % alignment || strides[i] >= kMaxStride)
      return at("globalStrides", i, strides[i]) + " must be a multiple of " +
             std::to_string(alignment) + " below 2^40";
    // Of the row; what lies further out may overlap.
    if (i == 0 && strides[0] < sizes[0] * bytes)
      return at("globalStrides", 0, strides[0]) + " is less than a row's " +
             std::to_string(sizes[0] * bytes) + " bytes";
  }
  for (uint32_t i = 0; i < rank; ++i)
    if (elementSteps[i] == 0 || elementSteps[i] > kMaxElementStep)
      return at("elementStrides", i, elementSteps[i]) + " is not in 1 to 8";
  return std::nullopt;
}

/// `name` is of the argument that has the elements of a row of the box.
std::optional<std::string> findIllegalRow(const std::string &name,
                                          uint32_t elements, int type,
                                          int interleave, int swizzle) {
  uint32_t inner = elements * uint32_t(cuda::getTensorMapElementBytes(type));
  if (!interleave && inner % 16)
    return name + " has " + std::to_string(inner) +
           " bytes, which must be a multiple of 16";
  if (!interleave && swizzle && inner > getSwizzleBytes(swizzle))
    return name + " has " + std::to_string(inner) +
           " bytes, which must not exceed the swizzle's " +
           std::to_string(getSwizzleBytes(swizzle));
  return std::nullopt;
}

std::optional<std::string> findIllegalBox(uint32_t rank, const uint32_t *box,
                                          int type, int interleave,
                                          int swizzle) {
  for (uint32_t i = 0; i < rank; ++i)
    if (box[i] == 0 || box[i] > kMaxBox)
      return at("boxDim", i, box[i]) + " is not in 1 to 256";
  return findIllegalRow(at("boxDim", 0, box[0]), box[0], type, interleave,
                        swizzle);
}

std::optional<std::string>
findIllegalPixels(uint32_t rank, const uint64_t *sizes, const int *lowerCorner,
                  const int *upperCorner, uint32_t channels, uint32_t pixels,
                  int type, int interleave, int swizzle) {
  if (rank < 3)
    return "tensorRank " + std::to_string(rank) + " is not in 3 to 5";
  auto isCorner = [&](int corner) {
    int bound = getCornerBound(rank);
    return corner >= -bound && corner < bound;
  };
  for (uint32_t i = 0; i + 2 < rank; ++i) {
    std::string range = " is not in " + std::to_string(-getCornerBound(rank)) +
                        " to " + std::to_string(getCornerBound(rank) - 1);
    std::string index = "[" + std::to_string(i) + "] = ";
    if (!isCorner(lowerCorner[i]))
      return "pixelBoxLowerCorner" + index + std::to_string(lowerCorner[i]) +
             range;
    if (!isCorner(upperCorner[i]))
      return "pixelBoxUpperCorner" + index + std::to_string(upperCorner[i]) +
             range;
    if (int64_t(sizes[i + 1]) + upperCorner[i] <= lowerCorner[i])
      return "the bounding box has no pixel along dimension " +
             std::to_string(i + 1);
  }
  if (channels == 0 || channels > kMaxBox)
    return "channelsPerPixel " + std::to_string(channels) +
           " is not in 1 to 256";
  if (pixels == 0 || pixels > kMaxPixels)
    return "pixelsPerColumn " + std::to_string(pixels) + " is not in 1 to 1024";
  return findIllegalRow("channelsPerPixel " + std::to_string(channels),
                        channels, type, interleave, swizzle);
}

/// The arguments that both encoders have.
Record createRecord(int type, uint32_t rank, const void *base,
                    const uint64_t *sizes, const uint64_t *strides,
                    const uint32_t *elementSteps, int interleave, int swizzle,
                    int fill) {
  Record record = {};
  record.magic = kMagic;
  record.base = reinterpret_cast<uintptr_t>(base);
  for (uint32_t i = 0; i < rank; ++i) {
    record.sizesLessOne[i] = uint32_t(sizes[i] - 1);
    record.elementSteps[i] = uint8_t(elementSteps[i]);
    if (i > 0)
      record.strides[i - 1] = strides[i - 1];
  }
  record.rank = uint8_t(rank);
  record.type = uint8_t(type);
  record.interleave = uint8_t(interleave);
  record.swizzle = uint8_t(swizzle);
  record.fillsWithNaN = uint8_t(fill);
  return record;
}

void writeRecord(Record record, void *map) {
  record.checksum = computeChecksum(record);
  std::memcpy(map, &record, sizeof record);
}

} // namespace

std::optional<std::string> mlir::autotune::sim::encodeTensorMap(
    void *map, int dataType, uint32_t rank, void *base, const uint64_t *sizes,
    const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int interleave, int swizzle,
    int outOfBoundsFill, uint32_t trimmedRows) {
  if (std::optional<std::string> error = findIllegalTensor(
          map, dataType, rank, base, sizes, strides, elementStrides, interleave,
          swizzle, outOfBoundsFill))
    return error;
  if (std::optional<std::string> error =
          findIllegalBox(rank, box, dataType, interleave, swizzle))
    return error;
  Record record =
      createRecord(dataType, rank, base, sizes, strides, elementStrides,
                   interleave, swizzle, outOfBoundsFill);
  std::copy_n(box, rank, record.boxes);
  record.trimmedRows = uint16_t(trimmedRows);
  writeRecord(record, map);
  return std::nullopt;
}

std::optional<std::string> mlir::autotune::sim::encodeIm2colMap(
    void *map, int dataType, uint32_t rank, void *base, const uint64_t *sizes,
    const uint64_t *strides, const int *lowerCorner, const int *upperCorner,
    uint32_t channels, uint32_t pixels, const uint32_t *elementStrides,
    int interleave, int swizzle, int outOfBoundsFill) {
  if (std::optional<std::string> error = findIllegalTensor(
          map, dataType, rank, base, sizes, strides, elementStrides, interleave,
          swizzle, outOfBoundsFill))
    return error;
  if (std::optional<std::string> error =
          findIllegalPixels(rank, sizes, lowerCorner, upperCorner, channels,
                            pixels, dataType, interleave, swizzle))
    return error;
  Record record =
      createRecord(dataType, rank, base, sizes, strides, elementStrides,
                   interleave, swizzle, outOfBoundsFill);
  record.isIm2col = 1;
  record.boxes[0] = uint16_t(channels);
  record.boxes[1] = uint16_t(pixels);
  std::copy_n(lowerCorner, rank - 2, record.lowerCorner);
  std::copy_n(upperCorner, rank - 2, record.upperCorner);
  writeRecord(record, map);
  return std::nullopt;
}

std::optional<TensorMap> TensorMap::decode(const void *map) {
  Record record;
  std::memcpy(&record, map, sizeof record);
  if (record.magic != kMagic || record.checksum != computeChecksum(record))
    return std::nullopt;
  TensorMap result;
  result.base = record.base;
  result.rank = record.rank;
  result.type = cuda::TensorMapDataType(record.type);
  result.elementBytes = cuda::getTensorMapElementBytes(record.type);
  for (uint32_t i = 0; i < result.rank; ++i) {
    result.sizes[i] = uint64_t(record.sizesLessOne[i]) + 1;
    result.strides[i] = i ? record.strides[i - 1] : result.elementBytes;
    result.box[i] = record.boxes[i];
    result.elementSteps[i] = record.elementSteps[i];
  }
  result.interleave = record.interleave;
  result.swizzleBytes = getSwizzleBytes(record.swizzle);
  result.fillsWithNaN = record.fillsWithNaN;
  result.trimmedRows = record.trimmedRows;
  result.isIm2col = record.isIm2col;
  std::copy_n(record.lowerCorner, kMaxRank - 2, result.lowerCorner.begin());
  std::copy_n(record.upperCorner, kMaxRank - 2, result.upperCorner.begin());
  return result;
}

uint32_t TensorMap::getNumRows() const {
  if (isIm2col)
    return box[1];
  uint32_t rows = 1;
  for (uint32_t i = 1; i < rank; ++i)
    rows *= getBoxElements(i);
  return rows;
}

TensorMap::Row TensorMap::getRow(const int32_t *coordinates,
                                 uint32_t row) const {
  Row result;
  result.address = base;
  for (uint32_t i = 1; i < rank; ++i) {
    int64_t at = int64_t(coordinates[i]) +
                 int64_t(row % getBoxElements(i)) * elementSteps[i];
    row /= getBoxElements(i);
    if (at < 0 || at >= int64_t(sizes[i]))
      return {};
    result.address += uint64_t(at) * strides[i];
  }
  return clipRow(result.address, coordinates[0]);
}

/// Of a row of the box that starts at element `start` of the tensor's row at
/// `address`.
TensorMap::Row TensorMap::clipRow(uint64_t address, int32_t start) const {
  int64_t first = std::max<int64_t>(start, 0);
  int64_t end = std::min<int64_t>(int64_t(start) + box[0], int64_t(sizes[0]));
  if (first >= end)
    return {};
  Row result;
  result.address = address + uint64_t(first) * elementBytes;
  result.first = uint32_t(first - start);
  result.count = uint32_t(end - first);
  return result;
}

// PTX ISA, "im2col mode": the traversal takes steps along the innermost
// dimension of the bounding box. Behind its upper corner, it goes on at the
// lower one, a step further along the next dimension. Behind the last corner of
// all, it goes on with the next image.
TensorMap::Row TensorMap::getPixel(const int32_t *coordinates,
                                   const int32_t *offsets, uint32_t row) const {
  uint64_t address = base;
  int64_t steps = row;
  for (uint32_t i = 1; i + 1 < rank; ++i) {
    int64_t start = coordinates[i], step = elementSteps[i];
    int64_t lower = lowerCorner[i - 1], last = getLastCorner(i);
    int64_t left = (last - start) / step + 1, all = (last - lower) / step + 1;
    int64_t at = start + steps * step, wraps = 0;
    if (steps >= left) {
      at = lower + (steps - left) % all * step;
      wraps = (steps - left) / all + 1;
    }
    steps = wraps;
    at += offsets[i - 1];
    if (at < 0 || at >= int64_t(sizes[i]))
      address = 0;
    else if (address)
      address += uint64_t(at) * strides[i];
  }
  int64_t image = coordinates[rank - 1] + steps;
  if (image < 0 || image >= int64_t(sizes[rank - 1]) || !address)
    return {};
  return clipRow(address + uint64_t(image) * strides[rank - 1], coordinates[0]);
}

TensorMap::Row TensorMap::getStoredRow(const int32_t *coordinates,
                                       uint32_t row) const {
  constexpr uint64_t kUnit = 16;
  Row result = getRow(coordinates, row);
  if (result.count == 0)
    return result;
  // Rows start at multiples of 16 bytes.
  uint64_t end = result.address + uint64_t(result.count) * elementBytes;
  end = (end + kUnit - 1) / kUnit * kUnit;
  result.count = std::min(uint32_t((end - result.address) / elementBytes),
                          box[0] - result.first);
  return result;
}

void TensorMap::swizzle(uint32_t address, uint8_t *data) const {
  constexpr uint32_t kPiece = 16;
  uint32_t mask = swizzleBytes / kPiece - 1;
  if (mask == 0)
    return;
  for (uint32_t offset = 0, end = getBoxBytes(); offset < end;
       offset += kPiece) {
    // A row's pieces are exchanged in pairs.
    uint32_t other = offset ^ ((((address + offset) >> 7) & mask) << 4);
    if (other > offset)
      std::swap_ranges(data + offset, data + offset + kPiece, data + other);
  }
}

const char *TensorMap::findUnsupported() const {
  if (interleave)
    return "interleaved tensor maps are not simulated";
  if (fillsWithNaN)
    return "filling with NaN is not simulated";
  // The driver takes it, and nothing says where the pieces lie.
  if (swizzleBytes > 16 && getRowBytes() != swizzleBytes)
    return "boxes with rows narrower than the swizzle are not simulated";
  return nullptr;
}

std::string TensorMap::describe(const GlobalMemory &memory) const {
  if (isIm2col)
    return std::to_string(box[0]) + " channels of " + std::to_string(box[1]) +
           " pixels of the tensor at " + memory.getImpl().describe(base);
  std::string text = "box ";
  for (uint32_t i = 0; i < rank; ++i)
    text += (i ? "x" : "") + std::to_string(box[i]);
  return text + " of the tensor at " + memory.getImpl().describe(base);
}

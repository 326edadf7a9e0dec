//===- KernelJson.cpp - How a kernel is launched, as JSON -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/KernelJson.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;
namespace json = llvm::json;

static bool hasDim(KernelParam::Kind kind) {
  return kind == KernelParam::Kind::Size || kind == KernelParam::Kind::Stride;
}

static json::Object toJson(const KernelParam &param) {
  json::Object object{{"kind", stringifyKernelParamKind(param.kind)}};
  if (hasOperand(param.kind))
    object["operand"] = param.operand;
  if (hasDim(param.kind))
    object["dim"] = param.dim;
  if (param.kind == KernelParam::Kind::TensorMap) {
    object["box"] = json::Array{param.box[0], param.box[1]};
    object["swizzle"] = param.swizzle;
    if (param.batched)
      object["batched"] = true;
  }
  return object;
}

/// How many operands there are beside A, B and C: those that are no packed
/// copies.
static int64_t countExtras(const KernelABI &abi) {
  constexpr int64_t kMatmulOperands = 3;
  int64_t count = kMatmulOperands + int64_t(abi.packed.size());
  for (const KernelParam &param : abi.params)
    if (hasOperand(param.kind))
      count = std::max(count, param.operand + 1);
  return count - kMatmulOperands - int64_t(abi.packed.size());
}

llvm::Expected<json::Object> autotune::toJson(const KernelABI &abi) {
  json::Array params, extents;
  for (const KernelParam &param : abi.params) {
    if (param.kind == KernelParam::Kind::Scalar)
      return llvm::createStringError(
          "the kernel has a scalar parameter, which no bundle can describe");
    params.push_back(::toJson(param));
  }
  for (const KernelExtent &extent : abi.extents)
    extents.push_back(
        json::Object{{"operand", extent.operand}, {"dim", extent.dim}});
  int64_t ctas = abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
  json::Object object{
      {"threads", abi.threads},
      {"shared_memory", abi.sharedMemory},
      {"cluster", json::Array{ctas, 1, 1}},
      {"grid", json::Object{{"extents", std::move(extents)},
                            {"tile", json::Array{abi.tile[0], abi.tile[1]}},
                            {"cluster_tile",
                             json::Array{abi.cluster[0], abi.cluster[1]}},
                            {"split_k", abi.cluster[2]},
                            {"persistent", abi.persistent},
                            {"ctas_per_sm", abi.ctasPerSM}}},
      {"params", std::move(params)}};
  json::Object &grid = *object.getObject("grid");
  if (abi.batch)
    grid["batch"] = *abi.batch;
  if (abi.split > 1)
    grid["split"] = abi.split;
  if (abi.stream)
    grid["stream"] = true;
  if (abi.splitsDepth())
    grid["depth_tile"] = abi.depthTile;
  if (int64_t extras = countExtras(abi))
    object["extras"] = extras;
  json::Array packed;
  for (const PackedCopy &copy : abi.packed)
    packed.push_back(copy.transposed
                         ? json::Value(json::Object{{"operand", copy.operand},
                                                    {"transposed", true}})
                         : json::Value(copy.operand));
  if (!packed.empty())
    object["packed"] = std::move(packed);
  if (abi.group)
    object["group"] = abi.group;
  if (abi.dependentLaunch)
    object["dependent_launch"] = true;
  return object;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool read(const json::Object &object, StringRef name, int64_t &out) {
  std::optional<int64_t> value = object.getInteger(name);
  out = value.value_or(0);
  return value.has_value();
}

static bool readPair(const json::Object &object, StringRef name, int64_t &first,
                     int64_t &second) {
  const json::Array *array = object.getArray(name);
  if (!array || array->size() != 2)
    return false;
  std::optional<int64_t> a = (*array)[0].getAsInteger();
  std::optional<int64_t> b = (*array)[1].getAsInteger();
  first = a.value_or(0);
  second = b.value_or(0);
  return a && b;
}

static bool read(const json::Object &object, KernelParam &param) {
  using Kind = KernelParam::Kind;
  std::optional<StringRef> name = object.getString("kind");
  for (Kind kind : {Kind::TensorMap, Kind::Pointer, Kind::Size, Kind::Stride,
                    Kind::Counters, Kind::Placement}) {
    if (name != stringifyKernelParamKind(kind))
      continue;
    param.kind = kind;
    param.batched = object.getBoolean("batched").value_or(false);
    return (!hasOperand(kind) || read(object, "operand", param.operand)) &&
           (!hasDim(kind) || read(object, "dim", param.dim)) &&
           (kind != Kind::TensorMap ||
            (readPair(object, "box", param.box[0], param.box[1]) &&
             read(object, "swizzle", param.swizzle)));
  }
  return false;
}

/// An operand, or one and whether its copy is transposed.
static bool readCopy(const json::Value &value, PackedCopy &copy) {
  std::optional<int64_t> operand = value.getAsInteger();
  if (const json::Object *object = value.getAsObject()) {
    std::optional<bool> transposed = object->getBoolean("transposed");
    if (!transposed)
      return false;
    copy.transposed = *transposed;
    operand = object->getInteger("operand");
  }
  copy.operand = operand.value_or(-1);
  return copy.operand >= 0;
}

/// Missing where nothing is packed.
static bool readPacked(const json::Object &object, KernelABI &abi) {
  const json::Value *value = object.get("packed");
  if (!value)
    return true;
  const json::Array *array = value->getAsArray();
  if (!array)
    return false;
  return llvm::all_of(*array, [&](const json::Value &element) {
    return readCopy(element, abi.packed.emplace_back());
  });
}

/// Missing where it is false.
static bool readDependentLaunch(const json::Object &object, KernelABI &abi) {
  std::optional<bool> value = object.getBoolean("dependent_launch");
  abi.dependentLaunch = value.value_or(false);
  return value || !object.get("dependent_launch");
}

static bool readGrid(const json::Object &grid, KernelABI &abi) {
  const json::Array *extents = grid.getArray("extents");
  if (!extents || extents->size() != 2)
    return false;
  for (auto [extent, value] : llvm::zip_equal(abi.extents, *extents)) {
    const json::Object *object = value.getAsObject();
    if (!object || !read(*object, "operand", extent.operand) ||
        !read(*object, "dim", extent.dim))
      return false;
  }
  if (const json::Value *batch = grid.get("batch")) {
    abi.batch = batch->getAsInteger();
    if (!abi.batch || *abi.batch < 0)
      return false;
  }
  if (grid.get("split") && (!read(grid, "split", abi.split) || abi.split < 1))
    return false;
  if (grid.get("depth_tile") &&
      (!read(grid, "depth_tile", abi.depthTile) || abi.depthTile < 1))
    return false;
  if (grid.get("stream") && !grid.getBoolean("stream"))
    return false;
  abi.stream = grid.getBoolean("stream").value_or(false);
  std::optional<bool> persistent = grid.getBoolean("persistent");
  abi.persistent = persistent.value_or(false);
  return persistent && readPair(grid, "tile", abi.tile[0], abi.tile[1]) &&
         readPair(grid, "cluster_tile", abi.cluster[0], abi.cluster[1]) &&
         read(grid, "split_k", abi.cluster[2]) &&
         read(grid, "ctas_per_sm", abi.ctasPerSM);
}

std::optional<KernelABI>
autotune::kernelABIFromJson(const json::Object &object) {
  KernelABI abi;
  const json::Array *params = object.getArray("params");
  const json::Object *grid = object.getObject("grid");
  if (!params || !grid || !readGrid(*grid, abi) ||
      !read(object, "threads", abi.threads) ||
      !read(object, "shared_memory", abi.sharedMemory) ||
      (object.get("group") &&
       (!read(object, "group", abi.group) || abi.group < 1)) ||
      !readPacked(object, abi) || !readDependentLaunch(object, abi))
    return std::nullopt;
  for (const json::Value &value : *params) {
    const json::Object *param = value.getAsObject();
    if (!param || !read(*param, abi.params.emplace_back()))
      return std::nullopt;
  }
  return abi;
}

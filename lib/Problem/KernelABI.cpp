//===- KernelABI.cpp - How a lowered kernel is launched -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/KernelABI.h"

#include "mlir-autotune/Core/Workspace.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tile;
namespace json = llvm::json;
using llvm::ArrayRef;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Twine;

bool KernelParam::operator==(const KernelParam &other) const {
  return kind == other.kind && operand == other.operand && dim == other.dim &&
         box == other.box && swizzle == other.swizzle &&
         batched == other.batched && outer == other.outer &&
         tf32 == other.tf32 && trimmed == other.trimmed &&
         chosen == other.chosen && windowed == other.windowed &&
         alignment == other.alignment && number == other.number;
}

ArrayRef<StringRef> tile::getKernelParamKinds() {
  static constexpr StringRef kKinds[] = {"tensor_map", "pointer", "size",
                                         "stride",     "scalar",  "counters",
                                         "columns",    "window"};
  return kKinds;
}

ArrayRef<StringRef> tile::getWindowNumbers() {
  static constexpr StringRef kNumbers[] = {
      "rows",         "columns",         "row_stride", "column_stride",
      "row_dilation", "column_dilation", "top",        "left",
      "place_rows",   "place_columns"};
  return kNumbers;
}

int64_t tile::getWindowNumber(KernelParam::WindowNumber number,
                              const cuda::Window &window, int64_t height,
                              int64_t width) {
  using Number = KernelParam::WindowNumber;
  switch (number) {
  case Number::Rows:
    return window.size[0];
  case Number::Columns:
    return window.size[1];
  case Number::RowStride:
    return window.strides[0];
  case Number::ColumnStride:
    return window.strides[1];
  case Number::RowDilation:
    return window.dilations[0];
  case Number::ColumnDilation:
    return window.dilations[1];
  case Number::Top:
    return window.low[0];
  case Number::Left:
    return window.low[1];
  case Number::PlaceRows:
    return window.countPlaces(0, height);
  case Number::PlaceColumns:
    return window.countPlaces(1, width);
  }
  llvm_unreachable("every number is listed");
}

KernelABI KernelABI::choose(int64_t columns) const {
  KernelABI abi = *this;
  if (choices.empty())
    return abi;
  assert(llvm::is_contained(choices, columns) && "one of the choices");
  abi.choices.clear();
  abi.tile[1] = columns;
  for (KernelParam &param : abi.params)
    if (std::exchange(param.chosen, false))
      param.box[0] = columns;
  return abi;
}

KernelABI KernelABI::getUngroupedParams() const {
  KernelABI abi = *this;
  if (!group)
    return abi;
  abi.params.clear();
  for (KernelParam param : params)
    for (int64_t problem = 0; problem < group; ++problem) {
      abi.params.push_back(param);
      abi.params.back().operand = param.operand * group + problem;
    }
  for (KernelExtent &extent : abi.extents)
    extent.operand *= group;
  return abi;
}

bool KernelABI::needsWorkspace() const {
  return !packed.empty() || llvm::any_of(params, [](const KernelParam &param) {
    return param.kind == KernelParam::Kind::Counters;
  });
}

bool KernelABI::hasEmptyPart(int64_t size) const {
  if (!needsDepth())
    return false;
  int64_t steps = llvm::divideCeilSigned(size, depthTile);
  return cuda::hasEmptyPart(steps, split, cluster[2]);
}

int64_t KernelABI::getTileStart(int axis, int64_t size, int64_t number) const {
  int64_t start = number * tile[axis];
  return fits[axis] ? std::min(start, std::max<int64_t>(size - tile[axis], 0))
                    : start;
}

cuda::GridShape KernelABI::getGridShape() const {
  cuda::GridShape shape;
  shape.tile = tile;
  shape.clusterTile = {cluster[0], cluster[1]};
  shape.splitK = cluster[2];
  shape.split = split;
  shape.persistent = persistent;
  shape.ctasPerSm = ctasPerSM;
  return shape;
}

int64_t tile::getParamValueBytes(KernelParam::Kind kind) {
  switch (kind) {
  case KernelParam::Kind::TensorMap:
    return 128;
  case KernelParam::Kind::Size:
  case KernelParam::Kind::Columns:
  case KernelParam::Kind::Window:
    return 4;
  default:
    return 8;
  }
}

int64_t tile::getParamAlignment(KernelParam::Kind kind, bool isOfGroup) {
  if (kind == KernelParam::Kind::TensorMap)
    return 64;
  return isOfGroup ? 8 : getParamValueBytes(kind);
}

int64_t KernelABI::getParamBytes() const {
  int64_t bytes = 0;
  for (const KernelParam &param : params)
    bytes = int64_t(llvm::alignTo(
                uint64_t(bytes),
                uint64_t(getParamAlignment(param.kind, group != 0)))) +
            getParamValueBytes(param.kind) * std::max<int64_t>(group, 1);
  return bytes;
}

int64_t KernelABI::countOperands() const {
  int64_t count = (ctas ? 0 : 3) + int64_t(packed.size());
  for (const KernelParam &param : params)
    if (hasOperand(param.kind))
      count = std::max(count, param.operand + 1);
  return count - int64_t(packed.size());
}

//===----------------------------------------------------------------------===//
// What goes together
//===----------------------------------------------------------------------===//

/// Of operands and whether their copy is transposed.
static std::string getWhyNotPacked(ArrayRef<PackedCopy> packed) {
  for (auto [index, copy] : llvm::enumerate(packed))
    for (const PackedCopy &other : packed.take_front(index))
      if (other.operand == copy.operand)
        return "packed: a second copy of operand " +
               std::to_string(copy.operand);
  return "";
}

std::string KernelABI::getWhyInvalid() const {
  auto isDim = [](int64_t dim) { return dim == 0 || dim == 1; };
  // N may be the inner batch, if the outer one is counted beside it.
  bool hasTwoBatches = batch && batchDim == KernelParam::kOuterBatch &&
                       extents[1].dim == KernelParam::kBatch;
  if (!isDim(extents[0].dim) || (!isDim(extents[1].dim) && !hasTwoBatches))
    return "extents: the dimension of an extent must be 0 or 1, or 2 for N if "
           "batch_dim is 3";
  for (auto [index, param] : llvm::enumerate(params)) {
    std::string name = "params[" + std::to_string(index) + "].";
    if (param.swizzle != 0 && param.swizzle != 32 && param.swizzle != 64 &&
        param.swizzle != 128)
      return name + "swizzle: expected 0, 32, 64 or 128";
    if (!llvm::isPowerOf2_64(uint64_t(param.alignment)))
      return name + "alignment: expected a power of two";
  }
  bool hasPointersOnly = llvm::all_of(params, [](const KernelParam &param) {
    return param.kind == KernelParam::Kind::Pointer;
  });
  if (ctas && (!hasPointersOnly || group || splitsDepth() || batch ||
               !choices.empty() || persistent || cluster[0] * cluster[1] > 1))
    return "ctas: a kernel with a fixed number of CTAs takes addresses, and "
           "nothing else depends on sizes";
  if (split > 1 &&
      (!llvm::isPowerOf2_64(uint64_t(split)) || cluster[2] > 1 || persistent))
    return "split: must be a power of two, in a kernel that is not persistent "
           "and does not split K in a cluster";
  bool isAlwaysSplit = split > 1 && depthTile == 0 && depth == KernelExtent();
  if (splitsDepth() && !isAlwaysSplit && (!isDim(depth.dim) || depthTile < 1))
    return "depth: expected an operand, its dimension and a step";
  bool ascends =
      std::adjacent_find(choices.begin(), choices.end(),
                         std::greater_equal<int64_t>()) == choices.end();
  if (!choices.empty() && (choices.back() != tile[1] || !ascends))
    return "choices: must ascend to the columns of the tile";
  if (!choices.empty() && hasParts())
    return "choices: partial sums of a tile have a fixed size";
  for (const KernelParam &param : params)
    if (param.chosen && (choices.empty() || param.box[0] != tile[1]))
      return "params: a chosen box has as many rows as the widest choice";
  for (const KernelParam &param : params)
    if (param.windowed && (!loadsWindows() || !param.batched || !param.outer ||
                           param.trimmed || param.chosen))
      return "params: a box of windows is of four dimensions, and whole, in a "
             "kernel that knows the windows";
  if (group && loadsWindows())
    return "group: a kernel of a group loads no windows";
  bool hasColumns = llvm::any_of(params, [](const KernelParam &param) {
    return param.kind == KernelParam::Kind::Columns;
  });
  if (group && (hasColumns || !choices.empty()))
    return "choices: a kernel of a group has none";
  if (!choices.empty() && !hasColumns)
    return "params: a kernel with choices needs the columns";
  if (std::string why = getWhyNotPacked(packed); !why.empty())
    return why;
  // An element would be added to, or read, after another tile has stored it.
  if ((fits[0] || fits[1]) && !inPlace.empty())
    return "in_place: a kernel whose tiles overlap has no operand in place";
  // Each of a group's has a place among its operands, which these have not.
  if (group && !inPlace.empty())
    return "in_place: a kernel of a group has no operand in place";
  if (group && (splitsDepth() || batch || needsWorkspace()))
    return "group: a kernel of a group has no split K, batch or workspace";
  bool hasCounters = llvm::any_of(params, [](const KernelParam &param) {
    return param.kind == KernelParam::Kind::Counters;
  });
  if (hasParts() && !hasCounters)
    return "params: partial sums need counters";
  if (partial && !hasParts())
    return "partial: no CTAs share a tile";
  if (hasParts() && getPartial() > cuda::kMaxSharedTile)
    return (partial ? "partial: has " : "tile: has ") +
           std::to_string(getPartial()) +
           " elements; CTAs share tiles of at most " +
           std::to_string(cuda::kMaxSharedTile);
  return "";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
class JsonWriter {
public:
  json::Object object;

  template <typename Enum>
  void word(StringRef name, Enum value, ArrayRef<StringRef> names) {
    object[name] = names[static_cast<size_t>(value)];
  }
  void integer(StringRef name, int64_t value, int64_t, int64_t) {
    object[name] = value;
  }
  template <size_t N>
  void integers(StringRef name, const std::array<int64_t, N> &values, int64_t,
                int64_t) {
    object[name] = json::Array(values);
  }
  void optional(StringRef name, int64_t value, int64_t none, int64_t, int64_t) {
    if (value != none)
      object[name] = value;
  }
  void boolean(StringRef name, bool value) { object[name] = value; }
  void flag(StringRef name, bool value) {
    if (value)
      object[name] = true;
  }
  void fail(StringRef, StringRef) {}
  void refuse(StringRef, StringRef, StringRef) {}
  void numbers(StringRef name, ArrayRef<int64_t> values, int64_t, int64_t) {
    if (!values.empty())
      object[name] = json::Array(values);
  }
  template <typename T> void list(StringRef name, SmallVectorImpl<T> &values) {
    json::Array array;
    for (T &value : values) {
      JsonWriter writer;
      visitFields(value, writer);
      array.push_back(std::move(writer.object));
    }
    object[name] = std::move(array);
  }
};

class JsonFields {
public:
  explicit JsonFields(JsonReader json) : json(json) {}

  template <typename Enum>
  void word(StringRef name, Enum &value, ArrayRef<StringRef> names) {
    value = static_cast<Enum>(json[name].asWord(names));
  }
  void integer(StringRef name, int64_t &value, int64_t min, int64_t max) {
    value = json[name].asInteger(min, max);
  }
  template <size_t N>
  void integers(StringRef name, std::array<int64_t, N> &values, int64_t min,
                int64_t max) {
    json[name].asIntegers(values, min, max);
  }
  void optional(StringRef name, int64_t &value, int64_t, int64_t min,
                int64_t max) {
    if (json.has(name))
      value = json[name].asInteger(min, max);
  }
  void boolean(StringRef name, bool &value) { value = json[name].asBool(); }
  void flag(StringRef name, bool &value) {
    value = json.has(name) && json[name].asBool();
  }
  void fail(StringRef name, StringRef message) { json[name].fail(message); }
  void refuse(StringRef name, StringRef word, StringRef message) {
    if (json[name].asString() == word)
      fail(name, message);
  }
  void numbers(StringRef name, SmallVectorImpl<int64_t> &values, int64_t min,
               int64_t max) {
    if (json.has(name))
      json[name].forEach([&](const JsonReader &value) {
        values.push_back(value.asInteger(min, max));
      });
  }
  template <typename T> void list(StringRef name, SmallVectorImpl<T> &values) {
    json[name].forEach([&](const JsonReader &value) {
      JsonFields fields(value);
      visitFields(values.emplace_back(), fields);
    });
  }

private:
  JsonReader json;
};
} // namespace

llvm::Expected<json::Object> tile::toJson(const KernelABI &abi) {
  if (llvm::any_of(abi.params, [](const KernelParam &param) {
        return param.kind == KernelParam::Kind::Scalar;
      }))
    return llvm::createStringError(
        "the kernel has a scalar parameter, which no bundle can describe");
  KernelABI fields = abi;
  JsonWriter writer;
  visitFields(fields, writer);
  return std::move(writer.object);
}

KernelABI tile::readKernelABI(const JsonReader &json) {
  KernelABI abi;
  JsonFields fields(json);
  visitFields(abi, fields);
  if (json.failed())
    return abi;
  if (std::string why = abi.getWhyInvalid(); !why.empty()) {
    auto [field, message] = StringRef(why).split(": ");
    json.failAt(field, message);
  }
  return abi;
}

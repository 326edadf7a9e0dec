//===- KernelABI.cpp - How a lowered kernel is launched -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/KernelABI.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

bool KernelParam::operator==(const KernelParam &other) const {
  return kind == other.kind && operand == other.operand && dim == other.dim &&
         box == other.box && swizzle == other.swizzle &&
         batched == other.batched && outer == other.outer &&
         tf32 == other.tf32 && alignment == other.alignment;
}

static constexpr std::pair<KernelParam::Kind, StringLiteral> kKinds[] = {
    {KernelParam::Kind::TensorMap, "tensor_map"},
    {KernelParam::Kind::Pointer, "pointer"},
    {KernelParam::Kind::Size, "size"},
    {KernelParam::Kind::Stride, "stride"},
    {KernelParam::Kind::Scalar, "scalar"},
    {KernelParam::Kind::Counters, "counters"},
    {KernelParam::Kind::Placement, "placement"}};

StringRef tile::stringifyKernelParamKind(KernelParam::Kind kind) {
  for (auto [known, name] : kKinds)
    if (known == kind)
      return name;
  llvm_unreachable("every kind is listed");
}

DictionaryAttr KernelABI::toAttr(MLIRContext *context) const {
  Builder b(context);
  SmallVector<Attribute> paramAttrs;
  for (const KernelParam &param : params) {
    SmallVector<NamedAttribute> fields = {
        b.getNamedAttr("kind",
                       b.getStringAttr(stringifyKernelParamKind(param.kind))),
        b.getNamedAttr("operand", b.getI64IntegerAttr(param.operand))};
    if (param.kind == KernelParam::Kind::Size ||
        param.kind == KernelParam::Kind::Stride)
      fields.push_back(b.getNamedAttr("dim", b.getI64IntegerAttr(param.dim)));
    if (param.kind == KernelParam::Kind::TensorMap) {
      fields.push_back(
          b.getNamedAttr("box", b.getDenseI64ArrayAttr(param.box)));
      fields.push_back(
          b.getNamedAttr("swizzle", b.getI64IntegerAttr(param.swizzle)));
      if (param.batched)
        fields.push_back(b.getNamedAttr("batched", b.getUnitAttr()));
      if (param.outer)
        fields.push_back(b.getNamedAttr("outer", b.getUnitAttr()));
      if (param.tf32)
        fields.push_back(b.getNamedAttr("tf32", b.getUnitAttr()));
    }
    if (param.alignment > 1)
      fields.push_back(
          b.getNamedAttr("alignment", b.getI64IntegerAttr(param.alignment)));
    paramAttrs.push_back(b.getDictionaryAttr(fields));
  }
  SmallVector<NamedAttribute> fields = {
      b.getNamedAttr("params", b.getArrayAttr(paramAttrs)),
      b.getNamedAttr("extents", b.getDenseI64ArrayAttr(
                                    {extents[0].operand, extents[0].dim,
                                     extents[1].operand, extents[1].dim})),
      b.getNamedAttr("tile", b.getDenseI64ArrayAttr(tile)),
      b.getNamedAttr("cluster", b.getDenseI64ArrayAttr(cluster)),
      b.getNamedAttr("persistent", b.getBoolAttr(persistent)),
      b.getNamedAttr("ctas_per_sm", b.getI64IntegerAttr(ctasPerSM)),
      b.getNamedAttr("threads", b.getI64IntegerAttr(threads)),
      b.getNamedAttr("shared_memory", b.getI64IntegerAttr(sharedMemory))};
  if (batch)
    fields.push_back(b.getNamedAttr("batch", b.getI64IntegerAttr(*batch)));
  if (group)
    fields.push_back(b.getNamedAttr("group", b.getI64IntegerAttr(group)));
  if (split > 1)
    fields.push_back(b.getNamedAttr("split", b.getI64IntegerAttr(split)));
  if (stream)
    fields.push_back(b.getNamedAttr("stream", b.getUnitAttr()));
  if (splitsDepth())
    fields.push_back(b.getNamedAttr(
        "depth",
        b.getDenseI64ArrayAttr({depth.operand, depth.dim, depthTile})));
  if (dependentLaunch)
    fields.push_back(b.getNamedAttr("dependent_launch", b.getBoolAttr(true)));
  SmallVector<int64_t> copied, transposed;
  for (const PackedCopy &copy : packed) {
    copied.push_back(copy.operand);
    if (copy.transposed)
      transposed.push_back(copy.operand);
  }
  if (!copied.empty())
    fields.push_back(b.getNamedAttr("packed", b.getDenseI64ArrayAttr(copied)));
  if (!transposed.empty())
    fields.push_back(
        b.getNamedAttr("transposed", b.getDenseI64ArrayAttr(transposed)));
  if (!inPlace.empty())
    fields.push_back(
        b.getNamedAttr("in_place", b.getDenseI64ArrayAttr(inPlace)));
  return b.getDictionaryAttr(fields);
}

/// Copies an array of exactly `N` numbers.
template <size_t N>
static bool readArray(DictionaryAttr dict, StringRef name,
                      std::array<int64_t, N> &out) {
  auto array = dict.getAs<DenseI64ArrayAttr>(name);
  if (!array || array.size() != static_cast<int64_t>(N))
    return false;
  llvm::copy(array.asArrayRef(), out.begin());
  return true;
}

static bool readInteger(DictionaryAttr dict, StringRef name, int64_t &out) {
  auto value = dict.getAs<IntegerAttr>(name);
  if (!value)
    return false;
  out = value.getInt();
  return true;
}

/// Kernels take matrices.
static bool isDim(int64_t dim) { return dim == 0 || dim == 1; }

/// Whether the numbers can be sizes of boxes, tiles and clusters: none of
/// their products overflows.
static bool arePositive(ArrayRef<int64_t> values) {
  return llvm::all_of(
      values, [](int64_t value) { return value > 0 && value <= 65536; });
}

static std::optional<KernelParam> readParam(Attribute attr) {
  auto dict = dyn_cast<DictionaryAttr>(attr);
  auto name = dict ? dict.getAs<StringAttr>("kind") : StringAttr();
  KernelParam param;
  if (!name || !readInteger(dict, "operand", param.operand) ||
      param.operand < 0)
    return std::nullopt;
  for (auto [kind, text] : kKinds) {
    if (name.getValue() != text)
      continue;
    param.kind = kind;
    bool sized =
        kind == KernelParam::Kind::Size || kind == KernelParam::Kind::Stride;
    if (sized && (!readInteger(dict, "dim", param.dim) || param.dim < 0 ||
                  param.dim > KernelParam::kOuterBatch))
      return std::nullopt;
    param.batched = dict.contains("batched");
    param.outer = dict.contains("outer");
    param.tf32 = dict.contains("tf32");
    if (kind == KernelParam::Kind::TensorMap &&
        (!readArray(dict, "box", param.box) || !arePositive(param.box) ||
         !readInteger(dict, "swizzle", param.swizzle)))
      return std::nullopt;
    if (kind == KernelParam::Kind::Pointer && dict.contains("alignment") &&
        (!readInteger(dict, "alignment", param.alignment) ||
         !llvm::isPowerOf2_64(param.alignment)))
      return std::nullopt;
    return param;
  }
  return std::nullopt;
}

/// Operands that are packed, and which of them are transposed.
static bool readPacked(DictionaryAttr dict, KernelABI &abi) {
  auto packed = dict.getAs<DenseI64ArrayAttr>("packed");
  auto transposed = dict.getAs<DenseI64ArrayAttr>("transposed");
  if ((!packed && dict.contains("packed")) ||
      (!transposed && dict.contains("transposed")))
    return false;
  ArrayRef<int64_t> turned =
      transposed ? transposed.asArrayRef() : ArrayRef<int64_t>();
  ArrayRef<int64_t> copied = packed ? packed.asArrayRef() : ArrayRef<int64_t>();
  for (int64_t operand : copied) {
    if (operand < 0)
      return false;
    abi.packed.push_back({operand, llvm::is_contained(turned, operand)});
  }
  return llvm::all_of(turned, [&](int64_t operand) {
    return llvm::is_contained(copied, operand);
  });
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
  int64_t steps = llvm::divideCeilSigned(size, depthTile);
  return cuda::hasEmptyPart(steps, split, cluster[2]);
}

cuda::GridShape KernelABI::getGridShape() const {
  cuda::GridShape shape;
  shape.tile = tile;
  shape.clusterTile = {cluster[0], cluster[1]};
  shape.splitK = cluster[2];
  shape.split = split;
  shape.stream = stream;
  shape.persistent = persistent;
  shape.ctasPerSm = ctasPerSM;
  return shape;
}

FailureOr<KernelABI>
KernelABI::fromAttr(Attribute attr,
                    function_ref<InFlightDiagnostic()> emitError) {
  auto dict = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!dict)
    return emitError() << "a kernel's '" << kKernelABIAttrName
                       << "' must be a dictionary";
  KernelABI abi;
  auto malformed = [&](StringRef field) {
    return emitError() << "'" << kKernelABIAttrName << "' has no valid '"
                       << field << "'";
  };
  auto paramAttrs = dict.getAs<ArrayAttr>("params");
  if (!paramAttrs)
    return malformed("params");
  for (Attribute paramAttr : paramAttrs) {
    std::optional<KernelParam> param = readParam(paramAttr);
    if (!param)
      return malformed("params");
    abi.params.push_back(*param);
  }
  std::array<int64_t, 4> flat;
  if (!readArray(dict, "extents", flat) || flat[0] < 0 || flat[2] < 0 ||
      !isDim(flat[1]) || !isDim(flat[3]))
    return malformed("extents");
  abi.extents = {KernelExtent{flat[0], flat[1]},
                 KernelExtent{flat[2], flat[3]}};
  if (dict.contains("batch")) {
    int64_t operand;
    if (!readInteger(dict, "batch", operand) || operand < 0)
      return malformed("batch");
    abi.batch = operand;
  }
  if (dict.contains("group") && (!readInteger(dict, "group", abi.group) ||
                                 !arePositive(abi.group) || abi.batch))
    return malformed("group");
  if (!readArray(dict, "tile", abi.tile) || !arePositive(abi.tile))
    return malformed("tile");
  if (!readArray(dict, "cluster", abi.cluster) || !arePositive(abi.cluster))
    return malformed("cluster");
  if (dict.contains("split") &&
      (!readInteger(dict, "split", abi.split) || !arePositive(abi.split)))
    return malformed("split");
  if (dict.contains("stream") && !dict.getAs<UnitAttr>("stream"))
    return malformed("stream");
  abi.stream = dict.contains("stream");
  // As the tile loop has them.
  if (abi.split > 1 &&
      (abi.split > 16 || !llvm::isPowerOf2_64(abi.split) || abi.cluster[2] > 1))
    return malformed("split");
  if (abi.splitsDepth()) {
    std::array<int64_t, 3> depth;
    if (!readArray(dict, "depth", depth) || depth[0] < 0 || !isDim(depth[1]) ||
        !arePositive(depth[2]))
      return malformed("depth");
    abi.depth = {depth[0], depth[1]};
    abi.depthTile = depth[2];
  }
  if (!readPacked(dict, abi))
    return malformed("packed");
  if (dict.contains("in_place")) {
    auto inPlace = dict.getAs<DenseI64ArrayAttr>("in_place");
    if (!inPlace || abi.group)
      return malformed("in_place");
    llvm::append_range(abi.inPlace, inPlace.asArrayRef());
  }
  if (dict.contains("dependent_launch")) {
    auto dependent = dict.getAs<BoolAttr>("dependent_launch");
    if (!dependent)
      return malformed("dependent_launch");
    abi.dependentLaunch = dependent.getValue();
  }
  auto persistent = dict.getAs<BoolAttr>("persistent");
  if (!persistent)
    return malformed("persistent");
  abi.persistent = persistent.getValue();
  if (abi.split > 1 && (abi.persistent || abi.stream))
    return malformed("split");
  if (abi.stream && (!abi.persistent || abi.cluster[2] > 1))
    return malformed("stream");
  bool hasCounters = llvm::any_of(abi.params, [](const KernelParam &param) {
    return param.kind == KernelParam::Kind::Counters;
  });
  // Each of a group's has a place among its operands, which these have not.
  if (abi.group && (abi.splitsDepth() || abi.stream || !abi.packed.empty() ||
                    !llvm::all_of(abi.params, [](const KernelParam &param) {
                      return hasOperand(param.kind);
                    })))
    return malformed("group");
  if (abi.hasParts() && !hasCounters)
    return malformed("params");
  if (abi.hasParts() && abi.tile[0] * abi.tile[1] > cuda::kMaxSharedTile)
    return malformed("tile");
  if (!readInteger(dict, "ctas_per_sm", abi.ctasPerSM) ||
      !arePositive(abi.ctasPerSM))
    return malformed("ctas_per_sm");
  if (!readInteger(dict, "threads", abi.threads) || !arePositive(abi.threads))
    return malformed("threads");
  if (!readInteger(dict, "shared_memory", abi.sharedMemory) ||
      abi.sharedMemory < 0)
    return malformed("shared_memory");
  return abi;
}

//===- KernelABITests.cpp - Tests of how kernels are launched -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/KernelABI.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

KernelABI getExample() {
  KernelABI abi;
  KernelParam map{KernelParam::Kind::TensorMap, 0, 0, {64, 32}, 128};
  KernelParam pointer{KernelParam::Kind::Pointer, 1};
  pointer.alignment = 16;
  KernelParam size{KernelParam::Kind::Size, 2, 1};
  KernelParam stride{KernelParam::Kind::Stride, 2, 0};
  KernelParam scalar{KernelParam::Kind::Scalar, 3};
  abi.params = {map, pointer, size, stride, scalar};
  abi.extents = {KernelExtent{2, 0}, KernelExtent{2, 1}};
  abi.tile = {128, 256};
  abi.cluster = {2, 1, 4};
  abi.depth = {0, 1};
  abi.depthTile = 64;
  abi.persistent = true;
  abi.ctasPerSM = 2;
  abi.threads = 384;
  abi.sharedMemory = 200000;
  return abi;
}

TEST(KernelABI, IsReadAsItWasWritten) {
  MLIRContext context;
  KernelABI abi = getExample();
  abi.fits = {true, false};
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_TRUE(read->params == abi.params);
  EXPECT_TRUE(read->extents == abi.extents);
  EXPECT_EQ(read->tile, abi.tile);
  EXPECT_EQ(read->fits, abi.fits);
  EXPECT_EQ(read->cluster, abi.cluster);
  EXPECT_TRUE(read->depth == abi.depth);
  EXPECT_EQ(read->depthTile, abi.depthTile);
  EXPECT_EQ(read->persistent, abi.persistent);
  EXPECT_EQ(read->ctasPerSM, abi.ctasPerSM);
  EXPECT_EQ(read->threads, abi.threads);
  EXPECT_EQ(read->sharedMemory, abi.sharedMemory);
}

TEST(KernelABI, SaysWhereTilesBegin) {
  KernelABI abi = getExample();
  abi.fits = {true, false};
  EXPECT_EQ(abi.getTileStart(/*axis=*/0, /*size=*/300, /*number=*/1), 128);
  // It fits, and so do those that fill the last cluster.
  EXPECT_EQ(abi.getTileStart(0, 300, 2), 172);
  EXPECT_EQ(abi.getTileStart(0, 300, 3), 172);
  EXPECT_EQ(abi.getTileStart(0, 384, 2), 256);
  EXPECT_EQ(abi.getTileStart(0, 100, 0), 0);
  EXPECT_EQ(abi.getTileStart(0, 100, 1), 0);
  EXPECT_EQ(abi.getTileStart(1, 300, 1), 256);
}

TEST(KernelABI, CountsTheBytesOfParameters) {
  KernelABI abi;
  KernelParam map{KernelParam::Kind::TensorMap, 0, 0, {64, 32}, 128};
  KernelParam pointer{KernelParam::Kind::Pointer, 1};
  KernelParam size{KernelParam::Kind::Size, 2, 1};
  abi.params = {size, pointer};
  EXPECT_EQ(abi.getParamBytes(), 16);
  abi.params = {size, size, pointer, map};
  EXPECT_EQ(abi.getParamBytes(), 64 + 128);
  // Each is an array, which begins at a multiple of 8.
  abi.group = 3;
  EXPECT_EQ(abi.getParamBytes(), 64 + 3 * 128);
  abi.params = {size, size};
  EXPECT_EQ(abi.getParamBytes(), 16 + 12);
}

TEST(KernelABI, SaysWhatIsAGroup) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("group"));
  // The scalar.
  abi.params.pop_back();
  abi.cluster = {2, 1, 1};
  abi.group = 5;
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->group, 5);
  // Of a launch's operands those of one argument lie together.
  KernelABI ofEach = abi.getUngroupedParams();
  ASSERT_EQ(ofEach.params.size(), 5 * abi.params.size());
  EXPECT_EQ(ofEach.params[4].operand, 4);
  EXPECT_EQ(ofEach.params[5].operand, 5);
  EXPECT_EQ(ofEach.params[5].alignment, 16);
  EXPECT_EQ(ofEach.params.back().operand, 14);
  EXPECT_TRUE(ofEach.extents[1] == (KernelExtent{10, 1}));
  // What CTAs share has no place in it.
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {});
  KernelABI wrong = abi;
  wrong.cluster = {1, 1, 2};
  EXPECT_TRUE(
      failed(readKernelABI(getKernelABIAttr(wrong, &context), emitError)));
  wrong = abi;
  wrong.params.push_back({KernelParam::Kind::Counters});
  EXPECT_TRUE(
      failed(readKernelABI(getKernelABIAttr(wrong, &context), emitError)));
  wrong = abi;
  wrong.batch = 2;
  EXPECT_TRUE(
      failed(readKernelABI(getKernelABIAttr(wrong, &context), emitError)));
}

TEST(KernelABI, SaysWhatIsABatch) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("batch"));
  abi.batch = 2;
  abi.params[0].batched = true;
  abi.params[2].dim = KernelParam::kBatch;
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->batch, abi.batch);
  EXPECT_TRUE(read->params == abi.params);
  // Of a memref, the batch is the first dimension; of parameters, the last.
  for (int64_t dim : {0, 1})
    EXPECT_EQ(getParamDim(dim, 2), dim);
  EXPECT_EQ(getParamDim(0, 3), KernelParam::kBatch);
  for (int64_t dim : {0, 1, 2})
    EXPECT_EQ(getMemRefDim(getParamDim(dim, 3), 3), dim);
}

/// Of a kernel that does not split K, no one asks how deep it is.
TEST(KernelABI, HasDepthOnlyWhereItIsSplit) {
  MLIRContext context;
  KernelABI abi = getExample();
  EXPECT_TRUE(getKernelABIAttr(abi, &context).contains("depth"));
  abi.cluster[2] = 1;
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("depth"));
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  EXPECT_TRUE(
      succeeded(readKernelABI(getKernelABIAttr(abi, &context), emitError)));
}

/// Whether tiles are cut along K, and how, is told of where they are.
TEST(KernelABI, SaysHowTilesAreShared) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(abi.hasParts());
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("split"));
  abi.cluster[2] = 1;
  abi.params.push_back({KernelParam::Kind::Counters});
  abi.split = 8;
  abi.persistent = false;
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->split, 8);
  EXPECT_TRUE(read->depth == abi.depth);
  // Steps of 64; the parts of a cluster would be of two each.
  EXPECT_FALSE(abi.hasEmptyPart(9 * 64));
  EXPECT_FALSE(abi.hasEmptyPart(7 * 64 + 1));
  EXPECT_TRUE(abi.hasEmptyPart(7 * 64));
}

/// A kernel of an earlier version that cut tiles at the ends of ranges of K.
TEST(KernelABI, RefusesStreams) {
  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  NamedAttrList fields(getKernelABIAttr(getExample(), &context));
  fields.set("stream", UnitAttr::get(&context));
  EXPECT_TRUE(failed(readKernelABI(fields.getDictionary(&context), emitError)));
  EXPECT_EQ(message, "'tile.abi' has no valid 'stream': such kernels can't be "
                     "launched any more; build the kernel again with another "
                     "config");
}

/// A kernel of an earlier version that took a table of tiles.
TEST(KernelABI, RefusesPlacements) {
  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  Builder b(&context);
  NamedAttrList fields(getKernelABIAttr(getExample(), &context));
  SmallVector<Attribute> params(
      cast<ArrayAttr>(fields.get("params")).getValue());
  params.push_back(b.getDictionaryAttr(
      b.getNamedAttr("kind", b.getStringAttr("placement"))));
  fields.set("params", b.getArrayAttr(params));
  EXPECT_TRUE(failed(readKernelABI(fields.getDictionary(&context), emitError)));
  EXPECT_EQ(message, "'tile.abi' has no valid 'params': kernels with a "
                     "placement can't be launched any more; build the kernel "
                     "again without placed = true");
}

/// Copies of operands are told of only where there are some, and they or
/// counters ask for a workspace.
TEST(KernelABI, SaysWhatItPacks) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(abi.needsWorkspace());
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("packed"));
  abi.params.push_back({KernelParam::Kind::Counters});
  EXPECT_TRUE(abi.needsWorkspace());
  abi.packed = {PackedCopy{1}, PackedCopy{0}};
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("transposed"));
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->packed, abi.packed);
  abi.packed[1].transposed = true;
  read = readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->packed, abi.packed);
  EXPECT_TRUE(read->params == abi.params);
  abi.params.clear();
  EXPECT_TRUE(abi.needsWorkspace());
}

/// Which is told of only where it is so.
TEST(KernelABI, SaysThatItMayStartEarly) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("dependent_launch"));
  EXPECT_FALSE(readKernelABI(getKernelABIAttr(abi, &context), emitError)
                   ->dependentLaunch);
  abi.dependentLaunch = true;
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_TRUE(read->dependentLaunch);
}

/// A kernel whose launch chooses the columns of a tile: 64, 72 or 80 of them.
KernelABI getChoosing() {
  KernelABI abi = getExample();
  abi.tile = {128, 80};
  abi.choices = {64, 72, 80};
  KernelParam right{KernelParam::Kind::TensorMap, 1, 0, {80, 64}, 128};
  right.chosen = right.trimmed = true;
  abi.params.push_back(right);
  abi.params.push_back({KernelParam::Kind::Columns});
  return abi;
}

TEST(KernelABI, IsThatOfALaunchOnceItHasChosen) {
  KernelABI abi = getChoosing();
  KernelABI chosen = abi.choose(72);
  EXPECT_TRUE(chosen.choices.empty());
  EXPECT_EQ(chosen.tile, (std::array<int64_t, 2>{128, 72}));
  ASSERT_EQ(chosen.params.size(), abi.params.size());
  const KernelParam &right = chosen.params[5];
  EXPECT_EQ(right.box, (std::array<int64_t, 2>{72, 64}));
  EXPECT_FALSE(right.chosen);
  EXPECT_TRUE(right.trimmed);
  // All else stays.
  EXPECT_TRUE(chosen.params[0] == abi.params[0]);
  EXPECT_EQ(chosen.params[6].kind, KernelParam::Kind::Columns);
  EXPECT_EQ(chosen.cluster, abi.cluster);
  EXPECT_EQ(chosen.sharedMemory, abi.sharedMemory);
  EXPECT_EQ(chosen.getWhyInvalid(), "");
  // Tiles begin where the chosen ones do.
  EXPECT_EQ(abi.getTileStart(/*axis=*/1, /*size=*/300, /*number=*/2), 160);
  EXPECT_EQ(chosen.getTileStart(1, 300, 2), 144);
  // A launch of a kernel without choices has none to make.
  KernelABI same = getExample().choose(72);
  EXPECT_EQ(same.tile, getExample().tile);
  EXPECT_TRUE(same.params == getExample().params);
}

/// The heads of an attention are N, and its batch is outside of them.
TEST(KernelABI, MayCountTheOuterBatch) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getExample();
  EXPECT_FALSE(getKernelABIAttr(abi, &context).contains("batch_dim"));
  abi.extents[1] = KernelExtent{2, KernelParam::kBatch};
  EXPECT_EQ(abi.getWhyInvalid(),
            "extents: the dimension of an extent must be 0 or 1, or 2 for N if "
            "batch_dim is 3");
  abi.batch = 2;
  EXPECT_NE(abi.getWhyInvalid(), "");
  abi.batchDim = KernelParam::kOuterBatch;
  EXPECT_EQ(abi.getWhyInvalid(), "");
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->batchDim, KernelParam::kOuterBatch);
  EXPECT_TRUE(read->extents == abi.extents);
  // M is never a batch.
  abi.extents[0] = KernelExtent{2, KernelParam::kBatch};
  EXPECT_NE(abi.getWhyInvalid(), "");
}

TEST(KernelABI, SaysWhatALaunchChooses) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  EXPECT_FALSE(getKernelABIAttr(getExample(), &context).contains("choices"));
  KernelABI abi = getChoosing();
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->choices, abi.choices);
  EXPECT_TRUE(read->params == abi.params);
  // Bundles have what a launch has chosen, and no scalars.
  abi.params.erase(abi.params.begin() + 4);
  for (const KernelABI &each : {abi, abi.choose(64)}) {
    llvm::json::Value json = cantFail(toJson(each));
    std::string error;
    KernelABI copy = readKernelABI(JsonReader(&json, "abi", error));
    EXPECT_EQ(error, "");
    EXPECT_EQ(copy.choices, each.choices);
    EXPECT_EQ(copy.tile, each.tile);
    EXPECT_TRUE(copy.params == each.params);
  }
}

TEST(KernelABI, RefusesChoicesThatDoNotFit) {
  KernelABI abi = getChoosing();
  EXPECT_EQ(abi.getWhyInvalid(), "");
  const char *const kOfTile = "choices: must ascend to the columns of the tile";
  KernelABI wrong = abi;
  wrong.tile[1] = 88;
  EXPECT_EQ(wrong.getWhyInvalid(), kOfTile);
  wrong = abi;
  wrong.choices = {72, 64, 80};
  EXPECT_EQ(wrong.getWhyInvalid(), kOfTile);
  const char *const kOfBox =
      "params: a chosen box has as many rows as the widest choice";
  wrong = abi;
  wrong.params[5].box[0] = 72;
  EXPECT_EQ(wrong.getWhyInvalid(), kOfBox);
  wrong = abi;
  wrong.choices.clear();
  EXPECT_EQ(wrong.getWhyInvalid(), kOfBox);
  wrong = abi;
  wrong.cluster = {1, 1, 1};
  wrong.group = 2;
  EXPECT_EQ(wrong.getWhyInvalid(), "choices: a kernel of a group has none");
  wrong.choices.clear();
  wrong.params.erase(wrong.params.begin() + 5);
  EXPECT_EQ(wrong.getWhyInvalid(), "choices: a kernel of a group has none");
  wrong = abi;
  wrong.params.pop_back();
  EXPECT_EQ(wrong.getWhyInvalid(),
            "params: a kernel with choices needs the columns");
  wrong = abi;
  wrong.cluster = {1, 1, 1};
  wrong.split = 2;
  wrong.persistent = false;
  wrong.params.push_back({KernelParam::Kind::Counters});
  EXPECT_EQ(wrong.getWhyInvalid(),
            "choices: partial sums of a tile have a fixed size");
}

/// Every field is needed: without any one of them reading fails, naming it.
TEST(KernelABI, MissesEachField) {
  MLIRContext context;
  DictionaryAttr whole = getKernelABIAttr(getExample(), &context);
  for (NamedAttribute left : whole) {
    SmallVector<NamedAttribute> fields;
    for (NamedAttribute field : whole)
      if (field.getName() != left.getName())
        fields.push_back(field);
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
    EXPECT_TRUE(failed(
        readKernelABI(DictionaryAttr::get(&context, fields), emitError)));
    EXPECT_NE(message.find("'" + left.getName().str() + "'"), std::string::npos)
        << message;
  }
}

TEST(KernelABI, ParamsDifferInEachField) {
  KernelParam map{KernelParam::Kind::TensorMap, 0, 0, {64, 32}, 128};
  KernelParam other = map;
  EXPECT_TRUE(map == other);
  other.box = {64, 64};
  EXPECT_FALSE(map == other);
  other = map;
  other.swizzle = 64;
  EXPECT_FALSE(map == other);
  other = map;
  other.operand = 1;
  EXPECT_FALSE(map == other);
  other = map;
  other.kind = KernelParam::Kind::Pointer;
  EXPECT_FALSE(map == other);
  other = map;
  other.alignment = 16;
  EXPECT_FALSE(map == other);
  other = map;
  other.batched = true;
  EXPECT_FALSE(map == other);
  other = map;
  other.chosen = true;
  EXPECT_FALSE(map == other);
}

} // namespace

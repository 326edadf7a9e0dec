//===- PartsMean.cpp - The mean of parts that have weights ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are powers of two. The largest exponent of a row is subtracted from
// all of them, so that no weight overflows.
//
//===----------------------------------------------------------------------===//

#include "KernelPattern.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
/// The weights of a row, and their sum.
struct RowWeights {
  SmallVector<Value> ofParts;
  Value most, sum;
  /// One over the sum.
  Value factor;
};

class MeanBuilder {
public:
  MeanBuilder(CollectMeanOp op, OneToNAdaptor<CollectMeanOp> adaptor,
              Emitter &e, KernelContext &context)
      : op(op), e(e), context(context),
        in({op.getPartial().getType(), context.layout.fragmentWarpgroups},
           /*hasWeights=*/true),
        out(op.getMean().getType(), context.layout.fragmentWarpgroups) {
    findSources(adaptor);
  }

  SmallVector<SmallVector<Value>> build();

private:
  void findSources(OneToNAdaptor<CollectMeanOp> adaptor);
  std::array<RowWeights, 2> loadWeights(int64_t block);
  RowWeights createWeights(ArrayRef<Value> exponents);
  SmallVector<Value> createMeans(const std::array<RowWeights, 2> &weights,
                                 int64_t block, int64_t group);

  Value createFloat(double value) {
    return arith::ConstantOp::create(e, e.getF32FloatAttr(value));
  }
  Value call(StringRef intrinsic, Value x) {
    return LLVM::CallIntrinsicOp::create(e, e.getF32Type(),
                                         e.getStringAttr(intrinsic), x)
        .getResult(0);
  }
  SmallVector<Value> load(Value from, int64_t offset, int64_t count) {
    auto type = VectorType::get(count, e.getF32Type());
    Value loaded = LLVM::LoadOp::create(e, type, advance(e, from, offset),
                                        /*alignment=*/4 * count);
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(LLVM::ExtractElementOp::create(e, loaded, e.i32(i)));
    return values;
  }

  CollectMeanOp op;
  Emitter &e;
  KernelContext &context;
  PartialLayout in;
  FragmentLayout out;
  /// Of each part, this thread's registers and those of the share.
  SmallVector<Value> sources, shares;
};
} // namespace

/// Threads without rows read what the first one does, which is there.
void MeanBuilder::findSources(OneToNAdaptor<CollectMeanOp> adaptor) {
  const RoleLayout &role = *context.getRole(op);
  Parts parts(adaptor.getParts());
  Value back;
  if (Value has = hasRows(context, e, role, in.fragment, adaptor.getRows())) {
    Value thread = e.mul(context.getWarpgroupThread(e), 16);
    Value place = e.add(thread, e.mul(context.getInstanceWarpgroup(e, role),
                                      in.getWarpgroupBytes()));
    back = e.select(has, e.i64(0), e.sub(e.i64(0), e.toI64(place)));
  }
  Value share = e.toI32(adaptor.getShare().front());
  Value offset = e.toI64(e.mul(share, out.groups * kGroupBytes));
  for (int64_t part = 0; part < context.layout.abi.split; ++part) {
    Value source = getPartial(context, e, role, in, parts, e.i32(part));
    if (back)
      source = e.gep(source, e.getI8Type(), back);
    sources.push_back(source);
    shares.push_back(e.gep(source, e.getI8Type(), offset));
  }
}

RowWeights MeanBuilder::createWeights(ArrayRef<Value> exponents) {
  RowWeights row;
  // If no part counts, all differences must be -inf.
  row.most = createFloat(-1e30);
  for (Value exponent : exponents)
    row.most = LLVM::MaxNumOp::create(e, row.most, exponent);
  for (Value exponent : exponents) {
    Value weight = call("llvm.nvvm.ex2.approx.ftz.f",
                        arith::SubFOp::create(e, exponent, row.most));
    row.ofParts.push_back(weight);
    row.sum = row.sum ? arith::AddFOp::create(e, row.sum, weight).getResult()
                      : weight;
  }
  row.factor = arith::DivFOp::create(e, createFloat(1), row.sum);
  if (op.getZero()) {
    Value zero = createFloat(0);
    Value isNone =
        arith::CmpFOp::create(e, arith::CmpFPredicate::OEQ, row.sum, zero);
    row.factor = e.select(isNone, zero, row.factor);
  }
  return row;
}

/// Those of a thread's two rows of a block.
std::array<RowWeights, 2> MeanBuilder::loadWeights(int64_t block) {
  std::array<SmallVector<Value>, 2> exponents;
  for (Value source : sources)
    for (auto [half, exponent] :
         llvm::enumerate(load(source, in.getWeightOffset(block), 2)))
      exponents[half].push_back(exponent);
  return {createWeights(exponents[0]), createWeights(exponents[1])};
}

SmallVector<Value>
MeanBuilder::createMeans(const std::array<RowWeights, 2> &weights,
                         int64_t block, int64_t group) {
  SmallVector<Value> sums(4, createFloat(0));
  Value zero = createFloat(0);
  for (auto [part, source] : llvm::enumerate(shares)) {
    SmallVector<Value> values = load(source, in.getOffset(block, group), 4);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value weight = weights[i / 2].ofParts[part];
      // A part that does not count may have NaN.
      Value counts =
          arith::CmpFOp::create(e, arith::CmpFPredicate::UNE, weight, zero);
      Value product = arith::MulFOp::create(e, weight, value);
      sums[i] =
          arith::AddFOp::create(e, sums[i], e.select(counts, product, zero));
    }
  }
  for (auto [i, sum] : llvm::enumerate(sums))
    sum = arith::MulFOp::create(e, sum, weights[i / 2].factor);
  return sums;
}

SmallVector<SmallVector<Value>> MeanBuilder::build() {
  SmallVector<Type> structs = getFragmentStructs(op.getMean().getType(), out);
  SmallVector<Value> blocks, exponents;
  for (int64_t block = 0; block < out.blocks; ++block) {
    std::array<RowWeights, 2> weights = loadWeights(block);
    for (const RowWeights &row : weights) {
      Value logarithm = call("llvm.nvvm.lg2.approx.ftz.f", row.sum);
      exponents.push_back(arith::AddFOp::create(e, row.most, logarithm));
    }
    SmallVector<Value> registers;
    for (int64_t group = 0; group < out.groups; ++group)
      llvm::append_range(registers, createMeans(weights, block, group));
    blocks.push_back(packBlock(e, registers, structs[block]));
  }
  Value ofRows = packBlock(
      e, exponents, getRowsStruct(op.getWeights().getType(), context.layout));
  return {blocks, {ofRows}};
}

static SmallVector<SmallVector<Value>>
lowerCollectMean(CollectMeanOp op, OneToNAdaptor<CollectMeanOp> adaptor,
                 Emitter &e, KernelContext &context) {
  return MeanBuilder(op, adaptor, e, context).build();
}

void tile::populatePartsMeanPatterns(KernelPatterns &patterns) {
  patterns.add(lowerCollectMean);
}

//===- Features.cpp - What the learned model sees of a config -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

static void addFact(FeatureSink &sink, const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  sink.add("log2_m", log2Of(matmul.m));
  sink.add("log2_n", log2Of(matmul.n));
  sink.add("log2_k", log2Of(matmul.k));
  sink.add("log2_batch", log2Of(matmul.batch));
  sink.add("a_bits", getElementBits(matmul.a.element));
  sink.add("b_bits", getElementBits(matmul.b.element));
  sink.add("integers",
           !isFloat(matmul.a.element) && !isFloat(matmul.b.element));
  sink.add("output_bytes", getElementBytes(matmul.c.element));
  sink.add("accumulates", matmul.init == InitKind::Accumulate);
  sink.add("a_transposed", matmul.a.transposed);
  sink.add("b_transposed", matmul.b.transposed);
  sink.add("a_whole_lines", hasWholeLines(matmul.a));
  sink.add("b_whole_lines", hasWholeLines(matmul.b));
  sink.add("c_whole_lines", hasWholeLines(matmul.c));
  sink.add("a_whole_sectors", hasWholeSectors(matmul.a));
  sink.add("b_whole_sectors", hasWholeSectors(matmul.b));
  sink.add("c_whole_sectors", hasWholeSectors(matmul.c));
  sink.add("a_tma", isTmaLoadable(matmul.a));
  sink.add("b_tma", isTmaLoadable(matmul.b));
  sink.add("a_log2_alignment", log2Of(getInputAlignment(matmul.a)));
  sink.add("b_log2_alignment", log2Of(getInputAlignment(matmul.b)));
}

static void addEstimate(FeatureSink &sink, const TimeEstimate &estimate) {
  sink.add("log2_total_ns", log2Of(estimate.getTotalNs() - kLaunchNs));
  sink.add("log2_compute_ns", log2Of(estimate.computeNs));
  sink.add("log2_feed_ns", log2Of(estimate.feedNs));
  sink.add("log2_memory_ns", log2Of(estimate.memoryNs));
  sink.add("log2_overhead_ns", log2Of(estimate.getOverheadNs()));
  sink.add("log2_waves", std::log2(std::max(estimate.waves, 1e-3)));
  sink.add("last_wave", std::ceil(estimate.waves) / estimate.waves);
}

namespace {
/// The names of all features, and of those of each provider alone: in the order
/// of the registry, empty for one that is not modelled.
struct FeatureNames {
  FeatureNames();
  SmallVector<StringRef> all;
  SmallVector<SmallVector<StringRef>> own;
};
} // namespace

FeatureNames::FeatureNames() {
  // Any values will do.
  MatmulFact matmul;
  matmul.m = matmul.n = matmul.k = 1;
  ProblemFact fact = matmul;
  TargetInfo target;
  target.sms = target.l2Bytes = 1;
  SmallVector<float> values;
  FeatureSink sink(values, &all);
  sink.add("template", 0);
  addFact(sink, fact);
  addEstimate(sink, TimeEstimate());
  for (const KernelProvider *provider : getProviders()) {
    size_t numBefore = all.size();
    provider->addFeatures(
        sink, fact, target,
        Config(provider->getTemplate().getSchema()).withDefaults());
    own.emplace_back(ArrayRef(all).drop_front(numBefore));
  }
}

static const FeatureNames &getNames() {
  static const FeatureNames names;
  return names;
}

ArrayRef<StringRef> autotune::getFeatureNames() { return getNames().all; }

bool autotune::isModelled(const ProblemFact &fact, const TargetInfo &target) {
  for (auto [provider, names] : llvm::zip_equal(getProviders(), getNames().own))
    if (!names.empty() && provider->hasFeaturesFor(fact) &&
        provider->serves(fact, target))
      return true;
  return false;
}

/// The place of a provider among those that are modelled; nullopt for others.
static std::optional<int> getModelledIndex(const KernelProvider &provider) {
  int index = 0;
  for (auto [other, names] : llvm::zip_equal(getProviders(), getNames().own)) {
    if (other == &provider)
      return names.empty() ? std::nullopt : std::optional(index);
    index += !names.empty();
  }
  llvm_unreachable("every provider is listed");
}

bool autotune::getFeatures(const ProblemFact &unassumed,
                           const TargetInfo &target, const Config &config,
                           const TimeEstimate &estimate,
                           SmallVectorImpl<float> &values) {
  const KernelProvider &provider = getProvider(config);
  std::optional<int> index = getModelledIndex(provider);
  if (!index || !provider.hasFeaturesFor(unassumed))
    return false;
  // Asked for each of many configs: no copy of what is one product.
  ProblemFact fact = assumeSizes(unassumed);
  if (const auto &matmul = fact.getMatmul();
      matmul.hasTwoProducts() || matmul.hasParts())
    fact = matmul.asOneProduct();
  FeatureSink sink(values, nullptr);
  sink.add("template", *index);
  addFact(sink, fact);
  addEstimate(sink, estimate);
  // The features of other templates are zeros.
  for (auto [other, names] : llvm::zip_equal(getProviders(), getNames().own))
    if (other == &provider)
      provider.addFeatures(sink, fact, target, config);
    else
      for (StringRef name : names)
        sink.add(name, 0);
  return true;
}

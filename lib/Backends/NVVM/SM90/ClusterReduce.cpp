//===- ClusterReduce.cpp - Summing over the CTAs that split K -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each CTA writes its partial sums into its own shared memory, 16 bytes a
// thread and group of eight columns, so that no two threads meet in a bank.
// After a barrier of the cluster, each CTA reads its share of the columns from
// all of them (PTX ISA, ld.shared::cluster) and adds in the order of the CTAs.
//
//===----------------------------------------------------------------------===//

#include "NVVM/Common/FragmentLayout.h"
#include "Patterns.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The sums of all CTAs of the cluster at a place of their memory.
static SmallVector<Value> sumGroup(Emitter &e, ArrayRef<Value> sources,
                                   Type element, int64_t offset) {
  auto four = VectorType::get(4, element);
  SmallVector<Value> sums;
  for (Value source : sources) {
    Value at = e.gep(source, e.getI8Type(), e.i32(offset));
    Value loaded = LLVM::LoadOp::create(e, four, at, /*alignment=*/16);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < four.getNumElements(); ++i)
      parts.push_back(LLVM::ExtractElementOp::create(e, loaded, e.i32(i)));
    if (sums.empty())
      sums = parts;
    else
      for (auto [sum, part] : llvm::zip(sums, parts))
        sum = addElements(e, sum, part);
  }
  return sums;
}

static SmallVector<SmallVector<Value>>
lowerClusterReduce(ClusterReduceOp op, OneToNAdaptor<ClusterReduceOp> adaptor,
                   Emitter &e, KernelContext &context) {
  const RoleLayout &role = *context.getRole(op);
  const RingLayout &ring = context.layout.getRing(op.getRing());
  FragmentType type = op.getPartial().getType();
  int64_t warpgroups = context.layout.fragmentWarpgroups;
  FragmentLayout in(type, warpgroups);
  FragmentLayout out(op.getResult().getType(), warpgroups);
  int64_t warpgroupBytes = in.blocks * in.groups * kGroupBytes;

  Value mine =
      e.add(e.mul(context.getInstanceWarpgroup(e, role), warpgroupBytes),
            e.add(context.shared(e, ring.offset),
                  e.mul(context.getWarpgroupThread(e), 16)));
  // No warpgroup of this CTA reads the ring any more.
  e.namedBarrier(context.getRoleBarrier(role), warpgroups * kWarpgroupThreads);
  for (auto [block, value] : llvm::enumerate(adaptor.getPartial())) {
    SmallVector<Value> registers = unpackBlock(e, value);
    for (int64_t group = 0; group < in.groups; ++group) {
      Value sums = e.packVector(ArrayRef(registers).slice(4 * group, 4));
      int64_t offset =
          (static_cast<int64_t>(block) * in.groups + group) * kGroupBytes;
      LLVM::StoreOp::create(e, sums, e.sharedPtr(e.add(mine, offset)),
                            /*alignment=*/16);
    }
  }
  e.clusterBarrier();

  auto [rankM, rankN, rankK] = context.clusterRank;
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  Value share = e.add(mine, e.mul(rankK, out.groups * kGroupBytes));
  SmallVector<Value> sources;
  for (int64_t k = 0; k < cluster[2]; ++k) {
    Value peer = e.add(e.add(rankM, e.mul(rankN, cluster[0])),
                       k * cluster[0] * cluster[1]);
    sources.push_back(e.mapToPeer(share, peer));
  }
  SmallVector<Type> structs = getFragmentStructs(op.getResult().getType(), out);
  Type element = op.getResult().getType().getElementType();
  SmallVector<Value> blocks;
  for (int64_t block = 0; block < out.blocks; ++block) {
    SmallVector<Value> registers;
    for (int64_t group = 0; group < out.groups; ++group)
      llvm::append_range(registers,
                         sumGroup(e, sources, element,
                                  (block * in.groups + group) * kGroupBytes));
    blocks.push_back(packBlock(e, registers, structs[block]));
  }
  // Nobody leaves while a peer may still read its sums.
  e.clusterBarrier();
  Value offset = e.toIndex(e.mul(rankK, out.columns));
  return {blocks, {offset}};
}

void tile::populateReducePatterns(KernelPatterns &patterns) {
  patterns.add(lowerClusterReduce);
}

//===- Clusters.cpp - Faults between the CTAs of a cluster ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

namespace {
enum class Place {
  /// Before the first use of a peer: these publish barriers alone.
  Start,
  /// Between partial sums being written and being read.
  Reads,
  /// Between their being read and the end.
  End
};
} // namespace

static bool isRemoteLoad(Operation *op) {
  auto load = dyn_cast<LLVM::LoadOp>(op);
  return load &&
         load.getAddr().getType().getAddressSpace() ==
             static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
}

static std::optional<Place> getPlace(Operation *arrive) {
  if (isa<NVVM::ClusterArriveRelaxedOp>(arrive))
    return Place::Start;
  bool reads = false, read = false;
  for (Operation &op : *arrive->getBlock())
    if (isRemoteLoad(&op))
      (op.isBeforeInBlock(arrive) ? read : reads) = true;
  if (reads)
    return Place::Reads;
  return read ? std::optional(Place::End) : std::nullopt;
}

static LoweredFault onBarriers(Place place,
                               std::function<void(Operation *)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    kernel.kernel->walk([&](Operation *op) {
      if (isa<NVVM::ClusterArriveOp, NVVM::ClusterArriveRelaxedOp>(op) &&
          getPlace(op) == place && getNext<NVVM::ClusterWaitOp>(op))
        sites.push_back({op, [=] { plant(op); }});
    });
  };
}

static void dropBarrier(Operation *arrive) {
  drop(getNext<NVVM::ClusterWaitOp>(arrive));
  drop(arrive);
}

/// mapa of a barrier at which threads arrive.
static LoweredFault onMapped(std::function<void(NVVM::MapaOp)> plant) {
  return onEach<NVVM::MapaOp>(
      [](NVVM::MapaOp mapa) {
        return mapa->hasOneUse() &&
               isa<NVVM::MBarrierArriveOp>(*mapa->user_begin());
      },
      plant);
}

/// mapa of which partial sums are read: many loads use each.
static SmallVector<NVVM::MapaOp> getSources(const Lowered &kernel) {
  SmallVector<NVVM::MapaOp> sources;
  for (auto mapa : kernel.all<NVVM::MapaOp>())
    if (llvm::any_of(mapa->getUsers(), [](Operation *user) {
          return isRemoteLoad(user) ||
                 (isa<LLVM::GEPOp>(user) &&
                  llvm::any_of(user->getUsers(), isRemoteLoad));
        }))
      sources.push_back(mapa);
  return sources;
}

static void addBarriers(FaultTable &table) {
  table.push_back(lowered(
      "start-without-cluster-barrier",
      "a CTA uses a peer that may not have started",
      "each barrier of the cluster before roles that signal "
      "peers or multicast",
      "barrier-misuse race early-exit", onBarriers(Place::Start, dropBarrier)));
  table.push_back(lowered("read-without-cluster-barrier",
                          "partial sums are read before they are written",
                          "each barrier of the cluster before remote loads",
                          "race uninitialized",
                          onBarriers(Place::Reads, dropBarrier)));
  table.push_back(lowered("exit-without-cluster-barrier",
                          "a CTA ends while a peer may read its sums",
                          "each barrier of the cluster behind remote loads",
                          "early-exit", onBarriers(Place::End, dropBarrier)));
  table.push_back(lowered(
      "relaxed-cluster-arrive", "an arrival does not publish partial sums",
      "each arrival at the barrier of the cluster before remote loads", "race",
      onBarriers(Place::Reads, [](Operation *arrive) {
        OpBuilder b(arrive);
        NVVM::ClusterArriveRelaxedOp::create(
            b, arrive->getLoc(),
            cast<NVVM::ClusterArriveOp>(arrive).getAlignedAttr());
        drop(arrive);
      })));
  auto dropWait = [](Operation *arrive) {
    drop(getNext<NVVM::ClusterWaitOp>(arrive));
  };
  auto dropArrive = [](Operation *arrive) { drop(arrive); };
  for (auto [place, arrive, wait, where] :
       {std::tuple(Place::Start, "drop-cluster-arrive", "drop-cluster-wait",
                   "each barrier of the cluster before the roles"),
        std::tuple(Place::Reads, "drop-cluster-arrive-of-sums",
                   "drop-cluster-wait-of-sums",
                   "each barrier of the cluster before remote loads")}) {
    table.push_back(
        lowered(arrive, "threads wait for the cluster and do not arrive", where,
                "barrier-misuse deadlock", onBarriers(place, dropArrive)));
    table.push_back(
        lowered(wait, "threads arrive and do not wait for the cluster", where,
                "barrier-misuse race early-exit "
                "uninitialized deadlock",
                onBarriers(place, dropWait)));
  }
}

static void addSums(FaultTable &table) {
  StringRef each = "each CTA whose partial sums are read";
  auto onSources = [](unsigned first, std::function<void(NVVM::MapaOp)> plant) {
    return [=](const Lowered &kernel, FaultSites &sites) {
      SmallVector<NVVM::MapaOp> sources = getSources(kernel);
      for (unsigned i = first; i < sources.size(); ++i)
        sites.push_back(
            {sources[i], [plant, mapa = sources[i]] { plant(mapa); }});
    };
  };
  table.push_back(lowered("sum-one-rank-twice",
                          "partial sums of the first CTA are added again",
                          "each CTA but the first whose partial sums are read",
                          "wrong-result", onSources(1, [](NVVM::MapaOp mapa) {
                            setConstant(mapa->getOpOperand(1), 0);
                          })));
  table.push_back(lowered(
      "sums-of-next-thread", "a thread adds the sums of its neighbour", each,
      "wrong-result", onSources(0, [](NVVM::MapaOp mapa) {
        OpBuilder b(mapa);
        Location loc = mapa.getLoc();
        Value at =
            LLVM::PtrToIntOp::create(b, loc, b.getI32Type(), mapa.getA());
        at = arith::XOrIOp::create(b, loc, at, constantBefore(mapa, at, 16));
        mapa.getAMutable().set(
            LLVM::IntToPtrOp::create(b, loc, mapa.getA().getType(), at));
      })));
  table.push_back(lowered(
      "drop-partial-sum", "a partial sum is not added",
      "each addition of a value that a remote load read", "wrong-result",
      onEach<arith::AddFOp>(
          [](arith::AddFOp sum) {
            auto part = sum.getRhs().getDefiningOp<LLVM::ExtractElementOp>();
            Operation *load = part ? part.getVector().getDefiningOp() : nullptr;
            return load && isRemoteLoad(load);
          },
          [](arith::AddFOp sum) { drop(sum, sum.getLhs()); })));
  table.push_back(lowered(
      "write-sums-while-ring-is-read",
      "partial sums overwrite operands that another warpgroup still multiplies",
      "each barrier before partial sums are written", "race",
      dropEach<NVVM::BarrierOp>([](NVVM::BarrierOp barrier) {
        auto arrive = getNext<NVVM::ClusterArriveOp>(barrier);
        return arrive && getPlace(arrive) == Place::Reads;
      })));
}

void faults::addClusters(FaultTable &table) {
  StringRef each = "each arrival at a barrier of a peer";
  table.push_back(lowered(
      "arrive-at-rank-0", "all arrivals go to the cluster's first CTA", each,
      "deadlock barrier-misuse race", onMapped([](NVVM::MapaOp mapa) {
        setConstant(mapa->getOpOperand(1), 0);
      })));
  table.push_back(lowered("arrive-at-no-rank",
                          "arrivals go to a CTA outside the cluster", each,
                          "out-of-bounds", onMapped([](NVVM::MapaOp mapa) {
                            addToOperand(mapa, mapa->getOpOperand(1), 4);
                          })));
  table.push_back(lowered(
      "arrive-at-home", "an arrival for a peer goes to the CTA's own barrier",
      each, "deadlock barrier-misuse race", onMapped([](NVVM::MapaOp mapa) {
        OpBuilder b(mapa);
        Value home = LLVM::AddrSpaceCastOp::create(b, mapa.getLoc(),
                                                   mapa.getType(), mapa.getA());
        drop(mapa, home);
      })));
  table.push_back(lowered(
      "one-peer-too-few", "the last peer is not told",
      "each branch in which threads tell peers", "deadlock barrier-pending",
      onMapped([](NVVM::MapaOp mapa) {
        auto branch = mapa->getParentOfType<scf::IfOp>();
        if (auto bound = branch.getCondition().getDefiningOp<arith::CmpIOp>())
          setConstant(bound->getOpOperand(1), *getConstant(bound.getRhs()) - 1);
      })));
  addBarriers(table);
  addSums(table);
}

//===- RingLoads.cu - How fast TMA fills rings of tiles -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An experiment, which no other program uses: the loads of a product without
// its multiplications. Each CTA loads the tiles of A (M x K) and B (N x K) that
// a kernel of wgmma would, one step of 64 along K after the other, into
// a ring of shared memory, and gives each slot back at once. What is varied is
// which tiles a CTA gets (by number, or so that the CTAs of a GPC get
// neighbours) and what the CTAs of a cluster share.
//
//   nvcc -O2 -std=c++17 -arch=sm_90a -DTILE_M=64 -DTILE_N=96 -DSTAGES=10 \
//     -DCLUSTER_M=1 -DCLUSTER_N=1 RingLoads.cu -o ring-loads -lcuda
//   ./ring-loads M N K GROUP
//
// prints microseconds, clocks for each step, and bytes that arrive in a clock.
// With -DCLASSES_A=2 (or 4, 8), a tile has every second row of A, and begins so
// much before a step that all its rows begin sectors of 32 bytes (with 8, lines
// of 128). CLASSES_B is the same for B. M and N must be multiples of them.
// Tiles and clusters are constants, because a producer that computes with them
// in each step is slower than TMA. A cluster of one CTA is launched as a
// cluster, too, which the hardware deals out in turn; CTAs of a launch without
// clusters fill one GPC after the other.
//
//===----------------------------------------------------------------------===//

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    if (int status = int(call)) {                                              \
      std::printf("%s: error %d\n", #call, status);                            \
      std::exit(1);                                                            \
    }                                                                          \
  } while (false)

constexpr int kTileM = TILE_M, kTileN = TILE_N, kStages = STAGES;
constexpr int kClusterM = CLUSTER_M, kClusterN = CLUSTER_N;
#ifndef CLASSES_A
#define CLASSES_A 1
#endif
#ifndef CLASSES_B
#define CLASSES_B 1
#endif
constexpr int kClassesA = CLASSES_A, kClassesB = CLASSES_B;
constexpr int kCluster = kClusterM * kClusterN;
constexpr int kDepth = 64, kRowBytes = 2 * kDepth;
constexpr int kBytesA = kTileM * kRowBytes, kBytesB = kTileN * kRowBytes;
// Slices are equal.
static_assert(kTileM % kClusterN == 0 && kTileN % kClusterM == 0 &&
              kCluster <= 8);
constexpr int kThreads = 256, kConsumer = 128, kMaxClusters = 256;
/// More than half of an SM's shared memory: one CTA an SM.
constexpr int kAlone = 120 * 1024;
/// Inputs that are rotated, as the runner does.
constexpr int kSets = 4;

struct Shape {
  int steps;
  /// Clusters along M and N, and how many neighbours along N have the same M.
  int clustersM, clustersN, group;
  /// Clusters along M and N that have rows of one class.
  int perClassM, perClassN;
  /// Units of 16 bytes by which a row begins further in a line than the last.
  int drift;
};
/// The number of the tiles that the cluster with a number gets.
struct Order {
  uint8_t tiles[kMaxClusters];
};
struct Report {
  uint64_t clocks;
  uint32_t sm;
};

//===----------------------------------------------------------------------===//
// On the GPU
//===----------------------------------------------------------------------===//

__device__ uint32_t toShared(const void *pointer) {
  return uint32_t(__cvta_generic_to_shared(pointer));
}

__device__ void initialize(uint32_t barrier, uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier),
               "r"(arrivals)
               : "memory");
}

__device__ void wait(uint32_t barrier, uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

__device__ void arriveAt(uint32_t barrier, uint32_t cta) {
  asm volatile("{\n"
               ".reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
               "}" ::"r"(barrier),
               "r"(cta)
               : "memory");
}

template <bool kMulticast>
__device__ void load(uint32_t to, const CUtensorMap *map, int k, int row,
                     int rowClass, uint32_t barrier, uint32_t ctas) {
  if (!kMulticast)
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile"
        ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(
            to),
        "l"(map), "r"(k), "r"(row), "r"(rowClass), "r"(barrier)
        : "memory");
  else
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes.multicast::cluster"
                 " [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(to),
                 "l"(map), "r"(k), "r"(row), "r"(rowClass), "r"(barrier),
                 "h"(uint16_t(ctas))
                 : "memory");
}

__global__ void __launch_bounds__(kThreads)
    fillRings(const __grid_constant__ CUtensorMap a,
              const __grid_constant__ CUtensorMap b, Shape shape,
              const __grid_constant__ Order order, Report *reports) {
  extern __shared__ unsigned char memory[];
  __shared__ __align__(8) uint64_t full[kStages], empty[kStages];
  // Swizzled tiles begin at multiples of 1 KB.
  uint32_t ring = (toShared(memory) + 1023) & ~1023u;
  int rank = int(blockIdx.x) % kCluster;
  int rankM = rank % kClusterM, rankN = rank / kClusterM;

  // A panel of `group` clusters along N goes down M.
  int number = order.tiles[blockIdx.x / kCluster];
  int panel = number / (shape.clustersM * shape.group);
  int inPanel = number % (shape.clustersM * shape.group);
  int width = min(shape.group, shape.clustersN - panel * shape.group);
  int clusterM = inPanel / width,
      clusterN = panel * shape.group + inPanel % width;
  int classA = clusterM / shape.perClassM, classB = clusterN / shape.perClassN;
  int m = (clusterM % shape.perClassM * kClusterM + rankM) * kTileM;
  int n = (clusterN % shape.perClassN * kClusterN + rankN) * kTileN;
  // Elements before a step at which the rows of a class begin.
  int beforeA = kClassesA > 1 ? classA * shape.drift % 8 * 8 : 0;
  int beforeB = kClassesB > 1 ? classB * shape.drift % 8 * 8 : beforeA;

  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      initialize(toShared(&full[stage]), 1);
      initialize(toShared(&empty[stage]), kClusterM + kClusterN - 1);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  asm volatile("barrier.cluster.arrive.aligned;\n"
               "barrier.cluster.wait.aligned;" ::
                   : "memory");
  // Lanes that wait for the end beside the one that loads slow it down.
  if (threadIdx.x > 0 && threadIdx.x < kConsumer)
    return;

  uint64_t begin = clock64();
  int stage = 0;
  uint32_t parity = 0;
  auto advance = [&] {
    if (++stage == kStages) {
      stage = 0;
      parity ^= 1;
    }
  };
  if (threadIdx.x == 0) {
    // CTAs along N share rows of A, of which each loads its part for all.
    uint32_t alongN = 0, alongM = 0;
    for (int i = 0; i < kClusterN && kClusterN > 1; ++i)
      alongN |= 1 << (i * kClusterM + rankM);
    for (int i = 0; i < kClusterM && kClusterM > 1; ++i)
      alongM |= 1 << (rankN * kClusterM + i);
    for (int step = 0; step < shape.steps; ++step) {
      uint32_t isFull = toShared(&full[stage]);
      wait(toShared(&empty[stage]), parity ^ 1);
      asm volatile(
          "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
              isFull),
          "r"(kBytesA + kBytesB)
          : "memory");
      uint32_t slot = ring + stage * (kBytesA + kBytesB);
      load<(kClusterN > 1)>(
          slot + rankN * (kBytesA / kClusterN), &a, step * kDepth - beforeA,
          m + rankN * (kTileM / kClusterN), classA, isFull, alongN);
      load<(kClusterM > 1)>(slot + kBytesA + rankM * (kBytesB / kClusterM), &b,
                            step * kDepth - beforeB,
                            n + rankM * (kTileN / kClusterM), classB, isFull,
                            alongM);
      advance();
    }
  } else {
    // Thread t gives slots back to the t-th CTA that writes into them.
    int peer = threadIdx.x - kConsumer;
    int column = (rankN + 1 + peer - kClusterM) % kClusterN;
    int cta = peer < kClusterM ? rankN * kClusterM + peer
                               : column * kClusterM + rankM;
    bool gives = peer < kClusterM + kClusterN - 1;
    for (int step = 0; step < shape.steps; ++step) {
      wait(toShared(&full[stage]), parity);
      if (gives)
        arriveAt(toShared(&empty[stage]), cta);
      advance();
    }
  }
  if (threadIdx.x == kConsumer) {
    reports[blockIdx.x].clocks = clock64() - begin;
    asm("mov.u32 %0, %%smid;" : "=r"(reports[blockIdx.x].sm));
  }
  // Nobody leaves before its peers have arrived at its barriers.
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

__global__ void reportPlaces(Report *reports) {
  if (threadIdx.x == 0)
    asm("mov.u32 %0, %%smid;" : "=r"(reports[blockIdx.x].sm));
}

//===----------------------------------------------------------------------===//
// On the host
//===----------------------------------------------------------------------===//

template <typename... Parameters, typename... Arguments>
static void launch(void (*kernel)(Parameters...), int ctas, int cluster,
                   int bytes, Arguments... arguments) {
  CHECK(cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(ctas);
  config.blockDim = dim3(kThreads);
  config.dynamicSmemBytes = bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
}

/// The GPC of each SM, as the first of its SMs. All CTAs of a cluster run in
/// one GPC, so clusters of several sizes show which SMs are together.
static std::vector<int> findGpcs(int sms, Report *reports) {
  std::vector<int> gpcs(sms);
  std::iota(gpcs.begin(), gpcs.end(), 0);
  auto find = [&](int sm) {
    while (gpcs[sm] != sm)
      sm = gpcs[sm];
    return sm;
  };
  for (int size = 2; size <= 8; ++size) {
    int ctas = sms / size * size;
    launch(reportPlaces, ctas, size, kAlone, reports);
    CHECK(cudaDeviceSynchronize());
    for (int cta = 0; cta < ctas; ++cta) {
      int first = find(reports[cta / size * size].sm),
          own = find(reports[cta].sm);
      gpcs[std::max(first, own)] = std::min(first, own);
    }
  }
  for (int sm = 0; sm < sms; ++sm)
    gpcs[sm] = find(sm);
  return gpcs;
}

static CUtensorMap createMap(void *matrix, uint64_t rows, uint64_t columns,
                             uint32_t boxRows, uint64_t classes) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found,
                                         12000, cudaEnableDefault, &result));
  auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
  CUtensorMap map;
  cuuint64_t sizes[] = {columns, rows / classes, classes};
  cuuint64_t strides[] = {2 * columns * classes, 2 * columns};
  cuuint32_t box[] = {kDepth, boxRows, 1}, steps[] = {1, 1, 1};
  CHECK(encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, matrix, sizes,
               strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  return map;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    std::printf("usage: ring-loads M N K GROUP\n");
    return 2;
  }
  int given[4];
  for (int i = 0; i < 4; ++i)
    given[i] = std::max(1, std::atoi(argv[i + 1]));
  auto [m, n, k, group] = given;
  auto divide = [](int x, int y) { return (x + y - 1) / y; };
  Shape shape;
  // Rows that begin before the first step end one later.
  shape.steps = divide(k + (kClassesA * kClassesB > 1 ? 56 : 0), kDepth);
  shape.perClassM = divide(divide(m / kClassesA, kTileM), kClusterM);
  shape.perClassN = divide(divide(n / kClassesB, kTileN), kClusterN);
  shape.clustersM = shape.perClassM * kClassesA;
  shape.clustersN = shape.perClassN * kClassesB;
  shape.group = group;
  shape.drift = k / 8 % 8;
  int clusters = shape.clustersM * shape.clustersN;
  if (clusters > kMaxClusters) {
    std::printf("at most %d clusters\n", kMaxClusters);
    return 2;
  }

  Report *reports;
  int sms;
  CHECK(cudaMallocManaged(&reports, sizeof(Report) * kMaxClusters * 8));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  std::vector<int> gpcs = findGpcs(sms, reports);
  std::vector<CUtensorMap> a, b;
  for (int set = 0; set < kSets; ++set) {
    void *matrix;
    CHECK(cudaMalloc(&matrix, 2ull * m * k));
    a.push_back(createMap(matrix, m, k, kTileM / kClusterN, kClassesA));
    CHECK(cudaMalloc(&matrix, 2ull * n * k));
    b.push_back(createMap(matrix, n, k, kTileN / kClusterM, kClassesB));
  }

  int bytes = std::max(kAlone, kStages * (kBytesA + kBytesB) + 1024);
  Order order;
  auto fill = [&](int set) {
    launch(fillRings, clusters * kCluster, kCluster, bytes, a[set], b[set],
           shape, order, reports);
  };
  for (bool placed : {false, true}) {
    std::vector<int> numbers(clusters);
    std::iota(numbers.begin(), numbers.end(), 0);
    // Where clusters run when the GPU is idle, the last kernel has told.
    if (placed)
      std::stable_sort(numbers.begin(), numbers.end(), [&](int x, int y) {
        return gpcs[reports[x * kCluster].sm] < gpcs[reports[y * kCluster].sm];
      });
    for (int i = 0; i < clusters; ++i)
      order.tiles[numbers[i]] = uint8_t(i);
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int round = 0; round < 25; ++round) {
      CHECK(cudaEventRecord(begin));
      for (int i = 0; i < 16; ++i)
        fill(i % kSets);
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float ms;
      CHECK(cudaEventElapsedTime(&ms, begin, end));
      if (round >= 5)
        times.push_back(ms * 1000 / 16);
    }
    std::sort(times.begin(), times.end());
    fill(0);
    CHECK(cudaDeviceSynchronize());
    std::vector<uint64_t> clocks;
    for (int cta = 0; cta < clusters * kCluster; ++cta)
      clocks.push_back(reports[cta].clocks);
    std::sort(clocks.begin(), clocks.end());
    double ofStep = double(clocks[clocks.size() / 2]) / shape.steps;
    std::printf(
        "%dx%dx%d, classes %d and %d, %dx%d, %d stages, cluster %dx%d, group "
        "%d, %s: %.2f us, "
        "%.0f clocks a step, %.1f bytes a clock\n",
        m, n, k, kClassesA, kClassesB, kTileM, kTileN, kStages, kClusterM,
        kClusterN, group, placed ? "neighbours in a GPC" : "by number",
        times[times.size() / 2], ofStep, (kBytesA + kBytesB) / ofStep);
  }
}

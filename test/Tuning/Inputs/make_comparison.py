"""Records of many shapes, some with long names, for a report."""

import json

SHAPES = ["%dx%dx%d bf16 B^T -> bf16" % (m, n, k)
          for m in (1, 16, 64, 1000, 4096) for n in (1024, 4096, 28672)
          for k in (512, 4096, 16384)]
SHAPES += ["64*2048x2048x128 bf16 B^T -> f32",
           "4096x14336x4096 bf16,i4 B^T first 89abcdef01234567 i8[n,k/128] "
           "bf16[n,k/128] -> bf16 then 0123456789abcdef bf16[n] bf16[m]"]
CONFIG = ("hopper_wgmma, tile = [128, 192, 64], stages = 4, consumers = 2, "
          "schedule = pingpong, in_turn = false, promote = 1, cluster = [2, 1], "
          "raster = hilbert, group = 8, split_k = 1, reduce = cluster, "
          "swap = true, persistent = true, load = transpose, "
          "store = tma, ctas_per_sm = 1, evict_first = b, "
          "dependent_launch = false")
for number, key in enumerate(SHAPES):
    time = 2000.0 + 37000 * number
    ratio = 0.7 + 0.017 * number
    print(json.dumps({
        "candidate": "c%d" % number, "problem": "p%d" % number, "key": key,
        "config": CONFIG, "heuristics": ["cluster-m2", "wave-fill"], "rank": 0,
        "outcome": "ok", "detail": "", "date": "2026-11-20T10:00:00Z",
        "device": "NVIDIA H200", "driver": "580.95", "time_ns": time,
        "times_ns": [time] * 9, "spread": 0.004, "tflops": 123.4, "gbps": 1234.5,
        "final": True, "error": 0.002, "ratio": ratio,
        "baseline": {"library": "cublaslt", "best_ns": time * ratio,
                     "first_ns": time * ratio, "algorithms": 8,
                     "best_index": 2}}))

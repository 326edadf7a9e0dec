#!/usr/bin/env python3
# ===- operations.py - Single operations on the GPU, beside PyTorch -------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# What models have between products: poolings, norms, sums across rows, scans, other orders
# of elements. Each is compiled untuned, compared with PyTorch's eager result, captured in a
# CUDA graph, and timed in turn with eager and torch.compile. One line of JSON for each.
#
# Needs a GPU, PyTorch, and the package mlir_autotune. torch-mlir is needed to export the
# operations: here, or with --export=FILE on a machine that needs no GPU, and then --texts=FILE.

import argparse
import json
import pickle
import sys

import torch
import torch.nn.functional as F
from torch import nn

import mlir_autotune as at
from mlir_autotune import frontends
from models import capture, capture_pytorch, median

F16, BF16, F32 = torch.float16, torch.bfloat16, torch.float32

OPERATIONS = {
    "maxpool_3x3": (lambda x: F.max_pool2d(x, 3, 2, 1), (8, 64, 112, 112), F16),
    "maxpool_2x2": (lambda x: F.max_pool2d(x, 2), (8, 128, 56, 56), F16),
    "avgpool_3x3": (lambda x: F.avg_pool2d(x, 3, 1, 1), (8, 192, 28, 28), F16),
    "argmax": (lambda x: torch.argmax(x, -1), (256, 32000), BF16),
    "argmax_channels": (lambda x: torch.argmax(x, 1), (4, 151, 128, 128), BF16),
    "sum_rows": (lambda x: x.sum(0), (4096, 4096), BF16),
    "mean_tokens": (lambda x: x.mean(1), (8, 512, 768), BF16),
    "sum_channels": (lambda x: x.sum((0, 2, 3)), (8, 256, 56, 56), F16),
    "softmax": (lambda x: torch.softmax(x.float(), -1).to(x.dtype), (4096, 4096), BF16),
    "softmax_channels": (lambda x: torch.softmax(x, 1), (4, 21, 256, 256), F16),
    "softmax_long": (lambda x: torch.softmax(x, -1), (2048, 50304), BF16),
    "softmax_vocabulary": (lambda x: torch.softmax(x, -1), (512, 128256), F32),
    "log_softmax_odd": (lambda x: torch.log_softmax(x, -1), (1024, 50257), F32),
    "argmax_vocabulary": (lambda x: torch.argmax(x, -1), (256, 128256), BF16),
    "layer_norm_long": (lambda x: F.layer_norm(x, (65536,)), (1024, 65536), F16),
    "group_norm": (lambda x: F.group_norm(x, 32), (8, 256, 64, 64), BF16),
    "relu_7x7": (lambda x: F.relu(x + 1), (8, 2048, 7, 7), F16),
    "pad": (lambda x: F.pad(x, (1, 1, 1, 1)), (8, 64, 112, 112), F16),
    "nearest": (lambda x: F.interpolate(x, scale_factor=2), (8, 128, 56, 56), F16),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), (8, 256, 56, 56), F16),
    "cumsum": (lambda x: torch.cumsum(x, -1), (4096, 4096), F32),
    "cumsum_bf16": (lambda x: torch.cumsum(x, -1), (4096, 4096), BF16),
    "cumsum_columns": (lambda x: torch.cumsum(x, 0), (4096, 4096), F32),
}


class Operation(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def export(name):
    function, shape, dtype = OPERATIONS[name]
    x = torch.zeros(shape, dtype=dtype)
    return frontends.import_module(Operation(function).eval(), (x,), {}, None).text


def measure(name, text):
    function, shape, dtype = OPERATIONS[name]
    x = torch.randn(shape, device="cuda").to(dtype)
    flat = at.compile(text, target="auto", graphs=False).flat
    ours, eager = flat([x])[0], function(x)
    runs = {"ours_us": capture(lambda: flat([x]))}
    runs.update(capture_pytorch(Operation(function), x, lambda model, x: model(x),
                                ["eager", "compile"]))
    times = median(runs)
    best = min(times["eager_us"], times["compile_us"])
    return {"operation": name, "device": torch.cuda.get_device_name(),
            "launches": len(flat.trace([x])),
            "difference": float((ours.float() - eager.float()).abs().max()),
            "largest": float(eager.float().abs().max()),
            **{key: round(us, 1) for key, us in times.items()},
            "best_over_ours": round(best / times["ours_us"], 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", default=",".join(OPERATIONS))
    parser.add_argument("--export", help="write the exported operations to a file, and end")
    parser.add_argument("--texts", help="measure the operations of such a file")
    args = parser.parse_args()
    names = args.operations.split(",")
    torch.manual_seed(0)
    torch.set_grad_enabled(False)
    if args.export:
        with open(args.export, "wb") as file:
            pickle.dump({name: export(name) for name in names}, file)
        return 0
    texts = {}
    if args.texts:
        with open(args.texts, "rb") as file:
            texts = pickle.load(file)
    for name in names:
        print(json.dumps(measure(name, texts.get(name) or export(name))), flush=True)
        torch.cuda.empty_cache()
    return 0


if __name__ == "__main__":
    sys.exit(main())

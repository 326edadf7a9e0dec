#!/usr/bin/env python3
# ===- model_errors.py - How exact compiled models are, beside PyTorch -----===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Needs a GPU, PyTorch, transformers and the package mlir_autotune, but no front end. Each
# module of test/Models/Inputs/full that has no convolution is compiled by at.compile from its
# file. For each seed, the program gets random weights and inputs. Its results and those of
# PyTorch are compared with PyTorch's in f32, in all elements.
#
# An error is a share of the largest element of its result. There is a line of JSON for each model
# and seed. first_s is the seconds of the call. ours_error and eager_error are the errors of the
# worst element. ours_rms and eager_rms are root mean squares, added up for all results.
#
# The last line of a model has compile_s, the seconds of at.compile, and the medians and the worst
# of ours / eager. The exit code is 1 if the median for the worst elements is above 1.2.

import argparse
import copy
import json
import math
import statistics
import sys
import time

import torch

import mlir_autotune as at
from models import (INPUT_LAST, MODELS, ROOT, Called, Lora, Swiglu, error_of, logits, make_bert,
                    make_llama, make_qwen2)

sys.path.insert(0, str(ROOT / "test/Models/Inputs"))
from export_models import CachedDecoder, Call  # noqa: E402

nn = torch.nn
DEVICE = "cuda"
#: The most that our error may be, as a multiple of that of PyTorch in the same types.
BOUND = 1.2


def floats(*shape, dtype=torch.bfloat16):
    return torch.randn(*shape, device=DEVICE).to(dtype)


def weights(*shape):
    """Of a linear layer: sums of products are of the size of its input."""
    return (torch.randn(*shape, device=DEVICE) * shape[-1] ** -0.5).to(torch.bfloat16)


def bytes8(*shape):
    return torch.randint(-128, 128, shape, dtype=torch.int8, device=DEVICE)


def ids(*shape):
    return torch.randint(0, 1000, shape, device=DEVICE)


def int_mm(a, b):
    # In f32, sums of 512 products of 8 bits are exact.
    return a @ b if a.is_floating_point() else torch._int_mm(a, b)


def dequantized(x, w, scale):
    return (x @ w.to(x.dtype).t()) * scale


def heads():
    return floats(2, 16, 256, 64, dtype=torch.float16)


# Functions of tensors: what is called, and its arguments.
FUNCTIONS = {
    "mv": (torch.mv, lambda: (floats(128, 256), floats(256))),
    "addmm_beta": (lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2.0),
                   lambda: (floats(64, 96), floats(64, 128), floats(128, 96))),
    "baddbmm": (torch.baddbmm,
                lambda: (floats(2, 32, 48), floats(2, 32, 64), floats(2, 64, 48))),
    "int_mm": (int_mm, lambda: (bytes8(256, 512), bytes8(512, 1024))),
    "einsum": (lambda a, b: torch.einsum("bhqd,bhkd->bhqk", a, b), lambda: (heads(), heads())),
    "sdpa_causal": (
        lambda q, k, v: nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
        lambda: (heads(), heads(), heads())),
    "dynlinear": (
        lambda x, w, b: nn.functional.gelu(nn.functional.linear(x, w, b)),
        lambda: (floats(100, 4096), weights(14336, 4096), floats(14336))),
    "w8a16": (dequantized, lambda: (floats(16, 4096), bytes8(4096, 4096), floats(4096) * 0.01)),
}


def states():
    """An input of one step with a cache of 1024 positions, of which 1000 are taken."""
    return (ids(1, 1), torch.tensor(1000, device=DEVICE),
            *(floats(1, 4, 1024, 128) for _ in range(4)))


# Modules and their inputs.
MODULES = {
    "lora": (Lora, lambda: (floats(4, 512, 4096),)),
    "swiglu": (Swiglu, lambda: (floats(4096, 4096),)),
    "bert_b8s128": (lambda: Called(make_bert(), MODELS["bert_b8s128"][2]),
                    lambda: (ids(8, 128),)),
    "llama_b1s128": (lambda: Called(make_llama(), logits), lambda: (ids(1, 128),)),
    "llama_b4s512": (lambda: Called(make_llama(), logits), lambda: (ids(4, 512),)),
    "llama_b4s512_eager": (lambda: Called(make_llama("eager"), logits), lambda: (ids(4, 512),)),
    # torch-mlir lowered it for one token of each sequence, whatever its types say.
    "llama_dynamic": (lambda: Called(make_llama(), logits), lambda: (ids(6, 1),)),
    "qwen2_b1s1": (lambda: Called(make_qwen2(), logits), lambda: (ids(1, 1),)),
    "qwen2_b1s2048": (lambda: Called(make_qwen2(), logits), lambda: (ids(1, 2048),)),
    "qwen2_decode": (lambda: CachedDecoder(make_qwen2(2)), states),
}
#: Whose inputs are behind the weights.
BEHIND = (*INPUT_LAST, "llama_b4s512_eager", "qwen2_decode")


def make_case(name):
    """A module, its arrays, and its inputs: all random."""
    if name in FUNCTIONS:
        function, make_inputs = FUNCTIONS[name]
        return Call(function), make_inputs()
    make, make_inputs = MODULES[name]
    with torch.device(DEVICE):
        module = make().eval().to(DEVICE, torch.bfloat16)
    return module, make_inputs()


def arguments_of(name, program, module, inputs):
    """The program's arguments in their order. Buffers that nothing reads are left out."""
    arrays = [*module.parameters(), *module.buffers()]
    arrays = arrays[:len(program.flat.arguments) - len(inputs)]
    return [*arrays, *inputs] if name in BEHIND else [*inputs, *arrays]


def widen(inputs):
    """Copies of the inputs, floats and bytes in f32."""
    return [x.clone() if x.dtype == torch.int64 else x.float() for x in inputs]


def call_module(module, inputs):
    """The results: inputs that were written to, then what is returned."""
    inputs = list(inputs)
    result = module(*inputs)
    return [*inputs[2:], result] if len(inputs) > 3 else [result]


def worst(results, exact):
    """The largest error of all results, and the root of the sum of their mean squares."""
    errors = [error_of(value, right) for value, right in zip(results, exact, strict=True)]
    return max(error for error, _ in errors), math.hypot(*(rms for _, rms in errors))


def run_seed(name, program, seed):
    torch.manual_seed(seed)
    module, inputs = make_case(name)
    arguments = arguments_of(name, program, module, inputs)
    start = time.time()
    # The program may write to its inputs.
    results = program.flat([x.clone() if any(x is i for i in inputs) else x for x in arguments])
    if DEVICE == "cuda":
        torch.cuda.synchronize()
    row = {"model": name, "seed": seed, "first_s": round(time.time() - start, 3)}
    eager = call_module(module, [x.clone() for x in inputs])
    exact = call_module(copy.deepcopy(module).float(), widen(inputs))
    row["ours_error"], row["ours_rms"] = worst(results, exact)
    row["eager_error"], row["eager_rms"] = worst(eager, exact)
    return row


def over(rows, key):
    """Ours / eager's, for each seed. Without any error of either, it is 1."""
    return [1.0 if row["ours_" + key] == row["eager_" + key] else
            row["ours_" + key] / max(row["eager_" + key], 1e-30) for row in rows]


def run(name, seeds, target):
    """Prints the lines of a model. Returns whether it is as exact as it must be."""
    start = time.time()
    program = at.compile(ROOT / f"test/Models/Inputs/full/{name}.mlir", target=target,
                         graphs=False)
    compile_s = round(time.time() - start, 2)
    rows = []
    for seed in range(seeds):
        rows.append(run_seed(name, program, seed))
        print(json.dumps(rows[-1]), flush=True)
        if DEVICE == "cuda":
            torch.cuda.empty_cache()
    errors, rms = over(rows, "error"), over(rows, "rms")
    summary = {"model": name, "seeds": seeds, "compile_s": compile_s,
               "first_s": rows[0]["first_s"],
               "error_over_eager": round(statistics.median(errors), 3),
               "worst_error_over_eager": round(max(errors), 3),
               "rms_over_eager": round(statistics.median(rms), 3),
               "worst_rms_over_eager": round(max(rms), 3)}
    print(json.dumps(summary), flush=True)
    return summary["error_over_eager"] <= BOUND


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default=",".join([*FUNCTIONS, *MODULES]))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--target", default="auto")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    return not all([run(name, args.seeds, args.target) for name in args.models.split(",")])


if __name__ == "__main__":
    sys.exit(main())

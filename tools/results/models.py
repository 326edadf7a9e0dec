#!/usr/bin/env python3
# ===- models.py - Whole models on the GPU, beside PyTorch ----------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Needs a GPU and PyTorch, and transformers for models of language. DIR has the
# CUDA runtime library and a NAME.so for each model, as models.sh builds them.
# For each model:
#
#   1. The program and PyTorch get the same weights and inputs. Both results are
#      compared with PyTorch's in f32, in all elements.
#   2. Each is captured in a CUDA graph. The graphs are timed in turn, three
#      times, and the median is printed.
#
# Rows of softmax and RMS norm are also timed on rotating buffers past the L2,
# beside copies of the same size.

import argparse
import copy
import ctypes
import json
import sys
from pathlib import Path

import torch

nn = torch.nn


class Program:
    """A compiled function, in a context of its own, on PyTorch's stream."""

    def __init__(self, runtime, library):
        self.runtime = runtime
        self.function = getattr(ctypes.CDLL(str(library)), "_mlir_ciface_main")
        self.context = runtime.mgpuAutotuneContextCreate(0)

    def __call__(self, *tensors):
        descriptors = []
        for tensor in tensors:
            rank = tensor.dim()
            descriptors.append((ctypes.c_int64 * (3 + 2 * rank))(
                tensor.data_ptr(), tensor.data_ptr(), 0, *tensor.shape, *tensor.stride()))
        stream = torch.cuda.current_stream().cuda_stream
        self.runtime.mgpuAutotuneContextEnter(self.context, stream)
        self.function(*[ctypes.byref(descriptor) for descriptor in descriptors])
        self.runtime.mgpuAutotuneContextLeave()


class Lora(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Linear(4096, 4096, bias=False)
        self.a = nn.Linear(4096, 16, bias=False)
        self.b = nn.Linear(16, 4096, bias=False)

    def forward(self, x):
        return self.w(x) + 2.0 * self.b(self.a(x))


class Swiglu(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = nn.Linear(4096, 14336, bias=False)
        self.u = nn.Linear(4096, 14336, bias=False)
        self.d = nn.Linear(14336, 4096, bias=False)

    def forward(self, x):
        return self.d(nn.functional.silu(self.g(x)) * self.u(x))


class Weights8(nn.Module):
    """Weights of 8 bits, with a scale for each output."""

    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.randint(-128, 127, (4096, 4096), dtype=torch.int8))
        self.register_buffer("scale", torch.rand(4096) * 0.01)

    def forward(self, x):
        return (x @ self.w.to(x.dtype).t()) * self.scale.to(x.dtype)


class Softmax(nn.Module):
    def forward(self, x):
        return torch.softmax(x, -1)


def make_llama():
    import transformers
    config = transformers.LlamaConfig(
        hidden_size=4096, intermediate_size=14336, num_hidden_layers=1,
        num_attention_heads=32, num_key_value_heads=8, vocab_size=32000)
    config.use_cache = False
    return transformers.LlamaForCausalLM(config)


def make_bert():
    import transformers
    return transformers.BertModel(transformers.BertConfig(num_hidden_layers=2))


def ids(*shape):
    return torch.randint(0, 1000, shape, device="cuda")


def floats(*shape):
    return torch.randn(*shape, dtype=torch.bfloat16, device="cuda")


# The module, its input, and what is called of it.
MODELS = {
    "llama_b1s128": (make_llama, lambda: ids(1, 128),
                     lambda m, x: m(x, use_cache=False).logits),
    "bert_b8s128": (make_bert, lambda: ids(8, 128), lambda m, x: m(x).last_hidden_state),
    "lora": (Lora, lambda: floats(4, 512, 4096), lambda m, x: m(x)),
    "swiglu": (Swiglu, lambda: floats(4096, 4096), lambda m, x: m(x)),
    "w8a16": (Weights8, lambda: floats(16, 4096), lambda m, x: m(x)),
    "softmax": (Softmax, lambda: floats(4096, 4096), lambda m, x: m(x)),
    "rmsnorm": (lambda: nn.RMSNorm(4096, eps=1e-6), lambda: floats(4096, 4096),
                lambda m, x: m(x)),
}
ROWS = ("softmax", "rmsnorm")


def time_us(run, count=40):
    """The median time of a call."""
    for _ in range(3):
        run()
    torch.cuda.synchronize()
    times = []
    for _ in range(count):
        start, end = torch.cuda.Event(True), torch.cuda.Event(True)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) * 1e3)
    return sorted(times)[count // 2]


def capture(run):
    """A CUDA graph of the call. The first calls allocate, so they are made before."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            run()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        run()
    return graph.replay


def median(runs, turns=3):
    times = {name: [] for name in runs}
    for _ in range(turns):
        for name, run in runs.items():
            times[name].append(time_us(run))
    return {name: sorted(of)[turns // 2] for name, of in times.items()}


def measure_rows(program, weights, x):
    """Eight buffers of 32 MiB in turn, beside copies of them."""
    inputs = [torch.randn_like(x) for _ in range(8)]
    outputs = [torch.empty_like(x) for _ in range(8)]

    def run():
        for i in range(8):
            program(inputs[i], *weights, outputs[i])

    def copies():
        for i in range(8):
            outputs[i].copy_(inputs[i])

    times = median({"rows": capture(run), "copy": capture(copies)}, turns=5)
    return dict(rotating_us=round(times["rows"] / 8, 2), copy_us=round(times["copy"] / 8, 2),
                over_copy=round(times["rows"] / times["copy"], 3))


def measure(name, runtime, directory, modes):
    make, make_input, call = MODELS[name]
    model, x = make().eval().to("cuda", torch.bfloat16), make_input()
    # In the order in which the module was exported: parameters, then buffers.
    weights = [*model.parameters(), *model.buffers()]
    program = Program(runtime, directory / f"{name}.so")
    eager = call(model, x)
    result = torch.full_like(eager, float("nan"))
    program(x, *weights, result)
    exact = call(copy.deepcopy(model).float(), x.float() if x.is_floating_point() else x)
    scale = exact.abs().max()
    row = {"model": name, "device": torch.cuda.get_device_name()}
    for who, value in (("our", result), ("eager", eager)):
        error = (value.float() - exact) / scale
        row[who + "_error"] = float(error.abs().max())
        row[who + "_rms"] = float(error.pow(2).mean().sqrt())
    runs = {"ours_us": capture(lambda: program(x, *weights, result))}
    if "eager" in modes:
        runs["eager_us"] = capture(lambda: call(model, x))
    for mode, key in (("compile", "compile_us"), ("max", "max_us")):
        if mode not in modes:
            continue
        torch._dynamo.reset()
        compiled = torch.compile(
            lambda: call(model, x), dynamic=False,
            mode="max-autotune-no-cudagraphs" if mode == "max" else None)
        runs[key] = capture(lambda: compiled())
    row.update({key: round(us, 1) for key, us in median(runs).items()})
    if name in ROWS:
        row.update(measure_rows(program, weights, x))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--modes", default="eager,compile", help="of eager, compile, max")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_grad_enabled(False)
    runtime = ctypes.CDLL(str(args.directory / "libautotune_cuda_runtime.so"),
                          mode=ctypes.RTLD_GLOBAL)
    runtime.mgpuAutotuneContextCreate.restype = ctypes.c_void_p
    runtime.mgpuAutotuneContextEnter.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    for name in args.models.split(","):
        print(json.dumps(measure(name, runtime, args.directory, args.modes.split(","))),
              flush=True)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    sys.exit(main())

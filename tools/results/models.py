#!/usr/bin/env python3
# ===- models.py - Whole models on the GPU, beside PyTorch ----------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Needs a GPU, PyTorch, the package mlir_autotune (./dev.sh wheel), and transformers for
# models of language. For each model:
#
#   1. The module, exported before (test/Models), is compiled. With --tune, a second program
#      of it is tuned, by f.tune(budget=SECONDS).
#   2. The programs and PyTorch get the same weights and inputs. All results are
#      compared with PyTorch's in f32, in all elements.
#   3. Each is captured in a CUDA graph. The graphs are timed in turn, three
#      times, and the median is printed.
#   4. A profile of our graph says which share of the time no kernel runs.
#
# One line of JSON for each model. The table of docs/notes/whole-models.md is of
#
#   models.py --source=model --modes=eager,compile,max,idle --tune=60
#
# Rows of softmax and RMS norm are also timed on rotating buffers past the L2,
# beside copies of the same size.

import argparse
import copy
import json
import sys
import time
from pathlib import Path

import torch

import mlir_autotune as at
from mlir_autotune import frontends
from mlir_autotune.signatures import Signature

nn = torch.nn
ROOT = Path(__file__).resolve().parents[2]


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


def make_llama(attention="sdpa"):
    import transformers
    config = transformers.LlamaConfig(
        hidden_size=4096, intermediate_size=14336, num_hidden_layers=1,
        num_attention_heads=32, num_key_value_heads=8, vocab_size=32000)
    config.use_cache = False
    config._attn_implementation = attention
    return transformers.LlamaForCausalLM(config)


def make_qwen2(layers=1):
    import transformers
    config = transformers.Qwen2Config(
        hidden_size=3584, intermediate_size=18944, num_hidden_layers=layers,
        num_attention_heads=28, num_key_value_heads=4, vocab_size=32000)
    config.use_cache = False
    return transformers.Qwen2ForCausalLM(config)


def logits(model, x):
    return model(x, use_cache=False).logits


class Bottleneck(nn.Module):
    def __init__(self, channels, width, stride):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(channels, width, 1, bias=False), nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, 4 * width, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(4 * width)
        self.downsample = None
        if stride != 1 or channels != 4 * width:
            self.downsample = nn.Sequential(nn.Conv2d(channels, 4 * width, 1, stride, bias=False),
                                            nn.BatchNorm2d(4 * width))

    def forward(self, x):
        relu = nn.functional.relu
        y = relu(self.bn1(self.conv1(x)))
        y = self.bn3(self.conv3(relu(self.bn2(self.conv2(y)))))
        return relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet50(nn.Module):
    """With the parameters of torchvision's, in their order."""

    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        channels, layers = 64, []
        for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for number in range(count):
                layers.append(Bottleneck(channels, width, stride if number == 0 else 1))
                channels = 4 * width
        self.layers = nn.Sequential(*layers)
        self.fc = nn.Linear(2048, 1000)

    def forward(self, x):
        x = nn.functional.relu(self.bn1(self.conv1(x)))
        x = self.layers(nn.functional.max_pool2d(x, 3, 2, 1))
        return self.fc(torch.flatten(nn.functional.adaptive_avg_pool2d(x, 1), 1))


class EncoderBlock(nn.Module):
    def __init__(self, width, hidden, scale):
        super().__init__()
        self.scale = scale
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-6), nn.LayerNorm(width, eps=1e-6)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.fc1, self.fc2 = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        # Heads of 64.
        qkv = self.qkv(self.norm1(x)).view(batch, tokens, 3, width // 64, 64)
        y = nn.functional.scaled_dot_product_attention(*qkv.permute(2, 0, 3, 1, 4).unbind(0),
                                                       scale=self.scale)
        x = x + self.out(y.transpose(1, 2).reshape(batch, tokens, width))
        return x + self.fc2(nn.functional.gelu(self.fc1(self.norm2(x))))


class VisionTransformer(nn.Module):
    """Of the sizes of ViT-B/16, with 4 of its 12 layers."""

    def __init__(self, size=224, width=768, hidden=3072, layers=4, classes=1000, scale=0.125):
        super().__init__()
        self.token = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.position = nn.Parameter(torch.randn(1, (size // 16) ** 2 + 1, width) * 0.02)
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.blocks = nn.Sequential(*(EncoderBlock(width, hidden, scale) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width, eps=1e-6), nn.Linear(width, classes)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.position
        return self.head(self.norm(self.blocks(x))[:, 0])


def make_bert():
    import transformers
    return transformers.BertModel(transformers.BertConfig(num_hidden_layers=2))


def ids(*shape):
    return torch.randint(0, 1000, shape, device="cuda")


def floats(*shape):
    return torch.randn(*shape, dtype=torch.bfloat16, device="cuda")


def images():
    return torch.randn(8, 3, 224, 224, dtype=torch.float16, device="cuda")


# The module, its input, and what is called of it.
MODELS = {
    "llama_b1s128": (make_llama, lambda: ids(1, 128), logits),
    "llama_b4s512": (make_llama, lambda: ids(4, 512), logits),
    "qwen2_b1s1": (make_qwen2, lambda: ids(1, 1), logits),
    "qwen2_b1s2048": (make_qwen2, lambda: ids(1, 2048), logits),
    "bert_b8s128": (make_bert, lambda: ids(8, 128), lambda m, x: m(x).last_hidden_state),
    "resnet50_b8": (ResNet50, images, lambda m, x: m(x)),
    "vit_b8": (VisionTransformer, images, lambda m, x: m(x)),
    "lora": (Lora, lambda: floats(4, 512, 4096), lambda m, x: m(x)),
    "swiglu": (Swiglu, lambda: floats(4096, 4096), lambda m, x: m(x)),
    "w8a16": (Weights8, lambda: floats(16, 4096), lambda m, x: m(x)),
    "softmax": (Softmax, lambda: floats(4096, 4096), lambda m, x: m(x)),
    "rmsnorm": (lambda: nn.RMSNorm(4096, eps=1e-6), lambda: floats(4096, 4096),
                lambda m, x: m(x)),
}
# Whose weights and inputs are no bf16.
TYPES = {"resnet50_b8": torch.float16, "vit_b8": torch.float16}
# PyTorch is also timed with channels_last.
IMAGES = ("resnet50_b8", "vit_b8")
ROWS = ("softmax", "rmsnorm")
# Whose input is the last argument of the exported module, not the first.
INPUT_LAST = ("llama_b4s512", "qwen2_b1s1", "qwen2_b1s2048")


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


def measure_rows(flat, x):
    """Eight buffers of 32 MiB in turn, beside copies of them."""
    inputs = [torch.randn_like(x) for _ in range(8)]
    outputs = [torch.empty_like(x) for _ in range(8)]

    def run():
        for i in range(8):
            flat([inputs[i]])

    def copies():
        for i in range(8):
            outputs[i].copy_(inputs[i])

    times = median({"rows": capture(run), "copy": capture(copies)}, turns=5)
    return dict(rotating_us=round(times["rows"] / 8, 2), copy_us=round(times["copy"] / 8, 2),
                over_copy=round(times["rows"] / times["copy"], 3))


def idle_share(replay):
    """The share of a graph's time in which no kernel runs."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        for _ in range(3):
            replay()
            torch.cuda.synchronize()
    spans = sorted((event.time_range.start, event.time_range.end) for event in profile.events()
                   if event.device_type == torch.autograd.DeviceType.CUDA)
    # The last replay: behind the longest pauses, which are those of the host.
    gaps = sorted(range(1, len(spans)), key=lambda i: spans[i - 1][1] - spans[i][0])[:2]
    spans = spans[max(gaps):]
    busy, last = 0, spans[0][0]
    for start, end in spans:
        busy += max(0, end - max(start, last))
        last = max(last, end)
    return 1 - busy / (last - spans[0][0])


class Called(nn.Module):
    """What is called of a model, as a model."""

    def __init__(self, model, call):
        super().__init__()
        self.model, self.call = model, call

    def forward(self, x):
        return self.call(self.model, x)


def load_file(name, model):
    """The exported module, and the model's arrays by the numbers of its arguments: parameters,
    then buffers, those that nothing reads left out."""
    path = next(p for p in (ROOT / f"test/Models/Inputs/full/{name}.mlir",
                            ROOT / f"test/Inputs/rows/{name}.mlir") if p.exists())
    first = 0 if name in INPUT_LAST else 1
    return path, dict(enumerate([*model.parameters(), *model.buffers()], first))


def compile_model(name, model, x, call, source):
    """The program, bound to the model's weights, and the seconds that it took without the
    export."""
    if source == "file":
        path, weights = load_file(name, model)
        # What follows from the weights of a model of images alone is large.
        frozen = sorted(weights) if name in IMAGES else True
        start = time.time()
        program = at.compile(path, target="auto", graphs=False, freeze=frozen)
        seconds = time.time() - start
        last = len(program.flat.arguments) - (name in INPUT_LAST)
        for number, weight in weights.items():
            if number < last:
                program.flat.bind(number, weight)
        return program, seconds
    imported = frontends.import_module(Called(model, call).eval(), (x,))
    start = time.time()
    program = at.compile_imported(imported, target="auto", graphs=False)
    return program, time.time() - start


def tune_beside(program, budget):
    """Tunes the program. Returns its programs before and after that, and the seconds that it
    took. The first is kept alive, so that its graphs may be replayed."""
    flats = {"ours": program.flat}
    start = time.time()
    if budget:
        program.tune(budget=budget)
        flats["tuned"] = program.flat
    return flats, time.time() - start


def error_of(value, exact):
    """The largest error of all elements and the root mean square of the errors, as shares of
    the largest element."""
    scale = exact.double().abs().max()
    error = (value.double() - exact.double()).abs()
    return float(error.max() / scale), float(error.pow(2).mean().sqrt() / scale)


def find_errors(flats, model, x, call):
    results = {who: flat([x])[0] for who, flat in flats.items()}
    results["eager"] = call(model, x)
    exact = call(copy.deepcopy(model).float(), x.float() if x.is_floating_point() else x)
    row = {}
    for who, value in results.items():
        row[who + "_error"], row[who + "_rms"] = error_of(value, exact)
    return row


def capture_pytorch(model, x, call, modes):
    """Graphs of the ways of PyTorch. Says on the standard error how long each took."""
    runs = {}
    if "eager" in modes:
        runs["eager_us"] = capture(lambda: call(model, x))
    for mode, key in (("compile", "compile_us"), ("max", "max_us")):
        if mode not in modes:
            continue
        start = time.time()
        torch._dynamo.reset()
        compiled = torch.compile(
            lambda: call(model, x), dynamic=False,
            mode="max-autotune-no-cudagraphs" if mode == "max" else None)
        runs[key] = capture(lambda compiled=compiled: compiled())
        print(f"{mode}: {time.time() - start:.0f} s", file=sys.stderr, flush=True)
    return runs


def measure(name, modes, source, tune):
    make, make_input, call = MODELS[name]
    torch.backends.cudnn.benchmark = True
    with torch.device("cuda"):
        model = make().eval().to("cuda", TYPES.get(name, torch.bfloat16))
    x = make_input()
    program, compile_s = compile_model(name, model, x, call, source)
    row = {"model": name, "device": torch.cuda.get_device_name(), "compile_s": round(compile_s, 2)}
    flats, tune_s = tune_beside(program, tune)
    row["tune_s"] = round(tune_s, 1)
    row.update(find_errors(flats, model, x, call))
    torch.cuda.empty_cache()
    runs = {f"{who}_us": capture(lambda flat=flat: flat([x])) for who, flat in flats.items()}
    others = capture_pytorch(model, x, call, modes)
    if name in IMAGES:
        last = torch.channels_last
        others.update({key.replace("_us", "_last_us"): run for key, run in capture_pytorch(
            copy.deepcopy(model).to(memory_format=last), x.to(memory_format=last), call,
            modes).items()})
    times = median({**runs, **others})
    row.update({key: round(us, 1) for key, us in times.items()})
    for who in flats if others else ():
        best = min(times[key] for key in others)
        row["best_over_" + who] = round(best / times[who + "_us"], 3)
    for who in flats if "idle" in modes else ():
        row[who + "_idle"] = round(idle_share(runs[who + "_us"]), 4)
    flat = program.flat
    if name in ROWS:
        row.update(measure_rows(flat, x))
    if "explain" in modes:
        program.signature = Signature(1, True)
        print(at.explain(program, x), file=sys.stderr, flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--modes", default="eager,compile,idle",
                        help="of eager, compile, max, idle, explain")
    parser.add_argument("--tune", type=float, default=0, help="seconds; 0 does not tune")
    parser.add_argument("--source", default="file", choices=["file", "model"],
                        help="what is compiled: the exported module, or the model, by torch-mlir")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_grad_enabled(False)
    for name in args.models.split(","):
        print(json.dumps(measure(name, args.modes.split(","), args.source, args.tune)), flush=True)
        torch.cuda.empty_cache()


if __name__ == "__main__":
    sys.exit(main())

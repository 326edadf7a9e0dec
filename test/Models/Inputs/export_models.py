"""Exports small models by torch-mlir, and what PyTorch computes of fixed inputs.

    pip install torch torch-mlir transformers ml_dtypes
    export_models.py FOLDER        writes NAME.mlir and NAME.result there
    export_models.py FOLDER --full writes decoder layers and a vision transformer of real
                                   sizes there, by our own front end, which also exports
                                   the small one: PYTHONPATH=build/release/python

The weights are arguments, so that the files stay small. model_inputs.py makes all
arguments, here and where a test reads NAME.result.
"""
import pathlib
import sys

import torch
import transformers
from torch import nn

import model_inputs


class Functional(nn.Module):
    """A model whose weights are arguments, behind its input."""

    def __init__(self, model, call):
        super().__init__()
        self.__dict__["model"] = model
        self.call = call
        self.names = [name for name, _ in model.named_parameters()]

    def forward(self, x, *weights):
        weights = {"model." + name: w for name, w in zip(self.names, weights)}
        caller = Caller(self.__dict__["model"], self.call)
        return torch.func.functional_call(caller, weights, (x,))


class Caller(nn.Module):
    def __init__(self, model, call):
        super().__init__()
        self.model, self.call = model, call

    def forward(self, x):
        return self.call(self.model, x)


def fill(tensor, number):
    values = torch.from_numpy(model_inputs.make(number, tuple(tensor.shape), str(tensor.dtype)[6:]))
    return values.to(tensor.dtype)


def write(folder, name, module, arguments):
    from torch_mlir import fx
    from torch_mlir.compiler_utils import OutputType

    with torch.no_grad():
        exported = fx.export_and_import(module, *arguments, func_name="main",
                                        output_type=OutputType.LINALG_ON_TENSORS)
    open(f"{folder}/{name}.mlir", "w").write(str(exported))
    write_result(folder, name, module, arguments)


def write_result(folder, name, module, arguments):
    with torch.no_grad():
        result = module(*arguments)
    wide = result.to(torch.float32) if result.dtype.is_floating_point else result
    with open(f"{folder}/{name}.result", "w") as out:
        words = [f"{value:.6g}" if isinstance(value, float) else str(value)
                 for value in wide.flatten().tolist()]
        for start in range(0, len(words), 16):
            print(*words[start:start + 16], file=out)
    print(name, tuple(result.shape), result.dtype, flush=True)


def write_model(folder, name, model, x, call, dtype=torch.bfloat16):
    model = model.eval().to(dtype)
    weights = [fill(w, number + 1) for number, w in enumerate(model.parameters())]
    write(folder, name, Functional(model, call), (x, *weights))


class Call(nn.Module):
    """A function of tensors as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *arguments):
        return self.function(*arguments)


def write_products(folder):
    """Single products, as PyTorch has them."""
    bf16 = lambda number, *shape: fill(torch.empty(*shape, dtype=torch.bfloat16), number)
    f16 = lambda number, *shape: fill(torch.empty(*shape, dtype=torch.float16), number)
    i8 = lambda number, *shape: fill(torch.empty(*shape, dtype=torch.int8), number)
    each = lambda name, function, *arguments: write(folder, name, Call(function), arguments)
    each("mv", torch.mv, bf16(0, 128, 256), bf16(1, 256))
    each("addmm_beta", lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=2.0),
         bf16(0, 64, 96), bf16(1, 64, 128), bf16(2, 128, 96))
    each("baddbmm", torch.baddbmm, bf16(0, 2, 32, 48), bf16(1, 2, 32, 64), bf16(2, 2, 64, 48))
    each("int_mm_small", torch.ops.aten._int_mm, i8(0, 64, 96), i8(1, 96, 48))
    each("einsum_small", lambda a, b: torch.einsum("bhqd,bhkd->bhqk", a, b),
         f16(0, 2, 2, 40, 64), f16(1, 2, 2, 40, 64))
    each("sdpa_small",
         lambda q, k, v: nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True),
         *(f16(number, 2, 2, 40, 64) for number in range(3)))
    each("w8a16_small", lambda x, w, s: (x @ w.to(x.dtype).t()) * s,
         bf16(0, 16, 128), i8(1, 64, 128), bf16(2, 64))


def main(folder):
    torch.manual_seed(0)
    ids = torch.from_numpy(model_inputs.make(0, (2, 16), "int64"))
    lm = lambda config, kind: (setattr(config, "_attn_implementation", "eager"),
                               setattr(config, "use_cache", False), kind(config))[2]

    class Linear(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(64, 96)

        def forward(self, x):
            return nn.functional.gelu(self.layer(x))

    rows = lambda *shape: fill(torch.empty(*shape, dtype=torch.bfloat16), 0)
    write_model(folder, "linear_gelu", Linear(), rows(40, 64), lambda m, x: m(x))
    write_model(folder, "encoder_layer",
                nn.TransformerEncoderLayer(64, 4, 128, activation="gelu", batch_first=True),
                rows(2, 24, 64), lambda m, x: m(x))
    config = transformers.BertConfig(vocab_size=128, hidden_size=64, num_hidden_layers=1,
                                     num_attention_heads=4, intermediate_size=128,
                                     max_position_embeddings=32)
    config._attn_implementation = "eager"
    write_model(folder, "bert_small", transformers.BertModel(config), ids,
                lambda m, x: m(x).last_hidden_state)
    config = transformers.LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=128,
                                      num_hidden_layers=1, num_attention_heads=4,
                                      num_key_value_heads=2, max_position_embeddings=64)
    write_model(folder, "llama_small", lm(config, transformers.LlamaForCausalLM), ids,
                lambda m, x: m(x, use_cache=False).logits)
    config = transformers.GPT2Config(vocab_size=128, n_embd=64, n_layer=1, n_head=4,
                                     n_positions=32)
    write_model(folder, "gpt2_small", lm(config, transformers.GPT2LMHeadModel), ids,
                lambda m, x: m(x, use_cache=False).logits)
    write_products(folder)
    # The weights of its norms are small. With a large scale, the softmax is not of equal scores.
    write_transformer(folder, "vit_small", 2, size=48, width=128, hidden=256,
                      layers=2, classes=64, scale=32.0)


class Decoder(nn.Module):
    """A decoder's logits, without a cache."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids):
        return self.model(ids, use_cache=False).logits


class CachedDecoder(nn.Module):
    """One step of a decoder with a cache of keys and values, which it writes to."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, position, *states):
        length = states[0].shape[2]
        cache = transformers.StaticCache(config=self.model.config, max_cache_len=length)
        for layer, keys, values in zip(cache.layers, states[::2], states[1::2]):
            layer.keys, layer.values, layer.is_initialized = keys, values, True
            layer.device, layer.batch_size = keys.device, keys.shape[0]
            layer.cumulative_length = position.clone()
        return self.model(ids, past_key_values=cache, position_ids=position.reshape(1, 1)).logits


def write_full_model(folder, name, module, *arguments):
    from mlir_autotune import frontends
    from mlir_autotune.frontends._lowering import without_locations

    imported = frontends.import_module(module.eval(), arguments)
    open(f"{folder}/{name}.mlir", "w").write(without_locations(imported.text))
    print(name, len(imported.weights), "weights", flush=True)


def write_transformer(folder, name, batch, **sizes):
    """A vision transformer of f16 whose weights are behind its images, by our own front end, and
    what PyTorch computes if it has sizes of its own."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tools/results"))
    from models import VisionTransformer

    model = VisionTransformer(**sizes).eval().to(torch.float16)
    size = sizes.get("size", 224)
    weights = list(model.parameters())
    images = torch.empty(batch, 3, size, size, dtype=torch.float16)
    if sizes:
        images = fill(images, 0)
        weights = [fill(w, number) for number, w in enumerate(weights, 1)]
    module = Functional(model, lambda m, x: m(x))
    write_full_model(folder, name, module, images, *weights)
    if sizes:
        write_result(folder, name, module, (images, *weights))


def full(folder):
    """Layers of Llama-3-8B and Qwen2-7B, with fewer words, and of ViT-B/16."""
    def make(config, kind, attention):
        config._attn_implementation = attention
        return kind(config).to(torch.bfloat16)

    def llama(attention):
        return make(transformers.LlamaConfig(
            hidden_size=4096, intermediate_size=14336, num_hidden_layers=1,
            num_attention_heads=32, num_key_value_heads=8, vocab_size=32000),
            transformers.LlamaForCausalLM, attention)

    def qwen2(layers):
        return make(transformers.Qwen2Config(
            hidden_size=3584, intermediate_size=18944, num_hidden_layers=layers,
            num_attention_heads=28, num_key_value_heads=4, vocab_size=32000),
            transformers.Qwen2ForCausalLM, "sdpa")

    ids = lambda *shape: torch.zeros(*shape, dtype=torch.int64)
    write_full_model(folder, "llama_b4s512", Decoder(llama("sdpa")), ids(4, 512))
    write_full_model(folder, "llama_b4s512_eager", Decoder(llama("eager")), ids(4, 512))
    write_full_model(folder, "qwen2_b1s1", Decoder(qwen2(1)), ids(1, 1))
    write_full_model(folder, "qwen2_b1s2048", Decoder(qwen2(1)), ids(1, 2048))
    states = [torch.zeros(1, 4, 1024, 128, dtype=torch.bfloat16) for _ in range(4)]
    write_full_model(folder, "qwen2_decode", CachedDecoder(qwen2(2)), ids(1, 1),
                     torch.tensor(1000), *states)
    write_transformer(folder, "vit_b8", 8)


if __name__ == "__main__":
    full(sys.argv[1]) if "--full" in sys.argv else main(sys.argv[1])

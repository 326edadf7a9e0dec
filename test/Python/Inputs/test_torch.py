"""Models of PyTorch as programs in the simulator."""

import json
import re
import unittest

import torch
from torch import nn
from torch.nn import functional

import mlir_autotune as at
from mlir_autotune import frontends
from mlir_autotune.frontends import tree
from mlir_autotune.frontends._decompositions import attention
from mlir_autotune.frontends.torch import _changing

torch.manual_seed(0)
BF16 = torch.bfloat16


class Call(nn.Module):
    """A function of tensors as a model."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


class Everything(nn.Module):
    """Has weights of each kind, and takes and returns containers."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(16, 16)
        self.second = nn.Linear(16, 16)
        self.second.weight = self.first.weight
        self.unused = nn.Linear(16, 16)
        self.register_buffer("table", torch.randn(16), persistent=False)
        self.constant = torch.randn(16, 16)

    def forward(self, x, pair, factor=2, flag=None):
        y = self.second(functional.relu(self.first(x))) + self.table
        y = (y @ self.constant) * factor + torch.tensor(3.0)
        return {"y": y, "same": x, "twice": (y, pair["a"] + pair["b"]), "flag": flag,
                "factor": factor}


class Counter(nn.Module):
    """Writes to a buffer that it reads, to one that it doesn't, and to its argument."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(4))
        self.register_buffer("last", torch.zeros(4))

    def forward(self, x):
        self.count.add_(1)
        self.last.copy_(x)
        x.mul_(2)
        return x + self.count


def load(module, *args, **kwargs):
    return frontends.import_module(module.eval(), args, kwargs)


class Programs(unittest.TestCase):
    def check(self, module, *args, tolerance=1e-5):
        module = module.eval()
        with torch.no_grad():
            expected = module(*args)
        given = at.compile(module, args, target="sim")(*args)
        self.assertEqual(type(given), type(expected))
        leaves = torch.utils._pytree.tree_leaves
        for a, b in zip(leaves(expected), leaves(given)):
            if not isinstance(a, torch.Tensor):
                self.assertEqual(a, b)
                continue
            self.assertEqual((a.shape, a.dtype), (b.shape, b.dtype))
            torch.testing.assert_close(a.double(), b.double(), rtol=tolerance,
                                       atol=tolerance * float(a.double().abs().max()))
        return given

    def test_layers(self):
        self.check(nn.Sequential(nn.Linear(64, 96), nn.GELU()).to(BF16),
                   torch.randn(40, 64, dtype=BF16), tolerance=0.01)
        self.check(nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10)), torch.randn(2, 3, 8, 8))

    def test_padded_weights(self):
        # Rows of 402 bytes, which TMA can't load.
        model, x = nn.Linear(201, 96).to(BF16), torch.randn(40, 201, dtype=BF16)
        self.check(model, x, tolerance=0.01)
        explained = at.explain(at.compile(model, (x,), target="sim"), x)
        self.assertEqual(len(explained.launches), 1)
        self.assertGreater(len(explained.preparation), 0)

    def test_containers(self):
        pair = {"a": torch.randn(4), "b": torch.randn(4)}
        given = self.check(Everything(), torch.randn(8, 16), pair)
        self.assertEqual((given["flag"], given["factor"]), (None, 2))
        self.check(Call(lambda x: torch.topk(x, 3)), torch.randn(4, 16))

    def test_types(self):
        self.check(Call(lambda x: (x + 50, x // 3, x > 3, x.float(), x.max(), x.long(), x >> 1,
                                   x.clamp(max=9))), torch.arange(200, 208, dtype=torch.uint8))
        self.check(Call(lambda x: (x ^ 5, x > 3, x.double())), torch.arange(8))

    def test_empty_tensors(self):
        def fill(x):
            number = torch.empty(x.shape).fill_(2.0)
            flag = torch.empty((), dtype=torch.bool).fill_(True)
            return (x + number, torch.where(flag, x, -x), torch.empty_like(x).copy_(x),
                    x.new_empty(3, dtype=torch.int64).fill_(4))

        self.check(Call(fill), torch.randn(4, 5))

    def test_scans(self):
        def candidates(x):
            # Top-p sampling's.
            ordered, _ = torch.sort(torch.softmax(x, -1), descending=True)
            sums = torch.cumsum(ordered, -1)
            return sums, torch.where(sums - ordered < 0.9, ordered, 0.0)

        self.check(Call(candidates), torch.randn(3, 40))
        self.check(Call(lambda x: torch.softmax(x, -1).cumsum(-1)), torch.randn(5, 300))
        x = torch.rand(12, 70) + 0.5
        self.check(Call(lambda x: (x.cumsum(-1), x.cumsum(0), x.cumprod(1))), x)
        self.check(Call(lambda x: (x > 1).cumsum(-1)), x)
        self.check(Call(lambda x: torch.logcumsumexp(x, 1)), x)
        # f16 and bf16 are summed in f32 and rounded once, in a kernel or in loops.
        for narrow, tolerance in ((BF16, 0.008), (torch.float16, 0.001)):
            self.check(Call(lambda x: (x.cumsum(-1), x.cumprod(0))), x.to(narrow),
                       tolerance=tolerance)
            self.check(Call(lambda x: torch.cumsum(x, 0, dtype=narrow)), x.to(narrow),
                       tolerance=tolerance)
            self.check(Call(lambda x: torch.cumsum(x, 0, dtype=narrow)), x, tolerance=tolerance)
        for columns in (600, 33000):
            self.check(Call(lambda x: x.cumsum(-1)), torch.ones(2, columns, dtype=BF16),
                       tolerance=0.008)

    def test_attention(self):
        q, k, v = (torch.randn(2, 4, 24, 16, dtype=BF16) for _ in range(3))
        mask = torch.rand(2, 1, 24, 24) > 0.5
        mask[0, 0, 3] = False
        product = functional.scaled_dot_product_attention
        for more in ({}, {"is_causal": True}, {"attn_mask": mask}, {"scale": 0.5},
                     {"attn_mask": torch.zeros(24, 24).masked_fill(~mask[1, 0], -torch.inf)}):
            a = product(q.float(), k.float(), v.float(), **more)
            torch.testing.assert_close(a, attention(q.float(), k.float(), v.float(), **more))
        a = product(q.float(), k[:, :2].float(), v[:, :2].float(), enable_gqa=True)
        torch.testing.assert_close(a, attention(q.float(), k[:, :2].float(), v[:, :2].float(),
                                                enable_gqa=True))
        self.check(Call(lambda q, k, v: product(q, k, v, is_causal=True)), q, k, v,
                   tolerance=0.01)
        # The products are of bf16, and keep f32.
        text = at.run_passes(load(Call(product), q, k, v).text,
                             "builtin.module(autotune-prepare)")
        self.assertEqual(len(re.findall(r"batch_matmul .*?ins\([^)]*xbf16>, [^)]*xbf16>\) "
                                        r"outs\([^)]*xf32>\)", text)), 2)

    def test_views_of_attention(self):
        # PyTorch returns a layout that is viewed as rows.
        def model(x):
            q = x.view(2, 8, 4, 16).transpose(1, 2)
            y = functional.scaled_dot_product_attention(q, q, q)
            return y.transpose(1, 2).view(16, 64)

        self.check(Call(model), torch.randn(2, 8, 64))

    def test_mutation(self):
        module = Counter()
        program = at.compile(module, (torch.ones(4),), target="sim")
        module.count.zero_()
        for number in (1, 2):
            x = torch.full((4,), 3.0)
            self.assertEqual(program(x).tolist(), [6.0 + number] * 4)
            self.assertEqual(x.tolist(), [6.0] * 4)
            self.assertEqual(module.count.tolist(), [number] * 4)
            self.assertEqual(module.last.tolist(), [3.0] * 4)

    def test_results_are_what_was_there_before_writes(self):
        def old(x):
            before = x.clone()
            x.add_(1)
            return before

        def swap(a, b):
            c = a.clone()
            a.copy_(b)
            b.copy_(c)
            return c

        program, x = at.compile(Call(old), (torch.zeros(4),), target="sim"), torch.zeros(4)
        torch.testing.assert_close(program(x), torch.zeros(4))
        torch.testing.assert_close(x, torch.ones(4))
        a, b = torch.zeros(4), torch.ones(4)
        program = at.compile(Call(swap), (a.clone(), b.clone()), target="sim")
        torch.testing.assert_close(program(a, b), torch.zeros(4))
        torch.testing.assert_close((a, b), (torch.ones(4), torch.zeros(4)))

    def test_frozen_weights(self):
        class Rope(nn.Module):
            """Frequencies, and a buffer that it writes to."""

            def __init__(self):
                super().__init__()
                self.register_buffer("inverse", torch.rand(16))
                self.register_buffer("count", torch.zeros(16))

            def forward(self, x):
                angles = torch.arange(8)[:, None] * self.inverse
                counted = self.count.exp()
                self.count.add_(1)
                return x * angles.cos() + counted

        model, x = Rope().eval(), torch.randn(8, 16)
        imported = load(model, x)
        self.assertEqual(len(imported.weights), 2)
        frozen = imported.frozen_arguments()
        self.assertEqual([imported.weights[imported.argument_sources[number][1]] is model.inverse
                          for number in frozen], [True])

        def expect():
            return x * (torch.arange(8)[:, None] * model.inverse).cos() + model.count.exp()

        for freeze in (True, False):
            model.inverse.fill_(0.5)
            program = at.compile(model, (x,), target="sim", freeze=freeze)
            self.assertEqual(program.flat.frozen, frozen if freeze else [])
            before = expect()
            torch.testing.assert_close(program(x), before)
            # What the model writes to is seen.
            before = expect()
            torch.testing.assert_close(program(x), before)
            # PyTorch counts changes in place, but not those by .data.
            model.inverse.fill_(0.75)
            before = expect()
            torch.testing.assert_close(program(x), before)
            model.inverse.data.fill_(0.25)
            before = expect()
            self.assertEqual(torch.allclose(program(x), before), not freeze)
            program.refresh()
            before = expect()
            torch.testing.assert_close(program(x), before)
            self.assertEqual(len(at.explain(program, x).preparation), int(freeze))

    def test_dynamic_sizes(self):
        module = nn.Sequential(nn.Linear(16, 8), nn.ReLU())
        rows = torch.export.Dim("rows", min=2, max=64)
        program = at.compile(module, (torch.randn(4, 16),), target="sim",
                             dynamic_shapes=({0: rows},))
        for count in (3, 9):
            x = torch.randn(count, 16)
            torch.testing.assert_close(program(x), module(x).detach())


class Imports(unittest.TestCase):
    def test_weights(self):
        module = Everything()
        pair = {"a": torch.randn(4), "b": torch.randn(4)}
        imported = load(module, torch.randn(8, 16), pair)
        # Tied ones are one argument, unused ones none. Nothing is copied.
        own = {module.first.weight.data_ptr(), module.first.bias.data_ptr(),
               module.second.bias.data_ptr(), module.table.data_ptr(),
               module.constant.data_ptr()}
        self.assertEqual({weight.data_ptr() for weight in imported.weights}, own)
        self.assertEqual([kind for kind, _ in imported.argument_sources],
                         ["weight"] * 5 + ["input"] * 3)
        self.assertLess(len(imported.text), 20000)

    def test_weights_in_memory_that_is_written(self):
        memory = torch.zeros(8)
        weights = [memory[:4], torch.zeros(4), memory[4:]]
        sources = [("weight", 1), ("input", 0), ("weight", 0), ("weight", 2)]
        signature = tree.TreeSignature([], {}, None, [], [],
                                       mutations=[(0, ("input", 0)), (1, ("argument", 2))])
        self.assertEqual(_changing(sources, weights, signature), {2, 3})

    def test_saved_signature(self):
        pair = {"a": torch.randn(4), "b": torch.randn(4)}
        signature = load(Everything(), torch.randn(8, 16), pair, factor=3).signature
        again = tree.from_json(json.loads(json.dumps(signature.to_json())))
        self.assertEqual(signature, again)
        self.assertEqual(len(again.flatten((1, {"a": 2, "b": 3}), {"factor": 3})), 3)
        with self.assertRaisesRegex(TypeError, "is 2, and the program was compiled for 3"):
            again.flatten((1, {"a": 2, "b": 3}, 2), {})

    def test_exported_program(self):
        module = nn.Linear(4, 4)
        exported = torch.export.export(module, (torch.randn(2, 4),))
        before = str(exported.graph)
        program = at.compile(exported, target="sim")
        self.assertEqual(str(exported.graph), before)
        x = torch.randn(2, 4)
        torch.testing.assert_close(program(x), module(x).detach())

    def test_places(self):
        # The line of the model's source, not one of PyTorch's.
        with self.assertRaisesRegex(at.CompileError, r"test_torch.py:\d+: error: the operation "
                                                     r"aten\.searchsorted\.Tensor can't be"):
            load(Call(lambda x: torch.searchsorted(x, x)), torch.arange(4.0))
        self.assertRegex(load(nn.Linear(4, 4), torch.randn(2, 4)).text, r'loc\("')

    def test_refused(self):
        def refused(pattern, module, *args):
            with self.assertRaisesRegex(frontends.UnsupportedModelError, pattern):
                load(module, *args)

        x = torch.randn(4)
        refused("output 0 of the model is a number|returns no tensor",
                Call(lambda x: x.shape[0]), x)
        refused("the model returns no tensor", Call(lambda x: None), x)
        refused("complex elements", Call(lambda x: x.real), torch.randn(4, dtype=torch.complex64))
        refused("torch.export can't export the model", Call(lambda x: x if x.sum() > 0 else -x), x)
        refused("torch-mlir can't import the graph", Call(
            lambda x: torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))), x)
        refused("with dropout", Call(
            lambda x: functional.scaled_dot_product_attention(x, x, x, dropout_p=0.5)),
            torch.randn(1, 1, 4, 4))
        with self.assertRaisesRegex(TypeError, "give example arguments"):
            frontends.import_module(nn.Linear(4, 4))


if __name__ == "__main__":
    unittest.main()

"""torch.compile with the backend mlir_autotune, in the simulator."""

import unittest

import torch
from torch import nn
from torch.nn import functional

from mlir_autotune import backend, compiler

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(32, 96)
        self.register_buffer("offset", torch.randn(32))

    def forward(self, x):
        q, k, v = self.project(x).view(2, -1, 3, 2, 16).permute(2, 0, 3, 1, 4)
        y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return y.transpose(1, 2).reshape(x.shape) + self.offset


class Backend(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()
        backend._told.clear()
        self.compiled = []

    def compile(self, model, **options):
        def count(imported, **more):
            self.compiled.append(imported)
            return compiler.compile_imported(imported, **more)

        return torch.compile(model, backend=backend.mlir_autotune_backend, options={
            "target": "sim", "compiler": count, **options})

    def close(self, a, b):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-4)

    @torch.no_grad()
    def test_results(self):
        model = Block()
        compiled = self.compile(model, fallback=False)
        for _ in range(2):
            x = torch.randn(2, 8, 32)
            self.close(compiled(x), model(x))
        self.assertEqual(len(self.compiled), 1)

    @torch.no_grad()
    def test_weights_change_and_move(self):
        model = nn.Linear(16, 16)
        compiled = self.compile(model, fallback=False)
        x = torch.randn(4, 16)
        self.close(compiled(x), model(x))
        model.weight.mul_(2)
        self.close(compiled(x), model(x))
        model.weight.data = torch.randn(16, 16)
        self.close(compiled(x), model(x))

    @torch.no_grad()
    def test_arguments_are_written(self):
        def step(x):
            x.add_(1)
            return x * 2, x.t()

        x = torch.zeros(2, 3)
        y, z = self.compile(step, fallback=False)(x)
        self.assertEqual((x.unique().tolist(), y.unique().tolist(), z.shape), ([1], [2], (3, 2)))

    @torch.no_grad()
    def test_sizes(self):
        model = nn.Linear(16, 16)
        for dynamic, programs in ((False, 3), (True, 2)):
            torch._dynamo.reset()
            self.compiled.clear()
            compiled = self.compile(model, fallback=False, dynamic=dynamic)
            for rows in (3, 4, 5, 4):
                x = torch.randn(rows, 16)
                self.close(compiled(x), model(x))
            self.assertEqual(len(self.compiled), programs)
        self.assertEqual([list(sizes) for sizes in self.compiled[-1].dynamic], [[], [], [0]])

    @torch.no_grad()
    def test_fallback(self):
        def model(x):
            return torch.searchsorted(x, x) + 1

        x = torch.arange(4.0)
        with self.assertLogs("mlir_autotune", "WARNING") as logs:
            self.close(self.compile(model)(x), model(x))
            torch._dynamo.reset()
            self.compile(model)(x)
        self.assertEqual(len(logs.output), 1)
        self.assertIn("aten.searchsorted.Tensor can't be compiled", logs.output[0])
        torch._dynamo.reset()
        with self.assertRaisesRegex(torch._dynamo.exc.BackendCompilerFailed, "searchsorted"):
            self.compile(model, fallback=False)(x)

    def test_gradients(self):
        model = nn.Linear(4, 4)
        with self.assertLogs("mlir_autotune", "WARNING") as logs:
            self.compile(model)(torch.randn(2, 4)).sum().backward()
        self.assertIn("needs gradients", logs.output[0])
        self.assertIsNotNone(model.weight.grad)
        # Without gradients it is compiled.
        with torch.no_grad():
            self.compile(model, fallback=False)(torch.randn(2, 4))
        self.assertEqual(len(self.compiled), 1)

    @torch.no_grad()
    def test_options(self):
        def fails(pattern, **options):
            torch._dynamo.reset()
            with self.assertRaisesRegex(Exception, pattern):
                torch.compile(torch.neg, backend=backend.mlir_autotune_backend,
                              **options)(torch.ones(2))

        fails("no mode 'max-autotune'", mode="max-autotune")
        fails("move the model and its inputs to cuda", options={"fallback": False})


if __name__ == "__main__":
    unittest.main()

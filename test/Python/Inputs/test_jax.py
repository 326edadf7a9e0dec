"""Functions of JAX as programs in the simulator."""

import importlib.util
import json
import sys
import unittest

if importlib.util.find_spec("jax") is None:
    print("there is no JAX: nothing is tested")
    sys.exit(0)

import jax
import jax.numpy as jnp
import numpy as np

import mlir_autotune as at
from mlir_autotune import frontends
from mlir_autotune.frontends import tree

rng = np.random.default_rng(0)


def random(*shape, dtype=np.float32):
    return rng.standard_normal(shape).astype(np.float32).astype(dtype)


def block(weights, x):
    h = jax.nn.gelu(x @ weights["up"] + weights["bias"], approximate=False)
    scores = jnp.einsum("bqd,bkd->bqk", h, h, preferred_element_type=jnp.float32)
    rows = jax.nn.softmax(scores, axis=-1).astype(h.dtype)
    return {"y": jnp.einsum("bqk,bkd->bqd", rows, h), "none": None, "rows": (rows, x)}


class Programs(unittest.TestCase):
    def check(self, function, *args, tolerance=1e-5):
        jitted = jax.jit(function)
        expected = jitted(*args)
        given = at.compile(jitted, args, target="sim")(*args)
        self.assertEqual(jax.tree_util.tree_structure(given),
                         jax.tree_util.tree_structure(expected))
        leaves = jax.tree_util.tree_leaves
        for a, b in zip(leaves(expected), leaves(given)):
            self.assertEqual((a.shape, a.dtype), (b.shape, b.dtype))
            np.testing.assert_allclose(np.asarray(b, np.float64), np.asarray(a, np.float64),
                                       rtol=tolerance, atol=tolerance)

    def test_block(self):
        weights = {"up": random(32, 48), "bias": random(48)}
        self.check(block, weights, random(2, 8, 32), tolerance=1e-4)

    def test_operations(self):
        self.check(lambda x: (x.cumsum(-1), x.argmax(-1), jnp.tril(x)), random(6, 8))
        self.check(lambda x, i: x[i], random(6, 8), np.array([3, 1], np.int32))
        self.check(lambda x: (x // 3, x > 3, x.astype(jnp.uint32), x.astype(jnp.float32), x.max(),
                              jnp.minimum(x, 9), x >> 1), np.arange(200, 208, dtype=np.uint8))
        self.check(lambda x, w: jax.lax.conv(x, w, (1, 1), "SAME"), random(1, 3, 8, 8),
                   random(4, 3, 3, 3))

    def test_numbers_and_unused_arguments(self):
        self.check(lambda x, unused, factor: x * factor, random(4), random(5), np.float32(2))
        jitted = jax.jit(lambda x, unused, factor: x * factor)
        imported = frontends.import_module(jitted, (random(4), random(5), 2.0))
        self.assertEqual(imported.argument_sources, [("input", 0), ("input", 1)])
        given = imported.signature.flatten((random(4), random(5), 3.0), {})
        self.assertEqual([array.shape for array in given], [(4,), ()])
        self.assertEqual(given[1].dtype, np.float32)

    def test_frozen_arguments(self):
        def model(x, weights):
            return x * jnp.cos(weights["a"]) + weights["b"]

        x = random(8)
        weights = {"a": random(8), "b": random(8)}
        program = at.compile(jax.jit(model), (x, weights), target="sim", freeze=[1])
        self.assertEqual(program.flat.frozen, [1, 2])
        for _ in range(2):
            np.testing.assert_allclose(program(x, weights), model(x, weights), rtol=1e-5)
        weights = {"a": random(8), "b": random(8)}
        np.testing.assert_allclose(program(x, weights), model(x, weights), rtol=1e-5)
        self.assertEqual(len(at.explain(program, x, weights).preparation), 1)
        with self.assertRaisesRegex(ValueError, "argument 2 can't be frozen: the program takes 2"):
            at.compile(jax.jit(model), (x, weights), target="sim", freeze=[2])

    def test_lowered(self):
        lowered = jax.jit(lambda x: x + 1).lower(random(4))
        x = random(4)
        np.testing.assert_allclose(at.compile(lowered, target="sim")(x), x + 1)

    def test_signature(self):
        weights = {"up": random(32, 48), "bias": random(48)}
        signature = frontends.import_module(jax.jit(block), (weights, random(2, 8, 32))).signature
        again = tree.from_json(json.loads(json.dumps(signature.to_json())))
        self.assertEqual(len(again.flatten((weights, 1), {})), 3)
        self.assertEqual(again.unflatten([1, 2, 3]), {"y": 3, "none": None, "rows": (1, 2)})
        with self.assertRaisesRegex(TypeError, "argument 0 is a dict with the keys up: "):
            again.flatten(({"up": 1}, 2), {})

    def test_refused(self):
        def refused(pattern, function, *args):
            with self.assertRaisesRegex(frontends.UnsupportedModelError, pattern):
                frontends.import_module(jax.jit(function), args)

        large = random(1 << 21)
        refused("closes over an array", lambda x: x + large, random(1 << 21))
        refused(r"test_jax.py:\d+: error: the operation stablehlo.sort can't be", lambda x: jnp.sort(x), random(4))
        refused("can't be compiled|can't read", lambda x: jnp.linalg.inv(x), random(4, 4))

    def test_no_pytorch(self):
        self.assertNotIn("torch", sys.modules)


if __name__ == "__main__":
    unittest.main()

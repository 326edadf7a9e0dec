"""How containers are described, taken apart and built, and what import_module() takes."""

import collections
import json
import sys
import tempfile
import unittest
from pathlib import Path

from mlir_autotune import frontends
from mlir_autotune.frontends import tree
from mlir_autotune.frontends.tree import LEAF, TreeSignature

MODULE = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
Pair = collections.namedtuple("Pair", "left right")


class Array:
    """An array that only has a type."""

    def __init__(self, dtype):
        self.dtype = dtype

    def view(self, dtype):
        return Array(dtype)

    def __setitem__(self, where, value):
        self.written = value


def is_number(value):
    return isinstance(value, int)


def sign(**more):
    args, kwargs = (1, [2, 3]), {"mask": {"a": 4}}
    return TreeSignature(
        args=[tree.describe(arg, is_number) for arg in args],
        kwargs={name: tree.describe(value, is_number) for name, value in kwargs.items()},
        returned=tree.describe({"y": 0, "none": None, "pair": (1, 2)}, is_number),
        kept=[0, 2, 3], outputs=[("result", 1), ("value", 7), ("result", 0)],
        names=["x", "states", "mask"], **more)


class Trees(unittest.TestCase):
    def test_describe_and_build(self):
        value = {"a": [1, (2, 3)], "b": None, "c": Pair(4, 5)}
        described = json.loads(json.dumps(tree.describe(value, is_number)))
        leaves = []
        tree.flatten(described, value, "it", leaves)
        self.assertEqual(leaves, [1, 2, 3, 4, 5])
        self.assertEqual(tree.build(described, leaves), value)
        self.assertIs(type(tree.build(described, [1, 2, 3, 4, 5])["c"]), Pair)

    def test_only_containers_are_built(self):
        # A file can't have other classes called.
        for name in ("builtins:print", "os:system", "__main__:Array"):
            self.assertEqual(tree.build(["object", name, {"x": LEAF}], [1]), {"x": 1})
            self.assertEqual(tree.build(["sequence", name, [LEAF]], [1]), (1,))

    def test_no_description(self):
        with self.assertRaises(tree.UnknownContainer):
            tree.describe({1: 2}, is_number)
        with self.assertRaises(tree.UnknownContainer):
            tree.describe(object(), is_number)

    def test_calls(self):
        for signature in (sign(), tree.from_json(json.loads(json.dumps(sign().to_json())))):
            self.assertEqual(signature.flatten((1, [2, 3]), {"mask": {"a": 4}}), [1, 3, 4])
            # By position or by name, as the model itself.
            self.assertEqual(signature.flatten((1, [2, 3], {"a": 4}), {}), [1, 3, 4])
            self.assertEqual(
                signature.flatten((), {"mask": {"a": 4}, "states": [2, 3], "x": 1}), [1, 3, 4])
            self.assertEqual(signature.unflatten(["p", "q"]),
                             {"y": "q", "none": None, "pair": (7, "p")})

    def test_wrong_calls(self):
        def wrong(pattern, *args, **kwargs):
            with self.assertRaisesRegex(TypeError, pattern):
                sign(values={1: 2}).flatten(args, kwargs)

        mask = {"a": 4}
        wrong("takes 2 positional arguments and mask by name; it was given 1", 1)
        wrong("given 2 and mask, more by name", 1, [2, 3], mask=mask, more=5)
        wrong(r"argument 1 is a list of 3 values: .* a list of 2 values", 1, [2, 3, 4], mask=mask)
        wrong(r"argument 0 is a tuple: .* an array or a number there", (1,), [2, 3], mask=mask)
        wrong("argument 'mask' is a dict with the keys b: .* with the keys a", 1, [2, 3],
              mask={"b": 4})
        wrong("an argument is 9, and the program was compiled for 2", 1, [9, 3], mask=mask)
        wrong("an argument is True, and", 1, [True, 3], mask=mask)

    def test_types_and_copies(self):
        signature = sign(dtypes=["float32", "uint8"], mutations=[(0, ("input", 1)),
                                                                 (1, ("argument", 5))])
        built = signature.unflatten([Array("float32"), Array("int8")])
        self.assertEqual((built["y"].dtype, built["pair"][1].dtype), ("uint8", "float32"))
        read, written, bound = Array("float32"), Array("float32"), Array("float32")
        signature.write_back([1, 2], [read, written], {5: bound})
        self.assertEqual((written.written, bound.written), (1, 2))
        self.assertFalse(hasattr(read, "written"))

    def test_damaged(self):
        for value in ({}, {**sign().to_json(), "kept": None}, {**sign().to_json(), "outputs": [1]}):
            with self.assertRaises(ValueError):
                tree.from_json(value)


class Models(unittest.TestCase):
    def test_mlir(self):
        for model in (MODULE, MODULE.encode()):
            imported = frontends.import_module(model)
            self.assertEqual(imported.text, model)
            signature = imported.signature_for(2, 1)
            self.assertEqual(signature.flatten(("x", "y"), {}), ["x", "y"])
            self.assertEqual(signature.unflatten(["z"]), "z")
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(MODULE)
            file.flush()
            self.assertEqual(frontends.import_module(Path(file.name)).text, MODULE.encode())

    def test_refused(self):
        with self.assertRaisesRegex(frontends.UnsupportedModelError, "give a path as"):
            frontends.import_module("model.mlir")
        with self.assertRaisesRegex(frontends.UnsupportedModelError, "can't read the model"):
            frontends.import_module(Path("no-such-file.mlir"))
        with self.assertRaisesRegex(TypeError, "can't compile a builtins.int: a model is"):
            frontends.import_module(3)
        with self.assertRaisesRegex(TypeError, "write '\\?' in the MLIR"):
            frontends.import_module(MODULE, dynamic_shapes={})

    def test_imports_no_library(self):
        self.assertFalse({"torch", "jax", "numpy"} & set(sys.modules))


if __name__ == "__main__":
    unittest.main()

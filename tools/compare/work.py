"""What peers.py measures: the shapes of a file, and the configs."""

import sys

ELEMENTS = ("bf16", "f16")
OTHERS = ("f32", "f64", "f8E4M3FN", "f8E5M2", "e4m3", "e5m2", "i8", "i16", "i32", "i64")


class Failure(Exception):
    """An error for the user: what is wrong, and what would be right."""


def parse_shapes(path, batches=False):
    """(element, A is transposed, B is transposed, batch, M, N, K), each once.
    With `batches`, those are taken too, and lines of another form are left out.
    """
    try:
        lines = open(path, encoding="utf-8-sig").read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{path}: {getattr(error, 'strerror', None) or error}")
    shapes = []
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        place = f"{path}:{number}"
        if len(words) != 5 or len(words[1]) != 2 or words[1].strip("tn"):
            if batches:
                print(f"warning: {place}: left out: no element type, layout, M, "
                      "N and K", file=sys.stderr)
                continue
            raise Failure(f"{place}: expected an element type, a layout (tn, nn, "
                          "tt, nt), M, N and K, as in 'bf16 tn 4096 4096 4096'")
        if words[0] not in ELEMENTS:
            known = "" if words[0] in OTHERS else "no element type: "
            print(f"warning: {place}: left out: {known}'{words[0]}' is none of "
                  f"{', '.join(ELEMENTS)}", file=sys.stderr)
            continue
        batch, star, words[2] = words[2].rpartition("*")
        if star and not batches:
            print(f"warning: {place}: left out: '{batch}*{words[2]}' is a batch, "
                  "and one matmul is measured at a time", file=sys.stderr)
            continue
        sizes = [int(word) if word.isascii() and word.isdigit() else 0
                 for word in [batch if star else "1", *words[2:]]]
        if min(sizes) < 1 or max(sizes) >= 2**31:
            raise Failure(f"{place}: sizes are from 1 to 2147483647")
        shape = (words[0], words[1][1] == "t", words[1][0] == "t", *sizes)
        if shape not in shapes:
            shapes.append(shape)
    if not shapes:
        raise Failure(f"{path}: has no shapes of {' or '.join(ELEMENTS)}")
    return shapes


def get_key(shape):
    """As autotune-bench calls the problem."""
    element, a_transposed, b_transposed, batch, m, n, k = shape
    return ((f"{batch}*" if batch > 1 else "") + f"{m}x{n}x{k} {element}" +
            (" A^T" if a_transposed else "") +
            (" B^T" if b_transposed else "") + f" -> {element}")


def get_configs():
    """Block sizes, warps and stages that a Hopper or Ampere GPU can hold."""
    blocks = [(128, 256, 64, 8), (256, 128, 64, 8), (128, 128, 64, 4),
              (128, 128, 64, 8), (128, 128, 128, 8), (128, 64, 64, 4),
              (64, 128, 64, 4), (64, 256, 64, 4), (64, 256, 64, 8),
              (256, 64, 64, 4), (64, 64, 64, 4), (64, 64, 128, 4),
              (64, 128, 128, 4), (64, 32, 64, 4), (64, 32, 128, 4),
              (32, 64, 128, 4), (32, 128, 128, 4), (16, 64, 128, 4),
              (16, 128, 128, 4), (16, 32, 256, 4), (16, 64, 256, 4)]
    configs = []
    for m, n, k, warps in blocks:
        stage = 2 * k * (m + n)
        for stages in (3, 4, 5):
            if stage * stages <= 220 * 1024:
                configs.append({"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k,
                                "GROUP_M": 8, "num_warps": warps,
                                "num_stages": stages})
    return configs


def describe(config):
    return ", ".join(f"{name} = {value}" for name, value in config.items())

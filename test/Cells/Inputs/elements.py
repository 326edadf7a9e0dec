"""Element types of the cells, in bits, by nothing but Python's own numbers."""

import functools
import math
import struct

# Of A, B and C; the largest factor of floats. No sum of the cells is more than C
# holds exactly, also where a host that has no kernel rounds each.
TYPES = {
    "bf16-f32": ("bf16", "bf16", "f32", 4), "bf16": ("bf16", "bf16", "bf16", 1),
    "f16-f32": ("f16", "f16", "f32", 4), "f16": ("f16", "f16", "f16", 2),
    "f32": ("f32", "f32", "f32", 8),
    "tf32": ("f32", "f32", "f32", 8), "3xtf32": ("f32", "f32", "f32", 8), "f64": ("f64", "f64", "f64", 1000),
    "i8": ("i8", "i8", "i32", 0), "u8": ("i8", "i8", "i32", 0),
    "e4m3": ("f8E4M3FN", "f8E4M3FN", "f32", 4),
    "e5m2": ("f8E5M2", "f8E5M2", "f32", 3),
    "e4m3-e5m2": ("f8E4M3FN", "f8E5M2", "f32", 3),
    "e5m2-bf16": ("f8E5M2", "f8E5M2", "bf16", 1),
    "f16-mixed": ("f16", "f32", "f32", 4), "i8-mixed": ("i8", "i16", "i32", 0),
}
# What its matmul allows of f32. Of tf32 a factor has 11 bits; of three products of
# it one of both factors has more.
ALLOWED = {"tf32": "tf32", "3xtf32": "3xtf32"}
DEEP = 2 ** 12 - 1
INTEGERS = {"i8": "b", "i16": "h", "i32": "i"}
FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
# Bits of exponent and mantissa, and the exponent's bias.
SMALL = {"f8E4M3FN": (4, 3, 7), "f8E5M2": (5, 2, 15)}


def get_factors(types, operand):
    """The least and the largest."""
    element, limit = TYPES[types][operand], TYPES[types][3]
    if types == "3xtf32" and operand == 0:
        limit = DEEP
    if element not in INTEGERS:
        return -limit, limit
    bits = 8 * struct.calcsize(INTEGERS[element])
    if types == "u8":
        return 0, 2 ** bits - 1
    return -2 ** (bits - 1), 2 ** (bits - 1) - 1


@functools.lru_cache(None)
def get_values(element):
    """The numbers that the bytes of an 8-bit float stand for."""
    _, mantissas, bias = SMALL[element]
    values = []
    for byte in range(2 ** 7):
        exponent, mantissa = byte >> mantissas, byte % 2 ** mantissas
        value = (mantissa / 2 ** mantissas + (exponent > 0)) * \
            2.0 ** (max(exponent, 1) - bias)
        if element == "f8E4M3FN" and byte == 0x7f or \
                element == "f8E5M2" and byte > 0x7c:
            value = math.nan
        elif element == "f8E5M2" and byte == 0x7c:
            value = math.inf
        values.append(value)
    return values + [-value for value in values]


@functools.lru_cache(None)
def get_small_floats(element):
    """Bytes by the values that are integers."""
    return {int(value): byte for byte, value in enumerate(get_values(element))
            if abs(value) <= 16 and value == int(value) and byte != 0x80}


@functools.lru_cache(None)
def encode(element, value):
    """The bytes of an integer, which the element must hold."""
    if element in INTEGERS:
        code = INTEGERS[element]
        size = struct.calcsize(code)
        wrapped = value & (256 ** size - 1)
        return wrapped.to_bytes(size, "little")
    if element in SMALL:
        return bytes([get_small_floats(element)[value]])
    if element == "bf16":
        whole = struct.pack("<f", value)
        assert whole[:2] == b"\0\0", value
        return whole[2:]
    packed = struct.pack(FLOATS[element], value)
    assert struct.unpack(FLOATS[element], packed)[0] == value, value
    return packed


def is_float(element):
    return element[0] in "bf"


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def shaped(kind, shape, element):
    return f"{kind}<{''.join(f'{size}x' for size in shape)}{element}>"

"""The inputs of exported models: the same everywhere, without a generator of random
numbers that a library might change."""
import numpy


def make(number, shape, dtype):
    """Of argument `number`: small multiples of a power of two, exact in all float types,
    as float32; or integers of `dtype`."""
    count = int(numpy.prod(shape, dtype=numpy.int64))
    state = numpy.arange(count, dtype=numpy.uint64) + numpy.uint64(1 + 1000003 * number)
    # Multiplies and folds 64 bits, as hash functions do.
    for factor in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9):
        state = (state ^ (state >> numpy.uint64(29))) * numpy.uint64(factor)
    state = (state >> numpy.uint64(33)).reshape(shape)
    if dtype == "int64":
        return (state % numpy.uint64(128)).astype(numpy.int64)
    if dtype == "int8":
        return (state % numpy.uint64(255)).astype(numpy.int64).astype(numpy.int16) \
            .__sub__(127).astype(numpy.int8)
    return ((state % numpy.uint64(31)).astype(numpy.float32) - 15) / 128

"""Programs as files.

A file is a ZIP archive whose members are not compressed:

    program          machine code and its description (ProgramImage.h)
    signature.json   how the program is called
    weights/N        the bytes of argument N, if weights were saved

The members have checksums. A program is machine code: load only files of people whom
you would let run code.
"""

import io
import json
import os
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any, Dict, List, Optional, Union

from . import _native, arrays, compiler, signatures
from .errors import ProgramError
from .program import FlatProgram, Program, byte_count

_VERSION = 1


def save(program: Program, path: Path, weights: bool) -> None:
    """Writes a program. The file is there whole, or as it was before."""
    flat = program.flat
    description = {
        "version": _VERSION,
        "signature": program.signature.to_json(),
        "bound": sorted(flat.bound),
        "weights": weights,
        "source": _as_text(program),
        "options": program.options,
        "compile_seconds": program.compile_seconds,
    }
    directory = path.resolve().parent
    handle, temporary = tempfile.mkstemp(dir=directory, prefix=path.name + ".")
    try:
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w") as archive:
            archive.writestr("program", flat.image.to_bytes())
            archive.writestr("signature.json", json.dumps(description))
            for number in sorted(flat.bound) if weights else ():
                array = flat.bound[number]
                archive.writestr(f"weights/{number}", arrays.library_of(array).to_bytes(array))
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _as_text(program: Program) -> Optional[str]:
    if isinstance(program.source, bytes):
        return compiler.run_passes(program.source, "builtin.module()")
    return program.source


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def load(path: Union[str, Path], weights: Any = None, *, device: int = 0,
         graphs: bool = True) -> Program:
    """Loads a program that save() wrote. Needs no compiler.

    `weights` are arrays for a file that was saved without: a sequence in the order of
    the model's, or a dict by the numbers of arguments. Raises ProgramError if the file
    is no program, is damaged, is of another version, or is for another GPU.
    """
    path = Path(path)
    try:
        return _load(path, weights, device, graphs)
    except _native.ProgramError as error:
        raise ProgramError(f"{path}: {error}") from None
    except ProgramError:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, LookupError, ValueError, TypeError,
            AttributeError, ArithmeticError, EOFError, RuntimeError) as error:
        raise ProgramError(f"{path}: the file is no program of mlir-autotune, or is damaged "
                           f"({error})") from None


def _load(path: Path, weights: Any, device: int, graphs: bool) -> Program:
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        description: Dict[str, Any] = json.loads(archive.read("signature.json"))
        if not isinstance(description, dict):
            raise ValueError("signature.json is no object")
        if description.get("version") != _VERSION:
            raise ProgramError(
                f"{path}: the file is of version {description.get('version')}, and this "
                f"mlir-autotune reads version {_VERSION}: compile the model again, or install "
                "the mlir-autotune that wrote it")
        image = _native.Image.from_bytes(archive.read("program"))
        bound: List[int] = [int(number) for number in description["bound"]]
        if any(not 0 <= number < len(image.arguments) for number in bound):
            raise ValueError("a weight is no argument")
        signature = signatures.from_json(description["signature"])
        flat = FlatProgram(image, device, graphs)
        if weights is not None:
            if not isinstance(weights, dict) and len(weights) != len(bound):
                raise ProgramError(f"{path}: the program takes weights for arguments {bound}, "
                                   f"and got {len(weights)}")
            given = weights if isinstance(weights, dict) else dict(zip(bound, weights))
            if sorted(given) != bound:
                raise ProgramError(f"{path}: the program takes weights for arguments {bound}, "
                                   f"and got some for {sorted(given)}")
            for number, array in given.items():
                flat.bind(number, array)
        elif description["weights"]:
            for number in bound:
                data = archive.read(f"weights/{number}")
                if len(data) != byte_count(image.arguments[number]):
                    raise ValueError(f"weight {number} has {len(data)} bytes")
                flat.bind_bytes(number, data)
        elif bound:
            raise ProgramError(f"{path}: the file was saved without weights: load(path, weights) "
                               "takes them")
    return Program(flat, signature, description.get("source"), description.get("options"),
                   float(description.get("compile_seconds", 0)))

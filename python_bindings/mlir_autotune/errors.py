"""What this package raises."""

from dataclasses import dataclass
from typing import Iterable, Tuple


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler said of a place in the model."""

    severity: str
    location: str
    message: str

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.severity}: {self.message}"


class CompileError(RuntimeError):
    """A model can't be compiled. `diagnostics` say which operation, and where."""

    def __init__(self, message: str, diagnostics: Iterable[Tuple[str, str, str]] = ()):
        self.diagnostics = [Diagnostic(*told) for told in diagnostics]
        lines = [message]
        lines += [str(told) for told in self.diagnostics if told.severity in ("error", "note")]
        super().__init__("\n".join(lines))


class ProgramError(RuntimeError):
    """A program can't be loaded, or failed while it ran."""


class OutOfMemoryError(ProgramError):
    """The device has too little memory left."""

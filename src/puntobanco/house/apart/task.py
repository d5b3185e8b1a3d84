"""What a process apart is for: one kind of question, and who answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

Tell = Callable[[float], object]  # what share is done


@dataclass(frozen=True, slots=True)
class Task:
    """The ``TASK`` of a module that a process apart may be started with."""

    question: type[Struct]
    answer: Callable[[Any, Tell], object]  # what msgspec can write as JSON
    first: Struct | None = None  # answered before anybody waits: it loads and compiles

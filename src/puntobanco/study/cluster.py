"""Spans of shoes dealt by the workers of a Dask cluster, wherever those run.

A shoe depends on the seed and its number alone, so whoever deals it, and however often, it is the
same: what a lost worker was at is dealt by another, and nothing else has to be.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from distributed import Client, Future, KilledWorker

from puntobanco import __version__
from puntobanco.errors import InputError
from puntobanco.study.blocks import Span

T = TypeVar("T")

PATIENCE: Final = 10  # seconds, for a scheduler to answer and for a worker to be there
RETRIES: Final = 3
AHEAD: Final = 2  # pieces of work given out, for each thread of a worker


class ClusterError(InputError):
    """A cluster that cannot be had, or cannot do the work."""


class _Client(Client):
    def __del__(self) -> None:
        """Do nothing: one that has met its scheduler is closed, another would wait for it."""

    def __exit__(self, *error: object) -> None:
        """Leave; Dask stumbles now and then over a scheduler that goes at that very moment."""
        with suppress(RuntimeError):
            super().__exit__(*error)


@dataclass(frozen=True)
class Cluster:
    """The workers behind a scheduler."""

    address: str
    client: Client
    chunks: int = 16  # a tenth of a second of work and more: giving it out costs milliseconds

    def in_order(self, work: Callable[[int, int], T], todo: Iterable[Span]) -> Generator[T]:
        """Do work on spans, and give the results in the order of the spans."""
        waiting: deque[Future[Any]] = deque()
        try:
            for span in todo:
                given = (__version__, work, *span)
                waiting.append(self.client.submit(_done, *given, pure=False, retries=RETRIES))
                if len(waiting) > AHEAD * sum(self.client.nthreads().values()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            return
        except ImportError as error:
            raise ClusterError(_missing(self.address, error)) from None
        except KilledWorker:
            message = "one piece of work was lost with every worker that had it; see their logs"
        except (CancelledError, OSError):
            message = "the scheduler has gone; start it, and the run again"
        finally:
            with suppress(OSError):
                self.client.cancel([*waiting])
        raise ClusterError(f"cluster: {self.address}: {message}")


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """Reach a cluster for as long as a run takes."""
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what matters is raised
    try:
        client = _Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"cluster: no scheduler answers at {address}: {error}; give tcp://HOST:PORT"
        raise ClusterError(message) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            message = f"cluster: {address} has no worker; start some: dask worker {address}"
            raise ClusterError(message) from None
        try:  # a worker that cannot read what it is told would keep it for ever
            client.run(_done, __version__, max, 0, 0)
        except Exception as error:  # noqa: BLE001 - as the worker has it
            raise ClusterError(_missing(address, error)) from None
        yield Cluster(address, client)


def _missing(address: str, error: Exception) -> str:
    return f"cluster: {address}: {error}; install puntobanco {__version__} where workers run"


def _done(version: str, work: Callable[[int, int], T], first: int, number: int) -> T:
    """Do a piece of work, on a worker of the same version."""
    if version != __version__:
        message = f"a worker has puntobanco {__version__}"
        raise ImportError(message)
    return work(first, number)

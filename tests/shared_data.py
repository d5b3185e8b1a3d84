"""Where the data to check against lies: a folder beside a working copy, absent in most clones."""

from pathlib import Path


def folder() -> Path | None:
    """The folder of facts from public sources beside the repository, if it is there."""
    place = Path(__file__).parents[1] / "../shared/data"
    return place.resolve() if place.is_dir() else None


def file(name: str) -> Path | None:
    """One file of that folder, if it is there."""
    place = folder()
    return place / name if place is not None and (place / name).is_file() else None

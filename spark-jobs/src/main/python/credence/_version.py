"""The version of the package: of what is installed, else of the source tree that it is run from."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def _of_sources() -> str:
    try:
        pom = (Path(__file__).resolve().parents[4] / "pom.xml").read_text(encoding="utf-8")
    except (IndexError, OSError):
        return "unknown"
    found = re.search(r"<artifactId>credence-parent</artifactId>\s*<version>(.*?)</version>", pom)
    return found.group(1).replace("-SNAPSHOT", ".dev0") if found else "unknown"


try:
    __version__ = version("credence")
except PackageNotFoundError:
    __version__ = _of_sources()

"""How far a call is, while it lasts."""

from __future__ import annotations

import sys
import time
from typing import Any, Optional

__all__ = ["show_progress"]

_SECONDS = 10.0
"""Between two lines."""

_PATIENCE = 2.0
"""Before a bar appears, seconds."""

_shown = True


def show_progress(shown: bool = True) -> None:
    """Whether calls that last show how far they are: a bar of tqdm in notebooks that have it, elsewhere a line per ten seconds on standard
    error. A session by Connect has the bars of Spark itself."""
    global _shown
    _shown = bool(shown)


class Progress:
    """The progress of one call."""

    def __init__(self) -> None:
        self._begin = self._last = time.monotonic()
        self._bar: Optional[Any] = None
        self._announced = ""

    def announce(self, text: str) -> None:
        """Prints, once, how long a call will take."""
        if _shown and text and text != self._announced:
            self._announced = text
            print(text, file=sys.stderr, flush=True)

    def show(self, text: str) -> None:
        """Shows what a call says of itself, if it is time to."""
        now = time.monotonic()
        if not _shown or not text:
            return
        if self._bar is None and now - self._begin >= _PATIENCE:
            self._bar = _bar()
        if self._bar:
            self._bar.set_description_str(text)
        elif now - self._last >= _SECONDS:
            self._last = now
            print(f"{text}, {now - self._begin:.0f} s", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar:
            self._bar.close()


def _bar() -> Any:
    """A bar without an end, which a fit does not know; False where there is no notebook or no tqdm."""
    if "ipykernel" not in sys.modules:
        return False
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return False
    return tqdm(total=None, bar_format="{desc} {elapsed}", leave=False)

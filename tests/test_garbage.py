"""How often Python looks for garbage: never while a book is read, and afterwards in what was read before."""

import gc
import weakref

from rulebook_core.system.gc_policy import never_collected


class Circle:
    """What only a look for garbage finds."""

    def __init__(self) -> None:
        self.itself = self


def test_what_is_read_again_and_again_does_not_stay() -> None:
    with never_collected():
        pass
    with never_collected():
        circle = weakref.ref(Circle())
        assert circle() is not None
    gc.collect()
    assert circle() is None

"""How seldom Python looks for garbage in a process that has loaded all that it needs."""

import gc


def search_seldom() -> None:
    """Never search what is loaded by now: each time, a request would wait 100 ms longer.

    A page makes thousands of values that go with it. Searching them after every 700 took a twenty-fifth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)

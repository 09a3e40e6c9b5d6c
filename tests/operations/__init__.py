"""A day of somebody who runs the site and knows nothing of it but ``docs/operations.md``.

:mod:`page` reads the commands there, :mod:`machine` has a shell do them, with :mod:`units` in the place of systemd,
:mod:`people` play meanwhile and note what they are answered, and :mod:`day` is what happens.
"""

"""The image of ``deploy/Dockerfile``: :mod:`building` builds it, :mod:`running` has its programs do their work."""

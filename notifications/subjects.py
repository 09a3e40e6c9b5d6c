"""What alerts are about, by name. This room knows no games: the one that has them says here how they are called."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Subject:
    pk: int
    name: str
    url: str
    alerts_url: str


Finder = Callable[[User, Collection[int]], Mapping[int, Subject]]
"""The subjects with these ids, as far as they are to be seen by a user."""
_finders: list[Finder] = []


def register(finder: Finder) -> None:
    """Say who knows the names; called once, when its app is ready."""
    _finders.append(finder)


def find(user: User, pks: Collection[int]) -> dict[int, Subject]:
    return {pk: subject for finder in _finders for pk, subject in finder(user, pks).items()} if pks else {}

"""The person that a command is about."""

from django.core.management import CommandError
from django.db.models import Q

from accounts import names
from accounts.models import User, as_stored


def person(words: str) -> User:
    """A person by name, or by the address that they log in with.

    :raises CommandError: there is no such user.
    """
    found = User.objects.filter(Q(pk__in=names.called(words)) | Q(email=as_stored(words)), is_active=True).first()
    if found is None:
        raise CommandError(f"There is no user with the name or address {words}.")
    return found

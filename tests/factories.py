"""Rows to test with: people with good defaults, and whatever else the rooms' tests share."""

import factory
from allauth.account.models import EmailAddress
from factory.django import DjangoModelFactory, Password

from accounts.models import User

PASSWORD = "correct horse battery staple"


class EmailAddressFactory(DjangoModelFactory[EmailAddress]):
    class Meta:
        model = EmailAddress

    verified = True
    primary = True


class UserFactory(DjangoModelFactory[User]):
    """Somebody who has confirmed their address: ``UserFactory(name="Ana")`` reads ana@example.org."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.LazyAttribute(lambda user: f"{user.name.lower().replace(' ', '.')}@example.org")
    password = Password(PASSWORD)
    address = factory.RelatedFactory(
        EmailAddressFactory, factory_related_name="user", email=factory.SelfAttribute("..email")
    )


class GuestFactory(DjangoModelFactory[User]):
    """Somebody who plays without having registered."""

    class Meta:
        model = User

    name = factory.Sequence(lambda n: f"Guest {n}")
    is_guest = True

"""Rows as Python has them, made in a fifth of the time that Django takes."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class Stored(models.Model):
    """A row of which pages read many. What comes from the database is put into it as it is.

    Django makes such a row as if a person wrote it: it sends signals, and sets one field after the other.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **known: Any) -> Self:
        row, state = cls.__new__(cls), ModelState()
        vars(state).update(adding=False, db=db, **known)
        vars(row).update(zip(field_names, values, strict=True), _state=state)
        return row

"""The form by which somebody brings a record along."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records import studies
from games.records.reading import LARGEST, TooLarge


class RecordForm(forms.Form):
    """A record as a file or as text, and what its owner calls it."""

    use_required_attribute = False

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the record as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off", "dir": "ltr"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=studies.LONGEST_NAME,
        help_text=gettext_lazy("What you want to call it; otherwise it is named after its players."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if bool(cleaned.get("file")) == bool((cleaned.get("text") or "").strip()):
            raise forms.ValidationError(
                _("There are a file and a text. Bring one record at a time, please.")
                if cleaned.get("file")
                else _("Choose a file, or paste a record.")
            )
        return cleaned

    def content(self) -> bytes:
        """The record itself, whatever it is.

        :raises TooLarge: it is more than is read.
        """
        file = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["text"]).encode(errors="replace")
        if file.size > LARGEST:
            raise TooLarge
        content: bytes = file.read()
        return content

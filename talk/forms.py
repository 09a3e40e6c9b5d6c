"""Reading what people say, and what they say about a message."""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from talk import plain
from talk.models import LONGEST_MESSAGE, LONGEST_REMARK, Message, Reason


class PlainField(forms.CharField):
    """Some plain text. What is too long is refused, and stays in the field to be shortened."""

    tidy = staticmethod(plain.tidy)

    def __init__(
        self, *, longest: int, rows: int = 1, error_messages: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        too_long = _("Shorten this to %(limit_value)d characters; it has %(show_value)d.")
        super().__init__(
            strip=False,
            # Not max_length: with it, browsers cut off what is longer, and say nothing.
            validators=[MaxLengthValidator(longest)],
            error_messages={"max_length": too_long, **(error_messages or {})},
            **{"widget": forms.Textarea(attrs={"rows": rows, "dir": "auto"}), **kwargs},
        )

    def to_python(self, value: Any) -> str:
        return self.tidy(super().to_python(value) or "")


class SayForm(forms.Form):
    """Something to say, sent to ``address``. ``listeners`` says who will hear it, where that matters."""

    use_required_attribute = False
    text = PlainField(
        label=_("Say something"),
        longest=LONGEST_MESSAGE,
        rows=1,
        error_messages={"required": _("Write something first.")},
    )

    def __init__(self, *args: Any, address: str, listeners: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "say-%s"
        self.address = address
        self.fields["text"].widget.attrs |= {"placeholder": listeners or _("Say something"), "enterkeyhint": "send"}


class ReportForm(forms.Form):
    reason = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=Reason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what fits best."), "invalid_choice": _("Choose one of these.")},
    )
    remark = PlainField(
        label=_("Anything to add?"),
        help_text=_("Only the people who run the site read this."),
        longest=LONGEST_REMARK,
        rows=3,
        required=False,
    )


class MessageForm(forms.Form):
    message = forms.ModelChoiceField(Message.objects.all())

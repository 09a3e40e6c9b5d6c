"""The draft of the page on privacy: what this site keeps of people, and for how long."""

from django.conf import settings
from django.template.loader import render_to_string


def draft() -> str:
    """A text to begin with: true of the program, and with gaps where only its operator knows what to say."""
    context = {
        "site": settings.SITE_URL,
        "contact": settings.CONTACT_ADDRESS,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "guest_days": settings.KEEP_GUESTS.days,
        "unconfirmed_days": settings.KEEP_UNCONFIRMED.days,
        "table_days": settings.KEEP_TABLES.days,
    }
    return render_to_string("announcements/privacy.txt", context).strip() + "\n"

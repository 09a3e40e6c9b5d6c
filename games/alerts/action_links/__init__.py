"""Links by which somebody decides something simple without logging in, by way of a page that asks once more.

A ticket says what a link is for: one thing, for one person, at one moment. It is worth something as long as just that
would be offered anew, so a link is spent by what it does, and by anything else that settles the question.
"""

from games.alerts.action_links.links import links
from games.alerts.action_links.offers import Offer, find
from games.alerts.action_links.tickets import Kind, NoTicket, Ticket, read, write
from games.alerts.action_links.using import Outdated, use

__all__ = ["Kind", "NoTicket", "Offer", "Outdated", "Ticket", "find", "links", "read", "use", "write"]

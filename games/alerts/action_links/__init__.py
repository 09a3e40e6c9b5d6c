"""Links by which a player decides something simple without logging in, after a page that asks once more.

A ticket says what a link is for: one thing, for one person, at one moment. It is good while just that would be
offered anew, so a link is used up by what it does, and by anything else that settles the question.
"""

"""Links by which a player decides something simple without logging in: a page asks once more before.

A ticket says what a link is for: one thing, for one person, at one moment. It is worth something as long as just that
would be offered anew, so a link is spent by what it does, and by anything else that settles the question.
"""

"""The Plans part of the game page: what its owner wants done, what they can plan, and the forms for it.

All of it is for the owner of the seat alone: what others are shown never passes through here.
"""

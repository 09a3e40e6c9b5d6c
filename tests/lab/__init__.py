"""Trials of the tests themselves: which small faults in the code they find."""

"""Template tags of mails."""

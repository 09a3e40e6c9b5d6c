"""The tutorial: short chapters, each played on prepared positions, with or without an account."""

"""Players made of rules and arithmetic: pure, and seeded by what they see."""

"""Pages and addresses about alerts."""

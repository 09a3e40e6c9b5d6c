"""What people say to each other: conversations at tables and in games, and muting and reporting."""

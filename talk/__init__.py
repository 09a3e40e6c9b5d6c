"""What people say to each other: conversations at tables and in games, and peace from those who disturb them."""

"""The people who play: users, guests, their names and addresses (django-allauth underneath)."""

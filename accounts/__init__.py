"""Who plays: users, guests, their names and addresses (django-allauth underneath)."""

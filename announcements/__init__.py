"""What those who run the site say to everybody: pages, announcements and maintenance."""

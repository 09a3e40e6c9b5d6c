"""What those who run the site say to everybody: pages, announcements, and that nothing can be changed for a while."""

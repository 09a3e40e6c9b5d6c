"""Many people at a site: how soon it answers each kind of request, and whether it breaks."""

"""Games as records, files of the format ``powergrid-game/1``: taken out of the site, or brought along to study."""

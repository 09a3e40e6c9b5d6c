"""Games as records, files of the format ``powergrid-game/1``: exported, or brought to study."""

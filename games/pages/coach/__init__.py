"""What the Hard bot would have done: the decisions of a player, one by one."""

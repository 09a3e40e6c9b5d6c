"""Rows from actions: how a game goes on."""

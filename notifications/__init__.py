"""Alerts: the outbox, and what sends it."""

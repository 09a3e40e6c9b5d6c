"""What tests need of the machine, and services started for them alone."""

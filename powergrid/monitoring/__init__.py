"""What those who run the site can see of it: requests and tasks by their numbers, metrics, probes, errors."""

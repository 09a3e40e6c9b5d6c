"""What those who run the site can see of it: their page, probes, metrics, logs and reports of errors."""

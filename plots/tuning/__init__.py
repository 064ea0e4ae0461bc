"""What a search over tuning axes found: read from tuning runs and from T4 files, drawn, set beside full sweeps."""

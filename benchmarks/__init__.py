"""What planviz costs, measured. `make bench` runs all of it."""

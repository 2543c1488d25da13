"""Live query -> recording. The only part of planviz that imports PySpark."""

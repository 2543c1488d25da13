"""The version of planviz."""

VERSION = "0.1.0"

"""Stored artefact -> recording, without Spark."""

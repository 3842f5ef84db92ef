"""Sheets: as a clean page and as PDF."""

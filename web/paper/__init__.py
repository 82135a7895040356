"""Printed paper as PDF files, made without a browser or system package."""

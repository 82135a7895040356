"""Mus tournaments as one command. The site itself lies in `site/` of the installed package; in a
checkout it is the folder above this one."""

"""How a championship is played: one file or folder for each format, pure Python.

`protocol` says what every format answers, `registry` finds the format of a tournament,
`regulations` holds what a tournament is played under. docs/formats.md says how to add a format.
"""

"""Studies: what many deals allow, and how far below it play stays that doesn't know the dice.

`deals` has what is found out of one deal, `making` the file of many, `figures` what they come to
together (docs/results/study.md).
"""

"""Studies of many deals: the best possible scores, compared with play that doesn't know the dice.

`deals` analyses a single deal, `study_file` reads and writes files of studied deals, and
`statistics` summarises them (docs/results/study.md).
"""

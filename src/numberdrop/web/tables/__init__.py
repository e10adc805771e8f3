"""The part of the API for tables: games of several people, each on a device of his own.

routes     the requests, and who may send them
events     the stream of what changes at a table, and who is away
reviews    the review of a table's game, computed once for all
network    the addresses at which phones reach the table
"""

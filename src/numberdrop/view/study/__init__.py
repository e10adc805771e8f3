"""Studies of many deals, drawn: a table as text or CSV, and a page with plots."""

"""Studies of many deals: a table as text or CSV, and a page with plots."""

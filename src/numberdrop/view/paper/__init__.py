"""Pages to be printed: `page` is one of them and its marks, as SVG too; `parts` are what pages are
made of, `printouts` the pages that people ask for, `pdf` a file of them, and `words` what is on
them, by language."""

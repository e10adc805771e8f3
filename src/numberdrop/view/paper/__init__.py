"""Pages to be printed: `page` is one of them and its marks, as SVG too, and `style` how it is
printed; `fonts`, `grid`, `parts`, `frame` and `told` are what pages are made of; `sheets`,
`problems`, `solutions` and `book` the pages that people ask for; `pdf` is a file of them, and
`booklet` their order where they are folded."""

"""Printed pages. `page` has a page and its marks, and writes SVG; `style` is how it is printed;
`fonts`, `grid`, `parts`, `frame` and `narration` are its elements; `sheets`, `problems`,
`solutions` and `book` make whole pages; `pdf` writes them to a file, and `booklet` arranges them
for folding."""

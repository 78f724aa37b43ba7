"""Still pictures: one layout, drawn as SVG or by Matplotlib."""

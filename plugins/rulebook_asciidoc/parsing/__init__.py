"""Parse the output of Asciidoctor into a document."""

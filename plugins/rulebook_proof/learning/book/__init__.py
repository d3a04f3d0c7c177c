"""Learning from a whole book: values, tables, names and ranges that its pages state more than once."""

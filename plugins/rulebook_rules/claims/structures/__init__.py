"""What a text is made of where claims are read: series of ranges, lists of names, dice and what they show, tables."""

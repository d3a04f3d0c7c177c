"""`python -m rulesmod.masque`: simulate the table of duels again; it takes some minutes."""

from rulesmod.masque.odds_table import KEPT, make, write

if __name__ == "__main__":
    KEPT.write_text(write(make()), encoding="utf-8")

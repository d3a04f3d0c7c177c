"""Ukrainian."""

from rulebook.lexing.language import Language

WORDS = Language(
    or_="або",
    more="більше|вище",
    less="менше|нижче",
    lone=("і", "в", "у", "на", "для", "з", "до"),
)

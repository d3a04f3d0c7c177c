"""Ukrainian."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="або",
    more="більше|вище",
    less="менше|нижче",
    damage=r"ушкодже\w{1,3}|шкод[аиу]",
    health=r"хіт(?:ів|и|а)",
    lone=("і", "в", "у", "на", "для", "з", "до"),
)

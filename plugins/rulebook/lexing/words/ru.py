"""Russian."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="около|примерно|приблизительно",
    or_="или",
    more="больше|более|выше",
    less="меньше|менее|ниже",
    to="до",
    at_least="не менее|минимум",
    at_most="не более|максимум",
    rolls="бросок|результат|кость|куб(?:ик)?",
    mean="в среднем",
    means="среднее",
    damage="урон[а-я]{0,2}",
    rolled="бросает|бросил[аи]?|выпал[аои]?",
    rounds="округл[а-я]*",
    players=("игрок", "Игрок"),
)

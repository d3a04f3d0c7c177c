"""The open places of Masque, each with its reading and the reason, as the site lists them.

Those that a table may read otherwise are switches in `rulings.Readings`; the rest is what the modules named by the
section do. A section is named as in our edition.
"""

from __future__ import annotations

from rulesmod.system import Ruling

_MARKS = "Marks"
_STRIKE = "The strike"
_HITS = "Hits"
_CURATE = "Curate's effect"
_RESTAGING = "Restaging Timing"
_CASTING = "Casting Timing"
_NULLIFIED = "Nullified castings"

RULINGS = (
    Ruling(
        "a1-marks",
        _MARKS,
        "Marks are numbered 1 to 3 on each side. Equal numbers face each other, and neighbouring ones are adjacent. A "
        "mark is empty while nobody stands on it; vacant, which a mark must be to be entered, has its own definition.",
        "Facing and adjacent marks are used without being defined, and the example of the Rats needs empty marks to "
        "be vacant.",
    ),
    Ruling(
        "a2-first-arrangement",
        _MARKS,
        "The director says who stands where at the start. Otherwise both sides fill marks 1, 2, 3 in their order.",
        "The text takes the arrangement as given.",
    ),
    Ruling(
        "a3-casting-is-optional",
        _CASTING,
        "An upstage actor may keep its dice back: its casting is then 0 and it cannot hit.",
        "The introduction has every actor roll; the detailed section says that it need not.",
    ),
    Ruling(
        "a4-price-of-negative-dice",
        "The Cast",
        "A Cast takes as much build as its dice can total at the most, so a subtracted die gives back its lowest face.",
        "The text prices no negative dice; in this way every printed Cast comes to its monster's Build exactly.",
    ),
    Ruling(
        "a5-naturals-at-will",
        "Naturals +Rerolls",
        "A monster's side chooses whether a natural is rerolled, on dice with a minus too.",
        "The detailed section calls it an option.",
    ),
    Ruling(
        "a6-opposite-face",
        "Best and least",
        "A flipped die shows its lowest face plus its highest face, less the face that it showed.",
        "The printed formula supposes a lowest face of 1, and a d1 has 0.",
    ),
    Ruling(
        "a7-nullifying-hit",
        _NULLIFIED,
        "The hit of a casting of ones is resolved at once: it may take the monster out, and a Ghoul may recover from "
        "it.",
        "Nullification comes before totals.",
    ),
    Ruling(
        "a8-final-natural",
        _STRIKE,
        "A natural for the strike is a die that shows its highest face after all options. Dice that effects added "
        "count, and subtracted ones do not.",
        "A monster's natural stays on the table; a role actor's was replaced by the reroll.",
    ),
    Ruling(
        "a9-outnumbered",
        _STRIKE,
        "All actors upstage who are not out are counted, immobilized ones too. A die that a Bravo won is no actor.",
        "The text speaks of being outnumbered upstage and makes no exception.",
    ),
    Ruling(
        "a10-natural-in-a-tie",
        _STRIKE,
        "The natural of an outnumbered side decides a tie too. After parley nobody is forced downstage.",
        "It replaces the comparison of totals; without a striking side nobody fails to qualify.",
    ),
    Ruling(
        "a11-average-of-a-pair",
        "Monster Extras",
        "Every die of a pair's casting counts with the listed average.",
        "The stat block gives one number and calls it the multiplier.",
    ),
    Ruling(
        "a12-minimum-hit",
        _HITS,
        "The hit that a striking side always has needs a casting of at least 1.",
        "A zeroed casting deals no hit in any case.",
    ),
    Ruling(
        "a13-declining",
        _HITS,
        "Any hit may be declined. An actor that declines has still qualified, and is not forced downstage.",
        "Dealing a hit is called voluntary.",
    ),
    Ruling(
        "a14-hits-in-sequence",
        _HITS,
        "Hits are resolved one after the other, each drawn among all opponents not yet out.",
        "The text speaks of a pending hit and of two hits in one bit.",
    ),
    Ruling(
        "a15-add-on-chain",
        _HITS,
        "Add-on hits pair like others and bring Add-on hits again. An actor who is out rolls none.",
        "They are called immediate hits, and every pairing brings them.",
    ),
    Ruling(
        "a16-forced-exit",
        _HITS,
        "On the striking side everybody must leave who neither meets the average nor deals the least hit, even when "
        "nobody waits downstage. When all opponents are downstage, there is no least hit. The mark is trampled.",
        "The actor that deals the least hit has qualified by it. The text makes no other exception.",
    ),
    Ruling(
        "a17-immobilized-stays",
        _CURATE,
        "An immobilized actor cannot be forced downstage.",
        "Being stuck upstage is the more particular rule.",
    ),
    Ruling(
        "a18-exchange",
        _RESTAGING,
        "Items change hands downstage, or upstage between adjacent marks.",
        "The note that allows it downstage only is unfinished. The body of the text says more.",
    ),
    Ruling(
        "a19-end",
        "A bit in short",
        "A set-to ends when a side has no actor left, or when the director says so. A side with nobody upstage totals "
        "0.",
        "The text names no end. A note only considers that monsters might break off.",
    ),
    Ruling(
        "a20-designation",
        "Role Fx",
        "Each full natural brings one effect, on a build die that an opponent upstage has cast in this bit; a "
        "negative die keeps its sign.",
        "Only dice on the table can be named.",
    ),
    Ruling(
        "a21-remainder",
        _CURATE,
        "The Curate's remainder is that of the whole final casting, judged after both sides' options.",
        "The text speaks of the modified final casting.",
    ),
    Ruling(
        "a22-bravos-die",
        "Bravo's effect",
        "A die that a Bravo wins leaves its owner's casting and average. It ranks by its value, and hits if it meets "
        "its own average. An equal value is enough to win it.",
        "It counts like another actor of the Bravo's side. The rule, and not the example, decides what is enough.",
    ),
    Ruling(
        "a23-magnus-number",
        "Magnus's effect",
        "The reroll of a Magnus is the number of dice that are turned to 1, the named one included.",
        "The text counts dice up to a value; a die below 1 has no lower odd face and stays.",
    ),
    Ruling(
        "a24-recovery",
        "Recovery",
        "The roll for recovery is made whenever its condition holds. It is held against the build as raised so far, "
        "and never goes beyond the Build.",
        "The text says often and names no other condition, and only what was lost can be recovered.",
    ),
    Ruling(
        "a25-chops",
        "Chops",
        "A hit in a single bit gains nothing by itself. All gains of a set-to come to at most 1, without exception.",
        "The text names only two ways. It says usually of the limit, and names no case beyond it.",
    ),
    Ruling(
        "a26-goblin-ones",
        "Goblin",
        "What a Goblin has collected does not save it from a kept 1.",
        "The text says so of any value collected.",
    ),
    Ruling(
        "a27-orc-heritage",
        "Orc",
        "An Orc's own die comes first, then the fallen ally's in printed order, three in all, with their signs.",
        "The total is limited; the text does not say which dice go.",
    ),
    Ruling(
        "a28-commoner-step",
        "Commoner",
        "Only the first die that a natural brings is stepped up.",
        "The text speaks of one die.",
    ),
    Ruling(
        "a29-merekite-double",
        "Merekite",
        "The two initial dice count double, then come naturals and the -1; it is its own move upstage that counts.",
        "The double is of initial dice.",
    ),
    Ruling(
        "a30-spidure-bracket",
        "Spidure",
        "The sum of its final dice is greater than the facing opponent's highest die, and one of them is less.",
        "A bracket has something on either side; of several highest dice one is taken.",
    ),
    Ruling(
        "a31-ghoul-recovery",
        "Ghoul",
        "A hit is removed at the moment it is caused: the second one before the Ghoul would be out. It happens once a "
        "bit.",
        "The text lets it recover even from a hit just struck.",
    ),
    Ruling(
        "a32-witcher-choice",
        "Witcher",
        "One d12 is rolled, and the Witcher's side chooses one opponent that it reaches.",
        "The text speaks of one opponent.",
    ),
    Ruling(
        "a33-pyethonda-hold",
        "Pyethonda",
        "Its target is pulled into an empty mark beside it on its own side, after a dealt hit and any natural.",
        "The text speaks of a hit target.",
    ),
    Ruling(
        "a34-ogre-second-hit",
        "Ogre",
        "The first hit counts. The second one takes the d6 instead, and is not counted later.",
        "The text speaks of the second hit, and of a hit only where the d6 is gone.",
    ),
    Ruling(
        "ogre-ram",
        "Ogre",
        "An Ogre's victim is drawn among all opponents upstage. If it shows an initial natural it is spared, and "
        "nobody else is rammed in its place. An Ogre with naturals on both dice rams only once.",
        "The text speaks of a single random opponent, and then asks for its natural.",
    ),
    Ruling(
        "a35-groot-reduction",
        "Fell G'root",
        "The reduction ends at 0. It is used to find the striking side, and for nothing else.",
        "The text wants it for that alone.",
    ),
    Ruling(
        "a36-troll-better",
        "Troll",
        "The initial d10 is compared with the sum of the initial d4s.",
        "The text writes the two dice as one term.",
    ),
    Ruling(
        "a37-venomous",
        "Spidure",
        "A venomous Spidure's Add-on roll replaces the ordinary one.",
        "Where another roll is meant to come on top, the text says additional.",
    ),
    Ruling(
        "a38-shown-ones",
        _NULLIFIED,
        "Whether a casting is all ones is seen from the faces of the dice, before any -1.",
        "The example of the Bats speaks of faces.",
    ),
    Ruling(
        "a39-added-average",
        "Average Roll Comparisons",
        "A die that an effect adds raises the average to be met.",
        "The averages of all dice finally rolled are combined; only a weapon's bonus is exempted by name.",
    ),
    Ruling(
        "a40-groot-hold",
        "Fell G'root",
        "All opponents need better than their average to leave in a bit in which their side does not strike. Only the "
        "deduction belongs to the facing mark.",
        "The deduction is made if there is one.",
    ),
    Ruling(
        "doubled-dice",
        "Dice Notation",
        "A d7, d11 or d13 is rolled as two dice folded, and is not quite even.",
        "The text permits it, and the Pyethonda's stat block asks for it.",
    ),
    Ruling(
        "dim-light",
        "Bonus Ability",
        "In shadow or dim light the director chooses between -1 and +0. The stage has Vlad in each light.",
        "The text gives both numbers for the same light.",
    ),
    Ruling(
        "shapeshifted-die",
        "Exceptional Trait",
        "A merged die shows a natural and brings one further die; it brings no role effect.",
        "The text makes it a reroll, not one of the Build dice rolled.",
    ),
    Ruling(
        "glaive-bonus",
        "Pirate glaive",
        "The bonus of a glaive may be negative; its dice and the deduction count in the average like modifiers.",
        "The text subtracts a die from it without naming a limit.",
    ),
    Ruling(
        "stacked-modifiers",
        "Weapons and armor with a modifier",
        "Stacked weapons make one modifier: the lowest counts whole, the next a half, the third a third, each rounded "
        "away from 0.",
        "The text adds up their effect in that order.",
    ),
    Ruling(
        "stacked-armor",
        "Weapons and armor with a modifier",
        "Stacked armor is divided like weapons, but each item rolls its own d8, in ascending order and as long as "
        "there is a singleton hit. The order of equal modifiers is open, and changes nothing.",
        "The text has them checked one after the other, made as for weapons.",
    ),
    Ruling(
        "retrieval",
        _RESTAGING,
        "The saving throw for a fallen item compares the actor's casting of the bit with the total of all opponents "
        "upstage.",
        "It is made as for a strike, and those are the castings on the table.",
    ),
    Ruling(
        "call-up",
        "Scud shield",
        "The actor that takes the hit instead may call the bearer of the shield to a vacant mark in the same "
        "restaging, and not later.",
        "The text speaks of a future call and names no other time.",
    ),
    Ruling(
        "ghoul-waiver",
        "Ghoul",
        "A Ghoul that removes a hit deals none in that bit, and it cannot remove one once it has dealt one. If its "
        "casting meets its average, it stays upstage, like one that declines. The least hit of its side goes to "
        "another.",
        "Only the hit that it would deal itself is given up: its casting still counts, and its side still strikes.",
    ),
    Ruling(
        "items-in-other-hands",
        "Stock Items",
        "Anybody may be handed an item or left holding it; it works only for the roles that may use it.",
        "The letters say who can use an item, not who can carry it.",
    ),
    Ruling(
        "next-bit-only",
        "Stock Items",
        "What a mace or boots keep for the next bit is gone when their user does not cast in it.",
        "The text names the next bit and no later one.",
    ),
)

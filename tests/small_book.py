"""A small book of Cavea: what the tests of the plugin and of its pages build."""

CONFIG = """\
site_name: A small book
theme: {name: material, font: false}
plugins:
  - search
  - rulebook:
      books:
        cavea: {system: cavea, dialect: markdown}
markdown_extensions: [attr_list, md_in_html, tables, toc: {permalink: true}]
"""

HEALTH = """\
# Health {#health}

Each die of the six attributes is worth Health Points.

<table id="worth">
<caption>Level Pool Die to Health Points Table</caption>
<tr><th>Die</th><th>Health Points</th></tr>
<tr><td>d20</td><td class="worth">1</td></tr>
<tr><td>d12</td><td class="worth">3</td></tr>
<tr><td>d10</td><td class="worth">4</td></tr>
<tr><td>d8</td><td class="worth">6</td></tr>
<tr><td>d6</td><td class="worth">9</td></tr>
<tr><td>d4</td><td class="worth">12</td></tr>
</table>

The hero sneaks with <code class="lp">2:d4/1:d20/+1</code>, which is two *d4*s, one *d20* and a results
modifier of *+1*. Later it is `3:d8`, or the [same pool](#health) as `1:d8/2:d8`.

## A hero {#hero}

    mSt:  1:d8
    bSt:  1:d6/1:d20
    mEn:  1:d20
    bEn:  1:d20
    mAg:  1:d20
    bAg:  1:d4

    6
    9 + 1
    1
    1
    1
    12
    = 31 Health Points
"""

EXPRESSIONS = 9
"""How many level pools the page on health has; two of them are the same, and three others."""

POOLS = 6
"""How many different ones."""

"""What of a story counts: its characters in short runs and with gaps, with seats, suits and numbers as their kind, and its moods.

Learning and hearing cut a sentence alike, so both call :func:`features` and nothing else.
"""

from __future__ import annotations

import re
import unicodedata

from search.hearing.meanings import meanings

SEAT, SUIT, NUMBER = "S", "H", "N"
"""What stands for a seat, a suit, a number or rank: capital letters, as nothing else is one any more."""

FARTHEST = 11  # characters from the first of a pair to the second

_MISHEARD = (  # what dictation makes of the words of the table, and the word
    ("红星|红桃|红心", "红心"),
    ("草花|没花|梅花", "梅花"),
    ("方片|方快|方块|方砖", "方块"),
    ("黑星|黑桃", "黑桃"),
    ("派斯|派司|趴斯|帕斯|派死|拍死|pass", "不叫"),
    ("明首|名手", "明手"),
    ("首饮", "首引"),
    ("几牌", "级牌"),
    ("摔牌", "甩牌"),
    ("口底", "扣底"),
)
_MEANT = tuple((re.compile(heard), meant) for heard, meant in _MISHEARD)
_BARE = re.compile(r"[^\w%+]")
_SEATS = re.compile("[东南西北](?=家|方|[^东南西北]|$)家?")
_SUITS = re.compile("黑桃|红心|方块|梅花")
_NUMBERS = re.compile(r"[akqj]|\d+|[一二两三四五六七八九十百]+")


_MOODS = {  # of what kind a clause is, whatever its words
    name: re.compile(pattern)
    for name, pattern in {
        "fine": r"(?<!有)(没|没有|无|冇)(啥|什么|任何|一点)?(毛病|问题|意见|乱|错(?!过)|争|话[说讲]?$|岔|超|犯规|违规|出错"
        r"|异议|纠纷|误会|吵)"
        r"|合规|规规矩矩|[按照]着?规矩|一切正常|顺顺当当|顺理成章|对得上|不差|[都也](认|对的?$|同意|点头)|对[的吧]$|行的$|就这样"
        r"|[接继][着续]打|正常打|清清楚楚|明明白白",
        "regret": "早知道|就好了|后悔|可惜|怪(我|自己)|怨|运气|手气|心疼|高兴|服气|佩服|厉害|憋屈|痛快|倒霉|命好|牌运|臭|失误|气人",
        "advice": "打法|请教|该不该|划算|教教|讲讲|口诀|推荐|拿手|思路|怎么(打|叫|走|学)|哪个(先|好)|求",
        "event": "几点|几名|出线|报名|抽签|领队|奖|食堂|饭|厕所|椅子|空调|水|灯|桌布|票|车|酒店|宾馆|药|眼镜|照片|直播|冠军|名次"
        "|积分榜|秩序册|编号|大师分|轮空|下一轮|几轮|笔|纸|电池|窗|门[口关]",
        "game": "掼蛋|桥牌|升级|斗地主|麻将|象棋|围棋|八十分|双升",
        "aside": "我(就|只)?(是)?(随便)?(问问|说说|打听|夸|感慨)|谢谢|打扰|辛苦|误(碰|按)|举错|叫错人",
    }.items()
}
_CLAUSES = re.compile("[ ，,。;；]+")


def moods(text: str) -> set[str]:
    """What kinds of clause a story has, which it has more than once, and of which its last one is."""
    clauses = _CLAUSES.split(text)
    found: set[str] = set()
    for name, pattern in _MOODS.items():
        times = sum(pattern.search(clause) is not None for clause in clauses)
        if times:
            found.add(f"~{name}")
        if times > 1:
            found.add(f"~~{name}")
        if pattern.search(clauses[-1]):
            found.add(f"~{name}$")
    return found


def plain(text: str) -> str:
    """The story without case, width, spaces and punctuation, with what was misheard put right."""
    text = unicodedata.normalize("NFKC", text).lower()
    for heard, meant in _MEANT:
        text = heard.sub(meant, text)
    return _BARE.sub("", text)


def by_kind(text: str) -> str:
    """What :func:`plain` returns with seats, suits and numbers replaced by their kind."""
    return _NUMBERS.sub(NUMBER, _SUITS.sub(SUIT, _SEATS.sub(SEAT, text)))


def runs(text: str) -> set[str]:
    """The short runs of characters of a story: of what it speaks at all."""
    said = plain(text)
    kinds = by_kind(said)
    found = {kinds[at : at + length] for length in (1, 2, 3, 4) for at in range(len(kinds) - length + 1)}
    found.update(f"'{said[at : at + length]}" for length in (2, 3) for at in range(len(said) - length + 1))
    return found


def features(text: str) -> set[str]:
    """What counts of a story: its runs, pairs of characters some way apart in their order, its kinds of clause, what it means."""
    said = plain(text)
    kinds = by_kind(said)
    pairs = {f"{kinds[at]}.{kinds[at + gap]}" for gap in range(2, FARTHEST + 1) for at in range(len(kinds) - gap)}
    return runs(text) | pairs | moods(text) | meanings(said)

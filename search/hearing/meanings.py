"""What people mean at a table, in whatever words: acts, persons, moments and things, each by the words for it.

Somebody who never wrote a sentence to learn from says it in words of his own, but of the same acts in the same order. So of each
story it also counts which of these it speaks of, and which comes after which.
"""

from __future__ import annotations

import re

NEAR = 4  # meanings from the first of a pair to the second

_WORDS = {
    "not_turn": (
        r"没轮到|没到(他|她|我|你|谁|西|东|南|北)|还没该|不该|不是该|轮不到|还不到|越过|越序|插队|先于"
        r"|不是(他|我|她)(出|叫|引|的牌)|没等"
    ),
    "whose_turn": r"该(轮到|谁|他|我|西|东|南|北|上家|下家|庄|明|对家)|轮(到|着)|本来(该|是)|应该",
    "too_soon": r"抢|手快|急|提前|太早|早了|过早|先(就|把|放|出|打|叫|引|拿|露|跟)|就先|赶在",
    "not_yet": r"还没|还未|没(等|完|齐|打完|叫完|出完|收|扣)|未",
    "after": r"已经|都.{0,4}了|过了|以后|之后|才发现|才(看|知|想)|回头|事后|后来",
    "noticed": r"发现|看出|才知|一查|一数|一看|一翻|查出|原来",
    "again": r"又|再|第二次|两次|重复|一遍|第三|第几|头一回|上回|之前|前面|有过",
    "change": r"改口|改叫|换成|换一|换过|改成|要改|改(?!正)|重出|重叫|重新",
    "slip": r"说错|口误|手误|手滑|拿错|抽错|带出|粘|滑",
    "take": r"收回|拿回|缩回|插回|抽回|撤回|收进|揣回|拣回|捡回|收了回|放回|撤",
    "shown": r"亮|露|翻|掉|朝上|看见|面朝|明着|瞅见|瞧见|看到|晃|正面|见着|碰倒|扣着|背面",
    "spread": r"摊|摆(开|出|了)|铺",
    "said": r"说|讲|念叨|嘟囔|喊|嚷|嘀咕|来一句|出声|吱声|嘴",
    "remind": r"提醒|告诉|指|点了|指点|让他|叫他(打|出|引)|教",
    "ask": r"问|多少|几张了|怎么|吗$",
    "manner": r"敲|咳|瞪|盯|眨|手势|点头|摇头|笑|叹|皱|表情|眼色|暗号|脚|语气|声调|哼",
    "think": r"慢|半天|想了|磨蹭|拖|愣|迟迟|犹豫|停|琢磨|考虑",
    "time": r"分钟|秒|点钟|超时|时间|计时|钟|几分了",
    "absent": r"迟到|没来|不来|缺席|路上|堵车|没到场|人没到|来晚|到齐",
    "quit": r"退赛|弃权|不打了|走人|退出|退了|弃",
    "too_many": r"多(一|出|了|拿|抓|摸|放|出来)?.{0,3}张|多了|多抓|多拿|多摸|十四张|二十八",
    "too_few": r"少(一|了|拿|抓|放|出)?.{0,3}张|少了|少抓|少摸|缺|丢|找不到|不见|十二张|二十六",
    "counts_cards": r"数(牌|了|来|一|下|出|着|过)|张数|几张",
    "cards_left": r"剩|还有.{0,2}张|余",
    "report": r"报",
    "not_reported": r"没报|忘(了)?报|不报|没吭|没吱|没说|没告",
    "end": r"打完|最后|结束|打光|走完|收完|装回|打到头|末了|末墩",
    "finished": r"头游|二游|三游|末游|上游|下游|双下|走了|出完|跑了",
    "score": r"分(?!钟)|比分|记分|得分|积分|成绩|填",
    "level": r"级|升|过A|打A|打[2-9jqka]|打到",
    "record": r"记(错|成|的|录|上|着)|登记|写(成|错|的)|算(错|成|多|少)|对不上|两种说法|签",
    "judge": r"裁判|裁决|判|罚",
    "warn": r"警告|违例|犯规",
    "official_error": r"判错|误判|罚错|判反|裁判.{0,6}(错|忘|漏)",
    "appeal": r"申诉|不服|复议|仲裁|上诉",
    "captain": r"领队|队长|教练",
    "partner": r"对家|同伴|搭档|自己人|伙伴|对面",
    "before_him": r"上家|前面|前家|右手|右边|右家|上手",
    "after_him": r"下家|后面|后家|左手|左边|左家|下手|后边",
    "opponent": r"对手|对方|人家|他们|咱们|我们",
    "speaker": r"我",
    "explain": r"解释|约定|说明|体系|约定卡|告知|意思",
    "alert": r"提醒卡|没提醒|蓝卡|alert",
    "claim": r"剩下|都是我|摊牌|认输|归我|归你|全是|全归|后面都|声称|不用打",
    "objection": r"不同意|不认|不干|不让|不接受|不行|反对|异议|不依",
    "accept": r"接受|认了|同意|就这样|没说什么|没意见",
    "lead": r"引|领|首攻|先出|起手|头一张|首引|接风|第一张",
    "follow": r"跟|垫|将吃|毙|管|压|盖|杀",
    "revoke": r"没跟|明明有|还有.{0,4}(花色|红|黑|方|梅|张)|藏|手里有|断门|没有(红|黑|方|梅)",
    "tribute": r"贡",
    "return": r"还牌|还(给|了|的|我|他|一张|张)|回贡",
    "resist": r"抗|两个大王|俩大王|双大王",
    "bottom": r"底|扣|埋",
    "trump": r"将|主|王|参谋",
    "declare_trump": r"亮主|定主|叫主|抢亮|反主|亮(了|出|个|张)?(二|2|级|王)",
    "revolution": r"革命",
    "throw": r"甩|摔",
    "bomb": r"炸|天王|同花顺|四王",
    "pattern": r"三带|顺|连对|三连|钢板|对子|单张|杂花|牌型",
    "shuffle": r"洗|切",
    "draw": r"摸|抓|揭|起牌",
    "deal": r"发牌|发(错|了|给|到|出|少|多)",
    "board": r"副|牌套|套|编号",
    "seat": r"坐错|坐反|座位|方向|换座|位置|坐到|坐",
    "onlooker": r"观众|旁边|看牌|路过|别桌|隔壁|外人|看热闹|围观|旁人",
    "dummy": r"明手",
    "declarer": r"庄",
    "passes": r"不叫|不要|过牌|过了|绿卡",
    "doubles": r"加倍|红卡|蓝卡|再加倍",
    "auction": r"叫牌|定约|无将|开叫",
    "at_once": r"同时|一起|一块|一齐",
    "wrong": r"错|不对|搞混|弄反|不合",
    "rude": r"骂|拍|摔|态度|吵|不服从|不听|推椅|扔|顶嘴|发火|摔牌|嚷嚷|冲着",
    "settled_among_them": r"私了|自己(商量|解决|定)|私下|算了|饶|别叫了|没叫裁判|不叫裁判|没喊",
    "penalty_card": r"罚张|罚牌|摊着|摆着|放在桌上|重牌|轻牌",
    "forbid": r"禁止|要求|不许|不准|不能|不让|必须|得(出|打|引)",
    "touches": r"碰|摸了|动了|整理|拿(别人|对家|了别)|翻看|看墩|翻墩|上一墩|赢墩",
    "signal": r"信号|暗示|暗号|通气|通牌|递话|传",
    "start": r"头一副|第一副|第一局|开局|首副|刚开始|赛前|没开打|开打",
    "session": r"轮|局|场|节",
    "is_it_allowed": r"能不能|可不可以|行不行|能吗|算不算|怎么算|怎么办|作数|有效",
}
_MEANINGS = tuple((name, re.compile(words)) for name, words in _WORDS.items())


def meanings(said: str) -> set[str]:
    """What a story, without spaces and punctuation, speaks of, and what of it comes soon after what."""
    found = sorted((match.start(), name) for name, words in _MEANINGS for match in words.finditer(said))
    names = [name for _, name in found]
    pairs = {f"@{one}>{other}" for at, one in enumerate(names) for other in names[at + 1 : at + 1 + NEAR]}
    return {f"@{name}" for name in names} | pairs

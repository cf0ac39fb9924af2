"""The picture of what happened, on paper: black on white, what matters by thick lines and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.papers.sheet import MM, ROOM
from app.ruling.pack import MARKS
from decision_trees.notation import JOKER_NAMES, PIPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.papers.sheet import Figure, Sheet
    from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place

NAME, WORD, TINY, RANK = 10.0, 8.0, 7.0, 9.5  # points
CARD_WIDTH, CARD_HEIGHT, MARKED = 6.4, 9.4, 2.4  # mm; so much higher where a card has a mark under it
GAP = 1.0
BETWEEN = 3.0  # mm, between seats at one side of the table
TABLE = 120.0  # mm, of the table with its seats
SIDE = 42.0  # mm, of what lies left and right of it
MIDDLE = TABLE - 2 * SIDE
CENTRE = ROOM / 2
TURN = 9.0  # mm, of the arrow that shows which way the turn goes round
THIN, THICK = 0.2, 0.6  # mm
CALL = 5.4  # mm, a line of the auction
_HEADED = 18  # mm, a heading with the least that stands under it
WRONG = 3.2  # mm more where a call is irregular


def print_picture(sheet: Sheet, picture: Picture, heading: str = "") -> None:
    """Draw a picture on a sheet with its heading, all on one page: where this one has no room, at the head of the next."""
    noted = sheet.measure(_noted(sheet, picture))[0] if picture.notes else 0.0
    height = (_HEADED if heading else 0) + noted + picture_height(picture) - _notes_height(picture)
    sheet.whole(height, lambda: _print(sheet, picture, heading))


def _noted(sheet: Sheet, picture: Picture) -> str:
    return sheet.say("　".join(f"{words} {value}".strip() for words, value in picture.notes))


def _print(sheet: Sheet, picture: Picture, heading: str) -> None:
    say = sheet.say
    sheet.keep((_HEADED if heading else 0) + _notes_height(picture) + (_table_height(picture) if picture.seated else 0))
    if heading:
        sheet.heading(heading)
    if picture.notes:
        sheet.text(_noted(sheet, picture))
    if picture.seated:
        _table(sheet, picture)
    for laid in picture.beside:
        then = picture.then(laid)
        figure = sheet.figure(_group_height(laid, ROOM, then) + GAP)
        _group(figure, laid, CENTRE, 0, ROOM, say, then)
    for auction in picture.auctions:
        _auction(sheet, picture, auction)


def picture_height(picture: Picture) -> float:
    """How high a picture is on a sheet, in mm, without a heading."""
    table = _table_height(picture) if picture.seated else 0
    beside = sum(_group_height(laid, ROOM, picture.then(laid)) + GAP for laid in picture.beside)
    return _notes_height(picture) + table + beside + sum(map(_auction_height, picture.auctions))


# The table


def _notes_height(picture: Picture) -> float:
    return 6.0 if picture.notes else 0.0


def _across(picture: Picture, seat: str) -> float:
    """How much room the cards at a seat have, in mm."""
    at = picture.around
    return SIDE if seat in (*at.left, *at.right) else ROOM


def _seat_height(picture: Picture, place: Place) -> float:
    room = _across(picture, place.seat)
    groups = sum(_group_height(each, room, picture.then(each)) + GAP for each in picture.before(place.seat))
    return _plate_height(place) + GAP + groups


def _heights(picture: Picture) -> tuple[float, float, float, float, float]:
    """How high what is above the table is, what is left of it, right of it, the middle of it all, and what is below."""
    high = {place.seat: _seat_height(picture, place) for place in picture.places}
    at = picture.around
    left, right = (sum(high[seat] for seat in side) + BETWEEN * (len(side) - 1) for side in (at.left, at.right))
    above = high[at.top] + GAP if at.top is not None else 0.0
    return above, left, right, max(left, right, _trick_height(picture)), high[at.bottom]


def _table_height(picture: Picture) -> float:
    above, _, _, middle, below = _heights(picture)
    return above + middle + below + 2 * GAP


def _table(sheet: Sheet, picture: Picture) -> None:
    places = {place.seat: place for place in picture.places}
    above, left, right, middle, _ = _heights(picture)
    at = picture.around
    figure = sheet.figure(_table_height(picture))

    def seat(letter: str, x: float, y: float, plate_last: bool = False) -> None:
        if not plate_last:
            y = _plate(figure, places[letter], x, y, sheet.say)
        for each in picture.before(letter):
            y = _group(figure, each, x, y, _across(picture, letter), sheet.say, picture.then(each)) + GAP
        if plate_last:
            _plate(figure, places[letter], x, y, sheet.say)

    def beside(letters: tuple[str, ...], x: float, high: float) -> None:
        y = above + (middle - high) / 2
        for letter in letters:
            seat(letter, x, y)
            y += _seat_height(picture, places[letter]) + BETWEEN

    if at.top is not None:
        seat(at.top, CENTRE, 0)
    beside(at.left, CENTRE - (TABLE - SIDE) / 2, left)
    beside(at.right, CENTRE + (TABLE - SIDE) / 2, right)
    _middle(figure, picture, above + (middle - _trick_height(picture)) / 2, sheet.say)
    seat(at.bottom, CENTRE, above + middle + GAP, plate_last=True)


def _lines(place: Place) -> list[tuple[str, bool]]:
    """What stands at a seat under its name: the words, and whether they stand out."""
    lines = [(f"！{words}", True) for words in place.doer]
    lines += [(f"→{words}", True) for words in place.turn]
    return [*lines, *((words, False) for words in place.marks)]


def _plate_height(place: Place) -> float:
    return NAME * MM * 1.5 + len(_lines(place)) * WORD * MM * 1.4 + 1.6


def _plate(figure: Figure, place: Place, x: float, y: float, say: Callable[[str], str]) -> float:
    lines = [(say(words), bold) for words, bold in _lines(place)]
    name = say(place.name)
    width = max([figure.width(name, NAME), *(figure.width(words, WORD) for words, _ in lines)]) + 4
    height = _plate_height(place)
    figure.box(x - width / 2, y, width, height, THICK if place.doer else THIN)
    figure.text(x, y + 0.6, name, NAME, bold=True)
    at = y + 0.6 + NAME * MM * 1.5
    for words, bold in lines:
        figure.text(x, at, words, WORD, bold=bold, grey=not bold)
        at += WORD * MM * 1.4
    return y + height + GAP


def _tag(laid: Laid) -> str:
    """What stands under a card of the trick."""
    return laid.act or (laid.words if laid.draw == "led" else "")


def _lying_height(laid: Laid, then: str) -> float:
    words = sum(map(bool, (_tag(laid), then)))
    return CARD_HEIGHT + (MARKED if _marked(laid) else 0) + words * TINY * MM * 1.5 + GAP


def _trick_rows(picture: Picture) -> tuple[float, list[float], float]:
    """How high the cards of the trick are: above, in each row beside the arrow, and below."""
    played = {each.seat: _lying_height(each, picture.then(each)) for each in picture.trick}
    at = picture.around
    rows = [max(played.get(left, 0.0), played.get(right, 0.0)) for left, right in zip(at.left, at.right, strict=True)]
    if sum(rows) < TURN:
        rows = [max(row, TURN / len(rows)) for row in rows] or [TURN]
    return played.get(at.top or "", 0.0), rows, played.get(at.bottom, 0.0)


def _trick_height(picture: Picture) -> float:
    upper, rows, lower = _trick_rows(picture)
    loose = sum(_group_height(each, MIDDLE, picture.then(each)) for each in picture.middle)
    return upper + sum(rows) + lower + 2 + loose


def _middle(figure: Figure, picture: Picture, y: float, say: Callable[[str], str]) -> None:
    upper, rows, lower = _trick_rows(picture)
    sides = sum(rows)
    width = MIDDLE - 4 if picture.trick or picture.middle else 16
    figure.box(CENTRE - width / 2, y, width, _trick_height(picture))
    y += 1
    turning = y + upper + sides / 2
    figure.turning(CENTRE, turning - 1.8, 2.2, picture.clockwise)
    figure.text(CENTRE, turning + 0.8, say("顺时针" if picture.clockwise else "逆时针"), TINY, grey=True)
    around = picture.around
    spots = {around.top: (CENTRE, y), around.bottom: (CENTRE, y + upper + sides)}
    for row, (left, right) in enumerate(zip(around.left, around.right, strict=True)):
        down = y + upper + sum(rows[:row])
        spots |= {left: (CENTRE - 11, down), right: (CENTRE + 11, down)}
    for laid in picture.trick:
        at, down = spots[laid.seat]
        _card(figure, laid.cards[0], at - CARD_WIDTH / 2, down, bool(laid.act), _marked(laid), say)
        under = down + CARD_HEIGHT + (MARKED if _marked(laid) else 0) + 0.2
        figure.text(at, under, say(_tag(laid)), TINY, bold=bool(laid.act))
        if then := picture.then(laid):
            figure.text(at, under + (TINY * MM * 1.5 if _tag(laid) else 0), say(f"→{then}"), TINY, bold=True)
    y += upper + sides + lower
    for laid in picture.middle:
        y = _group(figure, laid, CENTRE, y, MIDDLE, say, picture.then(laid))


# Cards


def _marked(laid: Laid) -> bool:
    return any(card.mark is not None for card in laid.cards)


def _rows(laid: Laid, room: float) -> list[Sequence[Card]]:
    most = max(1, int(room / (CARD_WIDTH + GAP)))
    return [laid.cards[at : at + most] for at in range(0, len(laid.cards), most)]


def _group_height(laid: Laid, room: float, then: str) -> float:
    row = CARD_HEIGHT + (MARKED if _marked(laid) else 0) + GAP
    return (2 if then else 1) * WORD * MM * 1.5 + len(_rows(laid, room)) * row


def _group(
    figure: Figure, laid: Laid, x: float, y: float, room: float, say: Callable[[str], str], then: str = ""
) -> float:
    """Draw cards that lie together around ``x``, and what becomes of them; where they end."""
    said = laid.words if laid.act in ("", laid.words) else f"{laid.words}（{laid.act}）"
    figure.text(x, y, say(said), WORD, bold=bool(laid.act) or laid.draw == "penalty")
    at = y + WORD * MM * 1.5
    for cards in _rows(laid, room):
        left = x - (len(cards) * (CARD_WIDTH + GAP) - GAP) / 2
        for card in cards:
            _card(figure, card, left, at, bool(laid.act) or laid.draw == "penalty", _marked(laid), say)
            left += CARD_WIDTH + GAP
        at += CARD_HEIGHT + (MARKED if _marked(laid) else 0) + GAP
    if then:
        figure.text(x, at - GAP, say(f"→{then}"), WORD, bold=True)
        at += WORD * MM * 1.5
    return at


def _card(figure: Figure, card: Card, x: float, y: float, thick: bool, marked: bool, say: Callable[[str], str]) -> None:
    joker = card.code in JOKER_NAMES
    pip = card.sign[1:] if joker else PIPS[card.code[0]]
    rank = card.sign[:1] if joker else card.sign.removeprefix(pip)
    figure.box(x, y, CARD_WIDTH, CARD_HEIGHT + (MARKED if marked else 0), THICK if thick else THIN)
    middle = x + CARD_WIDTH / 2
    figure.text(middle, y + 0.2, say(rank), RANK, bold=True)
    figure.text(middle, y + 4.2, say(pip), RANK)
    if card.mark is not None:
        figure.text(middle, y + CARD_HEIGHT - 1.0, say(MARKS[card.mark]), TINY, grey=True)


# The auction


def _row_height(row: tuple[tuple[Call, ...], ...]) -> float:
    return max(sum(CALL + (WRONG if call.wrong else 0) for call in place) for place in row) + 0.8


def _auction_height(auction: Calls) -> float:
    return WORD * MM * 1.5 + CALL + sum(map(_row_height, auction.rows)) + 4


def _auction(sheet: Sheet, picture: Picture, auction: Calls) -> None:
    names = {place.seat: place.name for place in picture.places}
    say = sheet.say
    whole = _auction_height(auction) - 2
    figure = sheet.figure(whole + 2)
    left = CENTRE - TABLE / 2
    figure.box(left, 0, TABLE, whole)
    share = TABLE / len(auction.order)
    figure.text(CENTRE, 0.4, say(auction.words), WORD, grey=True)
    y = WORD * MM * 1.5
    for column, seat in enumerate(auction.order):
        figure.text(left + (column + 0.5) * share, y, say(names[seat]), NAME, bold=True)
    y += CALL
    for row in auction.rows:
        for column, place in enumerate(row):
            at, x = y, left + (column + 0.5) * share
            for call in place:
                if call.wrong:
                    figure.box(x - share / 2 + 1.5, at, share - 3, CALL + WRONG - 0.4, THICK)
                    figure.text(x, at + CALL - 0.6, say(call.wrong), TINY, bold=True)
                figure.text(x, at, say(call.sign), NAME)
                at += CALL + (WRONG if call.wrong else 0)
        y += _row_height(row)

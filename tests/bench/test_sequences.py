"""Tests of the deals and endings used for comparisons."""

from __future__ import annotations

import numberdrop as nd
import sequences


def test_the_deals_are_the_first_of_each_class() -> None:
    written = sequences.load_sequences()
    assert len(written) == 24
    assert written == sequences.find_sequences()
    for name, deal in written:
        assert deal == nd.deal(deal.recipe)
        assert sequences.class_of(deal) == name


def test_the_endings_are_of_these_deals_and_in_play() -> None:
    deals = {deal.recipe: deal for _, deal in sequences.load_sequences()}
    for turns in sequences.TURNS_LEFT:
        endings = sequences.load_endings(turns)
        assert len({ending.recipe for ending in endings}) == len(endings) == 12
        for ending in endings:
            position, deal = ending.position, deals[ending.recipe]
            assert not position.is_over()
            assert [shape for shape, _, _ in position.tiles] == list(deal.tiles)
            first = position.turn - 1
            assert ending.rolls == deal.rolls[first : first + turns]


def test_endings_can_be_made_again() -> None:
    [(_, deal), *_] = sequences.load_sequences()
    endings = list(sequences.play_endings(deal))
    assert [len(ending.rolls) for ending in endings] == list(sequences.TURNS_LEFT)
    for ending in endings:
        assert sequences.read_ending(str(ending)) == ending
        assert ending.rolls == deal.rolls[ending.position.turn - 1 :][: len(ending.rolls)]

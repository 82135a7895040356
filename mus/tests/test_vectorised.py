"""The NumPy path judges as the scalar one does: all pairs of classes, and random deals."""

from itertools import chain

import pytest

from mus import deal_judge, holding_classes

np = pytest.importorskip("numpy")
both_packs = pytest.mark.parametrize("kings", [8, 4], ids=["eight kings", "four kings"])


def scalar(deals: object, kings: int) -> object:
    judge = deal_judge(kings)
    told = chain.from_iterable(judge(*deal) for deal in deals.T.tolist())  # type: ignore[attr-defined]
    return np.fromiter(told, dtype=np.int8).reshape(-1, 4)


@both_packs
@pytest.mark.parametrize("places", [(0, 1, 0, 1), (1, 1, 0, 0)], ids=["in turn", "by sides"])
def test_W1_to_W6_all_pairs_of_classes(kings: int, places: tuple[int, ...]) -> None:
    from mus.vectorised import judge_deals

    count = len(holding_classes(kings))
    pairs = np.indices((count, count)).reshape(2, -1)
    deals = pairs[list(places)]
    assert (judge_deals(*deals, kings=kings) == scalar(deals, kings)).all()


@both_packs
@pytest.mark.parametrize("dtype", ["int64", "int16", "uint16"])
def test_random_deals_of_any_integer_type(kings: int, dtype: str) -> None:
    from mus.vectorised import judge_deals

    count = len(holding_classes(kings))
    deals = np.random.default_rng(40).integers(count, size=(4, 50_000)).astype(dtype)
    judged = judge_deals(*deals, kings=kings)
    assert judged.dtype == np.int8
    assert (judged == scalar(deals, kings)).all()


def test_lists_no_deals_and_one_deal_are_judged_too() -> None:
    from mus.vectorised import judge_deals

    assert judge_deals([0], [1], [2], [3]).tolist() == [list(deal_judge(8)(0, 1, 2, 3))]
    empty = np.array([], dtype=int)
    assert judge_deals(empty, empty, empty, empty).shape == (0, 4)


@pytest.mark.parametrize("number", [-1, 330])
def test_a_number_that_is_no_class_is_refused(number: int) -> None:
    from mus.vectorised import judge_deals

    with pytest.raises(IndexError, match="0 to 329"):
        judge_deals([0, 0], [0, number], [0, 0], [0, 0])
    assert len(judge_deals([0], [329], [0], [0])) == 1


def test_arrays_of_different_lengths_are_refused() -> None:
    from mus.vectorised import judge_deals

    with pytest.raises(
        ValueError, match=r"^four arrays of one length are needed, one class number a deal$"
    ):
        judge_deals([0, 1], [0], [0, 1], [0, 1])

"""Ratings by the classical iteration of Zermelo and Ford: slow, obvious, and never overshooting."""

from math import exp, log, sqrt


def elo(players, points):
    """Ratings with mean 0 from {(player, opponent): points}, one imagined draw for each two who met."""
    met = {frozenset(pair) for pair in points}
    scored = {(a, b): points.get((a, b), 0) + 0.5 for pair in met for a in pair for b in pair if a != b}
    strength = dict.fromkeys(players, 1.0)
    for _ in range(3000):
        for a in players:
            opponents = [b for b in players if (a, b) in scored]
            won = sum(scored[a, b] for b in opponents)
            faced = sum((scored[a, b] + scored[b, a]) / (strength[a] + strength[b]) for b in opponents)
            strength[a] = won / faced
    ratings = {a: 400 / log(10) * log(strength[a]) for a in players}
    mean = sum(ratings.values()) / len(players)
    return {a: rating - mean for a, rating in ratings.items()}


def standard_error_of_two(wins, losses):
    """Of a rating above the mean of two players, by the textbook variance of log-odds."""
    wins, losses = wins + 0.5, losses + 0.5
    odds = log(wins / losses)
    chance = 1 / (1 + exp(-odds))
    return 400 / log(10) / 2 / sqrt((wins + losses) * chance * (1 - chance))

"""Random games of OpenSpiel, for the benchmarks of Rulebook.

Reads one request a line, answers with one line:
  lengths GAME COUNT SEED    plays games here; tells how many moves players made
                             and how many times dice were rolled
  rollouts GAME COUNT SEED   lets OpenSpiel play games by itself, in C++; tells
                             this thread's CPU time in nanoseconds, and by how
                             many games player 0 was ahead

The rollouts are those of a Monte Carlo search with a single simulation: it does
nothing else than to play COUNT random games from the state that it is given.
"""
import random
import sys
import time

sys.path.insert(0, sys.argv[1])
import pyspiel


def start(game, dice):
    state = game.new_initial_state()
    if state.is_chance_node():
        # A search wants to know whose turn it is.
        state.apply_action(roll(state, dice))
    return state


def roll(state, dice):
    actions, chances = zip(*state.chance_outcomes())
    return dice.choices(actions, chances)[0]


def lengths(game, count, dice):
    moves = rolls = 0
    for _ in range(count):
        state = start(game, dice)
        rolls += 1
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(roll(state, dice))
                rolls += 1
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                moves += 1
    return moves, rolls


def rollouts(game, count, seed, dice):
    state = start(game, dice)
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
    begin = time.thread_time_ns()
    root = bot.mcts_search(state)
    took = time.thread_time_ns() - begin
    assert root.explore_count == 1 and not root.children, "more than one simulation"
    # The reward is a mean, seen by the player whose turn it is.
    ahead = root.total_reward if state.current_player() == 0 else -root.total_reward
    return took, round(ahead * count)


games = {}
for line in sys.stdin:
    what, name, count, seed = line.split()
    game = games.setdefault(name, pyspiel.load_game(name))
    dice = random.Random(int(seed))
    if what == "lengths":
        answer = lengths(game, int(count), dice)
    else:
        answer = rollouts(game, int(count), int(seed), dice)
    print(*answer, flush=True)

"""Games of pettingzoo and moves of chess, for the benchmarks of Rulebook.

Reads one request a line, answers with one line of numbers, the first of which is
this thread's CPU time in nanoseconds:
  connect-four GAMES SEED   steps through random games by their action masks;
                            tells how many moves were made, and how many games
                            the first player, the second player and nobody won
  perft DEPTH 0             counts leaves of chess
"""
import importlib
import random
import sys
import time

sys.path.insert(0, sys.argv[1])


def connect_four(count, seed):
    env = libraries["connect-four"].env()
    dice = random.Random(seed)
    moves = first = second = draws = 0
    for _ in range(count):
        env.reset()
        while not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(dice.choice([action for action in range(7) if mask[action]]))
            moves += 1
        reward = env.rewards["player_0"]
        first += reward > 0
        second += reward < 0
        draws += reward == 0
    return moves, first, second, draws


def leaves(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in list(board.legal_moves):
        board.push(move)
        count += leaves(board, depth - 1)
        board.pop()
    return count


def perft(depth, _):
    return (leaves(libraries["perft"].Board(), depth),)


answers = {"connect-four": connect_four, "perft": perft}
modules = {"connect-four": "pettingzoo.classic.connect_four_v3", "perft": "chess"}
libraries = {}
for line in sys.stdin:
    what, first, second = line.split()
    if what not in libraries:
        libraries[what] = importlib.import_module(modules[what])
    begin = time.thread_time_ns()
    answer = answers[what](int(first), int(second))
    took = time.thread_time_ns() - begin
    print(took, *answer, flush=True)

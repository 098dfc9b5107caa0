"""Random games of OpenSpiel, every turn with all the positions it can end in.

Called with the folder that OpenSpiel is in, a number of games and a seed. For
every turn it prints one line with four parts between bars: the dice; the
position before; the position after the play that was chosen, and who has won
by it (0 and 1, the player to move being 0) or a minus; and the positions in
which the turn can end. A position is the checkers of the player to move on
points 1 to 24 and the bar, and then the same of the opponent.
"""
import random
import sys

sys.path.insert(0, sys.argv[1])
import pyspiel

BAR = 100


def side(state, player):
    points = [state.board(player, point) for point in range(24)]
    return (points if player == 1 else points[::-1]) + [state.board(player, BAR)]


def board(state, player):
    return " ".join(str(n) for n in side(state, player) + side(state, 1 - player))


def goes_on(state, player):
    """A double is played as two turns of one player."""
    return not state.is_terminal() and state.current_player() == player


def ends(state, player, found):
    for action in state.legal_actions():
        child = state.child(action)
        if goes_on(child, player):
            ends(child, player, found)
        else:
            found.add(board(child, player))


def winner(state, player):
    if not state.is_terminal():
        return "-"
    return 0 if state.returns()[player] > 0 else 1


def turn(state, dice):
    player = state.current_player()
    rolled = str(state).split("Dice: ")[1].split("\n")[0]
    before, found = board(state, player), set()
    ends(state, player, found)
    state.apply_action(dice.choice(state.legal_actions()))
    while goes_on(state, player):
        state.apply_action(dice.choice(state.legal_actions()))
    after = f"{board(state, player)} {winner(state, player)}"
    print(rolled, before, after, ";".join(sorted(found)), sep="|")


def main():
    game = pyspiel.load_game("backgammon")
    dice = random.Random(int(sys.argv[3]))
    for _ in range(int(sys.argv[2])):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(actions, chances)[0])
            else:
                turn(state, dice)


main()

// Games of boardgame.io and moves of chess.js, for the benchmarks of Rulebook.
//
// Reads one request a line, answers with one line of numbers, the first of which
// is this process's CPU time in nanoseconds (garbage is collected by other
// threads, so it is the whole process's):
//   tic-tac-toe GAMES    plays games that are given as digits, one for each move;
//                        tells how many moves were made, and how many games the
//                        first player, the second player and nobody won
//   rewind MOVES STEPS   goes to each of the steps in a game of so many moves,
//                        and tells the sum of what it found there
//   perft DEPTH          counts leaves of chess
"use strict";
const path = require("node:path");
const folder = path.resolve(process.argv[2], "node_modules");
const load = (name) => require(path.join(folder, name));
const { Client } = load("boardgame.io/dist/cjs/client.js");
const { INVALID_MOVE } = load("boardgame.io/dist/cjs/core.js");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const whole = ([a, b, c]) =>
      G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c];
    if (LINES.some(whole)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const counter = {
  name: "counter",
  setup: () => ({ total: 0, actions: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, amount) => {
      G.total += amount;
      G.actions += 1;
    },
  },
};

const quiet = (game) => {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  return client;
};

const timed = (work) => {
  const begin = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(begin);
  return [(user + system) * 1000, ...answer];
};

// One client for all games, set back after each: ours is rewound, too.
const client = quiet(ticTacToe);

const playAll = (games) => {
  let [moves, first, second, draws] = [0, 0, 0, 0];
  for (const game of games) {
    for (const cell of game) client.moves.mark(Number(cell));
    const { ctx, _stateID } = client.getState();
    moves += _stateID;
    if (ctx.gameover?.draw) draws += 1;
    else if (ctx.gameover?.winner === "0") first += 1;
    else if (ctx.gameover?.winner === "1") second += 1;
    client.reset();
  }
  return [moves, first, second, draws];
};

// A rewind as its own panel for developers does it: every move of the log is made
// again, from the start.
const rewound = (client, step) => {
  const { initial, log } = { initial: client.getInitialState(), log: client.log };
  let state = initial;
  let made = 0;
  for (const { action, automatic } of log) {
    if (made === step) break;
    if (automatic) continue;
    state = client.reducer(state, action);
    made += 1;
  }
  return state.G.total;
};

const long = new Map();
const gameOf = (moves) => {
  if (!long.has(moves)) {
    const client = quiet(counter);
    for (let n = 0; n < moves; n += 1) client.moves.add((n % 8) + 1);
    long.set(moves, client);
  }
  return long.get(moves);
};

const leaves = (board, depth) => {
  if (depth === 0) return 1;
  let count = 0;
  for (const move of board.moves({ verbose: true })) {
    board.move(move);
    count += leaves(board, depth - 1);
    board.undo();
  }
  return count;
};

const answers = {
  "tic-tac-toe": (games) => timed(() => playAll(games.split(","))),
  rewind: (moves, steps) => {
    const client = gameOf(Number(moves));
    const all = steps.split(",").map(Number);
    return timed(() => [all.reduce((sum, step) => sum + rewound(client, step), 0)]);
  },
  perft: (depth) => {
    const { Chess } = load("chess.js");
    return timed(() => [leaves(new Chess(), Number(depth))]);
  },
};

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [what, ...rest] = line.split(" ");
  process.stdout.write(`${answers[what](...rest).join(" ")}\n`);
});

// Generated from the server's types: change them in crates/rulebook-server/src/wire,
// then run `RULEBOOK_BLESS=1 cargo test -p rulebook-server --lib`.

/**
 * Everything that was proposed and what became of it.
 */
export type Account = {
/**
 * Every proposed event.
 */
lines: Array<AccountLine>,
/**
 * What guards announced.
 */
announcements: Array<Announcement>,
/**
 * The triggers that fired.
 */
fired: Array<Fired>,
/**
 * The standing rules of each round of rest, by name.
 */
rounds: Array<Array<string>>, };

/**
 * A proposed event and what became of it.
 */
export type AccountLine = {
/**
 * Its place in the account, from zero.
 */
index: number,
/**
 * The line that led to it.
 */
caused_by: number | null,
/**
 * What was proposed.
 */
proposed: string,
/**
 * What it came to in the end, if that is something else.
 */
became: string | null,
/**
 * What became of it: `applied`, `prevented`, `replaced`, `skipped`,
 * `impossible`, `vanished`, `fizzled`, `rolled back` or `not settled`.
 */
fate: string,
/**
 * The guards that settled its fate.
 */
by: Array<string>,
/**
 * The line with which it fell.
 */
fell_with: number | null,
/**
 * The group with which it stands or falls, in words.
 */
group: string | null,
/**
 * Why it was proposed.
 */
because: Because,
/**
 * The guards that were considered, in order.
 */
considered: Array<Considered>,
/**
 * Its place among the applied events.
 */
applied: number | null, };

/**
 * Submits an action.
 */
export type ActionRequest = {
/**
 * Names this request: a repeated one is answered the same and applied
 * once, and one that asks something else is refused. Up to 64 letters,
 * digits and hyphens.
 */
id: string,
/**
 * The node at which to act.
 */
at: number,
/**
 * Who acts.
 */
by: string,
/**
 * The action, as a person writes it.
 */
action: string, };

/**
 * What a guard announced.
 */
export type Announcement = {
/**
 * The guard, and the source that carries it.
 */
by: string,
/**
 * How much it prevented.
 */
amount: number,
/**
 * How much was left.
 */
left: number,
/**
 * The lines that it prevented.
 */
prevented: Array<number>,
/**
 * The lines that fell with them.
 */
fell: Array<number>,
/**
 * All of it in words.
 */
words: string, };

/**
 * The one answer to a request.
 */
export type Answer = {
/**
 * The request.
 */
id: string, } & ({ "status": "accepted",
/**
 * The new node.
 */
node: NodeLine, } | { "status": "unchanged" } | { "status": "pending",
/**
 * The choice.
 */
choice: Choice, } | { "status": "withdrawn" } | { "status": "refused",
/**
 * `invalid`, `disallowed` or `aborted`.
 */
refusal: string,
/**
 * A word for programs: the first reason's code, or one of the
 * engine's, such as `OVER`.
 */
code: string,
/**
 * The check, rule or invariant of the book that refused it, by name, the
 * first of several. `engine` if it was none of them, such as after the
 * end of a game; `studio` if it never came to the game.
 */
rule: string,
/**
 * All reasons in sentences.
 */
message: string,
/**
 * Each reason, with the check or rule that gave it.
 */
reasons: Array<Reason>, } | { "status": "fault",
/**
 * What happened.
 */
message: string, });

/**
 * Answers a choice that is pending.
 */
export type AnswerRequest = {
/**
 * Names this request.
 */
id: string,
/**
 * The node at which the choice is pending.
 */
at: number,
/**
 * Who answers.
 */
by: string,
/**
 * Which choice.
 */
choice: string,
/**
 * The option, by number.
 */
option: number, };

/**
 * Why a call failed.
 */
export type ApiError = {
/**
 * A word for programs, such as `no_such_match`.
 */
code: string,
/**
 * A sentence for people that says what to do.
 */
message: string,
/**
 * More, where there is more to say.
 */
details: string | null, };

/**
 * A backgammon board.
 */
export type Backgammon = {
/**
 * The points 1 to 24 as seat 0 counts them: its checkers are positive,
 * the other's negative.
 */
points: Array<number>,
/**
 * The checkers on the bar, by seat.
 */
bar: [number, number],
/**
 * The checkers borne off, by seat.
 */
off: [number, number],
/**
 * The doubling cube.
 */
cube: Cube,
/**
 * The dice as they fell: two, four of a double, or none.
 */
dice: Array<number>,
/**
 * The dice that are left to play.
 */
left: Array<number>,
/**
 * Whose turn it is.
 */
side: string,
/**
 * What is to be done, in a word.
 */
stage: string,
/**
 * The points of the match so far, by seat.
 */
score: [number, number],
/**
 * How many points win the match. None if it is played for money.
 */
goal: number | null,
/**
 * Whether this is the game without the cube.
 */
crawford: boolean,
/**
 * What was offered by resigning, in a word.
 */
resigned: string | null, };

/**
 * Why an event was proposed.
 */
export type Because = {
/**
 * `rule`, `cost`, `leaving`, `entering`, `replacement`, `rider`,
 * `charge`, `trigger` or `standing`.
 */
kind: string,
/**
 * The same in words, with names.
 */
words: string,
/**
 * The firing that led to it, for a trigger.
 */
firing: number | null,
/**
 * The round of rest that led to it, for a standing rule.
 */
round: number | null, };

/**
 * A bidder of a night market.
 */
export type Bidder = {
/**
 * Who.
 */
seat: string,
/**
 * The coins; below zero, those that are owed.
 */
coins: number,
/**
 * Up to how many coins more may be bid than there are.
 */
credit: number,
/**
 * Whether the charm is not used yet.
 */
charm: boolean,
/**
 * The lanterns, by colour.
 */
lanterns: Array<string>,
/**
 * What all of it is worth now.
 */
points: number,
/**
 * Whether a bid is sealed.
 */
sealed: boolean,
/**
 * What it says, if the viewer may know.
 */
bid: SealedBid | null, };

/**
 * A game's book, to look at.
 */
export type Book = {
/**
 * The game.
 */
game: string,
/**
 * The book itself as the outermost phase.
 */
outline: BookNode,
/**
 * The checks, gate by gate.
 */
checks: Array<CheckLine>,
/**
 * The guards.
 */
guards: Array<Named>,
/**
 * The triggers.
 */
triggers: Array<Named>,
/**
 * The standing rules.
 */
standing: Array<Named>,
/**
 * The invariants.
 */
invariants: Array<Named>,
/**
 * The steps of the turn, in order.
 */
steps: Array<Named>,
/**
 * What the analysis has to say.
 */
findings: Array<Finding>, };

/**
 * A phase or a rule of a book.
 */
export type BookNode = {
/**
 * Which of the two.
 */
kind: BookNodeKind,
/**
 * Its own name; the book's for the outermost phase.
 */
name: string,
/**
 * Its full name, as coverage and decisions have it; empty for the
 * outermost phase.
 */
path: string,
/**
 * How a phase chooses among its children.
 */
strategy: string | null,
/**
 * Its priority, if it has one.
 */
priority: string | null,
/**
 * Its label, if it has one.
 */
label: string | null,
/**
 * Its exclusivity group, if it is in one.
 */
group: string | null,
/**
 * What must hold for a phase to be active.
 */
predicates: Array<string>,
/**
 * What must hold for a rule to match, where the book names it.
 */
conditions: Array<string>,
/**
 * What is in a phase, in the order of the book.
 */
children: Array<BookNode>, };

/**
 * Phase or rule.
 */
export type BookNodeKind = "phase" | "rule";

/**
 * Has a bot (or chance) act for whoever is to act.
 */
export type BotRequest = {
/**
 * Names this request.
 */
id: string,
/**
 * The node at which to act.
 */
at: number,
/**
 * For whom. If absent: for whose turn it is, otherwise for the first bot
 * that can act.
 */
by?: string, };

/**
 * A value that changed.
 */
export type Change = {
/**
 * Where it stands in the state, such as `players[0].hand[2]`.
 */
path: string,
/**
 * What it was. None if it was not there.
 */
before: string | null,
/**
 * What it is. None if it is gone.
 */
after: string | null, };

/**
 * A check of a book.
 */
export type CheckLine = {
/**
 * The gate at which it stands.
 */
gate: string,
/**
 * Its name.
 */
name: string,
/**
 * How firmly: `hard`, `liftable` or `prohibition`.
 */
force: string,
/**
 * The exceptions that could lift it.
 */
exceptions: Array<string>, };

/**
 * What one check says.
 */
export type CheckReport = {
/**
 * The check's name.
 */
name: string,
/**
 * `hard`, `liftable` or `prohibition`.
 */
force: string,
/**
 * `passed`, `failed`, `lifted`, `not_reached` or `panicked`.
 */
standing: string,
/**
 * The exception that lifts it.
 */
lifted_by: string | null,
/**
 * Its reasons, also if it was lifted.
 */
reasons: Array<Reason>,
/**
 * The exceptions that could lift it, whether or not they do now.
 */
exceptions: Array<string>,
/**
 * What it said when it panicked.
 */
message: string | null, };

/**
 * A chess board.
 */
export type Chess = {
/**
 * The position as FEN.
 */
fen: string,
/**
 * The last move, such as `e2e4`.
 */
last: string | null,
/**
 * Where a king stands in check.
 */
check: string | null, };

/**
 * A choice that is pending. For a viewer who is not asked there is neither
 * question nor option.
 */
export type Choice = {
/**
 * Names it.
 */
id: string,
/**
 * Who must choose.
 */
seat: string,
/**
 * The question.
 */
question: string,
/**
 * The options, in order.
 */
options: Array<string>, };

/**
 * A guard that was considered.
 */
export type Considered = {
/**
 * The guard, and the source that carries it.
 */
guard: string,
/**
 * What it said: `forbade`, `prevented`, `could_not_prevent`, `modified`,
 * `redirected`, `replaced`, `passed`, `declined`, `condition_false`,
 * `no_charges`, `applied_before`, `could_not_save` or `not_reached`.
 */
stance: string,
/**
 * The same in words.
 */
words: string,
/**
 * What it changed the event to.
 */
became: string | null, };

/**
 * What of a book has fired in some games.
 */
export type Coverage = {
/**
 * In how many games.
 */
games: number,
/**
 * How many actions were committed.
 */
committed: number,
/**
 * How many were refused.
 */
refused: number,
/**
 * How many changed nothing.
 */
unchanged: number,
/**
 * How many ended in a fault.
 */
faults: number,
/**
 * How much of the book has fired, of a hundred.
 */
percent: number,
/**
 * Each rule, check and so on.
 */
rows: Array<CoverageRow>, };

/**
 * How often one thing of a book has fired.
 */
export type CoverageRow = {
/**
 * What it is: `rule`, `phase`, `cost`, `check`, `exception`, `guard`,
 * `trigger`, `standing`, `entering`, `leaving` or `reason`.
 */
kind: string,
/**
 * Its full name.
 */
name: string,
/**
 * How often it fired.
 */
fired: number,
/**
 * How often of these it refused.
 */
refused: number,
/**
 * What a rule with an answer of its own has never done, although it fired:
 * `matched` or `refused`. Whether it could, only its author knows.
 */
lacks: string | null,
/**
 * How often it was asked, where that is counted.
 */
asked: number | null, };

/**
 * A doubling cube.
 */
export type Cube = {
/**
 * What it shows.
 */
value: number,
/**
 * Who may turn it. None in the middle.
 */
owner: string | null,
/**
 * Who offers it now.
 */
offered_by: string | null, };

/**
 * Everything for and against an action.
 */
export type Decision = {
/**
 * Who acts.
 */
by: string,
/**
 * The action.
 */
action: string,
/**
 * Whether it is accepted.
 */
legal: boolean,
/**
 * What comes of it.
 */
forecast: Forecast,
/**
 * The gates, in the order in which they are passed.
 */
gates: Array<GateReport>,
/**
 * Every rule of the book and what it comes to.
 */
rules: Array<RuleReport>,
/**
 * What it sets off, in a game with reactions.
 */
account: Account | null,
/**
 * All of it as text.
 */
text: string, };

/**
 * Where a game first goes another way than its record says.
 */
export type Diverged = {
/**
 * The frame, from one.
 */
frame: number,
/**
 * Its action.
 */
action: string,
/**
 * What the record says.
 */
expected: string,
/**
 * What happens.
 */
found: string,
/**
 * The lines of the state that differ, side by side.
 */
differences: Array<Change>,
/**
 * What they are compared with: `recorded`, the state in the record, or
 * `before`, the state before the frame, if the record keeps none.
 */
against: string | null,
/**
 * What is to be said of the record besides: where its chain breaks, or
 * that it was made with another version of the rules.
 */
remark: string | null, };

/**
 * A board to draw.
 */
export type Drawing = { "kind": "chess" } & Chess | { "kind": "backgammon" } & Backgammon | { "kind": "grid" } & Grid | { "kind": "duels" } & Duels | { "kind": "market" } & Market | { "kind": "generic",
/**
 * The board as text.
 */
text: string, } | { "kind": "own",
/**
 * Its name.
 */
name: string,
/**
 * What it draws.
 */
value: unknown, };

/**
 * A card of Duels.
 */
export type DuelCard = {
/**
 * Its number on this table.
 */
id: number,
/**
 * Its name.
 */
name: string,
/**
 * What it is, in a word.
 */
kind: string,
/**
 * Its class, in a word.
 */
class: string | null,
/**
 * Its attack as it is now.
 */
atk: number | null,
/**
 * Its defence as it is now.
 */
def: number | null,
/**
 * Its speed as it is now.
 */
spd: number | null,
/**
 * Its wounds.
 */
wounds: number,
/**
 * Its statuses.
 */
statuses: Array<DuelStatus>,
/**
 * What its shield still stops.
 */
shield: number,
/**
 * What it says, line by line.
 */
says: Array<string>,
/**
 * What it is granted by others now, line by line.
 */
powers: Array<string>, };

/**
 * A lane of Duels.
 */
export type DuelLane = {
/**
 * What is left of it.
 */
left: number,
/**
 * What it had.
 */
of: number, };

/**
 * An order of Duels.
 */
export type DuelOrder = {
/**
 * The card that got it, by number.
 */
card: number,
/**
 * The order in words.
 */
words: string, };

/**
 * A player of Duels.
 */
export type DuelSide = {
/**
 * Who.
 */
seat: string,
/**
 * The Champion, by number.
 */
champion: number,
/**
 * What the viewer sees of the hand.
 */
hand: Array<DuelCard>,
/**
 * How many cards are in the hand.
 */
hand_count: number,
/**
 * How many cards are in the deck.
 */
deck_count: number,
/**
 * The discard pile, oldest first.
 */
discard: Array<DuelCard>,
/**
 * The front row, lane by lane.
 */
front: Array<DuelCard | null>,
/**
 * The back row, lane by lane.
 */
back: Array<DuelCard | null>,
/**
 * The lanes.
 */
lanes: Array<DuelLane>,
/**
 * The orders that the viewer sees.
 */
orders: Array<DuelOrder>,
/**
 * How many orders there are, if the viewer may know.
 */
orders_count: number | null,
/**
 * How much its protectors take over.
 */
protection: number, };

/**
 * A status of a card of Duels.
 */
export type DuelStatus = {
/**
 * Its name.
 */
name: string,
/**
 * After how many of its player's turns it ends.
 */
ends: number, };

/**
 * A table of Duels.
 */
export type Duels = {
/**
 * Which turn it is.
 */
turn: number,
/**
 * The step of the turn, in a word.
 */
station: string,
/**
 * The active seat.
 */
active: string,
/**
 * The card that acts now, by number.
 */
acting: number | null,
/**
 * Both players.
 */
sides: Array<DuelSide>, };

/**
 * An event and what it changed.
 */
export type EventLine = {
/**
 * Its place in the frame, from zero.
 */
index: number,
/**
 * As a person tells it.
 */
text: string,
/**
 * Its kind. Empty for a viewer.
 */
kind: string,
/**
 * Where it came from, in words. Empty for a viewer.
 */
origin: string,
/**
 * What became of it.
 */
fate: string,
/**
 * Its line in the account.
 */
line: number | null,
/**
 * What it changed in the state. Nothing for a viewer.
 */
changes: Array<Change>, };

/**
 * What the analysis of a book has found.
 */
export type Finding = {
/**
 * What kind of finding it is.
 */
kind: string,
/**
 * How certain it is: `proved`, `suspected` or `unknown`.
 */
certainty: string,
/**
 * What it is about.
 */
about: string,
/**
 * The rules that it names, by full name.
 */
rules: Array<string>,
/**
 * All of it in a sentence.
 */
why: string,
/**
 * A case in which it shows, if one is known.
 */
witness: string | null, };

/**
 * A trigger that fired.
 */
export type Fired = {
/**
 * The trigger's name.
 */
trigger: string,
/**
 * The source that carries it.
 */
source: string | null,
/**
 * The lines that it saw.
 */
lines: Array<number>,
/**
 * What came of it: `waiting`, `resolved` or `condition_false`.
 */
came_to: string,
/**
 * All of it in words.
 */
words: string, };

/**
 * What comes of an action.
 */
export type Forecast = {
/**
 * `commit`, `no_change`, `refused`, `choice`, `dice` or `fault`.
 */
kind: string,
/**
 * In words.
 */
words: string,
/**
 * The rules that decide, by full name.
 */
rules: Array<string>, };

/**
 * A game that can be played here.
 */
export type GameInfo = {
/**
 * Its name, as one writes it on a command line.
 */
name: string,
/**
 * The game in one sentence.
 */
about: string,
/**
 * How many people play.
 */
seats: number,
/**
 * How a position is written.
 */
positions: string,
/**
 * How an action is written: what is said to whoever writes one wrongly.
 */
moves: string,
/**
 * How it is drawn: `chess`, `backgammon`, `grid`, `duels`, `market`,
 * `generic`, or a name of the author's own.
 */
drawing: string,
/**
 * Whether the seats see different things.
 */
hidden: boolean,
/**
 * Who can sit at its table.
 */
players: Array<Player>, };

/**
 * How a game ended.
 */
export type GameResult = {
/**
 * In words.
 */
words: string,
/**
 * What each seat got.
 */
scores: Array<number>, };

/**
 * A gate and what its checks say.
 */
export type GateReport = {
/**
 * The gate's name.
 */
gate: string,
/**
 * Its checks that concern the action.
 */
checks: Array<CheckReport>, };

/**
 * A rectangle of cells.
 */
export type Grid = {
/**
 * How many columns.
 */
columns: number,
/**
 * How many rows.
 */
rows: number,
/**
 * Whose mark is in each cell, by seat, row by row from the top left.
 */
cells: Array<number | null>,
/**
 * Whether a column is the move, and not a cell.
 */
drops: boolean,
/**
 * How a seat's mark is written.
 */
marks: Array<string>,
/**
 * The cells that win.
 */
line: Array<number>,
/**
 * The cell that was marked last.
 */
last: number | null, };

/**
 * What happened on the way to a node.
 */
export type Happening = {
/**
 * The node.
 */
node: number,
/**
 * Who acted.
 */
by: string,
/**
 * The action, as far as the viewer may know it.
 */
action: string | null,
/**
 * The rules that decided, by full name. Nothing for a viewer.
 */
rules: Array<string>,
/**
 * The exceptions by which it was allowed. Nothing for a viewer.
 */
exceptions: Array<string>,
/**
 * The choices on the way: for a viewer, their own.
 */
choices: Array<Made>,
/**
 * The dice on the way. Nothing for a viewer.
 */
rolls: Array<Roll>,
/**
 * What was applied, in order; what a viewer is told, for a viewer.
 */
events: Array<EventLine>,
/**
 * Everything that was proposed and what became of it, in a game with
 * reactions. None for a viewer.
 */
account: Account | null, };

/**
 * An action that would be accepted.
 */
export type LegalAction = {
/**
 * Who can do it.
 */
by: string,
/**
 * The action, as a person writes it.
 */
action: string,
/**
 * The action as people say it who look at the board: in the game's own
 * notation, such as `Nf3`, or with the names of cards.
 */
words: string,
/**
 * Whether it cuts the fun short, such as resigning.
 */
rare: boolean, };

/**
 * What the server says.
 */
export type LiveMessage = { "type": "node",
/**
 * The node, as far as the viewer may see it.
 */
node: NodeLine, } | { "type": "pending",
/**
 * The node.
 */
at: number, } | { "type": "idle" } | { "type": "thinking",
/**
 * Who.
 */
by: string,
/**
 * At which node.
 */
at: number, } | { "type": "answer",
/**
 * The answer.
 */
answer: Answer, } | { "type": "error",
/**
 * The request, if there was one that could be read.
 */
id: string | null,
/**
 * Why.
 */
error: ApiError, } | { "type": "missed",
/**
 * How many.
 */
count: number, } | { "type": "broken",
/**
 * What happened.
 */
message: string, };

/**
 * What the page says.
 */
export type LiveRequest = { "type": "action" } & ActionRequest | { "type": "answer" } & AnswerRequest | { "type": "withdraw" } & WithdrawRequest | { "type": "bot" } & BotRequest;

/**
 * A choice that was made.
 */
export type Made = {
/**
 * By whom.
 */
seat: string,
/**
 * The question.
 */
question: string,
/**
 * The option, by number.
 */
option: number,
/**
 * The option, in words.
 */
text: string,
/**
 * Whether there was no other.
 */
alone: boolean, };

/**
 * A night market.
 */
export type Market = {
/**
 * Which night it is, from one.
 */
night: number,
/**
 * How many nights the market lasts.
 */
nights: number,
/**
 * Where the night stands, in a word.
 */
step: string,
/**
 * The lanterns that hang for sale, by colour.
 */
lanterns: Array<string>,
/**
 * How many lanterns drifted down the river.
 */
river: number,
/**
 * Who carries the torch.
 */
torch: string,
/**
 * The highest bid there is.
 */
most: number,
/**
 * All bidders, in order.
 */
bidders: Array<Bidder>, };

/**
 * A match.
 */
export type Match = {
/**
 * Names it, for ever.
 */
id: string,
/**
 * The game, by name.
 */
game: string,
/**
 * Which dice fall. Empty in lists and for a viewer, who could work out what
 * is hidden.
 */
seed: string,
/**
 * Where it began, if not at the game's setup. None in lists and for a
 * viewer.
 */
position: string | null,
/**
 * Who sits where.
 */
seats: Array<Player>,
/**
 * The node that was made last.
 */
head: number,
/**
 * How many nodes there are, with the start.
 */
nodes: number,
/**
 * When it was made, in milliseconds since 1970.
 */
created: number,
/**
 * What came of the line of its last node, if it is over.
 */
result: string | null,
/**
 * Why nothing more is accepted, if the game's own code has panicked.
 */
broken: string | null, };

/**
 * Something with a name, and what more there is to say.
 */
export type Named = {
/**
 * Its name.
 */
name: string,
/**
 * What more there is to say; may be empty.
 */
words: string, };

/**
 * Asks for a new match.
 */
export type NewMatch = {
/**
 * The game, by name.
 */
game: string,
/**
 * Which dice fall: a whole number. Chosen by the server if absent.
 */
seed?: string,
/**
 * Where it begins, in the game's own notation. At its setup if absent.
 */
position?: string,
/**
 * Who sits where. Humans everywhere if absent.
 */
seats?: Array<Player>, };

/**
 * A node of a match's tree: the start, or an action that was accepted.
 */
export type NodeLine = {
/**
 * Names it in its match; 0 is the start.
 */
node: number,
/**
 * The node from which it was made. None at the start.
 */
parent: number | null,
/**
 * How many nodes lead to it.
 */
number: number,
/**
 * Who acted. None at the start.
 */
by: string | null,
/**
 * The action. None at the start, and where the viewer may not know it.
 */
action: string | null,
/**
 * The action in more words, where there are any and the viewer may know it.
 */
words: string | null,
/**
 * The options that were chosen on the way. Empty where the viewer may not
 * know the action.
 */
answers: Array<number>,
/**
 * How many events there were, for the eye of everything.
 */
events: number | null,
/**
 * What came of the game, if this has ended it.
 */
result: string | null,
/**
 * The digest of the state after it, for the eye of everything.
 */
digest: string | null, };

/**
 * Some nodes of a match, in the order in which they were made.
 */
export type NodeList = {
/**
 * The nodes that were asked for.
 */
nodes: Array<NodeLine>,
/**
 * How many there are in all.
 */
total: number, };

/**
 * What came of a request.
 */
export type Outcome = { "status": "accepted",
/**
 * The new node.
 */
node: NodeLine, } | { "status": "unchanged" } | { "status": "pending",
/**
 * The choice.
 */
choice: Choice, } | { "status": "withdrawn" } | { "status": "refused",
/**
 * `invalid`, `disallowed` or `aborted`.
 */
refusal: string,
/**
 * A word for programs: the first reason's code, or one of the
 * engine's, such as `OVER`.
 */
code: string,
/**
 * The check, rule or invariant of the book that refused it, by name, the
 * first of several. `engine` if it was none of them, such as after the
 * end of a game; `studio` if it never came to the game.
 */
rule: string,
/**
 * All reasons in sentences.
 */
message: string,
/**
 * Each reason, with the check or rule that gave it.
 */
reasons: Array<Reason>, } | { "status": "fault",
/**
 * What happened.
 */
message: string, };

/**
 * Who sits on a seat.
 */
export type Player = "human" | "random" | "mcts";

/**
 * Why something is refused.
 */
export type Reason = {
/**
 * A word for programs.
 */
code: string,
/**
 * A sentence for people.
 */
message: string,
/**
 * The check that gave it.
 */
check: string | null,
/**
 * The rule that gave it.
 */
rule: string | null,
/**
 * What it is about.
 */
concerns: string | null, };

/**
 * What came of opening a record.
 */
export type RecordOpened = { "kind": "opened",
/**
 * The match that was made of it.
 */
match: Match,
/**
 * What is to be said of it all the same: where it is cut off, or that it
 * was made with another version of the rules.
 */
remark: string | null, } | { "kind": "diverged",
/**
 * The match that was made of what agrees.
 */
match: Match | null,
/**
 * The frame, from one.
 */
frame: number,
/**
 * Its action.
 */
action: string,
/**
 * What the record says.
 */
expected: string,
/**
 * What happens.
 */
found: string,
/**
 * The lines of the state that differ, side by side.
 */
differences: Array<Change>,
/**
 * What they are compared with: `recorded`, the state in the record, or
 * `before`, the state before the frame, if the record keeps none.
 */
against: string | null,
/**
 * What is to be said of the record besides: where its chain breaks, or
 * that it was made with another version of the rules.
 */
remark: string | null, } | { "kind": "unreadable",
/**
 * The line at which it cannot be read.
 */
line: number | null,
/**
 * Why.
 */
message: string, };

/**
 * What came of verifying a record.
 */
export type RecordVerdict = { "kind": "same",
/**
 * The game.
 */
game: string,
/**
 * How many frames it has.
 */
frames: number,
/**
 * What is to be said of it all the same: where it is cut off, or that it
 * was made with another version of the rules.
 */
remark: string | null, } | { "kind": "diverged" } & Diverged | { "kind": "unreadable",
/**
 * The line at which it cannot be read.
 */
line: number | null,
/**
 * Why.
 */
message: string, };

/**
 * A number that the dice gave.
 */
export type Roll = {
/**
 * The number, from one.
 */
value: number,
/**
 * How many there were to fall.
 */
sides: number, };

/**
 * What one rule comes to.
 */
export type RuleReport = {
/**
 * Its own name.
 */
name: string,
/**
 * The phases around it, outermost first.
 */
path: Array<string>,
/**
 * Its priority.
 */
priority: string,
/**
 * Its label.
 */
label: string | null,
/**
 * How its phase chooses.
 */
strategy: string,
/**
 * What it comes to.
 */
standing: RuleStanding, };

/**
 * What a rule comes to.
 */
export type RuleStanding = {
/**
 * `selected`, `refused`, `lost`, `in_conflict`, `predicate_false`,
 * `other_kind`, `other_subject`, `disabled`, `condition_false`,
 * `skipped`, `masked` or `not_reached`.
 */
kind: string,
/**
 * The same in words.
 */
words: string,
/**
 * The rule to which it lost.
 */
to: string | null,
/**
 * How it lost: by `priority` or by `order`.
 */
how: string | null,
/**
 * The strategy that settled it.
 */
strategy: string | null,
/**
 * What it would have answered, in words.
 */
would: string | null, };

/**
 * A match as it stands at a node, as far as the viewer may see it.
 */
export type Scene = {
/**
 * The node.
 */
node: number,
/**
 * How many nodes lead to it.
 */
number: number,
/**
 * The node from which it was made.
 */
parent: number | null,
/**
 * The nodes that were made from it.
 */
children: Array<number>,
/**
 * Who looks.
 */
viewer: string,
/**
 * The board as text.
 */
text: string,
/**
 * The position in the game's own notation, for the eye of everything.
 */
position: string | null,
/**
 * The board to draw.
 */
drawing: Drawing,
/**
 * Who may act now.
 */
active: Array<string>,
/**
 * Whose turn it is.
 */
turn: string | null,
/**
 * What each seat got, once the game is over.
 */
result: GameResult | null,
/**
 * What somebody must choose first.
 */
choice: Choice | null,
/**
 * What can be done now: by the viewer, or by anybody for the eye of
 * everything.
 */
legal: Array<LegalAction>, };

/**
 * A sealed bid of a night market.
 */
export type SealedBid = {
/**
 * How many coins; none are a pass.
 */
coins: number,
/**
 * Whether the charm is with it.
 */
charmed: boolean, };

/**
 * A part of a state.
 */
export type StateNode = {
/**
 * Its name within its parent: a field, an index, a key.
 */
name: string,
/**
 * The name of its type or variant, or the value itself.
 */
value: string | null,
/**
 * Its parts.
 */
children: Array<StateNode>,
/**
 * The event that wrote it last. None if nothing has since the start.
 */
written: Written | null,
/**
 * Whether it is not known what wrote it: nobody has asked, or it is too long
 * ago to be looked for.
 */
unknown: boolean, };

/**
 * Asks why an action would (or would not) be accepted.
 */
export type WhyRequest = {
/**
 * The node at which somebody would act.
 */
at: number,
/**
 * Who would.
 */
by: string,
/**
 * The action, as a person writes it.
 */
action: string, };

/**
 * Takes back the action that waits for a choice.
 */
export type WithdrawRequest = {
/**
 * Names this request.
 */
id: string,
/**
 * The node at which the choice is pending.
 */
at: number, };

/**
 * Which event wrote a value last.
 */
export type Written = {
/**
 * The node in which it happened.
 */
node: number,
/**
 * The event's place in that frame, from zero.
 */
event: number,
/**
 * The event, as a person tells it.
 */
text: string, };

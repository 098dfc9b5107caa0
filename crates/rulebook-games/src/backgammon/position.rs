//! Positions as text: the ids of GNU Backgammon, and what they do not say.

use super::board::{
    Contest, Crawford, Cube, GnuId, MatchInfo, Position, PositionId, Roll, Side, Stage as Played,
    Step, Switch, Terms, TextError, Turn,
};
use super::{Stage, Table};
use crate::PositionError;

pub(super) const FORM: &str = "write a position id of GNU Backgammon, like \"4HPwATDgc/ABMA\" (a game for money, seat 0 to roll), or \
     one with a match id behind a colon; then the dice, if they are rolled, and the steps that are made, like \"4HPwATDgc/ABMA 31 8/5\".";

/// What an id can say at most, of points.
const MOST_POINTS: u32 = 0x7FFF;

/// The table as a position: position id and match id. The dice are repeated
/// behind them if the smaller one fell first, or steps are made. An id says
/// 32,767 points at most, and nothing of beavers.
///
/// ```
/// use rulebook_games::backgammon::board::{Position, Roll, Side};
/// use rulebook_games::backgammon::{Table, setup, write_position};
/// assert_eq!(write_position(&setup()), "4HPwATDgc/ABMA:MAAAAAAAAAAE");
/// let rolled = Table::rolled(Position::START, Side::White, Roll::new(1, 3).unwrap());
/// assert_eq!(write_position(&rolled), "4HPwATDgc/ABMA:MIEFAAAAAAAE 13");
/// ```
pub fn write_position(table: &Table) -> String {
    let begun = table.turn().map_or(table.position(), Turn::begun);
    let position = PositionId::of(&begun, table.side());
    // What would not fit is cut above.
    let ids = match match_info(table).id() {
        Ok(game) => GnuId { position, game }.to_string(),
        Err(_) => position.to_string(),
    };
    let Some(turn) = table.turn() else { return ids };
    let fell_in_order = turn.roll().dice() == [turn.roll().high(), turn.roll().low()];
    let mut words = vec![ids];
    if !fell_in_order || !turn.made().is_empty() {
        words.push(turn.roll().to_string());
    }
    words.extend(turn.made().steps().map(|step| step.to_string()));
    words.join(" ")
}

fn match_info(table: &Table) -> MatchInfo {
    let (cube, contest) = (table.cube(), table.contest());
    let stage = match table.stage() {
        Stage::Opening => Played::NotBegun,
        Stage::Rolling | Stage::Answering | Stage::Moving { .. } => Played::Playing,
        Stage::Over if cube.offer().is_some() => Played::Dropped,
        Stage::Over => Played::Over,
    };
    let points = |side| contest.score(side).min(MOST_POINTS) as u16;
    MatchInfo {
        doublings: cube.doublings(),
        cube_owner: cube.owner(),
        roller: table.side(),
        crawford_game: switch(contest.crawford() == Crawford::Now),
        stage,
        decider: cube.offer().map_or(table.side(), |offer| offer.by().other()),
        doubled: switch(cube.offer().is_some()),
        resigned: None,
        dice: table.turn().map(Turn::roll),
        length: contest.terms().length,
        score: Side::ALL.map(points),
        jacoby: contest.terms().jacoby,
    }
}

fn switch(on: bool) -> Switch {
    if on { Switch::On } else { Switch::Off }
}

/// Sets up a position.
///
/// # Errors
///
/// If it cannot be read, or what it says makes no sense: every reason.
///
/// ```
/// use rulebook_games::backgammon::board::Side;
/// use rulebook_games::backgammon::{Stage, read_position};
/// let table = read_position("4HPwATDgc/ABMA 31 8/5")?;
/// assert_eq!((table.side(), table.turn().unwrap().made().to_string().as_str()), (Side::White, "8/5"));
/// assert_eq!(read_position("4HPwATDgc/ABMA")?.stage(), Stage::Rolling);
/// assert_eq!(
///     read_position("4HPwATDgc/ABMA 37").unwrap_err().to_string(),
///     "\"4HPwATDgc/ABMA 37\" is no position, at character 17: write a die from 1 to 6.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_position(text: &str) -> Result<Table, PositionError> {
    let words = words(text);
    let (_, ids) = words[0];
    let (id, info) = read_ids(text, ids)?;
    let dice = words.get(1).map(|&(at, word)| word.parse::<Roll>().map_err(within(text, at)));
    let told = Told { is_bare: !ids.contains(':'), info, dice: dice.transpose()? };
    let mut reasons = told.contradictions();
    let position =
        id.position(told.info.roller).map_err(|problem| reasons.push(problem.to_string()));
    let contest = told.info.contest(Terms::money()).map_err(|none| reasons.push(none.to_string()));
    let (Ok(position), Ok(contest)) = (position, contest) else {
        return Err(PositionError::new(text, reasons.join(" ")));
    };
    reasons.extend(told.impossible(&position, &contest));
    PositionError::unless_sound(text, &reasons)?;
    let table = told.table(position, contest);
    make_steps(text, table, words.get(2..).unwrap_or_default())
}

/// The words of a text, each with the number of its first character.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let numbered = text.split(' ').map(|word| {
        let begin = at;
        at += word.chars().count() + 1;
        (begin, word)
    });
    numbered.collect()
}

fn within(text: &str, offset: usize) -> impl Fn(TextError) -> PositionError {
    move |error| {
        PositionError::at_character(text, offset + error.at(), error.expected().to_string())
    }
}

fn read_ids(text: &str, ids: &str) -> Result<(PositionId, MatchInfo), PositionError> {
    if !ids.contains(':') {
        let info = MatchInfo { stage: Played::Playing, ..MatchInfo::default() };
        return Ok((ids.parse().map_err(within(text, 0))?, info));
    }
    let ids: GnuId = ids.parse().map_err(within(text, 0))?;
    let info =
        ids.game.info().map_err(|problems| PositionError::new(text, problems.to_string()))?;
    Ok((ids.position, info))
}

/// What a text says.
struct Told {
    /// Whether there is a position id alone.
    is_bare: bool,
    info: MatchInfo,
    /// The dice that stand behind the ids.
    dice: Option<Roll>,
}

impl Told {
    /// The dice, in the order in which they fell if that is said.
    fn roll(&self) -> Option<Roll> {
        self.dice.or(self.info.dice)
    }

    fn is_offered(&self) -> bool {
        self.info.doubled == Switch::On
    }

    /// What the text says against itself.
    fn contradictions(&self) -> Vec<String> {
        let unordered = |roll: Roll| (roll.high(), roll.low());
        let mut reasons = Vec::new();
        if let (Some(ours), Some(theirs)) = (self.dice, self.info.dice)
            && unordered(ours) != unordered(theirs)
        {
            reasons.push(format!("The dice are {ours} here, but {theirs} in the match id."));
        }
        if self.info.resigned.is_some() {
            reasons.push("A resignation is on offer, and nobody resigns in this game.".to_owned());
        }
        if self.roll().is_some() && self.info.stage != Played::Playing {
            reasons.push("There are dice, but nobody is playing.".to_owned());
        }
        if self.is_offered() && self.roll().is_some() {
            reasons.push("A double is on offer, but the dice are rolled.".to_owned());
        }
        if !self.is_offered() && self.info.decider != self.info.roller {
            reasons.push("Nothing is on offer, but it is not the roller who decides.".to_owned());
        }
        reasons
    }

    /// What cannot be in a game with this score.
    fn impossible(&self, position: &Position, contest: &Contest) -> Vec<String> {
        let (is_won, winner) = (position.won().is_some(), contest.winner().is_some());
        let is_match = contest.terms().length.goal().is_some();
        let mut reasons = Vec::new();
        match self.info.stage {
            Played::NotBegun if *position != Position::START => {
                reasons.push("The game has not begun, but checkers have moved.".to_owned());
            }
            Played::Playing if is_won && !self.is_bare => {
                reasons.push("All checkers of one side are off, so the game is over.".to_owned());
            }
            Played::NotBegun | Played::Playing if winner => {
                reasons.push("The match is won, but the game goes on.".to_owned());
            }
            Played::Over | Played::Resigned | Played::Dropped if is_match && !winner => {
                let why = "This game is over, but the match is not: write the start of the next.";
                reasons.push(why.to_owned());
            }
            _ => {}
        }
        reasons.extend(self.against_the_double(contest));
        reasons
    }

    fn against_the_double(&self, contest: &Contest) -> Vec<String> {
        let cube = self.info.cube();
        let Some(offer) = cube.offer().filter(|_| self.info.stage == Played::Playing) else {
            return Vec::new();
        };
        if offer.beavers() > 0 {
            return vec!["A beaver is on offer, and beavers are off.".to_owned()];
        }
        let before = Cube::new(cube.doublings(), cube.owner()).unwrap_or_default();
        let problems = contest.double_problems(offer.by(), before);
        problems.iter().map(|problem| format!("Nobody can have doubled: {problem}")).collect()
    }

    fn table(&self, position: Position, contest: Contest) -> Table {
        let side = self.info.roller;
        if self.is_bare && position.won().is_some() {
            return Table::to_roll(position, side);
        }
        let stage = match (self.info.stage, self.roll()) {
            (Played::NotBegun, _) => Stage::Opening,
            (Played::Playing, _) if self.is_offered() => Stage::Answering,
            (Played::Playing, Some(roll)) => {
                Stage::Moving { turn: Turn::new(position, side, roll) }
            }
            (Played::Playing, None) => Stage::Rolling,
            (Played::Over | Played::Resigned | Played::Dropped, _) => Stage::Over,
        };
        Table::assembled(contest, position, self.info.cube(), side, stage)
    }
}

/// Makes the steps that stand behind the dice.
fn make_steps(
    text: &str,
    mut table: Table,
    steps: &[(usize, &str)],
) -> Result<Table, PositionError> {
    for &(at, word) in steps {
        let step: Step = word.parse().map_err(within(text, at))?;
        let Some(turn) = table.turn_mut() else {
            let why = "the game is over: nobody makes a step.";
            return Err(PositionError::at_character(text, at, why));
        };
        turn.make(step)
            .map_err(|refused| PositionError::at_character(text, at, refused.to_string()))?;
    }
    Ok(table)
}

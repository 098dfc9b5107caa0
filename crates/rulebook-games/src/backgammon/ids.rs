//! Tables from the ids of GNU Backgammon, and back.

use super::board::{
    Contest, Crawford, GnuId, MatchIdProblems, MatchInfo, Play, Position, PositionId, Side,
    Stage as GnuStage, Switch, Terms,
};
use super::problem::Ended;
use super::{Stage, Table, TableProblem, TableProblems};

impl Table {
    /// The table of which GNU Backgammon says this. What an id does not say
    /// (whether there are beavers, whether the Crawford rule is played, whether
    /// there is a cube at all) is taken from these terms.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::backgammon::board::{GnuId, Side, Terms};
    /// use rulebook_games::backgammon::{Table, book, parse};
    ///
    /// let id: GnuId = "4HPwATDgc/ABMA:cInlAAAAAAAE".parse()?;
    /// let table = Table::from_gnu(id, Terms::money())?;
    /// assert_eq!(table.contest().needs(Side::White), Some(7));
    /// let mut game = book().start(table, Seed(1))?;
    /// assert!(game.submit(Seat(1), parse("8/5 6/5")?)?.is_committed());
    /// assert_eq!(table.gnu_id()?, id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_gnu(id: GnuId, terms: Terms) -> Result<Table, TableProblems> {
        let mut problems = Vec::new();
        // Whose the checkers are does not matter to whether they can be there.
        let roller = id.game.info().map_or(Side::White, |info| info.roller);
        let position = id.position.position(roller);
        let position =
            position.map_err(|problem| problems.push(TableProblem::Position { problem })).ok();
        let table = match id.game.info() {
            Ok(info) => from_info(&info, terms, position, &mut problems),
            Err(wrong) => {
                let wrong = wrong.problems().iter();
                problems.extend(wrong.map(|&problem| TableProblem::Match { problem }));
                None
            }
        };
        TableProblems::unless_any(table, problems)
    }

    /// What GNU Backgammon says of this table.
    ///
    /// An id has no room for everything: steps that can still be taken back
    /// are not made in it, and it does not tell which die fell first. What
    /// [`from_gnu`](Self::from_gnu) asks for besides it, it does not say.
    ///
    /// # Errors
    ///
    /// If the match is too long for an id, or a score too high.
    ///
    /// ```
    /// use rulebook_games::backgammon::setup;
    /// assert_eq!(setup().gnu_id()?.to_string(), "4HPwATDgc/ABMA:MAAAAAAAAAAE");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gnu_id(&self) -> Result<GnuId, MatchIdProblems> {
        let position = self.turn().map_or(self.position(), |turn| turn.begun());
        let game = self.gnu_info().id()?;
        Ok(GnuId { position: PositionId::of(&position, self.roller()), game })
    }

    /// Whose turn it is; or was when a double was dropped or a game resigned;
    /// or would be if the last checker were not off.
    pub(super) fn roller(&self) -> Side {
        match (self.cube().offer(), self.stage()) {
            (Some(offer), _) if offer.beavers().is_multiple_of(2) => offer.by(),
            (Some(offer), _) => offer.by().other(),
            (None, Stage::Over { winner, .. }) => winner.other(),
            (None, _) => self.side(),
        }
    }

    fn gnu_info(&self) -> MatchInfo {
        let (contest, cube) = (self.contest(), self.cube());
        let dice = match self.stage() {
            Stage::Moving { roll, .. } => Some(roll),
            _ => None,
        };
        let offer = cube.offer().map(|offer| offer.by().other());
        let decider = match (offer, self.stage()) {
            (Some(offered), _) => offered,
            (None, Stage::Over { winner, .. }) if self.resignation().is_some() => winner,
            (None, Stage::Over { winner, .. }) => winner.other(),
            (None, _) => self.to_act().unwrap_or(self.side()),
        };
        // What is too high for an id is refused there.
        let points = |side| u16::try_from(contest.score(side)).unwrap_or(u16::MAX);
        MatchInfo {
            doublings: cube.doublings(),
            cube_owner: cube.owner(),
            roller: self.roller(),
            crawford_game: switch(contest.crawford() == Crawford::Now),
            stage: self.gnu_stage(),
            decider,
            doubled: switch(cube.offer().is_some() && !self.is_over()),
            resigned: self.resignation(),
            dice,
            length: contest.terms().length,
            score: Side::ALL.map(points),
            jacoby: contest.terms().jacoby,
        }
    }

    fn gnu_stage(&self) -> GnuStage {
        let is_won = self.position().won().is_some();
        match self.stage() {
            Stage::Opening => GnuStage::NotBegun,
            Stage::Rolling | Stage::Answering | Stage::Moving { .. } => GnuStage::Playing,
            Stage::Over { .. } if is_won => GnuStage::Over,
            Stage::Over { .. } if self.resignation().is_some() => GnuStage::Resigned,
            Stage::Over { .. } if self.cube().offer().is_some() => GnuStage::Dropped,
            Stage::Over { .. } => GnuStage::Over,
        }
    }
}

fn switch(is_on: bool) -> Switch {
    if is_on { Switch::On } else { Switch::Off }
}

/// The table, if position and score are right; notes everything that is wrong.
fn from_info(
    info: &MatchInfo,
    terms: Terms,
    position: Option<Position>,
    problems: &mut Vec<TableProblem>,
) -> Option<Table> {
    let contest = match info.contest(terms) {
        Ok(contest) => contest,
        Err(wrong) => {
            let wrong = wrong.problems().iter();
            problems.extend(wrong.map(|&problem| TableProblem::Score { problem }));
            return None;
        }
    };
    // With any position one can see what else is wrong.
    let table = table_of(info, contest, position.unwrap_or(Position::START));
    let mut more = table.problems();
    more.retain(|problem| position.is_some() || !problem.is_about_checkers());
    problems.extend(more);
    let decider = table.to_act().unwrap_or(info.decider);
    let is_noted = problems.contains(&TableProblem::WrongDecider);
    if info.stage == GnuStage::Playing && decider != info.decider && !is_noted {
        problems.push(TableProblem::WrongDecider);
    }
    position.map(|_| table)
}

fn table_of(info: &MatchInfo, contest: Contest, position: Position) -> Table {
    let cube = info.cube();
    let stage = match (info.stage, info.dice) {
        (GnuStage::NotBegun, _) => Stage::Opening,
        (GnuStage::Over | GnuStage::Resigned | GnuStage::Dropped, _) => {
            let ended = Ended::of(&contest, &position, cube, info.resigned);
            // Who resigned is on roll. If nobody has won, that is noted.
            let winner = ended.and_then(|ended| ended.winner).unwrap_or(info.roller.other());
            Stage::Over { winner, points: ended.map_or(0, |ended| ended.points) }
        }
        (GnuStage::Playing, Some(roll)) => Stage::Moving { roll, made: Play::NONE },
        (GnuStage::Playing, None) if info.doubled == Switch::On => Stage::Answering,
        (GnuStage::Playing, None) => Stage::Rolling,
    };
    let side = match stage {
        Stage::Opening | Stage::Over { .. } => Side::White,
        _ => info.roller,
    };
    Table::with_parts(contest, position, cube, (side, stage, info.resigned))
}

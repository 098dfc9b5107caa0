//! One iteration: down the trees, on at random, and back with what came of it.

use rulebook::{Actors, By, Fault, Imagined, Outcome, Scores, Search};

use super::select::mills;
use super::thought::Thought;
use super::tree::{Move, NONE, Tree};
use super::world::{Flight, World};

/// What came of a decision on a line.
enum Step<G: Imagined> {
    /// It is done.
    Done,
    /// Somebody must choose first.
    Asked(Flight<G>),
    /// Nobody can do anything.
    Stuck,
}

impl<G: Imagined> Thought<'_, G> {
    /// One iteration.
    pub(super) fn iterate(&mut self, world: &mut World<G>) -> Result<(), Fault> {
        self.places.fill(Tree::<G>::ROOT);
        self.path.clear();
        self.decisions = 0;
        let mut flight = world.flight.take();
        // What led to a pending choice may have been dice.
        self.sure = G::IS_OPEN && flight.is_none();
        let line = &mut world.line;
        let mut actions = 0;
        loop {
            let step = match flight.take() {
                Some(flight) => self.answer(line, flight)?,
                None => {
                    if let Some(scores) = line.result() {
                        self.reward(&scores);
                        self.learn(Some(scores));
                        return Ok(());
                    }
                    if actions >= self.bot.horizon {
                        break;
                    }
                    actions += 1;
                    self.act(line)?
                }
            };
            match step {
                Step::Done => {}
                Step::Asked(asked) => flight = Some(asked),
                Step::Stuck => break,
            }
        }
        self.judge(line.state());
        self.learn(None);
        Ok(())
    }

    /// Somebody acts.
    fn act(&mut self, line: &mut Search<G>) -> Result<Step<G>, Fault> {
        let Some(by) = self.gather(line)? else { return Ok(Step::Stuck) };
        let mut legal = std::mem::take(&mut self.legal);
        let mut step = Step::Stuck;
        while !legal.is_empty() {
            let at = self.choose(by, legal.len(), |at| Move::Act(by, legal[at].action()));
            let luck = line.luck();
            let outcome = line.play(&legal[at])?;
            let action = legal[at].action();
            match outcome {
                Outcome::Committed(_) => {
                    self.sure &= luck == line.luck();
                    step = Step::Done;
                }
                Outcome::Pending(choice) => {
                    let (action, answers) = (action.clone(), Vec::new());
                    step = Step::Asked(Flight { by, action, answers, choice });
                }
                // It could not be completed, or changed nothing: another one.
                _ => {
                    legal.swap_remove(at);
                    continue;
                }
            }
            self.follow(Move::Act(by, action));
            break;
        }
        self.legal = legal;
        Ok(step)
    }

    /// Somebody answers what was asked.
    fn answer(&mut self, line: &mut Search<G>, flight: Flight<G>) -> Result<Step<G>, Fault> {
        let Flight { by, action, mut answers, choice } = flight;
        let seat = choice.seat;
        let mut options: Vec<(u32, &str)> =
            (0..).zip(choice.options.iter().map(String::as_str)).collect();
        while !options.is_empty() {
            let at =
                self.choose(seat.into(), options.len(), |at| Move::Answer(seat, options[at].1));
            let (option, text) = options[at];
            answers.push(option);
            let luck = line.luck();
            let step = match line.push_with(by, action.clone(), &answers)? {
                Outcome::Committed(_) => {
                    self.sure &= luck == line.luck();
                    Step::Done
                }
                Outcome::Pending(choice) => {
                    let flight =
                        Flight { by, action: action.clone(), answers: answers.clone(), choice };
                    Step::Asked(flight)
                }
                // With this answer it cannot be completed.
                _ => {
                    answers.pop();
                    options.swap_remove(at);
                    continue;
                }
            };
            self.follow(Move::Answer(seat, text));
            return Ok(step);
        }
        Ok(Step::Stuck)
    }

    /// Who acts next, and with what: one of those who may, and not what is done
    /// rarely, unless there is nothing else.
    fn gather(&mut self, line: &mut Search<G>) -> Result<Option<By>, Fault> {
        let decides = Actors::only(self.seat);
        let actors = if self.decisions == 0 { decides } else { line.active() };
        if !G::IS_OPEN || self.places[0] == NONE {
            return self.gather_quickly(line, actors);
        }
        self.legal.clear();
        for by in actors.iter() {
            line.legal_into(by, &mut self.legal)?;
        }
        let rarely = &self.bot.rarely;
        if self.legal.iter().any(|legal| !rarely(legal.action())) {
            self.legal.retain(|legal| !rarely(legal.action()));
        }
        let (Some(first), Some(last)) = (self.legal.first(), self.legal.last()) else {
            return Ok(None);
        };
        let (first, last) = (first.by(), last.by());
        if first == last {
            return Ok(Some(first));
        }
        // Who is quicker is a matter of luck.
        self.sure = false;
        let mut quick: Vec<By> = self.legal.iter().map(|legal| legal.by()).collect();
        quick.dedup();
        let quickest = quick[self.dice.below(quick.len() as u32) as usize];
        self.legal.retain(|legal| legal.by() == quickest);
        Ok(Some(quickest))
    }

    /// The same, where nobody has to know all that everybody can do: whoever
    /// comes first, and all that they can do only if they remember something.
    fn gather_quickly(
        &mut self,
        line: &mut Search<G>,
        actors: Actors,
    ) -> Result<Option<By>, Fault> {
        let rarely = &self.bot.rarely;
        self.order.clear();
        self.order.extend(actors.iter());
        self.dice.shuffle(&mut self.order);
        for usual in [true, false] {
            let wanted = |action: &G::Action| !(usual && rarely(action));
            for at in 0..self.order.len() {
                let by = self.order[at];
                self.legal.clear();
                if self.place_of(by) == NONE {
                    self.legal.extend(line.pick(by, &mut self.dice, wanted)?);
                } else {
                    line.legal_into(by, &mut self.legal)?;
                    self.legal.retain(|legal| wanted(legal.action()));
                }
                if !self.legal.is_empty() {
                    return Ok(Some(by));
                }
            }
        }
        Ok(None)
    }

    /// Everybody gets what the game says.
    fn reward(&mut self, scores: &Scores) {
        self.rewards.clear();
        self.rewards.extend(scores.as_slice().iter().map(|score| mills(*score)));
    }

    /// Everybody gets what the state is worth.
    fn judge(&mut self, state: &G::State) {
        let seats = (0..G::seats(state) as u8).map(rulebook::Seat);
        self.rewards.clear();
        match &self.bot.judge {
            Some(judge) => self.rewards.extend(seats.map(|seat| i64::from(judge(state, seat)))),
            None => self.rewards.extend(seats.map(|_| 0)),
        }
    }
}

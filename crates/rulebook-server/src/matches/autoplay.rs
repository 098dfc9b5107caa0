//! What moves by itself: chance, and the seats of bots.

use rulebook::{Actors, By, Seat};

use super::act::Request;
use super::table::{News, Table};
use super::{Failure, Matches};
use crate::game::Picked;
use crate::wire::{self, Answer, Outcome, Player, Who};

/// So many actions follow one another by themselves at most, so that two bots
/// who shuffle to and fro come to an end.
const MOST: u32 = 500;

/// Who acts next without being asked.
struct Next {
    player: Player,
    whom: Actors,
    /// Whether somebody at the page may act at the same time.
    shared: bool,
}

impl Matches {
    /// Has chance and bots act after a node, as long as nobody at the page is
    /// to act. Whoever listens is told.
    pub(crate) fn play_on(&self, table: &Table, from: u32) -> Result<(), Failure> {
        let (mut at, mut thought) = (from, false);
        let mut hands = Vec::new();
        for number in 0..MOST {
            // What was played on from before is not played on from again.
            if !table.tree().asked.insert(at) {
                break;
            }
            let Some(next) = self.next(table, at)? else { break };
            // Where somebody at the page may act too, each bot acts once.
            let acting: Vec<By> =
                next.whom.iter().filter(|by| !next.shared || !hands.contains(by)).collect();
            let Some(&by) = acting.first() else { break };
            let whom = Actors::only(by);
            table.tell(News::Thinking(Who(by), at));
            thought = true;
            hands.push(by);
            let id = format!("auto-{at}-{number}");
            match self.bot_move(table, at, next.player, whom, &id)? {
                Some(Outcome::Accepted { node }) => at = node.node,
                Some(Outcome::Pending { .. }) => drop(table.tree().asked.remove(&at)),
                _ => break,
            }
        }
        if thought {
            table.tell(News::Idle);
        }
        Ok(())
    }

    /// Has a bot act once for whoever is to act, at somebody's request.
    pub(crate) fn bot(&self, table: &Table, asked: &wire::BotRequest) -> Result<Answer, Failure> {
        let whom = self.active(table, asked.at)?;
        let player = self.player_of(table, whom);
        match self.picked(table, asked.at, player, whom)? {
            Some(picked) => self.act(table, &request(picked, asked.id.clone(), asked.at)),
            None => {
                let message = "Nobody can do anything at this node.";
                Err(Failure::unfit("nothing_to_do", message))
            }
        }
    }

    fn bot_move(
        &self,
        table: &Table,
        at: u32,
        player: Player,
        whom: Actors,
        id: &str,
    ) -> Result<Option<Outcome>, Failure> {
        let Some(picked) = self.picked(table, at, player, whom)? else { return Ok(None) };
        // A match that was played on by itself before a restart has answered
        // such names already: what they answered is not what is asked now.
        let fresh = format!("{id}-{}", table.tree().count());
        Ok(Some(self.act(table, &request(picked, fresh, at))?.outcome))
    }

    /// What a bot would do. It thinks with a copy, so that nobody waits for it.
    fn picked(
        &self,
        table: &Table,
        at: u32,
        player: Player,
        whom: Actors,
    ) -> Result<Option<Picked>, Failure> {
        let (mut line, waiting) = {
            let mut tree = table.tree();
            tree.existing(at)?;
            let game = self.game(&tree.row.game.clone())?;
            let waiting = tree.waiting.get(&at).cloned();
            (tree.at(game, at)?.fork(), waiting)
        };
        let picked = super::table::careful(|| line.pick(player, whom, waiting.as_ref()));
        Ok(picked??)
    }

    fn active(&self, table: &Table, at: u32) -> Result<Actors, Failure> {
        let mut tree = table.tree();
        tree.existing(at)?;
        let game = self.game(&tree.row.game.clone())?;
        let waiting = tree.waiting.get(&at).cloned();
        tree.ask(game, at, |line| line.active(waiting.as_ref()))
    }

    /// Who acts after a node without being asked, if anybody does.
    fn next(&self, table: &Table, at: u32) -> Result<Option<Next>, Failure> {
        let active = self.active(table, at)?;
        let seats = table.tree().row.seats.clone();
        let is_human = |by: By| by.seat().is_some_and(|seat| player(&seats, seat) == Player::Human);
        let shared = active.iter().any(is_human);
        if active.contains(By::Chance) {
            let whom = Actors::only(By::Chance);
            return Ok(Some(Next { player: Player::Random, whom, shared }));
        }
        // Bots among themselves wait to be asked.
        if !seats.contains(&Player::Human) {
            return Ok(None);
        }
        let bots = active.iter().filter(|by| by.seat().is_some() && !is_human(*by));
        let bots = bots.fold(Actors::none(), Actors::with);
        let next = Next { player: self.player_of(table, bots), whom: bots, shared };
        Ok((!bots.is_empty()).then_some(next))
    }

    /// The bot that acts for the first of these; one at random for people.
    fn player_of(&self, table: &Table, whom: Actors) -> Player {
        let seats = &table.tree().row.seats;
        let seat = whom.iter().find_map(By::seat);
        match seat.map_or(Player::Random, |seat| player(seats, seat)) {
            Player::Human => Player::Random,
            bot => bot,
        }
    }
}

fn player(seats: &[Player], seat: Seat) -> Player {
    seats.get(seat.index()).copied().unwrap_or(Player::Human)
}

fn request(picked: Picked, id: String, at: u32) -> Request {
    match picked {
        Picked::Action(by, action) => {
            Request::Action(wire::ActionRequest { id, at, by: Who(by), action })
        }
        Picked::Option(by, choice, option) => {
            Request::Answer(wire::AnswerRequest { id, at, by: Who(by), choice, option })
        }
    }
}

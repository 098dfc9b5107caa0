//! What moves by itself: chance, and the seats of bots.

use rulebook::{Actors, By, Seat};

use super::act::Request;
use super::name::Name;
use super::table::{News, Table};
use super::{Failure, Matches};
use crate::game::Picked;
use crate::wire::{self, Answer, Eye, Outcome, Player, Who};

/// So many actions follow one another by themselves at most, so that two bots
/// who shuffle to and fro come to an end.
const MOST: u32 = 500;

/// Who acts next without being asked.
pub(crate) struct Next {
    player: Player,
    by: By,
}

/// How far chance and bots have come after somebody's action.
pub(crate) struct Course {
    at: u32,
    moves: u32,
}

impl Course {
    /// Begins after that node.
    pub(crate) fn from(at: u32) -> Self {
        Course { at, moves: 0 }
    }
}

impl Matches {
    /// Has chance and bots that need not think act, as long as nobody at the
    /// page is to act. Whoever must think about it first is handed back, for
    /// [`think`](Matches::think).
    pub(crate) fn play_on(
        &self,
        table: &Table,
        course: &mut Course,
    ) -> Result<Option<Next>, Failure> {
        let played = self.play_quickly(table, course);
        played.inspect_err(|failure| stumble(table, course.at, failure))
    }

    fn play_quickly(&self, table: &Table, course: &mut Course) -> Result<Option<Next>, Failure> {
        while course.moves < MOST {
            // What was played on from before is not played on from again.
            if !table.tree().asked.insert(course.at) {
                break;
            }
            let Some(next) = self.next(table, course)? else { break };
            if next.player == Player::Mcts {
                table.tell(News::Thinking(Who(next.by), course.at));
                return Ok(Some(next));
            }
            if !self.step(table, course, &next)? {
                break;
            }
        }
        Ok(None)
    }

    /// The nodes at which somebody may be to act by themselves: the last one, and
    /// those where something waits for a choice.
    pub(crate) fn unfinished(&self, table: &Table) -> Vec<u32> {
        let tree = table.tree();
        let mut nodes: Vec<u32> = tree.waiting.keys().copied().collect();
        nodes.push(tree.row.head);
        nodes.dedup();
        nodes
    }

    /// Has a bot think and act. Says whether others may have to act after it.
    pub(crate) fn think(
        &self,
        table: &Table,
        course: &mut Course,
        next: &Next,
    ) -> Result<bool, Failure> {
        let stepped = self.step(table, course, next);
        match &stepped {
            Ok(_) => table.tell(News::Idle),
            Err(failure) => stumble(table, course.at, failure),
        }
        stepped
    }

    /// Makes one move. Says whether it came to something.
    fn step(&self, table: &Table, course: &mut Course, next: &Next) -> Result<bool, Failure> {
        course.moves += 1;
        let whom = Actors::only(next.by);
        let Some(picked) = self.picked(table, course.at, next.player, whom)? else {
            return Ok(false);
        };
        // A match that was played on by itself before a restart has answered
        // such names already: what they answered is not what is asked now.
        let name = Name::own(course.at, course.moves, table.tree().count());
        let request = request(picked, name.id.clone(), course.at);
        match self.act_as(table, &name, &request)?.outcome {
            Outcome::Accepted { node } => course.at = node.node,
            // It is asked again who is to act here: whoever must choose.
            Outcome::Pending { .. } => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a bot that is asked to act has to think first.
    pub(crate) fn must_think(
        &self,
        table: &Table,
        asked: &wire::BotRequest,
    ) -> Result<bool, Failure> {
        let name = Name::given(&asked.id, "bot", asked)?;
        if self.answered(&table.id, &name)?.is_some() {
            return Ok(false);
        }
        Ok(self.actor(table, asked)?.player == Player::Mcts)
    }

    /// Has a bot act once, at somebody's request, and tells the viewer what came
    /// of it; if nobody is named, what everybody may know.
    pub(crate) fn bot(
        &self,
        table: &Table,
        asked: &wire::BotRequest,
        viewer: Option<Eye>,
    ) -> Result<Answer, Failure> {
        let eye = viewer.unwrap_or(Eye::SPECTATOR);
        self.check_eye(table, eye)?;
        let name = Name::given(&asked.id, "bot", asked)?;
        let answer = match self.answered(&table.id, &name)? {
            Some(answer) => answer,
            None => self.have_bot_act(table, asked, &name, viewer)?,
        };
        self.seen(table, answer, eye)
    }

    /// Fails if somebody looks who may not have a bot act for this one: what it
    /// does could show what a person holds. Whoever sees everything may, and
    /// every seat for itself.
    fn check_hand(&self, table: &Table, by: By, viewer: Option<Eye>) -> Result<(), Failure> {
        let Some(Eye::Of(viewer)) = viewer else { return Ok(()) };
        let is_own = viewer.seat().map(By::Seat) == Some(by);
        let holder = by.seat().map(|seat| player(&table.tree().row.seats, seat));
        if is_own || holder != Some(Player::Human) {
            return Ok(());
        }
        let who = Who(by);
        let message =
            format!("A person plays {who}: no bot moves for it, unless {who} itself asks.");
        Err(Failure::new(403, "not_yours", message))
    }

    fn have_bot_act(
        &self,
        table: &Table,
        asked: &wire::BotRequest,
        name: &Name,
        viewer: Option<Eye>,
    ) -> Result<Answer, Failure> {
        let Next { player, by } = self.actor(table, asked)?;
        self.check_hand(table, by, viewer)?;
        let thinks = player == Player::Mcts;
        if thinks {
            table.tell(News::Thinking(Who(by), asked.at));
        }
        let picked = self.picked(table, asked.at, player, Actors::only(by));
        if thinks {
            table.tell(News::Idle);
        }
        match picked? {
            Some(picked) => self.act_as(table, name, &request(picked, asked.id.clone(), asked.at)),
            None => Err(nothing_to_do(asked.by)),
        }
    }

    /// What a bot would do. It thinks without the match, so that nobody waits
    /// for it.
    fn picked(
        &self,
        table: &Table,
        at: u32,
        player: Player,
        whom: Actors,
    ) -> Result<Option<Picked>, Failure> {
        let thought = {
            let mut tree = table.tree();
            tree.existing(at)?;
            let game = self.game(&tree.row.game.clone())?;
            let waiting = tree.waiting.get(&at).cloned();
            tree.ask(game, at, |line| line.pick(player, whom, waiting.as_ref()))?
        };
        Ok(super::table::careful(thought)??)
    }

    fn active(&self, table: &Table, at: u32) -> Result<Actors, Failure> {
        let mut tree = table.tree();
        tree.existing(at)?;
        let game = self.game(&tree.row.game.clone())?;
        let waiting = tree.waiting.get(&at).cloned();
        tree.ask(game, at, |line| line.active(waiting.as_ref()))
    }

    fn willing(&self, table: &Table, at: u32) -> Result<Actors, Failure> {
        let mut tree = table.tree();
        let game = self.game(&tree.row.game.clone())?;
        let waiting = tree.waiting.get(&at).cloned();
        tree.ask(game, at, |line| line.willing(waiting.as_ref()))
    }

    /// Who acts without being asked where the course has come to, if anybody
    /// does.
    fn next(&self, table: &Table, course: &Course) -> Result<Option<Next>, Failure> {
        let active = self.active(table, course.at)?;
        let seats = table.tree().row.seats.clone();
        let player = |by: By| by.seat().map(|seat| player(&seats, seat));
        let shared = active.iter().any(|by| player(by) == Some(Player::Human));
        // Where somebody at the page may act too, each bot acts once.
        let hands = table.tree().hands(course.at);
        let is_free = |by: &By| !shared || !hands.contains(*by);
        if active.contains(By::Chance) && is_free(&By::Chance) {
            return Ok(Some(Next { player: Player::Random, by: By::Chance }));
        }
        // Bots among themselves wait to be asked.
        if !seats.contains(&Player::Human) {
            return Ok(None);
        }
        // Where nobody else can go on, a bot does what it otherwise would not.
        let willing = self.willing(table, course.at)?;
        let whom = if willing.is_empty() && !shared { active } else { willing };
        let bots = whom.iter().filter_map(|by| Some((by, player(by)?)));
        let mut bots = bots.filter(|(by, player)| *player != Player::Human && is_free(by));
        Ok(bots.next().map(|(by, player)| Next { player, by }))
    }

    /// Who acts at a request. A bot acts for a person only where all seats are
    /// people's.
    fn actor(&self, table: &Table, asked: &wire::BotRequest) -> Result<Next, Failure> {
        let active = self.active(table, asked.at)?;
        let seats = table.tree().row.seats.clone();
        let player = |by: By| by.seat().map_or(Player::Random, |seat| player(&seats, seat));
        let by = match asked.by {
            Some(Who(by)) => Some(by),
            None => {
                let willing = self.willing(table, asked.at)?;
                let is_bot = |by: &By| player(*by) != Player::Human;
                let first = willing.iter().find(is_bot).or_else(|| willing.iter().next());
                first.or_else(|| active.iter().find(is_bot)).or_else(|| active.iter().next())
            }
        };
        let Some(by) = by.filter(|by| active.contains(*by)) else {
            return Err(nothing_to_do(asked.by));
        };
        match player(by) {
            Player::Human if seats.iter().any(|it| *it != Player::Human) => {
                let message = format!("A person plays {}: no bot moves for it.", Who(by));
                Err(Failure::unfit("no_bot", message))
            }
            Player::Human => Ok(Next { player: Player::Random, by }),
            player => Ok(Next { player, by }),
        }
    }
}

/// Nobody, or not the one who was named, can do anything.
fn nothing_to_do(who: Option<Who>) -> Failure {
    let message = match who {
        Some(who) => format!("There is nothing that {who} can do at this node."),
        None => "Nobody can do anything at this node.".to_owned(),
    };
    Failure::unfit("nothing_to_do", message)
}

/// Nobody acted where somebody was to: whoever listens is told why, and the next
/// who asks for the match has it tried again.
fn stumble(table: &Table, at: u32, failure: &Failure) {
    table.tree().asked.remove(&at);
    table.tell(News::Idle);
    table.tell(News::Failed(failure.clone()));
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

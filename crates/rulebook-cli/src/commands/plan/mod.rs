//! `rulebook plan`: in which order rules are asked, and how they are found.

mod json;

use clap::Args;
use rulebook::{Book, Game, Kind, Kinded, PlanEntry, PlanNode, PlanView};
use rulebook_games::{Playable, Visit};

use super::{Answer, with_game};
use crate::args::{GameName, game_name};
use crate::failure::Failure;
use crate::kit::CardsFile;
use crate::paint::{FAINT, PLAIN, Paper, STRONG};
use crate::text::{count, cut, list};

const EXAMPLES: &str = "\
Examples:
  rulebook plan chess
      Every rule in the order of asking, and what it waits for.
  rulebook plan duels --kind attack
      The rules for one kind of action.
  rulebook plan duels --cards mine.json
      With the cards of a file.
  rulebook plan chess --json | jq -r .signature
      A digest of all that selection goes by: it changes when the plan does.

The chapter 'How rules are chosen' of the guide says how to read it.";

/// Shows in which order rules are asked, and what each of them waits for
///
/// All rules in one list, each with its number: for which kinds of actions and
/// about which subjects it is, under which declared conditions, shared
/// predicates and conditions of the game's own code. Then the phases that are
/// not over with the first rule that answers, the exclusivity groups, each with
/// its first rule, and the facts by which rules are looked up.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlanArgs {
    /// Which game
    #[arg(value_name = "GAME", ignore_case = true, value_parser = game_name())]
    game: GameName,

    #[command(flatten)]
    cards: CardsFile,

    /// Only what concerns this kind of action, as the plan writes it behind 'on'
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Shows a plan.
pub(crate) fn run(paper: &mut Paper, args: &PlanArgs) -> Result<Answer, Failure> {
    with_game(args.game, Show { paper, args })
}

struct Show<'a> {
    paper: &'a mut Paper,
    args: &'a PlanArgs,
}

impl Visit for Show<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Show { paper, args } = self;
        let book = args.cards.kit::<G>()?.book;
        let only = args.kind.as_deref().map(kind::<G>).transpose()?;
        let Some(shown) = Shown::of(&book, only) else {
            let game = G::NAME;
            return Err(Failure::Usage(format!(
                "{game} has no plan: its rules are asked one by one, as 'rulebook lint {game} \
                 --outline' lists them."
            )));
        };
        if args.json {
            paper.raw(&format!("{:#}\n", json::as_json(&shown)))?;
        } else {
            tell(paper, &shown)?;
        }
        Ok(Answer::Yes)
    }
}

/// The kinds of a game's actions.
type ActionKind<G> = <<G as Game>::Action as Kinded>::Kind;

/// The kind of action that somebody wrote.
fn kind<G: Playable>(text: &str) -> Result<ActionKind<G>, Failure> {
    let all = ActionKind::<G>::ALL;
    let wanted = all.iter().find(|kind| kind.name().eq_ignore_ascii_case(text));
    wanted.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|kind| kind.name()).collect();
        let (game, text, names) = (G::NAME, cut(text), list(&names, "or"));
        Failure::Usage(format!("{game} has no action of the kind {text:?}: write {names}"))
    })
}

/// What of a plan is shown: all of it, or what concerns a kind of action.
struct Shown<'b, G: Game> {
    plan: PlanView<'b, G>,
    only: Option<ActionKind<G>>,
    entries: Vec<PlanEntry<'b, G>>,
}

impl<'b, G: Game> Shown<'b, G> {
    fn of(book: &'b Book<G>, only: Option<ActionKind<G>>) -> Option<Self> {
        let plan = book.plan()?;
        let entries = match only {
            Some(kind) => plan.entries_for(kind).collect(),
            None => plan.entries().collect(),
        };
        Some(Shown { plan, only, entries })
    }

    /// The kinds of actions, each with the facts by which rules for it are looked up.
    fn looked_up(&self) -> impl Iterator<Item = (&'static str, Vec<&'b str>)> {
        let kinds = ActionKind::<G>::ALL.iter();
        let shown = kinds.filter(|kind| self.only.is_none_or(|only| only == **kind));
        shown.map(|kind| (kind.name(), self.plan.looked_up_by(*kind).collect()))
    }

    /// The nodes, each with its number.
    fn nodes(&self) -> impl Iterator<Item = (usize, PlanNode)> {
        let has_any = |node: &PlanNode| {
            self.entries.iter().any(|entry| node.entries.contains(&entry.number()))
        };
        let nodes = self.plan.nodes().enumerate();
        nodes.filter(move |(_, node)| self.only.is_none() || has_any(node))
    }

    /// The exclusivity groups, each with the number of its first entry.
    fn roots(&self) -> impl Iterator<Item = (&'b str, usize)> {
        let has_any = |group: &str| {
            self.entries.iter().any(|entry| entry.groups().any(|(of, _)| of == group))
        };
        self.plan.roots().filter(move |(group, _)| has_any(group))
    }

    /// The lines below the heading.
    fn lines(&self) -> Vec<String> {
        if self.only.is_none() {
            return self.plan.to_string().lines().skip(1).map(str::to_owned).collect();
        }
        let entries = self.entries.iter().map(|entry| format!("  {entry}"));
        let nodes = self.nodes().map(|(number, node)| format!("  node {number}: {node}"));
        let roots = self.roots();
        let roots = roots.map(|(group, root)| format!("  exclusivity group {group}: root {root}"));
        let facts = self.looked_up().filter(|(_, facts)| !facts.is_empty());
        let facts =
            facts.map(|(kind, facts)| format!("  {kind} is looked up by {}", list(&facts, "and")));
        entries.chain(nodes).chain(roots).chain(facts).collect()
    }
}

/// Writes the plan down as the engine does, under the name that people write for the
/// game.
fn tell<G: Playable>(paper: &mut Paper, shown: &Shown<'_, G>) -> Result<(), Failure> {
    let entries = count(shown.plan.entries().len(), "entry", "entries");
    let heading = match shown.only {
        None => format!("{}: {entries}", G::NAME),
        Some(kind) => {
            let (some, kind) = (shown.entries.len(), kind.name());
            format!("{}: {some} of {entries}, for {kind}", G::NAME)
        }
    };
    paper.row(STRONG, &heading)?;
    for line in shown.lines() {
        // An entry begins with its number.
        let is_entry = line.trim_start().starts_with(|first: char| first.is_ascii_digit());
        paper.row(if is_entry { PLAIN } else { FAINT }, &line)?;
    }
    Ok(())
}

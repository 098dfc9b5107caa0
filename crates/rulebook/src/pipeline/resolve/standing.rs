//! Standing rules: all that have something to propose do it together, as one
//! batch.

use crate::book::Compiled;
use crate::book::rule::EventKind;
use crate::book::standing::StandingId;
use crate::context::Effect;
use crate::game::{Game, KindSet};
use crate::group::{Edge, GroupKind};
use crate::observe;
use crate::pipeline::resolve::circle::note_turn;
use crate::pipeline::resolve::settle;
use crate::pipeline::resolve::token::Token;
use crate::pipeline::resolve::work::{Work, check_size, proposals, work_off};
use crate::pipeline::resolve::{limit, look_up};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::session::account::Because;
use crate::session::fate::Fate;
use crate::session::legal::Valid;

/// All standing rules that have something to propose do it together. Says
/// whether anything came of it.
pub(super) fn standing_round<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Valid<'_, G>,
    (rounds, depth): (usize, usize),
    work: &mut Vec<Work<G>>,
) -> Result<bool, Stop<G>> {
    if core.book.inner.draft.standing.is_empty() {
        return Ok(false);
    }
    let book = core.book.inner.clone();
    let happened = std::mem::replace(&mut core.desk.reacting.since_rest, KindSet::none());
    if happened.is_empty() {
        return Ok(false);
    }
    let round = core.desk.reacting.account.rounds.len();
    let lines = &core.desk.reacting.account.lines;
    let line = lines.iter().rposition(|line| line.fate == Fate::Applied).unwrap_or(usize::MAX);
    let because = |standing| Because::Standing { standing, round, line };
    let (mut tokens, proposing) = propose(core, &book, legal, happened, because)?;
    let Some(first) = proposing.first() else { return Ok(false) };
    let because = because(*first);
    let bound = book.draft.limits.rounds;
    if rounds >= bound {
        return Err(limit(core, "rounds", bound, because).into());
    }
    tokens.push(Token::Close);
    check_size(core, &tokens, 0, because)?;
    note_turn(core, None, Some(&tokens), because)?;
    core.desk.reacting.account.rounds.push(proposing);
    observe::tell_round(core, round);
    let before = core.desk.events;
    core.desk.moves.clear();
    settle::settle(core, &book, legal, tokens, depth, work)?;
    work_off(core, &book, legal, work)?;
    Ok(core.desk.events > before)
}

/// What the standing rules propose that these events wake, as a batch that is
/// not closed yet, and who proposed something.
fn propose<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    book: &Compiled<G>,
    legal: &Valid<'_, G>,
    happened: KindSet<EventKind<G>>,
    because: impl Fn(StandingId) -> Because,
) -> Result<(Vec<Token<G>>, Vec<StandingId>), Stop<G>> {
    let mut tokens = vec![Token::Open(GroupKind::Batch, Edge::Required)];
    let mut proposing = Vec::new();
    for (number, standing) in (0..).zip(&book.draft.standing) {
        if !standing.kinds.is_empty() && !standing.kinds.meets(happened) {
            continue;
        }
        let id = StandingId(number);
        core.desk.place = Place::Standing(number);
        let Core { state, bench, .. } = core;
        // As with a rule's effect.
        let _ = (standing.propose)(&mut Effect { ask: legal.ask(state), bench });
        look_up(core, because(id))?;
        let before = tokens.len();
        add_new(core, &mut tokens, because(id));
        if tokens.len() > before {
            proposing.push(id);
        }
    }
    Ok((tokens, proposing))
}

/// Adds what was proposed, each proposal once: what another rule has proposed
/// already counts once.
fn add_new<G: Game, L>(core: &mut Core<G, L>, tokens: &mut Vec<Token<G>>, because: Because) {
    let Some(same) = core.book.inner.reactions.as_ref().map(|known| known.reactor.same) else {
        return;
    };
    let mut proposal: Vec<Token<G>> = Vec::new();
    let mut nested = 0usize;
    for token in proposals(core, because) {
        match token {
            Token::Open(..) => nested += 1,
            Token::Close => nested -= 1,
            Token::Event(_) => {}
        }
        proposal.push(token);
        if nested > 0 {
            continue;
        }
        // The first token is the bracket around them all.
        let known = members(&tokens[1..]).any(|known| same_tokens(same, known, &proposal));
        if known {
            proposal.clear();
        } else {
            tokens.append(&mut proposal);
        }
    }
}

/// The proposals among these tokens: single events, and groups whole.
fn members<G: Game>(tokens: &[Token<G>]) -> impl Iterator<Item = &[Token<G>]> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let mut nested = 0usize;
        let end = rest.iter().position(|token| {
            match token {
                Token::Open(..) => nested += 1,
                Token::Close => nested -= 1,
                Token::Event(_) => {}
            }
            nested == 0
        })?;
        let (member, after) = rest.split_at(end + 1);
        rest = after;
        Some(member)
    })
}

fn same_tokens<G: Game>(
    same: fn(&G::Event, &G::Event) -> bool,
    a: &[Token<G>],
    b: &[Token<G>],
) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Token::Event(a), Token::Event(b)) => a.edge == b.edge && same(&a.event, &b.event),
            (Token::Open(a, edge_a), Token::Open(b, edge_b)) => (a, edge_a) == (b, edge_b),
            (Token::Close, Token::Close) => true,
            _ => false,
        })
}

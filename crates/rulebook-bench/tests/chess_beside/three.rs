//! One game in three libraries.

use rulebook::prelude::*;
use rulebook_games::Playable;
use rulebook_games::chess::board::{Claim, Finish, Position};
use rulebook_games::chess::notation::{
    CastlingStyle, EnPassantStyle, FenStyle, UciCastling, read_fen, read_san, write_fen_as,
    write_san, write_uci,
};
use rulebook_games::chess::{Action, ChessGame, Ending, Match, print};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, KnownOutcome, Outcome as Theirs, Position as _,
};

/// One game in three libraries. Ours is a session of the rule book.
pub(crate) struct Three<G: ChessGame> {
    ours: Session<G>,
    mode: CastlingMode,
    shakmaty: Chess,
    cozy: cozy_chess::Board,
    /// Every position so far, for repetitions.
    past: Vec<cozy_chess::Board>,
}

impl<G: ChessGame + Playable> Three<G> {
    /// All three from here; none if the others refuse such a position.
    pub(crate) fn new(position: Position) -> Option<Self> {
        let mode = match G::NAME {
            "chess960" => CastlingMode::Chess960,
            _ => CastlingMode::Standard,
        };
        let start = match mode {
            CastlingMode::Standard => Match::from(position),
            CastlingMode::Chess960 => Match::chess960(position),
        };
        let ours = G::book().start(start, Seed(1)).expect("a game starts anywhere");
        let fen = write_fen_as(&position, FenStyle::SHREDDER);
        let shakmaty = to_shakmaty(&fen).ok()?;
        let cozy = cozy_chess::Board::from_fen(&fen, true).ok()?;
        Some(Self { ours, mode, shakmaty, cozy: cozy.clone(), past: vec![cozy] })
    }

    pub(crate) fn position(&self) -> &Position {
        self.ours.state().position()
    }

    fn fen(&self) -> String {
        write_fen_as(self.position(), FenStyle::SHREDDER)
    }

    /// The moves that all three agree on.
    pub(crate) fn moves(&mut self) -> Vec<String> {
        let fen = self.fen();
        let legal = self.ours.legal_all().expect("legal actions can be listed");
        let ours = our_moves(legal.iter().map(|legal| *legal.action()));
        let mut line = self.ours.search(Seed(2));
        let mut found = Vec::new();
        line.legal_all_into(&mut found).expect("legal actions can be listed");
        assert_eq!(ours, our_moves(found.iter().map(|legal| *legal.action())), "{fen}");

        self.compare_claims(legal.iter().map(|legal| *legal.action()), &fen);
        let is_over = self.compare_results(&fen);
        let expected = if is_over { Vec::new() } else { self.shakmatys() };
        assert_eq!(ours, expected, "{fen}");
        if !is_over {
            assert_eq!(ours, self.cozys(), "{fen}");
        }
        ours
    }

    /// Makes a move in all three.
    pub(crate) fn play(&mut self, uci: &str) {
        let action = G::parse(uci).expect("what was printed can be read");
        let by = self.ours.state().turn();
        let outcome = self.ours.submit(by, action).expect("the book has no fault");
        assert!(outcome.is_committed(), "{uci}: {outcome}");
        let text: UciMove = uci.parse().expect("all write UCI alike");
        let theirs = text.to_move(&self.shakmaty).expect("it is legal there");
        self.shakmaty.play_unchecked(theirs);
        let takes_rook = theirs.to_uci(CastlingMode::Chess960).to_string();
        self.cozy.play(takes_rook.parse().expect("all write UCI alike"));
        self.past.push(self.cozy.clone());
    }

    fn shakmatys(&self) -> Vec<String> {
        let moves = self.shakmaty.legal_moves().into_iter();
        sorted(moves.map(|found| found.to_uci(self.mode).to_string()))
    }

    /// It always says that the king takes its rook.
    fn cozys(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.cozy.generate_moves(|found| {
            moves.extend(found);
            false
        });
        let said = |found: cozy_chess::Move| {
            let uci: UciMove = found.to_string().parse().expect("all write UCI alike");
            let found = uci.to_move(&self.shakmaty).expect("it is legal there");
            found.to_uci(self.mode).to_string()
        };
        sorted(moves.into_iter().map(said))
    }

    /// How often the position has come about.
    fn times(&self) -> usize {
        self.past.iter().filter(|before| before.same_position(&self.cozy)).count()
    }

    /// Whether the game is over, which all must see alike as far as they can.
    fn compare_results(&self, fen: &str) -> bool {
        let (position, shakmaty) = (self.position(), &self.shakmaty);
        assert_eq!(position.is_check(), shakmaty.is_check(), "{fen}");
        assert_eq!(position.checkers().0, self.cozy.checkers().0, "{fen}");
        assert_eq!(u32::from(position.halfmoves()), shakmaty.halfmoves(), "{fen}");
        let finish = match shakmaty.outcome() {
            Theirs::Known(KnownOutcome::Decisive { winner }) => Some(Some(winner.is_white())),
            Theirs::Known(KnownOutcome::Draw) => Some(None),
            Theirs::Unknown => (self.times() >= 5 || shakmaty.halfmoves() >= 150).then_some(None),
        };
        let seat = |is_white: bool| if is_white { Seat(0) } else { Seat(1) };
        let scores = finish.map(|winner| match winner {
            Some(is_white) => Scores::win(seat(is_white), 2),
            None => Scores::draw(2),
        });
        assert_eq!(self.ours.result(), scores, "{fen}");
        self.compare_how(fen);
        finish.is_some()
    }

    /// The kind of the end.
    fn compare_how(&self, fen: &str) {
        let Some(Ending::Finished { finish }) = self.ours.state().ending() else { return };
        let shakmaty = &self.shakmaty;
        let holds = match finish {
            Finish::Checkmate { .. } => shakmaty.is_checkmate(),
            Finish::Stalemate => shakmaty.is_stalemate(),
            Finish::InsufficientMaterial => shakmaty.is_insufficient_material(),
            Finish::SeventyFiveMoves => shakmaty.halfmoves() >= 150,
            Finish::FivefoldRepetition => self.times() >= 5,
        };
        assert!(holds, "{fen}: {finish:?}");
    }

    /// Which draws the player may claim.
    fn compare_claims(&self, legal: impl Iterator<Item = Action>, fen: &str) {
        if self.ours.result().is_some() {
            return;
        }
        let claims: Vec<Action> =
            legal.filter(|action| matches!(action, Action::Claim(_))).collect();
        let may = |claim| claims.contains(&Action::Claim(claim));
        assert_eq!(may(Claim::FiftyMoves), self.shakmaty.halfmoves() >= 100, "{fen}");
        assert_eq!(may(Claim::ThreefoldRepetition), self.times() >= 3, "{fen}");
    }

    /// The position as text, here and there.
    pub(crate) fn compare_fen(&self) {
        let modes = [
            (EnPassantStyle::Always, EnPassantMode::Always),
            (EnPassantStyle::Legal, EnPassantMode::Legal),
        ];
        for (en_passant, mode) in modes {
            let style = FenStyle { castling: CastlingStyle::Wings, en_passant };
            let theirs = Fen::from_position(&self.shakmaty, mode).to_string();
            assert_eq!(write_fen_as(self.position(), style), theirs);
            assert_eq!(read_fen(&theirs).unwrap().hash(), self.position().hash());
        }
        let shredder = self.fen();
        assert_eq!(format!("{:#}", self.cozy).split(' ').next(), shredder.split(' ').next());
        assert_eq!(read_fen(&shredder).as_ref(), Ok(self.position()));
    }

    /// Every move as text, here and there.
    pub(crate) fn compare_san(&self) {
        for found in self.shakmaty.legal_moves() {
            let theirs = SanPlus::from_move(self.shakmaty.clone(), found).to_string();
            let uci = found.to_uci(CastlingMode::Chess960).to_string();
            let read = read_san(self.position(), &theirs).unwrap();
            assert_eq!(write_uci(read, UciCastling::TakesRook), uci);
            assert_eq!(write_san(self.position(), read), theirs);
        }
    }
}

/// A position of shakmaty, or its complaint.
pub(crate) fn to_shakmaty(fen: &str) -> Result<Chess, String> {
    let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
    fen.into_position(CastlingMode::Chess960).map_err(|error| format!("{error:?}"))
}

fn our_moves(actions: impl Iterator<Item = Action>) -> Vec<String> {
    sorted(actions.filter(|action| matches!(action, Action::Move(_))).map(|action| print(&action)))
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

//! What the derives write, seen from outside, and what they say when they
//! cannot.
#![cfg(feature = "derive")]
#![deny(missing_docs, unused, deprecated, unreachable_pub, clippy::all)]

use std::marker::PhantomData;

use rulebook::{Canonical, Digest, Kind, Kinded, Kinds, Reason};

mod kinds {
    use super::*;

    #[derive(PartialEq, Kinds)]
    enum Action {
        Place { cell: usize },
        Swap(u8, u8),
        Resign,
    }

    #[test]
    fn every_variant_has_a_kind() {
        assert_eq!(Action::Place { cell: 4 }.kind(), ActionKind::Place);
        assert_eq!(Action::Swap(1, 2).kind(), ActionKind::Swap);
        assert_eq!(Action::Resign.kind(), ActionKind::Resign);
    }

    #[test]
    fn kinds_stand_at_their_index_in_the_order_of_declaration() {
        assert_eq!(ActionKind::ALL, [ActionKind::Place, ActionKind::Swap, ActionKind::Resign]);
        for (index, kind) in ActionKind::ALL.iter().enumerate() {
            assert_eq!(kind.index(), index);
            assert_eq!(kind.name(), format!("{kind:?}"));
        }
        assert!(ActionKind::ALL.is_sorted());
    }

    #[derive(PartialEq, Kinds)]
    struct Move {
        to: u8,
    }

    #[derive(Kinds)]
    struct Pass;

    #[derive(PartialEq, Kinds)]
    struct Bid(u8);

    #[test]
    fn a_struct_is_its_own_kind() {
        assert_eq!(Move { to: 1 }.kind(), MoveKind::Move);
        assert_eq!(Pass.kind(), PassKind::Pass);
        assert_eq!(Bid(3).kind(), BidKind::Bid);
        assert_eq!(MoveKind::Move.name(), "Move");
        assert_eq!(MoveKind::ALL, [MoveKind::Move]);
    }

    /// A type whose own discriminants do not number its kinds.
    #[derive(Kinds)]
    #[kinds(name = What)]
    #[repr(u8)]
    enum Event {
        Late = 200,
        Early = 3,
    }

    #[test]
    fn the_enum_takes_the_name_it_is_given() {
        assert_eq!(Event::Late.kind(), What::Late);
        assert_eq!(What::Early.index(), 1);
        assert_eq!(Event::Early as u8, 3);
    }

    #[derive(Kinds)]
    enum Wrapped<'a, T: Clone, const N: usize>
    where
        T: Default,
    {
        Items([T; N]),
        Name(&'a str),
    }

    #[test]
    fn generic_types_have_kinds() {
        let items: Wrapped<'_, u8, 2> = Wrapped::Items([1, 2]);
        let name: Wrapped<'_, u8, 2> = Wrapped::Name("a");
        assert_eq!([items.kind(), name.kind()], [WrappedKind::Items, WrappedKind::Name]);
        assert!(matches!(items, Wrapped::Items([1, 2])) && matches!(name, Wrapped::Name("a")));
    }

    #[derive(PartialEq, Kinds)]
    #[expect(non_camel_case_types, reason = "the names are about raw identifiers")]
    enum r#type {
        r#move,
        r#ref { r#in: u8 },
    }

    #[test]
    fn raw_names_lose_their_prefix() {
        let kinds = [r#type::r#move, r#type::r#ref { r#in: 1 }].map(|value| value.kind());
        assert_eq!(kinds.map(Kind::name), ["move", "ref"]);
        assert_eq!(typeKind::r#move.index(), 0);
    }

    /// Names that are poor, and that the author answers for once only.
    #[derive(Kinds)]
    #[expect(clippy::enum_variant_names, reason = "the names are the test")]
    enum Card {
        CardDrawn,
        CardPlayed,
        CardLost,
    }

    #[test]
    fn lints_about_names_are_not_repeated_for_the_kinds() {
        let kinds = [Card::CardDrawn, Card::CardPlayed, Card::CardLost].map(|card| card.kind());
        assert_eq!(kinds, CardKind::ALL);
    }

    #[derive(Kinds)]
    enum Ageing {
        New,
        #[deprecated = "it is old"]
        #[expect(dead_code, reason = "nobody uses it any longer")]
        Old,
    }

    #[test]
    fn a_deprecated_variant_has_a_kind_without_warnings() {
        assert_eq!(Ageing::New.kind(), AgeingKind::New);
        assert_eq!(AgeingKind::ALL.len(), 2);
    }

    /// A module whose items are seen from outside.
    mod inner {
        #[derive(rulebook::Kinds)]
        pub(super) enum Seen {
            Yes,
        }
    }

    #[test]
    fn the_enum_is_as_visible_as_the_type() {
        assert_eq!(inner::Seen::Yes.kind(), inner::SeenKind::Yes);
    }
}

mod reasons {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Seat(u8);

    #[derive(Clone, Debug, PartialEq, Reason)]
    enum Why {
        /// It is not your turn.
        NotYourTurn,
        /// Cell {cell} is taken.
        Taken { cell: usize, by: Seat },
        /// A {0} of {1:?} is too low.
        TooLow(u8, char),
        ///   Say "\n" or 'C:\new'   
        ///   in {{braces}}, \{word}.
        ///
        /// Not {part} of the message.
        Odd { word: String },
        /// Bid {amount:>0width$} or [{amount:$^5}] or {amount:#x} {{{amount}}}.
        #[reason(code = "bid-more")]
        Bid { amount: u32, width: usize },
        /// {a:?} {a:+05} {a:#010b} {b:08.2} {b:.a$} {a:*<6x?} { a :>3 }.
        Options { a: usize, b: f32 },
        /// {0:01$} {0:>1$}.
        Places(u8, usize),
        /** A block
         * of text
         *
         * and documentation. */
        Block {},
        #[doc = "* Use {type}."]
        #[doc(hidden)]
        Keyword { r#type: u8 },
    }

    #[test]
    fn the_message_is_the_first_paragraph_of_the_doc_comment() {
        let taken = Why::Taken { cell: 4, by: Seat(1) };
        let options = Why::Options { a: 3, b: 1.5 };
        let odd = Why::Odd { word: "w".into() };
        let bid = Why::Bid { amount: 7, width: 3 };
        for (why, message) in [
            (Why::NotYourTurn, "It is not your turn."),
            (taken, "Cell 4 is taken."),
            (Why::TooLow(3, '♠'), "A 3 of '♠' is too low."),
            (odd, r#"Say "\n" or 'C:\new' in {braces}, \w."#),
            (bid, "Bid 007 or [$$7$$] or 0x7 {7}."),
            (options, "3 +0003 0b00000011 00001.50 1.500 3*****   3."),
            (Why::Places(7, 3), "007   7."),
            (Why::Block {}, "A block of text"),
            (Why::Keyword { r#type: 5 }, "* Use 5."),
        ] {
            assert_eq!(why.to_string(), message);
        }
    }

    #[test]
    fn the_code_is_the_name_or_what_was_given() {
        assert_eq!(Why::NotYourTurn.code(), "NOT_YOUR_TURN");
        assert_eq!(Why::TooLow(1, 'a').code(), "TOO_LOW");
        assert_eq!(Why::Bid { amount: 1, width: 1 }.code(), "bid-more");
        assert_eq!(Why::Block {}.code(), "BLOCK");
    }

    #[test]
    fn what_it_concerns_is_its_fields() {
        let concerns = |why: Why| why.concerns();
        assert_eq!(concerns(Why::NotYourTurn), None);
        assert_eq!(concerns(Why::Block {}), None);
        assert_eq!(
            concerns(Why::Taken { cell: 4, by: Seat(1) }).as_deref(),
            Some("cell 4, by Seat(1)")
        );
        assert_eq!(concerns(Why::TooLow(3, 'a')).as_deref(), Some("3, 'a'"));
        assert_eq!(concerns(Why::Odd { word: "{x}".into() }).as_deref(), Some("word \"{x}\""));
    }

    /// A reason that never comes up.
    #[derive(Clone, Debug, PartialEq, Reason)]
    enum Nothing {}

    #[test]
    fn an_enum_without_variants_is_a_reason() {
        fn is_reason<T: Reason>() {}
        is_reason::<Nothing>();
    }

    #[derive(Clone, Debug, PartialEq, Reason)]
    enum Generic<T>
    where
        T: std::fmt::Display + Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static,
    {
        /// No {0}!
        No(T),
    }

    #[test]
    fn a_generic_enum_with_bounds_is_a_reason() {
        assert_eq!(Generic::No("way").to_string(), "No way!");
        assert_eq!(Generic::No(3).concerns().as_deref(), Some("3"));
    }

    /// The message comes from one place and the field from another.
    macro_rules! reason {
        ($name:ident, $field:ident) => {
            #[derive(Clone, Debug, PartialEq, Reason)]
            enum $name {
                /// No {cell}.
                Only { $field: u8 },
            }
        };
    }
    reason!(FromMacro, cell);

    #[test]
    fn a_macro_may_write_the_enum() {
        assert_eq!(FromMacro::Only { cell: 3 }.to_string(), "No 3.");
    }
}

mod canonical {
    use super::*;

    #[derive(Canonical)]
    struct Named {
        second: u16,
        first: Option<u8>,
    }

    #[derive(Canonical)]
    struct Tuple(u8, Named);

    #[derive(Canonical)]
    struct Unit;

    #[test]
    fn a_struct_is_its_fields_in_order() {
        let named = Named { second: 0x0102, first: Some(3) };
        assert_eq!(Digest::of(&named), Digest::of(&[2_u8, 1, 1, 3]));
        assert_eq!(Digest::of(&Tuple(9, named)), Digest::of(&[9_u8, 2, 1, 1, 3]));
        assert_eq!(Digest::of(&Unit), Digest::of(&()));
    }

    #[derive(Canonical)]
    enum Shape {
        Empty,
        Named { into: u8, field_1: u8 },
        Tuple(u8),
    }

    #[test]
    fn an_enum_is_the_variants_place_and_its_fields() {
        assert_eq!(Digest::of(&Shape::Empty), Digest::of(&[0_u8; 4]));
        let named = Shape::Named { into: 7, field_1: 8 };
        assert_eq!(Digest::of(&named), Digest::of(&[1_u8, 0, 0, 0, 7, 8]));
        assert_eq!(Digest::of(&Shape::Tuple(7)), Digest::of(&[2_u8, 0, 0, 0, 7]));
    }

    #[derive(Canonical)]
    enum Numbered {
        _Zero = 7,
        One = 2,
    }

    #[test]
    fn discriminants_do_not_count() {
        assert_eq!(Digest::of(&Numbered::One), Digest::of(&1_u32));
    }

    #[derive(Canonical)]
    enum Nothing {}

    #[test]
    fn an_enum_without_variants_is_canonical() {
        assert_eq!(Digest::of(&None::<Nothing>), Digest::of(&0_u8));
    }

    #[derive(Canonical)]
    struct Generic<'a, T: Clone, U = u8, const N: usize = 1>
    where
        U: Copy,
    {
        items: [T; N],
        text: &'a str,
        rest: PhantomData<U>,
    }

    #[test]
    fn generic_types_are_canonical_if_their_parameters_are() {
        let generic: Generic<'_, u8> = Generic { items: [5], text: "", rest: PhantomData };
        assert_eq!(Digest::of(&generic), Digest::of(&[5_u8, 0, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[derive(Canonical)]
    struct Tree {
        value: u8,
        children: Vec<Tree>,
    }

    #[test]
    fn a_type_may_contain_itself() {
        let leaf = Tree { value: 2, children: vec![] };
        let tree = Tree { value: 1, children: vec![leaf] };
        assert_eq!(Digest::of(&tree), Digest::of(&(1_u8, 1_u64, 2_u8, 0_u64)));
    }
}

#[test]
fn mistakes_are_named_where_they_stand() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

//! Whatever comes in: nothing panics, nothing takes long, and what is refused
//! is pointed at inside the text.

use rulebook::{Dice, Seed};
use rulebook_games::duels::cards::{CardSet, ProblemKind};

use crate::common::{BASE, errors, with};

fn only(text: &str) -> String {
    let errors = errors(text);
    assert_eq!(errors.problems().len(), 1, "{errors}");
    errors.problems()[0].to_string()
}

#[test]
fn malformed_json_is_pointed_at() {
    assert_eq!(only(""), "1:1: this is no JSON: the file ends before it should. Mend it first.");
    assert_eq!(
        only("{\n  \"format\": 1,\n  \"name\": \"Mine\",\n}"),
        "4:1: this is no JSON: the name of a field is missing, or does not stand in quotes. Mend it first."
    );
    assert_eq!(
        only(&with(r#""atk": 3, "#, r#""atk": 3 "#)),
        "10:84: this is no JSON: a comma or a } is missing. Mend it first."
    );
    assert_eq!(
        only(&format!("{BASE}{{}}")),
        "44:1: this is no JSON: something stands behind its end. Mend it first."
    );
    assert_eq!(
        only(&with(r#""name": "Imp""#, r#""name": "half a pair: \ud800""#)),
        "10:28: card `imp`: this cannot be read: a \\u is half of a pair, or no letter. Write the letter itself."
    );
}

#[test]
fn a_byte_order_mark_before_the_text_says_nothing() {
    CardSet::parse("small.json", &format!("\u{feff}{BASE}")).expect("as without it");
    let marked = format!("\u{feff}{}", with(r#""format": 1"#, r#""format": 2"#));
    assert_eq!(only(&marked), r#"2:13: "format" is 2. It must be 1."#);
    // In the middle it is no space.
    assert!(only(&format!("\u{feff}\u{feff}{BASE}")).starts_with("1:1: this is no JSON"));
}

#[test]
fn anything_but_an_object_is_refused() {
    for (text, what) in [
        ("[]", "a list"),
        ("7", "a number"),
        ("null", "null"),
        ("\"cards\"", "text"),
        ("true", "true or false"),
    ] {
        assert_eq!(
            only(text),
            format!("1:1: a card file is an object in braces, and this is {what}.")
        );
    }
}

#[test]
fn a_file_that_is_too_large_is_not_even_read() {
    let text = format!("{}{}", BASE, " ".repeat(1 << 20));
    let size = text.len();
    assert_eq!(
        only(&text),
        format!(
            "1:1: the file has {size} bytes, and may have 1048576. Split it into several sets."
        )
    );
}

#[test]
fn endless_nesting_is_refused_at_its_depth() {
    let deep = |open: &str, close: &str, levels| {
        let inner = format!("{}1{}", open.repeat(levels), close.repeat(levels));
        with(r#""amount": 3"#, &format!(r#""amount": {inner}"#))
    };
    for text in [deep("[", "]", 100_000), deep(r#"{"stat":"#, "}", 50_000)] {
        let errors = errors(&text);
        let deepest = errors.problems().iter().find(|problem| problem.message.contains("nested"));
        let deepest = deepest.expect("the depth is named");
        assert_eq!((deepest.line, deepest.kind), (26, ProblemKind::Shape));
        assert_eq!(
            deepest.message,
            "this is nested 16 levels deep, and no card needs that. Flatten it."
        );
    }
}

#[test]
fn endless_problems_are_counted_and_the_first_are_kept() {
    let text = format!(r#"{{ "cards": [{}] }}"#, vec!["{}"; 999].join(", "));
    let errors = errors(&text);
    assert_eq!((errors.problems().len(), errors.more()), (200, 999 * 3 + 4 - 200));
    let shown = errors.to_string();
    assert!(shown.starts_with("small.json has 3001 problems:\n"), "{shown}");
    assert!(shown.ends_with("\nand 2801 more, not shown. Mend these first."), "{shown}");
}

#[test]
fn all_mistakes_are_reported_at_once_in_the_order_of_lines() {
    let text = with(r#""kind": "champion""#, r#""kind": "champoin""#)
        .replacen(r#""atk": 3"#, r#""atk": 33"#, 1)
        .replacen(r#""act": "prevent""#, r#""act": "prevnet""#, 1)
        .replacen(r#""card": "imp""#, r#""card": "gnome""#, 1)
        .replacen(r#""veto": 2"#, r#""veto": 1"#, 1);
    assert_eq!(
        errors(&text).to_string(),
        "small.json has 6 problems:\n\
         small.json:4:12: no card is a Champion. Add one, with \"kind\": \"champion\".\n\
         small.json:5:45: card `king`: \"kind\" cannot be \"champoin\". Did you mean \"champion\"?\n\
         small.json:10:82: card `imp`: \"atk\" is 33. It must be a whole number from 0 to 20.\n\
         small.json:16:38: card `ogre`: \"act\" cannot be \"prevnet\". Did you mean \"prevent\"?\n\
         small.json:31:41: card `nest`: there is no card \"gnome\". Add it to \"cards\".\n\
         small.json:41:16: deck `court`: the deck has 19 cards. Add some: it must have 20 to 40."
    );
}

#[test]
fn a_deck_of_forty_cards_is_played_and_one_of_forty_one_is_not() {
    // The shipped deck has 38: two kinds with one copy more, then three.
    let grown = |kinds: &[&str]| {
        let one_more = |text: String, id: &&str| {
            text.replacen(&format!("\"{id}\": 2"), &format!("\"{id}\": 3"), 1)
        };
        kinds.iter().fold(CardSet::STANDARD.to_owned(), one_more)
    };
    let kinds = ["ember-hound", "cinder-lancer", "pyre-dancer"];
    let set = CardSet::parse("large.json", &grown(&kinds[..2])).expect("40 are not too many");
    assert_eq!(set.decks()[0].cards.len(), 40);
    let problem = only(&grown(&kinds));
    let wanted = "deck `ash`: the deck has 41 cards. Take some out: it must have 20 to 40.";
    assert!(problem.ends_with(wanted), "{problem}");
}

#[test]
fn an_unknown_effect_a_wrong_value_a_missing_champion_and_a_second_id_are_told_together() {
    let text = with(r#""effect": "status""#, r#""effect": "statsu""#)
        .replacen(r#""atk": 3"#, r#""atk": -3"#, 1)
        .replacen(r#""id": "ogre""#, r#""id": "imp""#, 1)
        .replacen(r#""champion": "king""#, r#""champion": "kign""#, 1)
        .replacen(r#""veto": 2"#, r#""veto": 1"#, 1);
    let told = errors(&text).to_string();
    for wanted in [
        "card `imp`: \"effect\" cannot be \"statsu\". Did you mean \"status\"?",
        "card `imp`: \"atk\" is -3. It must be a whole number from 0 to 20.",
        "card `imp`: there is another card before it with the id \"imp\". Change one of them.",
        "deck `court`: there is no card \"kign\". Did you mean \"king\"?",
        "deck `court`: there is no card \"ogre\". Add it to \"cards\".",
    ] {
        let line = told.lines().find(|line| line.ends_with(wanted));
        let line = line.unwrap_or_else(|| panic!("{wanted} is not among\n{told}"));
        // File, line and column come first.
        let place: Vec<_> = line.splitn(4, ':').take(3).collect();
        assert_eq!(place[0], "small.json");
        assert!(place[1..].iter().all(|number| number.parse::<u32>().is_ok()), "{line}");
    }
}

#[test]
fn a_field_said_twice_is_refused() {
    assert_eq!(
        only(&with(r#""atk": 3, "#, r#""atk": 3, "atk": 4, "#)),
        r#"10:85: card `imp`: "atk" is said twice. Keep one of them."#
    );
    assert_eq!(
        only(&with(r#""imp": 3, "#, r#""imp": 3, "imp": 2, "#)),
        r#"41:28: deck `court`: "imp" is said twice. Keep one of them."#
    );
}

#[test]
fn a_name_with_escapes_is_found_at_its_value() {
    let text = with(r#""atk": 3, "#, r#""atk": 3, "c\u006fst": 4, "#);
    assert_eq!(only(&text), r#"10:98: card `imp`: a card has no field "cost". Leave it out."#);
}

#[test]
fn columns_count_letters_not_bytes() {
    let text = with(r#""name": "Imp", "#, r#""name": "Ïmp→", "colour": "red", "#);
    assert_eq!(only(&text), r#"10:36: card `imp`: a card has no field "colour". Leave it out."#);
}

/// How many texts are broken at random: more of them in a full run.
fn rounds() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 50_000 } else { 1_000 }
}

#[test]
fn letters_broken_at_random_never_panic_and_are_pointed_at() {
    const LETTERS: [char; 22] = [
        '{', '}', '[', ']', '"', ',', ':', '\\', '0', '9', '-', '.', 'e', 't', 'n', 'u', ' ', '\n',
        '\u{0}', 'é', '𝄞', '\u{feff}',
    ];
    let mut refused = 0;
    for seed in 0..rounds() {
        let mut dice = Dice::new(Seed(seed));
        let mut letters: Vec<char> = BASE.chars().collect();
        for _ in 0..dice.roll(3) {
            let at = dice.below(letters.len() as u32) as usize;
            match dice.below(4) {
                0 => letters.insert(at, *dice.pick(&LETTERS).expect("there are some")),
                1 => letters[at] = *dice.pick(&LETTERS).expect("there are some"),
                2 => drop(letters.remove(at)),
                _ => drop(letters.drain(at..(at + 40).min(letters.len()))),
            }
        }
        let text: String = letters.into_iter().collect();
        let Err(errors) = CardSet::parse("small.json", &text) else { continue };
        refused += 1;
        assert!(!errors.problems().is_empty());
        for problem in errors.problems() {
            let line = text.split('\n').nth(problem.line - 1).expect("the line exists");
            assert!(problem.column <= line.chars().count() + 1, "seed {seed}: {problem}");
        }
    }
    assert!(refused > rounds() / 2, "only {refused} of {} were refused", rounds());
}

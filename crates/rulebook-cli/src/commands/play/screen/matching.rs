//! Which moves fit what was written so far.

/// Those that begin with it, then those that have it somewhere inside.
pub(super) fn matching(offers: &[String], written: &str) -> Vec<usize> {
    let written = written.trim_start().to_lowercase();
    let begins = |offer: &String| offer.to_lowercase().starts_with(&written);
    let has = |offer: &String| offer.to_lowercase().contains(&written);
    let all = || offers.iter().enumerate();
    let first = all().filter(|(_, offer)| begins(offer));
    let then = all().filter(|(_, offer)| !begins(offer) && has(offer));
    first.chain(then).map(|(at, _)| at).collect()
}

/// What was written, and as much more of it as there is only one way to go on.
pub(super) fn completed(offers: &[String], written: &str) -> String {
    let begun = written.trim_start();
    let mut fitting = offers.iter().filter(|offer| offer.starts_with(begun));
    let Some(first) = fitting.next() else {
        // What is only inside of one of them means that one.
        return match matching(offers, begun).as_slice() {
            [only] => offers[*only].clone(),
            _ => written.to_owned(),
        };
    };
    let common = fitting.fold(first.as_str(), |common, offer| {
        let same = common.chars().zip(offer.chars()).take_while(|(one, other)| one == other);
        let length = same.map(|(one, _)| one.len_utf8()).sum();
        &common[..length]
    });
    common.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Vec<String> {
        ["bid 1", "bid 10", "bid 1 with charm", "pass"].map(str::to_owned).to_vec()
    }

    #[test]
    fn what_begins_like_it_comes_before_what_has_it_inside() {
        assert_eq!(matching(&moves(), "bid 1"), [0, 1, 2]);
        assert_eq!(matching(&moves(), "A"), [2, 3]);
        assert_eq!(matching(&moves(), "pa"), [3]);
        assert_eq!(matching(&moves(), ""), [0, 1, 2, 3]);
        assert_eq!(matching(&moves(), "zz"), [0; 0]);
    }

    #[test]
    fn it_is_completed_as_far_as_it_is_clear() {
        assert_eq!(completed(&moves(), "b"), "bid 1");
        assert_eq!(completed(&moves(), "p"), "pass");
        assert_eq!(completed(&moves(), "charm"), "bid 1 with charm");
        assert_eq!(completed(&moves(), "zz"), "zz");
        let words = ["für".to_owned(), "fürs".to_owned(), "fün".to_owned()];
        assert_eq!(completed(&words, ""), "fü");
    }
}

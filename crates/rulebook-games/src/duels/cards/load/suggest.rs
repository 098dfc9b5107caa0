//! What somebody may have meant.

/// The word that is nearest to what was written, if it is near enough to be
/// meant.
pub(super) fn nearest<'w>(written: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let written: Vec<char> = written.chars().flat_map(char::to_lowercase).take(64).collect();
    let allowed = (written.len() / 3).max(1);
    words
        .map(|word| (distance(&written, word), word))
        .map(|(far, word)| (if begins(&written, word) { far.min(2) } else { far }, word))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Whether one is the beginning of the other: "burning" and "burn".
fn begins(written: &[char], word: &str) -> bool {
    let shorter = written.len().min(word.chars().count());
    shorter >= 3 && word.chars().zip(written).all(|(letter, other)| letter == *other)
}

/// How many letters must be put in, left out, changed or swapped with the next.
fn distance(written: &[char], word: &str) -> usize {
    let word: Vec<char> = word.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=word.len()).collect();
    for (row, letter) in written.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in word.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut least = changed.min(last[column + 1] + 1).min(next[column] + 1);
            let swapped =
                row > 0 && column > 0 && *letter == word[column - 1] && written[row - 1] == *other;
            if swapped {
                least = least.min(before_last[column - 1] + 1);
            }
            next.push(least);
        }
        before_last = std::mem::replace(&mut last, next);
    }
    last[word.len()]
}

/// What to do about a word that does not exist: the likely one, or all.
pub(super) fn advice<'w>(written: &str, words: impl Iterator<Item = &'w str> + Clone) -> String {
    if let Some(word) = nearest(written, words.clone()) {
        return format!("Did you mean \"{word}\"?");
    }
    let all: Vec<&str> = words.collect();
    match all.as_slice() {
        [_, _, ..] => format!("Write one of {}.", either(&all)),
        _ => format!("Write {}.", either(&all)),
    }
}

/// Words to choose from: `"a", "b" or "c"`.
pub(super) fn either(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

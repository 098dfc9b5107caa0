use std::collections::HashMap;

#[derive(rulebook::Canonical)]
struct State {
    turn: u8,
    score: f64,
    hands: HashMap<u8, u8>,
}

fn main() {}

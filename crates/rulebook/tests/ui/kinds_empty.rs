#[derive(rulebook::Kinds)]
enum Nothing {}

fn main() {}

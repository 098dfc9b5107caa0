#[derive(rulebook::Kinds)]
union Either {
    small: u8,
    large: u64,
}

fn main() {}

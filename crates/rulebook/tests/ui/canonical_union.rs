#[derive(rulebook::Canonical)]
union Either {
    small: u8,
    large: u64,
}

fn main() {}

use rulebook::Reason;

/// A reason that is no enum.
#[derive(Clone, Debug, PartialEq, Reason)]
struct Why {
    cell: u8,
}

fn main() {}

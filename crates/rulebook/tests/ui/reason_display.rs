use rulebook::Reason;

#[derive(Clone, Debug, PartialEq)]
struct Card;

#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    /// The card {card} cannot be shown.
    NotShown { card: Card },
}

fn main() {}

use rulebook::Reason;

#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    NotYourTurn,
    /// This one has a message.
    Taken,
    ///
    Empty,
}

fn main() {}

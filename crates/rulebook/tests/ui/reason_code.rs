use rulebook::Reason;

#[derive(Clone, Debug, PartialEq, Reason)]
enum Repeated {
    /// The text is not UTF-8.
    NoUTF8,
    /// The text is not UTF-8 either.
    NoUtf8,
}

#[derive(Clone, Debug, PartialEq, Reason)]
enum Attributes {
    /// The option is unknown.
    #[reason(name = "OTHER")]
    Unknown,
    /// The code is given twice.
    #[reason(code = "A", code = "B")]
    Twice,
    /// The code is empty.
    #[reason(code = " ")]
    Empty,
    /// The attribute stands on a field.
    Field {
        #[reason(code = "A")]
        cell: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Reason)]
#[reason(code = "A")]
enum Misplaced {
    /// The attribute stands on the type.
    One,
}

fn main() {}

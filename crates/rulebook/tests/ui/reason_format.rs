use rulebook::Reason;

#[derive(Clone, Debug, PartialEq, Reason)]
enum Why {
    /// The field is misspelt,
    /// so {cel} is not found.
    NoField { cell: u8, by: u8 },
    /// There are two fields, and {2} is the third.
    NoIndex(u8, u8),
    /// There is no {cell} at all.
    NoFields,
    /// Which field is {}?
    Unnamed { cell: u8 },
    /// Here {cell is left open.
    Open { cell: u8 },
    /// Here } closes nothing.
    Closed { cell: u8 },
    /// The width is {cell:wide$}.
    NoWidth { cell: u8 },
    /// Nothing of
    /// this ♠♥♦♣ {cell} is wrong but
    /// the option in {cell:q}.
    Style { cell: u8 },
    /// The precision in {cell:.*} is nowhere.
    NoPrecision { cell: u8 },
    /// The width in {cell:99999} is too large.
    Wide { cell: u8 },
}

fn main() {}

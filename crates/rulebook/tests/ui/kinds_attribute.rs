use rulebook::Kinds;

#[derive(Kinds)]
#[kinds(names = Other)]
enum Unknown {
    One,
}

#[derive(Kinds)]
#[kinds(name = Other, name = Another)]
enum Twice {
    One,
}

#[derive(Kinds)]
#[kinds(name = other::Kind)]
enum Path {
    One,
}

#[derive(Kinds)]
enum Misplaced {
    #[kinds(name = Other)]
    One,
}

fn main() {}

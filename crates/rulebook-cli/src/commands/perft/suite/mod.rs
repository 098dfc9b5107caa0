//! Files with counts by others.

#[cfg(test)]
mod fuzz;

use std::path::Path;
use std::str::FromStr;

use super::DEEPEST;
use crate::failure::Failure;
use crate::text::clip;
use crate::whole_file;

/// How much of a line that is wrong is shown.
const SHOWN: usize = 100;

/// Counts by others.
#[derive(Debug)]
pub(super) struct Suite {
    /// The file, as it was given.
    pub(super) name: String,
    pub(super) cases: Vec<Case>,
}

/// A count to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// The line in the file, from 1.
    pub(super) line: usize,
    /// From which position; none is the start.
    pub(super) position: Option<String>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// How a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A table with a heading.
    Table,
    /// A position on each line, and its counts.
    Positions,
}

impl Suite {
    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Suite, Failure> {
        let name = path.display().to_string();
        let cannot = |error| Failure::Usage(format!("the suite {name} cannot be read: {error}"));
        let bytes = whole_file::read(path).map_err(cannot)?;
        Suite::of(name, form(path, &bytes), &bytes)
    }

    /// Reads what is in a file.
    fn of(name: String, form: Form, bytes: &[u8]) -> Result<Suite, Failure> {
        let text = str::from_utf8(bytes).map_err(|error| {
            Failure::Usage(format!("the suite {name} is no text in UTF-8: {error}"))
        })?;
        let text = unmarked(text);
        let read = match form {
            Form::Table => table(text),
            Form::Positions => positions(text),
        };
        let cases = read.map_err(|(line, why)| Failure::Usage(format!("{name}:{line}: {why}")))?;
        if cases.is_empty() {
            return Err(Failure::Usage(format!("the suite {name} has no counts in it.")));
        }
        Ok(Suite { name, cases })
    }

    /// The counts to this depth.
    pub(super) fn up_to(&self, deepest: Option<u32>) -> Result<Vec<&Case>, Failure> {
        let deepest = deepest.unwrap_or(u32::MAX);
        let cases: Vec<&Case> = self.cases.iter().filter(|case| case.depth <= deepest).collect();
        if cases.is_empty() {
            let how = format!("the suite {} has no counts up to depth {deepest}.", self.name);
            return Err(Failure::Usage(how));
        }
        Ok(cases)
    }
}

/// How a suite is written: its name says it, or else its first line, because what
/// comes through a pipe has no name.
fn form(path: &Path, bytes: &[u8]) -> Form {
    let is_named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    let first = str::from_utf8(bytes).ok().and_then(|text| lines(unmarked(text)).next());
    let has_heading = first.is_some_and(|(_, line)| columns(line).is_some());
    if is_named || has_heading { Form::Table } else { Form::Positions }
}

/// A text without the mark that some editors put in front of every text.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The number of a line, and what is wrong with it.
type Wrong = (usize, String);

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads lines such as `POSITION ;D1 20 ;D2 400`.
fn positions(text: &str) -> Result<Vec<Case>, Wrong> {
    let mut cases = Vec::new();
    for (line, said) in lines(text) {
        let (position, counts) = said.split_once(';').ok_or_else(|| (line, no_counts(said)))?;
        if position.trim().is_empty() {
            return Err((
                line,
                "there is no position: write one in front of the counts.".to_owned(),
            ));
        }
        for part in counts.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (depth, nodes) = depth_and_nodes(part).ok_or_else(|| {
                let how = format!("write it as \";D3 8902\", at most {DEEPEST} deep.");
                (line, format!("{:?} is no count: {how}", clip(part, SHOWN)))
            })?;
            let position = Some(position.trim().to_owned());
            cases.push(Case { line, position, depth, nodes });
        }
    }
    Ok(cases)
}

fn no_counts(said: &str) -> String {
    format!(
        "{:?} has no counts: write them behind the position, as \";D1 20 ;D2 400\".",
        clip(said, SHOWN)
    )
}

fn depth_and_nodes(part: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
    Some((deep(depth)?, number(nodes.trim())?))
}

/// A number without a sign.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A depth that somebody could mean.
fn deep(text: &str) -> Option<u32> {
    number(text).filter(|depth| *depth <= DEEPEST)
}

/// What the columns of a table say.
#[derive(Clone, Copy)]
enum Columns {
    FromStart,
    FromPositions,
    Rolls,
}

/// Reads a table with a heading.
fn table(text: &str) -> Result<Vec<Case>, Wrong> {
    let mut rows = lines(text);
    let Some((line, heading)) = rows.next() else { return Ok(Vec::new()) };
    let columns = columns(heading).ok_or_else(|| (line, unknown_columns(heading)))?;
    rows.map(|(line, row)| case(columns, line, row).ok_or_else(|| (line, no_row(heading, row))))
        .collect()
}

fn columns(heading: &str) -> Option<Columns> {
    let names: Vec<&str> = heading.split(',').map(str::trim).collect();
    match names[..] {
        ["depth", "nodes"] => Some(Columns::FromStart),
        ["position", "depth", "nodes"] => Some(Columns::FromPositions),
        ["position_id", "dice", "gnubg_plays", ..] => Some(Columns::Rolls),
        _ => None,
    }
}

fn unknown_columns(heading: &str) -> String {
    format!(
        "a table with the columns {:?} is not known: \
         write depth,nodes or position,depth,nodes or position_id,dice,gnubg_plays.",
        clip(heading, SHOWN)
    )
}

fn no_row(heading: &str, row: &str) -> String {
    format!(
        "{:?} is no row of this table: write {}, with numbers as counts, \
         and no depth above {DEEPEST}.",
        clip(row, SHOWN),
        clip(heading, SHOWN)
    )
}

fn case(columns: Columns, line: usize, row: &str) -> Option<Case> {
    let cells: Vec<&str> = row.split(',').map(str::trim).collect();
    let (position, depth, nodes) = match (columns, &cells[..]) {
        (Columns::FromStart, [depth, nodes]) => (None, *depth, *nodes),
        // There may be commas in a position.
        (Columns::FromPositions, [position @ .., depth, nodes]) if position.concat() != "" => {
            (Some(position.join(", ")), *depth, *nodes)
        }
        (Columns::Rolls, [id, dice, plays, ..]) if !id.is_empty() && !dice.is_empty() => {
            (Some(format!("{id} {dice}")), "1", *plays)
        }
        _ => return None,
    };
    Some(Case { line, position, depth: deep(depth)?, nodes: number(nodes)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(line: usize, position: Option<&str>, depth: u32, nodes: u64) -> Case {
        Case { line, position: position.map(str::to_owned), depth, nodes }
    }

    #[test]
    fn positions_come_with_counts_by_depth() {
        let text = "# remark\n\n8/8 w - - 0 1 ;D1 20 ;D2 400\n8/8 b - - 0 1;D6 7\n";
        let read = positions(text).unwrap();
        assert_eq!(
            read,
            [
                case(3, Some("8/8 w - - 0 1"), 1, 20),
                case(3, Some("8/8 w - - 0 1"), 2, 400),
                case(4, Some("8/8 b - - 0 1"), 6, 7),
            ]
        );
    }

    #[test]
    fn spaces_and_a_semicolon_too_many_do_no_harm() {
        let expected =
            [case(1, Some("8/8 w - - 0 1"), 1, 20), case(1, Some("8/8 w - - 0 1"), 2, 400)];
        for text in ["8/8 w - - 0 1 ; D1 20 ; D2 400;", "8/8 w - - 0 1;D1\t20;D2   400 ;"] {
            assert_eq!(positions(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_table_says_by_its_heading_what_it_is() {
        assert_eq!(
            table("# a\ndepth,nodes\n1,7\n2,49\n").unwrap(),
            [case(3, None, 1, 7), case(4, None, 2, 49),]
        );
        let rolls = "position_id,dice,gnubg_plays,openspiel_finals\nabc,63,0,1\n";
        assert_eq!(table(rolls).unwrap(), [case(2, Some("abc 63"), 1, 0)]);
        let from = "position,depth,nodes\nx.o/.../...,1,7\n";
        assert_eq!(table(from).unwrap(), [case(2, Some("x.o/.../..."), 1, 7)]);
        let commas = "position,depth,nodes\n4HPwATDgc/ABMA, white to play 31,1,16\n";
        assert_eq!(
            table(commas).unwrap()[0].position.as_deref(),
            Some("4HPwATDgc/ABMA, white to play 31")
        );
    }

    #[test]
    fn a_table_is_known_by_its_name_or_by_its_heading() {
        let (table, positions) = ("\u{feff}# a\n depth , nodes\n1,7\n", "8/8 w ;D1 20\n");
        for name in ["-", "counts.csv", "counts.txt", "counts"] {
            assert_eq!(form(Path::new(name), table.as_bytes()), Form::Table, "{name}");
        }
        assert_eq!(form(Path::new("-"), positions.as_bytes()), Form::Positions);
        // What is called a table is told what is wrong with its heading.
        assert_eq!(form(Path::new("counts.CSV"), positions.as_bytes()), Form::Table);
        assert_eq!(form(Path::new("-"), b"depth,nodes\n\xff"), Form::Positions);
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, line) in [
            ("8/8 w ;D1 20\n8/8 b\n", 2),
            (";D1 20", 1),
            ("8/8 ;D1 twenty", 1),
            ("8 ;D", 1),
            ("8/8 w ;D1 20 ;D100 7", 1),
            ("8/8 w ;D1000000 7", 1),
            ("8/8 w ;D+1 7", 1),
            ("8/8 w ;D1 +7", 1),
            ("8/8 w ;D1 18446744073709551616", 1),
        ] {
            assert_eq!(positions(text).unwrap_err().0, line, "{text}");
        }
        for (text, line) in [
            ("position,rules,depth0..N\n", 1),
            ("#\ndepth,nodes\n1,7\n2\n", 4),
            ("depth,nodes\n1,-7\n", 2),
            ("depth,nodes\n1,7,9\n", 2),
            ("depth,nodes\n100,7\n", 2),
            ("position,depth,nodes\n1,7\n", 2),
            ("position,depth,nodes\n,1,7\n", 2),
            ("position_id,dice,gnubg_plays\nabc,,7\n", 2),
        ] {
            assert_eq!(table(text).unwrap_err().0, line, "{text}");
        }
    }
}

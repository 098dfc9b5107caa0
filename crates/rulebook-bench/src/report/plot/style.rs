//! How pictures look: an SVG that follows the reader's choice of light or dark.

/// How many colours there are.
pub(super) const COLOURS: usize = 6;

/// Colours of lines and marks, on white and on black; who has which is said where
/// marks are. Lines also differ in dashes, for readers who do not see colours.
const ON_WHITE: [&str; COLOURS] =
    ["#0757ba", "#bc4c00", "#1a7f37", "#7a3fd0", "#c31d5a", "#6a5300"];
const ON_BLACK: [&str; COLOURS] =
    ["#6cb1ff", "#f59549", "#4cc764", "#c39bff", "#ff85b1", "#e0c050"];

const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
.title{font-size:19px;font-weight:600}.name{font-size:15px;font-weight:600}
.end{text-anchor:end}.mid{text-anchor:middle}.grid,.frame{stroke-width:1;fill:none}
.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.line.ours{stroke-width:2.8}.line.hand{stroke-dasharray:7 5}.line.peer{stroke-dasharray:1 5}
.mark{stroke:#ffffff;stroke-width:1}.mark.hollow{stroke-width:2}
.met{fill:#1a7f37}.missed{fill:none;stroke:#cf222e;stroke-width:2.2}
.zero{stroke:#0757ba;stroke-width:2;fill:none}.goal{stroke:#8c959f;stroke-width:1}
.page{fill:#ffffff}.text{fill:#1f2328}.faint{fill:#59636e}.grid{stroke:#d8dee4}.frame{stroke:#8c959f}
";
const DARK: &str = "\
.mark{stroke:#0d1117}.met{fill:#4cc764}.missed{stroke:#ff7b72}.zero{stroke:#6cb1ff}
.page{fill:#0d1117}.text{fill:#e6edf3}.faint{fill:#9aa4af}.grid{stroke:#262d36}.frame{stroke:#6e7681}
";

/// Style sheets for readers who like it light, and for those who like it dark.
pub(super) fn style() -> String {
    let colours = |colours: [&str; COLOURS]| -> String {
        let colour = |(number, colour): (usize, &str)| {
            format!(
                ".line.c{number}{{stroke:{colour}}}.mark.c{number}{{fill:{colour}}}\
                 .hollow.c{number}{{stroke:{colour}}}"
            )
        };
        colours.into_iter().enumerate().map(colour).collect()
    };
    let (light, dark) = (colours(ON_WHITE), colours(ON_BLACK));
    // Behind the colours: a hollow mark is filled with the page, which is also
    // around the others, so that marks that touch can be told apart.
    let hollow = |page: &str| format!(".mark.hollow{{fill:{page}}}");
    let (on_white, on_black) = (hollow("#ffffff"), hollow("#0d1117"));
    format!(
        "{STYLE}{light}{on_white}\n\
         @media (prefers-color-scheme:dark){{\n{DARK}{dark}{on_black}}}\n"
    )
}

/// Text between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_not_become_tags() {
        assert_eq!(escaped("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn light_and_dark_have_the_same_colours() {
        let style = style();
        let (light, dark) = style.split_once("@media").expect("there are two");
        for number in 0..COLOURS {
            let name = format!(".line.c{number}{{");
            assert!(light.contains(&name) && dark.contains(&name), "{name}");
        }
    }
}

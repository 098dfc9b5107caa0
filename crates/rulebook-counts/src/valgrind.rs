//! Counting: this program again, under valgrind, one path at a time.
//!
//! Everything that could change a count is fixed: the environment is empty, and
//! the C library copies memory with the instructions that every processor has.

use std::process::{Command, Output};

use crate::paths::Path;

/// Counting begins and ends with this function.
const TOGGLE: &str = "--toggle-collect=*counted_section*";
/// What a processor may have or not, and the C library would choose by.
const COPYING: &str = "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM,\
                       -AVX512F,-AVX512VL,-Prefer_No_VZEROUPPER,-BMI2,-LZCNT,-MOVBE";

/// What counts depend on.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    compiler: String,
    valgrind: String,
}

impl Machine {
    /// This one, or a sentence that says why nothing can be counted here.
    pub(crate) fn here() -> Result<Self, String> {
        let valgrind = said_by(Command::new("valgrind").arg("--version")).ok_or(
            "valgrind is not installed, so nothing was counted. Install it with \
             `apt-get install valgrind`.",
        )?;
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let verbose = said_by(Command::new(rustc).arg("-vV"))
            .ok_or("rustc does not say its version, so nothing was counted.")?;
        let field = |name: &str| verbose.lines().find_map(|line| line.strip_prefix(name));
        match (field("release: "), field("host: ")) {
            (Some(release), Some(host)) => Ok(Self {
                compiler: format!("rustc {release}, {host}"),
                valgrind: valgrind.trim().to_owned(),
            }),
            _ => Err(format!("rustc says of itself what cannot be read: {verbose}")),
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}, {}", self.compiler, self.valgrind)
    }

    /// The instructions of one operation.
    pub(crate) fn count(&self, path: &Path) -> Result<f64, String> {
        let program = std::env::current_exe()
            .map_err(|error| format!("The program does not know where it lies: {error}."))?;
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", TOGGLE])
            .arg(program)
            .args(["--run", path.name])
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("GLIBC_TUNABLES", COPYING)
            .output();
        let output = output.map_err(|error| format!("valgrind cannot be started: {error}."))?;
        per_operation(&output)
            .ok_or_else(|| format!("{} was not counted:\n{}", path.name, stderr(&output)))
    }
}

fn said_by(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Instructions, as valgrind tells them, for each of the operations that the
/// program has told.
fn per_operation(output: &Output) -> Option<f64> {
    output.status.success().then_some(())?;
    let operations: u64 = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    let instructions = collected(&stderr(output))?;
    (operations > 0 && instructions > 0).then(|| instructions as f64 / operations as f64)
}

fn collected(told: &str) -> Option<u64> {
    let (_, number) = told.lines().find_map(|line| line.split_once("Collected :"))?;
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_valgrind_tells_is_read() {
        let told = "==7== Events    : Ir\n==7== Collected : 231500\n==7== \n";
        assert_eq!(collected(told), Some(231_500));
        assert_eq!(collected("==7== Killed"), None);
    }
}

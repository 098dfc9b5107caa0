//! What a run was made on. No names of hosts and no folders: they say nothing
//! about figures.

/// How many threads run at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What the processor says that it is.
pub(super) fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model(&told).unwrap_or_else(|| "an unknown processor".to_owned())
}

fn model(told: &str) -> Option<String> {
    let line = told.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The number of cores in words.
pub(super) fn cores_in_words() -> String {
    match cores() {
        1 => "1 core".to_owned(),
        cores => format!("{cores} cores"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_found_by_its_name() {
        let told = "processor\t: 0\nmodel name\t: AMD EPYC\nmodel name\t: another\n";
        assert_eq!(model(told).as_deref(), Some("AMD EPYC"));
        assert_eq!(model("processor\t: 0\n"), None);
    }
}

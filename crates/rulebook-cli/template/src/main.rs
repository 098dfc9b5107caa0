//! Plays the game in the terminal, all players at one keyboard.

use std::error::Error;
use std::io::{self, BufRead, Write};

use rulebook::prelude::*;

use my_game::{book, parse, print, setup, show};

const HELP: &str = "Write an action, \"undo\", \"redo\", \"why ACTION\" or \"quit\".";

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = book().start(setup(), Seed(1))?;
    println!("{HELP}");
    let mut lines = io::stdin().lock().lines();
    loop {
        println!("\n{}", show(game.state()));
        if let Some(scores) = game.result() {
            println!("The game is over: {scores}.");
            return Ok(());
        }
        let legal = game.legal_all()?;
        let by = legal.first().map_or(By::Seat(Seat(0)), |legal| legal.by());
        let words: Vec<String> = legal.iter().map(|legal| print(legal.action())).collect();
        print!("{by} ({}): ", words.join(", "));
        io::stdout().flush()?;
        let Some(line) = lines.next() else {
            println!();
            return Ok(());
        };
        match line?.trim() {
            "quit" => return Ok(()),
            "" => println!("{HELP}"),
            said => println!("{}", obey(&mut game, by, said)?),
        }
    }
}

/// Does what was said, and says what came of it.
fn obey(game: &mut Session<my_game::MyGame>, by: By, said: &str) -> Result<String, Box<dyn Error>> {
    let outcome = match said {
        "undo" => game.undo()?,
        "redo" => game.redo()?,
        _ => {
            let why = said.strip_prefix("why ");
            let action = match parse(why.unwrap_or(said)) {
                Ok(action) => action,
                Err(message) => return Ok(message),
            };
            if why.is_some() {
                return Ok(game.explain(by, &action)?.to_string());
            }
            game.submit(by, action)?
        }
    };
    Ok(outcome.to_string())
}

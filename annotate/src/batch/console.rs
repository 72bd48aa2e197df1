//! The only module that prints: messages, progress and the final table, on standard error.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anstream::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    args::ColorArg,
    monitor::{Monitor, Work},
    options::Noise,
    refusal::Refusal,
};

/// The terminal, as a [`Monitor`] and as the place for errors and tables.
#[derive(Debug)]
pub struct Console {
    noise: Noise,
    progress: Mutex<Option<ProgressBar>>,
    began: Instant,
    positions: AtomicU64,
    games: AtomicU64,
}

impl Console {
    /// A console that says as much as `noise` allows, in colours as asked.
    pub fn new(noise: Noise, color: ColorArg) -> Self {
        match color {
            ColorArg::Auto => ColorChoice::Auto,
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
        }
        .write_global();
        Self {
            noise,
            progress: Mutex::new(None),
            began: Instant::now(),
            positions: AtomicU64::new(0),
            games: AtomicU64::new(0),
        }
    }

    /// Shows help, the version, or what is wrong with the command line, as clap words it.
    pub fn command_line(error: &clap::Error) {
        let text = error.render().ansi().to_string();
        // Whoever closed the stream does not want to read this.
        let _ = if error.use_stderr() {
            anstream::stderr().write_all(text.as_bytes())
        } else {
            anstream::stdout().write_all(text.as_bytes())
        };
    }

    /// Shows why the program is ended in the middle of something.
    pub fn last_words(message: &str) {
        let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        // There is no one left to tell.
        let _ = writeln!(anstream::stderr(), "\r{style}error:{style:#} {message}");
    }

    /// Shows why the run failed.
    pub fn error(&self, error: &dyn Display) {
        self.ended();
        self.line("error", AnsiColor::Red, error);
    }

    /// Shows a finished text, such as the final table, unless quiet was asked for.
    pub fn show(&self, text: &str) {
        if self.noise != Noise::Quiet {
            self.print(&printable(text));
        }
    }

    fn line(&self, label: &str, color: AnsiColor, message: &dyn Display) {
        let style = Style::new().bold().fg_color(Some(color.into()));
        let message = printable(&message.to_string());
        self.print(&format!("{style}{label}:{style:#} {message}"));
    }

    fn print(&self, text: &str) {
        let print = || {
            // There is no one left to tell.
            let _ = writeln!(anstream::stderr(), "{text}");
        };
        match &*self.bar() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, Option<ProgressBar>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rate(&self) -> f64 {
        let seconds = self.began.elapsed().as_secs_f64().max(0.001);
        let positions = u32::try_from(self.positions.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        f64::from(positions) / seconds
    }
}

/// A text that steers no terminal: names in games and archives may hold anything.
fn printable(text: &str) -> String {
    let harmless = |letter: char| {
        if letter.is_control() && letter != '\n' {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    };
    text.chars().map(harmless).collect()
}

impl Monitor for Console {
    fn started(&self, work: Work) {
        let mixed = work.to_standard_output && io::stdout().is_terminal();
        if self.noise == Noise::Quiet || mixed || !io::stderr().is_terminal() {
            return;
        }
        let (bar, template) = match work.bytes {
            Some(bytes) => (
                ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr()),
                "{bar:28} {percent:>3}%  {msg}, {eta} left",
            ),
            None => (
                ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
                "{spinner} {msg}, {elapsed}",
            ),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message("0 games");
        bar.enable_steady_tick(Duration::from_millis(250));
        *self.bar() = Some(bar);
    }

    fn searched(&self, positions: u64, bytes: u64) {
        self.positions.fetch_add(positions, Ordering::Relaxed);
        if let Some(bar) = &*self.bar() {
            bar.inc(bytes);
            let games = self.games.load(Ordering::Relaxed);
            bar.set_message(format!("{games} games, {:.0} moves/s", self.rate()));
        }
    }

    fn game(&self, told: &dyn Fn() -> String) {
        self.games.fetch_add(1, Ordering::Relaxed);
        if self.noise == Noise::Verbose {
            self.print(&printable(&told()));
        }
    }

    fn refused(&self, refusal: &Refusal) {
        self.line("warning", AnsiColor::Yellow, refusal);
    }

    fn note(&self, message: &str) {
        if self.noise != Noise::Quiet {
            self.line("note", AnsiColor::Cyan, &message);
        }
    }

    fn warning(&self, message: &str) {
        self.line("warning", AnsiColor::Yellow, &message);
    }

    fn ended(&self) {
        if let Some(bar) = self.bar().take() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_steer_the_terminal() {
        assert_eq!(
            printable("a\u{1b}[2J\r\u{9b}1m\nb"),
            "a\u{fffd}[2J\u{fffd}\u{fffd}1m\nb"
        );
    }
}

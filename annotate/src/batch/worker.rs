//! Whoever studies positions: our own engine, or one that is asked.
//!
//! A run has one [`Worker`] for each thread at most. What it finds of a position is a function of
//! the game up to there and of the [`Judging`], so it does not matter which worker was asked.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::Move;

use super::{failure::Failure, options::Grader};
use crate::{
    engine::{Analysis, History},
    tutor::{
        Answer, EngineJudge, Judge, Thresholds, UciJudge, UciSettings,
        uci::{EngineIdentity, NoAnswer},
    },
};

/// Whose grades a run writes, ready to be asked.
pub(super) enum Judging {
    /// Our own engine's.
    Own,
    /// A UCI engine's.
    Uci(Box<UciEngines>),
    /// Those of the `[%eval]`s that the games have: nobody is asked.
    Evals,
}

/// The UCI engine of a run, of which each worker starts one.
pub(super) struct UciEngines {
    settings: Arc<UciSettings>,
    identity: EngineIdentity,
    /// The one that was started to see whether it can be asked.
    first: Mutex<Option<UciJudge>>,
}

impl Judging {
    /// Makes ready what was chosen.
    ///
    /// # Errors
    ///
    /// When a UCI engine cannot be asked.
    pub(super) fn new(grader: &Grader, thresholds: Thresholds) -> Result<Self, Failure> {
        let settings = match grader {
            Grader::Own => return Ok(Self::Own),
            Grader::Evals => return Ok(Self::Evals),
            Grader::Uci(settings) => Arc::new(settings.clone()),
        };
        let first = UciJudge::start(Arc::clone(&settings), thresholds).map_err(|reason| {
            Failure::Engine {
                path: settings.path().to_owned(),
                reason,
            }
        })?;
        Ok(Self::Uci(Box::new(UciEngines {
            identity: first.identity().clone(),
            first: Mutex::new(Some(first)),
            settings,
        })))
    }
}

impl UciEngines {
    /// What engine it is, and how it is asked.
    pub(super) fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// The nodes a position is searched with.
    pub(super) fn nodes(&self) -> u64 {
        self.settings.nodes()
    }

    /// A judge with an engine of its own.
    pub(super) fn judge(&self, thresholds: Thresholds) -> UciJudge {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.take().unwrap_or_else(|| {
            UciJudge::waiting(
                Arc::clone(&self.settings),
                self.identity.clone(),
                thresholds,
            )
        })
    }
}

/// Studies positions, one at a time, with tables or a process of its own.
pub(super) enum Worker {
    /// Our own engine.
    Own(Box<EngineJudge>),
    /// A UCI engine.
    Uci(Box<UciJudge>),
}

/// What was found out about a position.
#[derive(Clone)]
pub(super) enum Found {
    /// By our own engine.
    Own(Arc<Analysis>),
    /// By one that was asked.
    Uci(Arc<Answer>),
}

impl Worker {
    /// Studies the last position of a history.
    ///
    /// # Errors
    ///
    /// Where an engine has no answer.
    pub(super) fn study(&mut self, history: &History) -> Result<Found, NoAnswer> {
        match self {
            Self::Own(judge) => Ok(Found::Own(Arc::new(judge.analyse(history)))),
            Self::Uci(judge) => Ok(Found::Uci(Arc::new(judge.study(history)?))),
        }
    }

    /// Whether a move is the only good one to our own engine, see
    /// [`EngineJudge::is_only_good_move`].
    pub(super) fn is_only_good_move(
        &mut self,
        history: &History,
        study: &Analysis,
        mv: Move,
    ) -> bool {
        match self {
            Self::Own(judge) => judge.is_only_good_move(history, study, mv),
            Self::Uci(_) => false,
        }
    }
}

/// Whoever can tell whether a move is the only good one in the last position of a history, which was
/// studied before.
pub(super) type OnlyGood<'w> = dyn FnMut(&History, &Analysis, Move) -> bool + 'w;

/// What was found out about all positions of a game, the first before its first move.
pub(super) enum Studies<'f> {
    /// By our own engine.
    Own(Vec<&'f Analysis>),
    /// By one that was asked.
    Uci(Vec<&'f Answer>),
}

impl<'f> Studies<'f> {
    /// Puts together what was found, if it is of one kind.
    pub(super) fn of(found: &[&'f Found]) -> Option<Self> {
        let own = found.iter().map(|found| match found {
            Found::Own(analysis) => Some(analysis.as_ref()),
            Found::Uci(_) => None,
        });
        let uci = found.iter().map(|found| match found {
            Found::Own(_) => None,
            Found::Uci(answer) => Some(answer.as_ref()),
        });
        let own = own.collect::<Option<Vec<_>>>().map(Self::Own);
        own.or_else(|| uci.collect::<Option<Vec<_>>>().map(Self::Uci))
    }

    /// All nodes spent.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Self::Own(studies) => studies.iter().map(|study| study.nodes).sum(),
            // An engine may say any number.
            Self::Uci(studies) => studies
                .iter()
                .fold(0, |sum, study| sum.saturating_add(study.nodes)),
        }
    }
}

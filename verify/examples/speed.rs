use std::time::Instant;
use shakmaty::{fen::Fen, CastlingMode, Chess};
use verify::{evaluation::Evaluator, graph::Graph, search::{Line, Searcher, Window}};
fn main() {
    let graph = Graph::read(include_bytes!("../../annotate/graphs/clean.json"), &[]).unwrap();
    let evaluator = Evaluator::new(&graph);
    for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","r3kb1r/p1npqp2/1p5p/2pPN3/5p2/P6P/1PP1Q1P1/R1B2RK1 w kq - 1 15","r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6","8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let line = Line::new(fen.parse::<Fen>().unwrap().into_position::<Chess>(CastlingMode::Standard).unwrap());
        let mut searcher = Searcher::new(&evaluator);
        let t = Instant::now();
        let v = searcher.best(&line, 6, Window::FULL).unwrap();
        let n = searcher.nodes(); let e = t.elapsed().as_secs_f64();
        let mut s2 = Searcher::new(&evaluator);
        let t = Instant::now();
        let v2 = s2.best(&line, 6, Window::around(v)).unwrap();
        println!("{v} {n} nodes {:.2}s {:.2} M/s; narrow {v2} {} nodes {:.2}s", e, n as f64 / e / 1e6, s2.nodes(), t.elapsed().as_secs_f64());
    }
}

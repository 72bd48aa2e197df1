//! Gain expressions: numbers, names, `+`, `*`, `min`, `max` and parentheses, and nothing else.

use std::fmt;

/// What an expression may know about the position evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// How much of the pieces is left, 0 to 1.
    Phase,
    /// Half-moves since the standard starting position, as the move number tells it.
    Ply,
    /// The full-move number.
    MoveNumber,
    /// 1 with White to move, else 0.
    WhiteToMove,
    /// The block's dice at this position, 0 to 63/64.
    Dice,
}

impl Variable {
    /// The variable of this name.
    pub fn named(name: &str) -> Option<Variable> {
        Some(match name {
            "phase" => Variable::Phase,
            "ply" => Variable::Ply,
            "move_number" => Variable::MoveNumber,
            "white_to_move" => Variable::WhiteToMove,
            "dice" => Variable::Dice,
            _ => return None,
        })
    }
}

/// The values of the variables at one position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values {
    /// See [`Variable::Phase`].
    pub phase: f64,
    /// See [`Variable::Ply`].
    pub ply: f64,
    /// See [`Variable::MoveNumber`].
    pub move_number: f64,
    /// See [`Variable::WhiteToMove`].
    pub white_to_move: f64,
    /// See [`Variable::Dice`].
    pub dice: f64,
}

/// A parsed gain expression; parameters still go by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A parameter of the graph.
    Parameter(String),
    /// A variable of the position.
    Variable(Variable),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A product.
    Multiply(Box<Expression>, Box<Expression>),
    /// The smaller of two.
    Min(Box<Expression>, Box<Expression>),
    /// The larger of two.
    Max(Box<Expression>, Box<Expression>),
}

/// Why a text is no expression, and the byte where that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Byte offset in the expression.
    pub offset: usize,
    /// What was wrong there.
    pub reason: Reason,
}

/// What can be wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Something else had to stand here.
    Expected(&'static str),
    /// A number beyond ±100000.
    TooLarge,
    /// More parentheses or operators than anyone writes by hand.
    TooDeep,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.offset + 1;
        match self.reason {
            Reason::Expected(what) => write!(formatter, "expected {what} at character {column}"),
            Reason::TooLarge => write!(formatter, "number beyond ±100000 at character {column}"),
            Reason::TooDeep => write!(formatter, "expression too deep at character {column}"),
        }
    }
}

/// No number in a graph or in an expression may be larger than this, either side of zero.
pub const LARGEST: f64 = 100_000.0;

/// Operators in one expression: so many that trees stay shallow enough for every stack.
const MOST_OPERATORS: usize = 200;

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// The first byte that does not fit the grammar of ENGINE.md section 4.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        let mut parser = Parser {
            text: text.as_bytes(),
            offset: 0,
            operators: 0,
        };
        let expression = parser.sum()?;
        parser.spaces();
        if parser.offset < parser.text.len() {
            return Err(parser.expected("an operator or the end"));
        }
        Ok(expression)
    }

    /// Calls `visit` with the name of each parameter, left to right.
    pub fn each_parameter<'a>(&'a self, visit: &mut dyn FnMut(&'a str)) {
        match self {
            Expression::Number(_) | Expression::Variable(_) => {}
            Expression::Parameter(name) => visit(name),
            Expression::Add(left, right)
            | Expression::Multiply(left, right)
            | Expression::Min(left, right)
            | Expression::Max(left, right) => {
                left.each_parameter(visit);
                right.each_parameter(visit);
            }
        }
    }

    /// Whether the value can depend on `variable`.
    pub fn mentions(&self, variable: Variable) -> bool {
        match self {
            Expression::Number(_) | Expression::Parameter(_) => false,
            Expression::Variable(own) => *own == variable,
            Expression::Add(left, right)
            | Expression::Multiply(left, right)
            | Expression::Min(left, right)
            | Expression::Max(left, right) => left.mentions(variable) || right.mentions(variable),
        }
    }

    /// The expression with every parameter replaced by its number; `None` if one is unknown.
    pub fn bind(&self, parameter: &dyn Fn(&str) -> Option<f64>) -> Option<Expression> {
        let both = |left: &Expression, right: &Expression| {
            Some((
                Box::new(left.bind(parameter)?),
                Box::new(right.bind(parameter)?),
            ))
        };
        Some(match self {
            Expression::Number(_) | Expression::Variable(_) => self.clone(),
            Expression::Parameter(name) => Expression::Number(parameter(name)?),
            Expression::Add(left, right) => {
                let (left, right) = both(left, right)?;
                Expression::Add(left, right)
            }
            Expression::Multiply(left, right) => {
                let (left, right) = both(left, right)?;
                Expression::Multiply(left, right)
            }
            Expression::Min(left, right) => {
                let (left, right) = both(left, right)?;
                Expression::Min(left, right)
            }
            Expression::Max(left, right) => {
                let (left, right) = both(left, right)?;
                Expression::Max(left, right)
            }
        })
    }

    /// The value at one position, in 64-bit floating point, left operand first.
    ///
    /// A parameter not yet [bound](Expression::bind) counts as 0.
    pub fn value(&self, values: &Values) -> f64 {
        match self {
            Expression::Number(number) => *number,
            Expression::Parameter(_) => 0.0,
            Expression::Variable(Variable::Phase) => values.phase,
            Expression::Variable(Variable::Ply) => values.ply,
            Expression::Variable(Variable::MoveNumber) => values.move_number,
            Expression::Variable(Variable::WhiteToMove) => values.white_to_move,
            Expression::Variable(Variable::Dice) => values.dice,
            Expression::Add(left, right) => left.value(values) + right.value(values),
            Expression::Multiply(left, right) => left.value(values) * right.value(values),
            Expression::Min(left, right) => left.value(values).min(right.value(values)),
            Expression::Max(left, right) => left.value(values).max(right.value(values)),
        }
    }
}

struct Parser<'a> {
    text: &'a [u8],
    offset: usize,
    operators: usize,
}

impl Parser<'_> {
    fn expected(&self, what: &'static str) -> ExpressionError {
        ExpressionError {
            offset: self.offset,
            reason: Reason::Expected(what),
        }
    }

    fn spaces(&mut self) {
        while matches!(
            self.text.get(self.offset),
            Some(b' ' | b'\t' | b'\n' | b'\r')
        ) {
            self.offset += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.spaces();
        let found = self.text.get(self.offset) == Some(&byte);
        self.offset += usize::from(found);
        found
    }

    fn deeper(&mut self) -> Result<(), ExpressionError> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            return Err(ExpressionError {
                offset: self.offset,
                reason: Reason::TooDeep,
            });
        }
        Ok(())
    }

    fn sum(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.product()?;
        while self.take(b'+') {
            self.deeper()?;
            left = Expression::Add(Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expression, ExpressionError> {
        let mut left = self.atom()?;
        while self.take(b'*') {
            self.deeper()?;
            left = Expression::Multiply(Box::new(left), Box::new(self.atom()?));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        self.spaces();
        match self.text.get(self.offset) {
            Some(b'(') => {
                self.deeper()?;
                self.offset += 1;
                let inner = self.sum()?;
                if !self.take(b')') {
                    return Err(self.expected("`)`"));
                }
                Ok(inner)
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => self.name(),
            _ => Err(self.expected("a number, a name or `(`")),
        }
    }

    fn digits(&mut self) -> Result<(), ExpressionError> {
        let start = self.offset;
        while self.text.get(self.offset).is_some_and(u8::is_ascii_digit) {
            self.offset += 1;
        }
        if start == self.offset {
            return Err(self.expected("a digit"));
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Expression, ExpressionError> {
        let start = self.offset;
        self.offset += usize::from(self.text[start] == b'-');
        self.digits()?;
        if self.text.get(self.offset) == Some(&b'.') {
            self.offset += 1;
            self.digits()?;
        }
        let number = std::str::from_utf8(&self.text[start..self.offset])
            .ok()
            .and_then(|digits| digits.parse::<f64>().ok());
        match number {
            Some(number) if number.abs() <= LARGEST => Ok(Expression::Number(number)),
            _ => Err(ExpressionError {
                offset: start,
                reason: Reason::TooLarge,
            }),
        }
    }

    fn name(&mut self) -> Result<Expression, ExpressionError> {
        let start = self.offset;
        while self
            .text
            .get(self.offset)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        {
            self.offset += 1;
        }
        let name = String::from_utf8_lossy(&self.text[start..self.offset]).into_owned();
        let make: fn(Box<Expression>, Box<Expression>) -> Expression = match name.as_str() {
            "min" => Expression::Min,
            "max" => Expression::Max,
            _ => {
                return Ok(match Variable::named(&name) {
                    Some(variable) => Expression::Variable(variable),
                    None => Expression::Parameter(name),
                });
            }
        };
        self.deeper()?;
        if !self.take(b'(') {
            return Err(self.expected("`(`"));
        }
        let left = self.sum()?;
        if !self.take(b',') {
            return Err(self.expected("`,`"));
        }
        let right = self.sum()?;
        if !self.take(b')') {
            return Err(self.expected("`)`"));
        }
        Ok(make(Box::new(left), Box::new(right)))
    }
}

/// Whether `name` can be a parameter: a letter or `_`, then letters, digits and `_`, not taken.
pub fn is_free_name(name: &str) -> bool {
    let head = name.bytes().next();
    head.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && Variable::named(name).is_none()
        && !matches!(name, "min" | "max")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        let values = Values {
            phase: 0.5,
            ply: 11.0,
            move_number: 6.0,
            white_to_move: 1.0,
            dice: 0.25,
        };
        Expression::parse(text)
            .expect(text)
            .bind(&|name| (name == "care").then_some(8.0))
            .expect("only care is used")
            .value(&values)
    }

    #[test]
    fn products_bind_closer_than_sums() {
        for (text, expected) in [
            ("2 + -1 * phase", 1.5),
            ("2+3*4+1", 15.0),
            ("(2 + 3) * 4", 20.0),
            ("min(3, care) * max(-2, ply)", 33.0),
            ("-0.5*care", -4.0),
            ("min(max(1,2),3)", 2.0),
            (" dice*white_to_move + move_number ", 6.25),
        ] {
            assert!((value(text) - expected).abs() < 1e-12, "{text}");
        }
    }

    #[test]
    fn operators_group_to_the_left() {
        let (a, b, c) = (0.1, 0.2, 0.3);
        assert_eq!(
            value("0.1+0.2+0.3").to_bits(),
            ((a + b) + c as f64).to_bits()
        );
        assert_eq!(
            value("0.1*0.2*0.3").to_bits(),
            ((a * b) * c as f64).to_bits()
        );
    }

    #[test]
    fn what_is_not_in_the_grammar_is_refused_where_it_stands() {
        for (text, offset) in [
            ("", 0),
            ("1 - 2", 2),
            ("1 / 2", 2),
            ("-care", 1),
            ("- 1", 1),
            ("--1", 1),
            (".5", 0),
            ("1.", 2),
            ("1e3", 1),
            ("(1", 2),
            ("min(1)", 5),
            ("max 1", 4),
            ("abs(1)", 3),
            ("1 2", 2),
            ("1 + ", 4),
            ("100000.5", 0),
            ("+1", 0),
            ("é", 0),
        ] {
            let error = Expression::parse(text).expect_err(text);
            assert_eq!(error.offset, offset, "{text}: {error}");
        }
    }

    #[test]
    fn endless_nesting_is_refused_and_overflows_nothing() {
        let deep = "(".repeat(100_000);
        let long = vec!["1"; 100_000].join("+");
        for text in [deep, long] {
            let error = Expression::parse(&text).expect_err("too deep");
            assert_eq!(error.reason, Reason::TooDeep);
        }
    }
}

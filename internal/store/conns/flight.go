package conns

import (
	"errors"
	"strings"
)

// Leg is a statement of a flight.
type Leg struct {
	Text   string
	Args   []any
	Number *int64            // takes the number that it returns, without which it fails; nil where it returns none
	Failed func(error) error // says more of an error; may be nil
}

// Flight is several statements in one round trip: the only argument of QueryContext or ExecContext. When one fails, those behind it are
// not carried out.
type Flight struct {
	Legs    []Leg
	Answers int  // how many of the last ones are queries, each with its rows
	Commits bool // the last one is the COMMIT
}

// Text is a flight's text for those who look on.
func (f Flight) Text() string {
	texts := make([]string, len(f.Legs))
	for i, s := range f.Legs {
		texts[i] = s.Text
	}
	return strings.Join(texts, "; ")
}

// FlightOf returns the flight that is the only argument of a statement, if it is one.
func FlightOf(args []any) (f Flight, is bool) {
	if len(args) == 1 {
		f, is = args[0].(Flight)
	}
	return f, is
}

// errRolledBackInstead means that PostgreSQL has answered a COMMIT with a rollback, because a statement before had failed.
var errRolledBackInstead = errors.New("PostgreSQL has rolled the transaction back")

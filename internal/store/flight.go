package store

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// leg is a statement of a flight.
type leg struct {
	text   string
	args   []any
	number *int64            // takes the number that it returns, without which it fails; nil where it returns none
	failed func(error) error // says more of an error; may be nil
}

// flight is several statements in one round trip: the only argument of QueryContext or ExecContext. When one fails, those behind it are
// not carried out.
type flight struct {
	legs    []leg
	answers int  // how many of the last ones are queries, each with its rows
	commits bool // the last one is the COMMIT
}

// text is a flight's text for those who look on.
func (f flight) text() string {
	texts := make([]string, len(f.legs))
	for i, s := range f.legs {
		texts[i] = s.text
	}
	return strings.Join(texts, "; ")
}

// part is a query of several, and what takes its rows.
type part struct {
	text string
	args []any
	scan func(*Rows) error
}

func (q *query) part(scan func(*Rows) error) part { return part{q.String(), q.args, scan} }

// collectAll runs queries one after the other, which take one round trip to PostgreSQL.
func (db *DB) collectAll(ctx context.Context, from querier, parts ...part) error {
	if len(parts) < 2 || !db.dialect.together() {
		for _, p := range parts {
			if err := db.collect(ctx, from, p.text, p.args, p.scan); err != nil {
				return err
			}
		}
		return nil
	}
	f := flight{answers: len(parts)}
	for _, p := range parts {
		f.legs = append(f.legs, leg{text: p.text, args: p.args})
	}
	rows, err := from.Query(ctx, f.text(), f)
	if err != nil {
		return err
	}
	defer rows.Close()
	return db.scanAll(ctx, rows, parts)
}

func (db *DB) scanAll(ctx context.Context, rows *Rows, parts []part) error {
	for i, p := range parts {
		if i > 0 && !rows.NextResultSet() {
			break
		}
		for rows.Rows.Next() {
			if err := p.scan(rows); err != nil {
				return db.domainError(ctx, err)
			}
		}
	}
	return rows.Err()
}

// together returns the statements that wait in the transaction with one more, as a text and its arguments.
func (tx *Tx) together(text string, args []any, answers int) (string, []any) {
	if len(tx.waiting) == 0 {
		return text, args
	}
	f := flight{legs: tx.waiting, answers: answers}
	tx.waiting = nil
	if more, are := flightOf(args); are {
		f.legs, f.answers = append(f.legs, more.legs...), more.answers
	} else {
		f.legs = append(f.legs, leg{text: text, args: args})
	}
	return f.text(), []any{f}
}

func flightOf(args []any) (f flight, is bool) {
	if len(args) == 1 {
		f, is = args[0].(flight)
	}
	return f, is
}

// write runs a writing statement of whose effect nothing has to be known; failed, which may be nil, says more of its error. In a short
// transaction on PostgreSQL it waits for the next statement, or the commit, whose error its own is then.
func (tx *Tx) write(ctx context.Context, text string, args []any, failed func(error) error) error {
	if failed == nil {
		failed = func(err error) error { return err }
	}
	if !tx.waits {
		_, err := tx.Exec(ctx, text, args...)
		return failed(err)
	}
	told := func(err error) error { return failed(tx.db.domainError(ctx, err)) }
	tx.waiting = append(tx.waiting, leg{text: text, args: slices.Clone(args), failed: told})
	return nil
}

// commit sends what waits with the COMMIT. Without anything the transaction ends as its database has it.
func (tx *Tx) commit(ctx context.Context) error {
	if len(tx.waiting) == 0 {
		return nil
	}
	f := flight{legs: append(tx.waiting, leg{text: commits}), commits: true}
	tx.waiting = nil
	_, err := tx.run.ExecContext(ctx, f.text(), f)
	return tx.db.domainError(ctx, err)
}

// errRolledBackInstead means that PostgreSQL has answered a COMMIT with a rollback, because a statement before had failed.
var errRolledBackInstead = errors.New("PostgreSQL has rolled the transaction back")

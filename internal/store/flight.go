package store

import (
	"context"
	"slices"

	"quartermaster/internal/store/conns"
)

// part is a query of several, and what takes its rows.
type part struct {
	text string
	args []any
	scan func(*Rows) error
}

func (q *query) part(scan func(*Rows) error) part { return part{q.String(), q.args, scan} }

// collectAll runs queries one after the other, which take one round trip to PostgreSQL.
func (db *DB) collectAll(ctx context.Context, from Querier, parts ...part) error {
	if len(parts) < 2 || !db.dialect.together() {
		for _, p := range parts {
			if err := db.collect(ctx, from, p.text, p.args, p.scan); err != nil {
				return err
			}
		}
		return nil
	}
	f := conns.Flight{Answers: len(parts)}
	for _, p := range parts {
		f.Legs = append(f.Legs, conns.Leg{Text: p.text, Args: p.args})
	}
	rows, err := from.Query(ctx, f.Text(), f)
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
	f := conns.Flight{Legs: tx.waiting, Answers: answers}
	tx.waiting = nil
	if more, are := conns.FlightOf(args); are {
		f.Legs, f.Answers = append(f.Legs, more.Legs...), more.Answers
	} else {
		f.Legs = append(f.Legs, conns.Leg{Text: text, Args: args})
	}
	return f.Text(), []any{f}
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
	tx.waiting = append(tx.waiting, conns.Leg{Text: text, Args: slices.Clone(args), Failed: told})
	return nil
}

// commit sends what waits with the COMMIT. Without anything the transaction ends as its database has it.
func (tx *Tx) commit(ctx context.Context) error {
	if len(tx.waiting) == 0 {
		return nil
	}
	f := conns.Flight{Legs: append(tx.waiting, conns.Leg{Text: conns.Commit}), Commits: true}
	tx.waiting = nil
	_, err := tx.run.ExecContext(ctx, f.Text(), f)
	return tx.db.domainError(ctx, err)
}

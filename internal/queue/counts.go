package queue

import (
	"context"
	"time"
)

// Count is how many jobs of a kind are in a state.
type Count struct {
	Kind, State string
	Jobs        int64
	Oldest      time.Duration // how long ago the first of them was queued
}

// Counts counts the jobs that wait, run or have failed; those that have ended are forgotten after KeptFor.
func (j *Jobs) Counts(ctx context.Context) (list []Count, err error) {
	const text = `SELECT kind, state, count(*), min(created_at) FROM jobs WHERE finished_at IS NULL OR state = '` + Failed +
		`' GROUP BY kind, state`
	rows, err := j.db.Query(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	now := j.db.Time()
	for rows.Next() {
		var c Count
		var first int64
		if err := rows.Scan(&c.Kind, &c.State, &c.Jobs, &first); err != nil {
			return nil, err
		}
		c.Oldest = max(now.Sub(time.UnixMicro(first)), 0)
		list = append(list, c)
	}
	return list, rows.Err()
}

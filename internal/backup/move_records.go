package backup

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"quartermaster/internal/store"
)

// draft creates the database with the rows of the snapshot, compares them, and brings the tables up to date.
func (m *mover) draft(ctx context.Context, stage string) (*store.Draft, error) {
	if newest := store.NewestMigration(); m.snapshot.Migration > newest {
		return nil, errors.New("the records come from a newer version of this program")
	}
	place := m.to.Store
	place.Dir = stage
	draft, err := store.NewDraft(ctx, place, m.snapshot.Migration)
	if err != nil {
		return nil, err
	}
	if err := m.fill(ctx, draft); err != nil {
		return nil, errors.Join(err, draft.Close())
	}
	if err := draft.Complete(ctx); err != nil {
		return nil, errors.Join(err, draft.Close())
	}
	return draft, nil
}

func (m *mover) fill(ctx context.Context, draft *store.Draft) error {
	if len(m.snapshot.Tables) != len(draft.Tables) {
		return fmt.Errorf("there are %d tables, and their version has %d", len(m.snapshot.Tables), len(draft.Tables))
	}
	sums := map[string]rowSum{}
	for _, made := range draft.Tables { // each behind those that it refers to, whose order may differ between databases
		sum, err := m.table(ctx, draft, made)
		if err != nil {
			return fmt.Errorf("table %s: %w", made.Name, err)
		}
		sums[made.Name] = sum
		m.done.Tables++
	}
	for _, t := range m.snapshot.Tables {
		if err := compareRows(ctx, draft, t, sums[t.Name]); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return nil
}

// table copies the rows of a table in a stream and returns their sum.
func (m *mover) table(ctx context.Context, draft *store.Draft, made store.Table) (sum rowSum, err error) {
	i := slices.IndexFunc(m.snapshot.Tables, func(t store.Table) bool { return t.Name == made.Name })
	if i < 0 || !sameNames(made.Columns, m.snapshot.Tables[i].Columns) {
		return sum, errors.New("it has other columns than its version")
	}
	t := m.snapshot.Tables[i]
	from, to := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buffer := bufio.NewWriterSize(to, 64<<10)
		err := lines(func(visit func([]any) error) error { return m.snapshot.Rows(ctx, t, visit) }, func(line []byte) error {
			sum.add(line)
			m.done.Rows++
			m.from.progress(m.done.Rows)
			_, err := buffer.Write(line)
			return err
		})
		to.CloseWithError(errors.Join(err, buffer.Flush()))
	}()
	_, err = draft.Load(ctx, t, newRowReader(from, len(t.Columns)).next)
	_ = from.Close() // ends the goroutine where the rows were not read to the end
	<-ended
	return sum, err
}

// compareRows returns an error when the rows of a table are not those of the sum.
func compareRows(ctx context.Context, draft *store.Draft, t store.Table, want rowSum) error {
	var got rowSum
	err := lines(func(visit func([]any) error) error { return draft.Rows(ctx, t, visit) }, func(line []byte) error {
		got.add(line)
		return nil
	})
	if err == nil && got != want {
		err = fmt.Errorf("%d rows have arrived of %d, or not as they were", got.rows, want.rows)
	}
	return err
}

// lines calls use with each row as a line of the archive. The line is used again for the next one.
func lines(rows func(visit func([]any) error) error, use func(line []byte) error) error {
	var line bytes.Buffer
	w := newRowWriter(&line)
	return rows(func(row []any) error {
		line.Reset()
		if err := w.write(row); err != nil {
			return err
		}
		return use(line.Bytes())
	})
}

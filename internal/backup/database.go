package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"quartermaster/internal/store"
)

// database creates the database: the tables in the version of the backup, its rows, and then the migrations since.
func (r *restoration) database(ctx context.Context) (*store.Draft, error) {
	place := r.options.Store
	place.Dir = r.stage
	draft, err := store.NewDraft(ctx, place, r.archive.Migration)
	if err != nil {
		return nil, err
	}
	if err := r.fill(ctx, draft); err != nil {
		return nil, errors.Join(err, draft.Close())
	}
	if err := draft.Complete(ctx); err != nil {
		return nil, errors.Join(err, draft.Close())
	}
	return draft, nil
}

// checkKey compares the key in the backup, or else that of the operator, with the one of the rows. With neither, the operator
// has to give it to the server.
func (r *restoration) checkKey(ctx context.Context, draft *store.Draft) error {
	known, err := draft.Fingerprint(ctx)
	if err != nil || !r.archive.SecretKey && len(r.options.Key) == 0 {
		return err
	}
	if !r.archive.SecretKey {
		return known.Check(r.options.Key)
	}
	text, err := os.ReadFile(filepath.Join(r.stage, r.options.KeyFile))
	if err != nil {
		return err
	}
	return checkText(known, text)
}

func (r *restoration) fill(ctx context.Context, draft *store.Draft) error {
	if len(r.archive.Tables) != len(draft.Tables) {
		return fmt.Errorf("the backup has %d tables and its version has %d", len(r.archive.Tables), len(draft.Tables))
	}
	tables := map[string]Table{}
	for _, t := range r.archive.Tables {
		tables[t.Name] = t
	}
	for _, made := range draft.Tables {
		if err := r.table(ctx, draft, made, tables[made.Name]); err != nil {
			return fmt.Errorf("table %s: %w", made.Name, err)
		}
	}
	return r.checkKey(ctx, draft)
}

// table fills a table of the draft. Statements use the draft's names, among which those of the backup must be.
func (r *restoration) table(ctx context.Context, draft *store.Draft, made store.Table, t Table) error {
	if !sameNames(made.Columns, t.Columns) {
		return errors.New("the backup has other columns than its version")
	}
	content, err := r.archive.open(tableMember(t.Name))
	if err != nil {
		return err
	}
	defer content.Close()
	lines := newRowReader(content, len(t.Columns))
	n, err := draft.Load(ctx, t.Table, func() ([]any, error) {
		r.rows++
		r.options.progress(r.rows)
		return lines.next()
	})
	if err == nil && n != t.Rows {
		err = fmt.Errorf("%d rows, not %d", n, t.Rows)
	}
	return err
}

func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

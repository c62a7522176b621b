package store

import (
	"context"
	"fmt"

	"quartermaster/internal/record"
)

// hiddenLinks is the position of the first link of a record that an edit in slices has stored and nobody sees yet; see record.Link.Seen.
const hiddenLinks = -1 << 30

// hideLinks stores the links of records that differ beside those that are there. People see them as soon as the edit is published.
func (e *Edit) hideLinks(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	for index, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		var owners []int64
		differ := map[int64]bool{}
		for i, row := range after {
			if id := r.ID(row); !record.Same(before[i][index], row[index]) {
				owners, differ[id] = append(owners, id), true
			}
		}
		if len(owners) == 0 {
			continue
		}
		if err := e.noteRelinked(ctx, f.Link, owners); err != nil {
			return err
		}
		err := e.insertLinks(ctx, r, after, hiddenLinks, func(row record.Row, of int) bool { return of == index && differ[r.ID(row)] })
		if err != nil {
			return err
		}
	}
	return nil
}

// noteRelinked names records whose links differ, and takes back what the edit has hidden of them before.
func (e *Edit) noteRelinked(ctx context.Context, l *record.Link, owners []int64) error {
	const hidden = `DELETE FROM %[1]s WHERE %[2]s IN (SELECT value FROM json_each($1)) AND position < 0`
	if _, err := e.Exec(ctx, fmt.Sprintf(hidden, l.Table, l.Owner), e.db.dialect.ids(owners)); err != nil {
		return err
	}
	const note = `INSERT OR IGNORE INTO relinked (link_table, owner_id) SELECT $1, value FROM json_each($2)`
	_, err := e.Exec(ctx, note, l.Table, e.db.dialect.ids(owners))
	return err
}

// deleteLinksOf deletes the links of records, also those that are hidden, so that those that are stored next are the ones that people see.
// Where no edit is stored in slices, none are hidden.
func (e *Edit) deleteLinksOf(ctx context.Context, l *record.Link, owners []int64) error {
	if err := e.deleteAmong(ctx, l.Table, l.Owner, owners, nil); err != nil || e.db.copies == nil {
		return err
	}
	const text = `DELETE FROM relinked WHERE link_table = $1 AND owner_id IN (SELECT value FROM json_each($2))`
	_, err := e.Exec(ctx, text, l.Table, e.db.dialect.ids(owners))
	return err
}

// settleLinks gives the links that an edit in slices has hidden the places of those that they replace, in slices as well; where the edit
// was not published, the hidden ones go. What people see is the same after each slice.
func (db *DB) settleLinks(ctx context.Context, published bool) error {
	tables, err := db.texts(ctx, `SELECT DISTINCT link_table FROM relinked`)
	if err != nil {
		return err
	}
	owners := linkOwners()
	for _, table := range tables {
		for n := int64(sliceRows); n == sliceRows; {
			if n, err = db.settleSlice(ctx, owners[table].link, published); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleSlice settles the links of some records, and returns how many these are.
func (db *DB) settleSlice(ctx context.Context, l *record.Link, published bool) (owners int64, err error) {
	const slice = ` IN (SELECT owner_id FROM relinked WHERE link_table = $1 ORDER BY owner_id LIMIT $2)`
	texts := []string{`DELETE FROM ` + l.Table + ` WHERE position < 0 AND ` + l.Owner + slice}
	if published {
		texts = []string{
			`DELETE FROM ` + l.Table + ` WHERE position >= 0 AND ` + l.Owner + slice,
			fmt.Sprintf(`UPDATE %s SET position = position - (%d) WHERE position < 0 AND %s%s`, l.Table, hiddenLinks, l.Owner, slice),
		}
	}
	texts = append(texts, `DELETE FROM relinked WHERE link_table = $1 AND owner_id`+slice)
	err = db.Tx(ctx, func(tx *Tx) error {
		for _, text := range texts {
			if owners, err = tx.Exec(ctx, text, l.Table, sliceRows); err != nil {
				return err
			}
		}
		return nil
	})
	return owners, err
}

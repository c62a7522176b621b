package store

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// ValueCount says how many records have a value: the id of another record, a text, or 1 or 0 of a flag; empty for none.
type ValueCount struct {
	Value string
	N     int64
}

// CountValues counts the records of a list by the values of their fields, which are references, links, texts and flags: a list for each
// field, which the caller does not change. It takes one statement, which goes through the records once, and none for a whole list that was
// counted before where nothing has changed. It may return ErrNotFound if the user has no such instance.
func (db *DB) CountValues(ctx context.Context, r *record.Resource, s Scope, ask record.Query,
	fields []*record.Field,
) ([][]ValueCount, error) {
	if len(fields) == 0 {
		return nil, nil
	}
	var err error
	if ask.Where, err = db.narrowed(ctx, db, r, s, ask.Where); err != nil {
		return nil, err
	}
	q := db.countQuery(r, s, ask, fields)
	if r.Scope == record.InInstance && !isNarrowed(ask) {
		return db.countOnce(ctx, s, q, fields)
	}
	return db.readCounts(ctx, q, fields)
}

func (db *DB) readCounts(ctx context.Context, q *query, fields []*record.Field) ([][]ValueCount, error) {
	counts := make([][]ValueCount, len(fields))
	err := db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var field, n int64
		var value *string
		if err := rows.Scan(&field, &value, &n); err != nil {
			return err
		}
		switch {
		case field < 0:
			addFlags(counts, fields, *value)
		case value == nil:
			counts[field] = append(counts[field], ValueCount{"", n})
		default:
			counts[field] = append(counts[field], ValueCount{*value, n})
		}
		return nil
	})
	return counts, err
}

// countQuery groups the found records by each field. Its columns are the index of the field, a value, and how many have it. The
// flags are one row with the index -1, whose value holds for each how many are set and how many are not.
func (db *DB) countQuery(r *record.Resource, s Scope, ask record.Query, fields []*record.Field) *query {
	q := new(query).add("/* facets " + r.Name + " */ WITH found AS MATERIALIZED (SELECT r.id")
	var parts, flags []string
	for i, f := range fields {
		n := strconv.Itoa(i)
		switch {
		case f.Link != nil:
			parts = append(parts, "SELECT "+n+", CAST(l."+f.Link.Column+" AS TEXT), count(*) FROM found JOIN "+f.Link.Table+" l ON l."+f.Link.Owner+
				" = found.id AND "+f.Link.Seen("l")+" GROUP BY l."+f.Link.Column)
			continue
		case f.Type == record.Flag:
			flags = append(flags, "CAST(COALESCE(sum(f"+n+"), 0) AS TEXT)", "CAST(COALESCE(sum(1 - f"+n+"), 0) AS TEXT)")
		default:
			parts = append(parts, "SELECT "+n+", CAST(f"+n+" AS TEXT), count(*) FROM found GROUP BY f"+n)
		}
		q.add(", " + valueOf(r, f) + " AS f" + n)
	}
	if flags != nil {
		parts = append(parts, "SELECT -1, "+strings.Join(flags, " || ' ' || ")+", count(*) FROM found")
	}
	db.from(q, r, s, ask)
	return q.add(") " + strings.Join(parts, " UNION ALL "))
}

// valueOf returns the expression of a field's value; a source file that is null stands for the main file.
func valueOf(r *record.Resource, f *record.Field) string {
	if f.Name == "source_file" && r.MainFile() != "" {
		return "COALESCE(" + f.SQL + ", '" + r.MainFile() + "')"
	}
	return f.SQL
}

// addFlags adds the numbers of the flags, in their order.
func addFlags(counts [][]ValueCount, fields []*record.Field, numbers string) {
	each := strings.Fields(numbers)
	for i, f := range fields {
		if f.Type != record.Flag {
			continue
		}
		for j, value := range []string{"1", "0"} {
			n, _ := strconv.ParseInt(each[j], 10, 64) // written by the database
			counts[i] = append(counts[i], ValueCount{value, n})
		}
		each = each[2:]
	}
}

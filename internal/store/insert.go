package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// insertRows inserts the columns of the rows; tail ends the statement.
func (e *Edit) insertRows(ctx context.Context, r *record.Resource, rows []record.Row, tail string) error {
	columns := storedFields(r)
	values := func(row record.Row, args []any) []any { return appendFields(args, row, columns) }
	head := "INSERT INTO " + r.Name + " (" + columnList(r, columns) + ") VALUES "
	return bulkInsert(ctx, e.Tx, head, tail, len(columns), rows, values, func(err error) error { return clash(err, r, rows, false) })
}

// bulkInsert stores rows of width arguments each: it runs head, as many VALUES lists as a statement takes, and tail, until all are
// stored. Every insert of more than one row goes through it. failed is that of Tx.write.
func bulkInsert[T any](ctx context.Context, tx *Tx, head, tail string, width int, rows []T, values func(T, []any) []any,
	failed func(error) error,
) error {
	size := max(1, tx.db.dialect.maxParams()/width)
	args := make([]any, 0, width*min(size, len(rows)))
	var text string
	length := 0 // of the chunk that text is for
	for chunk := range slices.Chunk(rows, size) {
		if len(chunk) != length {
			length = len(chunk)
			text = head + tuples(length, width) + tail
		}
		args = args[:0]
		for _, row := range chunk {
			args = values(row, args)
		}
		if err := tx.write(ctx, text, args, failed); err != nil {
			return err
		}
	}
	return nil
}

// tuples makes ($1, $2), ($3, $4) ...
func tuples(n, width int) string {
	var b strings.Builder
	for i := range n * width {
		switch {
		case i == 0:
			b.WriteString("($")
		case i%width == 0:
			b.WriteString("), ($")
		default:
			b.WriteString(", $")
		}
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}

// storedFields returns the indexes of the fields that have a column.
func storedFields(r *record.Resource) []int {
	var indexes []int
	for i, f := range r.Fields {
		if f.Stored() {
			indexes = append(indexes, i)
		}
	}
	return indexes
}

func appendFields(args []any, row record.Row, indexes []int) []any {
	for _, index := range indexes {
		args = append(args, row[index])
	}
	return args
}

func columnList(r *record.Resource, indexes []int) string {
	names := make([]string, len(indexes))
	for i, index := range indexes {
		names[i] = r.Fields[index].Column
	}
	return strings.Join(names, ", ")
}

// setList takes each column from the excluded row, but for the id, and the revision of an instance: only startRevision raises that,
// and a row may have been read before.
func setList(r *record.Resource, indexes []int) string {
	var sets []string
	for _, index := range indexes {
		if column := r.Fields[index].Column; column != "id" && column != "revision" {
			sets = append(sets, column+" = excluded."+column)
		}
	}
	return strings.Join(sets, ", ")
}

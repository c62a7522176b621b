package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// insertValues is the bulk write under everything: it runs head + as many VALUES lists as a statement takes + tail until all
// rows, of width arguments each, are stored.
func insertValues[T any](ctx context.Context, tx *Tx, head, tail string, width int, rows []T, values func(T, []any) []any) error {
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
		if _, err := tx.Exec(ctx, text, args...); err != nil {
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

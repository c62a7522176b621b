package store

import (
	"context"
	"path"
	"strings"

	"quartermaster/internal/record"
)

// FileTaken reports whether records of another resource name the file as theirs, or an imported file is in the way: one of another
// kind at the path, or any at the path of one of its folders.
func (l lookup) FileTaken(ctx context.Context, r *record.Resource, file string) (bool, error) {
	q := new(query).add("SELECT (SELECT count(*) FROM instance_files r WHERE (lower(r.path) IN ($, $) AND r.kind <> $", LowerASCII(file),
		strings.ToLower(file), r.FileKind())
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		q.add(" OR lower(r.path) IN ($, $)", LowerASCII(dir), strings.ToLower(dir))
	}
	q.add(") AND ").visible(record.Files, l.scope).add(")")
	for _, other := range record.All() {
		if other != r && other.NamesSourceFile() {
			q.add(" + (SELECT count(*) FROM "+other.Name+" r WHERE lower(r.source_file) IN ($, $) AND ", LowerASCII(file), strings.ToLower(file)).
				visible(other, l.scope).add(")")
		}
	}
	var n int64
	err := l.db.collect(ctx, l.from, q.String(), q.args, func(rows *Rows) error { return rows.Scan(&n) })
	return n > 0, err
}

// LowerASCII returns the text as SQLite's lower does: only the letters A to Z change.
func LowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

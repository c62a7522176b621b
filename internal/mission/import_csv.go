package mission

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// importColumns are those of the CSV of import differences: a line a field.
var importColumns = []string{"file", "change", "resource", "name", "field", "before", "after", "still_used_by"}

// WriteImportCSV writes import differences as CSV. Texts stand as they are, other values as JSON, and what is not set is empty. The error
// is that of w.
func WriteImportCSV(w io.Writer, files []ImportDifference) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	_ = out.Write(importColumns) // a failure is that of Error
	for _, file := range files {
		for _, d := range file.Records {
			for _, line := range importLines(file, d) {
				_ = out.Write(line)
			}
		}
	}
	out.Flush()
	return out.Error()
}

// importLines returns the lines of a record: one for each field, or a single one.
func importLines(file ImportDifference, d record.Difference) (lines [][]string) {
	head, uses := []string{file.Path, d.Change(), d.Resource.Path, d.Title}, usesText(file.usesOf(d))
	if !d.HasFields() {
		return [][]string{append(head, "", "", "", uses)}
	}
	d.Each(func(f *record.Field, before, after json.RawMessage) {
		lines = append(lines, append(slices.Clone(head), f.Name, csvCell(before), csvCell(after), uses))
	})
	return lines
}

// usesText writes uses in one cell: "events 1, trader-items 2".
func usesText(uses []Use) string {
	parts := make([]string, len(uses))
	for i, u := range uses {
		parts[i] = u.Resource.Path + " " + strconv.FormatInt(u.Count, 10)
	}
	return strings.Join(parts, ", ")
}

func csvCell(value []byte) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text // that of null is empty
	}
	return string(value)
}

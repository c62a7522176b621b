package revisions

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// Each calls fn with the chosen changes, the oldest first: store.DB.EachChange with its filter and instance.
type Each func(fn func(store.RecordChange) error) error

// Of returns the chosen changes of an instance.
func Of(ctx context.Context, db *store.DB, s store.Scope, f store.RevisionFilter) Each {
	return func(fn func(store.RecordChange) error) error { return db.EachChange(ctx, s, f, fn) }
}

// That are those of the changes that meet a condition, which sees them as ExportedChange has them.
func (each Each) That(meets func(*jsontree.Object) bool) Each {
	return func(fn func(store.RecordChange) error) error {
		return each(func(c store.RecordChange) error {
			tree, err := jsontree.Parse(shape.Append(nil, exportedChange(c)))
			if entry, isObject := tree.(*jsontree.Object); err != nil || isObject && !meets(entry) {
				return err
			}
			return fn(c)
		})
	}
}

// columns are those of a CSV. A field of a record that was changed has a line; a record that was made or deleted has one line, with all
// its fields as JSON.
var columns = []string{
	"revision", "created_at", "author", "action", "summary", "resource", "sid", "title", "change", "field", "before", "after",
}

// WriteCSV writes changes as CSV while they are read. It returns the error of each or of w.
func WriteCSV(w io.Writer, each Each) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(columns); err != nil {
		return err
	}
	err := each(func(c store.RecordChange) error {
		for _, line := range lines(c) {
			if err := out.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func lines(c store.RecordChange) (list [][]string) {
	head := []string{
		strconv.FormatInt(c.Number, 10), time.UnixMicro(c.CreatedAt).UTC().Format(time.RFC3339), c.Author, c.Action, Summary(c.Summary),
		pathOf(c.Resource), c.SID, c.Title, whatHappened(c),
	}
	both := sidesOf(c.Difference())
	before, after := both.Before.text(), both.After.text()
	if before == nil || after == nil {
		return [][]string{append(head, "", string(before), string(after))}
	}
	old := jsontree.ParseBody(before)
	for name, now := range jsontree.ParseBody(after).All() {
		was, _ := old.Get(name)
		list = append(list, append(slices.Clone(head), name, cell(was), cell(now)))
	}
	return list
}

// text returns the fields as the wire shows them, nil where the record does not exist.
func (f Fields) text() []byte {
	if f.values == nil {
		return nil
	}
	return f.AppendJSON(nil)
}

// cell writes a text as it is and other values as JSON, null as nothing.
func cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return string(jsontree.AppendValue(nil, value))
}

func whatHappened(c store.RecordChange) string {
	switch {
	case c.Before == "":
		return "created"
	case c.After == "":
		return "deleted"
	}
	return "changed"
}

// WriteJSON writes changes as the list data of a JSON object while they are read. It returns the error of each or of w.
func WriteJSON(w io.Writer, each Each) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(`{"data":[`) // a failure is that of Flush
	first := true
	err := each(func(c store.RecordChange) error {
		var b []byte
		if !first {
			b = append(b, ',')
		}
		first = false
		_, err := out.Write(shape.Append(b, exportedChange(c)))
		return err
	})
	if err != nil {
		return err
	}
	_, _ = out.WriteString(`]}`)
	return out.Flush()
}

// ExportedChange is what a revision did to a record, as a line of an export.
type ExportedChange struct {
	_         struct{}      `help:"What a revision did to a record."`
	Revision  int64         `field:"revision,min=1" help:"Number of the revision." example:"12"`
	CreatedAt record.Moment `field:"created_at"`
	Author    string        `field:"author,null" help:"Name of the account; null if it was deleted." example:"Ada"`
	Action    string        `field:"action" help:"What the revision did, such as update or import." example:"update"`
	Summary   string        `field:"summary" example:"events: StaticHeliCrash"`
	ChangeView
}

func exportedChange(c store.RecordChange) ExportedChange {
	return ExportedChange{
		Revision: c.Number, CreatedAt: record.Moment(c.CreatedAt), Author: c.Author, Action: c.Action, Summary: Summary(c.Summary),
		ChangeView: ViewChange(c.Change),
	}
}

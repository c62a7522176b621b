package revisions

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Each calls fn with the chosen changes, the oldest first: store.DB.EachChange with its filter and instance.
type Each func(fn func(store.RecordChange) error) error

// Of returns the chosen changes of an instance.
func Of(ctx context.Context, db *store.DB, s store.Scope, f store.RevisionFilter) Each {
	return func(fn func(store.RecordChange) error) error { return db.EachChange(ctx, s, f, fn) }
}

// columns are those of a CSV. A field of a record that was changed has a line; a record that was made or deleted has one line, with all
// its fields as JSON.
var columns = []string{"revision", "created_at", "author", "action", "summary", "resource", "sid", "title", "change", "field", "before", "after"}

// WriteCSV writes changes as CSV while they are read.
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
		strconv.FormatInt(c.Number, 10), time.UnixMicro(c.CreatedAt).UTC().Format(time.RFC3339), c.Author, c.Action, c.Summary,
		pathOf(c.Resource), c.SID, c.Title, whatHappened(c),
	}
	before, after := side(c.Resource, c.Before), side(c.Resource, c.After)
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

// side returns the fields of one side of a change as the wire shows them, nil where the record does not exist.
func side(resource, text string) []byte {
	r := record.Named(resource)
	if text == "" || r == nil {
		return nil
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal([]byte(text), &fields) // written by the store
	return r.AppendFields(nil, fields)
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

// pathOf returns the segment of the address of a resource's list.
func pathOf(resource string) string {
	if r := record.Named(resource); r != nil {
		return r.Path
	}
	return resource
}

// WriteJSON writes changes as the list data of a JSON object while they are read.
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
		_, err := out.Write(appendChange(b, c))
		return err
	})
	if err != nil {
		return err
	}
	_, _ = out.WriteString(`]}`)
	return out.Flush()
}

func appendChange(b []byte, c store.RecordChange) []byte {
	b = strconv.AppendInt(append(b, `{"revision":`...), c.Number, 10)
	b = jsontree.AppendTime(append(b, `,"created_at":`...), c.CreatedAt)
	b = append(b, `,"author":`...)
	if c.Author == "" {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, c.Author)
	}
	b = jsontree.AppendString(append(b, `,"action":`...), c.Action)
	b = jsontree.AppendString(append(b, `,"summary":`...), c.Summary)
	b = jsontree.AppendString(append(b, `,"resource":`...), pathOf(c.Resource))
	b = jsontree.AppendString(append(b, `,"sid":`...), c.SID)
	b = jsontree.AppendString(append(b, `,"title":`...), c.Title)
	b = appendSide(append(b, `,"before":`...), side(c.Resource, c.Before))
	return append(appendSide(append(b, `,"after":`...), side(c.Resource, c.After)), '}')
}

func appendSide(b, fields []byte) []byte {
	if fields == nil {
		return append(b, "null"...)
	}
	return append(b, fields...)
}

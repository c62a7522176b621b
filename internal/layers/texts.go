package layers

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
)

// The changes of a file as a whole.
const (
	ofKind = "kind"
	ofText = "text"
)

// isWhole reports whether the changes of a row about a file are its kind and its text, and not values at paths.
func (row *Row) isWhole() bool {
	return row.Resource == texts || row.Resource == documents && row.State != Changed
}

// IsText reports whether a change of a row is that of the text of a file as a whole.
func (row *Row) IsText(c *Change) bool { return row.isWhole() && c.Field == ofText }

// isPatch reports whether a change of a row is one of some lines of a text, which leaves the others as they are.
func (row *Row) isPatch(c *Change) bool {
	return row.IsText(c) && c.Before != nil && c.After != nil
}

// between says what a change of a row comes to where its value is another one.
func (row *Row) between(before, is, after json.RawMessage, c *Change) change.Outcome {
	outcome := change.Between(before, is, after, same)
	if outcome != change.Clash || is == nil || !row.isPatch(c) {
		return outcome
	}
	switch merged, conflicts := change.MergeLines(Plain(before), Plain(is), Plain(after)); {
	case len(conflicts) > 0:
		return change.Clash
	case merged == Plain(is):
		return change.Alike
	}
	return change.OnlyTheirs
}

// meets reports whether two changes, of two rows about a record, are about the same value, or about the same lines of a text.
func (row *Row) meets(c *Change, other *Row, o *Change) bool {
	apart := row.isPatch(c) && other.isPatch(o) && row.between(c.Before, o.After, c.After, c) == change.OnlyTheirs
	return overlap(c.Field, o.Field) && !apart
}

// putWhole makes one change of a file as a whole: of a text that is there the lines alone that the change is about.
func (s *side) putWhole(row record.Row, c Change) {
	switch {
	case c.Field == ofKind:
		row[fileKind] = Plain(c.After)
	case c.Field == ofText && c.After != nil:
		text := Plain(c.After)
		if is, there := row[fileContent].(string); there && c.Before != nil {
			text, _ = change.MergeLines(Plain(c.Before), is, text)
		}
		row[fileContent] = text
	}
}

// whole returns the value that a change of a file as a whole is about.
func (v version) whole(c *Change) json.RawMessage {
	switch {
	case c.Field == ofKind:
		return textValue(v.row[fileKind])
	case c.Field != ofText:
		return nil
	case v.holdsSecret():
		return textValue(servercfg.Hidden)
	}
	return textValue(v.fileText())
}

func (v version) atPath(path string) json.RawMessage {
	d := v.document(v.row)
	if d == nil {
		return nil
	}
	return valueAt(d.Hide(v.values(d)), path)
}

func (v version) values(d *document.Document) *jsontree.Object {
	values, err := d.Read(v.row[fileContent].(string))
	if err != nil {
		return new(jsontree.Object)
	}
	return values
}

// areApart reports whether the layers of a text have changed lines of their own: those that are left after one was settled leave of it
// what all of them together do.
func (st *stack) areApart(ctx context.Context, k key, all []held, settled record.Row, left []held) (bool, error) {
	if k.r != record.Files || settled == nil || !slices.ContainsFunc(all, func(h held) bool { return h.row.isWhole() }) {
		return false, nil
	}
	before, err := st.fold(ctx, k, st.bases[k].Row, all)
	if err != nil || before == nil {
		return false, err
	}
	after, err := st.fold(ctx, k, settled, left)
	return after != nil && after[fileContent] == before[fileContent], err
}

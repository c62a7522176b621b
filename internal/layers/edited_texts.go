package layers

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// textEdit is what somebody has made of a text: of a document or of a file.
type textEdit struct{ before, after string }

// textsOf returns the edits that lead from the text of a record as the layers have it to what it is now: one where it is not known how it
// came to that, and none where one of both is no text.
func (st *stack) textsOf(ctx context.Context, k key, computed record.Row, i int, edited []store.Edited) (list []textEdit) {
	was, isText := computed[i].(string)
	is, still := st.now[k][i].(string)
	if !isText || !still {
		return nil
	}
	at := was
	for _, e := range edited {
		before, after, changed := st.textEdit(ctx, k.r, i, e)
		switch {
		case !changed:
			continue
		case before != at:
			return []textEdit{{was, is}}
		}
		list, at = append(list, textEdit{before, after}), after
	}
	if at != is {
		return []textEdit{{was, is}}
	}
	return list
}

// textEdit returns what an edit has made of a text, and whether it has made something of it that can be read.
func (st *stack) textEdit(ctx context.Context, r *record.Resource, i int, e store.Edited) (before, after string, changed bool) {
	texts := make([]string, 2)
	for n, values := range []map[string]json.RawMessage{e.Before, e.After} {
		row := r.EmptyRow()
		for at, f := range r.Fields {
			if value := values[f.Name]; value != nil {
				row[at], _ = f.ReadValue(value)
			}
		}
		if r == record.Files && st.openFile(ctx, row) != nil {
			return "", "", false
		}
		text, is := row[i].(string)
		if !is {
			return "", "", false
		}
		texts[n] = text
	}
	return texts[0], texts[1], true
}

// takeTexts makes what was edited in a text a part of what lies below, edit by edit. Layers let go of the values and the lines that were
// edited, and of all where that cannot be told.
func (st *stack) takeTexts(ctx context.Context, k key, rows []held, base record.Row, i int, edits []textEdit) (err error) {
	taken := len(edits) > 0
	for n := 0; taken && err == nil && n < len(edits); n++ {
		taken, err = st.takeText(ctx, k, rows, base, i, edits[n])
	}
	if err == nil && !taken {
		copy(base, st.now[k])
		st.end(rows, func(*Change) bool { return true })
	}
	return err
}

// takeText takes in one edit, and reports whether the layers leave of the text what was made of it.
func (st *stack) takeText(ctx context.Context, k key, rows []held, base record.Row, i int, e textEdit) (taken bool, err error) {
	counts := func(h held) bool {
		return slices.ContainsFunc(h.row.Changes, func(c Change) bool { return c.counts() })
	}
	switch {
	case !slices.ContainsFunc(rows, counts):
		return false, nil
	case slices.ContainsFunc(rows, func(h held) bool { return h.row.isWhole() }):
		taken, err = st.takeLines(ctx, k, rows, base, e)
	default:
		taken, err = st.takePaths(ctx, k, rows, base, i, e)
	}
	return taken, unlessUnfit(err)
}

// unlessUnfit returns an error, but nil for validate.Errors: what lies below lacks what was edited, as a layer has made it.
func unlessUnfit(err error) error {
	var unfit validate.Errors
	if errors.As(err, &unfit) {
		return nil
	}
	return err
}

// takePaths takes in what was edited in a document: by its lines, so that comments and spelling come along, or else value by value.
func (st *stack) takePaths(ctx context.Context, k key, rows []held, base record.Row, i int, e textEdit) (bool, error) {
	differences, ok := st.differences(k, e)
	was, isText := base[i].(string)
	if !ok || !isText {
		return false, nil
	}
	for _, c := range differences {
		st.end(rows, func(own *Change) bool { return overlap(own.Field, c.Field) })
	}
	merged, conflicts := change.MergeLines(e.before, was, e.after)
	base[i] = merged
	if taken, err := st.leave(ctx, k, rows, base, i, e.after); err != nil || taken && len(conflicts) == 0 {
		return taken, err
	}
	base[i] = was
	for _, c := range differences {
		if err := st.put(ctx, k.r, base, new(Row), c); err != nil {
			return false, err
		}
	}
	return st.leave(ctx, k, rows, base, i, e.after)
}

// leave reports whether layers leave of a text what it was made, in its lines or at least in its values.
func (st *stack) leave(ctx context.Context, k key, rows []held, base record.Row, i int, after string) (bool, error) {
	again, err := st.fold(ctx, k, base, rows)
	if err != nil || again == nil {
		return false, unlessUnfit(err)
	}
	text, isText := again[i].(string)
	if !isText || text == after {
		return isText, nil
	}
	apart, ok := st.differences(k, textEdit{text, after})
	return ok && len(apart) == 0, nil
}

// differences returns what an edit has made of the values of a document, also of those that do not travel, and whether it is one still.
func (st *stack) differences(k key, e textEdit) ([]Change, bool) {
	if k.r != record.Files {
		return comparePaths(e.before, e.after)
	}
	trees := make([]*jsontree.Object, 2)
	for n, text := range []string{e.before, e.after} {
		row := slices.Clone(st.now[k])
		row[fileContent] = text
		d := st.document(row)
		if d == nil {
			return nil, false
		}
		trees[n] = version{st.side, row}.values(d)
	}
	return changesOf(change.CompareNamed(trees[0], trees[1])), true
}

// takeLines takes in lines of a text, and reports whether the layers that have not changed these leave the text as it was edited.
func (st *stack) takeLines(ctx context.Context, k key, rows []held, base record.Row, e textEdit) (bool, error) {
	var touched []held
	for _, h := range rows {
		if h.row.touchedBy(e) {
			touched = append(touched, h)
		}
	}
	below, err := st.fold(ctx, k, base, touched)
	if err != nil || below == nil {
		return false, err
	}
	st.end(touched, func(*Change) bool { return true })
	text, isText := below[fileContent].(string)
	if !isText {
		return false, nil
	}
	merged, conflicts := change.MergeLines(e.before, text, e.after)
	base[fileContent] = merged
	left, err := st.leave(ctx, k, rows, base, fileContent, e.after)
	return left && len(conflicts) == 0, err
}

// touchedBy reports whether an edit of a text is one of the lines that a row has changed in it, or takes them back.
func (row *Row) touchedBy(e textEdit) bool {
	return slices.ContainsFunc(row.Changes, func(c Change) bool {
		if !c.counts() || !row.isPatch(&c) {
			return false
		}
		without, _ := change.MergeLines(Plain(c.After), e.before, Plain(c.Before))
		_, conflicts := change.MergeLines(e.before, without, e.after)
		return len(conflicts) > 0 || c.isIn(e.before) && !c.isIn(e.after)
	})
}

// isIn reports whether a text has the lines that a change makes.
func (c *Change) isIn(text string) bool {
	laid, _ := change.MergeLines(Plain(c.Before), text, Plain(c.After))
	return laid == text
}

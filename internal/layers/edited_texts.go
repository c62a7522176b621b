package layers

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
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
		for _, at := range []int{i, fileID} {
			if f := r.Fields[at]; (at == i || r == record.Files) && values[f.Name] != nil {
				row[at], _ = f.ReadValue(values[f.Name])
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
func (st *stack) takeTexts(ctx context.Context, k key, rows []held, base record.Row, edits []textEdit) error {
	for _, e := range edits {
		holds := slices.ContainsFunc(rows, func(h held) bool {
			return slices.ContainsFunc(h.row.Changes, func(c Change) bool { return c.counts() })
		})
		take := st.takePaths
		if slices.ContainsFunc(rows, func(h held) bool { return h.row.isWhole() }) {
			take = st.takeLines
		}
		taken := false
		if holds {
			var err error
			if taken, err = take(ctx, k, rows, base, e); err != nil {
				return err
			}
		}
		if !taken {
			edits = nil
			break
		}
	}
	if len(edits) == 0 {
		copy(base, st.now[k])
		st.end(rows, func(*Change) bool { return true })
	}
	return nil
}

// takePaths takes in values of a document, and reports whether there is one still.
func (st *stack) takePaths(ctx context.Context, k key, rows []held, base record.Row, e textEdit) (bool, error) {
	differences, ok := st.differences(k, e)
	if !ok {
		return false, nil
	}
	for _, c := range differences {
		st.end(rows, func(own *Change) bool { return overlap(own.Field, c.Field) })
		if err := st.put(ctx, k.r, base, new(Row), c); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (st *stack) differences(k key, e textEdit) ([]Change, bool) {
	if k.r != record.Files {
		return comparePaths(e.before, e.after)
	}
	was, is := slices.Clone(st.now[k]), slices.Clone(st.now[k])
	was[fileContent], is[fileContent] = e.before, e.after
	if st.document(was) == nil || st.document(is) == nil {
		return nil, false
	}
	return compareFiles(version{st.side, was}, version{st.side, is}), true
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
	again, err := st.fold(ctx, k, base, rows)
	return err == nil && len(conflicts) == 0 && again != nil && again[fileContent] == e.after, err
}

// touchedBy reports whether an edit of a text is one of the lines that a row has changed in it.
func (row *Row) touchedBy(e textEdit) bool {
	return slices.ContainsFunc(row.Changes, func(c Change) bool {
		if !c.counts() || !row.isPatch(&c) {
			return false
		}
		without, _ := change.MergeLines(plain(c.After), e.before, plain(c.Before))
		_, conflicts := change.MergeLines(e.before, without, e.after)
		return len(conflicts) > 0
	})
}

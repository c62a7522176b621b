package mission

import (
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
)

// judge returns the version of a record from which own values differ: that of the game or, where it is not known from which the file
// comes, the base, and without one the upload.
func (w *threeWay) judge(m merged) record.Row {
	switch {
	case w.byGame:
		return m.game
	case w.base.isNone():
		return m.theirs
	}
	return m.base
}

// countOwn counts which own values of a record stay in what is stored of it.
func (w *threeWay) countOwn(m merged, row record.Row) {
	judge := w.judge(m)
	if judge == nil {
		return
	}
	written := w.written(m.mine)
	for _, f := range w.res.Fields {
		if w.kind.hasField(f) && w.kind.follows[f.Name] == "" && !w.kind.equal(f, judge, written) {
			w.report.Own.add(w.ownIn(f, judge, m.mine, row))
		}
	}
}

// ownIn counts the own values in a field that stay and those that do not.
func (w *threeWay) ownIn(f *record.Field, judge, mine, row record.Row) (kept, taken int) {
	i := w.res.Index(f.Name)
	switch {
	case holdsJSON(f):
		return w.ownValues(treeOf(judge[i]), treeOf(mine[i]), treeOf(row[i]))
	case w.kind.equal(f, mine, row):
		return 1, 0
	}
	return 0, 1
}

// countOwnEntry counts what becomes of a record that the upload does not have: as an own entry, or with what is own of it.
func (w *threeWay) countOwnEntry(m merged, goes bool) {
	judge := w.judge(m)
	switch {
	case judge == nil && goes:
		w.report.Own.Removed++
	case judge != nil && goes:
		before := w.report.Own.Kept
		w.countOwn(m, m.mine)
		w.report.Own.Taken += w.report.Own.Kept - before
		w.report.Own.Kept = before
	case judge != nil:
		w.countOwn(m, m.mine)
	}
}

func (o *Own) add(kept, taken int) { o.Kept, o.Taken = o.Kept+kept, o.Taken+taken }

// ownValues counts the values of mine that differ from those by which own ones are told, and that are there still after a merge or not.
// What mine lacks is own only if somebody knows that it was there.
func (u *update) ownValues(judge, mine, merged any) (kept, taken int) {
	changed := change.Compare(mine, merged)
	if change.Keeps(judge, mine, merged) {
		changed = nil // elements may stand elsewhere in their lists
	}
	for _, own := range change.Compare(judge, mine) {
		lost := false
		if own.Removed && u.base.isNone() {
			continue
		}
		for _, c := range changed {
			lost = lost || isWithin(c.Path, own.Path) || isWithin(own.Path, c.Path)
		}
		if lost {
			taken++
		} else {
			kept++
		}
	}
	return kept, taken
}

// isWithin reports whether a path is another one, or that of something inside.
func isWithin(path, other string) bool {
	rest, within := strings.CutPrefix(path, other)
	return within && (rest == "" || other == "" || rest[0] == '.' || rest[0] == '[')
}

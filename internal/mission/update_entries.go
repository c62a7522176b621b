package mission

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// storeUpdate merges the entries of an upload with the stored records. n makes up the ids of names that only the base refers to.
func (e *entryKind[V, R]) storeUpdate(ctx context.Context, im *importer, rows []record.Row, skeleton textfile.Skeleton, n *names) error {
	existing, err := im.recordsOf(ctx)
	if err != nil {
		return err
	}
	if err := im.addClasses(ctx, n, existing); err != nil {
		return err
	}
	base, err := e.baseRows(ctx, im, n)
	if err != nil {
		return err
	}
	w := &threeWay{update: im.update, kind: im.kind, res: e.resource, names: n, asWritten: e.asWritten, foreign: im.hasOtherSlots()}
	p := plan{res: e.resource, keeps: im.kind.keeps, reads: e}
	im.planUpdate(&p, w, base, existing, rows)
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveSkeleton(ctx, skeleton)
}

// addClasses adds to names the classes of stored records, by which entries of the base are found that the upload no longer has.
func (im *importer) addClasses(ctx context.Context, n *names, existing []record.Row) error {
	if !im.hasOtherSlots() || !slices.ContainsFunc(im.kind.resource.Fields, func(f *record.Field) bool { return f.Ref == record.InstanceClassnames.Name }) {
		return nil
	}
	var missing []string
	for _, row := range existing {
		if name := im.kind.resource.TitleOf(row); n.classes[strings.ToLower(name)] == nil {
			missing = append(missing, name)
		}
	}
	known, err := im.Named(ctx, record.InstanceClassnames, missing)
	maps.Copy(n.classes, known)
	return err
}

// baseRows returns the entries of the base; none where there is none.
func (e *entryKind[V, R]) baseRows(ctx context.Context, im *importer, n *names) ([]record.Row, error) {
	text, err := im.baseText(ctx)
	if err != nil || text == nil {
		return nil, err
	}
	file, err := e.parse(text)
	if err != nil {
		return nil, err
	}
	rows := make([]record.Row, len(file.Entries))
	for i, entry := range file.Entries {
		made, err := e.toRecord(entry.Value, n)
		if err != nil {
			return nil, err
		}
		rows[i] = e.resource.Encode(&made)
	}
	return rows, nil
}

// asWritten returns a record as it is once written and read.
func (e *entryKind[V, R]) asWritten(row record.Row) record.Row {
	value, ok := e.readBack(row)
	if !ok {
		return row
	}
	made, err := e.toRecord(value.(V), nil)
	if err != nil {
		return row
	}
	read := e.resource.Encode(&made)
	if e.resource.Has("enabled") {
		read[e.resource.Index("enabled")] = row[e.resource.Index("enabled")]
	}
	return read
}

// planUpdate plans what becomes of the stored records and of the entries of an upload.
func (im *importer) planUpdate(p *plan, w *threeWay, base, existing, rows []record.Row) {
	slot, source := p.res.Index("slot"), -1
	if im.kind.several {
		source = p.res.Index("source_file")
	}
	entries, rest := w.join(base, existing, rows)
	for i, m := range entries {
		row := w.settle(m)
		if row == nil {
			continue
		}
		row[slot] = int64(i)
		if m.mine != nil && source >= 0 {
			row[source] = m.mine[source] // keeps its spelling
		}
		im.add(p, m.mine, row)
	}
	for _, m := range rest {
		im.planUnnamed(p, m.mine, w.goes(m))
	}
}

// join brings the versions of each record together: those in the upload, in its order, and the stored ones that it does not name.
func (w *threeWay) join(base, mine, theirs []record.Row) (entries, rest []merged) {
	baseOf := w.baseOf(base, mine)
	mineOf, found := map[int]int{}, make([]bool, len(mine))
	for i, b := range baseOf {
		if b >= 0 {
			mineOf[b] = i
		}
	}
	theirBase := w.kind.match(base, theirs).of
	added := w.added(mine, baseOf, theirs, theirBase)
	for j, b := range theirBase {
		m := merged{theirs: theirs[j]}
		i, there := mineOf[b]
		if b < 0 {
			i, there = added[j]
		} else {
			m.base = base[b]
		}
		if there {
			m.mine, found[i] = mine[i], true
		}
		entries = append(entries, m)
	}
	for i, b := range baseOf {
		switch {
		case found[i]:
		case b < 0:
			rest = append(rest, merged{mine: mine[i]})
		default:
			rest = append(rest, merged{base: base[b], mine: mine[i]})
		}
	}
	return entries, rest
}

// baseOf returns for each stored record the entry of the base that it was: that in its slot, else one with its key; -1 for none. Slots
// are those of the last import.
func (w *threeWay) baseOf(base, mine []record.Row) []int {
	of, slot := slices.Repeat([]int{-1}, len(mine)), w.res.Index("slot")
	taken := make([]bool, len(base))
	for i, row := range mine {
		if n, placed := row[slot].(int64); placed && !w.foreign && n < int64(len(base)) && !taken[n] {
			of[i], taken[n] = int(n), true
		}
	}
	oldest, left := rowsWithout(base, func(i int) bool { return taken[i] })
	newest, open := rowsWithout(mine, func(i int) bool { return of[i] >= 0 })
	for j, i := range w.kind.match(oldest, newest).of {
		if i >= 0 {
			of[open[j]] = left[i]
		}
	}
	return of
}

// added returns the stored record for each entry where both are new, by key.
func (w *threeWay) added(mine []record.Row, baseOf []int, theirs []record.Row, theirBase []int) map[int]int {
	ours, ourAt := rowsWithout(mine, func(i int) bool { return baseOf[i] >= 0 })
	others, otherAt := rowsWithout(theirs, func(j int) bool { return theirBase[j] >= 0 })
	both := map[int]int{}
	for j, i := range w.kind.match(ours, others).of {
		if i >= 0 {
			both[otherAt[j]] = ourAt[i]
		}
	}
	return both
}

// rowsWithout returns the rows that are not left out, with their indexes.
func rowsWithout(rows []record.Row, without func(int) bool) (list []record.Row, at []int) {
	for i, row := range rows {
		if !without(i) {
			list, at = append(list, row), append(at, i)
		}
	}
	return list, at
}

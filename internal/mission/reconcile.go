package mission

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
)

// entryRules are the methods of a kind with entries that reconciling needs.
type entryRules interface {
	reader
	// isWritten reports whether a record is written to the file: it is neither disabled nor expired.
	isWritten(record.Row) bool
}

// storeRows updates the records of the file to match its entries: rows holds the entries in order, with raw set.
func (im *importer) storeRows(ctx context.Context, rules entryRules, rows []record.Row, skeleton textfile.Skeleton) error {
	existing, err := im.recordsOf(ctx)
	if err != nil {
		return err
	}
	old, err := skeletonOf(im.file)
	if err != nil {
		return err
	}
	p, layout := im.reconcile(rules, existing, rows, old, skeleton)
	im.exact = im.role == asWhole && !p.keepsShown && len(p.insert)+len(p.after) == len(rows)
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveSkeleton(ctx, layout)
}

// saveSkeleton stores the text of the file between its records.
func (im *importer) saveSkeleton(ctx context.Context, skeleton textfile.Skeleton) error {
	text, err := json.Marshal(skeleton)
	if err != nil {
		return err
	}
	return im.save(ctx, record.File{Skeleton: new(string(text))})
}

// recordsOf returns the stored records of the file, sorted by slot.
func (im *importer) recordsOf(ctx context.Context) ([]record.Row, error) {
	condition, args := im.inFile()
	rows, err := im.All(ctx, im.kind.resource, condition, args...)
	sortBySlot(im.kind.resource, rows)
	return rows, err
}

// inFile returns the condition for records of the file.
func (im *importer) inFile() (condition string, args []any) {
	if !im.kind.several {
		return im.kind.where, nil
	}
	return im.hasFile("r")
}

// hasFile returns the condition that source_file of a table is the path of the file, ignoring case, or NULL for the main file. It
// uses the index on the lower-case column; SQLite folds only the letters A to Z.
func (im *importer) hasFile(table string) (condition string, args []any) {
	column := "lower(" + table + ".source_file)"
	condition = "(" + column + " IN ($, $)"
	if im.kind.isAt(im.rel) {
		condition += " OR " + column + " IS NULL"
	}
	return condition + ")", []any{store.LowerASCII(im.rel), strings.ToLower(im.rel)}
}

// slotBehind sorts records without a slot behind all others.
const slotBehind = int64(1) << 62

// sortBySlot sorts records by slot; those without one follow in their previous order.
func sortBySlot(res *record.Resource, rows []record.Row) {
	at := res.Index("slot")
	slot := func(row record.Row) int64 {
		if n, placed := row[at].(int64); placed {
			return n
		}
		return slotBehind
	}
	slices.SortStableFunc(rows, func(a, b record.Row) int { return cmp.Compare(slot(a), slot(b)) })
}

// reconcile matches entries with records by key: equal ones first, then the nth of a key with the nth. If the file names everything
// that is stored, or replaces it, its skeleton becomes the layout; otherwise the stored layout stays and new entries are appended.
func (im *importer) reconcile(rules entryRules, existing, rows []record.Row, old, fresh textfile.Skeleton) (plan, textfile.Skeleton) {
	res := im.kind.resource
	p, layout := plan{res: res, keeps: im.kind.keeps, reads: rules}, fresh
	matches, rest := match(im.kind, rules, existing, rows)
	keep := im.mode == Merge && len(rest) > 0 && len(old.Leads) > 0
	if keep {
		im.role = asPart
		layout = textfile.Skeleton{Leads: slices.Clone(old.Leads), Tail: old.Tail}
	}
	for i, row := range rows {
		slot := any(int64(i))
		switch {
		case keep && matches[i] != nil:
			slot = matches[i][res.Index("slot")]
		case keep && im.kind.inOrder:
			slot = nil
		case keep:
			slot = int64(len(layout.Leads))
			layout.Leads = append(layout.Leads, leadOf(fresh, i))
		}
		row[res.Index("slot")] = slot
		if im.kind.several && matches[i] != nil {
			row[res.Index("source_file")] = matches[i][res.Index("source_file")] // keeps its spelling
		}
		im.add(&p, matches[i], row)
	}
	im.planRest(&p, rest, keep, func(row record.Row) bool { return im.mode == Replace || im.mode == edited && rules.isWritten(row) })
	return p, layout
}

// match returns the record of each entry, nil for a new one, and the records without an entry. Records that are not written match
// last: a generated file does not name them.
func match(k *kindInfo, rules entryRules, existing, rows []record.Row) (matches, rest []record.Row) {
	written := slices.SortedStableFunc(slices.Values(existing), func(a, b record.Row) int {
		return cmp.Compare(rank(!rules.isWritten(a)), rank(!rules.isWritten(b)))
	})
	m := k.match(written, rows)
	matches = make([]record.Row, len(rows))
	for i, old := range m.Was {
		if old >= 0 {
			matches[i] = written[old]
		}
	}
	for i, row := range written {
		if m.IsFree(i) {
			rest = append(rest, row)
		}
	}
	return matches, rest
}

// match matches records by key: equal ones first, then the nth of a key with the nth.
func (k *kindInfo) match(old, rows []record.Row) *change.Matching {
	count := map[string]int{}
	for _, row := range old {
		count[keyOf(k.resource, row)]++
	}
	isDouble := func(key string) bool { return count[key] > 1 }
	return change.Match(k.entries(old, isDouble), k.entries(rows, isDouble))
}

// entries returns records as they are known again: by their keys and, those with some keys, by all values in the file.
func (k *kindInfo) entries(rows []record.Row, isTold func(key string) bool) []change.Entry {
	list := make([]change.Entry, len(rows))
	for i, row := range rows {
		key := keyOf(k.resource, row)
		if list[i].Key = key; isTold(key) {
			list[i].Whole = key + k.valuesOf(row)
		}
	}
	return list
}

// valuesOf returns all values of a record that the file holds beside its key, as one text.
func (k *kindInfo) valuesOf(row record.Row) string {
	var b []byte
	for i, f := range k.resource.Fields {
		if !k.isSaid(k.resource, f) {
			continue
		}
		if other, isElsewhere := row[i].(elsewhere); isElsewhere {
			b = append(b, other.json()...)
		} else {
			b = f.AppendValue(b, row[i])
		}
		b = append(b, '\n')
	}
	return string(b)
}

// hasField reports whether a file of the kind holds a field.
func (k *kindInfo) hasField(f *record.Field) bool {
	return f.Writable() && f.Name != "source_file" && !slices.Contains(k.keeps, f.Name)
}

// keyOf returns the key of a record in lower case, with the name of a class in place of its id. It is never empty, even for an area without
// a name.
func keyOf(res *record.Resource, row record.Row) string { return strings.ToLower(spelledKey(res, row)) }

// spelledKey is keyOf with the letter case of the record.
func spelledKey(res *record.Resource, row record.Row) string {
	var key strings.Builder
	for _, f := range res.Key {
		value := row[res.Index(f.Name)]
		if f.Ref == record.InstanceClassnames.Name {
			value = res.TitleOf(row)
		}
		fmt.Fprintf(&key, "%v\n", value)
	}
	return key.String()
}

// leadOf returns the text before an entry that is appended to another file. The lead of the first entry is not used, as it holds the
// start of its file; of the others, only comments are taken where they hold other elements.
func leadOf(s textfile.Skeleton, i int) string {
	if i > 0 {
		return ce.Between(s.Leads[i])
	}
	if len(s.Leads) > 1 && strings.TrimSpace(s.Leads[1]) == "" {
		return s.Leads[1]
	}
	return "\n    "
}

// add plans one entry and counts it.
func (im *importer) add(p *plan, old, row record.Row) {
	if old == nil {
		p.insert = append(p.insert, row)
		im.report.Created++
		return
	}
	for _, name := range append([]string{"id", "sid", "instance_id", "created_at", "updated_at"}, p.keeps...) {
		row[p.res.Index(name)] = old[p.res.Index(name)]
	}
	p.before, p.after = append(p.before, old), append(p.after, row)
	switch {
	case !store.Differs(p.res, old, row, (*record.Field).Compared):
		im.report.Unchanged++
	case p.isWrittenAs(old, row):
		p.copyShown(old, row)
		im.report.Unchanged++
	default:
		im.report.Updated++
	}
}

// planRest plans the records that no entry names: they stay, or are deleted if the file replaces them and goes says so.
func (im *importer) planRest(p *plan, rest []record.Row, keepsPlaces bool, goes func(record.Row) bool) {
	if !im.mode.replaces() && keepsPlaces {
		return
	}
	for _, old := range rest {
		im.planUnnamed(p, old, goes(old))
	}
}

// planUnnamed plans a record that no entry names: it is deleted, or stays without a place in the file.
func (im *importer) planUnnamed(p *plan, old record.Row, goes bool) {
	if goes {
		p.remove = append(p.remove, old)
		im.report.Deleted++
		return
	}
	row := slices.Clone(old)
	row[p.res.Index("slot")] = nil
	p.before, p.after = append(p.before, old), append(p.after, row)
}

package mission

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
)

// entryRules is what reconciling asks a kind of files of which each entry is one record.
type entryRules interface {
	reader
	// isWritten reports whether the file holds a record, which may be disabled or have ended.
	isWritten(record.Row) bool
}

// storeRows brings the records of the file in line with its entries: rows are the entries in their order, with raw set.
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
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveSkeleton(ctx, layout)
}

// saveSkeleton stores what a file holds between its records.
func (im *importer) saveSkeleton(ctx context.Context, skeleton textfile.Skeleton) error {
	text, err := json.Marshal(skeleton)
	if err != nil {
		return err
	}
	return im.save(ctx, record.File{Skeleton: new(string(text))})
}

// recordsOf returns the stored records of the file in the order in which they are written.
func (im *importer) recordsOf(ctx context.Context) ([]record.Row, error) {
	condition, args := im.inFile()
	rows, err := im.All(ctx, im.kind.resource, condition, args...)
	sortBySlot(im.kind.resource, rows)
	return rows, err
}

// inFile is the condition that a record belongs to the file.
func (im *importer) inFile() (condition string, args []any) {
	if !im.kind.several {
		return im.kind.where, nil
	}
	return im.hasFile("r")
}

// hasFile is the condition that the file column of a table names the file, in any letter case, or nothing and the file is the
// main one. It is written for the index on the lower-case column; SQLite knows the letters A to Z alone.
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

// sortBySlot sorts records as they are in their file; those without a slot follow in the order of their ids.
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

// reconcile matches entries with records by their key, those that are the same first and the nth of a key with the nth. Where
// the file names all that is stored (or is to replace it), it becomes the layout; else the stored layout stays and new entries
// follow.
func (im *importer) reconcile(rules entryRules, existing, rows []record.Row, old, fresh textfile.Skeleton) (plan, textfile.Skeleton) {
	res := im.kind.resource
	p, layout := plan{res: res, keeps: im.kind.keeps, reads: rules}, fresh
	matches, rest := match(im.kind, rules, existing, rows)
	keep := im.mode == Merge && len(rest) > 0 && len(old.Leads) > 0
	im.partial = keep
	if keep {
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
			row[res.Index("source_file")] = matches[i][res.Index("source_file")] // however it names this file
		}
		im.add(&p, matches[i], row)
	}
	im.planRest(&p, rest, keep)
	return p, layout
}

// match returns the record of each entry, nil for a new one, and the records that no entry names. Those that are not written
// come last, as a file that was generated does not name them.
func match(k *kindInfo, rules entryRules, existing, rows []record.Row) (matches, rest []record.Row) {
	written := slices.SortedStableFunc(slices.Values(existing), func(a, b record.Row) int {
		return cmp.Compare(rank(!rules.isWritten(a)), rank(!rules.isWritten(b)))
	})
	m := matching{old: written, new: rows, matches: make([]record.Row, len(rows)), taken: make([]bool, len(existing))}
	oldKeys, newKeys := keysOf(k.resource, written), keysOf(k.resource, rows)
	m.pair(k.withValues(written, oldKeys, oldKeys), k.withValues(rows, newKeys, oldKeys))
	m.pair(oldKeys, newKeys)
	for i, row := range written {
		if !m.taken[i] {
			rest = append(rest, row)
		}
	}
	return m.matches, rest
}

// matching finds the records of entries.
type matching struct {
	old, new, matches []record.Row
	taken             []bool // of the old ones
}

// pair gives each entry that has no record yet the first free one of its key. An empty key is none.
func (m *matching) pair(oldKeys, newKeys []string) {
	free := map[string][]int{}
	for i, key := range oldKeys {
		if !m.taken[i] && key != "" {
			free[key] = append(free[key], i)
		}
	}
	for i, key := range newKeys {
		if queue := free[key]; m.matches[i] == nil && len(queue) > 0 {
			m.matches[i], m.taken[queue[0]], free[key] = m.old[queue[0]], true, queue[1:]
		}
	}
}

func keysOf(res *record.Resource, rows []record.Row) []string {
	keys := make([]string, len(rows))
	for i, row := range rows {
		keys[i] = keyOf(res, row)
	}
	return keys
}

// withValues adds all that the file holds to the keys that several records have, and empties the others.
func (k *kindInfo) withValues(rows []record.Row, keys, all []string) []string {
	count := map[string]int{}
	for _, key := range all {
		count[key]++
	}
	list := make([]string, len(keys))
	for i, key := range keys {
		if count[key] > 1 {
			list[i] = key + k.valuesOf(rows[i])
		}
	}
	return list
}

// valuesOf returns all that a file holds of a record.
func (k *kindInfo) valuesOf(row record.Row) string {
	var b []byte
	for i, f := range k.resource.Fields {
		if k.hasField(f) {
			b = append(f.AppendValue(b, row[i]), '\n')
		}
	}
	return string(b)
}

// hasField reports whether a file of the kind holds a field.
func (k *kindInfo) hasField(f *record.Field) bool {
	return f.Writable() && f.Name != "source_file" && !slices.Contains(k.keeps, f.Name)
}

// keyOf returns what distinguishes a record from others, in lower case. It is never empty: an area without a name has a key too.
func keyOf(res *record.Resource, row record.Row) string {
	if len(res.Key) == 1 {
		if text, ok := row[res.Index(res.Key[0].Name)].(string); ok {
			return strings.ToLower(text) + "\n"
		}
	}
	var key strings.Builder
	for _, f := range res.Key {
		fmt.Fprintf(&key, "%v\n", row[res.Index(f.Name)])
	}
	return strings.ToLower(key.String())
}

// leadOf is the text before an entry that moves to the end of another file: the first one's holds the start of its own, and of
// what belongs to other elements of that file no more than the comments are taken along.
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
	case !store.Differs(p.res, old, row, shownValue):
		im.report.Unchanged++
	case p.isWrittenAs(old, row):
		p.copyShown(old, row)
		im.report.Unchanged++
	default:
		im.report.Updated++
	}
}

// planRest plans the records that no entry names: they stay, or are deleted when the file is to replace them.
func (im *importer) planRest(p *plan, rest []record.Row, keepsPlaces bool) {
	if im.mode == Replace {
		p.remove = rest
		im.report.Deleted += len(rest)
		return
	}
	if keepsPlaces {
		return
	}
	for _, old := range rest {
		row := slices.Clone(old)
		row[p.res.Index("slot")] = nil
		p.before, p.after = append(p.before, old), append(p.after, row)
	}
}

package mission

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// plan is how the entries of a file become records.
type plan struct {
	res            *record.Resource
	insert, remove []record.Row
	before, after  []record.Row
	skeleton       ce.Skeleton
}

// store brings the records of the file in line with its entries: rows are the entries in their order, with raw set.
func (im *importer) store(ctx context.Context, res *record.Resource, rows []record.Row, skeleton ce.Skeleton) error {
	existing, err := im.recordsOf(ctx, res)
	if err != nil {
		return err
	}
	old, err := skeletonOf(im.file)
	if err != nil {
		return err
	}
	p := im.reconcile(res, existing, rows, old, skeleton)
	if err := im.DeleteAll(ctx, res, p.remove); err != nil {
		return err
	}
	if err := im.UpdateAll(ctx, res, p.before, p.after); err != nil {
		return err
	}
	if err := im.InsertAll(ctx, res, p.insert); err != nil {
		return err
	}
	text, err := json.Marshal(p.skeleton)
	if err != nil {
		return err
	}
	stored := string(text)
	return im.save(ctx, &stored, nil)
}

// recordsOf returns the stored records of the file in the order in which they are written.
func (im *importer) recordsOf(ctx context.Context, res *record.Resource) ([]record.Row, error) {
	condition, args := inFile(im.report.Kind, im.place)
	rows, err := im.All(ctx, res, condition, args...)
	slices.SortStableFunc(rows, func(a, b record.Row) int { return cmp.Compare(slotOf(res, a), slotOf(res, b)) })
	return rows, err
}

// inFile is the condition that a record belongs to a file. Records without a file belong to the main one of their kind.
func inFile(kind ce.Kind, place string) (string, []any) {
	condition := "lower(r.source_file) = $"
	if strings.EqualFold(place, mainPaths[kind]) {
		condition = "(r.source_file IS NULL OR " + condition + ")"
	}
	return condition, []any{strings.ToLower(place)}
}

// noSlot sorts records without a place in the file behind all others.
const noSlot = int64(1) << 62

func slotOf(res *record.Resource, row record.Row) int64 {
	if slot, ok := row[res.Index("slot")].(int64); ok {
		return slot
	}
	return noSlot
}

func skeletonOf(f record.File) (s ce.Skeleton, err error) {
	if f.Skeleton != nil {
		err = json.Unmarshal([]byte(*f.Skeleton), &s)
	}
	return s, err
}

// reconcile matches entries with records by name, the nth of a name with the nth. Where the file names all that is stored
// (or is to replace it), it becomes the layout; else the stored layout stays and new entries follow at its end.
func (im *importer) reconcile(res *record.Resource, existing, rows []record.Row, old, fresh ce.Skeleton) plan {
	p := plan{res: res, skeleton: fresh}
	matches, rest := match(res, existing, rows)
	keep := im.mode == Merge && len(rest) > 0 && len(old.Leads) > 0
	if keep {
		p.skeleton = ce.Skeleton{Leads: slices.Clone(old.Leads), Tail: old.Tail}
	}
	for i, row := range rows {
		slot := any(int64(i))
		if keep && matches[i] != nil {
			slot = matches[i][res.Index("slot")]
		} else if keep {
			slot = int64(len(p.skeleton.Leads))
			p.skeleton.Leads = append(p.skeleton.Leads, leadOf(fresh, i))
		}
		row[res.Index("slot")] = slot
		im.add(&p, matches[i], row)
	}
	im.leave(&p, rest, keep)
	return p
}

// match returns the record of each entry, nil for a new one, and the records that no entry names.
func match(res *record.Resource, existing, rows []record.Row) (matches, rest []record.Row) {
	byName := map[string][]record.Row{}
	for _, row := range existing {
		key := strings.ToLower(res.TitleOf(row))
		byName[key] = append(byName[key], row)
	}
	matches = make([]record.Row, len(rows))
	taken := map[int64]bool{}
	for i, row := range rows {
		key := strings.ToLower(res.TitleOf(row))
		if queue := byName[key]; len(queue) > 0 {
			matches[i], byName[key] = queue[0], queue[1:]
			taken[res.ID(queue[0])] = true
		}
	}
	for _, row := range existing {
		if !taken[res.ID(row)] {
			rest = append(rest, row)
		}
	}
	return matches, rest
}

// leadOf is the text before an entry that moves to the end of another file: the first one's holds the start of its own.
func leadOf(s ce.Skeleton, i int) string {
	if i > 0 {
		return s.Leads[i]
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
	for _, name := range []string{"id", "sid", "instance_id", "created_at", "updated_at"} {
		row[p.res.Index(name)] = old[p.res.Index(name)]
	}
	p.before, p.after = append(p.before, old), append(p.after, row)
	if store.Differs(p.res, old, row, shownValue) {
		im.report.Updated++
	} else {
		im.report.Unchanged++
	}
}

func shownValue(f *record.Field) bool { return f.Shown() && f.Name != "updated_at" }

// leave plans the records that no entry names: they stay, or go when the file is to replace them.
func (im *importer) leave(p *plan, rest []record.Row, keepsPlaces bool) {
	if im.mode == Replace {
		p.remove = rest
		im.report.Deleted = len(rest)
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

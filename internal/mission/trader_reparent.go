package mission

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// reparentFollowing makes the first lines of the files behind the imported one belong to what is open before them now, and those of
// files that the game no longer reads to nothing. text holds the stored lines, next the new order of the files.
func (im *importer) reparentFollowing(ctx context.Context, files []record.File, text, next *traderText, open opening) error {
	here := next.at(im.rel)
	for n, rel := range next.paths {
		if n == here || n < here && n < next.read {
			continue
		}
		if n >= next.read {
			open = opening{}
		}
		lines := linkParents(text.linesAt(rel))
		if !open.isSame(text.openAt(rel)) {
			var err error
			if lines, err = im.at(files, rel).reparent(ctx, lines, open, im.report); err != nil {
				return err
			}
		}
		open = open.after(lines)
	}
	return nil
}

// at returns an importer for another stored file, whose original stays.
func (im *importer) at(files []record.File, rel string) *importer {
	again := *im
	again.rel, again.role, again.mode, again.report, again.update = rel, asPart, reread, &Report{}, nil
	again.file = files[slices.IndexFunc(files, func(f record.File) bool { return strings.EqualFold(f.Path, rel) })]
	return &again
}

// reparent makes the first lines of the file belong to what is open, and returns its lines. Text becomes records if it has a parent
// now, and records become text if they have none any more. The counts are added to total.
func (im *importer) reparent(ctx context.Context, stored []*traderLine, open opening, total *Report) ([]*traderLine, error) {
	then, now, err := im.readTwice(ctx, open.level())
	if err != nil {
		return nil, err
	}
	p, err := im.planAnew(ctx, stored, then, now, open)
	if err != nil {
		return nil, err
	}
	if err := im.storeAll(ctx, p); err != nil {
		return nil, err
	}
	if err := im.deleteLines(ctx, p.rest); err != nil {
		return nil, err
	}
	total.Created, total.Updated, total.Deleted = total.Created+im.report.Created, total.Updated+im.report.Updated, total.Deleted+len(p.rest)
	return p.fresh, im.saveSkeleton(ctx, now.Skeleton)
}

// readTwice parses the original of the file: as its records were created, and with what is open before it now. If the original is not
// known, both hold only the stored skeleton.
func (im *importer) readTwice(ctx context.Context, level trader.LineType) (then, now *textfile.File[trader.Line], err error) {
	skeleton, err := skeletonOf(im.file)
	if err != nil {
		return nil, nil, err
	}
	unknown := &textfile.File[trader.Line]{Skeleton: skeleton}
	if im.file.OriginalID == nil {
		return unknown, unknown, nil
	}
	data, err := im.original(ctx, *im.file.OriginalID)
	if err != nil {
		return nil, nil, err
	}
	config, err := trader.ParseConfig(data)
	if err != nil {
		return nil, nil, err
	}
	then = readAs(config.File, unknown.Skeleton)
	if !equalSkeletons(then.Skeleton, unknown.Skeleton) {
		return unknown, unknown, nil
	}
	return then, leaveOrphans(config.File, level), nil
}

// original returns the imported original with the id, in UTF-8.
func (im *importer) original(ctx context.Context, id int64) ([]byte, error) {
	return originalText(ctx, im.Edit, id)
}

// originalText returns a stored content of the instance in UTF-8.
func originalText(ctx context.Context, e *store.Edit, id int64) ([]byte, error) {
	packed, size, err := e.ReadContent(ctx, id)
	if err != nil {
		return nil, err
	}
	data, err := store.UnpackContent(packed, size)
	if err != nil {
		return nil, err
	}
	text, _ := charset.Decode(data)
	return text, nil
}

// planAnew plans the records of a file after some lines have become records and some text.
func (im *importer) planAnew(ctx context.Context, stored []*traderLine, then, now *textfile.File[trader.Line],
	open opening,
) (traderPlan, error) {
	slots := map[int]int{} // by line
	for i, entry := range now.Entries {
		slots[entry.Line] = i
	}
	p := traderPlan{matches: map[string]*traderLine{}}
	fresh, err := im.newLines(ctx, then, now, open)
	if err != nil {
		return p, err
	}
	kept := map[*traderLine]*traderLine{}
	for _, l := range stored {
		next := &traderLine{lineType: l.lineType, row: slices.Clone(l.row)}
		if slot, placed := l.slot().(int64); placed && int(slot) < len(then.Entries) {
			i, stays := slots[then.Entries[slot].Line]
			if !stays {
				p.rest = append(p.rest, l)
				continue
			}
			next.set("slot", int64(i))
		}
		fresh, kept[next] = append(fresh, next), l
	}
	p.fresh = linkParents(fresh)
	open.adopt(p.fresh)
	for next, l := range kept {
		p.matches[next.path] = l
	}
	return p, nil
}

// newLines returns the lines that were not records before.
func (im *importer) newLines(ctx context.Context, then, now *textfile.File[trader.Line], open opening) (lines []*traderLine, err error) {
	known := map[int]bool{} // by line
	for _, entry := range then.Entries {
		known[entry.Line] = true
	}
	var entries []textfile.Entry[trader.Line]
	var slots []int64
	for i, entry := range now.Entries {
		if !known[entry.Line] {
			entries, slots = append(entries, entry), append(slots, int64(i))
		}
	}
	lines, err = im.traderLines(ctx, entries, open)
	for i, l := range lines {
		l.set("slot", slots[i])
	}
	return lines, err
}

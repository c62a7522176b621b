package mission

import (
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// layouts are the texts around the records of a file in an update.
type layouts struct {
	mine, theirs frame
	base         *frame // nil where it is not known

	untouched bool // mine is the base, byte for byte
	keep      bool // the text of mine stays, because it has something of its own
	ends      bool // the upload was given the line ends of mine
}

// layoutsOf compares the texts around the records. Line ends of mine that are not those of the base are given to the upload.
func (e *entryKind[V, R]) layoutsOf(im *importer, theirs textfile.Skeleton, s sides, texts *readTexts[V]) (l *layouts, err error) {
	l = &layouts{theirs: im.kind.frameOf(theirs)}
	stored, err := skeletonOf(im.file)
	if err != nil {
		return nil, err
	}
	l.mine = im.kind.frameOf(stored)
	if file := texts.read(im.update.base.text).file; file != nil {
		l.base = new(im.kind.frameOf(file.Skeleton))
	}
	if im.file.ID == 0 || stored.IsZero() {
		return l, nil
	}
	l.untouched = l.base != nil && slices.Equal(l.mine.pieces, l.base.pieces) && im.hasRowsOf(s)
	l.keep = !l.untouched && im.hasOwnText(l)
	if end := l.lineEnd(); end != "" {
		l.ends = true
		l.theirs = l.theirs.withLineEnd(end)
		for _, row := range s.theirs {
			im.kind.setLineEnd(row, end)
		}
	}
	return l, nil
}

// hasRowsOf reports whether the records are as the base has them, in their places.
func (im *importer) hasRowsOf(s sides) bool {
	slot, raw := im.kind.resource.Index("slot"), im.kind.resource.Index("raw")
	mine := s.mine[:len(s.mine)-s.away]
	return len(mine) == len(s.base) && !slices.ContainsFunc(mine, func(row record.Row) bool {
		n, placed := row[slot].(int64)
		if !placed || int(n) >= len(s.base) {
			return true
		}
		was := s.base[n]
		return row[raw] != was[raw] || keyOf(im.kind.resource, row) != keyOf(im.kind.resource, was) ||
			im.kind.valuesOf(row) != im.kind.valuesOf(was)
	})
}

// hasOwnText reports whether the text around the records has something that the base does not have, such as a comment.
func (im *importer) hasOwnText(l *layouts) bool {
	own := l.mine.signature()
	switch game := im.update.base.game; {
	case own == "", own == l.theirs.signature():
		return false
	case im.kind.settings != nil && !im.hasOwnMarks(l) && !im.hasOwnSettings(l):
		return false
	case l.base != nil:
		return own != l.base.signature()
	case game != nil:
		return !game.HasText(im.own.signatureName(), own)
	}
	return true
}

// lineEnd returns the line end that the upload is given; empty for its own.
func (l *layouts) lineEnd() string {
	mine := l.mine.lineEnd()
	if mine == "" || mine == l.theirs.lineEnd() || l.base != nil && l.base.lineEnd() == mine {
		return ""
	}
	return mine
}

// stays reports whether the file stays as it is written: nothing of the upload is taken.
func (l *layouts) stays(r *Report) bool {
	return r.Taken == 0 && !l.untouched && !l.mine.isEmpty()
}

// planUpdate plans what becomes of the records, and returns the text around them.
func (im *importer) planUpdate(p *plan, l *layouts, results []result) textfile.Skeleton {
	skeleton := l.theirs.skeleton()
	if l.keep {
		im.role = asBase
		skeleton = l.mine.skeleton()
	}
	for _, r := range results {
		switch {
		case r.row == nil && r.mine == nil:
		case r.row == nil:
			im.planUnnamed(p, r.mine, true)
		case r.at >= 0:
			im.place(r, l, &skeleton)
			im.add(p, r.mine, r.row)
		case !l.keep:
			im.planUnnamed(p, r.mine, false)
		}
	}
	return skeleton
}

// place sets where an entry of the upload stands, and how it is written.
func (im *importer) place(r result, l *layouts, skeleton *textfile.Skeleton) {
	res := im.kind.resource
	slot := any(int64(r.at))
	switch {
	case (r.away || l.keep) && r.mine != nil:
		slot = r.mine[res.Index("slot")]
	case l.keep && (im.kind.inOrder || !l.mine.hasEntries()): // which go where new ones do
		slot = nil
	case l.keep:
		slot = int64(len(skeleton.Leads))
		skeleton.Leads = append(skeleton.Leads, leadOf(l.theirs.skeleton(), r.at))
	}
	r.row[res.Index("slot")] = slot
	if im.kind.several && r.mine != nil {
		r.row[res.Index("source_file")] = r.mine[res.Index("source_file")] // keeps its spelling
	}
	if r.mine == nil {
		return
	}
	im.kind.keepText(r)
	if isOwn := r.row[res.Index("raw")] != r.theirs[res.Index("raw")]; isOwn && !r.away && !l.keep && l.mine.lineEnd() != l.theirs.lineEnd() {
		im.kind.setLineEnd(r.row, l.theirs.lineEnd())
	}
}

// keepText sets the text of an entry over which values are written: that of the upload where the owner's is the base's, or where something
// of the upload is taken, else the owner's own, with the values as he has them.
func (k *kindInfo) keepText(r result) {
	raw := k.resource.Index("raw")
	own := r.mine[raw]
	if !k.areSame(r.row, r.mine) || own != nil && !r.away && r.base != nil && own == r.base[raw] {
		return
	}
	for i, f := range k.resource.Fields {
		if k.hasField(f) {
			r.row[i] = r.mine[i]
		}
	}
	r.row[raw] = r.mine[raw]
}

// setLineEnd changes the line ends in the text of an entry.
func (k *kindInfo) setLineEnd(row record.Row, end string) {
	i := k.resource.Index("raw")
	if raw, _ := row[i].(string); raw != "" {
		row[i] = withLineEnd(raw, end)
	}
}

package mission

import (
	"context"
	"reflect"
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// updateDefaults leaves out the defaults that an update leaves as they are stored.
func (im *importer) updateDefaults(ctx context.Context, theirs []ce.Default) (taken []ce.Default, err error) {
	if im.update == nil {
		return theirs, nil
	}
	rows, err := im.All(ctx, record.EconomyCores, "")
	if err != nil || len(rows) == 0 {
		return theirs, err
	}
	next := im.update.base.rowOfDefaults(rows[0], theirs)
	kind := *im.kind
	kind.resource = record.EconomyCores
	w := &threeWay{update: im.update, kind: &kind, res: record.EconomyCores}
	for _, d := range theirs {
		value, ok := defaultValue(d)
		if !ok {
			taken = append(taken, d)
			continue
		}
		m := merged{base: next, mine: rows[0], theirs: slices.Clone(rows[0])}
		m.theirs[w.res.Index(d.Name)] = value
		if w.field(w.res.Field(d.Name), m, m.mine) == any(value) {
			taken = append(taken, d)
		}
	}
	return taken, nil
}

// rowOfDefaults returns the defaults of the base, and the game's for those that it does not name; nil without a base.
func (b *base) rowOfDefaults(mine record.Row, theirs []ce.Default) record.Row {
	if b.isNone() {
		return nil
	}
	row, usual := record.EconomyCores.EmptyRow(), record.Values{}
	record.EconomyCores.Defaults(usual)
	for name, value := range usual {
		row[record.EconomyCores.Index(name)] = value
	}
	if b.game != nil {
		b.setGameDefaults(row, mine, theirs)
	} else if core, _, err := ce.ParseEconomyCore(b.text); err == nil {
		setDefaults(row, core.Defaults)
	}
	return row
}

func setDefaults(row record.Row, list []ce.Default) {
	for _, d := range list {
		if value, ok := defaultValue(d); ok {
			row[record.EconomyCores.Index(d.Name)] = value
		}
	}
}

// setGameDefaults sets the defaults that a version of the game names.
func (b *base) setGameDefaults(row, mine record.Row, theirs []ce.Default) {
	other := slices.Clone(mine)
	setDefaults(other, theirs)
	k, said := economyCore.info(), make([]*jsontree.Object, 2)
	for i, side := range []record.Row{mine, other} {
		said[i] = k.said(newFileRecord(record.EconomyCores, side, nil, -1))
	}
	for name, value := range b.game.Entry(k.printsOf(record.EconomyCores), "", 0, said...).All() {
		i := record.EconomyCores.Index(name)
		if known, err := record.EconomyCores.Fields[i].ReadValue(rawJSON(value)); err != nil {
			row[i] = elsewhere{value}
		} else if value != nil {
			row[i] = known
		}
	}
}

// decidesPositions returns a function that reports whether the upload decides about the position of a trader.
func (im *importer) decidesPositions(sellers numbering, was, is traderMarkers) func(number int64) bool {
	if im.update == nil {
		return func(number int64) bool { return is.marks(number) || im.mode.replaces() }
	}
	base := markersIn(string(im.update.base.text))
	return func(number int64) bool {
		before, mine, theirs := base.fields(number), was.fields(number), is.fields(number)
		outcome := change.Between(before, mine, theirs, func(a, b record.TraderSeller) bool { return reflect.DeepEqual(a, b) })
		if im.update.base.isNone() {
			outcome = outcome.WithoutBase()
		}
		im.report.Taken += rank(outcome == change.OnlyTheirs)
		return !im.update.keeps(outcome, func() Conflict { return positionConflict(sellers.rows[number], before, mine, theirs) })
	}
}

func positionConflict(row record.Row, base, mine, theirs record.TraderSeller) Conflict {
	res := record.TraderSellers
	value := func(s record.TraderSeller) []byte {
		encoded := res.Encode(&s)
		return res.Field("position").AppendValue(nil, encoded[res.Index("position")])
	}
	return Conflict{
		Resource: res.Path, SID: res.SID(row), Name: res.TitleOf(row), Field: "position",
		Base: value(base), Mine: value(mine), Theirs: value(theirs),
	}
}

// keepsObjects reports whether an update leaves TraderObjects.txt as it would be written: where only the owner has changed it, and where
// both have changed more than positions of traders and the owner's version counts.
func (im *importer) keepsObjects(mine, theirs string) bool {
	if im.update == nil || im.file.ID == 0 {
		return false
	}
	base := string(im.update.base.text)
	switch known := im.update.base.text != nil; {
	case known && theirs == base:
		im.report.KeptRecords++
		return true
	case known && mine == base, sameBesidePositions(mine, theirs), known && sameBesidePositions(mine, base):
		return false
	}
	sum := ""
	if im.update.base.text != nil {
		sum = digest(im.update.base.text)
	}
	return im.update.keepsWhole(sum, digest([]byte(mine)), digest([]byte(theirs)))
}

// sameBesidePositions reports whether two texts say the same but for where traders are: markers, and what stands at them.
func sameBesidePositions(a, b string) bool {
	return reflect.DeepEqual(markersIn(a).others(), markersIn(b).others())
}

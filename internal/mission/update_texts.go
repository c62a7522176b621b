package mission

import (
	"bytes"
	"context"
	"reflect"
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// updatedText merges the text of an upload with the stored one: what both have changed is joined.
func (im *importer) updatedText(ctx context.Context, theirs []byte, merge mergeFunc) ([]byte, error) {
	base, err := im.baseText(ctx)
	mine := []byte(*im.file.Content)
	switch {
	case err != nil, bytes.Equal(mine, theirs):
		return theirs, err
	case bytes.Equal(mine, base):
		im.report.Taken++
		return theirs, nil
	case bytes.Equal(theirs, base):
		im.report.KeptRecords++
		return mine, nil
	}
	im.report.Taken++
	im.report.KeptRecords++
	return merge(mine, theirs)
}

// updateDefaults leaves out the defaults that an update leaves as they are stored.
func (im *importer) updateDefaults(ctx context.Context, theirs []ce.Default) (taken []ce.Default, err error) {
	if im.update == nil {
		return theirs, nil
	}
	rows, err := im.All(ctx, record.EconomyCores, "")
	if err != nil || len(rows) == 0 {
		return theirs, err
	}
	base, err := im.baseDefaults(ctx)
	if err != nil {
		return nil, err
	}
	w := &threeWay{update: im.update, kind: im.kind, res: record.EconomyCores}
	for _, d := range theirs {
		value, ok := defaultValue(d)
		if !ok {
			taken = append(taken, d)
			continue
		}
		m := merged{base: base, mine: rows[0], theirs: slices.Clone(base)}
		m.theirs[w.res.Index(d.Name)] = value
		if w.field(w.res.Field(d.Name), m, m.mine) == any(value) {
			taken = append(taken, d)
		}
	}
	return taken, nil
}

// baseDefaults returns the defaults of the last import, and the game's for those that it does not name.
func (im *importer) baseDefaults(ctx context.Context) (record.Row, error) {
	usual := record.Values{}
	record.EconomyCores.Defaults(usual)
	text, err := im.baseText(ctx)
	if err != nil {
		return nil, err
	}
	if core, _, err := ce.ParseEconomyCore(text); err == nil { // an error where there was no import
		for _, d := range core.Defaults {
			if value, ok := defaultValue(d); ok {
				usual[d.Name] = value
			}
		}
	}
	row := record.EconomyCores.EmptyRow()
	for name, value := range usual {
		row[record.EconomyCores.Index(name)] = value
	}
	return row, nil
}

// decidesPositions returns a function that reports whether the upload decides about the position of a trader.
func (im *importer) decidesPositions(ctx context.Context, sellers numbering, was, is traderMarkers) (func(number int64) bool, error) {
	if im.update == nil {
		return func(number int64) bool { return is.marks(number) || im.mode.replaces() }, nil
	}
	text, err := im.baseText(ctx)
	if err != nil {
		return nil, err
	}
	base := markersIn(string(text))
	return func(number int64) bool {
		before, mine, theirs := base.fields(number), was.fields(number), is.fields(number)
		switch {
		case reflect.DeepEqual(before, theirs):
			return false
		case reflect.DeepEqual(before, mine):
			im.report.Taken++
			return true
		}
		return !im.update.decide(positionConflict(sellers.rows[number], before, mine, theirs))
	}, nil
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

package mission

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// linkObjects gives traders that have come since TraderObjects.txt was imported the places that it holds for their numbers.
func (im *importer) linkObjects(ctx context.Context) error {
	stored, err := im.filesOf(ctx, trader.KindObjects)
	if err != nil || len(stored) == 0 {
		return err
	}
	layout, err := newObjectsLayout(stored[0])
	if err != nil {
		return err
	}
	sellers, err := im.readSellers(ctx)
	if err != nil {
		return err
	}
	p := layout.link(sellers)
	if len(p.after) == 0 {
		return nil
	}
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveNote(ctx, stored[0], objectsNote{int64(len(sellers))})
}

// readSellers returns the traders of the files that the game reads, in the order of their numbers.
func (im *importer) readSellers(ctx context.Context) ([]record.Row, error) {
	sellers, err := im.sellers(ctx)
	if err != nil {
		return nil, err
	}
	files, err := im.filesOf(ctx, trader.KindConfig)
	if err != nil {
		return nil, err
	}
	order, err := readingOrder(files)
	return slices.DeleteFunc(sellers, func(row record.Row) bool { return placeInOrder(order, row) == len(order) }), err
}

// link plans the places of traders that had none when the file was imported. Where the numbers of the file are others by now,
// nobody can tell whose they are.
func (l objectsLayout) link(sellers []record.Row) plan {
	res := record.TraderSellers
	p, markers := plan{res: res}, firstMarkers(l.places)
	for n, row := range sellers {
		number, marker := int64(n), row[res.Index("marker")]
		if marker != nil && marker != number {
			return plan{res: res}
		}
		i, marked := markers[number]
		if !marked || marker != nil || number < l.traders || row[res.Index("position")] != nil {
			continue
		}
		next := slices.Clone(row)
		setFields(next, placeFields(l.places, i, true))
		next[res.Index("marker")] = number
		p.before, p.after = append(p.before, row), append(p.after, next)
	}
	return p
}

// saveNote stores what is known of TraderObjects.txt beside its text.
func (im *importer) saveNote(ctx context.Context, file record.File, note objectsNote) error {
	text, err := json.Marshal(note)
	if err != nil {
		return err
	}
	before, skeleton := record.Files.Encode(&file), string(text)
	file.Skeleton = &skeleton
	return im.UpdateAll(ctx, record.Files, []record.Row{before}, []record.Row{record.Files.Encode(&file)})
}

package mission

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// linkObjects gives the traders that this file has created the positions that TraderObjects.txt has for their numbers. before holds
// the earlier traders, which keep their positions.
func (im *importer) linkObjects(ctx context.Context, before *traderText) error {
	stored, err := im.filesOf(ctx, Kind(trader.ObjectsFile))
	if err != nil || len(stored) == 0 {
		return err
	}
	layout, err := newObjectsLayout(stored[0])
	if err != nil {
		return err
	}
	sellers, err := im.sellers(ctx)
	if err != nil {
		return err
	}
	p := layout.link(sellers.rows[:sellers.read], before.readSellers())
	if len(p.after) == 0 {
		return nil
	}
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveNote(ctx, stored[0], objectsNote{int64(sellers.read)})
}

// link plans the positions of traders that had none when the file was imported. It plans nothing if traders have been renumbered since:
// then nobody knows whose the numbers in the file are.
func (l objectsLayout) link(sellers []record.Row, known map[int64]bool) plan {
	res := record.TraderSellers
	p := plan{res: res}
	for n, row := range sellers {
		number, marker := int64(n), row[res.Index("marker")]
		if marker != nil && marker != number {
			return plan{res: res}
		}
		if !l.marks(number) || marker != nil || number < l.traders || known[res.ID(row)] || row[res.Index("position")] != nil {
			continue
		}
		next := slices.Clone(row)
		setPosition(next, l.fields(number))
		next[res.Index("marker")] = number
		p.before, p.after = append(p.before, row), append(p.after, next)
	}
	return p
}

// saveNote stores the note beside the text of TraderObjects.txt.
func (im *importer) saveNote(ctx context.Context, file record.File, note objectsNote) error {
	text, err := json.Marshal(note)
	if err != nil {
		return err
	}
	before := record.Files.Encode(&file)
	file.Skeleton = new(string(text))
	return im.UpdateAll(ctx, record.Files, []record.Row{before}, []record.Row{record.Files.Encode(&file)})
}

// sellers returns the traders of the instance, sorted by number.
func (im *importer) sellers(ctx context.Context) (numbering, error) {
	rows, err := im.All(ctx, record.TraderSellers, "")
	if err != nil {
		return numbering{}, err
	}
	files, err := im.filesOf(ctx, Kind(trader.ConfigFile))
	if err != nil {
		return numbering{}, err
	}
	return numbered(rows, files), nil
}

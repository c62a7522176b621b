package mission

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderObjectsKind is the kind of TraderObjects.txt, which positions the traders. Its text is stored whole, because much of it does not
// belong to traders.
type traderObjectsKind struct{ kindInfo }

var traderObjects = &traderObjectsKind{kindInfo{
	name: Kind(trader.ObjectsFile), label: "trader objects", main: "/profiles/Trader/TraderObjects.txt",
}}

func (k *traderObjectsKind) read(data []byte) (storeFunc, error) {
	file, err := trader.ParseObjects(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(file.Warnings)
		sellers, err := im.sellers(ctx)
		if err != nil {
			return err
		}
		written := im.writtenObjects(sellers)
		if written == string(data) || im.keepsObjects(written, string(data)) { // keeps the layout, which knows whose objects they are
			im.report.Unchanged = len(sellers.rows)
			return im.save(ctx, record.File{Skeleton: im.file.Skeleton, Content: im.file.Content})
		}
		if err := im.positionSellers(ctx, sellers, markersIn(written), newMarkers(placesOf(file))); err != nil {
			return err
		}
		note, err := json.Marshal(objectsNote{int64(len(sellers.rows))})
		if err != nil {
			return err
		}
		return im.save(ctx, record.File{Skeleton: new(string(note)), Content: new(string(data))})
	}, nil
}

// positionSellers gives the traders the positions of their first markers. In Replace mode, traders without a marker lose theirs. A
// trader whose written position is unchanged keeps its stored one, which may hold more than the file can.
func (im *importer) positionSellers(ctx context.Context, sellers numbering, was, is traderMarkers) error {
	res := record.TraderSellers
	p, decides := plan{res: res}, im.decidesPositions(sellers, was, is)
	for n, row := range sellers.rows {
		number, next := int64(n), slices.Clone(row)
		marked := is.marks(number)
		same := reflect.DeepEqual(was.fields(number), is.fields(number))
		if !same && decides(number) {
			setPosition(next, is.fields(number))
		}
		next[res.Index("marker")] = nil
		if marked {
			next[res.Index("marker")] = number
		}
		im.add(&p, row, next)
	}
	return p.carryOut(ctx, im.Edit)
}

// writtenObjects returns the file as it would be generated now, or "" on an error.
func (im *importer) writtenObjects(sellers numbering) string {
	layout, err := newObjectsLayout(im.file)
	if err != nil {
		return ""
	}
	var text strings.Builder
	if _, err = printer[trader.Place](trader.WriteObjects).writeFitting(&text, layout.file.Skeleton, layout.parts(sellers)); err != nil {
		return ""
	}
	return text.String()
}

// paths returns the path if the file was imported or a trader has a position.
func (k *traderObjectsKind) paths(ctx context.Context, g *generator) ([]string, error) {
	rel := g.mainPath(&k.kindInfo)
	stored := g.stored(&k.kindInfo, rel)
	_, parts, err := g.objects(ctx, stored)
	if err != nil || stored.ID == 0 && len(parts) == 0 {
		return nil, err
	}
	return []string{rel}, nil
}

// write writes the positions of the traders into the imported file, or into a new one.
func (k *traderObjectsKind) write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error) {
	layout, parts, err := g.objects(ctx, f)
	if err != nil {
		return outcome{}, err
	}
	return printer[trader.Place](trader.WriteObjects).writeFitting(w, layout.file.Skeleton, parts)
}

// objects returns the layout of the stored file and the parts to write.
func (g *generator) objects(ctx context.Context,
	stored record.File,
) (layout objectsLayout, parts []textfile.Part[trader.Place], err error) {
	rows, err := g.db.All(ctx, record.TraderSellers, g.scope, "")
	if err != nil {
		return layout, nil, err
	}
	sellers := numbered(rows, g.filesOf(Kind(trader.ConfigFile)))
	if layout, err = newObjectsLayout(stored); err != nil {
		return layout, nil, err
	}
	return layout, layout.parts(sellers), nil
}

// compare returns the imported and the current positions of the traders. The slot of a position is the number of the trader in the
// imported file.
func (k *traderObjectsKind) compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error) {
	rows, err := c.rows(ctx, record.TraderSellers, "")
	if err != nil {
		return nil, nil, err
	}
	names := map[int]string{}
	for _, seller := range record.DecodeAll[record.TraderSeller](record.TraderSellers, rows) {
		if s := newPositionRecord(seller, seller.Name); s.slot >= 0 || seller.Place != nil {
			s.sid, names[s.slot] = seller.SID, seller.Name
			after = append(after, s)
		}
	}
	if c.original != nil {
		before, err = c.importedPositions(names)
	}
	return before, after, err
}

// importedPositions returns the position of each trader in the imported file. names holds those of current traders by number.
func (c *comparison) importedPositions(names map[int]string) (list []*fileRecord, err error) {
	layout, err := newObjectsLayout(c.byPath[strings.ToLower(c.rel)])
	if c.foreign {
		layout.traderMarkers = markersIn(string(c.original))
	}
	for number := range layout.markers {
		if number < 0 || number >= layout.traders {
			continue // the marker belongs to no trader
		}
		seller := layout.fields(number)
		seller.Marker = &number
		list = append(list, newPositionRecord(seller, cmp.Or(names[int(number)], "trader "+strconv.FormatInt(number, 10))))
	}
	slices.SortFunc(list, func(a, b *fileRecord) int { return cmp.Compare(a.slot, b.slot) })
	return list, err
}

// newPositionRecord returns a trader with only its position fields.
func newPositionRecord(seller record.TraderSeller, name string) *fileRecord {
	row, slot := record.TraderSellers.EmptyRow(), -1
	setPosition(row, seller)
	if seller.Marker != nil {
		slot = int(*seller.Marker)
	}
	s := newFileRecord(record.TraderSellers, row, nil, slot)
	s.key, s.name = name, name
	return s
}

func (k *traderObjectsKind) warn(r *Report, text []byte) {
	if file, err := trader.ParseObjects(text); err == nil {
		r.warn(file.Warnings)
	}
}

package mission

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

var traderObjects = &kind{
	name: Kind(trader.KindObjects), label: "trader objects", main: "/profiles/Trader/TraderObjects.txt",
	read: readTraderObjects, files: findTraderObjects, write: writeTraderObjects, stands: placeStands,
}

// objectsNote is what is stored of TraderObjects.txt beside its text.
type objectsNote struct {
	Traders int64 `json:"traders"` // how many traders there were: the numbers below belong to them
}

// readTraderObjects reads where the traders stand; the text is kept whole, as much of it stands for no trader.
func readTraderObjects(data []byte) (storing, error) {
	file, err := trader.ParseObjects(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warningsOf(file))
		sellers, err := im.sellers(ctx)
		if err != nil {
			return err
		}
		if err := im.placeSellers(ctx, sellers, placesOf(file)); err != nil {
			return err
		}
		note, err := json.Marshal(objectsNote{int64(len(sellers))})
		if err != nil {
			return err
		}
		skeleton, content := string(note), string(data)
		return im.save(ctx, record.File{Skeleton: &skeleton, Content: &content})
	}, nil
}

func placesOf(file *textfile.File[trader.Place]) []trader.Place {
	places := make([]trader.Place, len(file.Entries))
	for i, entry := range file.Entries {
		places[i] = entry.Value
	}
	return places
}

// sellers returns the traders of the instance in the order of their numbers.
func (im *importer) sellers(ctx context.Context) ([]record.Row, error) {
	rows, err := im.All(ctx, record.TraderSellers, "")
	if err != nil {
		return nil, err
	}
	files, err := im.filesOf(ctx, trader.KindConfig)
	if err != nil {
		return nil, err
	}
	return numbered(rows, files)
}

// filesOf returns the stored files of one of the trader's kinds that could be read.
func (im *importer) filesOf(ctx context.Context, name trader.FileKind) ([]record.File, error) {
	rows, err := im.All(ctx, record.Files, "r.broken IS NULL AND r.kind = $", string(name))
	files := make([]record.File, len(rows))
	for i, row := range rows {
		record.Files.Decode(row, &files[i])
	}
	return files, err
}

// placeSellers gives the traders the places of their first markers. Those without one lose theirs when the file is to replace
// what is stored.
func (im *importer) placeSellers(ctx context.Context, sellers []record.Row, places []trader.Place) error {
	res := record.TraderSellers
	p := plan{res: res}
	markers := firstMarkers(places)
	for number, row := range sellers {
		next := slices.Clone(row)
		next[res.Index("marker")] = nil
		i, marked := markers[int64(number)]
		if marked || im.mode == Replace {
			setFields(next, placeFields(places, i, marked))
		}
		if marked {
			next[res.Index("marker")] = int64(number)
		}
		im.add(&p, row, next)
	}
	return p.carryOut(ctx, im.Edit)
}

// firstMarkers returns the first marker of each number.
func firstMarkers(places []trader.Place) map[int64]int {
	markers := map[int64]int{}
	for i, place := range places {
		if _, again := markers[place.Trader]; place.IsMarker && !again {
			markers[place.Trader] = i
		}
	}
	return markers
}

// setFields sets the fields of a trader that tell its place.
func setFields(row record.Row, from record.TraderSeller) {
	res := record.TraderSellers
	encoded := res.Encode(&from)
	for _, name := range sellerPlaces {
		row[res.Index(name)] = encoded[res.Index(name)]
	}
}

// placeFields returns what a marker and the object at it tell of a trader, or nothing where there is none.
func placeFields(places []trader.Place, marker int, marked bool) record.TraderSeller {
	seller := record.TraderSeller{Attachments: []string{}}
	if !marked {
		return seller
	}
	m := places[marker]
	seller.Place, seller.SafezoneRadius = positionOf(m.Position), m.Safezone
	seller.VehicleSpawn, seller.VehicleOrientation = positionOf(m.VehicleSpawn), positionOf(m.VehicleOrientation)
	if i := trader.ObjectAt(places, marker); i >= 0 {
		seller.ObjectClass, seller.Orientation = &places[i].Class, positionOf(places[i].Orientation)
		seller.Attachments = append(seller.Attachments, places[i].Attachments...)
	}
	return seller
}

// findTraderObjects tells that the file is there once it was imported or a trader has a place.
func findTraderObjects(ctx context.Context, g *generator, k *kind) ([]string, error) {
	place := g.mainOf(k)
	stored := g.stored(k, place)
	_, parts, err := g.objects(ctx, stored)
	if err != nil || stored.ID == 0 && len(parts) == 0 {
		return nil, err
	}
	return []string{place}, nil
}

// writeTraderObjects writes the places of the traders into the file that was imported, or into a new one.
func writeTraderObjects(ctx context.Context, g *generator, _ *kind, f record.File, w io.Writer) (outcome, error) {
	layout, parts, err := g.objects(ctx, f)
	if err != nil {
		return outcome{}, err
	}
	return printText(trader.WriteObjects).sparing(w, ce.Skeleton(layout.file.Skeleton), parts)
}

// objects returns the layout of the stored file and what it is to hold.
func (g *generator) objects(ctx context.Context, stored record.File) (layout objectsLayout, parts []ce.Part[trader.Place], err error) {
	rows, err := g.db.All(ctx, record.TraderSellers, g.scope, "")
	if err != nil {
		return layout, nil, err
	}
	if rows, err = numbered(rows, g.filesOf(Kind(trader.KindConfig))); err != nil {
		return layout, nil, err
	}
	if layout, err = newObjectsLayout(stored); err != nil {
		return layout, nil, err
	}
	return layout, layout.parts(rows), nil
}

package mission

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

var traderObjects = &kind{
	name: Kind(trader.ObjectsFile), label: "trader objects", main: "/profiles/Trader/TraderObjects.txt",
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
		im.report.warn(file.Warnings)
		sellers, err := im.sellers(ctx)
		if err != nil {
			return err
		}
		written := im.writtenObjects(sellers)
		if written == string(data) { // the layout that it was made of stays, which tells whose objects they are
			im.report.Unchanged = len(sellers.rows)
			return im.save(ctx, record.File{Skeleton: im.file.Skeleton, Content: im.file.Content})
		}
		if err := im.placeSellers(ctx, sellers, readStanding(written), newStanding(placesOf(file))); err != nil {
			return err
		}
		note, err := json.Marshal(objectsNote{int64(len(sellers.rows))})
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
func (im *importer) sellers(ctx context.Context) (numbering, error) {
	rows, err := im.All(ctx, record.TraderSellers, "")
	if err != nil {
		return numbering{}, err
	}
	files, err := im.filesOf(ctx, trader.ConfigFile)
	if err != nil {
		return numbering{}, err
	}
	return numbered(rows, files)
}

// filesOf returns the stored files of one of the trader's kinds that could be read.
func (im *importer) filesOf(ctx context.Context, name trader.FileType) ([]record.File, error) {
	rows, err := im.All(ctx, record.Files, filesOfKind, string(name))
	return filesIn(rows), err
}

// filesOfKind is the condition that a file is of a kind and could be read.
const filesOfKind = "r.broken IS NULL AND r.kind = $"

func filesIn(rows []record.Row) []record.File {
	files := make([]record.File, len(rows))
	for i, row := range rows {
		record.Files.Decode(row, &files[i])
	}
	return files
}

// placeSellers gives the traders the places of their first markers. Those without one lose theirs when the file is to replace
// what is stored. One that has the place that is written of it stays as it is: a file cannot tell all that a record can.
func (im *importer) placeSellers(ctx context.Context, sellers numbering, was, is standing) error {
	res := record.TraderSellers
	p := plan{res: res}
	for n, row := range sellers.rows {
		number, next := int64(n), slices.Clone(row)
		marked := is.marks(number)
		same := reflect.DeepEqual(was.fields(number), is.fields(number))
		if !same && (marked || im.mode == Replace) {
			setFields(next, is.fields(number))
		}
		next[res.Index("marker")] = nil
		if marked {
			next[res.Index("marker")] = number
		}
		im.add(&p, row, next)
	}
	return p.carryOut(ctx, im.Edit)
}

// writtenObjects returns the file as it is written of the traders now, empty where that cannot be told.
func (im *importer) writtenObjects(sellers numbering) string {
	layout, err := newObjectsLayout(im.file)
	if err != nil {
		return ""
	}
	var text strings.Builder
	if _, err = printer[trader.Place](trader.WriteObjects).sparing(&text, layout.file.Skeleton, layout.parts(sellers)); err != nil {
		return ""
	}
	return text.String()
}

// readStanding reads where traders stand from a text that was written.
func readStanding(text string) standing {
	file, err := trader.ParseObjects([]byte(text))
	if err != nil {
		return newStanding(nil)
	}
	return newStanding(placesOf(file))
}

// standing is where traders stand as a file has it.
type standing struct {
	places  []trader.Place
	objects []int         // at each marker
	markers map[int64]int // the first one of each number
}

func newStanding(places []trader.Place) standing {
	s := standing{places, trader.ObjectsAt(places), map[int64]int{}}
	for i, place := range places {
		if _, again := s.markers[place.Trader]; place.IsMarker && !again {
			s.markers[place.Trader] = i
		}
	}
	return s
}

func (s standing) marks(number int64) bool {
	_, marked := s.markers[number]
	return marked
}

// fields returns what the first marker of a number and the object at it tell of a trader, or nothing where there is none.
func (s standing) fields(number int64) record.TraderSeller {
	seller := record.TraderSeller{Attachments: []string{}}
	i, marked := s.markers[number]
	if !marked {
		return seller
	}
	m := s.places[i]
	seller.Place, seller.SafezoneRadius = positionOf(m.Position), m.Safezone
	seller.VehicleSpawn, seller.VehicleOrientation = positionOf(m.VehicleSpawn), positionOf(m.VehicleOrientation)
	if at := s.objects[i]; at >= 0 {
		seller.ObjectClass, seller.Orientation = &s.places[at].Class, positionOf(s.places[at].Orientation)
		seller.Attachments = append(seller.Attachments, s.places[at].Attachments...)
	}
	return seller
}

// setFields sets the fields of a trader that tell its place.
func setFields(row record.Row, from record.TraderSeller) {
	res := record.TraderSellers
	encoded := res.Encode(&from)
	for _, name := range sellerPlaces {
		row[res.Index(name)] = encoded[res.Index(name)]
	}
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
	return printer[trader.Place](trader.WriteObjects).sparing(w, layout.file.Skeleton, parts)
}

// objects returns the layout of the stored file and what it is to hold.
func (g *generator) objects(ctx context.Context, stored record.File) (layout objectsLayout, parts []textfile.Part[trader.Place], err error) {
	rows, err := g.db.All(ctx, record.TraderSellers, g.scope, "")
	if err != nil {
		return layout, nil, err
	}
	sellers, err := numbered(rows, g.filesOf(Kind(trader.ConfigFile)))
	if err != nil {
		return layout, nil, err
	}
	if layout, err = newObjectsLayout(stored); err != nil {
		return layout, nil, err
	}
	return layout, layout.parts(sellers), nil
}

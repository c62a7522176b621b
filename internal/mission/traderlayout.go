package mission

import (
	"cmp"
	"encoding/json"
	"path"
	"reflect"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// numbering is the traders by their numbers: as the game reads their files, which <OpenFile> joins, and as they stand in them. Behind
// them come those of files that it does not read.
type numbering struct {
	rows []record.Row
	read int // how many of them have a number
}

func numbered(rows []record.Row, files []record.File) (n numbering, err error) {
	order, err := readingOrder(files)
	if err != nil {
		return n, err
	}
	sortBySlot(record.TraderSellers, rows)
	slices.SortStableFunc(rows, func(a, b record.Row) int { return cmp.Compare(placeInOrder(order, a), placeInOrder(order, b)) })
	n.rows, n.read = rows, len(rows)
	if unread := slices.IndexFunc(rows, func(row record.Row) bool { return placeInOrder(order, row) == len(order) }); unread >= 0 {
		n.read = unread
	}
	return n, nil
}

// placeInOrder returns the place of a trader's file in the order in which the game reads them, behind all for one that it does not
// read.
func placeInOrder(order []string, row record.Row) int {
	file, _ := row[record.TraderSellers.Index("source_file")].(string)
	if file == "" {
		return slices.Index(order, mainTrader)
	}
	if n := slices.Index(order, strings.ToLower(path.Base(file))); n >= 0 {
		return n
	}
	return len(order)
}

// mainTrader is the file that the mod reads first.
const mainTrader = "traderconfig.txt"

// readingOrder returns the names of the trader's files as the game reads them. A file of which the stored layout is damaged opens
// no other: the others are read all the same.
func readingOrder(files []record.File) ([]string, error) {
	configs := map[string]*trader.Config{mainTrader: {}}
	for _, f := range files {
		configs[strings.ToLower(path.Base(f.Path))] = configOf(f)
	}
	return trader.ReadingOrder(mainTrader, configs), nil
}

// configOf reads what a stored file opens: nothing where that cannot be read.
func configOf(f record.File) *trader.Config {
	skeleton, err := skeletonOf(f)
	if err != nil {
		return &trader.Config{}
	}
	config, err := trader.ParseConfig([]byte(skeleton.Tail))
	if err != nil {
		return &trader.Config{}
	}
	return config
}

// objectsLayout is TraderObjects.txt as it was imported.
type objectsLayout struct {
	file *textfile.File[trader.Place]
	standing
	traders int64 // how many there were
}

func newObjectsLayout(stored record.File) (l objectsLayout, err error) {
	note := objectsNote{}
	if stored.Skeleton != nil {
		if err := json.Unmarshal([]byte(*stored.Skeleton), &note); err != nil {
			return l, err
		}
	}
	l.file, err = trader.ParseObjects([]byte(textOf(stored.Content)))
	if err != nil {
		return l, err
	}
	l.standing, l.traders = newStanding(placesOf(l.file)), note.Traders
	return l, nil
}

// parts returns the markers and objects as they are for the traders.
func (l objectsLayout) parts(sellers numbering) []textfile.Part[trader.Place] {
	sheet := l.sheet()
	numbers := map[int64]int64{} // by the number in the file
	var added []record.TraderSeller
	for n, row := range sellers.rows {
		var seller record.TraderSeller
		record.TraderSellers.Decode(row, &seller)
		if seller.Marker == nil {
			number := int64(n)
			seller.Marker = &number
			added = append(added, seller)
			continue
		}
		numbers[*seller.Marker] = int64(n)
		if i, known := l.markers[*seller.Marker]; known {
			sheet.update(i, seller)
		}
	}
	sheet.renumber(numbers, l.traders, int64(sellers.read))
	for _, seller := range added {
		sheet.add(seller)
	}
	return sheet.list()
}

// objectsSheet holds for each place of the file what becomes of it. An object that is new at a marker follows it.
type objectsSheet struct {
	standing // as they were imported
	parts    []*textfile.Part[trader.Place]
	gone     map[int]bool         // markers, and objects that no trader takes
	added    map[int]trader.Place // objects that follow markers
	taken    map[int]bool         // objects that stand for a trader
	appended []textfile.Part[trader.Place]
}

func (l objectsLayout) sheet() *objectsSheet {
	s := &objectsSheet{
		standing: l.standing, gone: map[int]bool{}, added: map[int]trader.Place{}, taken: map[int]bool{},
	}
	for i, entry := range l.file.Entries {
		s.parts = append(s.parts, &textfile.Part[trader.Place]{Slot: i, Raw: entry.Raw, Value: entry.Value})
	}
	return s
}

// update brings the marker of a trader and the object at it in line with the trader.
func (s *objectsSheet) update(i int, seller record.TraderSeller) {
	old, at := s.places[i], s.objects[i]
	marker, object := placesFor(seller)
	if marker.Position == nil && old.Position != nil {
		s.drop(i)
		return
	}
	s.parts[i].Value = marker
	if positionsEqual(marker.Position, old.Position) && at >= 0 {
		object.Position = s.places[at].Position // which may be another one
	}
	switch {
	case seller.ObjectClass == nil:
		s.leave(at)
	case at >= 0 && !s.taken[at]:
		s.parts[at].Value, s.taken[at] = object, true
	case at < 0 || !reflect.DeepEqual(s.parts[at].Value, object): // another trader has taken it
		object.Position = marker.Position
		s.added[i] = object
	}
}

// drop removes a marker, and its object unless another trader takes it.
func (s *objectsSheet) drop(marker int) {
	s.gone[marker] = true
	s.leave(s.objects[marker])
}

// leave removes an object unless a trader takes it.
func (s *objectsSheet) leave(object int) {
	if object >= 0 {
		s.gone[object] = true
	}
}

// renumber gives all markers the numbers that their traders have now. Those of traders that are gone go with them, and those that
// were nobody's once a trader has come that would have them.
func (s *objectsSheet) renumber(numbers map[int64]int64, before, now int64) {
	for i, part := range s.parts {
		if !part.Value.IsMarker {
			continue
		}
		was := s.places[i].Trader
		number, known := numbers[was]
		switch {
		case known:
			part.Value.Trader = number
		case was >= 0 && was < max(before, now):
			s.drop(i)
		}
	}
}

// add puts a trader that has no marker yet, but a place, behind all others.
func (s *objectsSheet) add(seller record.TraderSeller) {
	if seller.Place == nil {
		return
	}
	marker, object := placesFor(seller)
	s.appended = append(s.appended, textfile.Part[trader.Place]{Slot: -1, Value: marker})
	if seller.ObjectClass != nil {
		s.appended = append(s.appended, textfile.Part[trader.Place]{Slot: -1, Value: object})
	}
}

func (s *objectsSheet) list() (parts []textfile.Part[trader.Place]) {
	for i, part := range s.parts {
		if s.gone[i] && !s.taken[i] {
			continue
		}
		parts = append(parts, *part)
		if object, added := s.added[i]; added {
			parts = append(parts, textfile.Part[trader.Place]{Slot: -1, Value: object})
		}
	}
	return append(parts, s.appended...)
}

// placesFor returns the marker of a trader, and the object that stands there.
func placesFor(s record.TraderSeller) (marker, object trader.Place) {
	marker = trader.Place{
		IsMarker: true, Trader: *s.Marker, Position: vectorOf(s.Place), Safezone: s.SafezoneRadius,
		VehicleSpawn: vectorOf(s.VehicleSpawn), VehicleOrientation: vectorOf(s.VehicleOrientation),
	}
	object = trader.Place{Position: marker.Position, Class: textOf(s.ObjectClass), Orientation: vectorOf(s.Orientation), Attachments: s.Attachments}
	return marker, object
}

func positionsEqual(a, b *trader.Vector) bool { return a != nil && b != nil && *a == *b }

func vectorOf(p *record.Position) *trader.Vector {
	if p == nil {
		return nil
	}
	var v trader.Vector
	if json.Unmarshal([]byte(*p), &v) != nil {
		return nil
	}
	return &v
}

func positionOf(v *trader.Vector) *record.Position {
	if v == nil {
		return nil
	}
	b := []byte{'['}
	for i, n := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontree.AppendFloat(b, n)
	}
	p := record.Position(append(b, ']'))
	return &p
}

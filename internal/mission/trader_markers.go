package mission

import (
	"encoding/json"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

func placesOf(file *textfile.File[trader.Place]) []trader.Place {
	places := make([]trader.Place, len(file.Entries))
	for i, entry := range file.Entries {
		places[i] = entry.Value
	}
	return places
}

// markersIn parses the markers of a generated text.
func markersIn(text string) traderMarkers {
	file, err := trader.ParseObjects([]byte(text))
	if err != nil {
		return newMarkers(nil)
	}
	return newMarkers(placesOf(file))
}

// traderMarkers holds the markers and objects of a file, which position the traders.
type traderMarkers struct {
	places  []trader.Place
	objects []int         // at each marker
	markers map[int64]int // the first one of each number
}

func newMarkers(places []trader.Place) traderMarkers {
	s := traderMarkers{places, trader.ObjectsAt(places), map[int64]int{}}
	for i, place := range places {
		if _, again := s.markers[place.Trader]; place.IsMarker && !again {
			s.markers[place.Trader] = i
		}
	}
	return s
}

func (s traderMarkers) marks(number int64) bool {
	_, marked := s.markers[number]
	return marked
}

// fields returns the position fields of a trader from the first marker with its number and the object there. They are empty if there
// is no such marker.
func (s traderMarkers) fields(number int64) record.TraderSeller {
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

// others returns the places that position no trader.
func (s traderMarkers) others() (list []trader.Place) {
	ofTraders := map[int]bool{}
	for _, i := range s.markers {
		ofTraders[i] = true
		if at := s.objects[i]; at >= 0 {
			ofTraders[at] = true
		}
	}
	for i, place := range s.places {
		if !ofTraders[i] {
			list = append(list, place)
		}
	}
	return list
}

// setPosition copies the position fields of a trader into a row.
func setPosition(row record.Row, from record.TraderSeller) {
	res := record.TraderSellers
	encoded := res.Encode(&from)
	for _, name := range positionFields {
		row[res.Index(name)] = encoded[res.Index(name)]
	}
}

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
	return new(record.Position(jsontree.AppendList(nil, v[:], jsontree.AppendFloat)))
}

func positionsEqual(a, b *trader.Vector) bool { return a != nil && b != nil && *a == *b }

// placesFor returns the marker of a trader, and the object there.
func placesFor(s record.TraderSeller) (marker, object trader.Place) {
	marker = trader.Place{
		IsMarker: true, Trader: *s.Marker, Position: vectorOf(s.Place), Safezone: s.SafezoneRadius,
		VehicleSpawn: vectorOf(s.VehicleSpawn), VehicleOrientation: vectorOf(s.VehicleOrientation),
	}
	object = trader.Place{
		Position: marker.Position, Class: textOf(s.ObjectClass), Orientation: vectorOf(s.Orientation), Attachments: s.Attachments,
	}
	return marker, object
}

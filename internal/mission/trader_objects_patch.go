package mission

import (
	"reflect"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// objectsPatch collects the changes to the markers and objects of the file.
type objectsPatch struct {
	traderMarkers // as they were imported
	parts         []*textfile.Part[trader.Place]
	gone          map[int]bool         // removed markers and objects, unless taken
	added         map[int]trader.Place // new objects, by the marker that they follow
	taken         map[int]bool         // objects that represent a trader
	appended      []textfile.Part[trader.Place]
}

func (l objectsLayout) newPatch() *objectsPatch {
	s := &objectsPatch{
		traderMarkers: l.traderMarkers, gone: map[int]bool{}, added: map[int]trader.Place{}, taken: map[int]bool{},
	}
	for i, entry := range l.file.Entries {
		s.parts = append(s.parts, &textfile.Part[trader.Place]{Slot: i, Raw: entry.Raw, Value: entry.Value})
	}
	return s
}

// update changes the marker of a trader and the object there to match the trader.
func (s *objectsPatch) update(i int, seller record.TraderSeller) {
	old, at := s.places[i], s.objects[i]
	marker, object := placesFor(seller)
	if marker.Position == nil && old.Position != nil {
		s.drop(i)
		return
	}
	s.parts[i].Value = marker
	if positionsEqual(marker.Position, old.Position) && at >= 0 {
		object.Position = s.places[at].Position // which may differ from the marker's
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

// drop removes a marker and, unless another trader takes it, its object.
func (s *objectsPatch) drop(marker int) {
	s.gone[marker] = true
	s.leave(s.objects[marker])
}

// leave removes an object unless a trader takes it.
func (s *objectsPatch) leave(object int) {
	if object >= 0 {
		s.gone[object] = true
	}
}

// renumber gives all markers the current numbers of their traders. It removes the markers of deleted traders, and those without a
// trader whose number a new trader has.
func (s *objectsPatch) renumber(numbers map[int64]int64, before, now int64) {
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

// add appends a trader that has a position but no marker.
func (s *objectsPatch) add(seller record.TraderSeller) {
	if seller.Place == nil {
		return
	}
	marker, object := placesFor(seller)
	s.appended = append(s.appended, textfile.Part[trader.Place]{Slot: -1, Value: marker})
	if seller.ObjectClass != nil {
		s.appended = append(s.appended, textfile.Part[trader.Place]{Slot: -1, Value: object})
	}
}

func (s *objectsPatch) list() (parts []textfile.Part[trader.Place]) {
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

// parts returns the markers and objects that match the traders.
func (l objectsLayout) parts(sellers numbering) []textfile.Part[trader.Place] {
	patch := l.newPatch()
	numbers := map[int64]int64{} // by the number in the file
	var added []record.TraderSeller
	for n, seller := range record.DecodeAll[record.TraderSeller](record.TraderSellers, sellers.rows) {
		if seller.Marker == nil {
			seller.Marker = new(int64(n))
			added = append(added, seller)
			continue
		}
		numbers[*seller.Marker] = int64(n)
		if i, known := l.markers[*seller.Marker]; known {
			patch.update(i, seller)
		}
	}
	patch.renumber(numbers, l.traders, int64(sellers.read))
	for _, seller := range added {
		patch.add(seller)
	}
	return patch.list()
}

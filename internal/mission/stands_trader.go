package mission

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderStands returns the lines of TraderConfig.txt as it was imported, and as it is written.
func traderStands(ctx context.Context, c *comparison) (before, after []*stand, err error) {
	if c.Original != nil {
		config, err := trader.ParseConfig(c.Original)
		if err != nil {
			return nil, nil, err
		}
		skeleton, err := skeletonOf(c.stored(c.File.kind, c.File.place))
		if err != nil {
			return nil, nil, err
		}
		if before, err = lineStands(readAs(config.File, skeleton).Entries); err != nil {
			return nil, nil, err
		}
	}
	text, err := c.traderText(ctx, c.File.kind)
	if err != nil {
		return nil, nil, err
	}
	lines := text.sheet(c.File.place)
	entries := make([]textfile.Entry[trader.Line], len(lines))
	for i, l := range lines {
		entries[i].Value = traderValue(l)
	}
	after, err = lineStands(entries)
	for i, s := range after {
		if s.of(lines[i].row); lines[i].slot() == nil {
			s.slot = -1
		}
	}
	return before, after, err
}

func lineStands(entries []textfile.Entry[trader.Line]) (list []*stand, err error) {
	lines, stands, names := make([]*traderLine, len(entries)), map[*traderLine]*stand{}, inventedNames()
	for i, entry := range entries {
		row, err := traderRow(entry.Value, names)
		if err != nil {
			return nil, err
		}
		lines[i] = &traderLine{kind: entry.Value.Type, row: row}
	}
	for i, l := range hang(lines) {
		s := newStand(l.resource(), l.row, nil, i)
		s.key, s.above = l.path, stands[cmp.Or(l.category, l.seller)]
		stands[l] = s
		list = append(list, s)
	}
	return list, nil
}

// placeStands returns the places of the traders as TraderObjects.txt had them when it was imported, and as they are. The slot
// of a place is the number by which the imported file calls its trader.
func placeStands(ctx context.Context, c *comparison) (before, after []*stand, err error) {
	rows, err := c.rows(ctx, record.TraderSellers, "")
	if err != nil {
		return nil, nil, err
	}
	names := map[int]string{}
	for _, row := range rows {
		var seller record.TraderSeller
		record.TraderSellers.Decode(row, &seller)
		if s := newPlaceStand(seller, seller.Name); s.slot >= 0 || seller.Place != nil {
			s.sid, names[s.slot] = seller.SID, seller.Name
			after = append(after, s)
		}
	}
	if c.Original != nil {
		before, err = c.importedPlaces(names)
	}
	return before, after, err
}

// importedPlaces returns the first marker of each trader that there was; names are those of traders that are still there.
func (c *comparison) importedPlaces(names map[int]string) (list []*stand, err error) {
	layout, err := newObjectsLayout(c.byPlace[strings.ToLower(c.File.place)])
	for number := range layout.markers {
		if number < 0 || number >= layout.traders {
			continue // the marker belongs to no trader
		}
		seller := layout.fields(number)
		seller.Marker = &number
		list = append(list, newPlaceStand(seller, cmp.Or(names[int(number)], "trader "+strconv.FormatInt(number, 10))))
	}
	slices.SortFunc(list, func(a, b *stand) int { return cmp.Compare(a.slot, b.slot) })
	return list, err
}

// newPlaceStand is a trader with nothing but the fields that tell its place.
func newPlaceStand(seller record.TraderSeller, name string) *stand {
	row, slot := record.TraderSellers.EmptyRow(), -1
	setFields(row, seller)
	if seller.Marker != nil {
		slot = int(*seller.Marker)
	}
	s := newStand(record.TraderSellers, row, nil, slot)
	s.key, s.name = name, name
	return s
}

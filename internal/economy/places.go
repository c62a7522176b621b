package economy

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
)

//go:embed places.txt
var placesText string

// placesOf returns the places of an official map, by its short name; none for other maps.
func placesOf(mapName string) (list []Place) {
	for line := range strings.Lines(placesText) {
		of, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.EqualFold(of, mapName) {
			continue
		}
		var p Place
		parts := strings.SplitN(rest, " ", 4)
		if _, err := fmt.Sscan(rest, &p.X, &p.Z, &p.Radius); err == nil && len(parts) == 4 {
			p.Name = parts[3]
			list = append(list, p)
		}
	}
	return list
}

// elsewhere is what is in no place.
const elsewhere = "Outside of places"

// square is the length in metres of the squares that a map without named places is divided into.
const square = 1000

// placeNames gives places their numbers.
type placeNames struct {
	places []Place
	names  []string
	index  map[string]int
}

func newPlaceNames(places []Place) *placeNames {
	return &placeNames{places: places, index: map[string]int{}}
}

// at returns the number of the place whose middle is nearest, in proportion to its radius, among those that a position is in.
func (p *placeNames) at(x, z float64) int {
	name, nearest := elsewhere, 1.0
	for i := range p.places {
		of := &p.places[i]
		if d := math.Hypot(x-of.X, z-of.Z) / of.Radius; d <= nearest {
			name, nearest = of.Name, d
		}
	}
	if len(p.places) == 0 {
		name = fmt.Sprintf("Square %02d %02d", int(x/square), int(z/square))
	}
	return p.number(name)
}

func (p *placeNames) number(name string) int {
	n, known := p.index[name]
	if !known {
		n = len(p.names)
		p.index[name] = n
		p.names = append(p.names, name)
	}
	return n
}

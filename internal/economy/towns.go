package economy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

//go:embed towns.txt
var townsText string

// townsOf returns the towns of an official map, by its short name; none for other maps.
func townsOf(mapName string) (list []Town) {
	for line := range strings.Lines(townsText) {
		of, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.EqualFold(of, mapName) {
			continue
		}
		var p Town
		parts := strings.SplitN(rest, " ", 4)
		if _, err := fmt.Sscan(rest, &p.X, &p.Z, &p.Radius); err == nil && len(parts) == 4 {
			p.Name = parts[3]
			list = append(list, p)
		}
	}
	return list
}

// locations is the settings file of the Expansion mod with the names of the parts of a map.
const locations = "ai-location"

// towns returns the towns that the settings of the Expansion mod name, or else those of the game's own map.
func (l *loader) towns() (list []Town) {
	var settings struct {
		RoamingLocations []struct {
			Name     string
			Position []float64
			Radius   float64
		}
	}
	_ = json.Unmarshal([]byte(l.setting(locations)), &settings) // what is read before a mistake counts
	for _, at := range settings.RoamingLocations {
		if name := townName(at.Name); name != "" && len(at.Position) == 3 && at.Radius > 0 {
			list = append(list, Town{Name: name, X: at.Position[0], Z: at.Position[2], Radius: at.Radius})
		}
	}
	if len(list) == 0 {
		return townsOf(l.mapName())
	}
	return list
}

// townName makes a name for people of one such as Settlement_Novaya_Petrovka.
func townName(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(name, "Settlement_"), "_", " "))
}

// elsewhere is what is in no town.
const elsewhere = "Outside of towns"

// square is the length in metres of the squares that a map without named towns is divided into.
const square = 1000

// townNames gives towns their numbers.
type townNames struct {
	towns []Town
	names []string
	index map[string]int
}

func newTownNames(towns []Town) *townNames {
	return &townNames{towns: towns, index: map[string]int{}}
}

// at returns the number of the town whose middle is nearest, in proportion to its radius, among those that a position is in.
func (p *townNames) at(x, z float64) int {
	name, nearest := elsewhere, 1.0
	for i := range p.towns {
		of := &p.towns[i]
		if d := math.Hypot(x-of.X, z-of.Z) / of.Radius; d <= nearest {
			name, nearest = of.Name, d
		}
	}
	if len(p.towns) == 0 {
		name = fmt.Sprintf("Square %02d %02d", int(x/square), int(z/square))
	}
	return p.number(name)
}

func (p *townNames) number(name string) int {
	n, known := p.index[name]
	if !known {
		n = len(p.names)
		p.index[name] = n
		p.names = append(p.names, name)
	}
	return n
}

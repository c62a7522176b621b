package economy

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed weapons.txt
var weaponsText string

// Ammunition is what is wanted of a calibre, and of the weapons that fire it.
type Ammunition struct {
	Calibre   string   `field:"calibre" example:"7.62x39 mm"`
	Weapons   int64    `field:"weapons" example:"3"`
	Magazines int64    `field:"magazines"`
	Rounds    int64    `field:"rounds" help:"That the magazines hold when they are full."`
	Piles     int64    `field:"piles" help:"Of loose rounds." example:"12"`
	Boxes     int64    `field:"boxes" example:"3"`
	PerWeapon float64  `field:"per_weapon" help:"Piles and boxes together for each weapon; 0 if none is wanted." example:"5"`
	Of        []Weapon `field:"of"`
}

// Weapon is what is wanted of a weapon, and of the magazines that fit it. Weapons may share magazines.
type Weapon struct {
	Name      string `field:"name" example:"AKM"`
	Wanted    int64  `field:"wanted" example:"3"`
	Magazines int64  `field:"magazines"`
	Fed       bool   `field:"fed" help:"Whether it takes magazines." example:"true"` // else round by round
}

// roundsInName finds how many rounds a magazine or box holds, as in Mag_AKM_30Rnd.
var roundsInName = regexp.MustCompile(`(?i)(\d+)rnd`)

// ammunitionOf returns the calibres of which a weapon, magazine or round is wanted.
func ammunitionOf(w *world) []Ammunition {
	list, wanted := []Ammunition{}, map[string]int64{}
	for i := range w.Types {
		if t := &w.Types[i]; !t.Crafted {
			wanted[strings.ToLower(t.Name)] = t.Nominal
		}
	}
	for line := range strings.Lines(weaponsText) {
		parts := strings.Split(strings.TrimSpace(line), "; ")
		if len(parts) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		a := Ammunition{Calibre: parts[0], Of: []Weapon{}}
		a.addRounds(wanted, strings.Fields(parts[1]))
		a.addWeapons(wanted, strings.Fields(parts[2]))
		if a.Weapons > 0 {
			a.PerWeapon = float64(a.Piles+a.Boxes) / float64(a.Weapons)
		}
		if a.Weapons+a.Magazines+a.Piles+a.Boxes > 0 {
			list = append(list, a)
		}
	}
	return list
}

func (a *Ammunition) addRounds(wanted map[string]int64, classes []string) {
	for _, class := range classes {
		if strings.HasPrefix(class, "AmmoBox_") {
			a.Boxes += wanted[strings.ToLower(class)]
			continue
		}
		a.Piles += wanted[strings.ToLower(class)]
	}
}

// addWeapons adds weapons, such as "AKM=Mag_AKM_30Rnd,Mag_AKM_Drum75Rnd".
func (a *Ammunition) addWeapons(wanted map[string]int64, texts []string) {
	var counted []string
	for _, text := range texts {
		name, list, fed := strings.Cut(text, "=")
		weapon := Weapon{Name: name, Wanted: wanted[strings.ToLower(name)], Fed: fed}
		for magazine := range strings.SplitSeq(list, ",") {
			n := wanted[strings.ToLower(magazine)]
			weapon.Magazines += n
			if !slices.Contains(counted, magazine) {
				counted = append(counted, magazine)
				a.Magazines += n
				a.Rounds += n * roundsOf(magazine)
			}
		}
		a.Weapons += weapon.Wanted
		if weapon.Wanted > 0 {
			a.Of = append(a.Of, weapon)
		}
	}
}

func roundsOf(class string) int64 {
	found := roundsInName.FindStringSubmatch(class)
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseInt(found[1], 10, 64)
	return n
}

// Food is what is wanted of the category food, in which the game's files have drinks and seeds too.
type Food struct {
	Types     int     `field:"types"`
	Wanted    int64   `field:"wanted"`
	Players   int64   `field:"players" help:"That the server has room for." example:"60"`
	PerPlayer float64 `field:"per_player"`
}

// usualPlayers is how many players a server has room for where its configuration is not known.
const usualPlayers = 60

func foodOf(w *world) Food {
	f := Food{Players: w.Players}
	if f.Players <= 0 {
		f.Players = usualPlayers
	}
	for i := range w.Types {
		if t := &w.Types[i]; strings.EqualFold(t.Category, "food") && t.Nominal > 0 && !t.Crafted {
			f.Types++
			f.Wanted += t.Nominal
		}
	}
	f.PerPlayer = float64(f.Wanted) / float64(f.Players)
	return f
}

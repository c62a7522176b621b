package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

// buildingsPath is the file that says where the buildings of a map stand.
const buildingsPath = "mapgrouppos.xml"

var buildingPlace = &Rule{
	ID: "building-place", Severity: Warning, Title: "Building without a place or loot points",
	Says: sentences{
		"unknown": "“{building}” has no entry in mapgroupproto.xml, so the game leaves out {n|place|places} of it (the first in line " +
			"{line}). Correct the name, or add the building there.",
		"place":   "“{building}” (line {line}) has the place “{place}”; a place is three numbers with blanks between them. Enter them.",
		"outside": "“{building}” (line {line}) is at x {x}, z {z}, outside the map, which is {size} m wide.",
		"twice": "“{building}” (line {line}) appears twice at the same place (before in line {first}), so there is twice the loot. " +
			"Delete one of them.",
	},
	Check: func(w *world, report report) {
		f := w.Game[buildingsPath]
		if f == nil {
			return
		}
		c, found := buildingCheck{world: w, known: w.prototypes(), seen: map[string]int{}, without: map[string]*lacking{}},
			few{report: report, about: f.about}
		for e := range ce.Elements(f.text) {
			if problem := c.problem(e); !problem.IsNone() {
				found.tell(func() message { return problem.With("building", e.Attr("name"), "line", inLine(e.Line)) })
			}
		}
		for _, l := range c.lacking {
			found.tell(l.says)
		}
		found.end()
	},
}

// prototypes returns the buildings that mapgroupproto.xml describes; nil if they are not known.
func (w *world) prototypes() names {
	f := w.Game[prototypesPath]
	if f == nil {
		return nil
	}
	known := names{}
	for _, p := range ce.ParsePrototypes(f.text) {
		known.add(p.Name)
	}
	return known
}

// buildingCheck goes through mapgrouppos.xml.
type buildingCheck struct {
	*world
	known   names               // buildings with loot points
	seen    map[string]int      // the lines of the buildings, by what is written of them
	without map[string]*lacking // buildings without loot points, by name
	lacking []*lacking
}

// lacking is a building that mapgroupproto.xml does not describe.
type lacking struct {
	name         string
	line, placed int
}

func (l *lacking) says() message {
	return says("unknown", "building", l.name, "n", l.placed, "line", inLine(l.line))
}

// problem returns what is wrong with a line, if anything. Buildings without loot points are collected.
func (c *buildingCheck) problem(e *ce.Element) message {
	if e.Name != "group" {
		return message{}
	}
	at := floatsIn(e.Attr("pos"))
	name := strings.ToLower(e.Attr("name"))
	place := name + " " + e.Attr("pos")
	before := c.seen[place]
	c.seen[place] = e.Line
	if c.known != nil && name != "" && !c.known[name] {
		c.lacks(name, e)
	}
	switch {
	case len(at) != 3:
		return says("place", "place", e.Attr("pos"))
	case c.MapSize > 0 && c.outside(at[0], at[2]):
		return says("outside", "x", at[0], "z", at[2], "size", c.MapSize)
	case before > 0:
		return says("twice", "first", inLine(before))
	}
	return message{}
}

func (c *buildingCheck) lacks(name string, e *ce.Element) {
	if c.without[name] == nil {
		c.without[name] = &lacking{name: e.Attr("name"), line: e.Line}
		c.lacking = append(c.lacking, c.without[name])
	}
	c.without[name].placed++
}

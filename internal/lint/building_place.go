package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/validate"
)

// buildingsPath is the file that says where the buildings of a map stand.
const buildingsPath = "mapgrouppos.xml"

var buildingPlace = &Rule{
	ID: "building-place", Severity: Warning, Title: "Building that stands nowhere, or has no loot points",
	Check: func(w *world, report report) {
		f := w.Game[buildingsPath]
		if f == nil {
			return
		}
		c, found := buildingCheck{world: w, known: w.prototypes(), seen: map[string]int{}, without: map[string]*lacking{}}, few{report: report, about: f.about}
		for e := range ce.Elements(f.text) {
			if problem := c.problem(e); problem != "" {
				found.tell(func() string { return fmt.Sprintf("%s (line %d) %s.", quoted(e.Attr("name")), e.Line, problem) })
			}
		}
		for _, l := range c.lacking {
			found.tell(l.message)
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

func (l *lacking) message() string {
	return fmt.Sprintf("%s has no entry in mapgroupproto.xml, so the game leaves out %s of it (the first in line %d). ",
		quoted(l.name), validate.Counted(l.placed, "place", "places"), l.line) + "Correct the name, or add the building there."
}

// problem returns what is wrong with a line, or "". Buildings without loot points are collected.
func (c *buildingCheck) problem(e *ce.Element) string {
	if e.Name != "group" {
		return ""
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
		return "has the place " + quoted(e.Attr("pos")) + "; a place is three numbers with blanks between them. Enter them"
	case c.MapSize > 0 && c.outside(at[0], at[2]):
		return "is at x " + number(at[0]) + ", z " + number(at[2]) + ", outside the map, which is " + number(c.MapSize) + " m wide"
	case before > 0:
		return fmt.Sprintf("stands twice at the same place (before in line %d), so there is twice the loot. Delete one of them", before)
	}
	return ""
}

func (c *buildingCheck) lacks(name string, e *ce.Element) {
	if c.without[name] == nil {
		c.without[name] = &lacking{name: e.Attr("name"), line: e.Line}
		c.lacking = append(c.lacking, c.without[name])
	}
	c.without[name].placed++
}

package ce

import (
	"iter"
	"strconv"
	"strings"
)

// Prototype is a building, or another object, that holds loot. Source: mapgroupproto.xml.
type Prototype struct {
	Name           string
	Usages, Values []Ref
	LootMax        int // items at a time
	Containers     []Container
	Proxies        []string // the classes that its dispatch places, each at a point of its own
}

// Container is a set of loot points in a prototype.
type Container struct {
	Categories, Tags []string
	LootMax          int // items at a time
	Points           int
}

// What prototypes without a lootmax have, unless the file's <defaults> say otherwise.
const (
	defaultGroupLoot     = 6
	defaultContainerLoot = 4
)

// ParsePrototypes returns the prototypes of mapgroupproto.xml in their order, up to the first tag that is not well-formed. Numbers that are
// none count as absent. The names are parts of data, which stays in memory with them.
func ParsePrototypes(data string) []Prototype {
	r := prototypeReader{group: defaultGroupLoot, container: defaultContainerLoot}
	for e := range Elements(data) {
		r.read(e)
	}
	return r.list
}

type prototypeReader struct {
	list             []Prototype
	group, container int // lootmax of those without
}

func (r *prototypeReader) read(e *Element) {
	switch {
	case e.Name == "default":
		r.readDefault(e)
	case e.Name == "group":
		r.list = append(r.list, Prototype{Name: e.Attr("name"), LootMax: lootMax(e, r.group)})
	case len(r.list) > 0:
		r.list[len(r.list)-1].read(e, r.container)
	}
}

func (r *prototypeReader) readDefault(e *Element) {
	switch e.Attr("name") {
	case "group":
		r.group = lootMax(e, r.group)
	case "container":
		r.container = lootMax(e, r.container)
	}
}

// read adds an element below the group. A usage in a container counts for its building, and a category or tag outside of one for nothing.
func (p *Prototype) read(e *Element, loot int) {
	inside := e.Parent == "container" && len(p.Containers) > 0
	switch {
	case e.Name == "usage":
		p.Usages = appendRef(p.Usages, e)
	case e.Name == "value":
		p.Values = appendRef(p.Values, e)
	case e.Name == "container":
		p.Containers = append(p.Containers, Container{LootMax: lootMax(e, loot)})
	case e.Name == "proxy":
		p.Proxies = append(p.Proxies, e.Attr("type"))
	case inside:
		p.Containers[len(p.Containers)-1].read(e)
	}
}

func (c *Container) read(e *Element) {
	name := e.Attr("name")
	switch {
	case e.Name == "point":
		c.Points++
	case e.Name == "category" && name != "":
		c.Categories = append(c.Categories, name)
	case e.Name == "tag" && name != "":
		c.Tags = append(c.Tags, name)
	}
}

func appendRef(list []Ref, e *Element) []Ref {
	if name := e.Attr("name"); name != "" {
		return append(list, Ref{Name: name})
	}
	if name := e.Attr("user"); name != "" {
		return append(list, Ref{Name: name, User: true})
	}
	return list
}

func lootMax(e *Element, otherwise int) int {
	if n, err := strconv.Atoi(e.Attr("lootmax")); err == nil {
		return n
	}
	return otherwise
}

// Position is a placed building. Source: mapgrouppos.xml.
type Position struct {
	Name string
	X, Z float64 // metres from the south-west corner, to the east and to the north
}

// Positions yields the placed buildings of mapgrouppos.xml in their order, up to the first tag that is not well-formed. Those without a
// position are at the corner.
func Positions(data string) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for e := range Elements(data) {
			if e.Name != "group" {
				continue
			}
			at := Position{Name: e.Attr("name")}
			if place := strings.Fields(e.Attr("pos")); len(place) == 3 {
				at.X, _ = strconv.ParseFloat(place[0], 64)
				at.Z, _ = strconv.ParseFloat(place[2], 64)
			}
			if !yield(at) {
				return
			}
		}
	}
}

package ce

import (
	"math"
	"strconv"
)

// Prototype is a building, or another object, that holds loot. Source: mapgroupproto.xml.
type Prototype struct {
	Name           string
	Usages, Values []Ref
	LootMax        int // items at a time
	Containers     []Container
	Proxies        []string // the classes that its dispatch places, each at a point of its own
	East, North    float64  // how far its loot points are from its middle, to either side, in metres
}

// Slots returns how many items a building holds at a time.
func (p *Prototype) Slots() int {
	sum := 0
	for _, c := range p.Containers {
		sum += c.Slots()
	}
	return min(sum, p.LootMax)
}

// Container is a set of loot points in a prototype.
type Container struct {
	Categories, Tags []string
	LootMax          int // items at a time
	Points           int
}

// Slots returns how many items it holds at a time.
func (c *Container) Slots() int { return min(c.Points, c.LootMax) }

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
		p.reach(e)
	}
}

// reach notes how far a loot point is from the middle.
func (p *Prototype) reach(e *Element) {
	if e.Name != "point" {
		return
	}
	if at := floats(e.Attr("pos")); len(at) == 3 {
		p.East, p.North = max(p.East, math.Abs(at[0])), max(p.North, math.Abs(at[2]))
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

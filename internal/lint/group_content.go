package lint

import (
	"math"
	"strings"

	"quartermaster/internal/ce"
)

var groupContent = &Rule{
	ID: "group-content", Severity: Warning, Title: "Group of objects that refers to nothing",
	Says: sentences{
		"twice": "Line {line}: the group “{group}” appears twice (before in line {first}), and the game uses only one of them.",
		"class": "Line {line}: the class “{class}” of the group “{group}” is unknown; did you mean “{near}”?",
		"loot":  "Line {line}: lootmin of “{class}” in the group “{group}” is {min} and lootmax {max}.",
		"far": "Line {line}: “{class}” of the group “{group}” is at x {x}, z {z}, counted from the position of the event; enter how " +
			"far it is from there.",
		"empty": "Line {line}: the group “{group}” has no children.",
	},
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		if w.GroupsFile == nil || w.GroupsFile.Content == nil {
			return
		}
		c := groupCheck{world: w, report: report, seen: map[string]int{}, uses: map[string]int{}}
		for e := range ce.Elements(*w.GroupsFile.Content) {
			if e.Name == "child" {
				c.uses[e.Attr("type")]++
			}
		}
		for e := range ce.Elements(*w.GroupsFile.Content) {
			c.element(e)
		}
		c.endGroup()
	},
}

// groupCheck goes through cfgeventgroups.xml.
type groupCheck struct {
	*world
	report   report
	group    string
	line     int
	children int
	seen     map[string]int // the lines of the groups
	uses     map[string]int // how often classes stand in the file
}

func (c *groupCheck) element(e *ce.Element) {
	switch e.Name {
	case "group":
		c.endGroup()
		c.group, c.line, c.children = e.Attr("name"), e.Line, 0
		key := strings.ToLower(c.group)
		if before := c.seen[key]; before > 0 && key != "" {
			c.tell(e.Line, says("twice", "group", c.group, "first", inLine(before)))
		}
		c.seen[key] = e.Line
	case "child":
		c.children++
		c.child(e)
		c.offset(e)
	}
}

func (c *groupCheck) child(e *ce.Element) {
	class := e.Attr("type")
	if class == "" {
		return // another rule says it
	}
	if near := c.nearClass(class); near != "" && c.uses[class] == 1 {
		c.tell(e.Line, says("class", "class", class, "group", c.group, "near", near))
	}
	if least, most := parsed(e.Attr("lootmin")), parsed(e.Attr("lootmax")); e.Has("lootmax") && least > most {
		c.tell(e.Line, says("loot", "class", class, "group", c.group, "min", least, "max", most))
	}
}

// farFromGroup is a distance in metres from the middle of a group that none of the game's own children has: they are within 200.
const farFromGroup = 1000

// offset reports a child that is placed by where it is on the map.
func (c *groupCheck) offset(e *ce.Element) {
	if x, z := parsed(e.Attr("x")), parsed(e.Attr("z")); max(math.Abs(x), math.Abs(z)) > farFromGroup {
		c.tell(e.Line, says("far", "class", e.Attr("type"), "group", c.group, "x", x, "z", z))
	}
}

// endGroup reports a group without children.
func (c *groupCheck) endGroup() {
	if c.line > 0 && c.children == 0 {
		c.tell(c.line, says("empty", "group", c.group))
	}
}

func (c *groupCheck) tell(line int, problem message) {
	c.report(c.GroupsFile, problem.With("line", inLine(line)), nil)
}

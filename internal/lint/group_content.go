package lint

import (
	"fmt"
	"math"
	"strings"

	"quartermaster/internal/ce"
)

var groupContent = &Rule{
	ID: "group-content", Severity: Warning, Title: "Group of objects that refers to nothing",
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
			c.tell(e.Line, "the group %s stands twice (before in line %d), and the game knows one of them", quoted(c.group), before)
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
		c.tell(e.Line, "nothing knows the class %s of the group %s; %s may have been meant", quoted(class), quoted(c.group), quoted(near))
	}
	if least, most := parsed(e.Attr("lootmin")), parsed(e.Attr("lootmax")); e.Has("lootmax") && least > most {
		c.tell(e.Line, "lootmin of %s in the group %s is %s and lootmax %s", quoted(class), quoted(c.group), number(least), number(most))
	}
}

// farFromGroup is a distance in metres from the middle of a group that none of the game's own children has: they are within 200.
const farFromGroup = 1000

// offset reports a child that is placed by where it is on the map.
func (c *groupCheck) offset(e *ce.Element) {
	if x, z := parsed(e.Attr("x")), parsed(e.Attr("z")); max(math.Abs(x), math.Abs(z)) > farFromGroup {
		c.tell(e.Line, "%s of the group %s is at x %s, z %s, counted from the position of the event; enter how far it is from there",
			quoted(e.Attr("type")), quoted(c.group), number(x), number(z))
	}
}

// endGroup reports a group without children.
func (c *groupCheck) endGroup() {
	if c.line > 0 && c.children == 0 {
		c.tell(c.line, "the group %s has no children", quoted(c.group))
	}
}

func (c *groupCheck) tell(line int, format string, args ...any) {
	c.report(c.GroupsFile, fmt.Sprintf("Line %d: ", line)+fmt.Sprintf(format, args...)+".", nil)
}

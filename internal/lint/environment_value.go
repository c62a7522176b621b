package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
)

var environmentValue = &Rule{
	ID: "environment-value", Severity: Warning, Title: "Animals of cfgenvironment.xml with impossible numbers",
	Check: func(w *world, report report) {
		f := w.Game[environmentPath]
		if f == nil {
			return
		}
		c := environmentCheck{world: w, tell: func(line int, format string, args ...any) {
			report(f.about, fmt.Sprintf("Line %d: ", line)+fmt.Sprintf(format, args...)+".", nil)
		}, seen: map[string]int{}}
		for e := range ce.Elements(f.text) {
			c.element(e)
		}
		c.end()
	},
}

// environmentCheck goes through cfgenvironment.xml.
type environmentCheck struct {
	*world
	tell func(line int, format string, args ...any)
	seen map[string]int // the lines of the territories

	territory string
	values    map[string]float64 // of the items of the present territory or agent
	line      int                // of the last of them
}

func (c *environmentCheck) element(e *ce.Element) {
	switch e.Name {
	case "territory":
		c.end()
		c.territory = e.Attr("name")
		key := strings.ToLower(c.territory)
		if before := c.seen[key]; before > 0 && key != "" {
			c.tell(e.Line, "the territory %s stands twice (before in line %d), so its animals are there twice. Keep one", quoted(c.territory), before)
		}
		c.seen[key] = e.Line
	case "agent":
		c.end()
	case "file":
		if e.Attr("path") == "" && e.Attr("usable") == "" {
			c.tell(e.Line, "<file> has neither path nor usable, so the game reads nothing. Enter one of them")
		}
	case "item":
		c.item(e)
	case "spawn":
		if near := c.nearClass(e.Attr("configName")); near != "" {
			c.tell(e.Line, "nothing knows the class %s of %s; %s may have been meant", quoted(e.Attr("configName")), quoted(c.territory), quoted(near))
		}
	}
}

func (c *environmentCheck) item(e *ce.Element) {
	name, value := e.Attr("name"), parsed(e.Attr("val"))
	if c.values == nil {
		c.values = map[string]float64{}
	}
	c.values[name], c.line = value, e.Line
	if e.Has("val") && value < 0 {
		c.tell(e.Line, "%s of %s is %s, below 0. Enter 0 or more", name, quoted(c.territory), e.Attr("val"))
	}
}

// environmentPairs are the items that say from where to where.
var environmentPairs = [][2]string{{"zoneCountMin", "zoneCountMax"}, {"countMin", "countMax"}, {"playerSpawnRadiusNear", "playerSpawnRadiusFar"}}

// end reports the minima that are above their maxima.
func (c *environmentCheck) end() {
	for _, pair := range environmentPairs {
		least, most := c.values[pair[0]], c.values[pair[1]]
		if _, there := c.values[pair[1]]; there && least > most {
			c.tell(c.line, "%s of %s is %s and %s %s. Swap the two", pair[0], quoted(c.territory), number(least), pair[1], number(most))
		}
	}
	c.values = nil
}

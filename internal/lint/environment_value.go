package lint

import (
	"fmt"
	"slices"
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
		c.word(e, "Herd", "Ambient")
		c.behavior(e)
	case "agent":
		c.end()
		c.word(e, "Male", "Female")
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

// word reports a type that is none of the game's two.
func (c *environmentCheck) word(e *ce.Element, one, other string) {
	if of := e.Attr("type"); of != "" && of != one && of != other { // another rule reports an empty one
		c.tell(e.Line, "the type of <%s> in %s is %s; the game knows %s and %s. Enter one of them", e.Name, quoted(c.territory), quoted(of), one, other)
	}
}

// behaviors are those of the game. Mods bring others, which end with behaviorEnd too.
var behaviors = []string{"DZDeerGroupBeh", "DZdomesticGroupBeh", "DZSheepGroupBeh", "DZWolfGroupBeh", "BlissBearGroupBeh", "DZAmbientLifeGroupBeh"}

const behaviorEnd = "GroupBeh"

// behavior reports a behavior that is most likely misspelt: it is like one of the game's, or has not the end that all have.
func (c *environmentCheck) behavior(e *ce.Element) {
	text, near := e.Attr("behavior"), ce.Nearest(e.Attr("behavior"), behaviors)
	switch {
	case text == "" || slices.Contains(behaviors, text): // another rule reports an empty one
	case near != "":
		c.tell(e.Line, "the behavior of %s is %s; %s may have been meant", quoted(c.territory), quoted(text), quoted(near))
	case !strings.HasSuffix(text, behaviorEnd):
		c.tell(e.Line, "the behavior of %s is %s, but all behaviors end with %s; the game knows %s",
			quoted(c.territory), quoted(text), behaviorEnd, strings.Join(behaviors, ", "))
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

package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

var environmentValue = &Rule{
	ID: "environment-value", Severity: Warning, Title: "Animals with impossible numbers in cfgenvironment.xml",
	Says: sentences{
		"territory": "Line {line}: the territory “{territory}” appears twice (before in line {first}), so its animals are there twice. " +
			"Keep one.",
		"file":     "Line {line}: <file> has neither path nor usable, so the game reads nothing. Enter one of them.",
		"class":    "Line {line}: the class “{class}” of “{territory}” is unknown; did you mean “{near}”?",
		"negative": "Line {line}: {item} of “{territory}” is {value}, below 0. Enter 0 or more.",
		"swapped":  "Line {line}: {least} of “{territory}” is {low} and {most} {high}. Swap the two.",
		"type": "Line {line}: the type of <{element}> in “{territory}” is “{type}”; the game knows {one} and {other}. Enter one of " +
			"them.",
		"behavior-near": "Line {line}: the behavior of “{territory}” is “{behavior}”; did you mean “{near}”?",
		"behavior":      "Line {line}: the behavior of “{territory}” is “{behavior}”, but all behaviors end with {end}; the game knows {known}.",
	},
	Check: func(w *world, report report) {
		f := w.Game[environmentPath]
		if f == nil {
			return
		}
		c := environmentCheck{world: w, tell: func(line int, problem message) {
			report(f.about, problem.With("line", inLine(line)), nil)
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
	tell func(line int, problem message)
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
			c.tell(e.Line, says("territory", "territory", c.territory, "first", inLine(before)))
		}
		c.seen[key] = e.Line
		c.word(e, "Herd", "Ambient")
		c.behavior(e)
	case "agent":
		c.end()
		c.word(e, "Male", "Female")
	case "file":
		if e.Attr("path") == "" && e.Attr("usable") == "" {
			c.tell(e.Line, says("file"))
		}
	case "item":
		c.item(e)
	case "spawn":
		if near := c.nearClass(e.Attr("configName")); near != "" {
			c.tell(e.Line, says("class", "class", e.Attr("configName"), "territory", c.territory, "near", near))
		}
	}
}

// word reports a type that is none of the game's two.
func (c *environmentCheck) word(e *ce.Element, one, other string) {
	if of := e.Attr("type"); of != "" && of != one && of != other { // another rule reports an empty one
		c.tell(e.Line, says("type", "element", e.Name, "territory", c.territory, "type", of, "one", one, "other", other))
	}
}

// behaviors are those of the game. Mods bring others, which end with behaviorEnd too.
var behaviors = []string{
	"DZDeerGroupBeh", "DZdomesticGroupBeh", "DZSheepGroupBeh", "DZWolfGroupBeh", "BlissBearGroupBeh", "DZAmbientLifeGroupBeh",
}

const behaviorEnd = "GroupBeh"

// behavior reports a behavior that is most likely misspelt: it is like one of the game's, or has not the end that all have.
func (c *environmentCheck) behavior(e *ce.Element) {
	text, near := e.Attr("behavior"), ce.Nearest(e.Attr("behavior"), behaviors)
	switch {
	case text == "" || slices.Contains(behaviors, text): // another rule reports an empty one
	case near != "":
		c.tell(e.Line, says("behavior-near", "territory", c.territory, "behavior", text, "near", near))
	case !strings.HasSuffix(text, behaviorEnd):
		c.tell(e.Line, says("behavior", "territory", c.territory, "behavior", text, "end", behaviorEnd, "known", behaviors))
	}
}

func (c *environmentCheck) item(e *ce.Element) {
	name, value := e.Attr("name"), parsed(e.Attr("val"))
	if c.values == nil {
		c.values = map[string]float64{}
	}
	c.values[name], c.line = value, e.Line
	if e.Has("val") && value < 0 {
		c.tell(e.Line, says("negative", "item", name, "territory", c.territory, "value", e.Attr("val")))
	}
}

// environmentPairs are the items that say from where to where.
var environmentPairs = [][2]string{
	{"zoneCountMin", "zoneCountMax"}, {"countMin", "countMax"}, {"playerSpawnRadiusNear", "playerSpawnRadiusFar"},
}

// end reports the minima that are above their maxima.
func (c *environmentCheck) end() {
	for _, pair := range environmentPairs {
		least, most := c.values[pair[0]], c.values[pair[1]]
		if _, there := c.values[pair[1]]; there && least > most {
			c.tell(c.line, says("swapped", "least", pair[0], "territory", c.territory, "low", least, "most", pair[1], "high", most))
		}
	}
	c.values = nil
}

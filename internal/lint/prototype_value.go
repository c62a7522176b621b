package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
)

var prototypeValue = &Rule{
	ID: "prototype-value", Severity: Warning, Title: "Building with impossible numbers",
	Check: func(w *world, report report) {
		f := w.Game[prototypesPath]
		if f == nil {
			return
		}
		c, found := prototypeCheck{seen: map[string]int{}}, few{report: report, about: f.about}
		for e := range ce.Elements(f.text) {
			if problem := c.problem(e); problem != "" {
				found.tell(func() string { return fmt.Sprintf("Line %d: %s.", e.Line, problem) })
			}
		}
		found.end()
	},
}

// prototypeCheck goes through mapgroupproto.xml.
type prototypeCheck struct {
	group string
	seen  map[string]int // the lines of the buildings
}

// problem returns what is wrong with an element, or "".
func (c *prototypeCheck) problem(e *ce.Element) string {
	switch e.Name {
	case "group":
		c.group = e.Attr("name")
		key := strings.ToLower(c.group)
		before := c.seen[key]
		c.seen[key] = e.Line
		if key != "" && before > 0 {
			return fmt.Sprintf("%s stands twice (before in line %d), and the game takes one of them. Put the two together", quoted(c.group), before)
		}
		return c.negative(e, "lootmax")
	case "container", "default":
		return c.negative(e, "lootmax")
	case "point":
		return c.point(e)
	case "proxy":
		return c.triple(e, "pos")
	}
	return ""
}

// negative returns what is wrong with a number that must not be below 0.
func (c *prototypeCheck) negative(e *ce.Element, name string) string {
	switch text := e.Attr(name); {
	case notDecimal(text):
		return fmt.Sprintf("%s of %s is %s, which is not a number. Enter one", name, c.where(e), quoted(text))
	case parsed(text) < 0:
		return fmt.Sprintf("%s of %s is %s, below 0. Enter 0 or more", name, c.where(e), text)
	}
	return ""
}

// where names an element with the building that it is in.
func (c *prototypeCheck) where(e *ce.Element) string {
	if e.Name == "group" || c.group == "" {
		return "<" + e.Name + "> " + quoted(e.Attr("name"))
	}
	return "<" + e.Name + "> in " + quoted(c.group)
}

// point returns what is wrong with a loot point.
func (c *prototypeCheck) point(e *ce.Element) string {
	for _, name := range []string{"range", "height"} {
		if problem := c.negative(e, name); problem != "" {
			return problem
		}
	}
	return c.triple(e, "pos")
}

// triple returns what is wrong with a place, which is three numbers.
func (c *prototypeCheck) triple(e *ce.Element, name string) string {
	if text := e.Attr(name); len(floatsIn(text)) != 3 {
		return fmt.Sprintf("%s of %s is %s; a place is three numbers with blanks between them. Enter them", name, c.where(e), quoted(text))
	}
	return ""
}

// floatsIn returns the numbers between the blanks of a text; nil if a word is none.
func floatsIn(text string) (list []float64) {
	for _, word := range strings.Fields(text) {
		if notDecimal(word) {
			return nil
		}
		list = append(list, parsed(word))
	}
	return list
}
